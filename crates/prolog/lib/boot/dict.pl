% Dicts in the module system. A dict is a compound of its tag and then value and key in turns, the
% keys in standard order; its name is no atom that a program can write.

dict_pairs(Dict, Tag, Pairs) :-
    (   is_dict(Dict)
    ->  '$dict_pairs'(Dict, Tag, Pairs)
    ;   nonvar(Dict)
    ->  throw(error(type_error(dict, Dict), context(system:dict_pairs/3, _)))
    ;   '$make_dict'(Tag, Pairs, Dict, dict_pairs/3)
    ).

dict_create(Dict, Tag, Pairs) :-
    (   is_dict(Pairs)
    ->  '$dict_pairs'(Pairs, Tag, Plain),
        '$make_dict'(Tag, Plain, Dict, dict_create/3)
    ;   '$make_dict'(Tag, Pairs, Dict, dict_create/3)
    ).

'$dict_pairs'(Dict, Tag, Pairs) :-
    compound_name_arguments(Dict, _, [Tag|Rest]),
    '$dict_unweave'(Rest, Pairs).

'$dict_unweave'([], []).
'$dict_unweave'([V,K|Rest], [K-V|Pairs]) :-
    '$dict_unweave'(Rest, Pairs).

'$dict_weave'([], []).
'$dict_weave'([K-V|Pairs], [V,K|Rest]) :-
    '$dict_weave'(Pairs, Rest).

% From pairs that are sorted and good.
'$dict_of_pairs'(Tag, Pairs, Dict) :-
    '$dict_weave'(Pairs, Rest),
    '$dict_functor'(Functor),
    compound_name_arguments(Dict, Functor, [Tag|Rest]).

'$make_dict'(Tag, Data, Dict, Who) :-
    (   is_list(Data)
    ->  true
    ;   '$dict_partial'(Data)
    ->  throw(error(instantiation_error, context(system:Who, _)))
    ;   throw(error(type_error(list, Data), context(system:Who, _)))
    ),
    '$dict_plain_pairs'(Data, Pairs0, Who),
    keysort(Pairs0, Pairs),
    '$dict_distinct'(Pairs, Who),
    '$dict_of_pairs'(Tag, Pairs, Dict).

'$dict_partial'(Data) :-
    '$skip_list'(_, Data, Tail),
    var(Tail).

'$dict_plain_pairs'([], [], _).
'$dict_plain_pairs'([P|Ps], [K-V|Pairs], Who) :-
    (   '$dict_pair'(P, K, V)
    ->  '$dict_check_key'(K, Who)
    ;   var(P)
    ->  throw(error(instantiation_error, context(system:Who, _)))
    ;   throw(error(type_error(pair, P), context(system:Who, _)))
    ),
    '$dict_plain_pairs'(Ps, Pairs, Who).

'$dict_pair'(P, _, _) :- var(P), !, fail.
'$dict_pair'(K-V, K, V) :- !.
'$dict_pair'(K=V, K, V) :- !.
'$dict_pair'(K:V, K, V) :- !.
'$dict_pair'(P, K, V) :-
    compound(P),
    compound_name_arguments(P, K, [V]).

'$dict_check_key'(K, Who) :-
    (   ( atom(K) ; integer(K) )
    ->  true
    ;   var(K)
    ->  throw(error(instantiation_error, context(system:Who, _)))
    ;   throw(error(type_error('dict-key', K), context(system:Who, _)))
    ).

'$dict_distinct'([K-_|Pairs], Who) :-
    Pairs = [K2-_|_],
    !,
    (   K == K2
    ->  throw(error(duplicate_key(K), context(system:Who, _)))
    ;   '$dict_distinct'(Pairs, Who)
    ).
'$dict_distinct'(_, _).

% The dict that an argument stands for: a dict, or a list of pairs.
'$dict_arg'(Data, Dict, Who) :-
    (   is_dict(Data)
    ->  Dict = Data
    ;   Data = [_|_],
        is_list(Data)
    ->  '$make_dict'(_, Data, Dict, Who)
    ;   var(Data)
    ->  throw(error(instantiation_error, context(system:Who, _)))
    ;   throw(error(type_error(dict, Data), context(system:Who, _)))
    ).

get_dict(Key, Data, Value) :-
    '$dict_arg'(Data, Dict, get_dict/3),
    (   var(Key)
    ->  '$dict_pairs'(Dict, _, Pairs),
        '$member'(Key-Value, Pairs)
    ;   '$dict_check_key'(Key, get_dict/3),
        '$dict_find'(Key, Dict, I),
        arg(I, Dict, Value)
    ).

