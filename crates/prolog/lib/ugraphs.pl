% Graphs as ordered lists of Vertex-Neighbours, the neighbours an ordered list too.

:- module(ugraphs,
          [ vertices_edges_to_ugraph/3, vertices/2, edges/2, add_vertices/3, del_vertices/3,
            add_edges/3, del_edges/3, transpose_ugraph/2, compose/3, top_sort/2, top_sort/3,
            neighbors/3, neighbours/3, complement/2, reachable/3, transitive_closure/2,
            ugraph_union/3, connect_ugraph/3, ugraph_layers/2
          ]).
:- use_module(library(ordsets)).
:- use_module(library(lists)).
:- use_module(library(pairs)).

vertices([], []).
vertices([V-_|G], [V|Vs]) :-
    vertices(G, Vs).

edges(G, Edges) :-
    edges_(G, Edges).

edges_([], []).
edges_([V-Ns|G], Edges) :-
    edges_from(Ns, V, Edges, Rest),
    edges_(G, Rest).

edges_from([], _, Es, Es).
edges_from([N|Ns], V, [V-N|Es0], Es) :-
    edges_from(Ns, V, Es0, Es).

vertices_edges_to_ugraph(Vertices, Edges, Graph) :-
    ends(Edges, Ends),
    append(Vertices, Ends, All),
    sort(All, Vs),
    sort(Edges, Es),
    group_edges(Vs, Es, Graph).

ends([], []).
ends([A-B|Es], [A,B|Vs]) :-
    ends(Es, Vs).

group_edges([], _, []).
group_edges([V|Vs], Es0, [V-Ns|G]) :-
    from_vertex(Es0, V, Ns, Es),
    group_edges(Vs, Es, G).

from_vertex([A-B|Es0], V, [B|Ns], Es) :-
    A == V,
    !,
    from_vertex(Es0, V, Ns, Es).
from_vertex(Es, _, [], Es).

add_vertices(Graph, Vertices, NewGraph) :-
    sort(Vertices, Vs),
    empty_neighbours(Vs, New),
    ugraph_union(Graph, New, NewGraph).

empty_neighbours([], []).
empty_neighbours([V|Vs], [V-[]|G]) :-
    empty_neighbours(Vs, G).

del_vertices(Graph, Vertices, NewGraph) :-
    sort(Vertices, Vs),
    without_vertices(Graph, Vs, NewGraph).

without_vertices([], _, []).
without_vertices([V-Ns0|G0], Vs, G) :-
    (   ord_memberchk(V, Vs)
    ->  G = G1
    ;   ord_subtract(Ns0, Vs, Ns),
        G = [V-Ns|G1]
    ),
    without_vertices(G0, Vs, G1).

add_edges(Graph, Edges, NewGraph) :-
    vertices_edges_to_ugraph([], Edges, New),
    ugraph_union(Graph, New, NewGraph).

del_edges(Graph, Edges, NewGraph) :-
    vertices_edges_to_ugraph([], Edges, Old),
    graph_subtract(Graph, Old, NewGraph).

graph_subtract([], _, []).
graph_subtract([V-Ns0|G0], Old, [V-Ns|G]) :-
    (   memberchk(V-Gone, Old)
    ->  ord_subtract(Ns0, Gone, Ns)
    ;   Ns = Ns0
    ),
    graph_subtract(G0, Old, G).

ugraph_union([], G, G).
ugraph_union([V-Ns|G1], G2, G) :-
    union_with(G2, V, Ns, G1, G).

union_with([], V, Ns, G1, [V-Ns|G1]).
union_with([W-Ms|G2], V, Ns, G1, G) :-
    compare(Order, V, W),
    union_step(Order, V, Ns, G1, W, Ms, G2, G).

union_step(<, V, Ns, G1, W, Ms, G2, [V-Ns|G]) :-
    union_with(G1, W, Ms, G2, G).
union_step(=, V, Ns, G1, _, Ms, G2, [V-All|G]) :-
    ord_union(Ns, Ms, All),
    ugraph_union(G1, G2, G).
union_step(>, V, Ns, G1, W, Ms, G2, [W-Ms|G]) :-
    union_with(G2, V, Ns, G1, G).

transpose_ugraph(Graph, Transposed) :-
    vertices(Graph, Vs),
    edges(Graph, Es0),
    transpose_pairs(Es0, Es),
    vertices_edges_to_ugraph(Vs, Es, Transposed).

compose(G1, G2, Composition) :-
    vertices(G1, V1),
    vertices(G2, V2),
    ord_union(V1, V2, Vs),
    compose_(Vs, G1, G2, Composition).

compose_([], _, _, []).
compose_([V|Vs], G1, G2, [V-Ns|G]) :-
    (   memberchk(V-Middle, G1)
    ->  true
    ;   Middle = []
    ),
    neighbours_of_all(Middle, G2, Lists),
    ord_union(Lists, Ns),
    compose_(Vs, G1, G2, G).

neighbours_of_all([], _, []).
neighbours_of_all([V|Vs], G, [Ns|Lists]) :-
    (   memberchk(V-Ns0, G)
    ->  Ns = Ns0
    ;   Ns = []
    ),
    neighbours_of_all(Vs, G, Lists).

neighbors(V, Graph, Ns) :-
    neighbours(V, Graph, Ns).

