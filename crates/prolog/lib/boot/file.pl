% Names of files, in the module system.

file_name_extension(Base, Ext0, Name) :-
    (   nonvar(Base),
        nonvar(Ext0)
    ->  '$without_dot'(Ext0, Ext),
        (   Ext == ''
        ->  atom_string(Name, Base)
        ;   '$file_extension'(Base, _, Ext)
        ->  Name = Base
        ;   atomic_list_concat([Base,'.',Ext], Name)
        )
    ;   nonvar(Name)
    ->  (   '$file_extension'(Name, Base0, Ext1)
        ->  (   nonvar(Ext0)
            ->  '$without_dot'(Ext0, Ext1)
            ;   Ext0 = Ext1
            ),
            Base = Base0
        ;   Ext0 = '',
            Base = Name
        )
    ;   throw(error(instantiation_error, _))
    ).

'$without_dot'(Ext0, Ext) :-
    (   atom_concat('.', Ext1, Ext0)
    ->  Ext = Ext1
    ;   atom_string(Ext, Ext0)
    ).

working_directory(Old, New) :-
    '$working_directory'(Old),
    (   Old == New
    ->  true
    ;   var(New)
    ->  New = Old
    ;   chdir(New)
    ).

absolute_file_name(Spec, Path) :-
    absolute_file_name(Spec, Path, []).

absolute_file_name(Spec, Path, Options) :-
    (   nonvar(Path), var(Spec)
    ->  throw(error(instantiation_error, _))
    ;   is_list(Path)
    ->  absolute_file_name(Spec, Options, Path)
    ;   true
    ),
    (   compound(Spec),
        Spec = library(Name)
    ->  term_to_atom(Name, Text0),
        atom_concat('library/', Text0, Text)
    ;   compound(Spec),
        Spec \= _/_
    ->  throw(error(existence_error(source_sink, Spec), _))
    ;   compound(Spec)
    ->  term_to_atom(Spec, Text)
    ;   Text = Spec
    ),
    '$absolute_path'(Text, Plain),
    '$extensions'(Options, Extensions),
    (   '$member'(Ext, Extensions),
        '$with_extension'(Plain, Ext, Path0),
        '$file_fits'(Path0, Options)
    ->  Path = Path0
    ;   memberchk(file_errors(fail), Options)
    ->  fail
    ;   memberchk(access(Access), Options),
        Access \== none
    ->  throw(error(existence_error(source_sink, Spec), _))
    ;   Path = Plain
    ).

'$extensions'(Options, Extensions) :-
    (   memberchk(extensions(Extensions0), Options)
    ->  Extensions = Extensions0
    ;   memberchk(file_type(prolog), Options)
    ->  Extensions = [pl,'']
    ;   memberchk(file_type(source), Options)
    ->  Extensions = [pl,'']
    ;   Extensions = ['']
    ).

'$with_extension'(Plain, Ext, Path) :-
    (   Ext == ''
    ->  Path = Plain
    ;   file_name_extension(Plain, Ext, Path)
    ).

'$file_fits'(Path, Options) :-
    (   memberchk(file_type(directory), Options)
    ->  exists_directory(Path)
    ;   memberchk(access(Access), Options),
        Access \== none
    ->  (   memberchk(Access, [write,append])
        ->  true
        ;   exists_file(Path)
        )
    ;   true
    ).

tmp_file(Base, Name) :-
    nb_getval_or('$tmp_file', 0, N0),
    N is N0+1,
    nb_setval('$tmp_file', N),
    get_time(Time),
    Stamp is truncate(Time*1000) mod 100000000,
    atomic_list_concat(['/tmp/pencilmark_',Base,'_',Stamp,'_',N], Name).

tmp_file_stream(Encoding, File, Stream) :-
    tmp_file(stream, File),
    open(File, write, Stream, [encoding(Encoding)]).

nb_getval_or(Key, Default, Value) :-
    (   catch(nb_getval(Key, Value0), _, fail)
    ->  Value = Value0
    ;   Value = Default
    ).

prolog_to_os_filename(File, File).
same_file(A, B) :-
    absolute_file_name(A, P),
    absolute_file_name(B, P).

exists_source(library(Name)) :- !,
    '$is_library'(Name).
exists_source(File) :-
    absolute_file_name(File, _, [file_type(prolog),access(read),file_errors(fail)]).
