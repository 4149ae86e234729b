% Dates and times. Local time is UTC.

:- module(date,
          [ date_time_value/3, parse_time/2, parse_time/3, day_of_the_week/2, day_of_the_year/2,
            date_time_stamp/2, stamp_date_time/3, format_time/3, format_time/4,
            week_ordinal/4
          ]).

date_time_value(year, D, V) :- D = date(V, _, _, _, _, _, _, _, _).
date_time_value(month, D, V) :- D = date(_, V, _, _, _, _, _, _, _).
date_time_value(day, D, V) :- D = date(_, _, V, _, _, _, _, _, _).
date_time_value(hour, D, V) :- D = date(_, _, _, V, _, _, _, _, _).
date_time_value(minute, D, V) :- D = date(_, _, _, _, V, _, _, _, _).
date_time_value(second, D, V) :- D = date(_, _, _, _, _, V, _, _, _).
date_time_value(utc_offset, D, V) :- D = date(_, _, _, _, _, _, V, _, _).
date_time_value(time_zone, D, V) :- D = date(_, _, _, _, _, _, _, V, _), V \== (-).
date_time_value(daylight_saving, D, V) :- D = date(_, _, _, _, _, _, _, _, V), V \== (-).
date_time_value(date, D, date(Y,M,Day)) :- D = date(Y, M, Day, _, _, _, _, _, _).
date_time_value(time, D, time(H,Mn,S)) :- D = date(_, _, _, H, Mn, S, _, _, _).

% Days since 1970-01-01 of a day in the Gregorian calendar; months may be out of range.
days_of(Y0, M0, D, Days) :-
    M1 is (M0-1) mod 12+1,
    Carry is div(M0-1, 12),
    Y1 is Y0+Carry,
    ( M1 =< 2 -> Y is Y1-1, M is M1+9 ; Y = Y1, M is M1-3 ),
    Era is div(Y, 400),
    YoE is Y-Era*400,
    DoY is (153*M+2)//5+D-1,
    DoE is YoE*365+YoE//4-YoE//100+DoY,
    Days is Era*146097+DoE-719468.

