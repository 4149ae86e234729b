% CLP(FD) programs for SWI-Prolog and Pencilmark. run(Name, N) runs one of them N times;
% clp_gnu.pl has the same models for GNU Prolog.
:- use_module(library(clpfd)).

run(_, 0) :- !.
run(Name, N) :-
    ( \+ \+ b(Name) -> true ; throw(benchmark_failed(Name)) ),
    N1 is N-1, run(Name, N1).

b(send_more) :- send(Vs), label(Vs), Vs = [9,5,6,7,1,0,8,2].
b(send_more_all) :- findall(Vs, (send(Vs), label(Vs)), [_]).
b(queens_first_8) :- queens(8, Qs), labeling([ff], Qs).
b(queens_first_20) :- queens(20, Qs), labeling([ff], Qs).
b(queens_first_60) :- queens(60, Qs), labeling([ff], Qs).
b(queens_all_8) :- findall(x, (queens(8,Q), labeling([ff],Q)), L), length(L, 92).
b(queens_all_10) :- findall(x, (queens(10,Q), labeling([ff],Q)), L), length(L, 724).
b(magic_3_all) :- findall(x, (magic(3,Vs), labeling([ff],Vs)), L), length(L, 8).
b(magic_4_first) :- magic(4, Vs), labeling([ff], Vs).
b(magic_4_broken) :- magic(4, Vs), broken(4, Vs), labeling([ff], Vs).
b(golomb_5) :- golomb_min(5, 11).
b(golomb_6) :- golomb_min(6, 17).
b(golomb_7) :- golomb_min(7, 25).
b(sudoku_distinct) :- hardest(Rows), sudoku(all_distinct, Rows, Vs), labeling([ff], Vs).
b(sudoku_different) :- hardest(Rows), sudoku(all_different, Rows, Vs), labeling([ff], Vs).
b(permutations_7) :- permutations(7, 5040).
b(permutations_9) :- permutations(9, 362880).

send([S,E,N,D,M,O,R,Y]) :-
    Vs = [S,E,N,D,M,O,R,Y], Vs ins 0..9, all_different(Vs),
    S*1000+E*100+N*10+D + M*1000+O*100+R*10+E #= M*10000+O*1000+N*100+E*10+Y,
    M #\= 0, S #\= 0.

queens(N, Qs) :- length(Qs, N), Qs ins 1..N, safe(Qs).
safe([]).
safe([Q|Qs]) :- no_attack(Q, Qs, 1), safe(Qs).
no_attack(_, [], _).
no_attack(Q, [Q1|Qs], D) :-
    Q #\= Q1, Q #\= Q1+D, Q #\= Q1-D, D1 is D+1, no_attack(Q, Qs, D1).

magic(N, Vs) :-
    length(Rows, N), maplist(len(N), Rows), append(Rows, Vs),
    Max is N*N, Vs ins 1..Max, all_different(Vs),
    S is N*(N*N+1)//2, maplist(sumto(S), Rows), transpose(Rows, Cols), maplist(sumto(S), Cols),
    diag(Rows, 0, D1), sumto(S, D1), maplist(reverse, Rows, RR), diag(RR, 0, D2), sumto(S, D2).
broken(N, Vs) :-
    nth1(1, Vs, A), nth1(N, Vs, B), I is N*N-N+1, nth1(I, Vs, C), last(Vs, D),
    A #< B, A #< C, A #< D, B #< C.
len(N, L) :- length(L, N).
sumto(S, L) :- sum(L, #=, S).
diag([], _, []).
diag([R|Rs], I, [X|Xs]) :- nth0(I, R, X), I1 is I+1, diag(Rs, I1, Xs).

golomb_min(M, Best) :- golomb(M, Ms, L), once(labeling([min(L),leftmost], Ms)), L =:= Best.
golomb(M, Ms, L) :-
    length(Ms, M), Max is M*M, Ms ins 0..Max, Ms = [0|_], last(Ms, L), chain(Ms, #<),
    findall(I-J, (between(1,M,I), I1 is I+1, between(I1,M,J)), Ps),
    diffs(Ps, Ms, Ds), Ds ins 1..Max, all_different(Ds),
    Ds = [F|_], last(Ds, La), F #< La.
diffs([], _, []).
diffs([I-J|Ps], Ms, [D|Ds]) :- nth1(I, Ms, A), nth1(J, Ms, B), D #= B-A, diffs(Ps, Ms, Ds).

sudoku(Distinct, Rows, Vs) :-
    append(Rows, Vs), Vs ins 1..9,
    maplist(Distinct, Rows), transpose(Rows, Columns), maplist(Distinct, Columns),
    Rows = [As,Bs,Cs,Ds,Es,Fs,Gs,Hs,Is],
    blocks(As, Bs, Cs, Distinct), blocks(Ds, Es, Fs, Distinct), blocks(Gs, Hs, Is, Distinct).
blocks([], [], [], _).
blocks([A,B,C|As], [D,E,F|Bs], [G,H,I|Cs], Distinct) :-
    call(Distinct, [A,B,C,D,E,F,G,H,I]), blocks(As, Bs, Cs, Distinct).

% Arto Inkala, 2012.
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
    length(L, N), L ins 1..N, all_different(L),
    S = s(0), ( label(L), arg(1, S, C), C1 is C+1, nb_setarg(1, S, C1), fail ; true ),
    arg(1, S, Count).
