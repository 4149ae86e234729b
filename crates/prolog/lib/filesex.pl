% More on files and directories.

:- module(filesex,
          [ directory_file_path/3, make_directory_path/1, ensure_directory/1,
            delete_directory_and_contents/1, delete_directory_contents/1, directory_member/3,
            copy_file/2, relative_file_name/3
          ]).

directory_file_path(Dir, File, Path) :-
    (   nonvar(Dir),
        nonvar(File)
    ->  (   is_absolute_file_name(File)
        ->  Path = File
        ;   ( Dir == '.' ; Dir == '' )
        ->  Path = File
        ;   sub_atom(Dir, _, 1, 0, /)
        ->  atom_concat(Dir, File, Path)
        ;   atomic_list_concat([Dir,File], /, Path)
        )
    ;   file_directory_name(Path, Dir),
        file_base_name(Path, File)
    ).

make_directory_path(Dir) :-
    (   exists_directory(Dir)
    ->  true
    ;   file_directory_name(Dir, Parent),
        ( Parent == Dir -> true ; make_directory_path(Parent) ),
        make_directory(Dir)
    ).

ensure_directory(Dir) :-
    (   exists_directory(Dir)
    ->  true
    ;   make_directory(Dir)
    ).

delete_directory_and_contents(Dir) :-
    delete_directory_contents(Dir),
    delete_directory(Dir).

delete_directory_contents(Dir) :-
    directory_files(Dir, Files),
    forall(( '$member'(F, Files), F \== '.', F \== '..' ),
           ( directory_file_path(Dir, F, Path), delete_any(Path) )).

delete_any(Path) :-
    (   exists_directory(Path)
    ->  delete_directory_and_contents(Path)
    ;   delete_file(Path)
    ).

directory_member(Dir, Member, Options) :-
    directory_files(Dir, Files),
    '$member'(F, Files),
    F \== '.',
    F \== '..',
    directory_file_path(Dir, F, Path),
    (   fits(Path, Options),
        Member = Path
    ;   memberchk(recursive(true), Options),
        exists_directory(Path),
        directory_member(Path, Member, Options)
    ).

fits(Path, Options) :-
    (   memberchk(extensions(Exts), Options)
    ->  file_name_extension(_, Ext, Path),
        memberchk(Ext, Exts)
    ;   true
    ),
    (   memberchk(file_type(directory), Options)
    ->  exists_directory(Path)
    ;   memberchk(file_type(regular), Options)
    ->  exists_file(Path)
    ;   true
    ),
    (   memberchk(matches(Pattern), Options)
    ->  file_base_name(Path, Base),
        wildcard_match(Pattern, Base)
    ;   true
    ).

copy_file(From, To) :-
    (   exists_directory(To)
    ->  file_base_name(From, Base),
        directory_file_path(To, Base, Target)
    ;   Target = To
    ),
    setup_call_cleanup(open(Target, write, Out, [type(binary)]),
                       setup_call_cleanup(open(From, read, In, [type(binary)]),
                                          copy_stream_data(In, Out),
                                          close(In)),
                       close(Out)).

relative_file_name(Path, RelTo, Rel) :-
    (   nonvar(Path)
    ->  absolute_file_name(Path, AbsPath),
        absolute_file_name(RelTo, AbsRel),
        atomic_list_concat(P1, /, AbsPath),
        atomic_list_concat(P2, /, AbsRel),
        without_common(P1, P2, Q1, Q2),
        up(Q2, Q1, Parts),
        atomic_list_concat(Parts, /, Rel)
    ;   file_directory_name(RelTo, Dir),
        directory_file_path(Dir, Rel, Path0),
        absolute_file_name(Path0, Path)
    ).

without_common([H|T1], [H|T2], Q1, Q2) :- !,
    without_common(T1, T2, Q1, Q2).
without_common(Q1, Q2, Q1, Q2).

up([], Parts, Parts).
up([_], Parts, Parts) :- !.
up([_|T], Parts0, ['..'|Parts]) :-
    up(T, Parts0, Parts).
