:- module(prolog_operators,
          [ push_operators/1, push_operators/2, pop_operators/0, pop_operators/1, push_op/3 ]).
:- meta_predicate push_operators(:), push_operators(:, -), push_op(+, +, :).

% Operators for a part of a file.

:- dynamic pushed/1.

push_operators(Ops) :-
    push_operators(Ops, Undo),
    asserta(pushed(Undo)).

push_operators(Spec, Undo) :-
    strip_module(Spec, Module, Ops),
    undo_list(Ops, Module, [], Undo).

undo_list([], _, Undo, Undo).
undo_list([op(Priority, Type, Names)|Ops], Module, Undo0, Undo) :-
    (   is_list(Names) -> List = Names ; List = [Names] ),
    undo_names(List, Priority, Type, Module, Undo0, Undo1),
    undo_list(Ops, Module, Undo1, Undo).

undo_names([], _, _, _, Undo, Undo).
undo_names([Name|Names], Priority, Type, Module, Undo0, Undo) :-
    (   same_class(Type, Types),
        '$member'(Old, Types),
        current_op(P, Old, Module:Name)
    ->  Before = op(P, Old, Module:Name)
    ;   Before = op(0, Type, Module:Name)
    ),
    op(Priority, Type, Module:Name),
    undo_names(Names, Priority, Type, Module, [Before|Undo0], Undo).

same_class(Type, Types) :-
    '$member'(Types, [[xfx,xfy,yfx], [fx,fy], [xf,yf]]),
    memberchk(Type, Types),
    !.

push_op(Priority, Type, Spec) :-
    strip_module(Spec, Module, Name),
    undo_names([Name], Priority, Type, Module, [], Undo),
    (   retract(pushed(Before)) -> true ; Before = [] ),
    '$append'(Undo, Before, All),
    asserta(pushed(All)).

pop_operators :-
    retract(pushed(Undo)),
    !,
    pop_operators(Undo).

pop_operators(Undo) :-
    forall('$member'(op(P, T, N), Undo), op(P, T, N)).
