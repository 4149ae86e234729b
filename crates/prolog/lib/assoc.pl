% Association lists as AVL trees: t, or t(Key, Value, Balance, Left, Right) where the balance
% says which side is deeper: < the left, - neither, > the right.

:- module(assoc,
          [ empty_assoc/1, put_assoc/4, get_assoc/3, get_assoc/5, list_to_assoc/2,
            ord_list_to_assoc/2, map_assoc/2, map_assoc/3, max_assoc/3, min_assoc/3,
            assoc_to_list/2, assoc_to_keys/2, assoc_to_values/2, gen_assoc/3, is_assoc/1,
            del_assoc/4, del_min_assoc/4, del_max_assoc/4, transpose_pairs/2
          ]).
:- use_module(library(pairs), [transpose_pairs/2]).

:- meta_predicate
    map_assoc(1, ?),
    map_assoc(2, ?, ?).

empty_assoc(t).

get_assoc(Key, t(K, V, _, L, R), Value) =>
    compare(Order, Key, K),
    get_assoc(Order, Key, V, L, R, Value).
get_assoc(_, t, _) =>
    fail.
get_assoc(_, Other, _) =>
    no_tree(Other).

no_tree(Other) :-
    (   var(Other)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(btree, Other), _))
    ).

get_assoc(=, _, Value, _, _, Value).
get_assoc(<, Key, _, L, _, Value) :-
    get_assoc(Key, L, Value).
get_assoc(>, Key, _, _, R, Value) :-
    get_assoc(Key, R, Value).

% get_assoc(+Key, +Assoc, -Old, ?New, -NewAssoc): a value and the tree with another in its place.
get_assoc(Key, t(K, V, B, L, R), Old, New, t(K, V1, B, L1, R1)) :-
    compare(Order, Key, K),
    replace(Order, Key, Old, New, V, L, R, V1, L1, R1).

replace(=, _, V, New, V, L, R, New, L, R).
replace(<, Key, Old, New, V, L, R, V, L1, R) :-
    get_assoc(Key, L, Old, New, L1).
replace(>, Key, Old, New, V, L, R, V, L, R1) :-
    get_assoc(Key, R, Old, New, R1).

put_assoc(Key, A0, Value, A) :-
    insert(A0, Key, Value, A, _).

% insert(+Tree, +Key, +Value, -NewTree, -Grown)
insert(t, Key, Value, Tree, Grown) =>
    Tree = t(Key, Value, -, t, t),
    Grown = yes.
insert(t(K, V, B, L, R), Key, Value, Tree, Grown) =>
    compare(Order, Key, K),
    insert(Order, K, V, B, L, R, Key, Value, Tree, Grown).

insert(=, K, _, B, L, R, _, Value, t(K, Value, B, L, R), no).
insert(<, K, V, B, L, R, Key, Value, Tree, Grown) :-
    insert(L, Key, Value, L1, LGrown),
    left_grown(LGrown, K, V, B, L1, R, Tree, Grown).
insert(>, K, V, B, L, R, Key, Value, Tree, Grown) :-
    insert(R, Key, Value, R1, RGrown),
    right_grown(RGrown, K, V, B, L, R1, Tree, Grown).

left_grown(no, K, V, B, L, R, t(K, V, B, L, R), no).
left_grown(yes, K, V, B, L, R, Tree, Grown) :-
    left_heavier(B, K, V, L, R, Tree, Grown).

left_heavier(>, K, V, L, R, t(K, V, -, L, R), no).
left_heavier(-, K, V, L, R, t(K, V, <, L, R), yes).
left_heavier(<, K, V, L, R, Tree, no) :-
    rotate_right(L, K, V, R, Tree, _).

right_grown(no, K, V, B, L, R, t(K, V, B, L, R), no).
right_grown(yes, K, V, B, L, R, Tree, Grown) :-
    right_heavier(B, K, V, L, R, Tree, Grown).

right_heavier(<, K, V, L, R, t(K, V, -, L, R), no).
right_heavier(-, K, V, L, R, t(K, V, >, L, R), yes).
right_heavier(>, K, V, L, R, Tree, no) :-
    rotate_left(R, K, V, L, Tree, _).

% Rotations also say whether the tree has become less deep, for deletion.
rotate_right(t(LK, LV, <, LL, LR), K, V, R, t(LK, LV, -, LL, t(K, V, -, LR, R)), yes).
rotate_right(t(LK, LV, -, LL, LR), K, V, R, t(LK, LV, >, LL, t(K, V, <, LR, R)), no).
rotate_right(t(LK, LV, >, LL, t(MK, MV, MB, ML, MR)), K, V, R,
             t(MK, MV, -, t(LK, LV, B1, LL, ML), t(K, V, B2, MR, R)), yes) :-
    middle(MB, B1, B2).

