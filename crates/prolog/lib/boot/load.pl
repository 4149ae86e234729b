% Loading, declarations and properties in the module system.

dynamic(Specs) :- '$declare_all'(Specs, dynamic).
discontiguous(Specs) :- '$declare_all'(Specs, discontiguous).
multifile(Specs) :- '$declare_all'(Specs, multifile).
public(Specs) :- '$declare_all'(Specs, public).
volatile(Specs) :- '$declare_all'(Specs, volatile).
non_terminal(Specs) :- '$declare_all'(Specs, non_terminal).
module_transparent(_).
noprofile(_).
'$hide'(_).
license(_).

'$declare_all'(Specs, How) :-
    '$source_module'(M),
    '$declare_in'(Specs, M, How).

'$declare_in'(Specs, _, _) :-
    var(Specs),
    !,
    throw(error(instantiation_error, _)).
'$declare_in'(M:Specs, _, How) :- !,
    '$declare_in'(Specs, M, How).
'$declare_in'([], _, _) :- !.
'$declare_in'([S|Ss], M, How) :- !,
    '$declare_in'(S, M, How),
    '$declare_in'(Ss, M, How).
'$declare_in'((A,B), M, How) :- !,
    '$declare_in'(A, M, How),
    '$declare_in'(B, M, How).
'$declare_in'(Specs as Options, M, How) :- !,
    '$declare_in'(Specs, M, How),
    (   '$incremental'(Options)
    ->  '$declare_in'(Specs, M, incremental)
    ;   true
    ).
'$declare_in'(Spec, M, How) :-
    '$declare'(M:Spec, How).

% Do these options make tables follow changes?
'$incremental'((A,B)) :- !,
    ( '$incremental'(A) ; '$incremental'(B) ), !.
'$incremental'(incremental).
'$incremental'(incremental(true)).
'$incremental'(monotonic).
'$incremental'(monotonic(_)).
'$incremental'(lazy).

dynamic(Specs, Options) :-
    '$declare_all'(Specs, dynamic),
    (   '$member'(Option, Options),
        '$incremental'(Option)
    ->  '$declare_all'(Specs, incremental)
    ;   true
    ).

meta_predicate(Specs) :-
    '$source_module'(M),
    '$set_metas'(Specs, M).

'$set_metas'(Var, _) :-
    var(Var),
    !,
    throw(error(instantiation_error, _)).
'$set_metas'(M:Specs, _) :- !,
    '$set_metas'(Specs, M).
'$set_metas'([], _) :- !.
'$set_metas'([S|Ss], M) :- !,
    '$set_metas'(S, M),
    '$set_metas'(Ss, M).
'$set_metas'((A,B), M) :- !,
    '$set_metas'(A, M),
    '$set_metas'(B, M).
'$set_metas'(Spec, M) :-
    '$set_meta'(M:Spec).

use_module(Spec) :- '$each_spec'(Spec, all).
use_module(Spec, Imports) :- '$each_spec'(Spec, Imports).
reexport(Spec) :- '$reexport'(Spec, all).
reexport(Spec, Imports) :- '$reexport'(Spec, Imports).
autoload(Spec) :- '$each_spec'(Spec, all).
autoload(Spec, Imports) :- '$each_spec'(Spec, Imports).

'$each_spec'(M:Specs, Imports) :- !,
    '$each_spec'(Specs, M, Imports).
'$each_spec'(Specs, Imports) :-
    '$source_module'(M),
    '$each_spec'(Specs, M, Imports).

'$each_spec'([], _, _) :- !.
'$each_spec'([S|Ss], M, Imports) :- !,
    '$each_spec'(S, M, Imports),
    '$each_spec'(Ss, M, Imports).
'$each_spec'(Spec, M, Imports) :-
    '$use_module'(M:Spec, Imports).

'$reexport'(M:Specs, Imports) :- !,
    '$reexport'(Specs, M, Imports).
'$reexport'(Specs, Imports) :-
    '$source_module'(M),
    '$reexport'(Specs, M, Imports).

'$reexport'(M:Specs, _, Imports) :- !,
    '$reexport'(Specs, M, Imports).
'$reexport'([], _, _) :- !.
'$reexport'([S|Ss], M, Imports) :- !,
    '$reexport'(S, M, Imports),
    '$reexport'(Ss, M, Imports).
'$reexport'(Spec, M, Imports) :-
    '$use_module'(M:Spec, Imports),
    '$module_of'(M:Spec, From),
    '$export_from'(M, From, Imports).

