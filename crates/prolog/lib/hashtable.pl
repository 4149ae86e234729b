% Tables that are changed in place; changes are undone on backtracking.

:- module(hashtable,
          [ ht_new/1, ht_is_hashtable/1, ht_size/2, ht_put/3, ht_put/5, ht_update/4,
            ht_put_new/3, ht_del/3, ht_get/3, ht_gen/3, ht_keys/2, ht_values/2, ht_pairs/2
          ]).
:- use_module(library(assoc)).
:- use_module(library(error)).

ht_new(ht(0, Tree)) :-
    empty_assoc(Tree).

ht_is_hashtable(HT) :-
    nonvar(HT),
    HT = ht(Size, _),
    integer(Size).

check(HT) :-
    (   ht_is_hashtable(HT)
    ->  true
    ;   must_be(hashtable, HT)
    ).

ht_size(ht(Size, _), Size).

ht_put(HT, Key, Value) :-
    ht_put(HT, Key, Value, _, _).

% Old is the value that was there, or IfNew.
ht_put(HT, Key, Value, IfNew, Old) :-
    check(HT),
    must_be(nonvar, Key),
    HT = ht(Size, Tree),
    (   get_assoc(Key, Tree, Old0)
    ->  Old = Old0
    ;   Old = IfNew,
        Size1 is Size+1,
        setarg(1, HT, Size1)
    ),
    put_assoc(Key, Tree, Value, Tree1),
    setarg(2, HT, Tree1).

ht_update(HT, Key, Old, New) :-
    HT = ht(_, Tree),
    get_assoc(Key, Tree, Old),
    put_assoc(Key, Tree, New, Tree1),
    setarg(2, HT, Tree1).

ht_put_new(HT, Key, Value) :-
    \+ ht_get(HT, Key, _),
    ht_put(HT, Key, Value).

ht_del(HT, Key, Value) :-
    must_be(nonvar, Key),
    HT = ht(Size, Tree),
    del_assoc(Key, Tree, Value0, Tree1),
    Value = Value0,
    Size1 is Size-1,
    setarg(1, HT, Size1),
    setarg(2, HT, Tree1).

ht_get(HT, Key, Value) :-
    check(HT),
    must_be(nonvar, Key),
    HT = ht(_, Tree),
    get_assoc(Key, Tree, Value).

ht_gen(ht(_, Tree), Key, Value) :-
    gen_assoc(Key, Tree, Value).

ht_keys(ht(_, Tree), Keys) :-
    assoc_to_keys(Tree, Keys).

ht_values(ht(_, Tree), Values) :-
    assoc_to_values(Tree, Values).

ht_pairs(HT, Pairs) :-
    (   nonvar(HT)
    ->  HT = ht(_, Tree),
        assoc_to_list(Tree, Pairs)
    ;   ht_new(HT),
        put_pairs(Pairs, HT)
    ).

put_pairs([], _).
put_pairs([Pair|Pairs], HT) :-
    pair(Pair, Key, Value),
    ht_put(HT, Key, Value),
    put_pairs(Pairs, HT).

pair(K-V, K, V).
pair(K=V, K, V).
pair(K:V, K, V).
