:- module(streams, [with_output_to/3]).
:- meta_predicate with_output_to(?, 0, +).
:- use_module(library(option)).

%!  with_output_to(?Sink, :Goal, +Options)
%   With capture([user_error]), what Goal writes there goes to the sink as well.
with_output_to(Sink, Goal, Options) :-
    option(capture(Streams), Options, []),
    with_output_to(Sink, pass_on(Streams, Goal)).

:- meta_predicate pass_on(+, 0).

pass_on(Streams, Goal) :-
    current_output(Out),
    findall(Alias-Stream,
            ( '$member'(Alias, Streams), stream_property(Stream, alias(Alias)) ),
            Old),
    setup_call_cleanup(
        forall('$member'(Alias, Streams), set_stream(Out, alias(Alias))),
        once(Goal),
        forall('$member'(Alias-Stream, Old), set_stream(Stream, alias(Alias)))).
