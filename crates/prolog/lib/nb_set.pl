% Sets that keep their elements over backtracking.

:- module(nb_set,
          [ empty_nb_set/1, add_nb_set/2, add_nb_set/3, gen_nb_set/2, size_nb_set/2,
            nb_set_to_list/2
          ]).

empty_nb_set(nb_set([], 0)).

add_nb_set(Key, Set) :-
    add_nb_set(Key, Set, _).

add_nb_set(Key, Set, New) :-
    arg(1, Set, Keys),
    (   ord_memberchk(Key, Keys)
    ->  New = false
    ;   New = true,
        ord_union(Keys, [Key], Keys1),
        arg(2, Set, N0),
        N is N0+1,
        nb_setarg(1, Set, Keys1),
        nb_setarg(2, Set, N)
    ).

gen_nb_set(Set, Key) :-
    nb_set_to_list(Set, Keys),
    '$member'(Key, Keys).

size_nb_set(Set, Size) :-
    arg(2, Set, Size).

nb_set_to_list(Set, Keys) :-
    arg(1, Set, Keys).
