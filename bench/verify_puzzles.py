#!/usr/bin/env python3
"""Counts the solutions of every .pencil file of a folder with CP-SAT.

    bench/verify_puzzles.py [puzzles]

Compares each count with the last column of the folder's README.md: an exact number is
counted to the end, "> N" until N + 1 solutions are found (about a minute for 200,000).
The first solution is also checked rule by rule. Leaves with 1 if anything differs.
"""
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / 'peers'))
sys.dont_write_bytecode = True
import cpsat_model
import pencil


def expected_counts(folder):
    """{name: (number, more than it?)} from the table of the README."""
    table = {}
    for line in (folder / 'README.md').read_text(encoding='utf-8').splitlines():
        row = re.fullmatch(r'\| `(.+)\.pencil` \|.*\| (> )?([\d,]+) \|', line)
        if row:
            table[row[1]] = int(row[3].replace(',', '')), bool(row[2])
    return table


def main():
    folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else HERE.parent / 'puzzles')
    expected = expected_counts(folder)
    puzzles = pencil.load([folder])
    wrong = [f'{name}: in the table, but there is no file' for name in expected.keys() - {p.name for p in puzzles}]
    for puzzle in puzzles:
        if puzzle.name not in expected:
            wrong.append(f'{puzzle.name}: not in the table')
            continue
        number, more = expected[puzzle.name]
        found, first, certain = cpsat_model.count(puzzle, number + 1)
        good = certain and (found > number if more else found == number) and (not found or puzzle.holds(first))
        print(f'{puzzle.name}\t{found}{"+" if found > number else ""}\t{"ok" if good else "WRONG"}', flush=True)
        if not good:
            wrong.append(f'{puzzle.name}: expected {"> " if more else ""}{number}, found {found}')
        for field in ('title', 'author', 'source'):
            if not getattr(puzzle, field):
                wrong.append(f'{puzzle.name}: no {field}')
    print(*wrong, sep='\n', file=sys.stderr, end='\n' if wrong else '')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