get_dict(Key, Data, Value, New, NewValue) :-
    '$dict_arg'(Data, Dict, get_dict/5),
    '$dict_find'(Key, Dict, I),
    arg(I, Dict, Value),
    '$dict_put'(Key, Dict, NewValue, New).

get_dict_ex(Key, Data, Value) :-
    '$dict_arg'(Data, Dict, get_dict_ex/3),
    (   nonvar(Key),
        '$dict_check_key'(Key, get_dict_ex/3),
        \+ '$dict_find'(Key, Dict, _)
    ->  throw(error(existence_error(key, Key, Dict), _))
    ;   get_dict(Key, Dict, Value)
    ).

% Place of the value of a key: halving, as keys are sorted.
'$dict_find'(Key, Dict, I) :-
    functor(Dict, _, Arity),
    High is (Arity-1)//2,
    '$dict_find'(1, High, Key, Dict, I).

'$dict_find'(Low, High, Key, Dict, I) :-
    Low =< High,
    Middle is (Low+High)//2,
    At is Middle*2+1,
    arg(At, Dict, Found),
    compare(Order, Key, Found),
    (   Order = (=)
    ->  I is At-1
    ;   Order = (<)
    ->  High1 is Middle-1,
        '$dict_find'(Low, High1, Key, Dict, I)
    ;   Low1 is Middle+1,
        '$dict_find'(Low1, High, Key, Dict, I)
    ).

put_dict(Key, Data, Value, New) :-
    '$dict_data'(Data, Dict, put_dict/4),
    '$dict_check_key'(Key, put_dict/4),
    '$dict_put'(Key, Dict, Value, New).

'$dict_data'(Data, Dict, Who) :-
    (   ( var(Data) ; is_dict(Data) ; is_list(Data) )
    ->  '$dict_arg'(Data, Dict, Who)
    ;   throw(error(type_error('dict-data', Data), context(system:Who, _)))
    ).

'$dict_put'(Key, Dict, Value, New) :-
    '$dict_pairs'(Dict, Tag, Pairs0),
    '$dict_put_pair'(Pairs0, Key, Value, Pairs),
    '$dict_of_pairs'(Tag, Pairs, New).

'$dict_put_pair'([], K, V, [K-V]).
'$dict_put_pair'([K0-V0|Pairs0], K, V, Pairs) :-
    compare(Order, K, K0),
    (   Order = (=)
    ->  Pairs = [K-V|Pairs0]
    ;   Order = (<)
    ->  Pairs = [K-V,K0-V0|Pairs0]
    ;   Pairs = [K0-V0|Pairs1],
        '$dict_put_pair'(Pairs0, K, V, Pairs1)
    ).

put_dict(Data, Dict0, New) :-
    '$dict_arg'(Dict0, Dict, put_dict/3),
    (   Data == []
    ->  New = Dict
    ;   '$dict_data'(Data, More, put_dict/3),
        '$dict_pairs'(More, _, Added),
        '$dict_pairs'(Dict, Tag, Pairs0),
        '$dict_put_all'(Added, Pairs0, Pairs),
        '$dict_of_pairs'(Tag, Pairs, New)
    ).

'$dict_put_all'([], Pairs, Pairs).
'$dict_put_all'([K-V|Added], Pairs0, Pairs) :-
    '$dict_put_pair'(Pairs0, K, V, Pairs1),
    '$dict_put_all'(Added, Pairs1, Pairs).

del_dict(Key, Data, Value, New) :-
    '$dict_arg'(Data, Dict, del_dict/4),
    '$dict_check_key'(Key, del_dict/4),
    '$dict_pairs'(Dict, Tag, Pairs0),
    '$dict_take'(Pairs0, Key, Value, Pairs),
    '$dict_of_pairs'(Tag, Pairs, New0),
    New = New0.

'$dict_take'([K-V|Pairs], Key, Value, Rest) :-
    (   K == Key
    ->  Value = V,
        Rest = Pairs
    ;   Rest = [K-V|Rest1],
        '$dict_take'(Pairs, Key, Value, Rest1)
    ).

select_dict(Select0, From0, Rest) :-
    '$dict_arg'(Select0, Select, select_dict/3),
    '$dict_arg'(From0, From, select_dict/3),
    '$dict_pairs'(Select, Tag, Wanted),
    '$dict_pairs'(From, Tag, Pairs),
    '$dict_take_all'(Wanted, Pairs, Others),
    '$dict_of_pairs'(Tag, Others, Rest0),
    Rest = Rest0.

