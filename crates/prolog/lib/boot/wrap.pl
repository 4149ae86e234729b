% Wrappers around predicates. The wrapped predicate goes on under another name; clauses of the
% wrapper take its place.

:- dynamic '$wrapped'/4.

:- meta_predicate
    wrap_predicate(:, +, -, +), unwrap_predicate(:, ?), '$wrap_predicate'(:, +, -, -, +),
    '$wrapped_predicate'(:, -).

wrap_predicate(Spec, Name, Wrapped, Body) :-
    strip_module(Spec, M, Head),
    functor(Head, F, A),
    atomic_list_concat([F, ' wrapped by ', Name], Impl),
    Head =.. [_|Args],
    Inner =.. [Impl|Args],
    Wrapped = M:Inner,
    (   '$wrapped'(M, F/A, Name, _)
    ->  '$wrap_holder'(M, F/A, Name, Holder),
        functor(Old, Holder, A),
        retractall(M:Old)
    ;   '$swap_predicates'(M:Head, Impl),
        asserta(system:'$wrapped'(M, F/A, Name, Impl)),
        Holder = F
    ),
    Outer =.. [Holder|Args],
    assertz((M:Outer :- Body)).

'$wrap_predicate'(Spec, Name, _, Wrapped, Body) :-
    wrap_predicate(Spec, Name, Wrapped, Body).

% The name under which the clause of a wrapper is: that of the predicate for the outermost.
'$wrap_holder'(M, F/A, Name, Holder) :-
    findall(N-I, '$wrapped'(M, F/A, N, I), Wrappers),
    '$wrap_holder_in'(Wrappers, F, Name, Holder).

'$wrap_holder_in'([N-I|Wrappers], Here, Name, Holder) :-
    (   N == Name
    ->  Holder = Here
    ;   '$wrap_holder_in'(Wrappers, I, Name, Holder)
    ).

unwrap_predicate(Spec, Name) :-
    strip_module(Spec, M, Head0),
    (   Head0 = F/A
    ->  true
    ;   functor(Head0, F, A)
    ),
    '$wrapped'(M, F/A, Name, Impl),
    !,
    '$wrap_holder'(M, F/A, Name, Holder),
    functor(Head, Holder, A),
    '$swap_predicates'(M:Head, Impl),
    retractall(system:'$wrapped'(M, F/A, Name, Impl)),
    functor(Old, Impl, A),
    retractall(M:Old).

'$wrapped_predicate'(Spec, Names) :-
    strip_module(Spec, M, Head),
    functor(Head, F, A),
    findall(N-M:F/A, '$wrapped'(M, F/A, N, _), Names),
    Names \== [].
