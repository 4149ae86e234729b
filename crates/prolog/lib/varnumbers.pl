% Terms with '$VAR'(N) and back.

:- module(varnumbers, [varnumbers/2, varnumbers/3, max_var_number/3, varnumbers_names/3]).

varnumbers(Term, Copy) :-
    varnumbers(Term, 0, Copy).

varnumbers(Term, Min, Copy) :-
    replace(Term, Min, Copy, [], _).

replace(T, _, T, Map, Map) :-
    \+ compound(T),
    !.
replace('$VAR'(N), Min, V, Map0, Map) :-
    integer(N),
    N >= Min,
    !,
    (   memberchk(N-V0, Map0)
    ->  V = V0,
        Map = Map0
    ;   Map = [N-V|Map0]
    ).
replace(T, Min, C, Map0, Map) :-
    compound_name_arguments(T, Name, Args),
    replace_all(Args, Min, Copies, Map0, Map),
    compound_name_arguments(C, Name, Copies).

replace_all([], _, [], Map, Map).
replace_all([A|As], Min, [C|Cs], Map0, Map) :-
    replace(A, Min, C, Map0, Map1),
    replace_all(As, Min, Cs, Map1, Map).

max_var_number(Term, Max0, Max) :-
    (   compound(Term)
    ->  (   Term = '$VAR'(N),
            integer(N)
        ->  Max is max(N, Max0)
        ;   compound_name_arguments(Term, _, Args),
            max_all(Args, Max0, Max)
        )
    ;   Max = Max0
    ).

max_all([], Max, Max).
max_all([A|As], Max0, Max) :-
    max_var_number(A, Max0, Max1),
    max_all(As, Max1, Max).

varnumbers_names(Term, Copy, Bindings) :-
    named(Term, Copy, [], Pairs),
    reverse_pairs(Pairs, [], Bindings).

named(T, T, Map, Map) :-
    \+ compound(T),
    !.
named('$VAR'(N), V, Map0, Map) :-
    ( integer(N) ; atom(N) ),
    !,
    (   integer(N)
    ->  format(atom(Name), '~W', ['$VAR'(N),[numbervars(true)]])
    ;   Name = N
    ),
    (   memberchk(Name=V0, Map0)
    ->  V = V0,
        Map = Map0
    ;   Map = [Name=V|Map0]
    ).
named(T, C, Map0, Map) :-
    compound_name_arguments(T, Name, Args),
    named_all(Args, Copies, Map0, Map),
    compound_name_arguments(C, Name, Copies).

named_all([], [], Map, Map).
named_all([A|As], [C|Cs], Map0, Map) :-
    named(A, C, Map0, Map1),
    named_all(As, Cs, Map1, Map).

reverse_pairs([], L, L).
reverse_pairs([X|Xs], L0, L) :-
    reverse_pairs(Xs, [X|L0], L).
