#!/usr/bin/env python3
"""`pencilmark asp` and clingo on the same answer set programs in one run, as ratios.

    bench/asp.py [--only PART-OF-NAME] [--runs 3] [--limit 60] [--quick]

Our program is the one that PENCILMARK names, or target/release/pencilmark; clingo is the Python
package, whose start (an empty program) is measured and taken off. Times are user and system
time of whole processes, the median of the runs; memory is the largest resident set (never less
than what this script itself has, some 15 MB, since the system counts it for the child). Both must
agree on the status and on the number of answer sets. Leaves with 1 when they do not.
"""
import argparse
import os
import pathlib
import random
import re
import statistics
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent

SEED = '''x(1..{n}). y(1..{n}). n(1..{n}).
{{sudoku(X,Y,N): n(N)}}=1 :- x(X), y(Y).
subgrid(X,Y,A,B) :- x(X), x(A), y(Y), y(B), (X-1)/{k} == (A-1)/{k}, (Y-1)/{k} == (B-1)/{k}.
:- sudoku(X,Y,N), sudoku(A,Y,N), X!=A.
:- sudoku(X,Y,N), sudoku(X,B,N), Y!=B.
:- sudoku(X,Y,V), sudoku(A,B,V), subgrid(X,Y,A,B), X != A, Y != B.
#show sudoku/3.
'''
PIGEONS = '''{{at(P,H): H=1..{n}-1}}=1 :- P=1..{n}.
:- at(P,H), at(Q,H), P<Q.
'''
QUEENS = '''{{q(I,1..{n})}}=1 :- I=1..{n}. {{q(1..{n},J)}}=1 :- J=1..{n}.
:- q(I,J), q(K,L), I<K, |I-K|==|J-L|.
'''
JOIN = '''letter(s;e;n;d;m;o;r;y). digit(0..9).
{x(L,D): digit(D)}=1 :- letter(L). {x(L,D): letter(L)} 1 :- digit(D).
ok :- x(s,S), x(e,E), x(n,N), x(d,D), x(m,M), x(o,O), x(r,R), x(y,Y), M > 0, S > 0,
  1000*S+100*E+10*N+D + 1000*M+100*O+10*R+E == 10000*M+1000*O+100*N+10*E+Y.
:- not ok.
'''
CONSTRAINT = '''digit(0..9). letter(s;e;n;d;m;o;r;y).
{v(L,D): digit(D)}=1 :- letter(L).
:- v(L,D), v(M,D), L<M.
:- v(s,0). :- v(m,0).
:- v(s,S), v(e,E), v(n,N), v(d,D), v(m,M), v(o,O), v(r,R), v(y,Y),
  1000*S+100*E+10*N+D + 1000*M+100*O+10*R+E != 10000*M+1000*O+100*N+10*E+Y.
'''
SEND = '''digit(0..9). letter(s;e;n;d;m;o;r;y).
{v(L,D): digit(D)}=1 :- letter(L).
:- v(L,D), v(M,D), L<M.
:- v(s,0). :- v(m,0).
w(s,1000). w(e,91). w(n,-90). w(d,1). w(m,-9000). w(o,-900). w(r,10). w(y,-1).
:- #sum{W*D,L: v(L,D), w(L,W)} != 0.
'''
HAMILTON = '''{{in(X,Y): e(X,Y)}}=1 :- n(X). {{in(X,Y): e(X,Y)}}=1 :- n(Y).
r(1). r(Y) :- r(X), in(X,Y). :- n(X), not r(X).
#show in/2. n(1..{n}).
{edges}
'''


