% Predicates of SWI-Prolog that programs call now and then: ends of a session, grammars called as
% goals, copies of predicates, files and positions.

:- meta_predicate
    call_dcg(:, ?, ?), at_halt(0), sig_atomic(0), copy_predicate_clauses(:, :), rule(:, -),
    rule(:, -, -), source_file(:, ?).
:- dynamic '$at_halt'/1.

call_dcg(Spec, S0, S) :-
    strip_module(Spec, M, Body),
    (   var(Body)
    ->  throw(error(instantiation_error, _))
    ;   dcg_translate_rule((x --> Body), (x(S1, S2) :- Goal)),
        S1 = S0,
        S2 = S,
        call(M:Goal)
    ).

at_halt(Goal) :-
    asserta('$at_halt'(Goal)).

% Called once, when the process ends.
'$run_at_halt' :-
    forall(retract('$at_halt'(Goal)),
           ( catch(Goal, Error, print_message(error, Error)) -> true ; true )).

cancel_halt(Reason) :-
    throw(cancel_halt(Reason)).

abort :-
    throw('$aborted').

break :-
    '$toplevel':prolog.

sig_atomic(Goal) :-
    once(Goal).

copy_predicate_clauses(From, To) :-
    '$clause_head'(From, FromM:FromHead),
    '$clause_head'(To, ToM:ToHead),
    functor(FromHead, FromName, Arity),
    functor(ToHead, ToName, ToArity),
    (   Arity =:= ToArity
    ->  true
    ;   throw(error(domain_error(arity_mismatch, FromName/Arity), _))
    ),
    functor(Head, FromName, Arity),
    Head =.. [_|Args],
    NewHead =.. [ToName|Args],
    forall(clause(FromM:Head, Body), assertz(ToM:(NewHead :- Body))).

'$clause_head'(Spec, M:Head) :-
    strip_module(Spec, M, Plain),
    (   Plain = Name/Arity
    ->  functor(Head, Name, Arity)
    ;   Head = Plain
    ).

rule(Head, Rule) :-
    rule(Head, Rule, _).

rule(Spec, Rule, Ref) :-
    strip_module(Spec, M, Head),
    clause(M:Head, Body, Ref),
    (   Body == true
    ->  Rule = Head
    ;   Rule = (Head :- Body)
    ).

source_file(File) :-
    findall(F, '$a_source_file'(F), Fs),
    sort(Fs, Files),
    '$member'(File, Files).

source_file(Spec, File) :-
    strip_module(Spec, M, Head),
    predicate_property(M:Head, file(File)),
    \+ predicate_property(M:Head, imported_from(_)).

'$a_source_file'(File) :-
    current_module(M),
    current_predicate(_, M:Head),
    \+ predicate_property(M:Head, imported_from(_)),
    predicate_property(M:Head, file(File)).

source_file_property(File, Property) :-
    source_file(File),
    (   module_property(M, file(File)),
        Property = module(M)
    ;   Property = load_context(user, user, [])
    ).

unload_file(Spec) :-
    absolute_file_name(Spec, File, [file_type(prolog),access(read),file_errors(fail)]),
    findall(M:Head,
            ( current_module(M),
              current_predicate(_, M:Head),
              predicate_property(M:Head, file(File)),
              \+ predicate_property(M:Head, imported_from(_))
            ),
            Heads),
    forall('$member'(M:Head, Heads), '$forget'(M, Head)).

'$forget'(M, Head) :-
    forall(clause(M:Head, _, Ref), erase(Ref)).

stream_position_data(Field, '$stream_position'(Char, Line, Column, Byte), Data) :-
    '$position_field'(Field, Char, Line, Column, Byte, Data).

'$position_field'(char_count, Char, _, _, _, Char).
'$position_field'(line_count, _, Line, _, _, Line).
'$position_field'(line_position, _, _, Column, _, Column).
'$position_field'(byte_count, _, _, _, Byte, Byte).

float_class(Float, Class) :-
    (   float(Float)
    ->  true
    ;   var(Float)
    ->  throw(error(instantiation_error, context(system:float_class/2, _)))
    ;   throw(error(type_error(float, Float), context(system:float_class/2, _)))
    ),
    (   Float =\= Float -> Class = nan
    ;   Float =:= 0.0 -> Class = zero
    ;   abs(Float) =:= inf -> Class = infinite
    ;   abs(Float) < 2.2250738585072014e-308 -> Class = subnormal
    ;   Class = normal
    ).

% The mantissa is at least a half and less than one.
float_parts(Float, Mantissa, 2, Exponent) :-
    (   Float =:= 0
    ->  Mantissa = Float,
        Exponent = 0
    ;   E0 is floor(log(abs(Float))/log(2))+1,
        Ratio is abs(Float) / 2.0**E0,
        (   Ratio >= 1.0 -> Exponent is E0+1
        ;   Ratio < 0.5 -> Exponent is E0-1
        ;   Exponent = E0
        ),
        Mantissa is Float / 2.0**Exponent
    ).

expand_term(Term, Position, Expanded, Position) :-
    expand_term(Term, Expanded).
expand_goal(Goal, Position, Expanded, Position) :-
    expand_goal(Goal, Expanded).

exists_source(Spec, Path) :-
    absolute_file_name(Spec, Path, [file_type(prolog),access(read),file_errors(fail)]).

version :-
    print_message(banner, welcome).
version(_).
license(_, _).
license.
require(_).
attach_packs.
attach_packs(_).
undefined.
abolish_module_tables(_) :- abolish_all_tables.
abolish_private_tables :- abolish_all_tables.
abolish_shared_tables :- abolish_all_tables.
compile_predicates(_).
prompt1(_).

% '$meta_caller'(+Goal, -PI): who calls the goals of a query that is run inside catch/3.
'$meta_caller'(Goal, PI) :-
    (   nonvar(Goal),
        '$deep_control'(Goal)
    ->  PI = system:'<meta-call>'/1
    ;   nonvar(Goal),
        Goal = call(_)
    ->  PI = system:'<meta-call>'/1
    ;   PI = system:catch/3
    ).

:- meta_predicate call_cleanup(0, ?, 0).

call_cleanup(Goal, Catcher, Cleanup) :-
    setup_call_catcher_cleanup(true, Goal, Catcher, Cleanup).

atom_prefix(Atom, Prefix) :-
    sub_atom(Atom, 0, _, _, Prefix),
    !.
