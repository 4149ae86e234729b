% The texts of messages, as SWI-Prolog 9 words them, and how they are laid out.

:- module('$messages', [translate_message//1]).

print_text(Level, Term0) :-
    (   Level == error
    ->  called_from(Term0, Term)
    ;   Term = Term0
    ),
    catch(translate(Term, Lines), _, Lines = ['Unknown message: ~p'-[Term]]),
    (   '$hook_defined'(user:message_hook(_, _, _)),
        catch(user:message_hook(Term, Level, Lines), _, fail)
    ->  true
    ;   '$message_unseen'(Level)
    ->  true
    ;   print_system(Level, Term, Lines)
    ).

% Who called an undefined procedure, where that is a directive or an initialization goal.
called_from(Term0, Term) :-
    (   undefined(Term0, PI),
        source_location(_, _)
    ->  (   '$undefined_caller'(Caller)
        ->  true
        ;   '$load_context'(caller, Calls),
            Caller = system:Calls
        ),
        Term = error(existence_error(procedure, PI), context(Caller, _))
    ;   nonvar(Term0),
        Term0 = initialization_error(Goal, E, Place),
        undefined(E, PI)
    ->  Where = '$run_init_goal'/1,
        Term = initialization_error(Goal,
                                    error(existence_error(procedure, PI), context(Where, _)),
                                    Place)
    ;   Term = Term0
    ).

undefined(Term, PI) :-
    nonvar(Term),
    Term = error(Formal, Context),
    nonvar(Formal),
    Formal = existence_error(procedure, PI),
    Context == PI.

translate(Term, Lines) :-
    phrase(translate_message(Term), Lines).

to_codes(Term, Kind, Codes) :-
    translate(Term, Lines),
    prefix(Kind, _, Prefix),
    format(codes(Codes), '', []),
    with_output_to(codes(Codes), print_lines(current_output, Prefix, Lines)).

% print_system(+Level, +Term, +Lines): to user_error, with the place in the source where
% something was loaded when it happened.
print_system(_, _, []) :- !.
print_system(Level, Term, Lines) :-
    (   located(Level, Kind),
        \+ knows_its_place(Term),
        source_location(File, Line)
    ->  print_located(Kind, File, Line, Lines)
    ;   prefix(Level, Stream, Prefix),
        flush_output(user_output),
        print_lines(Stream, Prefix, Lines)
    ).

located(error, 'ERROR').
located(warning, 'Warning').

knows_its_place(error(syntax_error(_), Context)) :-
    nonvar(Context),
    ( Context = file(_, _, _, _) ; Context = stream(_, _, _, _) ; Context = string(_, _) ).
knows_its_place(init_goal(_, _)).
knows_its_place(undefined_export(_, _)).
knows_its_place(init_goal_failed(_, _)).
knows_its_place(initialization_error(_, _, _)).
knows_its_place(initialization_failure(_, _)).
knows_its_place(initialization_exception(_)).
knows_its_place(unhandled_exception(_)).

print_located(Kind, File, Line, Lines) :-
    flush_output(user_output),
    format(user_error, '~N~w: ~w:~d:~n', [Kind,File,Line]),
    atom_concat(Kind, ':    ', Prefix),
    print_lines(user_error, Prefix, Lines).

prefix(Level, user_error, Prefix) :-
    (   catch(user:message_property(Level, prefix(P)), _, fail)
    ->  Prefix = P
    ;   level_prefix(Level, Prefix)
    ).

level_prefix(error, '~NERROR: ') :- !.
level_prefix(warning, '~NWarning: ') :- !.
level_prefix(informational, '~N% ') :- !.
level_prefix(information, '~N% ') :- !.
level_prefix(debug(_), '~N% ') :- !.
level_prefix(_, '~N').

% print_lines(+Stream, +Prefix, +Lines)
print_lines(Stream, Prefix0, Lines) :-
    (   nonvar(Prefix0),
        Prefix0 = kind(Kind)
    ->  prefix(Kind, _, Prefix)
    ;   Prefix = Prefix0
    ),
    insert_prefix(Lines, Prefix, Stream).

insert_prefix([at_same_line|Lines], Prefix, Stream) :- !,
    lines(Lines, Prefix, Stream).
insert_prefix(Lines, Prefix, Stream) :-
    prefix_out(Stream, Prefix),
    lines(Lines, Prefix, Stream).

prefix_out(Stream, Prefix) :-
    format(Stream, Prefix, []).

lines([], _, Stream) :- !,
    nl(Stream).
lines([nl], _, Stream) :- !,
    nl(Stream).
lines([flush], _, Stream) :- !,
    flush_output(Stream).
lines([nl|Ls], Prefix, Stream) :- !,
    nl(Stream),
    prefix_out(Stream, Prefix),
    lines(Ls, Prefix, Stream).
lines([L|Ls], Prefix, Stream) :-
    segment(L, Stream),
    lines(Ls, Prefix, Stream).

segment(Format-Args, Stream) :- !,
    format(Stream, Format, Args).
segment(ansi(_, Format, Args), Stream) :- !,
    format(Stream, Format, Args).
segment(url(Location), Stream) :- !,
    url(Location, Stream).
segment(url(_, Label), Stream) :- !,
    format(Stream, '~w', [Label]).
segment(begin(_, _), _) :- !.
segment(end(_), _) :- !.
segment(flush, Stream) :- !,
    flush_output(Stream).
segment(at_same_line, _) :- !.
segment(Format, Stream) :-
    format(Stream, Format, []).

url(File:Line:Column, Stream) :- !,
    format(Stream, '~w:~w:~w', [File,Line,Column]).
url(File:Line, Stream) :- !,
    format(Stream, '~w:~w', [File,Line]).
url(Location, Stream) :-
    format(Stream, '~w', [Location]).

% translate_message(+Term)//

translate_message(Term) -->
    { var(Term) },
    !,
    [ 'Unknown message: ~p'-[Term] ].
translate_message(Term) -->
    hook(Term),
    !.
translate_message(error(Formal, Context)) -->
    !,
    error_message(Formal, Context).
translate_message(Term) -->
    message(Term),
    !.
translate_message(Term) -->
    [ 'Unknown message: ~p'-[Term] ].

hook(Term, Lines0, Lines) :-
    '$hook_defined'(prolog:message(_, _, _)),
    catch(prolog:message(Term, Lines0, Lines), _, fail).

error_message(Formal, Context) -->
    { nonvar(Formal),
      Formal = syntax_error(_)
    },
    !,
    syntax_place(Context),
    formal_or_unknown(Formal),
    syntax_text(Context),
    syntax_help(Context).
error_message(Formal, Context) -->
    { Formal == resource_error(stack),
      nonvar(Context),
      Context = stack_overflow(Sizes)
    },
    !,
    stack_overflow(Sizes).
error_message(Formal, Context) -->
    where(Context),
    formal_or_unknown(Formal),
    extra(Context).

stack_overflow(Sizes) -->
    { maplist(stack_figure(Sizes),
              [stack_limit, localused, globalused, trailused],
              [Limit, Local, Global, Trail]),
      memberchk(depth=Depth, Sizes),
      memberchk(choicepoints=Choices, Sizes)
    },
    [ 'Stack limit (~w) exceeded'-[Limit], nl,
      '  Stack sizes: local: ~w, global: ~w, trail: ~w'-[Local, Global, Trail], nl,
      '  Stack depth: ~D, last-call: 0%, Choice points: ~D'-[Depth, Choices] ].

stack_figure(Sizes, Name, Text) :-
    memberchk(Name=Size, Sizes),
    (   Size < 100
    ->  format(atom(Text), '~dKb', [Size])
    ;   Size < 100 000
    ->  Mb is Size/1024,
        format(atom(Text), '~1fMb', [Mb])
    ;   Gb is Size/(1024*1024),
        format(atom(Text), '~1fGb', [Gb])
    ).

formal_or_unknown(Formal) -->
    { var(Formal) },
    !,
    [ 'Unknown error term: ~p'-[Formal] ].
formal_or_unknown(Formal) -->
    { '$hook_defined'(prolog:error_message(_, _, _)) },
    error_hook(Formal),
    !.
formal_or_unknown(Formal) -->
    formal(Formal),
    !.
formal_or_unknown(Formal) -->
    [ 'Unknown error term: ~p'-[Formal] ].

error_hook(Formal, Lines0, Lines) :-
    catch(prolog:error_message(Formal, Lines0, Lines), _, fail).

where(Context) -->
    { nonvar(Context),
      Context = context(Where, _),
      nonvar(Where),
      \+ internal(Where),
      indicator(Where, PI)
    },
    !,
    [ '~w: '-[PI] ].
where(_) -->
    [].

% Predicates behind the ones that a program calls.
internal(system:PI) :-
    nonvar(PI),
    internal(PI).
internal('$use_module'/_).
internal('$load'/_).
internal('$clue_text'/_).
internal('$puzzle_text'/_).
internal('$read_query'/_).
internal('$parse_query'/_).

indicator(M:PI, Out) :-
    nonvar(PI),
    PI = _/_,
    !,
    plain(PI, Text),
    (   ( M == system ; M == user )
    ->  Out = Text
    ;   format(atom(Out), '~q:~w', [M,Text])
    ).
indicator(PI, Out) :-
    PI = _/_,
    plain(PI, Out).

% The name of an operator is shown without parentheses here.
plain(Name/Arity, Out) :-
    format(atom(Out), '~q/~w', [Name,Arity]).

extra(Context) -->
    { nonvar(Context),
      Context = context(_, Message),
      nonvar(Message),
      Message = already_from(Module)
    },
    !,
    [ ' (already imported from ~q)'-[Module] ].
extra(Context) -->
    { nonvar(Context),
      Context = context(_, Message),
      nonvar(Message),
      \+ Message = _:_
    },
    !,
    [ ' (~w)'-[Message] ].
extra(_) -->
    [].

formal(opt_error(unknown_option(_:Name))) -->
    [ 'Unknown option: ~w (-h for help)'-[Option] ],
    { option_text(Name, Option) }.
formal(opt_error(missing_value(Name, Type))) -->
    [ 'Option ~w requires an argument (of type ~p)'-[Option,Type] ],
    { option_text(Name, Option) }.
formal(opt_error(value_type(Name, oneof(Values), Found))) --> !,
    [ 'Option ~w requires one of ~w (found ~w)'-[Option,Choice,Found] ],
    { option_text(Name, Option), atomic_list_concat(Values, ', ', Choice) }.
formal(opt_error(value_type(Name, between(Low, High), Found))) --> !,
    [ 'Option ~w requires a number ~w..~w (found ~w)'-[Option,Low,High,Found] ],
    { option_text(Name, Option) }.
formal(opt_error(value_type(Name, Type, Found))) -->
    [ 'Option ~w requires an argument of type ~p (found ~w)'-[Option,Type,Found] ],
    { option_text(Name, Option) }.
formal(instantiation_error) -->
    [ 'Arguments are not sufficiently instantiated' ].
formal(uninstantiation_error(Culprit)) -->
    [ 'Uninstantiated argument expected, found ~p'-[Culprit] ].
formal(type_error(evaluable, Actual)) -->
    { callable(Actual) },
    !,
    [ 'Arithmetic: `~p\' is not a function'-[Actual] ].
formal(type_error(free_of_attvar, Actual)) -->
    !,
    [ 'Type error: `~W\' contains attributed variables'-
      [Actual,[portray(true),attributes(portray)]] ].
formal(type_error(Expected, Actual)) -->
    { kind_of(Actual, Article, Kind) },
    [ 'Type error: `~w\' expected, found `~p\' (~w ~w)'-[Expected,Actual,Article,Kind] ].
formal(domain_error(range(Low, High), Actual)) -->
    !,
    [ 'Domain error: [~q..~q] expected, found `~p\''-[Low,High,Actual] ].
formal(domain_error(Domain, Actual)) -->
    [ 'Domain error: `~w\' expected, found `~p\''-[Domain,Actual] ].
formal(existence_error(procedure, Proc)) -->
    [ 'Unknown procedure: ~q'-[Proc] ],
    unknown_procedure_help(Proc).
formal(existence_error(answer_variable, Var)) -->
    [ '$~w was not bound by a previous query'-[Var] ].
formal(existence_error(matching_rule, Goal)) -->
    [ 'No rule matches ~p'-[Goal] ].
formal(existence_error(Type, Object)) -->
    [ '~w `~p\' does not exist'-[Type,Object] ].
formal(existence_error(Type, Object, In)) -->
    [ '~w `~p\' does not exist in ~p'-[Type,Object,In] ].
formal(permission_error(Action, Type, Object)) -->
    permission(Action, Type, Object).
formal(representation_error(What)) -->
    [ 'Cannot represent due to `~w\''-[What] ].
formal(evaluation_error(Which)) -->
    [ 'Arithmetic: evaluation error: `~p\''-[Which] ].
formal(resource_error(What)) -->
    [ 'Not enough resources: ~w'-[What] ].
formal(syntax_error(Id)) -->
    [ 'Syntax error: ' ],
    syntax(Id).
formal(occurs_check(Var, In)) -->
    [ 'Cannot unify ~p with ~p: would create an infinite tree'-[Var,In] ].
formal(busy(Type, Object)) -->
    [ '~w `~p\' is busy'-[Type,Object] ].
formal(io_error(Op, Stream)) -->
    [ 'I/O error in ~w on stream ~p'-[Op,Stream] ].
formal(timeout_error(Op, Stream)) -->
    [ 'Timeout in ~w from ~p'-[Op,Stream] ].
formal(not_implemented(Type, What)) -->
    [ '~w `~p\' is not implemented in this version'-[Type,What] ].
formal(format(Format, Args)) -->
    [ Format-Args ].
formal(format(Message)) -->
    [ 'Format error: ~w'-[Message] ].
formal(format_argument_type(Directive, Arg)) -->
    [ 'Illegal argument to format sequence ~~~w: ~p'-[Directive,Arg] ].
formal(shell(execute, Command)) -->
    [ 'Could not execute `~w\''-[Command] ].
formal(goal_failed(Goal)) -->
    [ 'goal unexpectedly failed: ~p'-[Goal] ].
formal(duplicate_key(Key)) -->
    [ 'Duplicate key: ~p'-[Key] ].
formal(determinism_error(PI, det, Found, property)) -->
    [ 'Procedure ~p called from a deterministic procedure '-[PI] ],
    found(Found).
formal(determinism_error(Goal, det, fail, goal)) -->
    [ 'Goal ~p failed'-[Goal] ].
formal(determinism_error(Goal, det, nondet, goal)) -->
    [ 'Goal ~p succeeded with a choice point'-[Goal] ].
formal(determinism_error(PI, det, fail, guard)) -->
    [ 'Procedure ~p failed after $-guard'-[PI] ].
formal(determinism_error(PI, det, fail, guard_in_caller)) -->
    [ 'Procedure ~p failed after $-guard in caller'-[PI] ].
formal(context_error(nodirective, Goal)) -->
    { goal_indicator(Goal, PI) },
    [ 'Wrong context: ~p can only be used in a directive'-[PI] ].
formal(conditional_compilation_error(unterminated, Place)) -->
    [ 'Unterminated conditional compilation from ' , url(Place) ].
formal(conditional_compilation_error(no_if, What)) -->
    [ ':- ~w without :- if'-[What] ].
formal(limit_exceeded(Limit, Max)) -->
    [ 'Exceeded ~w limit (~w)'-[Limit,Max] ].
formal(time_limit_exceeded) -->
    [ 'Time limit exceeded' ].
formal(time_limit_exceeded(_)) -->
    [ 'Time limit exceeded' ].

goal_indicator(Goal, Name/Arity) :-
    strip_module(Goal, _, Plain),
    functor(Plain, Name, Arity).

found(fail) -->
    [ 'failed' ].
found(nondet) -->
    [ 'succeeded with a choicepoint' ].

option_text(Name, Option) :-
    (   atom_length(Name, 1) -> atom_concat('-', Name, Option) ; atom_concat('--', Name, Option) ).

kind_of(X, a, var) :- var(X), !.
kind_of([], an, empty_list) :- !.
kind_of(X, an, atom) :- atom(X), !.
kind_of(X, an, integer) :- integer(X), !.
kind_of(X, a, float) :- float(X), !.
kind_of(X, a, rational) :- rational(X), !.
kind_of(X, a, string) :- string(X), !.
kind_of(X, a, list) :- is_list(X), !.
kind_of(X, a, dict) :- is_dict(X), !.
kind_of(_, a, compound).

permission(input, stream, Stream) --> !,
    [ 'No permission to read from output stream `~p\''-[Stream] ].
permission(output, stream, Stream) --> !,
    [ 'No permission to write to input stream `~p\''-[Stream] ].
permission(input, text_stream, Stream) --> !,
    [ 'No permission to read bytes from TEXT stream `~p\''-[Stream] ].
permission(output, text_stream, Stream) --> !,
    [ 'No permission to write bytes to TEXT stream `~p\''-[Stream] ].
permission(input, binary_stream, Stream) --> !,
    [ 'No permission to read characters from binary stream `~p\''-[Stream] ].
permission(output, binary_stream, Stream) --> !,
    [ 'No permission to write characters to binary stream `~p\''-[Stream] ].
permission(import_into(Dest), procedure, PI) --> !,
    [ 'No permission to import ~p into ~p'-[PI,Dest] ].
permission(open, source_sink, alias(Alias)) --> !,
    [ 'No permission to reuse alias "~p": already taken'-[Alias] ].
permission(assert, procedure, Module:Name/Arity) -->
    { functor(Head, Name, Arity),
      predicate_property(Module:Head, ssu)
    },
    !,
    [ '~p: an SSU (Head => Body) predicate cannot have normal Prolog clauses'-
      [Module:Name/Arity] ].
permission(redefine, built_in_procedure, Proc) --> !,
    [ 'No permission to redefine built-in predicate `~p\''-[Proc], nl,
      'Use :- redefine_system_predicate(+Head) if redefinition is intended' ].
permission(Action, Type, Proc) -->
    { memberchk(Type, [procedure,static_procedure,dynamic_procedure,tabled_procedure]) },
    !,
    { type_words(Type, Words) },
    [ 'No permission to ~w ~w `~p\''-[Action,Words,Proc] ].
permission(Action, Type, Object) -->
    [ 'No permission to ~w ~w `~p\''-[Action,Type,Object] ].

type_words(static_procedure, 'static procedure').
type_words(dynamic_procedure, 'dynamic procedure').
type_words(tabled_procedure, 'tabled procedure').
type_words(procedure, procedure).

unknown_procedure_help((:-)/2) --> !,
    [ nl, '  Rules must be loaded from a file', nl,
      '  See FAQ at https://www.swi-prolog.org/FAQ/ToplevelMode.txt' ].
unknown_procedure_help((?-)/1) --> !,
    [ nl, '  ?- is the Prolog prompt', nl,
      '  See FAQ at https://www.swi-prolog.org/FAQ/ToplevelMode.txt' ].
unknown_procedure_help(Proc) -->
    { catch('$dwim_predicates'(Proc, Like), _, fail),
      Like \== []
    },
    !,
    [ nl, '  However, there are definitions for:' ],
    alternatives(Like).
unknown_procedure_help(_) -->
    [].

alternatives([]) -->
    [].
alternatives([PI|PIs]) -->
    [ nl, '        ~q'-[PI] ],
    alternatives(PIs).

syntax_place(Context) -->
    { nonvar(Context),
      Context = file(File, Line, Column, _)
    },
    !,
    [ url(File:Line:Column), ': ' ].
syntax_place(Context) -->
    { nonvar(Context),
      Context = stream(Stream, Line, Column, _)
    },
    !,
    [ 'Stream ~w:~d:~d '-[Stream,Line,Column] ].
syntax_place(Context) -->
    where(Context).

syntax_text(Context) -->
    { nonvar(Context),
      Context = string(Text, At),
      nonvar(Text)
    },
    !,
    { string_length(Text, Length),
      Split is min(At, Length),
      sub_string(Text, 0, Split, After, Before),
      sub_string(Text, Split, After, 0, Rest)
    },
    [ nl, '~s'-[Before], nl, '** here **', nl, '~s'-[Rest] ].
syntax_text(Context) -->
    extra(Context).

% The slip that puzzles most: a name and its arguments must not be apart.
syntax_help(Context) -->
    { nonvar(Context),
      (   Context = file(File, Line, At, _)
      ->  Place = File:Line
      ;   Context = string(Place, At)
      ),
      catch('$blank_before_parenthesis'(Place, At, Name), _, fail)
    },
    !,
    [ nl, '  A space before ( is not allowed: write ~w(...), not ~w (...)'-[Name,Name] ].
syntax_help(_) -->
    [].

syntax(Id) -->
    { var(Id) },
    !,
    [ '~p'-[Id] ].
syntax(Letter) -->
    { atom(Letter),
      sub_atom(Letter, _, 1, _, '\n')
    },
    !,
    { atomic_list_concat(Lines, '\n', Letter) },
    letter(Lines).
syntax(end_of_file_in_quoted(Quote)) -->
    { quoted_thing(Quote, Thing) },
    !,
    [ 'End of file in quoted ~w'-[Thing] ].
syntax(punct(Punct, End)) -->
    !,
    [ 'Unexpected `~w\' before `~w\''-[Punct,End] ].
syntax(undefined_char_escape(C)) -->
    !,
    [ 'Unknown character escape in quoted atom or string: `\\~w\''-[C] ].
syntax(Id) -->
    { syntax_text_of(Id, Text) },
    !,
    [ Text ].
syntax(Id) -->
    [ '~p'-[Id] ].

% What is wrong with a puzzle takes several lines.
letter([Line]) -->
    !,
    [ '~w'-[Line] ].
letter([Line|Lines]) -->
    [ '~w'-[Line], nl ],
    letter(Lines).

quoted_thing('\'', atom).
quoted_thing('"', string).
quoted_thing('`', codes).

syntax_text_of(end_of_clause, 'Unexpected end of clause').
syntax_text_of(end_of_clause_expected, 'End of clause expected').
syntax_text_of(end_of_file, 'Unexpected end of file').
syntax_text_of(end_of_file_in_block_comment, 'End of file in /* ... */ comment').
syntax_text_of(illegal_number, 'Illegal number').
syntax_text_of(long_atom, 'Atom too long (see style_check/1)').
syntax_text_of(long_string, 'String too long (see style_check/1)').
syntax_text_of(operator_clash, 'Operator priority clash').
syntax_text_of(operator_expected, 'Operator expected').
syntax_text_of(operator_balance, 'Unbalanced operator').
syntax_text_of(quoted_punctuation, 'Operand expected, unquoted comma or bar found').
syntax_text_of(list_rest, 'Unexpected comma or bar in rest of list').
syntax_text_of(cannot_start_term, 'Illegal start of term').
syntax_text_of(void_not_allowed, 'Empty argument list "()"').

% message(+Term)//: messages that are no errors.

message(format(Format, Args)) -->
    [ Format-Args ].
message(Lines) -->
    { is_list(Lines),
      Lines \== []
    },
    !,
    given(Lines).
message(unhandled_exception(E)) -->
    [ 'Unhandled exception: ' ],
    translate_message(E).
message(goal_failed(Context, Goal)) -->
    [ 'Goal (~w) failed: ~p'-[Context,Goal] ].
message(init_goal_failed(failed, @(Goal, Place))) -->
    !,
    [ url(Place), ': ~p: false'-[Goal] ].
message(init_goal_failed(Error, @(Goal, Place))) -->
    !,
    [ url(Place), ': ~p '-[Goal] ],
    translate_message(Error).
message(init_goal_failed(failed, Text)) -->
    !,
    [ '-g ~w: false'-[Text] ].
message(init_goal_failed(Error, Text)) -->
    [ '-g ~w: '-[Text] ],
    translate_message(Error).
message(init_goal_syntax(Error, Text)) -->
    [ '-g ~w: '-[Text] ],
    translate_message(Error).
message(init_goal(goal_raised(E), Place)) -->
    [ url(Place), ': Initialization goal raised exception:', nl ],
    translate_message(E).
message(init_goal(failed, Place)) -->
    [ url(Place), ': Initialization goal failed' ].
message(initialization_error(_, E, File:Line)) -->
    !,
    [ url(File:Line), ': Initialization goal raised exception:', nl ],
    translate_message(E).
message(initialization_error(Goal, E, _)) -->
    [ 'Initialization goal ~p raised exception:'-[Goal], nl ],
    translate_message(E).
message(initialization_failure(_, File:Line)) -->
    !,
    [ url(File:Line), ': Initialization goal failed' ].
message(initialization_failure(Goal, _)) -->
    [ 'Initialization goal failed: ~p'-[Goal] ].
message(initialization_exception(E)) -->
    [ 'Prolog initialisation failed:', nl ],
    translate_message(E).
message(singletons(_, List)) -->
    [ 'Singleton variables: ~w'-[List] ].
message(multitons(_, Names)) -->
    multitons(Names).
message(compiler_warnings(_, Warnings)) -->
    compiler_warnings(Warnings).
message(discontiguous(Proc, Current)) -->
    [ 'Clauses of ~p are not together in the source-file'-[Proc], nl ],
    earlier_definition(Proc),
    [ 'Current predicate: ~p'-[Current], nl,
      'Use :- discontiguous ~p. to suppress this message'-[Proc] ].
message(discontiguous(Proc, Current, Place)) -->
    [ 'Clauses of ~p are not together in the source-file'-[Proc], nl,
      'Earlier definition at ', url(Place), nl,
      'Current predicate: ~p'-[Current], nl,
      'Use :- discontiguous ~p. to suppress this message'-[Proc] ].
message(redefined_procedure(Type, Proc)) -->
    [ 'Redefined ~w procedure ~p'-[Type,Proc] ].
message(redefined_procedure(Type, Proc, Place)) -->
    [ 'Redefined ~w procedure ~p'-[Type,Proc], nl,
      'Previously defined at ', url(Place) ].
message(cannot_redefine_comma) -->
    [ 'Full stop in clause-body?  Cannot redefine ,/2' ].
message(no_current_module(Module)) -->
    [ '~w is not a current module (created)'-[Module] ].
message(undefined_export(Module, PI)) -->
    [ 'Exported procedure ~q:~q is not defined'-[Module,PI] ].
message(import_private(Module, Private)) -->
    [ 'import/1: ~p is not exported (still imported into ~q)'-[Private,Module] ].
message(ignored_weak_import(Into, From:PI)) -->
    [ 'Local definition of ~p overrides weak import from ~q'-[Into:PI,From] ].
message(load_file(failed(user:File))) -->
    !,
    [ 'Failed to load ~p'-[File] ].
message(load_file(failed(File))) -->
    [ 'Failed to load ~p'-[File] ].
message(load_file(start(_, file(File, _)))) -->
    [ 'Loading ~w ...'-[File] ].
message(load_file(done(_, file(File, _), Action, Module, Time, Clauses))) -->
    [ '~w ~w'-[File,Action] ],
    into_module(Module),
    [ ' ~2f sec, ~D clauses'-[Time,Clauses] ].
message(dwim_correct(Into)) -->
    [ 'Correct to: ~p? '-[Into], flush ].
message(dwim_unknown(PI)) -->
    [ 'Unknown procedure: ~q (DWIM could not correct goal)'-[PI] ].
message(unknown_in_module_user) -->
    [ 'Using a non-error value for unknown in the global module', nl,
      'causes most of the development environment to stop working.', nl,
      'Please use :- dynamic or limit usage of unknown to a module.', nl,
      'See https://www.swi-prolog.org/howto/database.html' ].
message(assertion_failed(_, Goal)) -->
    [ 'Assertion failed: ~p'-[Goal] ].
message(time_limit_exceeded) -->
    [ 'Time limit exceeded' ].
message('$aborted') -->
    [ 'Execution Aborted' ].
message(unwind(abort)) -->
    [ 'Execution Aborted' ].
message(stack_overflow(Lines)) -->
    given(Lines).
message(halt) -->
    [ halt ].
message(halt(Reason)) -->
    [ '~w: halt'-[Reason] ].
message(version) -->
    [ '9.0.4' ].
message(break(begin, Level)) -->
    [ 'Break level ~d'-[Level] ].
message(break(end, Level)) -->
    [ 'Exit break level ~d'-[Level] ].
message(trace_mode(OnOff)) -->
    [ 'Trace mode switched to ~w'-[OnOff] ].
message(debug_mode(OnOff)) -->
    [ 'Debug mode switched to ~w'-[OnOff] ].
message(no_action(Char)) -->
    [ 'Unknown action: ~c (h for help)'-[Char], nl ].
message(query(no)) -->
    [ 'false.' ].
message(query(help)) -->
    [ '  Possible actions:', nl,
      '  ; (n,r,space,TAB): redo              | t:         trace&redo', nl,
      '  *:                 show choicepoint  | c (a,RET): stop', nl,
      '  w:                 write             | p:         print', nl,
      '  b:                 break             | h (?):     help', nl, nl ].
message(query(eof)) -->
    [ nl ].
message(debug(Format, Args)) -->
    [ Format-Args ].
message(time(Inferences, Cpu, Wall)) -->
    { Cpu =:= 0 -> Lips = 'Infinite' ; Lips is truncate(Inferences/Cpu) },
    { Wall =:= 0 -> Share = 100 ; Share is round(100*Cpu/Wall) },
    [ '~D inferences, ~3f CPU in ~3f seconds (~w% CPU, ~w Lips)'-
      [Inferences,Cpu,Wall,Share,Lips] ].
message(welcome) -->
    [ 'Pencilmark Prolog: CLP(FD) programs as SWI-Prolog 9.0.4 runs them.', nl,
      'Type queries ending in a full stop; halt. or Ctrl-D ends.', nl ].

earlier_definition(Proc) -->
    { catch('$first_clause_place'(Proc, Place), _, fail) },
    !,
    [ 'Earlier definition at ', url(Place), nl ].
earlier_definition(_) -->
    [].

given([]) -->
    [].
given([L|Ls]) -->
    [ L ],
    given(Ls).

into_module(user) -->
    !,
    [].
into_module(Module) -->
    [ ' into ~w'-[Module] ].

multitons([Name|Names]) -->
    [ 'Singleton-marked variable appears more than once: ~w'-[Name] ],
    (   { Names == [] }
    ->  []
    ;   [ nl ],
        multitons(Names)
    ).

compiler_warnings([]) -->
    [].
compiler_warnings([W|Ws]) -->
    compiler_warning(W),
    (   { Ws == [] }
    ->  []
    ;   [ nl ],
        compiler_warnings(Ws)
    ).

compiler_warning(branch_singleton(Name)) -->
    !,
    [ 'Singleton variable in branch: ~w'-[Name] ].
compiler_warning(multiton(Name)) -->
    !,
    [ 'Singleton-marked variable appears more than once: ~w'-[Name] ].
compiler_warning(negation_singleton(Name)) -->
    !,
    [ 'Singleton variable in \\+: ~w'-[Name] ].
compiler_warning(always(Result, Test)) -->
    !,
    [ 'Test is always ~w: ~w'-[Result,Test] ].
compiler_warning(W) -->
    [ '~p'-[W] ].
