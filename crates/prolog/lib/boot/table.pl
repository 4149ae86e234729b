% Tabling in the module system. A tabled predicate p/2 keeps its clauses as 'p tabled'/2; p/2
% itself asks the table of its call.

:- meta_predicate table(:), untable(:).

table(Specs) :-
    strip_module(Specs, M0, Plain),
    (   Specs = _:_ -> M = M0 ; '$source_module'(M) ),
    '$table_each'(Plain, M).

'$table_each'(Var, _) :- var(Var), !, throw(error(instantiation_error, _)).
'$table_each'((A,B), M) :- !, '$table_each'(A, M), '$table_each'(B, M).
'$table_each'([], _) :- !.
'$table_each'([A|B], M) :- !, '$table_each'(A, M), '$table_each'(B, M).
'$table_each'(M:S, _) :- !, '$table_each'(S, M).
'$table_each'(S as Options, M) :- !,
    '$table_each'(S, M),
    (   '$incremental'(Options)
    ->  '$table_incremental'(S, M, incremental),
        (   '$eager'(Options)
        ->  '$table_incremental'(S, M, monotonic)
        ;   true
        )
    ;   true
    ).
'$table_each'(Name/Arity, M) :- !,
    functor(Head, Name, Arity),
    '$table_declare'(M, Head, plain).