ensure_loaded(Spec) :- '$load_each'(Spec, false).
consult(Spec) :- '$load_each'(Spec, true).
load_files(Spec) :- '$load_each'(Spec, true).
load_files(Spec, Options) :-
    (   memberchk(stream(Stream), Options)
    ->  '$load_from'(Spec, Stream)
    ;   memberchk(if(If), Options), If \== true
    ->  '$load_each'(Spec, false)
    ;   '$load_each'(Spec, true)
    ).
make.
[H|T] :- '$load_each'([H|T], true).

'$load_from'(Spec, Stream) :-
    '$source_module'(M0),
    (   Spec = M:File -> true ; M = M0, File = Spec ),
    format(atom(Name), '~w', [File]),
    '$load_stream'(M, Name, Stream, _).

'$load_each'(M:Specs, Again) :- !,
    '$load_each'(Specs, M, Again).
'$load_each'(Specs, Again) :-
    '$source_module'(M),
    '$load_each'(Specs, M, Again).

'$load_each'(Var, _, _) :-
    var(Var),
    !,
    throw(error(instantiation_error, _)).
'$load_each'([], _, _) :- !.
'$load_each'([S|Ss], M, Again) :- !,
    '$load_each'(S, M, Again),
    '$load_each'(Ss, M, Again).
'$load_each'(user, M, _) :- !,
    '$load_user'(M).
'$load_each'(M:Spec, _, Again) :- !,
    '$load_each'(Spec, M, Again).
'$load_each'(Spec, M, Again) :-
    '$load'(M:Spec, Again, _).

% Clauses from the terminal, or from what is there instead, up to end_of_file.
'$load_user'(M) :-
    flag('$user_loads', N, N+1),
    Number is N+1,
    atom_concat('user://', Number, File),
    '$load_stream'(M, File, user_input, _),
    nl(user_output).

include(File) :- '$include'(File).

initialization(Goal) :-
    (   '$load_context'(source, _)
    ->  '$after_load'(Goal)
    ;   call(Goal)
    ).
initialization(Goal, When) :-
    (   When == main
    ->  '$init_main'(Goal)
    ;   When == now
    ->  call(Goal)
    ;   '$after_load'(Goal)
    ).

module(Name) :-
    (   atom(Name)
    ->  '$set_typein_module'(Name)
    ;   var(Name)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(atom, Name), _))
    ).
module(Name, Exports) :-
    '$set_source_module'(Name),
    '$export_list'(Exports, Name).

'$export_list'([], _).
'$export_list'([PI|PIs], M) :-
    (   PI = op(P, T, N)
    ->  op(P, T, N)
    ;   '$export'(M, PI)
    ),
    '$export_list'(PIs, M).

export(PIs) :-
    '$source_module'(M),
    '$export_conj'(PIs, M).
'$export_conj'((A,B), M) :- !,
    '$export_conj'(A, M),
    '$export_conj'(B, M).
'$export_conj'([], _) :- !.
'$export_conj'([A|B], M) :- !,
    '$export_conj'(A, M),
    '$export_conj'(B, M).
'$export_conj'(PI, M) :-
    '$export'(M, PI).

import(From:PI) :-
    '$source_module'(M),
    '$import'(M, From, PI).

add_import_module(M, Base, _) :- '$add_import_module'(M, Base).

current_module(M) :-
    (   atom(M)
    ->  '$module_info'(M, _, _, _)
    ;   '$current_modules'(Ms),
        '$member'(M, Ms)
    ).

module_property(M, P) :-
    current_module(M),
    '$module_info'(M, Class, File, Exports),
    (   P = class(Class)
    ;   File \== [], P = file(File)
    ;   P = exports(Exports)
    ;   P = program_size(Size), '$module_size'(M, Size)
    ;   '$program_space'(M, Space), P = program_space(Space)
    ).

'$member'(X, [X|_]).
'$member'(X, [_|T]) :- '$member'(X, T).

'$append'([], L, L).
'$append'([H|T], L, [H|R]) :- '$append'(T, L, R).

prolog_load_context(Key, Value) :-
    '$load_context'(Key, Value).
source_location(File, Line) :-
    '$load_context'(file, File),
    '$load_context'(line, Line).

current_predicate(Spec) :-
    strip_module(Spec, M, PI),
    (   var(PI)
    ->  '$defined_in'(M, PI)
    ;   PI = Name/Arity
    ->  '$current_predicate'(M, Name, Arity)
    ;   PI = Name//Arity0
    ->  (   integer(Arity0)
        ->  Arity is Arity0+2,
            '$current_predicate'(M, Name, Arity)
        ;   '$current_predicate'(M, Name, Arity),
            Arity >= 2,
            Arity0 is Arity-2
        )
    ;   throw(error(type_error(predicate_indicator, PI), _))
    ).

