% dif/2: two terms are different, now and for ever.

:- module(dif, [dif/2]).

% What would have to become equal is kept as a list of pairs in a node, itself an attributed
% variable with the attribute node(Pairs). A variable in a pair has vars(Nodes). A node is alive
% while it has its attribute.
dif(X, Y) :-
    (   ?=(X, Y)
    ->  X \== Y
    ;   unifiable(X, Y, Unifier0),
        reversed(Unifier0, [], Unifier),
        watch(Unifier, Node),
        put_attr(Node, dif, node(Unifier))
    ).

reversed([], L, L).
reversed([X|Xs], L0, L) :-
    reversed(Xs, [X|L0], L).

watch([], _).
watch([X=Y|Pairs], Node) :-
    watch_variable(X, Node),
    watch_variable(Y, Node),
    watch(Pairs, Node).

watch_variable(X, Node) :-
    (   var(X)
    ->  (   get_attr(X, dif, vars(Nodes))
        ->  (   has_node(Nodes, Node)
            ->  true
            ;   add_node(Nodes, Node, All),
                put_attr(X, dif, vars(All))
            )
        ;   put_attr(X, dif, vars([Node]))
        )
    ;   true
    ).

has_node([N|Ns], Node) :-
    (   N == Node
    ->  true
    ;   has_node(Ns, Node)
    ).

add_node([], Node, [Node]).
add_node([N|Ns], Node, [N|All]) :-
    add_node(Ns, Node, All).

attr_unify_hook(node(_), _).
attr_unify_hook(vars(Nodes), Other) :-
    (   attvar(Other)
    ->  (   get_attr(Other, dif, vars(Others))
        ->  merge_nodes(Nodes, Others, All)
        ;   All = Nodes
        ),
        put_attr(Other, dif, vars(All)),
        check_nodes(All)
    ;   check_nodes(Nodes)
    ).

merge_nodes([], Ns, Ns).
merge_nodes([N|Ns0], Ns, All) :-
    (   has_node(Ns, N)
    ->  All = All1
    ;   All = [N|All1]
    ),
    merge_nodes(Ns0, Ns, All1).

check_nodes([]).
check_nodes([Node|Nodes]) :-
    (   attvar(Node),
        get_attr(Node, dif, node(Pairs0))
    ->  check_pairs(Pairs0, Pairs, Node, Result),
        settle(Result, Pairs, Pairs0, Node)
    ;   true
    ),
    check_nodes(Nodes).

settle(different, _, Pairs, Node) :-
    del_attr(Node, dif),
    unwatch(Pairs, Node).
settle(open, Pairs, _, Node) :-
    Pairs \== [],
    put_attr(Node, dif, node(Pairs)).

% Nobody waits for a node that is settled.
unwatch([], _).
unwatch([Pair|Pairs], Node) :-
    sides(Pair, X, Y),
    term_attvars(X-Y, Vars),
    unwatch_variables(Vars, Node),
    unwatch(Pairs, Node).

unwatch_variables([], _).
unwatch_variables([V|Vs], Node) :-
    (   get_attr(V, dif, vars(Nodes0))
    ->  without_node(Nodes0, Node, Nodes),
        (   Nodes == []
        ->  del_attr(V, dif)
        ;   put_attr(V, dif, vars(Nodes))
        )
    ;   true
    ),
    unwatch_variables(Vs, Node).

without_node([], _, []).
without_node([N|Ns0], Node, Ns) :-
    (   N == Node
    ->  Ns = Ns0
    ;   Ns = [N|Ns1],
        without_node(Ns0, Node, Ns1)
    ).

% Pairs that have become equal go; one that never will settles the matter; pairs of compounds
% are kept, marked, beside the pairs they are now made of.
check_pairs([], [], _, open).
check_pairs([Pair|Pairs0], Pairs, Node, Result) :-
    sides(Pair, X, Y),
    (   X == Y
    ->  check_pairs(Pairs0, Pairs, Node, Result)
    ;   ?=(X, Y)        % without waking anybody
    ->  Result = different
    ;   ( var(X) ; var(Y) ; Pair = known(_, _) )
    ->  watch_variable(X, Node),
        watch_variable(Y, Node),
        Pairs = [Pair|Pairs1],
        check_pairs(Pairs0, Pairs1, Node, Result)
    ;   unifiable(X, Y, Unifier0),
        reversed(Unifier0, [], Unifier),
        watch(Unifier, Node),
        prepend(Unifier, Pairs2, Pairs1),
        Pairs = [known(X, Y)|Pairs1],
        check_pairs(Pairs0, Pairs2, Node, Result)
    ).

sides(X=Y, X, Y).
sides(known(X, Y), X, Y).

prepend([], L, L).
prepend([X|Xs], L, [X|R]) :-
    prepend(Xs, L, R).

attribute_goals(V, Gs0, Gs) :-
    get_attr(V, dif, Value),
    (   Value = vars(Nodes)
    ->  nodes_goals(Nodes, Gs0, Gs)
    ;   Gs0 = Gs
    ).

nodes_goals([], Gs, Gs).
nodes_goals([Node|Nodes], Gs0, Gs) :-
    (   attvar(Node),
        get_attr(Node, dif, node(Pairs))
    ->  % Printed once: the copy this is done for is thrown away.
        del_attr(Node, dif),
        pairs_goal(Pairs, Goal),
        Gs0 = [Goal|Gs1]
    ;   Gs0 = Gs1
    ),
    nodes_goals(Nodes, Gs1, Gs).

pairs_goal([Pair], Goal) :- !,
    sides(Pair, X, Y),
    Goal = dif(X, Y).
pairs_goal(Pairs, dif(F, G)) :-
    all_sides(Pairs, Xs, Ys),
    F =.. [f|Xs],
    G =.. [f|Ys].

all_sides([], [], []).
all_sides([P|Ps], [X|Xs], [Y|Ys]) :-
    sides(P, X, Y),
    all_sides(Ps, Xs, Ys).
