% Red-black trees: t(Nil, Tree), a node being red(L,K,V,R) or black(L,K,V,R) and Nil the leaf
% black('',_,_,''). Insertion keeps the two invariants of Okasaki: no red node has a red child,
% and all paths have the same number of black nodes. Deletion builds the tree anew.

:- module(rbtrees,
          [ rb_new/1, rb_empty/1, rb_lookup/3, rb_update/4, rb_update/5, rb_apply/4,
            rb_insert/4, rb_insert_new/4, rb_delete/3, rb_delete/4, rb_visit/2, rb_keys/2,
            rb_map/2, rb_map/3, rb_partial_map/4, rb_fold/4, rb_clone/3, rb_min/3, rb_max/3,
            rb_del_min/4, rb_del_max/4, rb_next/4, rb_previous/4, rb_in/3, rb_size/2,
            is_rbtree/1, list_to_rbtree/2, ord_list_to_rbtree/2
          ]).

:- meta_predicate
    rb_map(+, 2, -),
    rb_map(?, 1),
    rb_partial_map(+, +, 2, -),
    rb_apply(+, +, 2, -),
    rb_fold(3, +, +, -).

rb_new(t(Nil, Nil)) :-
    Nil = black('', _, _, '').

rb_empty(t(Nil, Nil)) :-
    Nil = black('', _, _, '').

rb_lookup(Key, Value, Tree) :-
    tree(Tree, rb_lookup(Key, Value, Tree), _, T),
    lookup(T, Key, Value0),
    Value = Value0.

% tree(+Tree, +Goal, -Nil, -Root): what is no tree is an error of the goal.
tree(Tree, Goal, Nil, Root) :-
    (   nonvar(Tree),
        Tree = t(Nil0, Root0)
    ->  Nil = Nil0,
        Root = Root0
    ;   no_rule(Goal)
    ).

no_rule(Goal) :-
    functor(Goal, Name, Arity),
    throw(error(existence_error(matching_rule, rbtrees:Goal),
                context(rbtrees:Name/Arity, _))).

lookup(Node, Key, Value) :-
    node(Node, L, K, V, R),
    compare(Order, Key, K),
    lookup(Order, Key, V, L, R, Value).

lookup(=, _, V, _, _, V).
lookup(<, Key, _, L, _, V) :-
    lookup(L, Key, V).
lookup(>, Key, _, _, R, V) :-
    lookup(R, Key, V).

% node(+Node, -Left, -Key, -Value, -Right): fails for the leaf.
node(black(L, K, V, R), L, K, V, R) :-
    L \== ''.
node(red(L, K, V, R), L, K, V, R).

rb_min(RB, Key, Value) :-
    tree(RB, rb_min(RB, Key, Value), _, T),
    least(T, Key, Value).

least(Node, Key, Value) :-
    node(Node, L, K, V, _),
    (   node(L, _, _, _, _)
    ->  least(L, Key, Value)
    ;   Key = K,
        Value = V
    ).

rb_max(RB, Key, Value) :-
    tree(RB, rb_max(RB, Key, Value), _, T),
    greatest(T, Key, Value).

greatest(Node, Key, Value) :-
    node(Node, _, K, V, R),
    (   node(R, _, _, _, _)
    ->  greatest(R, Key, Value)
    ;   Key = K,
        Value = V
    ).

rb_next(RB, Key, Next, Value) :-
    tree(RB, rb_next(RB, Key, Next, Value), _, T),
    lookup(T, Key, _),
    next(T, Key, none, Found),
    Found = found(Next0, Value0),
    Next = Next0,
    Value = Value0.

next(Node, Key, Best, Found) :-
    (   node(Node, L, K, V, R)
    ->  (   Key @< K
        ->  next(L, Key, found(K, V), Found)
        ;   next(R, Key, Best, Found)
        )
    ;   Found = Best
    ).