rotate_left(t(RK, RV, >, RL, RR), K, V, L, t(RK, RV, -, t(K, V, -, L, RL), RR), yes).
rotate_left(t(RK, RV, -, RL, RR), K, V, L, t(RK, RV, <, t(K, V, >, L, RL), RR), no).
rotate_left(t(RK, RV, <, t(MK, MV, MB, ML, MR), RR), K, V, L,
            t(MK, MV, -, t(K, V, B1, L, ML), t(RK, RV, B2, MR, RR)), yes) :-
    middle(MB, B1, B2).

middle(<, -, >).
middle(>, <, -).
middle(-, -, -).

del_assoc(Key, A0, Value, A) :-
    delete(A0, Key, Value, A, _).

% delete(+Tree, +Key, -Value, -NewTree, -Shrunk)
delete(t(K, V, B, L, R), Key, Value, Tree, Shrunk) :-
    compare(Order, Key, K),
    delete(Order, K, V, B, L, R, Key, Value, Tree, Shrunk).

delete(=, _, V, B, L, R, _, V, Tree, Shrunk) :-
    remove_root(L, R, B, Tree, Shrunk).
delete(<, K, V, B, L, R, Key, Value, Tree, Shrunk) :-
    delete(L, Key, Value, L1, LShrunk),
    left_shrunk(LShrunk, K, V, B, L1, R, Tree, Shrunk).
delete(>, K, V, B, L, R, Key, Value, Tree, Shrunk) :-
    delete(R, Key, Value, R1, RShrunk),
    right_shrunk(RShrunk, K, V, B, L, R1, Tree, Shrunk).

remove_root(t, R, _, R, yes) :- !.
remove_root(L, t, _, L, yes) :- !.
remove_root(L, R, >, Tree, Shrunk) :- !,
    remove_min(R, K, V, R1, RShrunk),
    right_shrunk(RShrunk, K, V, >, L, R1, Tree, Shrunk).
remove_root(L, R, B, Tree, Shrunk) :-
    remove_max(L, K, V, L1, LShrunk),
    left_shrunk(LShrunk, K, V, B, L1, R, Tree, Shrunk).

left_shrunk(no, K, V, B, L, R, t(K, V, B, L, R), no).
left_shrunk(yes, K, V, <, L, R, t(K, V, -, L, R), yes) :- !.
left_shrunk(yes, K, V, -, L, R, t(K, V, >, L, R), no) :- !.
left_shrunk(yes, K, V, >, L, R, Tree, Shrunk) :-
    rotate_left(R, K, V, L, Tree, Shrunk).

right_shrunk(no, K, V, B, L, R, t(K, V, B, L, R), no).
right_shrunk(yes, K, V, >, L, R, t(K, V, -, L, R), yes) :- !.
right_shrunk(yes, K, V, -, L, R, t(K, V, <, L, R), no) :- !.
right_shrunk(yes, K, V, <, L, R, Tree, Shrunk) :-
    rotate_right(L, K, V, R, Tree, Shrunk).

del_min_assoc(A0, Key, Value, A) :-
    remove_min(A0, Key, Value, A, _).

del_max_assoc(A0, Key, Value, A) :-
    remove_max(A0, Key, Value, A, _).

remove_min(t(K, V, _, t, R), K, V, R, yes) :- !.
remove_min(t(K, V, B, L, R), Key, Value, Tree, Shrunk) :-
    remove_min(L, Key, Value, L1, LShrunk),
    left_shrunk(LShrunk, K, V, B, L1, R, Tree, Shrunk).

remove_max(t(K, V, _, L, t), K, V, L, yes) :- !.
remove_max(t(K, V, B, L, R), Key, Value, Tree, Shrunk) :-
    remove_max(R, Key, Value, R1, RShrunk),
    right_shrunk(RShrunk, K, V, B, L, R1, Tree, Shrunk).

list_to_assoc(List, Assoc) :-
    (   is_list(List)
    ->  msort(List, Sorted),
        (   distinct_keys(Sorted)
        ->  length(Sorted, N),
            build(N, Sorted, [], _, Assoc)
        ;   throw(error(domain_error(unique_key_pairs, List), _))
        )
    ;   must_be(list, List)
    ).

