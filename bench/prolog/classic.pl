% Classical small Prolog benchmarks, self-contained ISO Prolog (own text of the
% well-known programs).  run(Name, N) runs a benchmark N times.
% No library predicate is used except is/2, comparison, findall/3, assertz/retract.
:- dynamic(cnt/1).
:- dynamic(fact/2).

run(_, 0) :- !.
run(Name, N) :- ( \+ \+ b(Name) -> true ; throw(benchmark_failed(Name)) ), N1 is N-1, run(Name, N1).

% --- nrev: 496 logical inferences per iteration
b(nrev) :- nrev([1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17,18,19,20,21,22,23,24,25,26,27,28,29,30], [30|_]).
b(tak) :- tak(18,12,6,7).
b(qsort) :- qsort([27,74,17,33,94,18,46,83,65,2,32,53,28,85,99,47,28,82,6,11,55,29,39,81,90,37,10,0,66,51,7,21,85,27,31,63,75,4,95,99,11,28,61,74,18,92,40,53,59,8],[0|_],[]).
b(queens8) :- queens(8, _).
b(queens8all) :- findall(Q, queens(8,Q), L), len(L,0,92).
b(zebra) :- zebra(_).
b(primes) :- primes(1000, P), len(P,0,168).
b(crypt) :- crypt(_).
b(deriv) :- deriv_all.
b(poly10) :- poly_10(_).
b(fib21) :- fib(21, 10946).
b(hanoi12) :- hanoi(12, a, b, c).
b(ackermann) :- ack(2, 100, 203).
b(assert1000) :- retractall(fact(_,_)), fill(1000), look(1000), retractall(fact(_,_)).
b(findall5000) :- numlist_(1,5000,L), findall(Y-X, (mem(X,L), Y is X*X mod 101), R), len(R,0,5000).
b(atoms1000) :- atoms(1000).
b(mutarith) :- loop_arith(20000, 0, _).
b(except1000) :- exc(1000).
b(deepcut5000) :- det(5000).

nrev([],[]).
nrev([X|Xs],R) :- nrev(Xs,R0), app(R0,[X],R).
app([],L,L).
app([X|Xs],L,[X|R]) :- app(Xs,L,R).

tak(X,Y,Z,A) :- X =< Y, !, Z = A.
tak(X,Y,Z,A) :- X1 is X-1, Y1 is Y-1, Z1 is Z-1,
    tak(X1,Y,Z,A1), tak(Y1,Z,X,A2), tak(Z1,X,Y,A3), tak(A1,A2,A3,A).

qsort([],R,R).
qsort([X|L],R,R0) :- part(L,X,A,B), qsort(B,R1,R0), qsort(A,R,[X|R1]).
part([],_,[],[]).
part([X|L],Y,[X|A],B) :- X =< Y, !, part(L,Y,A,B).
part([X|L],Y,A,[X|B]) :- part(L,Y,A,B).

queens(N,Qs) :- numlist_(1,N,Ns), place(Ns,[],Qs).
place([],Qs,Qs).
place(Un,Safe,Qs) :- sel(Q,Un,Un1), ok(Q,1,Safe), place(Un1,[Q|Safe],Qs).
ok(_,_,[]).
ok(Q,D,[P|Ps]) :- Q =\= P+D, Q =\= P-D, D1 is D+1, ok(Q,D1,Ps).
sel(X,[X|T],T).
sel(X,[H|T],[H|R]) :- sel(X,T,R).
numlist_(N,N,[N]) :- !.
numlist_(I,N,[I|T]) :- I < N, I1 is I+1, numlist_(I1,N,T).

zebra(Owner) :- Hs = [h(_,norwegian,_,_,_),_,h(_,_,_,milk,_),_,_],
    mem(h(red,english,_,_,_),Hs), mem(h(green,_,_,coffee,_),Hs), mem(h(_,spanish,dog,_,_),Hs),
    mem(h(_,ukrainian,_,tea,_),Hs), right(h(green,_,_,_,_),h(ivory,_,_,_,_),Hs),
    mem(h(_,_,snail,_,winston),Hs), mem(h(yellow,_,_,_,kools),Hs),
    near(h(_,_,_,_,chesterfield),h(_,_,fox,_,_),Hs), near(h(_,_,_,_,kools),h(_,_,horse,_,_),Hs),
    mem(h(_,_,_,juice,lucky),Hs), mem(h(_,japanese,_,_,parliament),Hs),
    near(h(_,norwegian,_,_,_),h(blue,_,_,_,_),Hs), mem(h(_,Owner,zebra,_,_),Hs).
