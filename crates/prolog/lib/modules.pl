:- module(modules, [in_temporary_module/3, set_temporary_module/1, current_temporary_module/1]).
:- meta_predicate in_temporary_module(?, 0, 0).

% A module for a goal; it stays when the goal is done, because modules cannot be taken away.

:- dynamic temporary/1.

in_temporary_module(Module, Setup, Goal) :-
    (   var(Module)
    ->  gensym('tmp_', Module)
    ;   true
    ),
    set_temporary_module(Module),
    strip_module(Setup, _, S),
    strip_module(Goal, _, G),
    once(Module:S),
    call_cleanup(Module:G, retractall(temporary(Module))).

set_temporary_module(Module) :-
    assertz(temporary(Module)).

current_temporary_module(Module) :-
    temporary(Module).
