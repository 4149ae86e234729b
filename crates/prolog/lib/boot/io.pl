% Input and output in the module system: what has several answers, or calls goals.

:- meta_predicate
    with_output_to(?, 0), op(+, +, :), current_op(?, ?, :), format_predicate(+, :).

op(P, T, Spec) :-
    strip_module(Spec, M, Names),
    '$op'(M, P, T, Names).

current_op(P, T, Spec) :-
    strip_module(Spec, M, Name),
    '$current_ops'(M, P, T, Name, List),
    '$io_member'(op(P, T, Name), List).

current_prolog_flag(Flag, Value) :-
    (   var(Flag)
    ->  '$prolog_flags'(List),
        '$io_member'(Flag-Value, List)
    ;   '$prolog_flag'(Flag, Value)
    ).

prolog_flag(Flag, Value) :-
    current_prolog_flag(Flag, Value).

stream_property(S, Property) :-
    (   var(S)
    ->  '$streams'(Streams),
        '$io_member'(S, Streams)
    ;   true
    ),
    '$stream_properties'(S, Properties),
    '$io_member'(Property, Properties).

current_stream(Object, Mode, S) :-
    stream_property(S, mode(Mode0)),
    (   Mode0 == read
    ->  Mode = read
    ;   Mode = write
    ),
    (   stream_property(S, file_name(Name))
    ->  Object = Name
    ;   Object = []
    ).

with_output_to(Sink, Goal) :-
    is_stream(Sink),
    !,
    current_output(Old),
    setup_call_cleanup(set_output(Sink), once(Goal), set_output(Old)).
with_output_to(Sink, Goal) :-
    '$check_sink'(Sink),
    '$capture_open'(State),
    (   catch(Goal, E, true)
    ->  '$capture_close'(State, Text),
        (   var(E)
        ->  '$fill_sink'(Sink, Text)
        ;   throw(E)
        )
    ;   '$capture_close'(State, _),
        fail
    ).

'$check_sink'(Sink) :-
    var(Sink),
    !,
    throw(error(instantiation_error, context(system:with_output_to/2, _))).
'$check_sink'(atom(_)) :- !.
'$check_sink'(string(_)) :- !.
'$check_sink'(codes(_)) :- !.
'$check_sink'(codes(_, _)) :- !.
'$check_sink'(chars(_)) :- !.
'$check_sink'(chars(_, _)) :- !.
'$check_sink'(Sink) :-
    ( atom(Sink) ; Sink == [] ),
    !,
    throw(error(existence_error(stream, Sink), context(system:with_output_to/2, _))).
'$check_sink'(Sink) :-
    throw(error(type_error(output, Sink), context(system:with_output_to/2, _))).

'$fill_sink'(atom(A), Text) :- atom_string(A, Text).
'$fill_sink'(string(Text), Text).
'$fill_sink'(codes(Cs), Text) :- string_codes(Text, Cs).
'$fill_sink'(codes(Cs, Tail), Text) :- string_codes(Text, Cs0), '$append'(Cs0, Tail, Cs).
'$fill_sink'(chars(Cs), Text) :- string_chars(Text, Cs).
'$fill_sink'(chars(Cs, Tail), Text) :- string_chars(Text, Cs0), '$append'(Cs0, Tail, Cs).

current_char_conversion(From, To) :-
    (   var(From)
    ->  between(0, 255, Code),
        char_code(From, Code)
    ;   true
    ),
    '$current_char_conversion'(From, To).

current_arithmetic_function(Head) :-
    '$arithmetic_functions'(List),
    (   var(Head)
    ->  '$io_member'(Name/Arity, List),
        functor(Head, Name, Arity)
    ;   functor(Head, Name, Arity),
        '$memberchk_pi'(Name, Arity, List)
    ).

'$memberchk_pi'(Name, Arity, List) :-
    '$io_member'(Name/Arity, List),
    !.

read_clause(S, Term, Options) :-
    read_term(S, Term, Options).

stream_pair(Pair, In, Out) :-
    (   var(Pair)
    ->  Pair = '$stream_pair'(In, Out)
    ;   Pair = '$stream_pair'(In, Out)
    ->  true
    ;   stream_property(S, alias(Pair)),
        '$stream_side'(S, Pair, In, Out)
    ->  true
    ;   is_stream(Pair),
        '$stream_side'(Pair, Pair, In, Out)
    ).

% A single stream leaves the other side unbound.
'$stream_side'(Stream, Name, In, Out) :-
    (   stream_property(Stream, input)
    ->  In = Name
    ;   Out = Name
    ).

prompt(Old, New) :-
    '$prolog_flag'('$prompt', Old),
    (   Old == New
    ->  true
    ;   set_prolog_flag('$prompt', New),
        '$set_prompt'(New)
    ).

portray_text(_).

file_name_extension(Base, Ext, Name) :-
    nonvar(Name),
    !,
    (   nonvar(Ext)
    ->  (   sub_atom(Ext, 0, 1, _, '.')
        ->  sub_atom(Ext, 1, _, 0, Plain)
        ;   Plain = Ext
        ),
        (   nonvar(Base)
        ->  '$add_extension'(Base, Plain, Name)
        ;   '$file_extension'(Name, Base, Plain),
            Plain \== ''
        )
    ;   '$file_extension'(Name, Base, Ext)
    ).
file_name_extension(Base, Ext, Name) :-
    '$add_extension'(Base, Ext, Name).

'$add_extension'(Base, Ext, Name) :-
    (   Ext == ''
    ->  Name = Base
    ;   sub_atom(Ext, 0, 1, _, '.')
    ->  '$add_dotted'(Base, Ext, Name)
    ;   atom_concat('.', Ext, Dotted),
        '$add_dotted'(Base, Dotted, Name)
    ).

'$add_dotted'(Base, Dotted, Name) :-
    (   sub_atom(Base, _, _, 0, Dotted)
    ->  Name = Base
    ;   atom_concat(Base, Dotted, Name)
    ).

directory_file_path(Dir, File, Path) :-
    (   sub_atom(File, 0, 1, _, /)
    ->  Path = File
    ;   Dir == '.'
    ->  Path = File
    ;   sub_atom(Dir, _, 1, 0, /)
    ->  atom_concat(Dir, File, Path)
    ;   atomic_list_concat([Dir, /, File], Path)
    ).

'$io_member'(X, [X0|Xs]) :-
    '$io_member'(Xs, X, X0).

'$io_member'([], X, X).
'$io_member'([_|_], X, X).
'$io_member'([X0|Xs], X, _) :-
    '$io_member'(Xs, X, X0).
