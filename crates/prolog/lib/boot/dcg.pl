% Definite clause grammars: translating rules, and phrase/2,3. In the module system.

:- meta_predicate
    phrase(//, ?),
    phrase(//, ?, ?).

dcg_translate_rule(Rule, Clause) :-
    dcg_translate_rule(Rule, _, Clause, _).

% Positions of the source are passed through unchanged.
dcg_translate_rule(Rule, Pos, Clause, Pos) :-
    '$dcg_rule'(Rule, Clause).

'$dcg_rule'((Head --> _), _) :-
    var(Head),
    !,
    throw(error(instantiation_error, _)).
'$dcg_rule'(((Head0, Pushback) --> Body), (Head :- Goals)) :- !,
    '$dcg_nonterminal'(Head0),
    '$dcg_head'(Head0, S0, S, Head, M),
    '$dcg_body'(Body, M, S0, S1, Goal),
    '$dcg_body'(Pushback, M, S, S1, Back),
    Goals = (Goal, Back).
'$dcg_rule'((Head0 --> Body), (Head :- Goal)) :-
    '$dcg_nonterminal'(Head0),
    '$dcg_head'(Head0, S0, S, Head, M),
    '$dcg_body'(Body, M, S0, S, Goal).

% Terminals and control have no rules.
'$dcg_nonterminal'(Head) :-
    (   nonvar(Head),
        '$dcg_reserved'(Head)
    ->  throw(error(permission_error(define, dcg_nonterminal, Head), _))
    ;   Head == []
    ->  throw(error(type_error(callable, Head), _))
    ;   true
    ).

'$dcg_reserved'((_,_)).
'$dcg_reserved'((_;_)).
'$dcg_reserved'((_->_)).
'$dcg_reserved'({_}).
'$dcg_reserved'([_|_]).

'$dcg_head'(M:Head0, S0, S, M:Head, M) :- !,
    '$dcg_extend'(Head0, S0, S, Head).
'$dcg_head'(Head0, S0, S, Head, _) :-
    '$dcg_extend'(Head0, S0, S, Head).

'$dcg_extend'(NonTerminal, S0, S, Goal) :-
    (   callable(NonTerminal)
    ->  compound_name_arguments_or_atom(NonTerminal, Name, Args),
        '$append'(Args, [S0,S], AllArgs),
        compound_name_arguments(Goal, Name, AllArgs)
    ;   var(NonTerminal)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(callable, NonTerminal), _))
    ).

compound_name_arguments_or_atom(Term, Name, Args) :-
    (   compound(Term)
    ->  compound_name_arguments(Term, Name, Args)
    ;   Name = Term,
        Args = []
    ).

% '$dcg_body'(+Body, +Module, ?S0, ?S, -Goal). The module is that of the innermost qualification,
% unbound outside of any.
'$dcg_body'(Var, M, S0, S, phrase(QVar, S0, S)) :-
    var(Var),
    !,
    '$dcg_qualify'(Var, M, QVar).
'$dcg_body'(M:Body, _, S0, S, Goal) :- !,
    '$dcg_qualified'(Body, M, S0, S, Goal).
'$dcg_body'([], _, S0, S, S0=S) :- !.
'$dcg_body'(List, _, S0, S, Goal) :-
    List = [_|_],
    !,
    '$dcg_terminals'(List, S0, S, Goal).
'$dcg_body'(String, _, S0, S, Goal) :-
    string(String),
    !,
    string_codes(String, Codes),
    (   Codes == []
    ->  Goal = (S0=S)
    ;   '$dcg_terminals'(Codes, S0, S, Goal)
    ).
'$dcg_body'(!, _, S0, S, (!, S=S0)) :- !.
'$dcg_body'({}, _, S, S, true) :- !.
'$dcg_body'({G}, _, S0, S, (G, S=S0)) :- !.
'$dcg_body'((A, B), M, S0, S, (GA, GB)) :- !,
    '$dcg_body'(A, M, S0, S1, GA),
    '$dcg_body'(B, M, S1, S, GB).
'$dcg_body'((A ; B), M, S0, S, (GA ; GB)) :- !,
    '$dcg_body'(A, M, S0, S, GA),
    '$dcg_body'(B, M, S0, S, GB).
'$dcg_body'((A '|' B), M, S0, S, (GA ; GB)) :- !,
    '$dcg_body'(A, M, S0, S, GA),
    '$dcg_body'(B, M, S0, S, GB).
'$dcg_body'((A -> B), M, S0, S, (GA -> GB)) :- !,
    '$dcg_body'(A, M, S0, S1, GA),
    '$dcg_body'(B, M, S1, S, GB).
'$dcg_body'((A *-> B), M, S0, S, (GA *-> GB)) :- !,
    '$dcg_body'(A, M, S0, S1, GA),
    '$dcg_body'(B, M, S1, S, GB).
'$dcg_body'(\+ A, M, S0, S, (\+ GA, S=S0)) :- !,
    '$dcg_body'(A, M, S0, _, GA).
'$dcg_body'(Call, M, S0, S, Goal) :-
    compound(Call),
    compound_name_arguments(Call, call, Args),
    Args = [G0|More],
    !,
    '$dcg_qualify'(G0, M, G),
    '$append'([G|More], [S0,S], AllArgs),
    compound_name_arguments(Goal, call, AllArgs).
'$dcg_body'(NonTerminal, M, S0, S, Goal) :-
    '$dcg_extend'(NonTerminal, S0, S, Goal0),
    '$dcg_qualify'(Goal0, M, Goal).

'$dcg_qualified'(Body, M, S0, S, Goal) :-
    '$dcg_body'(Body, M, S0, S, Goal).

'$dcg_qualify'(G, M, G) :-
    var(M),
    !.
'$dcg_qualify'(G, M, M:G).

'$dcg_terminals'(List, S0, S, Goal) :-
    '$skip_list'(_, List, Tail),
    (   Tail == []
    ->  '$append'(List, S, All),
        Goal = (S0=All)
    ;   var(Tail)
    ->  Goal = '$append'(List, S, S0)
    ;   throw(error(type_error(list, List), _))
    ).

phrase(Body, List) :-
    phrase(Body, List, []).

phrase(Body, List, Rest) :-
    strip_module(Body, M, Plain),
    (   var(Plain)
    ->  throw(error(instantiation_error, context('$dcg':call_dcg/3, _)))
    ;   ( callable(Plain) ; Plain == [] )
    ->  true
    ;   string(Plain)
    ->  true
    ;   throw(error(type_error(callable, Plain), context('$dcg':call_dcg/3, _)))
    ),
    '$dcg_list'(List),
    '$dcg_list'(Rest),
    '$dcg_body'(Plain, _, S0, S, Goal),
    S0 = List,
    S = Rest,
    call(M:Goal).

'$dcg_list'(List) :-
    (   ( var(List) ; List = [_|_] ; List == [] )
    ->  true
    ;   throw(error(type_error(list, List), _))
    ).
