#!/usr/bin/env python3
"""Times clingo (one thread, as a library) on puzzle files.

    clingo_seeds.py [--limit SECONDS] [--print] FILE.pencil ...

Prints name, first_ms, two_ms, solutions (2 = at least two), separated by tabs. CPU ms, median
of five. first = parsing, grounding and the search for one model; two = the search for two
models or the proof, on a fresh ground program. --print shows the programs instead.
"""
import argparse
import sys
import threading

sys.dont_write_bytecode = True
import clingo
import pencil
import timing


def program(puzzle):
    """The puzzle as an answer set program: s(R,C,N) says that r R c C holds N."""
    size = len(puzzle.digits)
    out = [f'cell(1..{puzzle.rows},1..{puzzle.columns}). n({puzzle.low}..{puzzle.high}).',
           '{ s(R,C,N): n(N) } = 1 :- cell(R,C).',
           '#show s/3.']

    def cell(place):
        return f'{place[0] + 1},{place[1] + 1}'

    for place, allowed in puzzle.domains.items():
        if len(allowed) == 1:
            out.append(f's({cell(place)},{min(allowed)}).')
        else:
            out += [f':- s({cell(place)},{n}).' for n in puzzle.digits if n not in allowed]
    # A group as large as the set of digits holds each exactly once, a smaller one at most once.
    out += ['{ s(R,C,N): full(G,R,C) } = 1 :- full(G,_,_), n(N).',
            '{ s(R,C,N): part(G,R,C) } 1 :- part(G,_,_), n(N).']
    for number, group in enumerate(puzzle.distinct):
        kind = 'full' if len(group) == size else 'part'
        out.append(' '.join(f'{kind}({number},{cell(place)}).' for place in group))
    for terms, total in puzzle.linear:
        summands = '; '.join(f'{k}*N,{cell(place)}: s({cell(place)},N)' for k, place in terms)
        out.append(f':- not #sum {{ {summands} }} = {total}.')
    relations = {
        'less': 'N >= M', 'at-most': 'N > M', 'differ': 'N = M',
        'difference': '|N-M| != K', 'not-difference': '|N-M| = K', 'ratio': 'N != K*M, M != K*N',
    }
    for op in sorted({op for op, _, _, _ in puzzle.pairs}):
        name = 'pair_' + op.replace('-', '_')
        out.append(f':- {name}(K,R,C,P,Q), s(R,C,N), s(P,Q,M), {relations[op]}.')
        out += [f'{name}({k},{cell(a)},{cell(b)}).' for o, k, a, b in puzzle.pairs if o == op]
    return '\n'.join(out) + '\n'


def grounded(text):
    control = clingo.Control(['--warn=none'])
    control.add('base', [], text)
    control.ground([('base', [])])
    return control


def search(control, models, limit):
    control.configuration.solve.models = models
    alarm = threading.Timer(limit, control.interrupt)
    alarm.start()
    result = control.solve()
    alarm.cancel()
    return control, result


def models_found(control):
    """Outside the timer: reading the statistics takes longer than many a search."""
    return int(control.statistics['summary']['models']['enumerated'])


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--limit', type=float, default=60)
    options.add_argument('--print', action='store_true')
    options.add_argument('files', nargs='+')
    arguments = options.parse_args()
    for puzzle in pencil.load(arguments.files):
        text = program(puzzle)
        if arguments.print:
            print(f'% {puzzle.name}\n{text}')
            continue
        first_ms, (_, first) = timing.median_ms(
            lambda: text, lambda text: search(grounded(text), 1, arguments.limit))
        two_ms, (control, two) = timing.median_ms(
            lambda: grounded(text), lambda control: search(control, 2, arguments.limit))
        timing.report(puzzle.name, None if first.interrupted else first_ms,
                      None if two.interrupted else two_ms,
                      '?' if two.interrupted else models_found(control))


if __name__ == '__main__':
    main()