'$current_predicate'(M, Name, Arity) :-
    (   nonvar(Name), \+ atom(Name)
    ->  throw(error(type_error(atom, Name), _))
    ;   nonvar(Arity), \+ integer(Arity)
    ->  throw(error(type_error(integer, Arity), _))
    ;   atom(Name), integer(Arity), atom(M)
    ->  functor(Head, Name, Arity),
        '$has_definition'(M:Head)
    ;   '$defined_in'(M, Name/Arity)
    ).

'$has_definition'(M:Head) :-
    '$pred_flags'(M:Head, Flags),
    (   memberchk(number_of_clauses(N), Flags)
    ->  ( N > 0 -> true ; memberchk(dynamic, Flags) -> true ; memberchk(multifile, Flags) )
    ;   memberchk(system, Flags)
    ).

'$defined_in'(M, Name/Arity) :-
    (   atom(M) -> true ; current_module(M) ),
    (   In = M ; M == user, In = system ),
    '$current_preds'(In, PIs),
    '$member'(Name/Arity, PIs),
    functor(Head, Name, Arity),
    '$has_definition'(In:Head).

current_predicate(Name, Spec) :-
    strip_module(Spec, M, Head),
    (   nonvar(Head)
    ->  callable(Head),
        functor(Head, Name, Arity),
        '$current_predicate'(M, Name, Arity)
    ;   '$defined_in'(M, Name/Arity),
        functor(Head, Name, Arity)
    ).

predicate_property(Spec, Property) :-
    strip_module(Spec, M, Head),
    (   nonvar(Head)
    ->  callable(Head),
        (   '$pred_flags'(M:Head, Flags)
        ->  true
        ;   '$autoload'(M:Head, Home),
            '$pred_flags'(Home:Head, Flags)
        )
    ;   '$defined_in'(M, Name/Arity),
        functor(Head, Name, Arity),
        '$pred_flags'(M:Head, Flags)
    ),
    (   '$member'(Property, Flags)
    ;   '$more_property'(Property, Head, M, Flags)
    ).

'$more_property'(meta_predicate(Modes), Head, _, _) :-
    '$control_modes'(Head, Modes).
'$more_property'(imported_from(Home), _, M, Flags) :-
    memberchk(implementation_module(Home), Flags),
    Home \== M,
    Home \== system.
'$more_property'(number_of_rules(N), Head, _, Flags) :-
    memberchk(number_of_clauses(_), Flags),
    memberchk(implementation_module(Home), Flags),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    findall(B, ( catch(clause(Home:General, B), _, fail), B \== true ), Rules),
    length(Rules, N).
'$more_property'(line_count(Line), Head, _, Flags) :-
    memberchk(file(_), Flags),
    memberchk(implementation_module(Home), Flags),
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    nth_clause(Home:General, 1, Ref),
    clause_property(Ref, line_count(Line)).

% What the machine itself calls.
'$control_modes'((_,_), (0,0)).
'$control_modes'((_;_), (0;0)).
'$control_modes'((_->_), (0->0)).
'$control_modes'((_*->_), (0*->0)).
'$control_modes'(\+_, \+0).
'$control_modes'(catch(_,_,_), catch(0,?,0)).
'$control_modes'(Call, Modes) :-
    functor(Call, call, N),
    N >= 1,
    functor(Modes, call, N),
    Modes =.. [_,Extra|Others],
    Extra is N-1,
    '$all_equal'(Others, ?).

'$all_equal'([], _).
'$all_equal'([X|Xs], X) :- '$all_equal'(Xs, X).

expand_term(Term, Expanded) :-
    (   '$term_expansion'(Term, Expanded0)
    ->  '$expand_grammar'(Expanded0, Expanded1)
    ;   '$expand_grammar'(Term, Expanded1)
    ),
    (   '$has_functions'(Expanded1)
    ->  '$expand_functions'(Expanded1, Expanded)
    ;   Expanded = Expanded1
    ).

'$term_expansion'(Term, Expanded) :-
    (   current_predicate(user:term_expansion/2),
        user:term_expansion(Term, Expanded)
    ->  true
    ;   '$source_module'(M),
        M \== user,
        current_predicate(M:term_expansion/2),
        M:term_expansion(Term, Expanded)
    ).

'$expand_grammar'(Terms, Expanded) :-
    nonvar(Terms),
    Terms = [_|_],
    !,
    '$expand_grammars'(Terms, Expanded).