rb_previous(RB, Key, Previous, Value) :-
    tree(RB, rb_previous(RB, Key, Previous, Value), _, T),
    lookup(T, Key, _),
    previous(T, Key, none, Found),
    Found = found(Previous0, Value0),
    Previous = Previous0,
    Value = Value0.

previous(Node, Key, Best, Found) :-
    (   node(Node, L, K, V, R)
    ->  (   K @< Key
        ->  previous(R, Key, found(K, V), Found)
        ;   previous(L, Key, Best, Found)
        )
    ;   Found = Best
    ).

rb_update(RB, Key, Value, Tree) :-
    tree(RB, rb_update(RB, Key, Value, Tree), Nil, T0),
    update(T0, Key, _, Value, T),
    Tree = t(Nil, T).

rb_update(RB, Key, Old, Value, Tree) :-
    tree(RB, rb_update(RB, Key, Old, Value, Tree), Nil, T0),
    update(T0, Key, Old, Value, T),
    Tree = t(Nil, T).

update(Node, Key, Old, New, Node1) :-
    node(Node, L, K, V, R),
    compare(Order, Key, K),
    update(Order, Key, Old, New, V, L, R, V1, L1, R1),
    rebuilt(Node, L1, K, V1, R1, Node1).

update(=, _, V, New, V, L, R, New, L, R).
update(<, Key, Old, New, V, L, R, V, L1, R) :-
    update(L, Key, Old, New, L1).
update(>, Key, Old, New, V, L, R, V, L, R1) :-
    update(R, Key, Old, New, R1).

rebuilt(black(_, _, _, _), L, K, V, R, black(L, K, V, R)).
rebuilt(red(_, _, _, _), L, K, V, R, red(L, K, V, R)).

rb_apply(RB, Key, Goal, Tree) :-
    strip_module(Goal, _, Plain),
    tree(RB, rb_apply(RB, Key, Plain, Tree), Nil, T0),
    lookup(T0, Key, Old),
    !,
    call(Goal, Old, New),
    !,
    update(T0, Key, _, New, T),
    Tree = t(Nil, T).

rb_in(Key, Value, Tree) :-
    tree(Tree, rb_in(Key, Value, Tree), _, T),
    (   ground(Key)
    ->  lookup(T, Key, Value0),
        Value = Value0
    ;   enumerate(T, Key, Value)
    ).

enumerate(Node, Key, Value) :-
    node(Node, L, K, V, R),
    (   enumerate(L, Key, Value)
    ;   Key = K,
        Value = V
    ;   enumerate(R, Key, Value)
    ).

rb_insert(RB, Key, Value, Tree) :-
    tree(RB, rb_insert(RB, Key, Value, Tree), Nil, T0),
    insert(T0, Nil, Key, Value, T),
    Tree = t(Nil, T).

rb_insert_new(RB, Key, Value, Tree) :-
    tree(RB, rb_insert_new(RB, Key, Value, Tree), Nil, T0),
    \+ lookup(T0, Key, _),
    insert(T0, Nil, Key, Value, T),
    Tree = t(Nil, T).

insert(T0, Nil, Key, Value, black(L, K, V, R)) :-
    ins(T0, Nil, Key, Value, T),
    node(T, L, K, V, R).

ins(Node, Nil, Key, Value, Node1) :-
    (   node(Node, L, K, V, R)
    ->  compare(Order, Key, K),
        ins(Order, Node, Nil, Key, Value, L, K, V, R, Node1)
    ;   Node1 = red(Nil, Key, Value, Nil)
    ).

ins(=, Node, _, Key, Value, L, _, _, R, Node1) :-
    rebuilt(Node, L, Key, Value, R, Node1).
ins(<, Node, Nil, Key, Value, L, K, V, R, Node1) :-
    ins(L, Nil, Key, Value, L1),
    rebuilt(Node, L1, K, V, R, Node2),
    balance(Node2, Node1).
ins(>, Node, Nil, Key, Value, L, K, V, R, Node1) :-
    ins(R, Nil, Key, Value, R1),
    rebuilt(Node, L, K, V, R1, Node2),
    balance(Node2, Node1).

