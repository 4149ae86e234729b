% Calls of maplist and the like are compiled as they are written.

:- module(apply_macros, []).
