:- module(tabling, []).

% table/1 and its kin are built in; old programs load this library for them.
