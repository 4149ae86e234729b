#!/usr/bin/env python3
"""Times CP-SAT (one worker, default presolve) on puzzle files.

    cpsat_seeds.py [--limit SECONDS] FILE.pencil ...

Prints name, first_ms, two_ms, solutions (2 = at least two), separated by tabs. CPU ms, median
of five. The model is built by Python outside the timer: only solve() is measured.
"""
import argparse
import sys

sys.dont_write_bytecode = True
import cpsat_model
import pencil
import timing
from ortools.sat.python import cp_model


def main():
    options = argparse.ArgumentParser()
    options.add_argument('--limit', type=float, default=60)
    options.add_argument('files', nargs='+')
    arguments = options.parse_args()
    for puzzle in pencil.load(arguments.files):
        def first(ready):
            return cpsat_model.solver(time_limit=arguments.limit).solve(ready[0])

        def two(ready):
            found = cpsat_model.Enumerate(ready[1], 2)
            status = cpsat_model.solver(True, arguments.limit).solve(ready[0], found)
            return found.count, found.count == 2 or status in (cp_model.OPTIMAL, cp_model.INFEASIBLE)

        first_ms, status = timing.median_ms(lambda: cpsat_model.build(puzzle), first)
        two_ms, (solutions, certain) = timing.median_ms(lambda: cpsat_model.build(puzzle), two)
        timing.report(puzzle.name, None if status == cp_model.UNKNOWN else first_ms,
                      two_ms if certain else None, solutions if certain else '?')


if __name__ == '__main__':
    main()
