% Tries, in the module system: terms up to renaming of variables, with values. The terms are in
% tables, as those of tabled predicates; a trie is '<trie>'(Table).

trie_new('<trie>'(T)) :-
    flag('$tries', N, N+1),
    '$tbl_variant'('$trie'(N), T).

trie_destroy('<trie>'(T)) :-
    '$tbl_clear'(T).

trie_delete_all(Trie) :-
    trie_destroy(Trie).

is_trie(Trie) :-
    nonvar(Trie),
    Trie = '<trie>'(T),
    integer(T).

'$trie_table'(Trie, T) :-
    (   var(Trie)
    ->  throw(error(instantiation_error, _))
    ;   Trie = '<trie>'(T)
    ->  true
    ;   throw(error(type_error(trie, Trie), _))
    ).

'$trie_key'(Key) :-
    (   acyclic_term(Key)
    ->  true
    ;   throw(error(type_error(acyclic_term, Key), _))
    ),
    (   term_attvars(Key, [])
    ->  true
    ;   throw(error(type_error(free_of_attvar, Key), _))
    ).

trie_insert(Trie, Key) :-
    '$trie_new_key'(Trie, Key, T),
    '$tbl_put'(T, Key, Key-'$no_value').

trie_insert(Trie, Key, Value) :-
    '$trie_new_key'(Trie, Key, T),
    (   var(Value)
    ->  throw(error(instantiation_error, _))
    ;   '$tbl_put'(T, Key, Key-Value)
    ).

trie_insert(Trie, Key, Value, '<trie_node>'(T, Copy)) :-
    trie_insert(Trie, Key, Value),
    Trie = '<trie>'(T),
    copy_term(Key, Copy).

'$trie_new_key'(Trie, Key, T) :-
    '$trie_table'(Trie, T),
    '$trie_key'(Key),
    \+ '$tbl_get'(T, Key, _).

trie_update(Trie, Key, Value) :-
    '$trie_table'(Trie, T),
    '$trie_key'(Key),
    '$tbl_put'(T, Key, Key-Value).

trie_update(Trie, Key, Value, '<trie_node>'(T, Copy)) :-
    trie_update(Trie, Key, Value),
    Trie = '<trie>'(T),
    copy_term(Key, Copy).

trie_lookup(Trie, Key, Value) :-
    '$trie_table'(Trie, T),
    '$tbl_get'(T, Key, _-Value0),
    Value0 \== '$no_value',
    Value = Value0.

trie_delete(Trie, Key, Value) :-
    '$trie_table'(Trie, T),
    '$tbl_get'(T, Key, _-Value),
    '$tbl_remove'(T, Key).

trie_gen(Trie, Key) :-
    '$trie_table'(Trie, T),
    '$tbl_answers'(T, Answers),
    '$member_det'(Answers, Key-_).

trie_gen(Trie, Key, Value) :-
    '$trie_table'(Trie, T),
    '$tbl_answers'(T, Answers),
    '$member_det'(Answers, Key-Value).

trie_gen_compiled(Trie, Key) :- trie_gen(Trie, Key).
trie_gen_compiled(Trie, Key, Value) :- trie_gen(Trie, Key, Value).

trie_term('<trie_node>'(_, Term), Term).

trie_property(Trie, Property) :-
    '$trie_table'(Trie, T),
    '$tbl_answers'(T, Answers),
    length(Answers, N),
    (   Property = node_count(N)
    ;   Property = value_count(N)
    ;   Property = size(N)
    ).
