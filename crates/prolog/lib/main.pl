% Programs run from the command line.

:- module(main, [main/0, argv_options/3]).

% Calls user:main/1 with the arguments and ends the process.
main :-
    current_prolog_flag(argv, Argv),
    (   catch(user:main(Argv), Error, true)
    ->  (   var(Error)
        ->  halt(0)
        ;   print_message(error, Error),
            halt(2)
        )
    ;   print_message(error, goal_failed(main, user:main(Argv))),
        halt(1)
    ).

% argv_options(+Argv, -Positional, -Options): --name, --name=value, --no-name, -n and -n=value.
argv_options([], [], []).
argv_options(['--'|Argv], Argv, []) :- !.
argv_options([Arg|Argv], Positional, Options) :-
    (   atom_concat('--', Long, Arg),
        Long \== ''
    ->  long_option(Long, Option),
        Options = [Option|Options1],
        argv_options(Argv, Positional, Options1)
    ;   atom_concat('-', Short, Arg),
        Short \== '',
        \+ atom_number(Arg, _)
    ->  short_options(Short, Options, Options1),
        argv_options(Argv, Positional, Options1)
    ;   Positional = [Arg|Positional1],
        argv_options(Argv, Positional1, Options)
    ).

long_option(Text, Option) :-
    (   sub_atom(Text, Before, 1, After, =)
    ->  sub_atom(Text, 0, Before, _, Name0),
        sub_atom(Text, _, After, 0, Value0),
        option_name(Name0, Name),
        option_value(Value0, Value),
        Option =.. [Name,Value]
    ;   atom_concat('no-', Name0, Text)
    ->  option_name(Name0, Name),
        Option =.. [Name,false]
    ;   option_name(Text, Name),
        Option =.. [Name,true]
    ).

option_name(Text, Name) :-
    atomic_list_concat(Parts, '-', Text),
    atomic_list_concat(Parts, '_', Name).

option_value(Text, Value) :-
    (   atom_number(Text, Number)
    ->  Value = Number
    ;   Value = Text
    ).

short_options(Text, Options, Tail) :-
    (   sub_atom(Text, 1, 1, After, =)
    ->  sub_atom(Text, 0, 1, _, Name),
        sub_atom(Text, _, After, 0, Value0),
        After1 is After,
        After1 >= 0,
        option_value(Value0, Value),
        Option =.. [Name,Value],
        Options = [Option|Tail]
    ;   atom_chars(Text, Flags),
        flag_options(Flags, Options, Tail)
    ).

flag_options([], Tail, Tail).
flag_options([F|Fs], [Option|Options], Tail) :-
    Option =.. [F,true],
    flag_options(Fs, Options, Tail).