balance(black(red(red(A,XK,XV,B),YK,YV,C),ZK,ZV,D), T) :- !,
    T = red(black(A,XK,XV,B),YK,YV,black(C,ZK,ZV,D)).
balance(black(red(A,XK,XV,red(B,YK,YV,C)),ZK,ZV,D), T) :- !,
    T = red(black(A,XK,XV,B),YK,YV,black(C,ZK,ZV,D)).
balance(black(A,XK,XV,red(red(B,YK,YV,C),ZK,ZV,D)), T) :- !,
    T = red(black(A,XK,XV,B),YK,YV,black(C,ZK,ZV,D)).
balance(black(A,XK,XV,red(B,YK,YV,red(C,ZK,ZV,D))), T) :- !,
    T = red(black(A,XK,XV,B),YK,YV,black(C,ZK,ZV,D)).
balance(T, T).

rb_delete(T, K, T1) :-
    rb_delete(T, K, _, T1).

rb_delete(RB, Key, Value, Tree) :-
    tree(RB, rb_delete(RB, Key, Value, Tree), _, T0),
    lookup(T0, Key, Value0),
    Value = Value0,
    pairs(T0, Pairs0, []),
    without_key(Pairs0, Key, Pairs),
    ord_list_to_rbtree(Pairs, Tree).

without_key([K-V|Ps], Key, Rest) :-
    (   K == Key
    ->  Rest = Ps
    ;   Rest = [K-V|Rest1],
        without_key(Ps, Key, Rest1)
    ).

rb_del_min(Tree, Key, Value, Tree1) :-
    rb_min(Tree, Key0, Value0),
    Key = Key0,
    Value = Value0,
    rb_delete(Tree, Key0, Tree1).

rb_del_max(Tree, Key, Value, Tree1) :-
    rb_max(Tree, Key0, Value0),
    Key = Key0,
    Value = Value0,
    rb_delete(Tree, Key0, Tree1).

rb_visit(RB, Pairs) :-
    tree(RB, rb_visit(RB, Pairs), _, T),
    pairs(T, Pairs0, []),
    Pairs = Pairs0.

pairs(Node, Ps0, Ps) :-
    (   node(Node, L, K, V, R)
    ->  pairs(L, Ps0, [K-V|Ps1]),
        pairs(R, Ps1, Ps)
    ;   Ps0 = Ps
    ).

rb_keys(RB, Keys) :-
    tree(RB, rb_keys(RB, Keys), _, T),
    pairs(T, Pairs, []),
    pairs_keys(Pairs, Keys).

rb_size(RB, Size) :-
    tree(RB, rb_size(RB, Size), _, T),
    pairs(T, Pairs, []),
    length(Pairs, Size).

rb_map(RB, Goal, Tree) :-
    strip_module(Goal, _, Plain),
    tree(RB, rb_map(RB, Plain, Tree), Nil, T0),
    map_tree(T0, Goal, T),
    Tree = t(Nil, T).

map_tree(Node, Goal, Node1) :-
    (   node(Node, L, K, V, R)
    ->  call(Goal, V, V1),
        !,
        map_tree(L, Goal, L1),
        map_tree(R, Goal, R1),
        rebuilt(Node, L1, K, V1, R1, Node1)
    ;   Node1 = Node
    ).

rb_map(RB, Goal) :-
    strip_module(Goal, _, Plain),
    tree(RB, rb_map(RB, Plain), _, T),
    map_values(T, Goal).

map_values(Node, Goal) :-
    (   node(Node, L, _, V, R)
    ->  call(Goal, V),
        !,
        map_values(L, Goal),
        map_values(R, Goal)
    ;   true
    ).

rb_partial_map(RB, Keys, Goal, Tree) :-
    strip_module(Goal, _, Plain),
    tree(RB, rb_partial_map(RB, Keys, Plain, Tree), Nil, T0),
    map_some(Keys, T0, Goal, T),
    Tree = t(Nil, T).

