:- module(plunit,
          [ begin_tests/1, begin_tests/2, end_tests/1, run_tests/0, run_tests/1,
            set_test_options/1, current_test_unit/2, current_test/5, load_test_files/1,
            running_tests/0, test_report/1
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(error)).

% Unit tests. The clauses test/1 and test/2 between begin_tests/1 and end_tests/1 belong to a
% module of their own, which sees what the file sees.

:- dynamic
    unit/4,                 % Unit, Module, File, Options
    loading/2.              % Unit, the module to go back to

begin_tests(Unit) :-
    begin_tests(Unit, []).

begin_tests(Unit, Options) :-
    must_be(atom, Unit),
    must_be(list, Options),
    atom_concat(plunit_, Unit, Module),
    '$source_module'(Context),
    (   prolog_load_context(source, File) -> true ; File = user ),
    (   retract(unit(Unit, Module, _, _)) -> true ; true ),
    assertz(unit(Unit, Module, File, Options)),
    asserta(loading(Unit, Context)),
    add_import_module(Module, Context, start),
    '$set_source_module'(Module),
    discontiguous(Module:test/1),
    discontiguous(Module:test/2).

end_tests(Unit) :-
    (   loading(Current, _)
    ->  (   Current == Unit
        ->  retract(loading(Unit, Context)),
            '$set_source_module'(Context),
            unit(Unit, Module, File, _),
            check_options(Module, File)
        ;   throw(error(context_error(plunit_close(Unit, Current)), _))
        )
    ;   throw(error(context_error(plunit_close(Unit, -)), _))
    ).

set_test_options(_).
running_tests.
test_report(_).
load_test_files(_).

current_test_unit(Unit, Options) :-
    unit(Unit, _, _, Options).

current_test(Unit, Name, Line, Body, Options) :-
    unit(Unit, Module, _, _),
    tests(Module, Tests),
    member(test(Name, Line, Options, Body), Tests).

% check_options(+Module, +File): tests with options that do not exist are told and left out.
check_options(Module, File) :-
    raw_tests(Module, Tests),
    forall(( member(test(_, Line, Options, _), Tests),
             catch(expectation(Options, _), Error, true),
             nonvar(Error)
           ),
           told(error, File, Line, Error)).

told(Kind, File, Line, Error) :-
    message_to_codes(Error, Kind, Text),
    format(user_error, '~NERROR: ~w:~d:~nERROR:    ~w~n', [File, Line, Text]).

message_to_codes(error(plunit(incompatible_options(Options)), _), _, Text) :-
    !,
    format(atom(Text), 'PL-Unit: incompatible test-options: ~p', [Options]).
message_to_codes(Error, _, Text) :-
    error_text(Error, Text).

error_text(Error, Text) :-
    phrase('$messages':translate_message(Error), Lines),
    with_output_to(string(Text0), print_message_lines(current_output, '', Lines)),
    split_string(Text0, "", "\n", [Text]).

raw_tests(Module, Tests) :-
    findall(Line-test(Name, Line, Options, Body),
            ( test_clause(Module, Name, Options, Body, Ref),
              clause_property(Ref, line_count(Line))
            ),
            Keyed),
    keysort(Keyed, Sorted),
    pairs_values(Sorted, Tests).

tests(Module, Tests) :-
    raw_tests(Module, Raw),
    include(has_expectation, Raw, Tests).

has_expectation(test(_, _, Options, _)) :-
    catch(expectation(Options, _), _, fail).

test_clause(Module, Name, [], Body, Ref) :-
    current_predicate(Module:test/1),
    clause(Module:test(Name), Body, Ref).
test_clause(Module, Name, Options, Body, Ref) :-
    current_predicate(Module:test/2),
    clause(Module:test(Name, Options0), Body, Ref),
    (   is_list(Options0) -> Options = Options0 ; Options = [Options0] ).

% expectation(+Options, -Expected): what the body must do.
expectation(Options, Expected) :-
    maplist(classified, Options, Kinds),
    convlist(expected, Kinds, Es),
    (   Es = [] -> Expected = true(true)
    ;   Es = [Expected] -> true
    ;   throw(error(plunit(incompatible_options(Options)), _))
    ).

expected(expect(Expected), Expected).

classified(Option, Kind) :-
    (   var(Option)
    ->  instantiation_error(Option)
    ;   option_kind(Option, Kind0)
    ->  Kind = Kind0
    ;   domain_error(plunit:test_option, Option)
    ).

option_kind(true, expect(true(true))).
option_kind(true(Goal), expect(true(Goal))).
option_kind(fail, expect(fail)).
option_kind(false, expect(fail)).
option_kind(all(Test), expect(all(Test))).
option_kind(set(Test), expect(set(Test))).
option_kind(error(Formal), expect(throws(error(Formal, _)))).
option_kind(exception(Ball), expect(throws(Ball))).
option_kind(throws(Ball), expect(throws(Ball))).
option_kind(Comparison, expect(true(Comparison))) :-
    comparison(Comparison, _, _, _).
option_kind(nondet, option).
option_kind(setup(_), option).
option_kind(cleanup(_), option).
option_kind(condition(_), option).
option_kind(blocked(_), option).
option_kind(fixme(_), option).
option_kind(forall(_), option).
option_kind(sto(_), option).
option_kind(occurs_check(_), option).

comparison(A == B, ==, A, B).
comparison(A = B, =, A, B).
comparison(A =@= B, =@=, A, B).
comparison(A =:= B, =:=, A, B).

%   Running

run_tests :-
    findall(Unit, unit(Unit, _, _, _), Units),
    run_units(Units).

run_tests(Spec) :-
    (   is_list(Spec) -> Specs = Spec ; Specs = [Spec] ),
    maplist(known_unit, Specs),
    run_units(Specs).

known_unit(Spec) :-
    (   Spec = Unit:_ -> true ; Unit = Spec ),
    (   unit(Unit, _, _, _)
    ->  true
    ;   existence_error(unit_test, Unit)
    ).

run_units(Specs) :-
    Counts = counts(0, 0, [], 0, 0),    % passed, failed, blocked, fixme failed, fixme passed
    forall(member(Spec, Specs), run_unit(Spec, Counts)),
    summary(Counts),
    arg(2, Counts, 0).

run_unit(Spec, Counts) :-
    (   Spec = Unit:Names0
    ->  ( is_list(Names0) -> Names = Names0 ; Names = [Names0] )
    ;   Unit = Spec,
        Names = all
    ),
    unit(Unit, Module, File, Options),
    (   memberchk(blocked(Reason), Options)
    ->  informed('PL-Unit: ~w blocked: ~w~n', [Unit, Reason])
    ;   memberchk(condition(Condition), Options),
        \+ catch(Module:Condition, _, fail)
    ->  true
    ;   run_setup(Module, Options, File:0)
    ->  tests(Module, Tests),
        arg(2, Counts, Failed0),
        informed('PL-Unit: ~w ', [Unit]),
        get_time(T0),
        forall(( member(Test, Tests), chosen(Names, Test) ),
               run_test(Module, File, Test, Counts)),
        get_time(T1),
        Seconds is T1 - T0,
        arg(2, Counts, Failed),
        finished(Failed0, Failed, Seconds),
        run_cleanup(Module, Options)
    ;   true
    ).

chosen(all, _).
chosen([Name|Names], test(Test, _, _, _)) :-
    memberchk(Test, [Name|Names]).

finished(Failed0, Failed, Seconds) :-
    (   quiet
    ->  format(user_error, '~N', [])
    ;   Failed0 == Failed
    ->  format(user_error, ' passed ~3f sec~n', [Seconds])
    ;   format(user_error, '**FAILED ~3f sec~n', [Seconds])
    ).

quiet :-
    current_prolog_flag(verbose, silent).

informed(Format, Args) :-
    (   quiet
    ->  true
    ;   format(user_error, '~N% ', []),
        format(user_error, Format, Args)
    ).

count(Which, Counts) :-
    arg(Which, Counts, N0),
    N is N0 + 1,
    nb_setarg(Which, Counts, N).

run_test(Module, File, test(Name, Line, Options, Body), Counts) :-
    (   memberchk(blocked(Reason), Options)
    ->  arg(3, Counts, Blocked),
        nb_setarg(3, Counts, [blocked(File:Line, Name, Reason)|Blocked])
    ;   memberchk(condition(Condition), Options),
        \+ catch(Module:Condition, _, fail)
    ->  true
    ;   memberchk(forall(Generator), Options)
    ->  term_variables(Generator, Bindings),
        forall(Module:Generator,
               ( format(atom(Shown), '~w (forall bindings = ~p)', [Name, Bindings]),
                 run_once(Module, File:Line, Shown, Options, Body, Counts)
               ))
    ;   run_once(Module, File:Line, Name, Options, Body, Counts)
    ).

run_once(Module, Place, Name, Options, Body, Counts) :-
    (   run_setup(Module, Options, Place)
    ->  expectation(Options, Expected),
        outcome(Expected, Module, Options, Body, Outcome),
        run_cleanup(Module, Options),
        (   memberchk(fixme(_), Options)
        ->  ( Outcome = failed(_) -> count(4, Counts), dot(-) ; count(5, Counts), dot(+) )
        ;   told_outcome(Outcome, Place, Name, Counts)
        )
    ;   true
    ),
    !.

dot(Char) :-
    format(user_error, '~w', [Char]).

told_outcome(passed, _, _, Counts) :-
    count(1, Counts),
    dot('.').
told_outcome(choice_point, File:Line, Name, Counts) :-
    format(user_error,
           '~NWarning: ~w:~d:~n\tPL-Unit: Test ~w: Test succeeded with choicepoint~n',
           [File, Line, Name]),
    count(1, Counts).
told_outcome(failed(Why), File:Line, Name, Counts) :-
    format(user_error, '~NERROR: ~w:~d:~n\ttest ~w: ', [File, Line, Name]),
    told_failure(Why),
    count(2, Counts).

told_failure(failed) :-
    format(user_error, 'failed~n~n', []).
told_failure(succeeded(Seconds)) :-
    format(user_error, 'must fail but succeeded in ~2f seconds~n~n', [Seconds]).
told_failure(no_exception) :-
    format(user_error, 'no_exception~n~n', []).
told_failure(wrong_answer(Op, Expected, Got)) :-
    format(user_error, 'wrong answer (compared using ~w)~n', [Op]),
    format(user_error, 'ERROR:     Expected: ~p~nERROR:     Got:      ~p~n', [Expected, Got]).
told_failure(wrong_goal(Goal)) :-
    format(user_error, 'wrong answer: ~p is not true~n~n', [Goal]).
told_failure(wrong_error(Expected, Got)) :-
    format(user_error, 'wrong error~n', []),
    format(user_error, 'ERROR:     Expected: ~p~nERROR:     Got:      ~p~n', [Expected, Got]).
told_failure(wrong_answers(How, Expected, Got)) :-
    format(user_error, 'wrong "~w" answer:~n', [How]),
    format(user_error, 'ERROR:     Expected: ~p~nERROR:        Found: ~p~n', [Expected, Got]).
told_failure(raised(Ball)) :-
    (   subsumes_term(error(_, _), Ball)
    ->  called_by(Ball, Error),
        error_text(Error, Text),
        format(user_error, 'received error: ~w~n', [Text])
    ;   format(user_error, '~p~n~n', [Ball])
    ).

% The body of a test is called by setup_call_catcher_cleanup/4.
called_by(Ball, Error) :-
    (   Ball = error(existence_error(procedure, PI), Context),
        Context == PI
    ->  (   '$undefined_caller'(Caller)
        ->  true
        ;   Caller = system:setup_call_catcher_cleanup/4
        ),
        Error = error(existence_error(procedure, PI), context(Caller, _))
    ;   Error = Ball
    ).

run_setup(Module, Options, File:Line) :-
    (   memberchk(setup(Setup), Options)
    ->  catch(( Module:Setup -> Result = true ; Result = failed ), Error, Result = raised(Error)),
        (   Result == true
        ->  true
        ;   Result == failed
        ->  format(user_error, '~NERROR: goal unexpectedly failed: ~p~n', [Setup]),
            fail
        ;   message_to_codes(Error, error, Text),
            format(user_error, '~NERROR: ~w:~d:~n\terror in setup: ~w~n', [File, Line, Text]),
            fail
        )
    ;   true
    ).

run_cleanup(Module, Options) :-
    (   memberchk(cleanup(Cleanup), Options)
    ->  (   catch(Module:Cleanup, Error, print_message(warning, Error))
        ->  true
        ;   print_message(warning, goal_failed(Cleanup, '(cleanup handler)'))
        )
    ;   true
    ).

% outcome(+Expected, +Module, +Options, +Body, -Outcome)
outcome(true(Test), Module, Options, Body, Outcome) :-
    called(Module, Body, Result),
    (   Result = true(Det)
    ->  (   catch(Module:Test, Error, true)
        ->  (   nonvar(Error)
            ->  Outcome = failed(raised(Error))
            ;   ( Det == true ; memberchk(nondet, Options) )
            ->  Outcome = passed
            ;   Outcome = choice_point
            )
        ;   comparison(Test, Op, Got, Expected)
        ->  Outcome = failed(wrong_answer(Op, Expected, Got))
        ;   Outcome = failed(wrong_goal(Test))
        )
    ;   Outcome = failed(Result)
    ).
outcome(fail, Module, _, Body, Outcome) :-
    statistics(cputime, T0),
    called(Module, Body, Result),
    statistics(cputime, T1),
    (   Result == failed
    ->  Outcome = passed
    ;   Result = true(_)
    ->  Seconds is T1 - T0,
        Outcome = failed(succeeded(Seconds))
    ;   Outcome = failed(Result)
    ).
outcome(throws(Expected), Module, _, Body, Outcome) :-
    called(Module, Body, Result),
    (   Result = raised(Ball)
    ->  (   subsumes_term(Expected, Ball)
        ->  Outcome = passed
        ;   Outcome = failed(wrong_error(Expected, Ball))
        )
    ;   Result == failed
    ->  Outcome = failed(failed)
    ;   Outcome = failed(no_exception)
    ).
outcome(all(Test), Module, _, Body, Outcome) :-
    all_answers(all, Test, Module, Body, Outcome).
outcome(set(Test), Module, _, Body, Outcome) :-
    all_answers(set, Test, Module, Body, Outcome).

all_answers(How, Test, Module, Body, Outcome) :-
    (   comparison(Test, Op, Template, Expected0)
    ->  true
    ;   domain_error(plunit:test_option, Test)
    ),
    catch(findall(Template, Module:Body, Got0), Error, true),
    (   nonvar(Error)
    ->  Outcome = failed(raised(Error))
    ;   (   How == set
        ->  sort(Got0, Got),
            sort(Expected0, Expected)
        ;   Got = Got0,
            Expected = Expected0
        ),
        (   call(Op, Got, Expected)
        ->  Outcome = passed
        ;   Outcome = failed(wrong_answers(How, Expected, Got))
        )
    ).

called(Module, Body, Result) :-
    (   catch(( call_cleanup(Module:Body, Done = true),
                ( Done == true -> Det = true ; Det = false )
              ),
              Ball,
              true)
    ->  (   nonvar(Ball)
        ->  Result = raised(Ball)
        ;   Result = true(Det)
        )
    ;   Result = failed
    ).

summary(counts(Passed, Failed, Blocked0, FixmeFailed, FixmePassed)) :-
    reverse(Blocked0, Blocked),
    told_blocked(Blocked),
    (   FixmeFailed + FixmePassed =:= 0
    ->  true
    ;   FixmePassed =:= 0
    ->  informed('all ~d tests flagged FIXME failed~n', [FixmeFailed])
    ;   informed('FIXME: ~d failed; ~d passed~n', [FixmeFailed, FixmePassed])
    ),
    (   Failed =:= 0
    ->  (   Passed =:= 0
        ->  informed('no tests~n', [])
        ;   informed('All ~D tests passed~n', [Passed])
        )
    ;   informed('~D tests failed~n', [Failed]),
        informed('~D tests passed~n', [Passed])
    ).

told_blocked([]).
told_blocked([B|Bs]) :-
    length([B|Bs], N),
    (   N =:= 1
    ->  informed('one test is blocked:~n', [])
    ;   informed('~D tests are blocked:~n', [N])
    ),
    (   quiet
    ->  true
    ;   forall(member(blocked(File:Line, Name, Reason), [B|Bs]),
               format(user_error, '% ~w:~d:~n\ttest ~w: ~w~n', [File, Line, Name, Reason]))
    ).
