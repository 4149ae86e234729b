% UTF-8 as a grammar on lists of bytes.

:- module(utf8, [utf8_codes//1]).

utf8_codes([C|Cs]) -->
    utf8_code(C),
    !,
    utf8_codes(Cs).
utf8_codes([]) -->
    [].

utf8_code(C, S0, S) :-
    (   nonvar(C)
    ->  string_codes(Text, [C]),
        string_bytes(Text, Bytes, utf8),
        '$append'(Bytes, S, S0)
    ;   nonvar(S0),
        S0 = [B|S1],
        integer(B),
        (   B < 0x80
        ->  C = B,
            S = S1
        ;   more(B, N, C0),
            rest(N, C0, C, S1, S)
        )
    ).

more(B, 1, C) :- B >= 0xc0, B < 0xe0, !, C is B /\ 0x1f.
more(B, 2, C) :- B >= 0xe0, B < 0xf0, !, C is B /\ 0x0f.
more(B, 3, C) :- B >= 0xf0, B < 0xf8, !, C is B /\ 0x07.

rest(0, C, C, S, S) :- !.
rest(N, C0, C, [B|S0], S) :-
    B /\ 0xc0 =:= 0x80,
    C1 is C0<<6 \/ (B /\ 0x3f),
    N1 is N-1,
    rest(N1, C1, C, S0, S).
