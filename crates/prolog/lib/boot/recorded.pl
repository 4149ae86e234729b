% The recorded database, in the module system. A record is a fact '$record'(Key, Ref, Term).

:- dynamic('$record'/3).

'$record_key'(Key, Plain) :-
    (   var(Key)
    ->  throw(error(instantiation_error, _))
    ;   compound(Key)
    ->  functor(Key, Name, Arity),
        Plain = Name/Arity
    ;   Plain = Key
    ).

recorda(Key, Term) :- recorda(Key, Term, _).
recordz(Key, Term) :- recordz(Key, Term, _).

recorda(Key, Term, Ref) :-
    '$record_new'(Key, Ref, Plain, N),
    asserta(system:'$record'(Plain, N, Term)),
    Ref = '<record>'(N).

recordz(Key, Term, Ref) :-
    '$record_new'(Key, Ref, Plain, N),
    assertz(system:'$record'(Plain, N, Term)),
    Ref = '<record>'(N).

'$record_new'(Key, Ref, Plain, N) :-
    '$record_key'(Key, Plain),
    (   var(Ref)
    ->  true
    ;   throw(error(uninstantiation_error(Ref), _))
    ),
    flag('$records', N, N+1).

recorded(Key, Term) :- recorded(Key, Term, _).

recorded(Key, Term, Ref) :-
    (   nonvar(Ref)
    ->  Ref = '<record>'(N),
        '$record'(Plain, N, Term),
        '$record_show'(Plain, Key)
    ;   var(Key)
    ->  '$record'(Plain, N, Term),
        '$record_show'(Plain, Key),
        Ref = '<record>'(N)
    ;   '$record_key'(Key, Plain),
        '$record'(Plain, N, Term),
        Ref = '<record>'(N)
    ).

'$record_show'(Plain, Key) :-
    (   Plain = Name/Arity
    ->  functor(Key, Name, Arity)
    ;   Key = Plain
    ).

current_key(Key) :-
    findall(P, '$record'(P, _, _), Ps0),
    sort(Ps0, Ps),
    '$member'(P, Ps),
    '$record_show'(P, Key).

instance(Ref, Term) :-
    (   Ref = '<record>'(N)
    ->  '$record'(_, N, Term)
    ;   clause(Head, Body, Ref),
        Term = (Head :- Body)
    ).

% Erases a clause or a record; fails where it is gone.
erase(Ref) :-
    (   var(Ref)
    ->  throw(error(instantiation_error, context(system:erase/1, _)))
    ;   Ref = '<clause>'(N)
    ->  catch('$erase'(N), error(existence_error(_, _), _), fail)
    ;   Ref = '<record>'(N)
    ->  retract(system:'$record'(_, N, _)), !
    ;   throw(error(type_error(db_reference, Ref), context(system:erase/1, _)))
    ).

'$unbound_reference'(Ref) :-
    (   var(Ref)
    ->  true
    ;   throw(error(uninstantiation_error(Ref), _))
    ).

nth_clause(Head, Nth, Ref) :-
    strip_module(Head, _, Goal),
    (   nonvar(Goal),
        \+ callable(Goal)
    ->  throw(error(type_error(callable, Goal), _))
    ;   nonvar(Ref),
        Ref \= '<clause>'(_)
    ->  throw(error(type_error(db_reference, Ref), _))
    ;   nonvar(Ref)
    ->  Ref = '<clause>'(N),
        '$clause_term'(N, (H :- _)),
        strip_module(Head, M, Plain),
        functor(H, Name, Arity),
        functor(Plain, Name, Arity),
        '$clause_refs'(M:Plain, _, Refs),
        '$nth_of'(Refs, 1, N, Nth)
    ;   strip_module(Head, M, Plain),
        functor(Plain, Name, Arity),
        functor(General, Name, Arity),
        '$clause_refs'(M:General, _, Refs),
        (   integer(Nth)
        ->  '$nth_ref'(Refs, Nth, N)
        ;   '$nth_any'(Refs, 1, Nth, N)
        ),
        Ref = '<clause>'(N)
    ).

'$nth_of'([N|_], I, N, I) :- !.
'$nth_of'([_|Ns], I, N, Nth) :-
    I1 is I+1,
    '$nth_of'(Ns, I1, N, Nth).

'$nth_ref'([N|Ns], I, Ref) :-
    (   I =:= 1
    ->  Ref = N
    ;   I > 1,
        I1 is I-1,
        '$nth_ref'(Ns, I1, Ref)
    ).

'$nth_any'([N|Ns], I, Nth, Ref) :-
    (   Nth = I,
        Ref = N
    ;   I1 is I+1,
        '$nth_any'(Ns, I1, Nth, Ref)
    ).

clause_property('<clause>'(N), Property) :-
    (   '$clause_term'(N, (_ :- Body)),
        Body == true,
        Property = fact
    ;   '$clause_info'(N, File, Line),
        File \== '',
        (   Property = file(File)
        ;   Property = line_count(Line)
        ;   Property = source(File)
        )
    ;   '$clause_term'(N, (Head :- _)),
        functor(Head, Name, Arity),
        '$clause_module'(N, M),
        Property = predicate(M:Name/Arity)
    ).

nb_current(Key, Value) :-
    (   atom(Key)
    ->  catch(nb_getval(Key, Value0), _, fail),
        Value = Value0
    ;   '$nb_current'(Keys),
        '$member'(Key, Keys),
        nb_getval(Key, Value)
    ).

set_prolog_stack(_, _).
set_prolog_gc_thread(_).
prolog_alert_signal(0, _).
on_signal(_, default, _).
