% The models of clp.pl for GNU Prolog.
run(_, 0) :- !.
run(Name, N) :-
    ( \+ \+ b(Name) -> true ; throw(benchmark_failed(Name)) ),
    N1 is N-1, run(Name, N1).

b(send_more) :- send(Vs), fd_labeling(Vs), Vs = [9,5,6,7,1,0,8,2].
b(send_more_all) :- findall(Vs, (send(Vs), fd_labeling(Vs)), [_]).
b(queens_first_8) :- queens(8, Qs), fd_labelingff(Qs).
b(queens_first_20) :- queens(20, Qs), fd_labelingff(Qs).
b(queens_first_60) :- queens(60, Qs), fd_labelingff(Qs).
b(queens_all_8) :- findall(x, (queens(8,Q), fd_labelingff(Q)), L), length(L, 92).
b(queens_all_10) :- findall(x, (queens(10,Q), fd_labelingff(Q)), L), length(L, 724).
b(magic_3_all) :- findall(x, (magic(3,Vs), fd_labelingff(Vs)), L), length(L, 8).
b(magic_4_first) :- magic(4, Vs), fd_labelingff(Vs).
b(magic_4_broken) :- magic(4, Vs), broken(4, Vs), fd_labelingff(Vs).
b(golomb_5) :- golomb_min(5, 11).
b(golomb_6) :- golomb_min(6, 17).
b(golomb_7) :- golomb_min(7, 25).
b(sudoku_distinct) :- b(sudoku_different).
b(sudoku_different) :- hardest(Rows), sudoku(Rows, Vs), fd_labelingff(Vs).
b(permutations_7) :- permutations(7, 5040).
b(permutations_9) :- permutations(9, 362880).

send([S,E,N,D,M,O,R,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y], fd_domain(Vs, 0, 9), fd_all_different(Vs),
    S*1000+E*100+N*10+D + M*1000+O*100+R*10+E #= M*10000+O*1000+N*100+E*10+Y,
    M #\= 0, S #\= 0.

queens(N, Qs) :- length(Qs, N), fd_domain(Qs, 1, N), safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :-
    Q #\= Q1, Q #\= Q1+D, Q #\= Q1-D, D1 is D+1, no_attack(Q, Qs, D1).

magic(N, Vs) :-
    length(Rows, N), lens(Rows, N), flat(Rows, Vs),
    Max is N*N, fd_domain(Vs, 1, Max), fd_all_different(Vs),
    S is N*(N*N+1)//2, sums(Rows, S), cols(N, Rows, Cols), sums(Cols, S),
    diag(Rows, 1, D1), sumto(D1, S), revs(Rows, RR), diag(RR, 1, D2), sumto(D2, S).
broken(N, Vs) :-
    nth(1, Vs, A), nth(N, Vs, B), I is N*N-N+1, nth(I, Vs, C), last(Vs, D),
    A #< B, A #< C, A #< D, B #< C.
lens([], _).
lens([R|Rs], N) :- length(R, N), lens(Rs, N).
flat([], []).
flat([R|Rs], V) :- append(R, V1, V), flat(Rs, V1).
sums([], _).
sums([R|Rs], S) :- sumto(R, S), sums(Rs, S).
sumto([X|Xs], S) :- expr(Xs, X, E), E #= S.
expr([], E, E).
expr([X|Xs], E0, E) :- expr(Xs, E0+X, E).
cols(0, _, []) :- !.
cols(N, Rows, [C|Cs]) :- col(Rows, N, C), N1 is N-1, cols(N1, Rows, Cs).
col([], _, []).
col([R|Rs], N, [X|Xs]) :- nth(N, R, X), col(Rs, N, Xs).
diag([], _, []).
diag([R|Rs], I, [X|Xs]) :- nth(I, R, X), I1 is I+1, diag(Rs, I1, Xs).
revs([], []).
revs([R|Rs], [S|Ss]) :- reverse(R, S), revs(Rs, Ss).

golomb_min(M, Best) :- golomb(M, Ms, L), fd_minimize(fd_labeling(Ms), L), !, L =:= Best.
golomb(M, Ms, L) :-
    length(Ms, M), Max is M*M, fd_domain(Ms, 0, Max), Ms = [0|_], last(Ms, L), chain(Ms),
    findall(I-J, (for(I,1,M), I1 is I+1, for(J,I1,M)), Ps),
    diffs(Ps, Ms, Ds, Max), fd_all_different(Ds), Ds = [F|_], last(Ds, La), F #< La.
chain([_]) :- !.
chain([A,B|T]) :- A #< B, chain([B|T]).
diffs([], _, [], _).
diffs([I-J|Ps], Ms, [D|Ds], Max) :-
    nth(I, Ms, A), nth(J, Ms, B), fd_domain(D, 1, Max), D #= B-A, diffs(Ps, Ms, Ds, Max).

sudoku(Rows, Vs) :-
    flat(Rows, Vs), fd_domain(Vs, 1, 9), different(Rows), cols(9, Rows, Columns), different(Columns),
    Rows = [As,Bs,Cs,Ds,Es,Fs,Gs,Hs,Is],
    blocks(As, Bs, Cs), blocks(Ds, Es, Fs), blocks(Gs, Hs, Is).
different([]).
different([R|Rs]) :- fd_all_different(R), different(Rs).
blocks([], [], []).
blocks([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs]) :-
    fd_all_different([A,B,C,D,E,F,G,H,I]), blocks(As, Bs, Cs).

hardest([[8,_,_,_,_,_,_,_,_],
         [_,_,3,6,_,_,_,_,_],
         [_,7,_,_,9,_,2,_,_],
         [_,5,_,_,_,7,_,_,_],
         [_,_,_,_,4,5,7,_,_],
         [_,_,_,1,_,_,_,3,_],
         [_,_,1,_,_,_,_,6,8],
         [_,_,8,5,_,_,_,1,_],
         [_,9,_,_,_,_,4,_,_]]).

permutations(N, Count) :-
    length(L, N), fd_domain(L, 1, N), fd_all_different(L), g_assign(count, 0),
    ( fd_labeling(L), g_inc(count), fail ; true ), g_read(count, Count).
