% Coroutines on attributed variables: freeze/2, frozen/2, and the goals attributes stand for.
% In the module system.

:- meta_predicate
    freeze(?, 0).

freeze(V, Goal) :-
    (   var(V)
    ->  strip_module(Goal, M, G),
        '$freeze'(V, M:G)
    ;   call(Goal)
    ).

'$freeze'(V, Goal) :-
    (   get_attr(V, freeze, Goals)
    ->  put_attr(V, freeze, '$and'(Goals, Goal))
    ;   put_attr(V, freeze, Goal)
    ).

freeze:attr_unify_hook(Goal, Other) :-
    (   attvar(Other)
    ->  (   get_attr(Other, freeze, Goal2)
        ->  put_attr(Other, freeze, '$and'(Goal, Goal2))
        ;   put_attr(Other, freeze, Goal)
        )
    ;   var(Other)
    ->  put_attr(Other, freeze, Goal)
    ;   '$unfreeze'(Goal)
    ).

'$unfreeze'('$and'(A, B)) :- !,
    '$unfreeze'(A),
    '$unfreeze'(B).
'$unfreeze'(Goal) :-
    call(Goal).

freeze:attribute_goals(V, Gs0, Gs) :-
    get_attr(V, freeze, Goal),
    '$frozen_goals'(Goal, V, Gs0, Gs).

'$frozen_goals'('$and'(A, B), V, Gs0, Gs) :- !,
    '$frozen_goals'(A, V, Gs0, Gs1),
    '$frozen_goals'(B, V, Gs1, Gs).
'$frozen_goals'(Goal, V, [freeze(V, Goal)|Gs], Gs).

frozen(Term, Goal) :-
    term_attvars(Term, Vs0),
    (   Vs0 == []
    ->  Goal = true
    ;   sort(Vs0, Vs),
        % Some goals are told by taking attributes away: they are taken from a copy.
        '$attribute_values'(Vs, Values),
        term_variables(Vs-Values, All),
        copy_term(All, Copies, Gs),
        Copies = All,
        '$without_copies'(Gs, Distinct),
        '$conjunction'(Distinct, Goal)
    ).

'$attribute_values'([], []).
'$attribute_values'([V|Vs], [Values|More]) :-
    get_attrs(V, Values),
    '$attribute_values'(Vs, More).

% A goal that waits twice for the same variable is told once.
'$without_copies'([], []).
'$without_copies'([G|Gs], Ds) :-
    (   Gs = [H|_],
        G == H
    ->  '$without_copies'(Gs, Ds)
    ;   Ds = [G|Ds1],
        '$without_copies'(Gs, Ds1)
    ).

'$conjunction'([], true).
'$conjunction'([G|Gs], Conj) :-
    '$conjunction'(Gs, G, Conj).

'$conjunction'([], G, G).
'$conjunction'([G1|Gs], G, (G, Conj)) :-
    '$conjunction'(Gs, G1, Conj).

% Copies of constrained variables, for the machine.
'$constrained_copy'(Term, '$constrained'(Copy, Goals)) :-
    copy_term(Term, Copy, Goals).

'$post_goals'([]).
'$post_goals'([Goal|Goals]) :-
    call(Goal),
    '$post_goals'(Goals).

% copy_term(+Term, -Copy, -Goals): a copy without attributes, and the goals that would put them
% back. Variables are visited in the order in which they got their first attribute.
copy_term(Term, Copy, Goals) :-
    term_attvars(Term, Vs0),
    (   Vs0 == []
    ->  Goals = [],
        copy_term(Term, Copy)
    ;   sort(Vs0, Vs),
        findall(Term-Gs,
                ( '$attvars_goals'(Vs, Gs, []),
                  '$delete_attributes'(Term-Gs)
                ),
                [Copy-Goals])
    ).

'$attvars_goals'([], Gs, Gs).
'$attvars_goals'([V|Vs], Gs0, Gs) :-
    (   attvar(V),
        get_attrs(V, Atts)
    ->  '$attributes_goals'(Atts, V, Gs0, Gs1)
    ;   Gs0 = Gs1
    ),
    '$attvars_goals'(Vs, Gs1, Gs).

'$attributes_goals'(Atts, V, Gs0, Gs) :-
    (   nonvar(Atts),
        Atts = att(Module, Value, More)
    ->  '$attribute_goals'(Module, Value, V, Gs0, Gs1),
        '$attributes_goals'(More, V, Gs1, Gs)
    ;   Gs0 = Gs
    ).

'$attribute_goals'(Module, Value, V, Gs0, Gs) :-
    (   '$is_defined'(Module:attribute_goals(_, _, _)),
        Module:attribute_goals(V, Gs1, Gs2)
    ->  Gs0 = Gs1,
        Gs = Gs2
    ;   Gs0 = [put_attr(V, Module, Value)|Gs]
    ).

'$delete_attributes'(Term) :-
    term_attvars(Term, Vs),
    '$delete_all_attributes'(Vs).

'$delete_all_attributes'([]).
'$delete_all_attributes'([V|Vs]) :-
    (   attvar(V)
    ->  del_attrs(V)
    ;   true
    ),
    '$delete_all_attributes'(Vs).

% The attributed variables that a goal made and left, and those it is about: it may have changed
% their attributes.
:- meta_predicate call_residue_vars(0, -).

call_residue_vars(Goal, Vars) :-
    term_attvars(Goal, Old),
    '$attributes_of'(Old, Before),
    '$heap_mark'(Mark),
    call(Goal),
    '$attvars_since'(Mark, Made),
    '$changed_attvars'(Before, Made, All),
    sort(All, Vars).

% Lists of attributes: put_attr/3 changes the attributes of a variable in place.
'$attributes_of'([], []).
'$attributes_of'([V|Vs], [V-As|Pairs]) :-
    get_attrs(V, Attributes),
    '$attribute_list'(Attributes, As),
    '$attributes_of'(Vs, Pairs).

'$attribute_list'(Attributes, As) :-
    (   Attributes = att(M, Value, More)
    ->  As = [M-Value|As1],
        '$attribute_list'(More, As1)
    ;   As = []
    ).

% What is known about constrained variables is not in their attributes.
'$changed_attvars'([], Vs, Vs).
'$changed_attvars'([V-As0|Pairs], Vs, All) :-
    (   attvar(V),
        get_attrs(V, Attributes),
        '$attribute_list'(Attributes, As),
        ( As \== As0 -> true ; memberchk(clpfd-_, As) )
    ->  All = [V|All1]
    ;   All = All1
    ),
    '$changed_attvars'(Pairs, Vs, All1).
