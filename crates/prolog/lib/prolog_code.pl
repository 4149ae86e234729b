% Terms as code.

:- module(prolog_code,
          [ comma_list/2, semicolon_list/2, mkconj/3, mkdisj/3, pi_head/2, head_name_arity/3,
            most_general_goal/2, extend_goal/3, is_control_goal/1, is_predicate_indicator/1
          ]).

comma_list(Conj, List) :-
    op_list(Conj, ',', List).

semicolon_list(Disj, List) :-
    op_list(Disj, ';', List).

op_list(Term, Op, List) :-
    (   nonvar(Term)
    ->  flat_op(Term, Op, List, [])
    ;   List = [H|T],
        build_op(T, H, Op, Term)
    ).

flat_op(Term, Op, List0, List) :-
    (   nonvar(Term),
        Term =.. [Op,A,B]
    ->  flat_op(A, Op, List0, List1),
        flat_op(B, Op, List1, List)
    ;   List0 = [Term|List]
    ).

build_op([], X, _, X).
build_op([Y|Ys], X, Op, Term) :-
    Term =.. [Op,X,Rest],
    build_op(Ys, Y, Op, Rest).

mkconj(A, B, C) :-
    (   A == true
    ->  C = B
    ;   B == true
    ->  C = A
    ;   C = (A, B)
    ).

mkdisj(A, B, C) :-
    (   A == false
    ->  C = B
    ;   B == false
    ->  C = A
    ;   C = (A ; B)
    ).

pi_head(PI, Head) :-
    (   nonvar(PI),
        PI = M:PI1
    ->  Head = M:Head1,
        pi_head(PI1, Head1)
    ;   nonvar(Head),
        Head = M:Head1
    ->  PI = M:PI1,
        pi_head(PI1, Head1)
    ;   nonvar(PI)
    ->  PI = Name/Arity,
        functor(Head, Name, Arity)
    ;   functor(Head, Name, Arity),
        PI = Name/Arity
    ).

head_name_arity(Head, Name, Arity) :-
    functor(Head, Name, Arity).

most_general_goal(Goal, General) :-
    (   Goal = M:G
    ->  General = M:General1,
        most_general_goal(G, General1)
    ;   functor(Goal, Name, Arity),
        functor(General, Name, Arity)
    ).

extend_goal(Goal0, Extra, Goal) :-
    (   Goal0 = M:G0
    ->  Goal = M:G,
        extend_goal(G0, Extra, G)
    ;   Goal0 =.. L0,
        '$append'(L0, Extra, L),
        Goal =.. L
    ).

is_control_goal(G) :-
    nonvar(G),
    memberchk(G, [(_,_),(_;_),(_->_),(_*->_),\+(_)]).

is_predicate_indicator(PI) :-
    nonvar(PI),
    (   PI = M:PI1
    ->  atom(M),
        is_predicate_indicator(PI1)
    ;   ( PI = Name/Arity ; PI = Name//Arity )
    ->  atom(Name),
        integer(Arity)
    ).
