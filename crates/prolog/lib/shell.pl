:- module(shell, [cd/0, cd/1, ls/0, ls/1, pwd/0]).

% A few commands of the shell, at the prompt.

cd :-
    getenv('HOME', Home),
    working_directory(_, Home).

cd(Directory) :-
    format(atom(Name), '~w', [Directory]),
    working_directory(_, Name).

pwd :-
    working_directory(Directory, Directory),
    format('~w~n', [Directory]).

ls :-
    ls('.').

ls(Directory) :-
    directory_files(Directory, Files0),
    msort(Files0, Files),
    forall(( '$member'(File, Files), \+ sub_atom(File, 0, _, _, '.') ),
           (   atomic_list_concat([Directory, /, File], Path),
               (   exists_directory(Path)
               ->  format('~w/~n', [File])
               ;   format('~w~n', [File])
               )
           )).
