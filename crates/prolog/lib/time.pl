:- module(time, [call_with_time_limit/2, call_with_time_limit/3]).

% The predicates are built in: alarms need a clock that interrupts, which is absent.
