#!/usr/bin/env python3
"""Writes puzzle files as one CLP(FD) program for SWI-Prolog.

    swi_program.py FILE.pencil ... > puzzles.pl

Each puzzle becomes puzzle(Name, Rows), in the style of the programs people write by hand:
`ins` for the digits, all_distinct for rows, columns, boxes and other groups, one arithmetic
constraint for each clue. A cage inside one row, column or box needs no all_distinct of its own.
"""
import sys

sys.dont_write_bytecode = True
import pencil


def variable(cell):
    return f'R{cell[0] + 1}C{cell[1] + 1}'


def names(cells):
    return '[' + ','.join(map(variable, cells)) + ']'


def domain(digits):
    return ' \\/ '.join(map(str, sorted(digits)))


def equation(terms, total):
    """total #= X + Y, with the terms taken away moved to the left: C #= X + Y for an arrow."""
    def side(pairs):
        return [variable(cell) if k == 1 else f'{k}*{variable(cell)}' for k, cell in pairs]
    left = side((-k, cell) for k, cell in terms if k < 0)
    right = side((k, cell) for k, cell in terms if k > 0)
    if total or not left:
        left.append(str(total))
    return f"{' + '.join(left)} #= {' + '.join(right)}"


PAIRS = {
    'less': '{a} #< {b}', 'at-most': '{a} #=< {b}', 'differ': '{a} #\\= {b}',
    'difference': 'abs({a}-{b}) #= {k}', 'not-difference': 'abs({a}-{b}) #\\= {k}',
    'ratio': '({a} #= {k}*{b}) #\\/ ({b} #= {k}*{a})',
}


def clause(puzzle):
    rows = puzzle.distinct[:puzzle.rows]
    houses = puzzle.rows + puzzle.columns + len(puzzle.boxes)
    goals = ['Rows = [' + ',\n            '.join(map(names, rows)) + ']',
             f'append(Rows, Cells), Cells ins {puzzle.low}..{puzzle.high}']
    # Givens are in the matrix before the rules are posted, as in the programs of the documents.
    goals += [f'{variable(cell)} = {value}' for cell, value in puzzle.givens().items()]
    goals += [f'{variable(cell)} in {domain(allowed)}' for cell, allowed in puzzle.domains.items()
              if 1 < len(allowed) < len(puzzle.digits)]
    goals += [f'all_distinct({names(group)})' for group in puzzle.distinct[:houses]]
    goals += [f'all_distinct({names(group)})' for group in puzzle.distinct[houses:]
              if not puzzle.seen_together(group)]
    goals += [equation(terms, total) for terms, total in puzzle.linear]
    goals += [PAIRS[op].format(a=variable(a), b=variable(b), k=k) for op, k, a, b in puzzle.pairs]
    return f"puzzle('{puzzle.name}', Rows) :-\n    " + ',\n    '.join(goals) + '.\n'


if __name__ == '__main__':
    print(':- use_module(library(clpfd)).\n')
    for puzzle in pencil.load(sys.argv[1:]):
        print(clause(puzzle))
