:- module(system_library, [system_mode/1, system_module/0, lock_predicate/1, unlock_predicate/1]).

system_mode(_).
system_module.
lock_predicate(_).
unlock_predicate(_).
