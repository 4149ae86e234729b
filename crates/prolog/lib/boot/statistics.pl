% statistics/2 and the errors of rules without a match, in the module system.

statistics(Key, Value) :-
    (   var(Key)
    ->  throw(error(instantiation_error, _))
    ;   '$statistics_pair'(Key, Value0)
    ->  Value = Value0
    ;   '$statistics'(Key, Value0)
    ->  Value = Value0
    ;   throw(error(domain_error(statistics_key, Key), context(system:statistics/2, _)))
    ).

'$statistics_pair'(runtime, Value) :- '$time_pair'(runtime, cpu, Value).
'$statistics_pair'(process_runtime, Value) :- '$time_pair'(process_runtime, cpu, Value).
'$statistics_pair'(system_time, [0,0]).
'$statistics_pair'(real_time, Value) :- '$time_pair'(real_time, real, Value).
'$statistics_pair'(walltime, Value) :- '$time_pair'(walltime, wall, Value).
'$statistics_pair'(garbage_collection, [N,0,0,0]) :- '$statistics'(collections, N).
'$statistics_pair'(global_stack, [Used,Free]) :- '$stack_pair'(globalused, Used, Free).
'$statistics_pair'(local_stack, [Used,Free]) :- '$stack_pair'(localused, Used, Free).
'$statistics_pair'(trail, [Used,0]) :- '$statistics'(trailused, Used).
'$statistics_pair'(program, [Used,0]) :- '$statistics'(memory, Used).
'$statistics_pair'(memory, [Used,0]) :- '$statistics'(memory, Used).

'$stack_pair'(Key, Used, Free) :-
    '$statistics'(Key, Used),
    '$statistics'(stack_limit, Limit),
    Free is max(0, Limit-Used).

'$time_pair'(Key, Clock, [Now,Since]) :-
    '$runtime'(Cpu, Wall),
    (   Clock == cpu
    ->  Now is truncate(Cpu*1000)
    ;   Clock == wall
    ->  Now is truncate(Wall*1000)
    ;   get_time(T),
        Now is truncate(T)
    ),
    atom_concat('$statistics_', Key, Name),
    (   catch(nb_getval(Name, Last), _, fail)
    ->  true
    ;   Last = 0
    ),
    nb_setval(Name, Now),
    Since is Now-Last.

'$no_matching_rule'(Goal, Module) :-
    functor(Goal, Name, Arity),
    throw(error(existence_error(matching_rule, Module:Goal), context(Module:Name/Arity, _))).