'$table_each'(Name//Arity0, M) :- !,
    Arity is Arity0+2,
    functor(Head, Name, Arity),
    '$table_declare'(M, Head, plain).
'$table_each'(Spec, M) :-
    functor(Spec, Name, Arity),
    functor(Head, Name, Arity),
    Spec =.. [_|Modes],
    Head =.. [_|Args],
    '$table_modes'(Modes, Args, Keys, Moded, Ms),
    (   Ms == []
    ->  '$table_declare'(M, Head, plain)
    ;   '$table_declare'(M, Head, moded(Keys, Moded, Ms))
    ).

'$table_incremental'((A,B), M, How) :- !,
    '$table_incremental'(A, M, How),
    '$table_incremental'(B, M, How).
'$table_incremental'(M:S, _, How) :- !, '$table_incremental'(S, M, How).
'$table_incremental'(Name/Arity, M, How) :- !, '$declare'(M:Name/Arity, How).
'$table_incremental'(Name//Arity0, M, How) :- !,
    Arity is Arity0+2,
    '$declare'(M:Name/Arity, How).
'$table_incremental'(Spec, M, How) :-
    functor(Spec, Name, Arity),
    '$declare'(M:Name/Arity, How).

% Eager monotonic tables are never seen out of date.
'$eager'(Options) :-
    '$option_of'(monotonic, Options),
    \+ '$option_of'(lazy, Options).

'$option_of'(Option, (A,B)) :- !,
    ( '$option_of'(Option, A) ; '$option_of'(Option, B) ), !.
'$option_of'(Option, Option).

:- meta_predicate incr_is_invalid(:), incr_invalidate_calls(:), incr_propagate_calls(:).

incr_is_invalid(Goal) :-
    strip_module(Goal, M, Head),
    '$pred_flags'(M:Head, Flags),
    \+ memberchk(monotonic, Flags),
    '$tbl_invalid'(M:Head).

% Which tables depend on a goal is not known: all that follow changes are made again.
incr_invalidate_calls(_) :- '$tbl_invalidate'.
incr_propagate_calls(_) :- '$tbl_invalidate'.
incr_table_update.

'$table_modes'([], [], [], [], []).
'$table_modes'([Mode|Modes], [A|As], Keys, Moded, Ms) :-
    (   ( var(Mode) ; Mode == index ; Mode == (-) , fail )
    ->  Keys = [A|Keys1], Moded = Moded1, Ms = Ms1
    ;   Keys = Keys1, Moded = [A|Moded1], Ms = [Mode|Ms1]
    ),
    '$table_modes'(Modes, As, Keys1, Moded1, Ms1).

'$table_declare'(M, Head, How) :-
    functor(Head, Name, Arity),
    atom_concat(Name, ' tabled', Impl),
    Head =.. [_|Args],
    Goal =.. [Impl|Args],
    '$declare'(M:Impl/Arity, discontiguous),
    '$declare'(M:Impl/Arity, defined),
    (   How == plain
    ->  Body = '$tabled'(M:Head, M:Goal)
    ;   How = moded(Keys, Moded, Ms),
        Body = '$tabled_moded'(M:Head, M:Goal, Keys, Moded, Ms)
    ),
    '$table_wrapper'(M:Head, Body),
    '$declare'(M:Name/Arity, tabled).

'$tabled'(Head, Goal) :-
    '$tbl_variant'(Head, T, Status),
    '$tbl_follow'(Status, Head, T),
    '$tabled_status'(Status, T, '$tbl_plain_round'(T, Head, Goal)),
    '$tbl_answers'(T, Answers),
    '$member_det'(Answers, Head).

'$tbl_plain_round'(T, Head, Goal) :-
    (   call(Goal),
        '$tbl_add'(T, Head),
        fail
    ;   true
    ).

'$tabled_moded'(Head, Goal, Keys, Moded, Ms) :-
    '$tbl_variant'(Head-Keys, T, Status),
    '$tbl_follow'(Status, Head, T),
    '$tabled_status'(Status, T, '$tbl_moded_round'(T, Goal, Keys, Moded, Ms, Head)),
    '$tbl_answers'(T, Answers),
    '$member_det'(Answers, Keys-Moded).

'$tbl_moded_round'(T, Goal, Keys, Moded, Ms, Head) :-
    copy_term(Goal-Keys-Moded-Head, G-K-D-_),
    K = Keys,
    (   call(G),
        (   '$tbl_get'(T, K, _-Old)
        ->  '$tbl_better'(Ms, Old, D, New, Head),
            New \== Old
        ;   New = D
        ),
        '$tbl_put'(T, K, K-New),
        fail
    ;   true
    ).

'$tbl_better'(Ms, Old, New, Result, Head) :-
    '$tbl_aggregate'(Ms, Old, New, Result, Head, Old, New).

'$tbl_aggregate'([], [], [], [], _, _, _).
'$tbl_aggregate'([M|Ms], [O|Os], [N|Ns], [R|Rs], Head, Old, New) :-
    '$tbl_mode'(M, O, N, R0, Head),
    (   M == (-) -> R = O
    ;   R = R0
    ),
    '$tbl_aggregate'(Ms, Os, Ns, Rs, Head, Old, New).

'$tbl_mode'(Var, O, _, O, _) :- var(Var), !.
'$tbl_mode'(-, O, _, O, _) :- !.
'$tbl_mode'(first, O, _, O, _) :- !.
'$tbl_mode'(last, _, N, N, _) :- !.
'$tbl_mode'(min, O, N, R, _) :- !, ( '$tbl_less'(N, O) -> R = N ; R = O ).
'$tbl_mode'(max, O, N, R, _) :- !, ( '$tbl_less'(O, N) -> R = N ; R = O ).
'$tbl_mode'(sum, O, N, R, _) :- !, R is O+N.
'$tbl_mode'(lattice(PI), O, N, R, M:_) :- !,
    (   PI = Name/_ -> true ; functor(PI, Name, _) ),
    G =.. [Name, O, N, R],
    call(M:G).
'$tbl_mode'(po(PI), O, N, R, M:_) :- !,
    (   PI = Name/_ -> true ; functor(PI, Name, _) ),
    G =.. [Name, O, N],
    (   call(M:G) -> R = N ; R = O ).
'$tbl_mode'(_, O, _, O, _).

'$tbl_less'(A, B) :-
    (   number(A), number(B) -> A < B ; A @< B ).

'$tbl_follow'(Status, Head, T) :-
    (   Status == fresh,
        '$pred_flags'(Head, Flags),
        memberchk(incremental, Flags)
    ->  '$tbl_incremental'(T, Head)
    ;   true
    ).

'$tabled_status'(complete, _, _).
'$tabled_status'(running, T, _) :-
    '$tbl_depend'(T).
'$tabled_status'(fresh, T, Round) :-
    catch('$tbl_evaluate'(T, Round), E, ( '$tbl_reset', throw(E) )).

'$tbl_evaluate'(T, Round) :-
    '$tbl_push'(T),
    '$tbl_rounds'(T, Round),
    '$tbl_pop'(T).

'$tbl_rounds'(T, Round) :-
    '$tbl_additions'(N0),
    call(Round),
    '$tbl_additions'(N),
    (   N > N0,
        '$tbl_recursive'(T)
    ->  '$tbl_rounds'(T, Round)
    ;   true
    ).

'$member_det'([X|Xs], Y) :- '$member_det'(Xs, X, Y).
'$member_det'([], X, X).
'$member_det'([_|_], X, X).
'$member_det'([X|Xs], _, Y) :- '$member_det'(Xs, X, Y).

untable(_).

% Negation of tabled goals; what is neither true nor false is not known here.
:- meta_predicate tnot(0), not_exists(0), call_delays(0, -), transaction(0), snapshot(0),
    transaction(0, 0, +).

tnot(Goal) :- \+ call(Goal).
not_exists(Goal) :- \+ call(Goal).
call_delays(Goal, true) :- call(Goal).

% The database is as before if the goal fails or throws; after a snapshot always.
transaction(Goal) :- '$transaction'(Goal, 1).
transaction(Goal, _) :- '$transaction'(Goal, 1).
transaction(Goal, Constraint, _) :- '$transaction'(( once(Goal), once(Constraint) ), 1).
snapshot(Goal) :- '$transaction'(Goal, 0).

'$transaction'(Goal, Keep) :-
    '$transaction',
    (   catch(Goal, Ball, true)
    ->  (   var(Ball)
        ->  '$end_transaction'(Keep)
        ;   '$end_transaction'(0),
            throw(Ball)
        )
    ;   '$end_transaction'(0),
        fail
    ).
