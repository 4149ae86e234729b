% The toplevel: reads queries, runs them, writes answers as SWI-Prolog does.

:- module('$toplevel', [prolog/0]).

prolog :-
    repeat,
    catch(query_loop, Ball, after_ball(Ball)),
    !.

% Goals run under their own catch: what arrives here is an abort.
after_ball(Ball) :-
    (   aborted(Ball)
    ->  print_message(informational, '$aborted')
    ;   print_message(error, unhandled_exception(Ball))
    ),
    fail.

aborted(Ball) :-
    nonvar(Ball),
    ( Ball == '$aborted' ; Ball == unwind(abort) ).

query_loop :-
    repeat,
    read_query(Query, Bindings),
    (   Query == end_of_file
    ->  end_of_input
    ;   run_query(Query, Bindings),
        fail
    ),
    !.

% reuse(+Query0, +Bindings0, -Query, -Bindings): $Name stands for the last value of a variable of
% this name; such variables are shown after the others.
reuse(Query, Bindings, Query, Bindings) :-
    \+ has_reuse(Query),
    !.
reuse(Query0, Bindings0, Query, Bindings) :-
    reused(Query0, Bindings0, Query, [], Used0),
    backwards(Used0, [], Used),
    term_variables(Query, Plain),
    still_plain(Bindings0, Plain, Used, Others),
    '$append'(Others, Used, Bindings).

% Variables that are also there without a $ are shown too.
still_plain([], _, _, []).
still_plain([Name=Var|Bs], Plain, Used, Others) :-
    (   '$member'(Name=_, Used),
        \+ ( '$member'(V, Plain), V == Var )
    ->  Others = Others1
    ;   Others = [Name=Var|Others1]
    ),
    still_plain(Bs, Plain, Used, Others1).

backwards([], Ys, Ys).
backwards([X|Xs], Ys, Zs) :-
    backwards(Xs, [X|Ys], Zs).

has_reuse(Term) :-
    compound(Term),
    (   Term = $(Var),
        var(Var)
    ->  true
    ;   arg(_, Term, Arg),
        has_reuse(Arg)
    ->  true
    ).

reused(Term, _, Term, Used, Used) :-
    \+ compound(Term),
    !.
reused($(Var), Bindings, Value, Used0, Used) :-
    var(Var),
    !,
    '$member'(Name=Named, Bindings),
    Named == Var,
    !,
    (   (   '$member'(Name=Value0, Used0)
        ->  true
        ;   nb_current('$last_values', Values),
            '$member'(Name=Value0, Values)
        )
    ->  Value = Value0,
        Used = [Name=Value|Used0]
    ;   throw(error(existence_error(answer_variable, Name), _))
    ).
reused(Term0, Bindings, Term, Used0, Used) :-
    compound_name_arguments(Term0, Name, Args0),
    reused_list(Args0, Bindings, Args, Used0, Used),
    compound_name_arguments(Term, Name, Args).

reused_list([], _, [], Used, Used).
reused_list([A0|As0], Bindings, [A|As], Used0, Used) :-
    reused(A0, Bindings, A, Used0, Used1),
    reused_list(As0, Bindings, As, Used1, Used).

without([], _, []).
without([Name=Value|Bs], Used, Rest) :-
    (   '$member'(Name=_, Used)
    ->  Rest = Rest1
    ;   Rest = [Name=Value|Rest1]
    ),
    without(Bs, Used, Rest1).

% What an answer binds is remembered for queries to come.
remember_values(Bindings) :-
    (   nb_current('$last_values', Before)
    ->  true
    ;   Before = []
    ),
    bound(Bindings, New),
    (   New == []
    ->  true
    ;   without(Before, New, Kept),
        '$append'(New, Kept, Values),
        nb_setval('$last_values', Values)
    ).

bound([], []).
bound([Name=Value|Bs], New) :-
    (   var(Value),
        \+ attvar(Value)
    ->  New = New1
    ;   New = [Name=Value|New1]
    ),
    bound(Bs, New1).

end_of_input :-
    nl(user_output),
    flush_output(user_output),
    print_message(informational, halt).

