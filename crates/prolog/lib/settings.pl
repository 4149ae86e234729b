% Settings with types and defaults.

:- module(settings,
          [ setting/4, setting/2, set_setting/2, set_setting_default/2, setting_property/2,
            restore_setting/1, current_setting/2, list_settings/0, load_settings/1,
            load_settings/2, save_settings/0, save_settings/1
          ]).
:- use_module(library(error)).

:- meta_predicate
    setting(:, +, +, +), setting(:, ?), set_setting(:, +), set_setting_default(:, +),
    setting_property(:, ?), restore_setting(:), current_setting(?, ?).
:- dynamic st_value/3, st_default/3, current/6, local_file/1.

setting(Spec, Type, Default, Comment) :-
    strip_module(Spec, M, Name),
    retractall(current(Name, M, _, _, _, _)),
    ( source_location(File, Line) -> Src = File:Line ; Src = (-) ),
    assertz(current(Name, M, Type, Default, Comment, Src)).

setting(Spec, Value) :-
    strip_module(Spec, M, Name),
    (   atom(Name)
    ->  (   known(M:Name, From, Type, Default)
        ->  (   st_value(Name, From, Value0)
            ->  true
            ;   st_default(Name, From, Value1)
            ->  evaluate(Value1, Type, Value0)
            ;   evaluate(Default, Type, Value0)
            ),
            Value = Value0
        ;   throw(error(existence_error(setting, M:Name), _))
        )
    ;   current(Name, M, _, _, _, _),
        setting(M:Name, Value)
    ).

known(M:Name, From, Type, Default) :-
    (   current(Name, M, Type, Default, _, _)
    ->  From = M
    ;   current(Name, From, Type, Default, _, _)
    ->  true
    ).

evaluate(Expr, Type, Value) :-
    (   numeric(Type)
    ->  arithmetic(Expr, E),
        Value is E
    ;   nonvar(Expr),
        Expr = env(_)
    ->  environment(Expr, Text),
        converted(Type, Text, Value)
    ;   nonvar(Expr),
        Expr = env(_, _)
    ->  environment(Expr, Text),
        converted(Type, Text, Value)
    ;   nonvar(Expr),
        Expr = _+_,
        memberchk(Type, [atom,string])
    ->  parts(Expr, Parts),
        atomic_list_concat(Parts, Value)
    ;   Value = Expr
    ).

numeric(integer).
numeric(nonneg).
numeric(positive_integer).
numeric(float).
numeric(number).
numeric(between(L, _)) :- number(L).

arithmetic(E, E) :- var(E), !.
arithmetic(E, N) :-
    ( E = env(_) ; E = env(_, _) ),
    !,
    environment(E, Text),
    (   number(Text)
    ->  N = Text
    ;   atom_number(Text, N)
    ).
arithmetic(E, N) :-
    compound(E),
    !,
    E =.. [F|As],
    all_arithmetic(As, Bs),
    N =.. [F|Bs].
arithmetic(E, E).

all_arithmetic([], []).
all_arithmetic([A|As], [B|Bs]) :-
    arithmetic(A, B),
    all_arithmetic(As, Bs).

environment(env(Name), Value) :-
    (   getenv(Name, Value0)
    ->  Value = Value0
    ;   throw(error(existence_error(variable, Name), _))
    ).
environment(env(Name, Default), Value) :-
    (   getenv(Name, Value0)
    ->  Value = Value0
    ;   Value = Default
    ).

parts(A+B, Parts) :- !,
    parts(A, P1),
    parts(B, P2),
    '$append'(P1, P2, Parts).
parts(E, [Text]) :-
    (   ( E = env(_) ; E = env(_, _) )
    ->  environment(E, Text)
    ;   E = setting(_)
    ->  E = setting(Name),
        setting(Name, Text)
    ;   Text = E
    ).

converted(Type, Text, Value) :-
    (   Type == boolean
    ->  Value = Text
    ;   Type == string
    ->  atom_string(Text, Value)
    ;   Type == atom
    ->  Value = Text
    ;   catch(term_to_atom(Value, Text), _, Value = Text)
    ).

set_setting(Spec, Value) :-
    strip_module(Spec, M, Name),
    (   known(M:Name, From, Type, _)
    ->  must_be(Type, Value),
        retractall(st_value(Name, From, _)),
        assertz(st_value(Name, From, Value))
    ;   throw(error(existence_error(setting, Name), _))
    ).

set_setting_default(Spec, Value) :-
    strip_module(Spec, M, Name),
    (   known(M:Name, From, _, _)
    ->  retractall(st_default(Name, From, _)),
        assertz(st_default(Name, From, Value))
    ;   throw(error(existence_error(setting, Name), _))
    ).

restore_setting(Spec) :-
    strip_module(Spec, M, Name),
    retractall(st_value(Name, M, _)).

setting_property(Spec, Property) :-
    strip_module(Spec, M, Name),
    current(Name, M, Type, Default, Comment, Src),
    '$member'(Property, [type(Type),comment(Comment),default(Default),source(Src)]).

current_setting(Name, M) :-
    (   nonvar(Name),
        Name = M0:Plain
    ->  current(Plain, M0, _, _, _, _),
        M = M0
    ;   current(Name, M, _, _, _, _)
    ).

load_settings(File) :-
    load_settings(File, []).
load_settings(File, _) :-
    (   exists_file(File)
    ->  read_file_to_terms(File, Terms, []),
        load_each(Terms)
    ;   true
    ).

load_each([]).
load_each([T|Ts]) :-
    (   T = setting(Name, Value)
    ->  catch(set_setting(Name, Value), E, print_message(error, E))
    ;   true
    ),
    load_each(Ts).

save_settings :-
    (   local_file(File)
    ->  save_settings(File)
    ;   true
    ).
save_settings(File) :-
    open(File, write, Out),
    forall(st_value(Name, M, Value), format(Out, '~q.~n', [setting(M:Name, Value)])),
    close(Out).

list_settings :-
    forall(current(Name, M, Type, _, Comment, _),
           ( setting(M:Name, Value),
             format('~w:~w~t~20| ~w~t~40| ~w ~w~n', [M,Name,Value,Type,Comment]) )).
