% Lists of Key-Value pairs.

:- module(pairs,
          [ pairs_keys_values/3, pairs_values/2, pairs_keys/2, transpose_pairs/2,
            map_list_to_pairs/3, group_pairs_by_key/2
          ]).
:- use_module(library(lists), [pairs_keys_values/3, pairs_keys/2, pairs_values/2]).

:- meta_predicate map_list_to_pairs(2, +, -).

map_list_to_pairs(F, L, Pairs) :-
    map_pairs(L, F, Pairs).

map_pairs([], _, []).
map_pairs([V|Vs], F, [K-V|Ps]) :-
    call(F, V, K),
    map_pairs(Vs, F, Ps).

transpose_pairs(Pairs, Transposed) :-
    swap_pairs(Pairs, Swapped),
    keysort(Swapped, Transposed).

swap_pairs([], []).
swap_pairs([A-B|T], [B-A|R]) :-
    swap_pairs(T, R).

group_pairs_by_key([], []).
group_pairs_by_key([K-V|T0], [K-[V|Vs]|T]) :-
    same_key(K, T0, Vs, Rest),
    group_pairs_by_key(Rest, T).

same_key(K0, [K-V|T0], [V|Vs], Rest) :-
    K0 == K,
    !,
    same_key(K0, T0, Vs, Rest).
same_key(_, Rest, [], Rest).
