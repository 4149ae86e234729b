% Wrappers around predicates; the predicates themselves are always there.

:- module(prolog_wrap, []).
