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
    (   ( var(Mode) ; Mode == index ; Mode == (+) )
    ->  Keys = [A|Keys1], Moded = Moded1, Ms = Ms1
    ;   '$table_mode'(Mode, Goal)
    ->  Keys = Keys1, Moded = [A|Moded1], Ms = [Goal|Ms1]
    ;   throw(error(domain_error(tabled_mode, Mode), _))
    ),
    '$table_modes'(Modes, As, Keys1, Moded1, Ms1).

% What combines an old and a new answer.
'$table_mode'(-, first).
'$table_mode'(first, first).
'$table_mode'(last, last).
'$table_mode'(min, min).
'$table_mode'(max, max).
'$table_mode'(sum, sum).
'$table_mode'(lattice(Spec), lattice(Name)) :- '$table_mode_name'(Spec, Name).
'$table_mode'(po(Spec), po(Name)) :- '$table_mode_name'(Spec, Name).

'$table_mode_name'(M:Spec, M:Name) :- !, '$table_mode_name'(Spec, Name).
'$table_mode_name'(Name/_, Name) :- !.
'$table_mode_name'(Head, Name) :- functor(Head, Name, _).

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
    '$slg_free_of_attvars'(Head),
    '$slg_table'(Head, T, Status),
    term_variables(Head, Skeleton),
    '$slg_call'(Status, T, Head, Skeleton, Goal).

% The arguments with modes are no part of the call: answers for all values are looked for.
'$tabled_moded'(M:Head, Goal, Keys, Moded, Ms) :-
    '$slg_unbound'(Moded),
    '$slg_free_of_attvars'(Keys),
    functor(Head, Name, _),
    '$slg_table'('$moded'(M, Name, Keys), T, Status),
    (   Status = fresh(_)
    ->  '$slg_set_modes'(T, M-Ms)
    ;   true
    ),
    term_variables(Keys, Skeleton),
    '$slg_call'(Status, T, M:Head, Skeleton/Moded, Goal).

'$slg_unbound'([]).
'$slg_unbound'([A|As]) :-
    (   var(A) -> '$slg_unbound'(As) ; throw(error(uninstantiation_error(A), _)) ).

'$slg_free_of_attvars'(Head) :-
    (   term_attvars(Head, [])
    ->  true
    ;   throw(error(type_error(free_of_attvar, Head), _))
    ).

'$slg_call'(complete, T, _, Skeleton, _) :-
    '$tbl_answers'(T, Answers),
    '$member_det'(Answers, Skeleton).
'$slg_call'(running, T, _, Skeleton, _) :-
    shift('$slg'(for(Skeleton, T))).
'$slg_call'(fresh(C), T, Head, Skeleton, Goal) :-
    '$tbl_follow'(Head, T),
    catch('$slg_lead'(C, T, Skeleton, Goal, Status), E, ( '$slg_abandon'(C), throw(E) )),
    (   Status == merged
    ->  shift('$slg'(for(Skeleton, T)))
    ;   '$tbl_answers'(T, Answers),
        '$member_det'(Answers, Skeleton)
    ).

'$slg_lead'(C, T, Skeleton, Goal, Status) :-
    (   '$slg_run'(Skeleton, Goal, T)
    ;   repeat,
        '$slg_idle'(C)
    ),
    !,
    '$slg_complete'(C, Status).

% Fails after all has been done that can be done now.
'$slg_run'(Skeleton, Goal, T) :-
    reset(Goal, '$slg'(Wait), Rest),
    '$slg_outcome'(Rest, Wait, Skeleton, T),
    !,
    fail.

'$slg_outcome'(0, _, Skeleton, T) :- !,
    '$slg_new'(Skeleton, T).
'$slg_outcome'(Rest, for(Wanted, From), Skeleton, T) :- !,
    '$slg_suspend'(From, '$waiting'(Wanted, Rest, Skeleton, T)),
    fail.
