% Stacks of calls: none are kept, so that there is nothing to show.

:- module(prolog_stack,
          [ get_prolog_backtrace/2, get_prolog_backtrace/3, print_prolog_backtrace/2,
            print_prolog_backtrace/3, backtrace/1, prolog_stack_frame_property/2
          ]).

get_prolog_backtrace(_, []).
get_prolog_backtrace(_, [], _).
print_prolog_backtrace(_, _).
print_prolog_backtrace(_, _, _).
backtrace(_).
prolog_stack_frame_property(_, _) :-
    fail.
