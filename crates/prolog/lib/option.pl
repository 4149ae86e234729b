% Option lists: Name(Value) or Name=Value.

:- module(option,
          [ option/2, option/3, select_option/3, select_option/4, merge_options/3,
            meta_options/3, dict_options/2
          ]).

:- meta_predicate meta_options(1, :, -).

option(Opt, Options) :-
    option_parts(Opt, Name, Value),
    find_option(Options, Name, Value0),
    !,
    Value = Value0.

option(Opt, Options, Default) :-
    option_parts(Opt, Name, Value),
    (   find_option(Options, Name, Value0)
    ->  Value = Value0
    ;   Value = Default
    ).

option_parts(Opt, Name, Value) :-
    compound(Opt),
    Opt =.. [Name,Value],
    !.
option_parts(Name=Value, Name, Value).

find_option(Options, Name, Value) :-
    (   is_list(Options)
    ->  '$member'(O, Options),
        option_is(O, Name, Value)
    ;   throw(error(type_error(list, Options), _))
    ).

option_is(O, Name, Value) :-
    nonvar(O),
    (   O = (N=V)
    ->  N == Name,
        Value = V
    ;   compound(O),
        compound_name_arguments(O, Name, [Value])
    ).

select_option(Opt, Options, Rest) :-
    option_parts(Opt, Name, Value),
    take_option(Options, Name, Value0, Rest0),
    !,
    Value = Value0,
    Rest = Rest0.

select_option(Opt, Options, Rest, Default) :-
    option_parts(Opt, Name, Value),
    (   take_option(Options, Name, Value0, Rest0)
    ->  Value = Value0,
        Rest = Rest0
    ;   Value = Default,
        Rest = Options
    ).

take_option([O|Os], Name, Value, Rest) :-
    (   option_is(O, Name, Value0)
    ->  Value = Value0,
        Rest = Os
    ;   Rest = [O|Rest1],
        take_option(Os, Name, Value, Rest1)
    ).

merge_options(New, Old, Merged) :-
    canonical(New, New1),
    canonical(Old, Old1),
    sort(New1, New2),
    sort(Old1, Old2),
    without_names(Old2, New2, Old3),
    '$append'(New2, Old3, All),
    sort(All, Merged).

canonical([], []).
canonical([O0|Os0], [O|Os]) :-
    (   O0 = (N=V)
    ->  O =.. [N,V]
    ;   O = O0
    ),
    canonical(Os0, Os).

without_names([], _, []).
without_names([O|Os], New, Rest) :-
    (   compound(O),
        functor(O, Name, 1),
        functor(Same, Name, 1),
        memberchk(Same, New)
    ->  Rest = Rest1
    ;   Rest = [O|Rest1]
    ),
    without_names(Os, New, Rest1).

meta_options(IsMeta, Module:Options0, Options) :-
    qualify_options(Options0, IsMeta, Module, Options).

qualify_options([], _, _, []).
qualify_options([O0|Os0], IsMeta, M, [O|Os]) :-
    (   compound(O0),
        O0 =.. [Name,Value],
        call(IsMeta, Name),
        \+ Value = _:_
    ->  O =.. [Name,M:Value]
    ;   O = O0
    ),
    qualify_options(Os0, IsMeta, M, Os).

dict_options(_, Options) :-
    throw(error(type_error(dict, Options), _)).