'$slg_outcome'(Rest, not(From), Skeleton, T) :-
    '$slg_suspend_not'(From, '$waiting'([], Rest, Skeleton, T)),
    fail.

% True if there can be no other answer.
'$slg_new'(Key/New, T) :- !,
    '$slg_free_of_attvars'(Key/New),
    '$slg_modes'(T, M-Ms),
    (   '$tbl_get'(T, Key, _/Old)
    ->  '$slg_combine'(Ms, M, Old, New, Best),
        Best \=@= Old
    ;   Best = New
    ),
    '$slg_put'(T, Key, Key/Best),
    fail.
'$slg_new'(Answer, T) :-
    '$slg_free_of_attvars'(Answer),
    '$slg_add'(T, Answer).

'$slg_combine'([], _, [], [], []).
'$slg_combine'([Mode|Modes], M, [Old|Olds], [New|News], [Best|Bests]) :-
    '$slg_mode'(Mode, M, Old, New, Best),
    '$slg_combine'(Modes, M, Olds, News, Bests).

'$slg_mode'(first, _, Old, _, Old).
'$slg_mode'(last, _, _, New, New).
'$slg_mode'(min, _, Old, New, Best) :- ( Old @< New -> Best = Old ; Best = New ).
'$slg_mode'(max, _, Old, New, Best) :- ( Old @> New -> Best = Old ; Best = New ).
'$slg_mode'(sum, _, Old, New, Best) :- Best is Old+New.
'$slg_mode'(lattice(Name), M, Old, New, Best) :- call(M:Name, Old, New, Best).
'$slg_mode'(po(Name), M, Old, New, Best) :-
    (   call(M:Name, Old, New) -> Best = Old ; Best = New ).

% Succeeds when nothing is left to do.
'$slg_idle'(C) :-
    '$slg_pop'(C, Work), !,
    (   Work = not('$waiting'(_, Rest, Skeleton, T))
    ->  '$slg_run'(Skeleton, Rest, T)
    ;   '$slg_begin'(Work),
        repeat,
        '$slg_exhausted'(Work), !,
        fail
    ).
'$slg_idle'(_).

'$slg_exhausted'(Source) :-
    '$slg_step'(Source, Answer, '$waiting'(Answer, Rest, Skeleton, T)), !,
    '$slg_run'(Skeleton, Rest, T).
'$slg_exhausted'(_).

'$tbl_follow'(Head, T) :-
    (   '$pred_flags'(Head, Flags),
        memberchk(incremental, Flags)
    ->  '$tbl_incremental'(T, Head)
    ;   true
    ).

'$member_det'([X|Xs], Y) :- '$member_det'(Xs, X, Y).
'$member_det'([], X, X).
'$member_det'([_|_], X, X).
'$member_det'([X|Xs], _, Y) :- '$member_det'(Xs, X, Y).

untable(_).

% Negation of tabled goals: a goal that is being evaluated is waited for until nothing else is
% left to do. What depends on its own negation is taken to be true, not undefined.
:- meta_predicate tnot(0), not_exists(0), call_delays(0, -), transaction(0), snapshot(0),
    transaction(0, 0, +).

tnot(Goal) :-
    '$slg_tabled'(Goal),
    (   '$slg_incomplete'(Goal, T)
    ->  (   '$slg_answered'(T)
        ->  fail
        ;   shift('$slg'(not(T)))
        )
    ;   \+ call(Goal)
    ).

'$slg_tabled'(Goal) :-
    (   predicate_property(Goal, tabled)
    ->  true
    ;   strip_module(Goal, _, Plain),
        callable(Plain)
    ->  functor(Plain, Name, Arity),
        throw(error(permission_error(tnot, non_tabled_procedure, Name/Arity), _))
    ;   call(Goal)
    ).

% Is this call being evaluated?
'$slg_incomplete'(Goal, T) :-
    strip_module(Goal, M, Plain),
    (   predicate_property(M:Plain, imported_from(Home)) -> true ; Home = M ),
    '$slg_running'(Home:Plain, T).

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
