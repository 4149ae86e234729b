% Lambda expressions: Free/[X1,...]>>Goal and \X^Goal in calls.

:- module(yall,
          [ (>>)/2, (>>)/3, (>>)/4, (>>)/5, (>>)/6, (>>)/7, (>>)/8, (>>)/9,
            (/)/2, (/)/3, (/)/4, (/)/5, (/)/6, (/)/7, (/)/8, (/)/9,
            is_lambda/1, lambda_calls/2, lambda_calls/3
          ]).

:- meta_predicate
    '>>'(?, 0),
    '>>'(?, :, ?),
    '>>'(?, :, ?, ?),
    '>>'(?, :, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?, ?, ?),
    '>>'(?, :, ?, ?, ?, ?, ?, ?, ?),
    '/'(?, 0),
    '/'(?, 1, ?),
    '/'(?, 2, ?, ?),
    '/'(?, 3, ?, ?, ?),
    '/'(?, 4, ?, ?, ?, ?),
    '/'(?, 5, ?, ?, ?, ?, ?),
    '/'(?, 6, ?, ?, ?, ?, ?, ?),
    '/'(?, 7, ?, ?, ?, ?, ?, ?, ?).

'>>'(Ps, L) :-
    apply_lambda(Ps, L, []).
'>>'(Ps, L, A1) :-
    apply_lambda(Ps, L, [A1]).
'>>'(Ps, L, A1, A2) :-
    apply_lambda(Ps, L, [A1,A2]).
'>>'(Ps, L, A1, A2, A3) :-
    apply_lambda(Ps, L, [A1,A2,A3]).
'>>'(Ps, L, A1, A2, A3, A4) :-
    apply_lambda(Ps, L, [A1,A2,A3,A4]).
'>>'(Ps, L, A1, A2, A3, A4, A5) :-
    apply_lambda(Ps, L, [A1,A2,A3,A4,A5]).
'>>'(Ps, L, A1, A2, A3, A4, A5, A6) :-
    apply_lambda(Ps, L, [A1,A2,A3,A4,A5,A6]).
'>>'(Ps, L, A1, A2, A3, A4, A5, A6, A7) :-
    apply_lambda(Ps, L, [A1,A2,A3,A4,A5,A6,A7]).

% Each call works on a copy; free variables named by Free/ are shared, and so is everything
% that is bound by now.
apply_lambda(Ps0, L0, Args) :-
    copy_term_nat(Ps0>>L0, Copy),
    share_free(Ps0, Copy, Ps>>L),
    bind_parameters(Ps, Ps>>L, Args, Rest),
    call_with(L, Rest).

share_free(Ps0, Copy, Ps>>L) :-
    Copy = Ps1>>L,
    (   nonvar(Ps0),
        Ps0 = Free/_
    ->  check_free(Free),
        Ps1 = Free/Ps
    ;   Ps = Ps1
    ).

bind_parameters(Ps, Lambda, Args, Rest) :-
    (   var(Ps)
    ->  throw(error(instantiation_error, _))
    ;   Ps == []
    ->  Rest = Args
    ;   Ps = [P|More]
    ->  (   Args = [A|As]
        ->  P = A,
            bind_parameters(More, Lambda, As, Rest)
        ;   throw(error(domain_error(lambda_parameters, Lambda), _))
        )
    ;   throw(error(type_error(lambda_parameters, Ps), _))
    ).

call_with(Goal, []) :- !,
    call(Goal).
call_with(Goal, Args) :-
    G =.. [call,Goal|Args],
    call(G).

'/'(Free, L) :-
    apply_free(Free, L, []).
'/'(Free, L, A1) :-
    apply_free(Free, L, [A1]).
'/'(Free, L, A1, A2) :-
    apply_free(Free, L, [A1,A2]).
'/'(Free, L, A1, A2, A3) :-
    apply_free(Free, L, [A1,A2,A3]).
'/'(Free, L, A1, A2, A3, A4) :-
    apply_free(Free, L, [A1,A2,A3,A4]).
'/'(Free, L, A1, A2, A3, A4, A5) :-
    apply_free(Free, L, [A1,A2,A3,A4,A5]).
'/'(Free, L, A1, A2, A3, A4, A5, A6) :-
    apply_free(Free, L, [A1,A2,A3,A4,A5,A6]).
'/'(Free, L, A1, A2, A3, A4, A5, A6, A7) :-
    apply_free(Free, L, [A1,A2,A3,A4,A5,A6,A7]).

apply_free(Free, L0, Args) :-
    check_free(Free),
    copy_term_nat(Free/L0, Free/L),
    (   strip_lambda(L, Ps, Body)
    ->  bind_parameters(Ps, Free/L, Args, Rest),
        call_with(Body, Rest)
    ;   call_with(L, Args)
    ).

strip_lambda(L, Ps, Body) :-
    nonvar(L),
    (   L = M:L1,
        nonvar(L1),
        L1 = (Ps>>Body0)
    ->  Body = M:Body0
    ;   L = (Ps>>Body)
    ).

check_free(Free) :-
    (   var(Free)
    ->  throw(error(instantiation_error, _))
    ;   Free = {_}
    ->  true
    ;   Free == {}
    ->  true
    ;   is_list(Free)
    ->  true
    ;   Free = _^_
    ->  true
    ;   throw(error(type_error(lambda_free, Free), _))
    ).

is_lambda(Term) :-
    compound(Term),
    compound_name_arguments(Term, Name, Args),
    is_lambda(Name, Args).

is_lambda(>>, [Params,Lambda|_]) :-
    nonvar(Params),
    is_list(Params),
    nonvar(Lambda).
is_lambda(/, [Free,Lambda|_]) :-
    nonvar(Free),
    nonvar(Lambda).

lambda_calls(Lambda, Goal) :-
    lambda_calls(Lambda, 0, Goal).

lambda_calls(Lambda, Extra, Goal) :-
    (   integer(Extra)
    ->  length(Args, Extra)
    ;   Args = Extra
    ),
    copy_term_nat(Lambda, Copy),
    (   strip_lambda(Copy, Ps, Body)
    ->  bind_parameters(Ps, Copy, Args, Rest),
        (   Rest == []
        ->  Goal = Body
        ;   Body =.. L0,
            '$append'(L0, Rest, L1),
            Goal =.. L1
        )
    ).
