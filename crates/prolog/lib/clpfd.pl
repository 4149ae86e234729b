:- module(clpfd,
          [ op(760, yfx, #<==>), op(750, xfy, #==>), op(750, yfx, #<==), op(740, yfx, #\/),
            op(730, yfx, #\), op(720, yfx, #/\), op(710, fy, #\),
            op(700, xfx, #>), op(700, xfx, #<), op(700, xfx, #>=), op(700, xfx, #=<),
            op(700, xfx, #=), op(700, xfx, #\=),
            op(700, xfx, in), op(700, xfx, ins), op(700, xfx, in_set), op(450, xfx, ..),
            (#>)/2, (#<)/2, (#>=)/2, (#=<)/2, (#=)/2, (#\=)/2,
            (#\)/1, (#<==>)/2, (#==>)/2, (#<==)/2, (#\/)/2, (#\)/2, (#/\)/2,
            (in)/2, (ins)/2, (in_set)/2,
            all_different/1, all_distinct/1, sum/3, scalar_product/4, tuples_in/2,
            labeling/2, label/1, indomain/1,
            lex_chain/1, serialized/2, global_cardinality/2, global_cardinality/3,
            circuit/1, cumulative/1, cumulative/2, disjoint2/1, element/3,
            automaton/3, automaton/8, transpose/2, zcompare/3, chain/2,
            fd_var/1, fd_inf/2, fd_sup/2, fd_size/2, fd_dom/2, fd_degree/2,
            fd_set/2, is_fdset/1, empty_fdset/1, fdset_parts/4, empty_interval/2,
            fdset_interval/3, fdset_singleton/2, fdset_min/2, fdset_max/2, fdset_size/2,
            list_to_fdset/2, fdset_to_list/2, range_to_fdset/2, fdset_to_range/2,
            fdset_add_element/3, fdset_del_element/3, fdset_disjoint/2, fdset_intersect/2,
            fdset_intersection/3, fdset_member/2, fdset_eq/2, fdset_subset/2, fdset_subtract/3,
            fdset_union/3, fdset_union/2, fdset_complement/2
          ]).
:- use_module(library(lists)).
:- use_module(library(apply)).
:- use_module(library(error)).
:- use_module(library(pairs)).

% Integer constraints. Posting, propagation and search are native; here is what is shorter in
% Prolog: checks of arguments, constraints made of others, and what is printed.

%   Relations and formulas

:- '$link_native'(#= / 2, '$fd_eq').
:- '$link_native'(#\= / 2, '$fd_neq').
:- '$link_native'(#< / 2, '$fd_lt').
:- '$link_native'(#> / 2, '$fd_gt').
:- '$link_native'(#=< / 2, '$fd_leq').
:- '$link_native'(#>= / 2, '$fd_geq').

#\ Q           :- '$fd_formula'(#\ Q).
P #<==> Q      :- '$fd_formula'(P #<==> Q).
P #==> Q       :- '$fd_formula'(P #==> Q).
P #<== Q       :- '$fd_formula'(P #<== Q).
P #\/ Q        :- '$fd_formula'(P #\/ Q).
P #\ Q         :- '$fd_formula'(P #\ Q).
P #/\ Q        :- '$fd_formula'(P #/\ Q).

:- '$link_native'(in / 2, '$fd_in').
:- '$link_native'(in_set / 2, '$fd_in_set').
:- '$link_native'(ins / 2, '$fd_ins').

%   Constraints over lists

:- '$link_native'(all_different / 1, '$fd_all_different').
:- '$link_native'(all_distinct / 1, '$fd_all_distinct').
:- '$link_native'(sum / 3, '$fd_sum').
:- '$link_native'(scalar_product / 4, '$fd_scalar_product').
:- '$link_native'(tuples_in / 2, '$fd_tuples_in').
:- '$link_native'(element / 3, '$fd_element').
:- '$link_native'(circuit / 1, '$fd_circuit').
:- '$link_native'(disjoint2 / 1, '$fd_disjoint2').
:- '$link_native'(chain / 2, '$fd_chain').

serialized(Starts, Durations) :-
    must_be(list(integer), Durations),
    '$fd_serialized'(Starts, Durations).

cumulative(Tasks) :-
    cumulative(Tasks, [limit(1)]).

cumulative(Tasks, Options) :-
    must_be(list(list), [Tasks, Options]),
    (   Options = [] -> Limit = 1
    ;   Options = [limit(Limit)] -> must_be(integer, Limit)
    ;   domain_error(cumulative_options_empty_or_limit, Options)
    ),
    '$fd_cumulative'(Tasks, Limit).

global_cardinality(Vars, Pairs) :-
    global_cardinality(Vars, Pairs, []).

global_cardinality(Vars, Pairs, Options) :-
    must_be(list(list), [Vars, Pairs, Options]),
    maplist(cardinality_pair, Pairs),
    pairs_keys_values(Pairs, Keys, Counts),
    (   sort(Keys, Sorted), same_length(Keys, Sorted)
    ->  true
    ;   domain_error(gcc_unique_key_pairs, Pairs)
    ),
    (   member(Consistency, Options), Consistency == consistency(value)
    ->  Chosen = [value|Cost]
    ;   Chosen = Cost
    ),
    (   member(cost(C, Matrix), Options)
    ->  must_be(list(list(integer)), Matrix),
        Cost = [cost(C, Matrix)]
    ;   Cost = []
    ),
    '$fd_global_cardinality'(Vars, Keys, Counts, Chosen).

cardinality_pair(Pair) :-
    must_be(nonvar, Pair),
    (   Pair = Key-_
    ->  must_be(integer, Key)
    ;   domain_error(gcc_pair, Pair)
    ).

%   Lexicographic order waits for values from the left.

lex_chain(Lists) :-
    must_be(list(list), Lists),
    '$fd_remember_lex_chain'(Lists),
    lex_chain_pairs(Lists).

lex_chain_pairs([]).
lex_chain_pairs([List|Lists]) :-
    foldl(lex_pair, Lists, List, _).

lex_pair(List, Before, List) :-
    lex_le(Before, List).

lex_le([], []).
lex_le([A|As], [B|Bs]) :-
    A #=< B,
    (   integer(A)
    ->  (   integer(B)
        ->  (   A =:= B -> lex_le(As, Bs) ; true )
        ;   freeze(B, clpfd:lex_le([A|As], [B|Bs]))
        )
    ;   freeze(A, clpfd:lex_le([A|As], [B|Bs]))
    ).

%   Automata: states and counter expressions are numbered in the order in which they occur.

automaton(Sequence, Nodes, Arcs) :-
    automaton(Sequence, _, Sequence, Nodes, Arcs, [], [], []).

automaton(Sequence, Template, Signature, Nodes, Arcs, Counters, Initials, Finals) :-
    must_be(list(list), [Signature, Nodes, Arcs, Counters, Initials]),
    (   var(Sequence) -> Sequence = Signature ; must_be(list, Sequence) ),
    maplist(whole_arc(Counters), Arcs, Whole),
    maplist(own_expression, Counters, Expressions0),
    number_arcs(Whole, Numbered, [], States1, Expressions0, Expressions),
    nodes_of(sink, Nodes, Sinks),
    nodes_of(source, Nodes, Sources),
    number_all(Sinks, SinkNumbers, States1, States2),
    number_all(Sources, SourceNumbers, States2, _),
    maplist(expressions_in_order, Expressions, Lists),
    term_variables(Template, TemplateVars),
    maplist(element_of(Template, TemplateVars), Sequence, Elements),
    '$fd_automaton'(Signature, SourceNumbers, SinkNumbers, Numbered,
                    counting(Lists, Counters, TemplateVars, Elements, Initials, Finals)).

whole_arc(Counters, Arc, Whole) :-
    must_be(callable, Arc),
    (   Arc = arc(From, Label, To) -> Whole = arc(From, Label, To, Counters)
    ;   Arc = arc(_, _, _, _) -> Whole = Arc
    ;   type_error(arc, Arc)
    ).

own_expression(Counter, [Counter]).

nodes_of(Kind, Nodes, States) :-
    findall(State, (member(Node, Nodes), Node =.. [Kind, State]), States).

number_arcs([], [], States, States, Es, Es).
number_arcs([arc(F, L, T, Updates)|Arcs], [arc(FN, L, TN, Us)|Numbered], S0, S, Es0, Es) :-
    number_state(F, FN, S0, S1),
    number_state(T, TN, S1, S2),
    maplist(number_update, Updates, Es0, Us, Es1),
    number_arcs(Arcs, Numbered, S2, S, Es1, Es).

number_all([], [], States, States).
number_all([State|More], [N|Ns], S0, S) :-
    number_state(State, N, S0, S1),
    number_all(More, Ns, S1, S).

%   States are kept newest first: the number of a state is its place from the end.
number_state(State, N, States, States) :-
    known_state(States, State, N),
    !.
number_state(State, N, States, [State|States]) :-
    length(States, N).

known_state([S|Ss], State, N) :-
    (   S == State
    ->  length(Ss, N)
    ;   known_state(Ss, State, N)
    ).

number_update(Update, Known, N, Known) :-
    nth1(N0, Known, E),
    E == Update,
    !,
    length(Known, Length),
    N is Length - N0 + 1.
number_update(Update, Known, N, [Update|Known]) :-
    length(Known, Length),
    N is Length + 1.

expressions_in_order(Newest, Oldest) :-
    reverse(Newest, Oldest).

element_of(Template, Vars, Element, Values) :-
    copy_term(Template-Vars, Element-Values).

%   Order as a variable

zcompare(Order, A, B) :-
    (   nonvar(Order)
    ->  zcompare_(Order, A, B)
    ;   integer(A), integer(B)
    ->  compare(Order, A, B)
    ;   freeze(Order, clpfd:zcompare_(Order, A, B)),
        '$fd_compare'(Order, A, B)
    ).

zcompare_(=, A, B) :- A #= B.
zcompare_(<, A, B) :- A #< B.
zcompare_(>, A, B) :- A #> B.

%   Search

label(Vars) :-
    labeling([], Vars).

labeling(Options, Vars) :-
    must_be(list, Options),
    (   attvar(Vars) -> type_error(list, Vars) ; must_be(list, Vars) ),
    (   '$fd_watched'(Vars)
    ->  '$fd_decision'(Options, Vars, Decision),
        decide(Decision, Options, Vars)
    ;   '$fd_labeling'(Options, Vars)
    ).

%   Goals of other libraries wait for some of the variables: each must wake as soon as its
%   variable has a value, so the decisions are choice points of the program.

decide(done, _, _).
decide(best, Options, Vars) :-
    '$fd_labeling'(Options, Vars).
decide(step(X, Value), Options, Vars) :-
    (   X = Value
    ;   X #\= Value
    ),
    labeling(Options, Vars).
decide(enum(X, Values), Options, Vars) :-
    member(X, Values),
    labeling(Options, Vars).
decide(lower(X, Middle), Options, Vars) :-
    (   X #=< Middle
    ;   X #> Middle
    ),
    labeling(Options, Vars).
decide(upper(X, Middle), Options, Vars) :-
    (   X #> Middle
    ;   X #=< Middle
    ),
    labeling(Options, Vars).

indomain(Var) :-
    label([Var]).

transpose(Matrix, Columns) :-
    must_be(list(list), Matrix),
    columns(Matrix, Columns).

columns([], []).
columns([Row|Rows], Columns) :-
    foldl(next_column, Row, Columns, [Row|Rows], Rests),
    maplist(=([]), Rests).

next_column(_, Column, Rows, Rests) :-
    maplist(first_rest, Rows, Column, Rests).

first_rest([First|Rest], First, Rest).

%   Reflection

:- '$link_native'(fd_var / 1, '$fd_var').
:- '$link_native'(fd_inf / 2, '$fd_inf').
:- '$link_native'(fd_sup / 2, '$fd_sup').
:- '$link_native'(fd_size / 2, '$fd_size').
:- '$link_native'(fd_dom / 2, '$fd_dom').
:- '$link_native'(fd_degree / 2, '$fd_degree').
:- '$link_native'(fd_set / 2, '$fd_set').
:- '$link_native'(is_fdset / 1, '$is_fdset').
:- '$link_native'(fdset_min / 2, '$fdset_min').
:- '$link_native'(fdset_max / 2, '$fdset_max').
:- '$link_native'(fdset_size / 2, '$fdset_size').
:- '$link_native'(list_to_fdset / 2, '$fdset_of_list').
:- '$link_native'(fdset_to_list / 2, '$fdset_to_list').
:- '$link_native'(range_to_fdset / 2, '$fdset_of_range').
:- '$link_native'(fdset_to_range / 2, '$fdset_to_range').
:- '$link_native'(fdset_union / 3, '$fdset_union').
:- '$link_native'(fdset_intersection / 3, '$fdset_intersection').
:- '$link_native'(fdset_subtract / 3, '$fdset_subtract').
:- '$link_native'(fdset_complement / 2, '$fdset_complement').
:- '$link_native'(fdset_subset / 2, '$fdset_subset').
:- '$link_native'(fdset_eq / 2, '$fdset_eq').

empty_fdset(empty).

empty_interval(Min, Max) :-
    '$fdset_of_range'(Min..Max, empty).

fdset_interval(Set, Min, Max) :-
    (   var(Set)
    ->  '$fdset_of_range'(Min..Max, Set),
        Set \== empty
    ;   Set = from_to(A, B),
        plain_end(A, Min),
        plain_end(B, Max)
    ).

plain_end(n(N), End) :- !, End = N.
plain_end(End, End).

fdset_singleton(Set, Element) :-
    (   integer(Element)
    ->  '$fdset_of_list'([Element], Set)
    ;   Set = from_to(n(Element), n(Element))
    ).

fdset_parts(Set, Min, Max, Rest) :-
    (   nonvar(Set)
    ->  first_interval(Set, Min, Max),
        '$fdset_of_range'(Min..Max, First),
        '$fdset_subtract'(Set, First, Rest)
    ;   '$fdset_of_range'(Min..Max, First),
        '$fdset_union'(First, Rest, Set)
    ).

first_interval(from_to(A, B), Min, Max) :- plain_end(A, Min), plain_end(B, Max).
first_interval(split(_, Left, _), Min, Max) :- first_interval(Left, Min, Max).

fdset_add_element(Set, Element, Larger) :-
    '$fdset_of_list'([Element], One),
    '$fdset_union'(Set, One, Larger).

fdset_del_element(Set, Element, Smaller) :-
    '$fdset_of_list'([Element], One),
    '$fdset_subtract'(Set, One, Smaller).

fdset_disjoint(A, B) :-
    '$fdset_intersection'(A, B, empty).

fdset_intersect(A, B) :-
    \+ fdset_disjoint(A, B).

fdset_member(Element, Set) :-
    (   integer(Element)
    ->  '$fdset_contains'(Set, Element)
    ;   '$fdset_to_list'(Set, List),
        member(Element, List)
    ).

fdset_union(Sets, Union) :-
    foldl(add_set, Sets, empty, Union).

add_set(Set, Before, After) :-
    '$fdset_union'(Before, Set, After).

%   What answers show

attribute_goals(Var) -->
    { '$fd_goals'(Var, Goals) },
    goals_here(Goals).

goals_here([]) --> [].
goals_here([Goal|Goals]) --> [clpfd:Goal], goals_here(Goals).
