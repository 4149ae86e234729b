% Entry of a program that gplc compiles: PROGRAM NAME TIMES.
gnu_main :- argument_list([Name,Text]), number_atom(Times, Text), run(Name, Times), halt.
gnu_main :- halt(1).
:- initialization(gnu_main).
