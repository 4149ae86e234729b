% Programs run from the command line.

:- module(main, [main/0, argv_options/3, argv_options/4]).

% Calls user:main/1 with the arguments; what it raises is for the caller to tell.
main :-
    current_prolog_flag(argv, Argv),
    user:main(Argv),
    !.

% argv_options(:Argv, -Positional, -Options): a program that has opt_type/3 says which options there
% are and of which types; for others any --name, --name=value and --no-name is an option.
:- meta_predicate argv_options(:, -, -), argv_options(:, -, -, +).

argv_options(Argv, Positional, Options) :-
    catch(argv_options(Argv, Positional, Options, []), error(opt_error(What), _), true),
    (   var(What)
    ->  true
    ;   print_message(error, error(opt_error(What), _)),
        halt(1)
    ).

argv_options(Spec, Positional, Options, _) :-
    strip_module(Spec, M, Argv),
    (   current_predicate(M:opt_type/3)
    ->  typed(Argv, M, Positional, Options)
    ;   untyped(Argv, Positional, Options)
    ).

untyped([], [], []).
untyped(['--'|Argv], Argv, []) :- !.
untyped([Arg|Argv], Positional, Options) :-
    (   atom_concat('--', Long, Arg)
    ->  Options = [Option|Options1],
        long_option(Long, Option),
        untyped(Argv, Positional, Options1)
    ;   Positional = [Arg|Positional1],
        untyped(Argv, Positional1, Options)
    ).

long_option(Text, Option) :-
    (   name_and_value(Text, Name, Value0)
    ->  plain_value(Value0, Value)
    ;   atom_concat('no-', Name0, Text)
    ->  option_name(Name0, Name),
        Value = false
    ;   option_name(Text, Name),
        Value = true
    ),
    Option =.. [Name,Value].

name_and_value(Text, Name, Value) :-
    sub_atom(Text, Before, 1, After, =),
    !,
    sub_atom(Text, 0, Before, _, Name0),
    sub_atom(Text, _, After, 0, Value),
    option_name(Name0, Name).

option_name(Text, Name) :-
    atomic_list_concat(Parts, '-', Text),
    atomic_list_concat(Parts, '_', Name).

plain_value(Text, Value) :-
    (   atom_number(Text, Number) -> Value = Number ; Value = Text ).

typed([], _, [], []).
typed(['--'|Argv], _, Argv, []) :- !.
typed([Arg|Argv], M, Positional, Options) :-
    (   atom_concat('--', Long, Arg)
    ->  typed_long(Long, Argv, Argv1, M, Option),
        Options = [Option|Options1],
        typed(Argv1, M, Positional, Options1)
    ;   atom_concat('-', Short, Arg),
        Short \== ''
    ->  atom_chars(Short, Flags),
        typed_short(Flags, Argv, Argv1, M, Options, Options1),
        typed(Argv1, M, Positional, Options1)
    ;   Positional = [Arg|Positional1],
        typed(Argv, M, Positional1, Options)
    ).

typed_long(Long, Argv, Argv1, M, Option) :-
    (   name_and_value(Long, Flag, Text)
    ->  known(M, Flag, Name, Type),
        value(Type, Long, Text, Value),
        Argv1 = Argv
    ;   option_name(Long, Flag),
        M:opt_type(Flag, Name, Type)
    ->  next_value(Type, Flag, Argv, Argv1, Value)
    ;   atom_concat('no-', Text, Long),
        option_name(Text, Flag),
        M:opt_type(Flag, Name, Type),
        may_be_flag(Type)
    ->  Value = false,
        Argv1 = Argv
    ;   option_name(Long, Flag),
        known(M, Flag, _, _)
    ),
    Option =.. [Name,Value].

typed_short([], Argv, Argv, _, Options, Options).
typed_short([Flag|Flags], Argv, Argv1, M, [Option|Options], Tail) :-
    known(M, Flag, Name, Type),
    (   Type == boolean
    ->  Value = true,
        typed_short(Flags, Argv, Argv1, M, Options, Tail)
    ;   Flags == []
    ->  next_value(Type, Flag, Argv, Argv1, Value),
        Options = Tail
    ;   atomic_list_concat(Flags, Text),
        value(Type, Flag, Text, Value),
        Argv1 = Argv,
        Options = Tail
    ),
    Option =.. [Name,Value].

known(M, Flag, Name, Type) :-
    (   M:opt_type(Flag, Name, Type)
    ->  true
    ;   throw(error(opt_error(unknown_option(M:Flag)), _))
    ).

may_be_flag(boolean).
may_be_flag(boolean|_).

next_value(boolean, _, Argv, Argv, true) :- !.
next_value(Type, Flag, Argv, Rest, Value) :-
    (   Argv = [Text|Rest]
    ->  value(Type, Flag, Text, Value)
    ;   throw(error(opt_error(missing_value(Flag, Type)), _))
    ).

value(Type, Flag, Text, Value) :-
    (   converted(Type, Text, Value)
    ->  true
    ;   throw(error(opt_error(value_type(Flag, Type, Text)), _))
    ).

converted(A|B, Text, Value) :- !,
    ( converted(A, Text, Value) -> true ; converted(B, Text, Value) ).
converted(boolean, Text, Value) :- !, boolean(Text, Value).
converted(atom, Text, Text) :- !.
converted(string, Text, Value) :- !, atom_string(Text, Value).
converted(oneof(Values), Text, Value) :- !,
    member(Value, Values),
    atom_string(Value, Text0),
    atom_string(Text, Text0),
    !.
converted(float, Text, Value) :- !, atom_number(Text, Number), Value is float(Number).
converted(between(Low, High), Text, Value) :- !,
    atom_number(Text, Number),
    (   float(Low) -> Value is float(Number) ; Value = Number ),
    is_of_type(between(Low, High), Value).
converted(file, Text, Text) :- !.
converted(file(Access), Text, Text) :- !, access_file(Text, Access).
converted(directory, Text, Text) :- !, exists_directory(Text).
converted(term, Text, Value) :- !, term_to_atom(Value, Text).
converted(term(Options), Text, Value) :- !, term_string(Value, Text, Options).
converted(Type, Text, Value) :-
    atom_number(Text, Value),
    is_of_type(Type, Value).

boolean(true, true).
boolean(yes, true).
boolean(on, true).
boolean('1', true).
boolean(false, false).
boolean(no, false).
boolean(off, false).
boolean('0', false).
