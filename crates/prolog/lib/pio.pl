% Grammars on files, under the name of the collection.

:- module(pio, []).
:- reexport(library(pure_input)).