civil(Days, Y, M, D) :-
    Z is Days+719468,
    Era is div(Z, 146097),
    DoE is Z-Era*146097,
    YoE is (DoE-DoE//1460+DoE//36524-DoE//146096)//365,
    Y0 is YoE+Era*400,
    DoY is DoE-(365*YoE+YoE//4-YoE//100),
    MP is (5*DoY+2)//153,
    D is DoY-(153*MP+2)//5+1,
    ( MP < 10 -> M is MP+3 ; M is MP-9 ),
    ( M =< 2 -> Y is Y0+1 ; Y = Y0 ).

date_time_stamp(Date, Stamp) :-
    stamp(Date, Stamp).

stamp(date(Y,M,D,H,Mn,S,Off0,_,_), Stamp) :- !,
    ( number(Off0) -> Off = Off0 ; Off = 0 ),
    defaults([Y-1970,M-1,D-1,H-0,Mn-0,S-0]),
    days_of(Y, M, D, Days),
    Stamp is float(Days*86400+H*3600+Mn*60+S+Off).
stamp(date(Y,M,D,H,Mn,S), Stamp) :- !,
    stamp(date(Y,M,D,H,Mn,S,0,-,-), Stamp).
stamp(date(Y,M,D), Stamp) :- !,
    stamp(date(Y,M,D,0,0,0,0,-,-), Stamp).
stamp(Date, _) :-
    throw(error(type_error(date, Date), _)).

defaults([]).
defaults([V-Default|Vs]) :-
    ( var(V) -> V = Default ; true ),
    defaults(Vs).

stamp_date_time(Stamp, date(Y,M,D,H,Mn,S,Off,Zone,DST), Where) :-
    ( var(Where) -> Where = local ; true ),
    zone(Where, Off, Zone, DST),
    Local is Stamp-Off,
    Days is floor(Local/86400),
    Rest is Local-Days*86400,
    civil(Days, Y, M, D),
    Seconds is floor(Rest),
    H is Seconds//3600,
    Mn is Seconds//60 mod 60,
    S is float(Rest-H*3600-Mn*60).

zone('UTC', 0, 'UTC', -) :- !.
zone(local, 0, 'UTC', false) :- !.
zone(Off, Off, -, -) :- integer(Off).

day_of_the_week(date(Y,M,D), Day) :-
    days_of(Y, M, D, Days),
    Day is (Days+3) mod 7+1.

day_of_the_year(date(Y,M,D), Day) :-
    days_of(Y, M, D, Days),
    days_of(Y, 1, 1, First),
    Day is Days-First+1.

% The ISO week of a day: its year, number and day of the week.
week_ordinal(Year, Week, Day, Date) :-
    (   nonvar(Date)
    ->  Date = date(Y,M,D),
        days_of(Y, M, D, Days),
        iso_week(Days, Year, Week),
        day_of_the_week(Date, Day)
    ;   days_of(Year, 1, 4, Fourth),
        Monday is Fourth-(Fourth+3) mod 7,
        Days is Monday+(Week-1)*7+Day-1,
        civil(Days, Y, M, D),
        Date = date(Y,M,D)
    ).

iso_week(Days, Year, Week) :-
    Thursday is Days-(Days+3) mod 7+3,
    civil(Thursday, Year, _, _),
    days_of(Year, 1, 1, First),
    Week is (Thursday-First)//7+1.

% Reading.
parse_time(Text, Stamp) :-
    parse_time(Text, _, Stamp).

parse_time(Text, Format, Stamp) :-
    atom_codes(Text, Codes),
    (   Format = iso_8601,
        phrase(iso(Date), Codes)
    ->  stamp(Date, Stamp)
    ;   Format = rfc_1123,
        phrase(rfc(Date), Codes)
    ->  stamp(Date, Stamp)
    ).

iso(date(Y,M,D,H,Mn,S,Off,-,-)) -->
    iso_date(Y, M, D),
    (   ( "T" ; " " )
    ->  iso_time(H, Mn, S),
        iso_zone(Off)
    ;   { H = 0, Mn = 0, S = 0, Off = 0 }
    ).

iso_date(Y, M, D) -->
    digits(4, Y), "-W", digits(2, W),
    !,
    ( "-", digits(1, Day) -> [] ; { Day = 1 } ),
    { week_ordinal(Y, W, Day, date(Y1,M,D)), Y1 = Y }.
iso_date(Y, M, D) -->
    digits(4, Y), "-", digits(2, M), "-", digits(2, D), !.
iso_date(Y, M, D) -->
    digits(4, Y), digits(2, M), digits(2, D), !.
iso_date(Y, 1, D) -->
    digits(4, Y), "-", digits(3, D), !.
iso_date(Y, 1, D) -->
    digits(4, Y), digits(3, D), !.
iso_date(Y, M, 1) -->
    digits(4, Y), "-", digits(2, M), !.
iso_date(Y, 1, 1) -->
    digits(4, Y).

iso_time(H, M, S) -->
    digits(2, H),
    (   ":", digits(2, M)
    ->  ( ":", seconds(S) -> [] ; { S = 0 } )
    ;   digits(2, M)
    ->  ( seconds(S) -> [] ; { S = 0 } )
    ;   { M = 0, S = 0 }
    ).

seconds(S) -->
    digits(2, S0),
    (   ( "." ; "," ),
        fraction(Ds),
        { Ds = [_|_] }
    ->  { '$append'(`0.`, Ds, Cs), number_codes(F, Cs), S is S0+F }
    ;   { S = S0 }
    ).

fraction([D|Ds]) -->
    [D],
    { D >= 0'0, D =< 0'9 },
    !,
    fraction(Ds).
fraction([]) -->
    [].

iso_zone(0) --> "Z", !.
iso_zone(Off) -->
    ( "+" -> { Sign = -1 } ; "-" -> { Sign = 1 } ),
    !,
    digits(2, H),
    ( ":", digits(2, M) -> [] ; digits(2, M) -> [] ; { M = 0 } ),
    { Off is Sign*(H*3600+M*60) }.
iso_zone(0) --> [].

rfc(date(Y,M,D,H,Mn,S,Off,-,-)) -->
    name(_), ", ",
    ( digits(2, D) -> [] ; digits(1, D) ),
    ( " " ; "-" ),
    name(Month),
    { month(M, Month) },
    ( " " ; "-" ),
    digits(4, Y), " ",
    digits(2, H), ":", digits(2, Mn), ":", digits(2, S), " ",
    (   "GMT"
    ->  { Off = 0 }
    ;   iso_zone(Off)
    ),
    !.

name(Atom) -->
    letters(Cs),
    { atom_codes(Atom, Cs) }.

letters([C|Cs]) -->
    [C],
    { code_type(C, alpha) },
    !,
    letters(Cs).
letters([]) -->
    [].

digits(N, Value) -->
    digits(N, 0, Value).

digits(0, V, V) --> !.
digits(N, V0, V) -->
    [D],
    { D >= 0'0, D =< 0'9, V1 is V0*10+D-0'0, N1 is N-1 },
    digits(N1, V1, V).

month(M, Short) :-
    nth1(M, ['Jan','Feb','Mar','Apr','May','Jun','Jul','Aug','Sep','Oct','Nov','Dec'], Short).

month_name(M, Name) :-
    nth1(M, ['January','February','March','April','May','June','July','August','September',
             'October','November','December'], Name).

day_name(D, Name) :-
    nth1(D, ['Monday','Tuesday','Wednesday','Thursday','Friday','Saturday','Sunday'], Name).

% Writing.
format_time(Out, Format, When) :-
    format_time(Out, Format, When, posix).

format_time(Out, Format, When, _) :-
    moment(When, Stamp, Date),
    text_to_string(Format, FormatString),
    string_codes(FormatString, Codes),
    time_text(Codes, Stamp, Date, Parts),
    atomic_list_concat(Parts, Text),
    format(Out, '~w', [Text]).

moment(When, Stamp, Date) :-
    (   number(When)
    ->  Stamp = When,
        stamp_date_time(When, Date, local)
    ;   When = stamp(Stamp)
    ->  stamp_date_time(Stamp, Date, local)
    ;   When = date(_, _, _, _, _, _, Off0, Zone, _)
    ->  stamp(When, Stamp),
        ( number(Off0) -> Off = Off0 ; Off = 0 ),
        stamp_date_time(Stamp, Date0, Off),
        Date0 = date(Y,M,D,H,Mn,S,_,_,DST),
        ( atom(Zone), Zone \== (-) -> Zone1 = Zone ; Off =:= 0 -> Zone1 = 'UTC' ; Zone1 = '' ),
        Date = date(Y,M,D,H,Mn,S,Off,Zone1,DST)
    ;   stamp(When, Stamp),
        stamp_date_time(Stamp, Date, local)
    ).

time_text([], _, _, []).
time_text([0'%|Cs0], Stamp, Date, [Text|Parts]) :-
    width(Cs0, Width, [C|Cs]),
    char_code(Char, C),
    field(Char, Width, Stamp, Date, Text),
    !,
    time_text(Cs, Stamp, Date, Parts).
time_text([C|Cs], Stamp, Date, [Char|Parts]) :-
    char_code(Char, C),
    time_text(Cs, Stamp, Date, Parts).

width([C|Cs], Width, Rest) :-
    (   memberchk(C, `EO_`)
    ->  width(Cs, Width, Rest)
    ;   C >= 0'0,
        C =< 0'9
    ->  Width is C-0'0,
        Rest = Cs
    ;   Width = none,
        Rest = [C|Cs]
    ).

field(Char, Width, Stamp, Date, Text) :-
    Date = date(Y,M,D,H,Mn,S,Off,Zone,_),
    field(Char, Width, Stamp, Date, Y, M, D, H, Mn, S, Off, Zone, Text).

field(a, _, _, _, Y, M, D, _, _, _, _, _, T) :- week_name(Y, M, D, Name), sub_atom(Name, 0, 3, _, T).
field('A', _, _, _, Y, M, D, _, _, _, _, _, T) :- week_name(Y, M, D, T).
field(b, _, _, _, _, M, _, _, _, _, _, _, T) :- month(M, T).
field(h, _, _, _, _, M, _, _, _, _, _, _, T) :- month(M, T).
field('B', _, _, _, _, M, _, _, _, _, _, _, T) :- month_name(M, T).
field(c, _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%a %b %e %H:%M:%S %Y', St, Dt, T).
field('C', _, _, _, Y, _, _, _, _, _, _, _, T) :- C is Y//100, padded(C, T).
field(d, _, _, _, _, _, D, _, _, _, _, _, T) :- padded(D, T).
field('D', _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%m/%d/%y', St, Dt, T).
field(e, _, _, _, _, _, D, _, _, _, _, _, T) :- spaced(D, T).
field('F', _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%Y-%m-%d', St, Dt, T).
field(f, W0, St, _, _, _, _, _, _, _, _, _, T) :-
    ( integer(W0) -> W = W0 ; W = 6 ),
    F is abs(St-truncate(St)),
    N is round(F*10**W) mod 10**W,
    format(atom(T), '~`0t~d~*|', [N,W]).
field(g, _, _, _, Y, M, D, _, _, _, _, _, T) :-
    week_ordinal(G, _, _, date(Y,M,D)), G2 is G mod 100, padded(G2, T).
field('G', _, _, _, Y, M, D, _, _, _, _, _, G) :- week_ordinal(G, _, _, date(Y,M,D)).
field('V', _, _, _, Y, M, D, _, _, _, _, _, T) :- week_ordinal(_, V, _, date(Y,M,D)), padded(V, T).
field('H', _, _, _, _, _, _, H, _, _, _, _, T) :- padded(H, T).
field('I', _, _, _, _, _, _, H, _, _, _, _, T) :- I is (H+11) mod 12+1, padded(I, T).
field(j, _, _, _, Y, M, D, _, _, _, _, _, T) :-
    day_of_the_year(date(Y,M,D), J), format(atom(T), '~`0t~d~3|', [J]).
field(k, _, _, _, _, _, _, H, _, _, _, _, T) :- spaced(H, T).
field(l, _, _, _, _, _, _, H, _, _, _, _, T) :- I is (H+11) mod 12+1, spaced(I, T).
field(m, _, _, _, _, M, _, _, _, _, _, _, T) :- padded(M, T).
field('M', _, _, _, _, _, _, _, Mn, _, _, _, T) :- padded(Mn, T).
field(n, _, _, _, _, _, _, _, _, _, _, _, '\n').
field(p, _, _, _, _, _, _, H, _, _, _, _, T) :- ( H < 12 -> T = 'AM' ; T = 'PM' ).
field('P', _, _, _, _, _, _, H, _, _, _, _, T) :- ( H < 12 -> T = am ; T = pm ).
field(r, _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%I:%M:%S %p', St, Dt, T).
field('R', _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%H:%M', St, Dt, T).
field(s, _, St, _, _, _, _, _, _, _, _, _, T) :- T is floor(St).
field('S', _, _, _, _, _, _, _, _, S, _, _, T) :- S1 is floor(S), padded(S1, T).
field(t, _, _, _, _, _, _, _, _, _, _, _, '\t').
field('T', _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%H:%M:%S', St, Dt, T).
field(u, _, _, _, Y, M, D, _, _, _, _, _, U) :- day_of_the_week(date(Y,M,D), U).
field('U', _, _, _, Y, M, D, _, _, _, _, _, T) :-
    day_of_the_year(date(Y,M,D), J), day_of_the_week(date(Y,M,D), U),
    W is (J-1+7-U mod 7)//7, padded(W, T).
field(w, _, _, _, Y, M, D, _, _, _, _, _, W) :- day_of_the_week(date(Y,M,D), U), W is U mod 7.
field('W', _, _, _, Y, M, D, _, _, _, _, _, T) :-
    day_of_the_year(date(Y,M,D), J), day_of_the_week(date(Y,M,D), U),
    W is (J-1+7-(U-1))//7, padded(W, T).
field(x, _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%m/%d/%y', St, Dt, T).
field('X', _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%H:%M:%S', St, Dt, T).
field(y, _, _, _, Y, _, _, _, _, _, _, _, T) :- Y2 is Y mod 100, padded(Y2, T).
field('Y', _, _, _, Y, _, _, _, _, _, _, _, Y).
field(z, _, _, _, _, _, _, _, _, _, Off, _, T) :-
    ( Off =< 0 -> Sign = (+) ; Sign = (-) ),
    A is abs(Off), ZH is A//3600, ZM is A//60 mod 60,
    format(atom(T), '~w~`0t~d~3|~`0t~d~5|', [Sign,ZH,ZM]).
field('Z', _, _, _, _, _, _, _, _, _, _, Zone, Zone).
field(+, _, St, Dt, _, _, _, _, _, _, _, _, T) :- nested('%a %b %e %H:%M:%S %Y', St, Dt, T).
field('%', _, _, _, _, _, _, _, _, _, _, _, '%').

nested(Format, Stamp, Date, Text) :-
    atom_codes(Format, Codes),
    time_text(Codes, Stamp, Date, Parts),
    atomic_list_concat(Parts, Text).

week_name(Y, M, D, Name) :-
    day_of_the_week(date(Y,M,D), Day),
    day_name(Day, Name).

padded(N, Text) :- format(atom(Text), '~`0t~d~2|', [N]).
spaced(N, Text) :- format(atom(Text), '~t~d~2|', [N]).
