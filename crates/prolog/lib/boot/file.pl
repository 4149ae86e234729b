% Names of files, in the module system.

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
    '$absolute_file'(Text, Plain),
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

tmp_file_stream(Encoding, File, Stream) :-
    atom(Encoding),
    !,
    tmp_file(stream, File),
    (   Encoding == binary
    ->  open(File, write, Stream, [type(binary)])
    ;   open(File, write, Stream, [encoding(Encoding)])
    ).
tmp_file_stream(File, Stream, Options) :-
    (   memberchk(extension(Ext), Options),
        Ext \== ''
    ->  tmp_file(stream, Base),
        file_name_extension(Base, Ext, File)
    ;   tmp_file(stream, File)
    ),
    (   memberchk(encoding(Encoding), Options)
    ->  true
    ;   Encoding = utf8
    ),
    (   Encoding == binary
    ->  open(File, write, Stream, [type(binary)])
    ;   open(File, write, Stream, [encoding(Encoding)])
    ).

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

wildcard_match(Pattern, Text) :-
    '$wildcard_match'(Pattern, Text, 0).

wildcard_match(Pattern, Text, Options) :-
    (   memberchk(case_sensitive(false), Options)
    ->  '$wildcard_match'(Pattern, Text, 1)
    ;   '$wildcard_match'(Pattern, Text, 0)
    ).

% Patterns stand for the files that fit them; anything else for itself.
expand_file_name(Spec, Files) :-
    (   is_list(Spec)
    ->  '$expand_each'(Spec, Files)
    ;   atom_string(Atom0, Spec),
        '$expand_home'(Atom0, Atom),
        (   '$member'(Special, [*,?,'[','{']),
            sub_atom(Atom, _, _, _, Special)
        ->  '$expand_pattern'(Atom, Files)
        ;   Files = [Atom]
        )
    ).

'$expand_each'([], []).
'$expand_each'([S|Ss], Files) :-
    expand_file_name(S, Files0),
    '$append'(Files0, Files1, Files),
    '$expand_each'(Ss, Files1).

'$expand_home'(Atom0, Atom) :-
    (   sub_atom(Atom0, 0, 1, _, ~),
        getenv('HOME', Home),
        ( Atom0 == (~) ; sub_atom(Atom0, 1, 1, _, /) )
    ->  sub_atom(Atom0, 1, _, 0, Rest),
        atom_concat(Home, Rest, Atom)
    ;   Atom = Atom0
    ).

% The environment: what a program sets is kept beside that of the process.
:- dynamic('$env'/2).

getenv(Name, Value) :-
    (   '$env'(Name, Value0)
    ->  Value0 = set(Value)
    ;   '$getenv'(Name, Value)
    ).

setenv(Name, Value) :-
    format(atom(Atom), '~w', [Value]),
    retractall(system:'$env'(Name, _)),
    assertz(system:'$env'(Name, set(Atom))).

unsetenv(Name) :-
    retractall(system:'$env'(Name, _)),
    assertz(system:'$env'(Name, unset)).
