% More of the module system: contexts of calls, cleanup with a reason, continuations, environment
% variables, locales.

:- meta_predicate
    setup_call_catcher_cleanup(0, 0, ?, 0), call_with_inference_limit(0, +, -),
    call_residue_vars(0, -).

context_module(Context) :-
    (   nonvar(Context),
        Context = Clause:Module
    ->  true
    ;   Clause = user,
        Module = Context
    ),
    nb_getval_or('$context', [], At),
    (   At == []
    ->  Module = Clause
    ;   Module = At
    ).

'@'(Goal, Context) :-
    (   var(Context)
    ->  throw(error(instantiation_error, context(system:(@)/2, _)))
    ;   atom(Context)
    ->  true
    ;   throw(error(type_error(module, Context), context(system:(@)/2, _)))
    ),
    strip_module(Goal, M, Plain),
    (   M == user,
        callable(Plain),
        \+ '$has_definition'(user:Plain)
    ->  In = Context
    ;   In = M
    ),
    nb_getval_or('$context', [], Old),
    setup_call_cleanup(nb_setval('$context', Context),
                       call(In:Plain),
                       nb_setval('$context', Old)).

setup_call_catcher_cleanup(Setup, Goal, Catcher, Cleanup) :-
    once(Setup),
    '$call_cleanup'(Goal, '$catcher'(Catcher, Cleanup)).

'$catcher'(Reason, Catcher, Cleanup) :-
    Catcher = Reason,
    call(Cleanup).

call_continuation([]).
call_continuation([Frame|Frames]) :-
    (   Frames == []
    ->  '$resume'(Frame)
    ;   '$resume'(Frame),
        call_continuation(Frames)
    ).

% Limits are not enforced: the result says only whether choice points are left.
call_with_inference_limit(Goal, Limit, Result) :-
    (   integer(Limit)
    ->  true
    ;   var(Limit)
    ->  throw(error(instantiation_error, _))
    ;   throw(error(type_error(integer, Limit), _))
    ),
    call_cleanup(Goal, Det = true),
    (   Det == true
    ->  Result = !
    ;   Result = true
    ).

set_module(Spec) :-
    strip_module(Spec, M, Property),
    '$set_module'(Property, M).

'$set_module'(Property, _) :-
    var(Property),
    !,
    throw(error(instantiation_error, context(system:set_module/1, _))).
'$set_module'(base(Base), M) :- !,
    (   M == Base
    ->  true
    ;   '$add_import_module'(M, Base)
    ).
'$set_module'(class(_), _) :- !.
'$set_module'(program_space(Bytes), M) :- !,
    '$module_size'(M, Size),
    (   Bytes > 0,
        Size > Bytes
    ->  throw(error(permission_error(limit, program_space, M), context(system:set_module/1, _)))
    ;   atom_concat('$program_space_', M, Key),
        nb_setval(Key, Bytes)
    ).
'$set_module'(Property, _) :-
    throw(error(domain_error(module_property, Property), context(system:set_module/1, _))).

'$program_space'(M, Space) :-
    atom_concat('$program_space_', M, Key),
    nb_getval_or(Key, 0, Space),
    Space > 0.

% An estimate: what a clause takes on average.
'$module_size'(M, Size) :-
    findall(N,
            ( current_module(M),
              '$defined_in'(M, Name/Arity),
              functor(Head, Name, Arity),
              predicate_property(M:Head, number_of_clauses(N))
            ),
            Ns),
    '$sum'(Ns, 0, Clauses),
    length(Ns, Preds),
    Size is Preds*208+Clauses*96.

'$sum'([], Sum, Sum).
'$sum'([N|Ns], Sum0, Sum) :-
    Sum1 is Sum0+N,
    '$sum'(Ns, Sum1, Sum).

% Environment variables: changes stay inside, over those the process was given.
:- dynamic '$environment'/2.

