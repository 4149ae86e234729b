% Debug messages by topic.

:- module(prolog_debug,
          [ debug/3, debug/1, nodebug/1, debugging/1, debugging/2, list_debug_topics/0,
            list_debug_topics/1, debug_message_context/1
          ]).

:- dynamic topic/1.
:- meta_predicate debug(+, +, :).

debug(Topic) :-
    (   topic(Topic)
    ->  true
    ;   assertz(topic(Topic))
    ).

nodebug(Topic) :-
    retractall(topic(Topic)).

debugging(Topic) :-
    topic(Topic),
    !.

debugging(Topic, Bool) :-
    (   topic(Topic)
    ->  Bool = true
    ;   Bool = false
    ).

debug(Topic, Format, Args0) :-
    (   topic(Topic)
    ->  strip_module(Args0, _, Args),
        print_message(debug(Topic), format(Format, Args))
    ;   true
    ).

list_debug_topics.
list_debug_topics(_).
debug_message_context(_).
