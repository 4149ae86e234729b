% Listing clauses.

:- module(listing, [listing/0, listing/1, listing/2]).

:- use_module(library(apply)).
:- use_module(library(readutil)).

:- meta_predicate listing(:), listing(:, +).

listing :-
    M = user,
    forall(( current_predicate(M:Name/Arity),
             functor(Head, Name, Arity),
             \+ predicate_property(M:Head, imported_from(_)) ),
           ( list(M, Name, Arity), nl )).

listing(Spec) :-
    listing(Spec, []).

listing(Spec0, _) :-
    strip_module(Spec0, M, Spec),
    (   var(Spec)
    ->  throw(error(instantiation_error, _))
    ;   list_spec(Spec, M)
    ).

list_spec([], _) :- !.
list_spec([S|Ss], M) :- !,
    list_spec(S, M),
    list_spec(Ss, M).
list_spec(M:Spec, _) :- !,
    list_spec(Spec, M).
list_spec(Spec, M) :-
    parts(Spec, Name, Arity),
    findall(Name/Arity-From, found(M, Name, Arity, From), Found0),
    sort(Found0, Found),
    (   Found == []
    ->  print_message(error, dwim_unknown(Spec)),
        fail
    ;   forall('$member'(N/A-From, Found), ( list(From, N, A), nl ))
    ).

parts(Name//Arity0, Name, Arity) :- !,
    ( integer(Arity0) -> Arity is Arity0+2 ; true ).
parts(Name/Arity, Name, Arity) :- !.
parts(Name, Name, _).

found(M, Name, Arity, From) :-
    (   integer(Arity),
        atom(Name)
    ->  functor(Head, Name, Arity),
        predicate_property(M:Head, defined)
    ;   current_predicate(M:Name/Arity),
        functor(Head, Name, Arity)
    ),
    (   predicate_property(M:Head, implementation_module(From0))
    ->  From = From0
    ;   From = M
    ).

list(M, Name, Arity) :-
    functor(Head, Name, Arity),
    (   predicate_property(M:Head, dynamic)
    ->  declaration(M, Name/Arity, dynamic)
    ;   predicate_property(M:Head, foreign)
    ->  format('%   Foreign: ~q~n', [M:Name/Arity])
    ;   true
    ),
    (   predicate_property(M:Head, tabled)
    ->  declaration(M, Name/Arity, table)
    ;   true
    ),
    forall(catch(clause(M:Head, Body, Ref), _, fail),
           ( name_variables(Ref, Head, Body),
             show(M, Head, Body) )).

% Variables get the names they have in the source, if the source still says the same.
name_variables(Ref, Head, Body) :-
    (   catch(source_names(Ref, Head, Body, Names), _, fail)
    ->  maplist(name_variable, Names)
    ;   true
    ).

source_names(Ref, Head, Body, Names) :-
    clause_property(Ref, file(File)),
    clause_property(Ref, line_count(Line)),
    setup_call_cleanup(
        open(File, read, In),
        ( skip_lines(Line, In),
          read_term(In, Term0, [variable_names(Names)]) ),
        close(In)),
    expand_term(Term0, Term),
    ( Body == true -> Clause = Head ; Clause = (Head :- Body) ),
    Term =@= Clause,
    Term = Clause.

skip_lines(Line, In) :-
    (   Line =< 1
    ->  true
    ;   read_line_to_codes(In, _),
        Before is Line-1,
        skip_lines(Before, In)
    ).

name_variable(Name=Var) :-
    (   var(Var),
        \+ sub_atom(Name, 0, _, _, '_')
    ->  Var = '$VAR'(Name)
    ;   true
    ).

declaration(M, PI, Keyword) :-
    (   M == user
    ->  format(':- ~w ~q.~n', [Keyword,PI])
    ;   format(':- ~w ~q.~n', [Keyword,M:PI])
    ),
    nl.

show(M, Head0, Body) :-
    (   single_sided(Head0, Body, Head, Guard, Rest)
    ->  qualified(M, Head, Shown),
        (   Guard == true
        ->  portray_clause((Shown => Rest))
        ;   portray_clause((Shown, Guard => Rest))
        )
    ;   qualified(M, Head0, Shown),
        (   Body == true
        ->  portray_clause(Shown)
        ;   portray_clause((Shown :- Body))
        )
    ).

qualified(M, Head, Shown) :-
    ( M == user -> Shown = Head ; Shown = M:Head ).

% A rule Head, Guard => Body is kept as a clause that first looks whether its head subsumes the
% goal.
single_sided(Goal, ('$matches'(Head, Goal1), Head1 = Goal2, Rest), Head, Guard, Body) :-
    Goal == Goal1,
    Goal == Goal2,
    Head == Head1,
    guarded(Rest, Guard, Body).

guarded(!, true, true) :- !.
guarded((!, Body), true, Body) :- !.
guarded((Goal, Rest), Guard, Body) :-
    guarded(Rest, Guard0, Body),
    ( Guard0 == true -> Guard = Goal ; Guard = (Goal, Guard0) ).