setenv(Name0, Value0) :-
    '$environment_text'(Name0, Name),
    '$environment_text'(Value0, Value),
    retractall(system:'$environment'(Name, _)),
    assertz(system:'$environment'(Name, set(Value))).

unsetenv(Name0) :-
    '$environment_text'(Name0, Name),
    retractall(system:'$environment'(Name, _)),
    assertz(system:'$environment'(Name, unset)).

getenv(Name0, Value) :-
    '$environment_text'(Name0, Name),
    (   '$environment'(Name, State)
    ->  State = set(Value)
    ;   '$getenv'(Name, Value)
    ).

'$environment_text'(Text, Atom) :-
    (   var(Text)
    ->  throw(error(instantiation_error, _))
    ;   atomic(Text)
    ->  atomic_list_concat([Text], Atom)
    ;   throw(error(type_error(text, Text), _))
    ).

% '$current_prolog_flag'(?Name, ?Value, -Scope, -Access, -Type).
'$current_prolog_flag'(Name, Value, global, Access, Type) :-
    current_prolog_flag(Name, Value),
    (   memberchk(Name, [arch,bounded,compiled_at,cpu_count,dialect,executable,home,max_arity,
                         max_integer,max_tagged_integer,min_integer,min_tagged_integer,pid,
                         version,version_data,readline,large_files,threads,unix])
    ->  Access = read
    ;   Access = write
    ),
    (   ( Value == true ; Value == false )
    ->  Type = boolean
    ;   atom(Value)
    ->  Type = atom
    ;   integer(Value)
    ->  Type = integer
    ;   float(Value)
    ->  Type = float
    ;   Type = term
    ).

prolog_current_frame(1).
prolog_frame_attribute(_, _, _) :-
    fail.
prolog_skip_level(Old, Old).
prolog_skip_frame(_).

'$clausable'(_).
encoding(_).

:- meta_predicate thread_local(:), det(:).
thread_local(Spec) :-
    dynamic(Spec).
det(_).

:- dynamic '$locale'/2.

locale_property(Locale, Property) :-
    (   ( Locale == current_locale ; Locale == default )
    ->  '$member'(Property,
                  [alias(default), decimal_point('.'), thousands_sep(','), grouping([repeat(3)])])
    ;   '$locale'(Locale, Properties),
        '$member'(Property, Properties)
    ).

locale_create(Locale, Default, Options) :-
    findall(P, ( atomic(Default), catch(locale_property(Default, P), _, fail) ), Ps0),
    '$locale_options'(Options, Ps0, Ps),
    flag('$locale', N, N+1),
    atomic_list_concat(['<locale>(', N, ')'], Name),
    (   '$member'(alias(Alias), Options)
    ->  Locale = Alias
    ;   Locale = Name
    ),
    assertz(system:'$locale'(Locale, Ps)).

'$locale_options'([], Ps, Ps).
'$locale_options'([O|Os], Ps0, [O|Ps]) :-
    functor(O, Name, 1),
    functor(Same, Name, 1),
    ( '$locale_take'(Ps0, Same, Ps1) -> true ; Ps1 = Ps0 ),
    '$locale_options'(Os, Ps1, Ps).

'$locale_take'([P|Ps], Same, Rest) :-
    (   P = Same
    ->  Rest = Ps
    ;   Rest = [P|Rest1],
        '$locale_take'(Ps, Same, Rest1)
    ).

locale_destroy(Locale) :-
    retractall(system:'$locale'(Locale, _)).

current_locale(default).
set_locale(_).

fast_term_serialized(Term, String) :-
    (   nonvar(String)
    ->  term_string('$term'(Term0, Parts), String),
        '$bind_parts'(Parts),
        Term = Term0
    ;   '$factorize_term'(Term, Skeleton, Parts),
        format(string(String), '~k', ['$term'(Skeleton, Parts)])
    ).

'$bind_parts'([]).
'$bind_parts'([V=T|Parts]) :-
    V = T,
    '$bind_parts'(Parts).
