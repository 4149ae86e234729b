% Printing messages: the part that is always there. The texts are in library('$messages'), which
% is loaded when the first message is to be seen. In the module system.

:- multifile
    user:message_hook/3,
    user:message_prefix/2,
    user:thread_message_hook/3,
    user:message_property/2,
    prolog:message/3,
    prolog:error_message/3.
:- dynamic
    user:message_hook/3,
    user:thread_message_hook/3,
    user:message_property/2,
    prolog:message/3,
    prolog:error_message/3.

print_message(Level, Term) :-
    (   '$message_unseen'(Level),
        \+ '$has_message_hook'
    ->  true
    ;   '$need_library'(messages),
        '$messages':print_text(Level, Term)
    ),
    !.
print_message(_, _).

'$need_library'(Name) :-
    '$load'(system:library(Name), false, _).

'$has_message_hook' :-
    '$hook_defined'(user:message_hook(_, _, _)).

'$hook_defined'(Head) :-
    \+ \+ catch(clause(Head, _), _, true).

% Levels that print nothing.
'$message_unseen'(Level) :-
    (   Level == silent
    ->  true
    ;   ( Level == informational ; Level == banner )
    ->  catch(current_prolog_flag(verbose, silent), _, fail)
    ).

message_to_codes(Term, Kind, Codes) :-
    '$need_library'(messages),
    '$messages':to_codes(Term, Kind, Codes).

print_message_lines(Stream, Prefix, Lines) :-
    '$need_library'(messages),
    '$messages':print_lines(Stream, Prefix, Lines).

message_property(Level, Property) :-
    user:message_property(Level, Property).

:- '$declare'(user:portray/1, multifile), '$declare'(user:portray/1, dynamic).

:- meta_predicate assertion(0).

assertion(Goal) :-
    (   \+ \+ catch(Goal, Error, '$assertion_rethrow'(Error, Goal))
    ->  true
    ;   '$assertion_failed'(Goal)
    ).

'$assertion_rethrow'(Error, _) :-
    throw(Error).

'$assertion_failed'(Goal) :-
    print_message(error, assertion_failed(user, Goal)),
    throw(error(assertion_error(fail, Goal), _)).
