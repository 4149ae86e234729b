% Terms with named fields: `:- record point(x:integer=0, y:integer=0)`.

:- module(record, [(record)/1, current_record/2, current_record_predicate/2, op(1150, fx, record)]).
:- use_module(library(error)).
:- use_module(library(lists)).

:- meta_predicate record(:), current_record(?, :), current_record_predicate(?, :).
:- dynamic known/3.

record(Spec0) :-
    strip_module(Spec0, M0, Spec),
    ( Spec0 = _:_ -> M = M0 ; '$source_module'(M) ),
    records(Spec, M).

records((A,B), M) :- !,
    records(A, M),
    records(B, M).
records(Spec, M) :-
    must_be(callable, Spec),
    Spec =.. [Name|Fields0],
    fields(Fields0, Fields),
    retractall(known(Name, M, _)),
    assertz(known(Name, M, Spec)),
    define(Name, Fields, M).

current_record(Name, Spec0) :-
    strip_module(Spec0, M, Spec),
    known(Name, M, Spec).

current_record_predicate(Name, Spec) :-
    strip_module(Spec, M, PI),
    known(Name, M, _),
    current_predicate(M:PI),
    PI = Pred/_,
    sub_atom(Pred, _, _, _, Name).

% field(Name, Type, Default); defaults that are not given are unbound.
fields([], []).
fields([F0|Fs0], [F|Fs]) :-
    field(F0, F),
    fields(Fs0, Fs).

field(Name:Type=Default, field(Name, Type, default(Default))) :- !,
    must_be(Type, Default).
field(Name:Type, field(Name, Type, none)) :- !.
field(Name=Default, field(Name, any, default(Default))) :- !.
field(Name, field(Name, any, none)) :-
    must_be(atom, Name).

define(Name, Fields, M) :-
    length(Fields, Arity),
    functor(Record, Name, Arity),
    functor(Record2, Name, Arity),
    Record =.. [_|Args],
    maker(Name, Fields, M),
    defaults(Fields, Defaults),
    Default =.. [Name|Defaults],
    atom_concat(default_, Name, DefaultName),
    DefaultHead =.. [DefaultName,Default],
    add(M, DefaultHead, true),
    atom_concat(is_, Name, IsName),
    IsHead =.. [IsName,Var],
    checks(Fields, Args, Checks),
    add(M, IsHead, (nonvar(Var), Var = Record, Checks)),
    atom_concat(Name, '_data', DataName),
    accessors(Fields, 1, Name, Arity, DataName, M),
    setters(Fields, 1, Name, Record2, M),
    fields_setter(Name, Fields, M).

add(M, Head, Body) :-
    functor(Head, Name, Arity),
    functor(General, Name, Arity),
    (   predicate_property(M:General, dynamic)
    ->  true
    ;   dynamic(M:Name/Arity)
    ),
    assertz(M:(Head :- Body)).

defaults([], []).
defaults([field(_, _, D)|Fs], [V|Vs]) :-
    (   D = default(V)
    ->  true
    ;   true
    ),
    defaults(Fs, Vs).

checks([], [], true).
checks([field(_, Type, _)|Fs], [A|As], (Check, Checks)) :-
    (   Type == any
    ->  Check = true
    ;   known_type(Type)
    ->  Check = error:is_of_type(Type, A)
    ;   atom_concat(is_, Type, Is),
        Check =.. [Is,A]
    ),
    checks(Fs, As, Checks).

known_type(Type) :-
    compound(Type),
    !.
known_type(Type) :-
    catch(( is_of_type(Type, _) ; true ), _, fail),
    !.

maker(Name, _, M) :-
    atom_concat(make_, Name, Make),
    atom_concat(default_, Name, DefaultName),
    atomic_list_concat([set_,Name,'_fields'], Set),
    Default =.. [DefaultName,R0],
    Head2 =.. [Make,Fs,R],
    Set2 =.. [Set,Fs,R0,R],
    add(M, Head2, (Default, Set2)),
    Head3 =.. [Make,Fs,R,Rest],
    Set3 =.. [Set,Fs,R0,R,Rest],
    add(M, Head3, (Default, Set3)).

accessors([], _, _, _, _, _).
accessors([field(F, _, _)|Fs], I, Name, Arity, DataName, M) :-
    functor(Record, Name, Arity),
    arg(I, Record, Value),
    atomic_list_concat([Name,'_',F], Get),
    Head =.. [Get,Record,Value],
    add(M, Head, true),
    Data =.. [DataName,F,Record,Value],
    add(M, Data, true),
    I1 is I+1,
    accessors(Fs, I1, Name, Arity, DataName, M).

setters([], _, _, _, _).
setters([field(F, Type, _)|Fs], I, Name, Record, M) :-
    functor(Record, _, Arity),
    functor(R0, Name, Arity),
    R0 =.. [_|Args0],
    replaced(I, Args0, Value, Args),
    R =.. [Name|Args],
    ( Type == any -> Check = true ; Check = error:must_be(Type, Value) ),
    atomic_list_concat([set_,F,'_of_',Name], Set),
    Head =.. [Set,Value,R0,R],
    add(M, Head, Check),
    Change =.. [Set,Value,Whole],
    add(M, Change, (Check, setarg(I, Whole, Value))),
    atomic_list_concat([nb_set_,F,'_of_',Name], NbSet),
    NbChange =.. [NbSet,Value,Whole],
    add(M, NbChange, (Check, nb_setarg(I, Whole, Value))),
    Field =.. [F,Value],
    atomic_list_concat([set_,Name,'_field'], SetField),
    FieldHead =.. [SetField,Field,R0,R],
    add(M, FieldHead, Check),
    I1 is I+1,
    setters(Fs, I1, Name, Record, M).

replaced(1, [_|As], V, [V|As]) :- !.
replaced(I, [A|As], V, [A|Bs]) :-
    I1 is I-1,
    replaced(I1, As, V, Bs).

fields_setter(Name, Fields, M) :-
    atomic_list_concat([set_,Name,'_fields'], Set),
    atomic_list_concat([set_,Name,'_field'], SetField),
    names(Fields, Names),
    Head3 =.. [Set,Fs,R0,R],
    add(M, Head3, (record):set_fields(Fs, SetField, Names, M, R0, R, [])),
    Head4 =.. [Set,Fs,R0,R,Rest],
    add(M, Head4, (record):set_fields(Fs, SetField, Names, M, R0, R, Rest)).

names([], []).
names([field(F, _, _)|Fs], [F|Ns]) :-
    names(Fs, Ns).

set_fields([], _, _, _, R, R, []).
set_fields([F|Fs], Set, Names, M, R0, R, Rest) :-
    (   F =.. [Name,_],
        memberchk(Name, Names)
    ->  Goal =.. [Set,F,R0,R1],
        call(M:Goal),
        Rest = Rest1
    ;   R1 = R0,
        Rest = [F|Rest1]
    ),
    set_fields(Fs, Set, Names, M, R1, R, Rest1).