mem(X,[X|_]).
mem(X,[_|T]) :- mem(X,T).
right(A,B,[B,A|_]).
right(A,B,[_|T]) :- right(A,B,T).
near(A,B,L) :- right(A,B,L).
near(A,B,L) :- right(B,A,L).

primes(N,Ps) :- numlist_(2,N,L), sieve(L,Ps).
sieve([],[]).
sieve([P|Xs],[P|Ps]) :- rem_(Xs,P,Ys), sieve(Ys,Ps).
rem_([],_,[]).
rem_([X|Xs],P,Ys) :- X mod P =:= 0, !, rem_(Xs,P,Ys).
rem_([X|Xs],P,[X|Ys]) :- rem_(Xs,P,Ys).

% crypt: multiplication  OEE * EE = EOEE + EOE. = OOEE  (odd/even digits)
crypt(s(A,B,C,D,E)) :- odd(A), even(B), even(C), even(D), B > 0, D > 0, even(E),
    X is A*100+B*10+C, P1 is X*E, P1 >= 1000, pat(P1,[e,o,e,e]),
    P2 is X*D, P2 >= 100, P2 < 1000, pat(P2,[e,o,e]),
    T is P1+P2*10, pat(T,[o,o,e,e]), !.
odd(1). odd(3). odd(5). odd(7). odd(9).
even(0). even(2). even(4). even(6). even(8).
pat(N,P) :- digs(N,[],D), match(D,P).
digs(0,D,D) :- !.
digs(N,D0,D) :- X is N mod 10, N1 is N//10, digs(N1,[X|D0],D).
match([],[]).
match([D|Ds],[o|Ps]) :- odd(D), match(Ds,Ps).
match([D|Ds],[e|Ps]) :- even(D), match(Ds,Ps).

deriv_all :- d((x+1)*(x^2+2)*(x^3+3),x,_), d(x/x/x/x/x/x/x/x/x/x,x,_),
    d(log(log(log(log(log(log(log(log(log(log(x)))))))))),x,_), d(x*x*x*x*x*x*x*x*x*x,x,_).
d(U+V,X,DU+DV) :- !, d(U,X,DU), d(V,X,DV).
d(U-V,X,DU-DV) :- !, d(U,X,DU), d(V,X,DV).
d(U*V,X,DU*V+U*DV) :- !, d(U,X,DU), d(V,X,DV).
d(U/V,X,(DU*V-U*DV)/V^2) :- !, d(U,X,DU), d(V,X,DV).
d(U^N,X,DU*N*U^N1) :- !, integer(N), N1 is N-1, d(U,X,DU).
d(-U,X,-DU) :- !, d(U,X,DU).
d(exp(U),X,exp(U)*DU) :- !, d(U,X,DU).
d(log(U),X,DU/U) :- !, d(U,X,DU).
d(X,X,1) :- !.
d(_,_,0).