'$dict_take_all'([], Pairs, Pairs).
'$dict_take_all'([K-V|Wanted], Pairs0, Pairs) :-
    '$dict_take'(Pairs0, K, V, Pairs1),
    '$dict_take_all'(Wanted, Pairs1, Pairs).

:<(Select, From) :-
    select_dict(Select, From, _).

>:<(Left0, Right0) :-
    '$dict_arg'(Left0, Left, (>:<)/2),
    '$dict_arg'(Right0, Right, (>:<)/2),
    '$dict_pairs'(Left, Tag, Pairs),
    '$dict_pairs'(Right, Tag, _),
    '$dict_agree'(Pairs, Right).

'$dict_agree'([], _).
'$dict_agree'([K-V|Pairs], Dict) :-
    (   '$dict_find'(K, Dict, I)
    ->  arg(I, Dict, V)
    ;   true
    ),
    '$dict_agree'(Pairs, Dict).

b_set_dict(Key, Dict, Value) :-
    '$dict_place'(Key, Dict, I, b_set_dict/3),
    setarg(I, Dict, Value).

nb_set_dict(Key, Dict, Value) :-
    '$dict_place'(Key, Dict, I, nb_set_dict/3),
    nb_setarg(I, Dict, Value).

nb_link_dict(Key, Dict, Value) :-
    '$dict_place'(Key, Dict, I, nb_link_dict/3),
    nb_linkarg(I, Dict, Value).

'$dict_place'(Key, Dict, I, Who) :-
    '$must_be_dict'(Dict, Who),
    '$dict_check_key'(Key, Who),
    (   '$dict_find'(Key, Dict, I)
    ->  true
    ;   throw(error(existence_error(key, Key, Dict), context(system:Who, _)))
    ).

'$must_be_dict'(Dict, Who) :-
    (   is_dict(Dict)
    ->  true
    ;   var(Dict)
    ->  throw(error(instantiation_error, context(system:Who, _)))
    ;   throw(error(type_error(dict, Dict), context(system:Who, _)))
    ).

% Functions on dicts: what Data.Function stands for.
'.'(Data, Function, Value) :-
    (   is_dict(Data, Tag)
    ->  '$dict_eval'(Function, Tag, Data, Value)
    ;   is_list(Data),
        Data \== []
    ->  dict_create(Dict, Tag, Data),
        '$dict_eval'(Function, Tag, Dict, Value)
    ;   var(Data)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(dict, Data), _))
    ).

'$dict_eval'(Key, _, Dict, Value) :-
    ( var(Key) ; atomic(Key) ),
    !,
    get_dict_ex(Key, Dict, Value).
'$dict_eval'(get(Key), _, Dict, Value) :- !,
    get_dict(Key, Dict, Value).
'$dict_eval'(get(Key, Default), _, Dict, Value) :- !,
    (   get_dict(Key, Dict, Found)
    ->  Value = Found
    ;   Value = Default
    ).
'$dict_eval'(put(New), _, Dict, Value) :- !,
    (   is_dict(New)
    ->  put_dict(New, Dict, Value)
    ;   is_list(New)
    ->  put_dict(New, Dict, Value)
    ;   throw(error(type_error(dict, New), _))
    ).
'$dict_eval'(put(Key, New), _, Dict, Value) :- !,
    '$dict_put_path'(Key, Dict, New, Value).
'$dict_eval'(Function, Tag, Dict, Value) :-
    (   var(Tag)
    ->  throw(error(existence_error(procedure, '$dicts':(:)/4),
                    context('$dicts':eval_dict_function/4, _)))
    ;   call(Tag:Function, Dict, Value)
    ).

'$dict_put_path'(Key, Dict, New, Value) :-
    (   var(Key)
    ->  throw(error(instantiation_error, _))
    ;   Key = Path/Last
    ->  (   '$dict_get_path'(Path, Dict, Inner),
            is_dict(Inner)
        ->  true
        ;   '$dict_of_pairs'(_, [], Inner)
        ),
        '$dict_put'(Last, Inner, New, Inner1),
        '$dict_put_path'(Path, Dict, Inner1, Value)
    ;   put_dict(Key, Dict, New, Value)
    ).

'$dict_get_path'(Path, Dict, Value) :-
    (   nonvar(Path),
        Path = Before/Last
    ->  '$dict_get_path'(Before, Dict, Inner),
        is_dict(Inner),
        get_dict(Last, Inner, Value)
    ;   get_dict(Path, Dict, Value)
    ).