% read_query(-Query, -Bindings): syntax errors are shown, and reading goes on.
read_query(Query, Bindings) :-
    repeat,
    flush_output(user_output),
    flush_output(user_error),
    catch('$read_query'(Text), Error, ( show_error(Error), fail )),
    (   Text == end_of_file
    ->  Query = end_of_file,
        Bindings = []
    ;   catch('$parse_query'(Text, Query, Bindings), Error, ( show_error(Error), fail ))
    ),
    !.

% The predicate that raised an error is of no use to who typed the query.
show_error(Error) :-
    (   nonvar(Error),
        Error = error(Formal, Context)
    ->  (   nonvar(Context),
            Context = context(_, Message)
        ->  print_message(error, error(Formal, context(_, Message)))
        ;   nonvar(Context),
            Context = _/_
        ->  print_message(error, error(Formal, _))
        ;   print_message(error, Error)
        )
    ;   aborted(Error)
    ->  print_message(informational, '$aborted')
    ;   print_message(error, unhandled_exception(Error))
    ).

run_query(Query0, Bindings0) :-
    (   catch(( reuse(Query0, Bindings0, Query, Bindings),
                expand_query(Query, Goal)
              ),
              Error,
              ( show_error(Error), fail ))
    ->  (   undefined_goal(Goal, user, PI)
        ->  correct_or_complain(PI, Goal, Bindings)
        ;   execute(Goal, Bindings)
        )
    ;   true
    ).

expand_query(Query, _) :-
    var(Query),
    !,
    throw(error(instantiation_error, _)).
expand_query((?- Query), Goal) :- !,
    expand_query(Query, Goal).
expand_query(Query, Goal) :-
    (   catch(user:expand_query(Query, Query1, _, _), _, fail)
    ->  true
    ;   Query1 = Query
    ),
    (   '$has_functions'(Query1)
    ->  '$expand_functions'((:- Query1), (:- Query2))
    ;   Query2 = Query1
    ),
    (   expand_goal(Query2, Goal0)
    ->  Goal = Goal0
    ;   Goal = Query2
    ).

execute(Goal, Bindings) :-
    State = written(-1),
    (   catch(( solve(Goal, Det),
                answer(Bindings, Det, State, Action),
                Action == stop
              ),
              Error,
              failed_with(Error))
    ->  true
    ;   print_no(State)
    ).

% Stops the loop over answers without saying false.
failed_with(Error) :-
    format(user_output, '~N', []),
    flush_output(user_output),
    show_error(Error).

solve(Goal, Det) :-
    call_cleanup(user:Goal, Det = true).

print_no(State) :-
    begin_line(State),
    format(user_output, 'false.~n~n', []),
    flush_output(user_output).

begin_line(State) :-
    character_count(user_output, Count),
    (   arg(1, State, Count)
    ->  true
    ;   format(user_output, '~N', [])
    ).

% answer(+Bindings, +Det, +State, -Action): Action is stop, or it fails into the next answer.
% State remembers how much had been written when the next answer was asked for: where nothing
% has been added, no new line is begun.
answer(Bindings, Det, State, Action) :-
    remember_values(Bindings),
    answer_lines(Bindings, Lines),
    begin_line(State),
    write_lines(Lines, []),
    (   Det == true
    ->  format(user_output, '.~n~n', []),
        flush_output(user_output),
        Action = stop
    ;   format(user_output, ' ', []),
        flush_output(user_output),
        ask(Bindings, State, Action)
    ).

ask(Bindings, State, Action) :-
    character_count(user_output, Count),
    nb_setarg(1, State, Count),
    answer_key(Key),
    (   Key == -1
    ->  throw(error(type_error(character_code, -1), _))
    ;   key_action(Key, What)
    ->  act(What, Bindings, State, Action)
    ;   format(user_output, 'Unknown action: ~c (h for help)~nAction? ', [Key]),
        flush_output(user_output),
        ask(Bindings, State, Action)
    ).