% poly10: (1+x+y+z)^10 with sparse recursive polynomials poly(Var,[t(Exp,Coef)])
poly_10(P) :- padd(poly(x,[t(0,1),t(1,1)]),poly(y,[t(1,1)]),Q), padd(poly(z,[t(1,1)]),Q,R), pexp(10,R,P).
vless(x,y). vless(y,z). vless(x,z).
padd(poly(V,T1),poly(V,T2),poly(V,T)) :- !, tadd(T1,T2,T).
padd(poly(V1,T1),poly(V2,T2),poly(V1,T)) :- vless(V1,V2), !, addc(T1,poly(V2,T2),T).
padd(poly(V1,T1),poly(V2,T2),poly(V2,T)) :- !, addc(T2,poly(V1,T1),T).
padd(poly(V,T),C,poly(V,T2)) :- !, addc(T,C,T2).
padd(C,poly(V,T),poly(V,T2)) :- !, addc(T,C,T2).
padd(A,B,C) :- C is A+B.
tadd([],X,X) :- !.
tadd(X,[],X) :- !.
tadd([t(E,C1)|X],[t(E,C2)|Y],[t(E,C)|Z]) :- !, padd(C1,C2,C), tadd(X,Y,Z).
tadd([t(E1,C1)|X],[t(E2,C2)|Y],[t(E1,C1)|Z]) :- E1 < E2, !, tadd(X,[t(E2,C2)|Y],Z).
tadd(X,[T|Y],[T|Z]) :- tadd(X,Y,Z).
addc([t(0,C1)|T],C,[t(0,C2)|T]) :- !, padd(C1,C,C2).
addc(T,C,[t(0,C)|T]).
pexp(0,_,1) :- !.
pexp(N,P,R) :- N mod 2 =:= 1, !, N1 is N-1, pexp(N1,P,R1), pmul(P,R1,R).
pexp(N,P,R) :- M is N//2, pexp(M,P,R1), pmul(R1,R1,R).
pmul(poly(V,T1),poly(V,T2),poly(V,T)) :- !, tmul(T1,T2,T).
pmul(poly(V1,T1),poly(V2,T2),poly(V1,T)) :- vless(V1,V2), !, mulc(T1,poly(V2,T2),T).
pmul(poly(V1,T1),poly(V2,T2),poly(V2,T)) :- !, mulc(T2,poly(V1,T1),T).
pmul(poly(V,T),C,poly(V,T2)) :- !, mulc(T,C,T2).
pmul(C,poly(V,T),poly(V,T2)) :- !, mulc(T,C,T2).
pmul(A,B,C) :- C is A*B.
tmul([],_,[]) :- !.
tmul([t(E,C)|X],Y,Z) :- smul(Y,E,C,Z1), tmul(X,Y,Z2), tadd(Z1,Z2,Z).
smul([],_,_,[]).
smul([t(E1,C1)|X],E,C,[t(E2,C2)|Y]) :- E2 is E1+E, pmul(C1,C,C2), smul(X,E,C,Y).
mulc([],_,[]).
mulc([t(E,C1)|X],C,[t(E,C2)|Y]) :- pmul(C1,C,C2), mulc(X,C,Y).

fib(0,0). fib(1,1).
fib(N,F) :- N > 1, A is N-1, B is N-2, fib(A,FA), fib(B,FB), F is FA+FB.
hanoi(0,_,_,_) :- !.
hanoi(N,A,B,C) :- M is N-1, hanoi(M,A,C,B), hanoi(M,C,B,A).
ack(0,N,R) :- !, R is N+1.
ack(M,0,R) :- !, M1 is M-1, ack(M1,1,R).
ack(M,N,R) :- N1 is N-1, ack(M,N1,R1), M1 is M-1, ack(M1,R1,R).
len([],N,N).
len([_|T],A,N) :- B is A+1, len(T,B,N).
fill(0) :- !.
fill(N) :- V is N*7 mod 13, assertz(fact(N,V)), M is N-1, fill(M).
look(0) :- !.
look(N) :- fact(N,_), M is N-1, look(M).
atoms(0) :- !.
atoms(N) :- number_codes(N,Cs), atom_codes(A,Cs), atom_length(A,_), atom_codes(A,C2), number_codes(N,C2), M is N-1, atoms(M).
loop_arith(0,A,A) :- !.
loop_arith(N,A,R) :- B is (A*3+N) mod 65521, M is N-1, loop_arith(M,B,R).
exc(0) :- !.
exc(N) :- catch(deep(10,N),oops(N),true), M is N-1, exc(M).
deep(0,N) :- throw(oops(N)).
deep(D,N) :- E is D-1, deep(E,N).
det(0) :- !.
det(N) :- ( pick(N,X), X > 2 -> true ; true ), \+ X == foo, M is N-1, det(M).
pick(_,1). pick(_,2). pick(_,3). pick(_,4).
