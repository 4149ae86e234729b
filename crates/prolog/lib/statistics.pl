:- module(statistics, [statistics/0, call_time/2, call_time/3, time/1, profile/1]).
:- meta_predicate call_time(0, -), call_time(0, -, -), profile(0).

% How much a goal costs; time/1 and statistics/2 are built in.

%!  call_time(:Goal, -Time)
%   Time is a dict with the keys cpu, inferences and wall.
call_time(Goal, Time) :-
    call_time(Goal, Time, Result),
    call(Result).

call_time(Goal, Time, Result) :-
    statistics(cputime, Cpu0),
    statistics(inferences, Inferences0),
    get_time(Wall0),
    (   call(Goal) *-> Result = true ; Result = false ),
    get_time(Wall1),
    statistics(inferences, Inferences1),
    statistics(cputime, Cpu1),
    Cpu is Cpu1 - Cpu0,
    Inferences is Inferences1 - Inferences0,
    Wall is Wall1 - Wall0,
    dict_create(Time, time, [cpu-Cpu, inferences-Inferences, wall-Wall]).

statistics :-
    statistics(cputime, Cpu),
    statistics(inferences, Inferences),
    format(user_error, '% ~3f seconds cpu time for ~D inferences~n', [Cpu, Inferences]).

profile(Goal) :-
    time(Goal).