'$expand_grammar'(Rule, Clause) :-
    nonvar(Rule),
    Rule = (_ --> _),
    !,
    dcg_translate_rule(Rule, Clause).
'$expand_grammar'(Term, Term).

'$expand_grammars'([], []).
'$expand_grammars'([T|Ts], [E|Es]) :-
    '$expand_grammar'(T, E),
    '$expand_grammars'(Ts, Es).

expand_goal(G, G) :- var(G), !.
expand_goal((A,B), (EA,EB)) :- !, expand_goal(A, EA), expand_goal(B, EB).
expand_goal((A;B), (EA;EB)) :- !, '$expand_branch'(A, EA), '$expand_branch'(B, EB).
expand_goal((A->B), (EA->EB)) :- !, expand_goal(A, EA), expand_goal(B, EB).
expand_goal((A*->B), (EA*->EB)) :- !, expand_goal(A, EA), expand_goal(B, EB).
expand_goal(\+A, \+EA) :- !, expand_goal(A, EA).
expand_goal(M:A, M:EA) :-
    atom(M),
    !,
    expand_goal(A, EA).
expand_goal(G, E) :-
    '$goal_expansion'(G, G1),
    G1 \== G,
    !,
    expand_goal(G1, E).
expand_goal(phrase(NT, Xs), E) :-
    '$phrase_macros',
    '$plain_nonterminal'(NT),
    !,
    dcg_translate_rule((x --> NT), (x(S0, S) :- Body)),
    S0 = Xs,
    S = [],
    E = Body.
expand_goal(phrase(NT, Xs, Rest), E) :-
    '$phrase_macros',
    '$plain_nonterminal'(NT),
    !,
    dcg_translate_rule((x --> NT), (x(S0, S) :- Body)),
    S0 = Xs,
    S = Rest,
    E = Body.
expand_goal(G, E) :-
    '$goal_modes'(G, Modes),
    compound_name_arguments(G, Name, Args0),
    '$expand_meta_args'(Modes, Args0, Args),
    !,
    compound_name_arguments(E, Name, Args).
expand_goal(G, G).

% A branch must not become the condition of its disjunction.
'$expand_branch'(G, E) :-
    expand_goal(G, E0),
    (   nonvar(E0),
        ( E0 = (_->_) ; E0 = (_*->_) ),
        \+ ( nonvar(G), ( G = (_->_) ; G = (_*->_) ) )
    ->  E = (E0;fail)
    ;   E = E0
    ).

% As in SWI-Prolog, where library(clpfd) brings apply_macros along.
'$phrase_macros' :-
    ( current_module(clpfd) -> true ; current_module(apply_macros) ).

'$plain_nonterminal'(NT) :-
    callable(NT),
    \+ '$grammar_control'(NT).

'$grammar_control'([]).
'$grammar_control'([_|_]).
'$grammar_control'((_,_)).
'$grammar_control'((_;_)).
'$grammar_control'((_|_)).
'$grammar_control'((_->_)).
'$grammar_control'((_*->_)).
'$grammar_control'(\+_).
'$grammar_control'({}(_)).
'$grammar_control'({}).
'$grammar_control'(!).
'$grammar_control'(_:_).
'$grammar_control'(G) :- compound(G), functor(G, call, _).

'$expand_meta_args'([], [], []).
'$expand_meta_args'([Mode|Modes], [A0|As0], [A|As]) :-
    (   Mode == 0
    ->  expand_goal(A0, A)
    ;   Mode == (^)
    ->  '$expand_quantified'(A0, A)
    ;   A = A0
    ),
    '$expand_meta_args'(Modes, As0, As).

'$expand_quantified'(G, E) :-
    (   nonvar(G),
        G = V^G1
    ->  E = V^E1,
        '$expand_quantified'(G1, E1)
    ;   expand_goal(G, E)
    ).

'$goal_expansion'(G, E) :-
    (   current_predicate(user:goal_expansion/2),
        user:goal_expansion(G, E)
    ->  true
    ;   '$source_module'(M),
        M \== user,
        current_predicate(M:goal_expansion/2),
        M:goal_expansion(G, E)
    ).

:- meta_predicate
    dynamic(:), dynamic(:, +), discontiguous(:), multifile(:), public(:), volatile(:),
    use_module(:), use_module(:, +), ensure_loaded(:), consult(:), load_files(:),
    load_files(:, +), reexport(:), reexport(:, +), initialization(0), initialization(0, +),
    current_predicate(:), current_predicate(?, :), predicate_property(:, ?), abolish(:),
    meta_predicate(:), module_transparent(:).

