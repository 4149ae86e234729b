% Grammars on files. The text is read as a whole when the list is made.

:- module(pure_input,
          [ phrase_from_file/2, phrase_from_file/3, phrase_from_stream/2,
            stream_to_lazy_list/2, lazy_list_character_count//1, lazy_list_location//1,
            syntax_error//1
          ]).

:- meta_predicate
    phrase_from_file(//, +),
    phrase_from_file(//, +, +),
    phrase_from_stream(//, +).

phrase_from_file(Grammar, File) :-
    phrase_from_file(Grammar, File, []).

phrase_from_file(Grammar, File, Options) :-
    setup_call_cleanup(open(File, read, In, Options),
                       phrase_from_stream(Grammar, In),
                       close(In)).

phrase_from_stream(Grammar, In) :-
    stream_to_lazy_list(In, List),
    phrase(Grammar, List).

stream_to_lazy_list(In, List) :-
    read_stream_to_codes(In, List).

% How many characters are left, counted from the end as a negative number.
lazy_list_character_count(Count, List, List) :-
    '$skip_list'(Length, List, _),
    Count is -Length.

lazy_list_location(-, List, List).

syntax_error(Error, _, _) :-
    throw(error(syntax_error(Error), _)).
