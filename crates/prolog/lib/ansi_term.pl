% Output with colours.

:- module(ansi_term, [ansi_format/3, ansi_get_color/2, ansi_hyperlink/2, ansi_hyperlink/3]).

ansi_format(Attributes, Format, Args) :-
    (   current_prolog_flag(color_term, true),
        current_output(Out),
        stream_property(Out, tty(true)),
        codes(Attributes, Codes),
        Codes \== []
    ->  atomic_list_concat(Codes, ';', Atom),
        line_position(Out, Column),
        format('\e[~wm', [Atom]),
        '$set_column'(Out, Column),
        format(Format, Args),
        line_position(Out, Column1),
        format('\e[0m', []),
        '$set_column'(Out, Column1)
    ;   format(Format, Args)
    ).

ansi_get_color(_, _) :-
    fail.

ansi_hyperlink(Stream, Location) :-
    format(Stream, '~w', [Location]).
ansi_hyperlink(Stream, _, Label) :-
    format(Stream, '~w', [Label]).

codes(Attributes, Codes) :-
    (   is_list(Attributes)
    ->  all_codes(Attributes, Codes)
    ;   all_codes([Attributes], Codes)
    ).

all_codes([], []).
all_codes([A|As], Codes) :-
    (   attribute(A, Cs)
    ->  '$append'(Cs, Rest, Codes)
    ;   Codes = Rest
    ),
    all_codes(As, Rest).

attribute(A, [C]) :- style(A, C).
attribute(fg(Color), [C]) :- color(Color, N), C is N+30.
attribute(bg(Color), [C]) :- color(Color, N), C is N+40.
attribute(hfg(Color), [C]) :- color(Color, N), C is N+90.
attribute(hbg(Color), [C]) :- color(Color, N), C is N+100.
attribute(fg8(N), [38,5,N]) :- integer(N).
attribute(bg8(N), [48,5,N]) :- integer(N).
attribute(fg(R, G, B), [38,2,R,G,B]).
attribute(bg(R, G, B), [48,2,R,G,B]).

style(reset, 0).
style(bold, 1).
style(faint, 2).
style(italic, 3).
style(underline, 4).
style(blink, 5).
style(negative, 7).
style(conceal, 8).
style(crossed_out, 9).

color(black, 0).
color(red, 1).
color(green, 2).
color(yellow, 3).
color(blue, 4).
color(magenta, 5).
color(cyan, 6).
color(white, 7).
color(default, 9).