neighbours(V, [W-Ns0|G], Ns) :-
    (   V == W
    ->  Ns = Ns0
    ;   neighbours(V, G, Ns)
    ).

complement(Graph, Complement) :-
    vertices(Graph, Vs),
    complement_(Graph, Vs, Complement).

complement_([], _, []).
complement_([V-Ns|G], Vs, [V-Ms|C]) :-
    ord_add_element(Ns, V, Known),
    ord_subtract(Vs, Known, Ms),
    complement_(G, Vs, C).

reachable(V, Graph, Reachable) :-
    reachable_([V], Graph, [V], Reachable).

reachable_([], _, R, R).
reachable_([V|Vs], G, R0, R) :-
    (   neighbours(V, G, Ns)
    ->  true
    ;   Ns = []
    ),
    ord_union(R0, Ns, R1, New),
    append(Vs, New, Vs1),
    reachable_(Vs1, G, R1, R).

% Warshall's algorithm.
transitive_closure(Graph, Closure) :-
    warshall(Graph, Graph, Closure).

warshall([], C, C).
warshall([V-_|G], C0, C) :-
    memberchk(V-Ns, C0),
    warshall(C0, V, Ns, C1),
    warshall(G, C1, C).

warshall([], _, _, []).
warshall([X-Ms0|G0], V, Ns, [X-Ms|G]) :-
    (   ord_memberchk(V, Ms0)
    ->  ord_union(Ms0, Ns, Ms)
    ;   Ms = Ms0
    ),
    warshall(G0, V, Ns, G).

% Vertices without incoming edges come first, the latest found before the others.
top_sort(Graph, Sorted) :-
    top_sort(Graph, Sorted, []).

top_sort(Graph, Sorted, Tail) :-
    vertices(Graph, Vs),
    in_degrees(Graph, Vs, Degrees),
    without_incoming(Degrees, Zeros, Rest),
    top_sort(Zeros, Rest, Graph, Sorted, Tail).

in_degrees(Graph, Vs, Degrees) :-
    edges(Graph, Es),
    pairs_values(Es, Ends0),
    msort(Ends0, Ends),
    count_ends(Vs, Ends, Degrees).

count_ends([], _, []).
count_ends([V|Vs], Ends0, [V-N|Ds]) :-
    count_vertex(Ends0, V, 0, N, Ends),
    count_ends(Vs, Ends, Ds).

count_vertex([E|Es0], V, N0, N, Es) :-
    E == V,
    !,
    N1 is N0+1,
    count_vertex(Es0, V, N1, N, Es).
count_vertex(Es, _, N, N, Es).

without_incoming([], [], []).
without_incoming([V-N|Ds], Zeros, Rest) :-
    (   N =:= 0
    ->  Zeros = [V|Zeros1],
        Rest = Rest1
    ;   Zeros = Zeros1,
        Rest = [V-N|Rest1]
    ),
    without_incoming(Ds, Zeros1, Rest1).

top_sort([], [], _, Tail, Tail).
top_sort([V|Vs], Degrees0, Graph, [V|Sorted], Tail) :-
    neighbours(V, Graph, Ns),
    decrease(Degrees0, Ns, Degrees, New),
    append(New, Vs, Vs1),
    top_sort(Vs1, Degrees, Graph, Sorted, Tail).

decrease([], _, [], []).
decrease([V-N0|Ds0], Ns, Ds, New) :-
    (   ord_memberchk(V, Ns)
    ->  N is N0-1,
        (   N =:= 0
        ->  New = [V|New1],
            Ds = Ds1
        ;   New = New1,
            Ds = [V-N|Ds1]
        )
    ;   New = New1,
        Ds = [V-N0|Ds1]
    ),
    decrease(Ds0, Ns, Ds1, New1).

connect_ugraph(Graph, Start, Connected) :-
    in_degrees_zero(Graph, Roots),
    Start = '$before',
    (   memberchk(Start-_, Graph)
    ->  throw(error(permission_error(connect, ugraph, Graph), _))
    ;   Connected = [Start-Roots|Graph]
    ).

in_degrees_zero(Graph, Roots) :-
    vertices(Graph, Vs),
    in_degrees(Graph, Vs, Degrees),
    without_incoming(Degrees, Roots, _).

ugraph_layers(Graph, Layers) :-
    vertices(Graph, Vs),
    in_degrees(Graph, Vs, Degrees),
    layers(Degrees, Graph, Layers).

layers([], _, []) :- !.
layers(Degrees, Graph, [Zeros|Layers]) :-
    without_incoming(Degrees, Zeros, Rest),
    Zeros \== [],
    decrease_all(Zeros, Graph, Rest, Rest1),
    layers(Rest1, Graph, Layers).

decrease_all([], _, Ds, Ds).
decrease_all([V|Vs], Graph, Ds0, Ds) :-
    neighbours(V, Graph, Ns),
    lower(Ds0, Ns, Ds1),
    decrease_all(Vs, Graph, Ds1, Ds).

lower([], _, []).
lower([V-N0|Ds0], Ns, [V-N|Ds]) :-
    (   ord_memberchk(V, Ns)
    ->  N is N0-1
    ;   N = N0
    ),
    lower(Ds0, Ns, Ds).