answer_key(Key) :-
    (   is_terminal
    ->  '$answer_key'(Key)
    ;   get_code(user_input, Key),
        skip_line(Key)
    ).

is_terminal :-
    '$interactive'.

skip_line(Key) :-
    (   ( Key == 10 ; Key == -1 )
    ->  true
    ;   get_code(user_input, Next),
        skip_line(Next)
    ).

key_action(0';, redo).
key_action(0'n, redo).
key_action(0'r, redo).
key_action(0' , redo).
key_action(0'\t, redo).
key_action(0'c, stop).
key_action(0'a, stop).
key_action(0'y, stop).
key_action(0'., stop).
key_action(0'\n, stop).
key_action(0'\r, stop).
key_action(0'h, help).
key_action(0'?, help).
key_action(0'w, write).
key_action(0'p, print).
key_action(0't, redo).
key_action(0'b, break).

act(redo, _, _, _) :-
    (   is_terminal
    ->  format(user_output, ';~n', [])
    ;   true
    ),
    flush_output(user_output),
    fail.
act(stop, _, _, stop) :-
    (   is_terminal
    ->  format(user_output, '.~n~n', [])
    ;   format(user_output, '~n', [])
    ),
    flush_output(user_output).
act(help, Bindings, State, Action) :-
    print_message(help, query(help)),
    format(user_output, 'Action? ', []),
    flush_output(user_output),
    ask(Bindings, State, Action).
act(write, Bindings, State, Action) :-
    again(Bindings, [max_depth(0)], State, Action).
act(print, Bindings, State, Action) :-
    again(Bindings, [max_depth(10)], State, Action).
act(break, Bindings, State, Action) :-
    prolog,
    again(Bindings, [], State, Action).

again(Bindings, Options, State, Action) :-
    answer_lines(Bindings, Lines),
    format(user_output, '~N', []),
    write_lines(Lines, Options),
    format(user_output, ' ', []),
    flush_output(user_output),
    ask(Bindings, State, Action).

% Answers. A line is binding(Names, Value): Names share a value; or goal(G).

answer_lines(Bindings, Lines) :-
    term_attvars(Bindings, AttVars),
    (   AttVars == []
    ->  Shown = Bindings,
        Goals = []
    ;   copy_term(Bindings, Shown, Goals0),
        plain_goals(Goals0, Goals)
    ),
    answer_lines(Shown, Goals, Lines).

answer_lines(Bindings, Goals, Lines) :-
    join_bindings(Bindings, Joined),
    name_variables(Joined, Rest),
    goal_lines(Goals, GoalLines),
    '$append'(Rest, GoalLines, Lines0),
    break_cycles(Lines0, Lines1),
    name_others(Lines1),
    Lines = Lines1.

% Variables of the query with the same value are shown together, in the order of their names in
% the query.
join_bindings([], []).
join_bindings([Name=Value|Bs], [same([Name|Names], Value)|Joined]) :-
    take_same(Bs, Value, Names, Rest),
    join_bindings(Rest, Joined).

take_same([], _, [], []).
take_same([Name=Value|Bs], V, Names, Rest) :-
    (   Value == V
    ->  Names = [Name|Names1],
        Rest = Rest1
    ;   Names = Names1,
        Rest = [Name=Value|Rest1]
    ),
    take_same(Bs, V, Names1, Rest1).

% Unbound variables of the query are shown by name, and are no binding unless they have several.
name_variables([], []).
name_variables([same(Names, Value)|Same], Lines) :-
    (   var(Value)
    ->  '$last'(Names, Last),
        Value = '$VAR'(Last),
        (   Names = [_]
        ->  Lines = Lines1
        ;   but_last(Names, Firsts),
            Lines = [binding(Firsts, '$VAR'(Last))|Lines1]
        )
    ;   Lines = [binding(Names, Value)|Lines1]
    ),
    name_variables(Same, Lines1).

but_last([_], []) :- !.
but_last([X|Xs], [X|Ys]) :-
    but_last(Xs, Ys).

goal_lines([], []).
goal_lines([G|Gs], [goal(G)|Lines]) :-
    goal_lines(Gs, Lines).

% A value that contains itself is shown with the name of its variable inside; parts that do get
% a name of their own.
break_cycles([], []).
break_cycles([Line|Lines], All) :-
    (   Line = binding(Names, Value),
        cyclic_term(Value)
    ->  '$last'(Names, Name),
        '$factorize'(Value, Name, Template, Parts),
        All = [binding(Names, Template)|All1],
        part_lines(Parts, All1, All2)
    ;   All = [Line|All2]
    ),
    break_cycles(Lines, All2).

part_lines([], Lines, Lines).
part_lines([Name=Value|Parts], [binding([Name], Value)|Lines0], Lines) :-
    part_lines(Parts, Lines0, Lines).

% Other variables: _ if they occur once, _A, _B, ... otherwise.
name_others(Term) :-
    '$term_singletons'(Term, Singles),
    bind_all(Singles, '_'),
    term_variables(Term, Vars),
    name_all(Vars, 0).

bind_all([], _).
bind_all(['$VAR'(Name)|Vs], Name) :-
    bind_all(Vs, Name).

name_all([], _).
name_all(['$VAR'(Name)|Vs], N) :-
    Letter is 0'A + N mod 26,
    Number is N // 26,
    (   Number =:= 0
    ->  format(atom(Name), '_~c', [Letter])
    ;   format(atom(Name), '_~c~d', [Letter,Number])
    ),
    N1 is N+1,
    name_all(Vs, N1).

% Residual goals without the modules that user sees through anyway.
plain_goals([], []).
plain_goals([G0|Gs0], [G|Gs]) :-
    plain_goal(G0, G),
    plain_goals(Gs0, Gs).

plain_goal(G, G) :-
    var(G),
    !.
plain_goal(M:G0, G) :-
    nonvar(G0),
    atom(M),
    !,
    plain_args(G0, G1),
    (   ( M == user ; seen_from_user(M, G0) )
    ->  G = G1
    ;   G = M:G1
    ).
plain_goal(G0, G) :-
    plain_args(G0, G).

seen_from_user(M, G) :-
    callable(G),
    (   M == system
    ->  true
    ;   '$definition_module'(user:G, M)
    ),
    !.

plain_args(freeze(V, G0), freeze(V, G)) :- !,
    plain_goal(G0, G).
plain_args(when(C, G0), when(C, G)) :- !,
    plain_goal(G0, G).
plain_args(G, G).

write_lines([], _) :- !,
    format(user_output, 'true', []).
write_lines(Lines, Options) :-
    (   catch(current_prolog_flag(answer_write_options, Defaults0), _, fail)
    ->  true
    ;   Defaults0 = [quoted(true),portray(true),spacing(next_argument)]
    ),
    (   Options = [max_depth(D)]
    ->  without_depth(Defaults0, Defaults1),
        Defaults = [max_depth(D)|Defaults1]
    ;   Defaults = Defaults0
    ),
    write_each(Lines, Defaults).

without_depth([], []).
without_depth([O|Os], Rest) :-
    (   O = max_depth(_)
    ->  Rest = Rest1
    ;   Rest = [O|Rest1]
    ),
    without_depth(Os, Rest1).

write_each([Line|Lines], Options) :-
    write_line(Line, Options),
    (   Lines == []
    ->  true
    ;   format(user_output, ',~n', []),
        write_each(Lines, Options)
    ).

write_line(binding(Names, Value), Options) :-
    write_names(Names, Value, Options).
write_line(goal(Goal), Options) :-
    write_term(user_output, Goal, [priority(999),numbervars(true),portray(true)|Options]).

write_names([Name], Value, Options) :- !,
    format(user_output, '~w = ', [Name]),
    write_term(user_output, Value,
               [partial(true),priority(699),numbervars(true),portray(true)|Options]).
write_names([Name|Names], Value, Options) :-
    Names = [Next|_],
    format(user_output, '~w = ~w, ', [Name,Next]),
    write_names(Names, Value, Options).

% Undefined procedures are found before anything runs, also inside goals of control predicates.

undefined_goal(Goal, _, _) :-
    var(Goal),
    !,
    fail.
undefined_goal(M:Goal, _, PI) :- !,
    atom(M),
    undefined_goal(Goal, M, PI).
undefined_goal((A, B), M, PI) :- !,
    \+ improper(A),
    \+ improper(B),
    ( undefined_goal(A, M, PI) ; undefined_goal(B, M, PI) ),
    !.
undefined_goal((A ; B), M, PI) :- !,
    \+ improper(A),
    \+ improper(B),
    ( undefined_goal(A, M, PI) ; undefined_goal(B, M, PI) ),
    !.
undefined_goal((A -> B), M, PI) :- !,
    \+ improper(A),
    \+ improper(B),
    ( undefined_goal(A, M, PI) ; undefined_goal(B, M, PI) ),
    !.
undefined_goal((A *-> B), M, PI) :- !,
    \+ improper(A),
    \+ improper(B),
    ( undefined_goal(A, M, PI) ; undefined_goal(B, M, PI) ),
    !.
undefined_goal(\+ A, M, PI) :- !,
    undefined_goal(A, M, PI).
undefined_goal(Goal, M, PI) :-
    callable(Goal),
    (   goal_argument(Goal, Arg),
        undefined_goal(Arg, M, PI)
    ->  true
    ;   \+ is_visible(M, Goal),
        functor(Goal, Name, Arity),
        (   M == user
        ->  PI = Name/Arity
        ;   PI = M:Name/Arity
        )
    ).

% What is no goal at all is found out when it is called.
improper(Goal) :-
    nonvar(Goal),
    (   control(Goal, A, B)
    ->  ( improper(A) ; improper(B) )
    ;   \+ callable(Goal)
    ),
    !.

control((A, B), A, B).
control((A ; B), A, B).
control((A -> B), A, B).
control((A *-> B), A, B).

goal_argument(findall(_, G, _), G).
goal_argument(findall(_, G, _, _), G).
goal_argument(forall(A, _), A).
goal_argument(forall(_, B), B).
goal_argument(catch(G, _, _), G).
goal_argument(catch(_, _, G), G).
goal_argument(call(G), G).
goal_argument(once(G), G).
goal_argument(ignore(G), G).
goal_argument(aggregate_all(_, G, _), G).
goal_argument(time(G), G).

is_visible(M, Goal) :-
    '$is_defined'(M:Goal).

correct_or_complain(PI, Goal, Bindings) :-
    (   is_terminal,
        corrected(PI, Goal, Better),
        confirm(Better, Bindings)
    ->  execute(Better, Bindings)
    ;   catch('$dwim_predicates'(PI, Like), _, fail),
        Like \== []
    ->  show_error(error(existence_error(procedure, PI), _))
    ;   rule_at_prompt(PI)
    ->  show_error(error(existence_error(procedure, PI), _))
    ;   print_message(error, dwim_unknown(PI))
    ).

rule_at_prompt((:-)/2).
rule_at_prompt((?-)/1).

% With exactly one near miss of the same arity, it is offered.
corrected(Name/Arity, Goal, Better) :-
    catch('$dwim_predicates'(Name/Arity, Like), _, fail),
    only_of_arity(Like, Arity, Other),
    replace_goal(Goal, Name, Arity, Other, Better).

only_of_arity(Like, Arity, Name) :-
    findall(N, '$member'(N/Arity, Like), [Name]).

replace_goal((A0, B0), Name, Arity, Other, (A, B)) :- !,
    replace_goal(A0, Name, Arity, Other, A),
    replace_goal(B0, Name, Arity, Other, B).
replace_goal(G0, Name, Arity, Other, G) :-
    (   callable(G0),
        functor(G0, Name, Arity)
    ->  G0 =.. [_|Args],
        G =.. [Other|Args]
    ;   G = G0
    ).

confirm(Goal, Bindings) :-
    \+ \+ ( bind_names(Bindings),
            format(user_output, 'Correct to: "~W"? ',
                   [Goal,[quoted(true),numbervars(true)]])
          ),
    flush_output(user_output),
    '$answer_key'(Key),
    (   memberchk(Key, [0'y,0'Y,0' ,10,13])
    ->  format(user_output, 'yes~n', [])
    ;   format(user_output, 'no~n', []),
        fail
    ).

bind_names([]).
bind_names([Name=Value|Bs]) :-
    (   var(Value)
    ->  Value = '$VAR'(Name)
    ;   true
    ),
    bind_names(Bs).

% Starting up: files, goals of the command line, and then the toplevel or what stands for it.
% start(+Files, +Goals, +Toplevel): Goals and Toplevel are texts; ends the process.

start(Files, Goals, Toplevel) :-
    catch(load_files_of_command(Files), Error, start_failed(Error)),
    run_goals(Goals),
    run_main,
    run_toplevel(Toplevel, Goals).

% After Ctrl-C.
again :-
    prolog,
    halt(0).

load_files_of_command([]).
load_files_of_command([File|Files]) :-
    load_command_file(File),
    load_files_of_command(Files).

load_command_file(File) :-
    (   exists_source_file(File)
    ->  user:consult(File)
    ;   file_name_extension(_, Ext, File),
        Ext \== ''
    ->  throw(error(existence_error(source_sink, File), _))
    ;   throw(error(existence_error(file, File), _))
    ).

exists_source_file(File) :-
    (   exists_file(File)
    ->  true
    ;   atom_concat(File, '.pl', WithExtension),
        exists_file(WithExtension)
    ).

start_failed(Error) :-
    print_message(error, initialization_exception(Error)),
    halt(1).

run_goals([]).
run_goals([Text|Goals]) :-
    run_goal(Text),
    run_goals(Goals).

run_goal(Text) :-
    catch('$parse_query'(Text, Goal, _), Error,
          ( print_message(error, init_goal_syntax(Error, Text)),
            halt(2)
          )),
    (   catch(user:Goal, Error, true)
    ->  (   var(Error)
        ->  true
        ;   goal_raised(Error, Goal, Text)
        )
    ;   (   current_prolog_flag(verbose, silent)
        ->  true
        ;   print_message(error, init_goal_failed(failed, Text))
        ),
        halt(1)
    ).

goal_raised(Error0, Goal, Text) :-
    '$no_deadline',
    in_catch(Error0, Goal, Error),
    print_message(error, init_goal_failed(Error, Text)),
    halt(2).

% An undefined procedure is called from catch/3 if not from a predicate of the program.
in_catch(Error0, Goal, Error) :-
    (   nonvar(Error0),
        Error0 = error(existence_error(procedure, PI), PI0),
        PI == PI0
    ->  (   '$undefined_caller'(Caller) -> true ; '$meta_caller'(Goal, Caller) ),
        Error = error(existence_error(procedure, PI), context(Caller, _))
    ;   Error = Error0
    ).

% :- initialization(Goal, main) runs Goal instead of the toplevel.
run_main :-
    (   catch('$main_goal'(Goal, Place), _, fail)
    ->  strip_module(Goal, M, Plain),
        run_main(M:Plain, Place)
    ;   true
    ).

run_main(Goal, Place) :-
    (   catch(Goal, Error, true)
    ->  (   var(Error)
        ->  halt(0)
        ;   in_catch(Error, Goal, Shown),
            print_message(error, init_goal_failed(Shown, @(Goal, Place))),
            halt(2)
        )
    ;   print_message(error, init_goal_failed(failed, @(Goal, Place))),
        halt(1)
    ).

run_toplevel(Text, Goals) :-
    (   Goals == []
    ->  print_message(banner, welcome)
    ;   true
    ),
    (   Text == halt
    ->  halt(0)
    ;   Text == default
    ->  prolog,
        halt(0)
    ;   catch('$parse_query'(Text, Goal, _), Error,
              ( show_error(Error),
                halt(1)
              )),
        (   catch(user:Goal, Ball, true)
        ->  (   var(Ball)
            ->  print_message(informational, halt),
                halt(0)
            ;   print_message(error, Ball),
                halt(2)
            )
        ;   halt(1)
        )
    ).