map_some([], T, _, T).
map_some([Key|Keys], T0, Goal, T) :-
    (   lookup(T0, Key, Old)
    ->  once(call(Goal, Old, New)),
        update(T0, Key, _, New, T1)
    ;   T1 = T0
    ),
    map_some(Keys, T1, Goal, T).

rb_fold(Goal, RB, S0, S) :-
    strip_module(Goal, _, Plain),
    tree(RB, rb_fold(Plain, RB, S0, S), _, T),
    pairs(T, Pairs, []),
    fold(Pairs, Goal, S0, S).

fold([], _, S, S).
fold([P|Ps], Goal, S0, S) :-
    call(Goal, P, S0, S1),
    fold(Ps, Goal, S1, S).

% The same keys with fresh values.
rb_clone(RB, Tree, Pairs) :-
    tree(RB, rb_clone(RB, Tree, Pairs), Nil, T0),
    clone(T0, T, Pairs, []),
    Tree = t(Nil, T).

clone(Node, Node1, Ps0, Ps) :-
    (   node(Node, L, K, _, R)
    ->  clone(L, L1, Ps0, [K-V|Ps1]),
        clone(R, R1, Ps1, Ps),
        rebuilt(Node, L1, K, V, R1, Node1)
    ;   Node1 = Node,
        Ps0 = Ps
    ).

list_to_rbtree(List, Tree) :-
    must_be(list, List),
    reversed(List, [], Reversed),
    sort(1, @>, Reversed, Descending),
    reversed(Descending, [], Sorted),
    ord_list_to_rbtree(Sorted, Tree).

reversed([], L, L).
reversed([X|Xs], L0, L) :-
    reversed(Xs, [X|L0], L).

% A balanced tree: the nodes of the deepest level are red, all others black.
ord_list_to_rbtree(List, t(Nil, Tree)) :-
    must_be(list, List),
    Nil = black('', _, _, ''),
    length(List, N),
    full_levels(N, 0, Levels),
    build(N, Levels, Nil, List, [], Tree0),
    blackened(Tree0, Tree).

blackened(red(L, K, V, R), black(L, K, V, R)) :- !.
blackened(T, T).

full_levels(N, L0, L) :-
    (   N >= 2**(L0+1)-1
    ->  L1 is L0+1,
        full_levels(N, L1, L)
    ;   L = L0
    ).

build(0, _, Nil, Ps, Ps, Nil) :- !.
build(N, Level, Nil, Ps0, Ps, Tree) :-
    Left is N//2,
    Right is N-1-Left,
    Below is Level-1,
    build(Left, Below, Nil, Ps0, [K-V|Ps1], L),
    build(Right, Below, Nil, Ps1, Ps, R),
    (   Level =:= 0
    ->  Tree = red(L, K, V, R)
    ;   Tree = black(L, K, V, R)
    ).

is_rbtree(X) :-
    nonvar(X),
    X = t(Nil, Tree),
    nonvar(Nil),
    Nil = black(A, _, _, B),
    A == '',
    B == '',
    nonvar(Tree),
    (   node(Tree, _, _, _, _)
    ->  Tree = black(_, _, _, _),
        black_height(Tree, _),
        pairs(Tree, Pairs, []),
        ascending(Pairs)
    ;   Tree = black(C, _, _, _),
        C == ''
    ).

black_height(Node, Height) :-
    nonvar(Node),
    (   node(Node, L, _, _, R)
    ->  black_height(L, H),
        black_height(R, H),
        (   Node = black(_, _, _, _)
        ->  Height is H+1
        ;   L \= red(_, _, _, _),
            R \= red(_, _, _, _),
            Height = H
        )
    ;   Node = black(E, _, _, _),
        E == '',
        Height = 0
    ).

ascending([]).
ascending([K-_|Ps]) :-
    ascending(Ps, K).

ascending([], _).
ascending([K-_|Ps], K0) :-
    K0 @< K,
    ascending(Ps, K).
