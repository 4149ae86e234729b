% Priority queues as pairing heaps: heap(Tree, Size), Tree nil or t(Key, Priority, Subtrees).

:- module(heaps,
          [ add_to_heap/4, delete_from_heap/4, empty_heap/1, singleton_heap/3, get_from_heap/4,
            heap_size/2, heap_to_list/2, is_heap/1, list_to_heap/2, min_of_heap/3,
            min_of_heap/5, merge_heaps/3, peek_at_heap/3
          ]).

empty_heap(heap(nil, 0)).

singleton_heap(heap(t(K, P, []), 1), P, K).

add_to_heap(heap(T0, N0), P, K, heap(T, N)) :-
    meld(T0, t(K, P, []), T),
    N is N0+1.

get_from_heap(heap(t(K, P, Subs), N0), P, K, heap(T, N)) :-
    pair_up(Subs, T),
    N is N0-1.

heap_size(heap(_, N), N).

min_of_heap(heap(t(K, P, _), _), P, K).

peek_at_heap(Heap, P, K) :-
    min_of_heap(Heap, P, K).

min_of_heap(Heap, P1, K1, P2, K2) :-
    get_from_heap(Heap, P1, K1, Rest),
    min_of_heap(Rest, P2, K2).

merge_heaps(heap(A, N), heap(B, M), heap(T, Size)) :-
    meld(A, B, T),
    Size is N+M.

heap_to_list(Heap, List) :-
    (   get_from_heap(Heap, P, K, Rest)
    ->  List = [P-K|Tail],
        heap_to_list(Rest, Tail)
    ;   List = []
    ).

list_to_heap(List, Heap) :-
    empty_heap(Empty),
    add_all(List, Empty, Heap).

add_all([], Heap, Heap).
add_all([P-K|Ps], Heap0, Heap) :-
    add_to_heap(Heap0, P, K, Heap1),
    add_all(Ps, Heap1, Heap).

delete_from_heap(Heap0, P, K, Heap) :-
    heap_to_list(Heap0, List0),
    remove_key(List0, P, K, List),
    !,
    list_to_heap(List, Heap).

remove_key([P-K0|Ps], P, K, Ps) :-
    K0 = K.
remove_key([X|Ps0], P, K, [X|Ps]) :-
    remove_key(Ps0, P, K, Ps).

is_heap(heap(T, N)) :-
    integer(N),
    N >= 0,
    ( T == nil -> N =:= 0 ; T = t(_, _, _) ).

meld(nil, T, T) :- !.
meld(T, nil, T) :- !.
meld(t(K1, P1, S1), t(K2, P2, S2), T) :-
    (   P1 @< P2
    ->  T = t(K1, P1, [t(K2, P2, S2)|S1])
    ;   T = t(K2, P2, [t(K1, P1, S1)|S2])
    ).

pair_up([], nil).
pair_up([T], T) :- !.
pair_up([A,B|Ts], T) :-
    meld(A, B, AB),
    pair_up(Ts, Rest),
    meld(AB, Rest, T).
