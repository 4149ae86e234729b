:- module(files, [can_open_file/2]).

can_open_file(File, Mode) :-
    (   Mode == read
    ->  access_file(File, read)
    ;   access_file(File, write)
    ).