ord_list_to_assoc(Sorted, Assoc) :-
    (   distinct_ordered(Sorted)
    ->  length(Sorted, N),
        build(N, Sorted, [], _, Assoc)
    ;   throw(error(domain_error(key_ordered_pairs, Sorted), _))
    ).

distinct_keys([]).
distinct_keys([P|Ps]) :-
    pair(P, K),
    distinct_keys(Ps, K).

distinct_keys([], _).
distinct_keys([P|Ps], K0) :-
    pair(P, K),
    K0 \== K,
    distinct_keys(Ps, K).

distinct_ordered([]).
distinct_ordered([P|Ps]) :-
    pair(P, K),
    distinct_ordered(Ps, K).

distinct_ordered([], _).
distinct_ordered([P|Ps], K0) :-
    pair(P, K),
    K0 @< K,
    distinct_ordered(Ps, K).

pair(P, K) :-
    (   nonvar(P),
        P = K0-_
    ->  K = K0
    ;   must_be(pair, P)
    ).

% build(+N, +Pairs, -Rest, -Depth, -Tree): a tree of the first N pairs, the left side the deeper.
build(0, Ps, Ps, 0, t) :- !.
build(N, Ps0, Ps, Depth, t(K, V, B, L, R)) :-
    Left is N//2,
    Right is N-1-Left,
    build(Left, Ps0, [K-V|Ps1], DL, L),
    build(Right, Ps1, Ps, DR, R),
    Depth is max(DL, DR)+1,
    compare(Order, DR, DL),
    build_balance(Order, B).

build_balance(<, <).
build_balance(=, -).
build_balance(>, >).

assoc_to_list(A, L) :-
    to_list(A, L, []).

to_list(t, L, L).
to_list(t(K, V, _, L, R), L0, L2) :-
    to_list(L, L0, [K-V|L1]),
    to_list(R, L1, L2).

assoc_to_keys(A, Ks) :-
    to_keys(A, Ks, []).

to_keys(t, L, L).
to_keys(t(K, _, _, L, R), L0, L2) :-
    to_keys(L, L0, [K|L1]),
    to_keys(R, L1, L2).

assoc_to_values(A, Vs) :-
    to_values(A, Vs, []).

to_values(t, L, L).
to_values(t(_, V, _, L, R), L0, L2) :-
    to_values(L, L0, [V|L1]),
    to_values(R, L1, L2).

gen_assoc(Key, A, Value) :-
    (   ground(Key)
    ->  get_assoc(Key, A, Value)
    ;   gen(A, Key, Value)
    ).

gen(t(_, _, _, L, _), Key, Value) :-
    gen(L, Key, Value).
gen(t(K, V, _, _, _), K, V).
gen(t(_, _, _, _, R), Key, Value) :-
    gen(R, Key, Value).

max_assoc(t(K, V, _, _, R), Key, Value) =>
    max_assoc(R, K, V, Key, Value).
max_assoc(t, _, _) =>
    fail.

max_assoc(t, K, V, K, V).
max_assoc(t(K, V, _, _, R), _, _, Key, Value) :-
    max_assoc(R, K, V, Key, Value).

min_assoc(t(K, V, _, L, _), Key, Value) =>
    min_assoc(L, K, V, Key, Value).
min_assoc(t, _, _) =>
    fail.

min_assoc(t, K, V, K, V).
min_assoc(t(K, V, _, L, _), _, _, Key, Value) :-
    min_assoc(L, K, V, Key, Value).

map_assoc(P, A) :-
    map_values(A, P).

map_values(t, _).
map_values(t(_, V, _, L, R), P) :-
    map_values(L, P),
    call(P, V),
    map_values(R, P).

map_assoc(P, A, B) :-
    map_values(A, P, B).

map_values(t, _, t).
map_values(t(K, V, B, L0, R0), P, t(K, W, B, L, R)) :-
    map_values(L0, P, L),
    call(P, V, W),
    map_values(R0, P, R).

is_assoc(A) :-
    nonvar(A),
    is_tree(A, _, _, _).

% is_tree(+Tree, -Min, -Max, -Depth)
is_tree(t, none, none, 0) :- !.
is_tree(t(K, _, B, L, R), Min, Max, Depth) :-
    is_tree(L, LMin, LMax, DL),
    is_tree(R, RMin, RMax, DR),
    ( LMax == none -> Min = some(K) ; LMax = some(KL), KL @< K, Min = LMin ),
    ( RMin == none -> Max = some(K) ; RMin = some(KR), K @< KR, Max = RMax ),
    compare(Order, DR, DL),
    build_balance(Order, B),
    abs(DL-DR) =< 1,
    Depth is max(DL, DR)+1.
