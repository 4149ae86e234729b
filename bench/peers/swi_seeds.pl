% Times puzzles written as CLP(FD) by swi_program.py in SWI-Prolog.
%
%   swi_program.py ../../puzzles/*.pencil > puzzles.pl
%   swipl -q -g main -t halt swi_seeds.pl -- puzzles.pl [limit in seconds]
%
% Prints name, first_ms, two_ms, solutions (2 = at least two), separated by tabs. CPU ms, median
% of five (of one, when that takes over 5 s). first = posting the constraints and labelling with
% first fail to one solution; two = labelling to the second solution or the proof, on constraints
% already posted. '-' where the limit was reached.
:- use_module(library(clpfd)).
:- use_module(library(solution_sequences)).
:- use_module(library(time)).

main :-
    current_prolog_flag(argv, [File|Rest]),
    ( Rest = [Text|_] -> atom_number(Text, Limit) ; Limit = 60 ),
    load_files(File, [silent(true)]),
    forall(clause(puzzle(Name,_), _), run(Name, Limit)).

run(Name, Limit) :-
    median(first(Name), Limit, First, _),
    ( First == (-) -> Two = (-), N = ? ; median(two(Name), Limit, Two, N) ),
    show(First, F), show(Two, T),
    format('~w\t~w\t~w\t~w~n', [Name, F, T, N]), flush_output.

show(-, -) :- !.
show(Ms, Text) :- format(atom(Text), '~3f', [Ms]).

% first(+Name, -Ms, -Solutions) and two/3 measure once. Posting may already fail: no solution.
first(Name, Ms, N) :-
    statistics(cputime, T0),
    ( puzzle(Name, Rows), label_ff(Rows) -> N = 1 ; N = 0 ),
    statistics(cputime, T1), Ms is (T1-T0)*1000.
two(Name, Ms, N) :-
    ( puzzle(Name, Rows) -> Goal = label_ff(Rows) ; Goal = fail ),
    statistics(cputime, T0),
    findall(x, limit(2, Goal), Found),
    statistics(cputime, T1), Ms is (T1-T0)*1000, length(Found, N).

label_ff(Rows) :- append(Rows, Cells), labeling([ff], Cells).

% median(:Measure, +Limit, -Ms, -Solutions): the first run warms up and is not counted.
median(Measure, Limit, Median, N) :-
    once_within(Limit, Measure, Ms0, N),
    ( number(Ms0), Ms0 < 5000 ->
        findall(Ms, ( between(1, 5, _), garbage_collect, once_within(Limit, Measure, Ms, _) ), All),
        msort(All, Sorted), nth1(3, Sorted, Median)
    ; Median = Ms0 ).

once_within(Limit, Measure, Ms, N) :-
    catch(findall(M-K, call_with_time_limit(Limit, call(Measure, M, K)), [Ms-N]),
          time_limit_exceeded, ( Ms = (-), N = ? )).
