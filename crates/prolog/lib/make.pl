:- module(prolog_make, [make/0]).
