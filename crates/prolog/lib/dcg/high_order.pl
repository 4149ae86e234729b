% Grammar rules that take grammar rules.

:- module(dcg_high_order,
          [ sequence//2, sequence//3, sequence//5, optional//2, foreach//2, foreach//3 ]).

:- meta_predicate
    sequence(3, ?, ?, ?),
    sequence(3, //, ?, ?, ?),
    sequence(//, 3, //, //, ?, ?, ?),
    optional(//, //, ?, ?),
    foreach(0, //, ?, ?),
    foreach(0, //, //, ?, ?).

sequence(Element, List) -->
    sequence_(List, Element).

sequence_([H|T], Element) -->
    call(Element, H),
    sequence_(T, Element).
sequence_([], _) -->
    [].

sequence(Element, Sep, List) -->
    separated(List, Element, Sep).

separated([H|T], Element, Sep) -->
    call(Element, H),
    !,
    (   Sep
    ->  !,
        more_separated(T, Element, Sep)
    ;   { T = [] }
    ).
separated([], _, _) -->
    [].

more_separated([H|T], Element, Sep) -->
    call(Element, H),
    (   Sep
    ->  more_separated(T, Element, Sep)
    ;   { T = [] }
    ).

sequence(Start, Element, Sep, End, List) -->
    Start,
    separated(List, Element, Sep),
    End,
    !.

optional(Match, _) -->
    Match,
    !.
optional(_, Default) -->
    Default.

foreach(Generator, Element) -->
    foreach(Generator, Element, []).

foreach(Generator, Element, Sep, L0, L) :-
    term_variables(Generator, Vars),
    Template =.. [v|Vars],
    findall(Template, Generator, Answers),
    foreach_answers(Answers, Template, Element, Sep, L0, L).

foreach_answers([], _, _, _, L, L).
foreach_answers([A|As], Template, Element, Sep, L0, L) :-
    copy_term(Template/Element, A/Element1),
    phrase(Element1, L0, L1),
    (   As == []
    ->  L = L1
    ;   phrase(Sep, L1, L2),
        foreach_answers(As, Template, Element, Sep, L2, L)
    ).