def givens(k, share):
    """Some cells of a grid that is shuffled with a fixed seed."""
    rnd, n = random.Random(k), k * k
    order = [b * k + r for b in rnd.sample(range(k), k) for r in rnd.sample(range(k), k)]
    digits = rnd.sample(range(1, n + 1), n)
    cells = [(r, c) for r in range(n) for c in range(n)]
    rnd.shuffle(cells)
    value = lambda r, c: digits[(k * (order[r] % k) + order[r] // k + order[c]) % n]
    return ''.join(f'sudoku({r + 1},{c + 1},{value(r, c)}). ' for r, c in cells[:int(share * n * n)])


def edges(n, degree):
    rnd = random.Random(n)
    out = {(i, i % n + 1) for i in range(1, n + 1)}
    while len(out) < degree * n:
        out.add(tuple(rnd.sample(range(1, n + 1), 2)))
    return ' '.join(f'e({a},{b}).' for a, b in sorted(out))


def programs(quick):
    """Name, program, number of answer sets asked for."""
    for k, share in ((3, .25), (4, .25), (5, .25), (6, 0)):
        if not (quick and k > 4):
            yield f'sudoku {k * k}', SEED.format(n=k * k, k=k) + givens(k, share), 1
    for n in (9, 10) if quick else (9, 10, 11, 15):
        yield f'pigeons {n}', PIGEONS.format(n=n), 1
    yield 'send more, sum', SEND, 0
    if not quick:
        yield 'send more, join', JOIN, 0
        yield 'send more, body', CONSTRAINT, 0
    for n in (20, 40) if quick else (20, 40, 60, 100):
        yield f'queens {n}', QUEENS.format(n=n), 1
    yield 'queens 8, all', QUEENS.format(n=8), 0
    yield 'free 20', '{a(1..20)}.', 0
    for n in (10, 20):
        yield f'cycles {n}, all', HAMILTON.format(n=n, edges=edges(n, 4)), 0
    for n in (150, 300):
        yield f'cycle {n}, one', HAMILTON.format(n=n, edges=edges(n, 4)), 1
    closure = ' '.join(f'e({a},{b}).' for a, b in
                       ((random.Random(i).randrange(400), random.Random(~i).randrange(400)) for i in range(1200)))
    yield 'closure 400', closure + ' p(X,Y) :- e(X,Y). p(X,Z) :- p(X,Y), e(Y,Z).', 1


def measure(command, limit):
    """Seconds, megabytes, status and number of answer sets."""
    with tempfile.TemporaryFile('w+') as out:
        process = subprocess.Popen(command, stdout=out, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0
        out.seek(0)
        text = out.read()
    status = next((line for line in text.split('\n')
                   if line in ('SATISFIABLE', 'UNSATISFIABLE', 'OPTIMUM FOUND', 'UNKNOWN')), 'none')
    models = re.search(r'Models +: (\d+)', text)
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, status, models and models[1]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument('--only', default='')
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--limit', type=int, default=60)
    parser.add_argument('--quick', action='store_true')
    args = parser.parse_args()
    ours = [os.environ.get('PENCILMARK') or str(ROOT / 'target/release/pencilmark'), 'asp']
    python = os.environ.get('PENCILMARK_PYTHON') or sys.executable
    clingo = [python, '-m', 'clingo']
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        file = pathlib.Path(folder) / 'program.lp'

        def median(command, models, runs):
            options = [str(file), str(models), '-q', f'--time-limit={args.limit}']
            rows = [measure(command + options, args.limit) for _ in range(runs)]
            return (statistics.median(r[0] for r in rows), max(r[1] for r in rows)) + rows[0][2:]

        file.write_text('')
        start, base, *_ = median(clingo, 1, 3)
        print(f'{"program":<18}{"clingo s":>10}{"ours s":>10}{"ratio":>8}{"clingo MB":>11}{"ours MB":>9}  answer sets')
        for name, text, models in programs(args.quick):
            if args.only not in name:
                continue
            file.write_text(text)
            theirs, mine = median(clingo, models, args.runs), median(ours, models, args.runs)
            time = max(theirs[0] - start, 0.001)
            known = 'UNKNOWN' not in (theirs[2], mine[2])
            agree = not known or theirs[2:] == mine[2:]
            failed |= not agree
            note = f'{mine[3]}' if known and agree else f'{theirs[2]} {theirs[3]} / {mine[2]} {mine[3]}'
            ratio = mine[0] / time
            print(f'{name:<18}{time:>10.3f}{mine[0]:>10.3f}{ratio:>8.2f}{theirs[1] - base:>11.0f}{mine[1]:>9.0f}  {note}',
                  flush=True)
    return failed


if __name__ == '__main__':
    sys.exit(main())
