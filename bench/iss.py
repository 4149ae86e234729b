#!/usr/bin/env python3
"""Pencilmark and Interactive Sudoku Solver on the same puzzles in one run, as ratios.

    ISS=CHECKOUT bench/iss.py SUITE.jsonl [--only PART-OF-NAME] [--nodes N] [--backtracks N]
        [--seconds S] [--once] [--brief]

ISS names a working tree of the peer (github.com/sigh/Interactive-Sudoku-Solver), which `node`
runs; nothing of it is part of this repository. Ours is target/release/bench, or what BENCH names.
Both build a puzzle and search until two solutions are found or there are no more. A ratio is the
peer's CPU time by ours, building and searching together; *search* is searching alone. Nodes of
ours and guesses of theirs both count values assumed while others were possible. Puzzles that one
of the two does not finish are listed apart. Leaves with 1 if the two disagree on a puzzle.

With `--once` a process of each goes through the suite and solves every puzzle once, as who has a
puzzle does; the median of three processes counts. Without, each puzzle is solved again and again
before it is timed, so that `node` has compiled what that very puzzle needs: a figure about the
two engines, not about what a user waits for.
"""
import argparse
import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent


RUNS = 3


def middle(measure, options):
    """What one process measured; of several, the median times of each puzzle."""
    runs = [measure(options) for _ in range(RUNS if options.once else 1)]
    for name, first in runs[0].items():
        for part in ('build', 'search'):
            first[part] = statistics.median(run[name][part] for run in runs)
    return runs[0]


def ours(options):
    """Build and search in milliseconds, nodes and the number of solutions, by name."""
    bench = os.environ.get('BENCH', ROOT / 'target/release/bench')
    command = [bench, 'suite', options.suite, '--limit-nodes', str(options.nodes)]
    command += ['--only', options.only] if options.only else []
    command += ['--once'] if options.once else []
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for line in output.splitlines():
        if line.startswith('#'):
            continue
        _, name, _, build, solve, nodes, _, status, _ = line.split('\t')
        found[name] = {'build': float(build) / 1000, 'search': float(solve) / 1000,
                       'nodes': int(nodes), 'solutions': SOLUTIONS[status]}
    return found


SOLUTIONS = {'None': 0, 'Unique': 1, 'Multiple': 2, 'Unknown': None}


def theirs(options, checkout):
    """The same of the peer."""
    command = ['node', ROOT / 'bench/peers/iss.mjs', checkout, options.suite,
               '--backtracks', str(options.backtracks),
               '--seconds', '0' if options.once else str(options.seconds)]
    command += ['--only', options.only] if options.only else []
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    found = {}
    for row in map(json.loads, output.splitlines()):
        if 'error' not in row:
            solutions = min(row['solutions'], 2) if row['whole'] else None
            found[row['name']] = {'build': row['build_ms'], 'search': row['search_ms'],
                                  'nodes': row['guesses'], 'solutions': solutions}
    return found


def mean(ratios):
    return math.exp(statistics.fmean(map(math.log, ratios)))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('suite')
    parser.add_argument('--only', default='')
    parser.add_argument('--nodes', type=int, default=300_000, help='our limit')
    parser.add_argument('--backtracks', type=int, default=300_000, help="the peer's limit")
    parser.add_argument('--seconds', type=float, default=0.3, help='to warm the peer up, for each puzzle')
    parser.add_argument('--once', action='store_true', help='every puzzle once, nothing warmed up')
    parser.add_argument('--brief', action='store_true', help='only what the puzzles come to')
    options = parser.parse_args()
    checkout = os.environ.get('ISS')
    if not checkout:
        parser.error('ISS must name a working tree of Interactive Sudoku Solver')
    mine = middle(ours, options)
    peer = middle(lambda options: theirs(options, checkout), options)
    names = [name for name in mine if name in peer]
    both = [n for n in names if mine[n]['solutions'] is not None and peer[n]['solutions'] is not None]
    if not options.brief:
        print('# name\tours_ms\ttheirs_ms\tratio\tsearch_ratio\tnodes\tguesses')
    whole, search, nodes, slower, wrong = [], [], [], [], []
    for name in both:
        a, b = mine[name], peer[name]
        total = [max(x['build'] + x['search'], 1e-3) for x in (a, b)]
        whole.append(total[1] / total[0])
        search.append(max(b['search'], 1e-3) / max(a['search'], 1e-3))
        nodes.append(max(a['nodes'], 1) / max(b['nodes'], 1))
        if not options.brief:
            print(f"{name}\t{total[0]:.2f}\t{total[1]:.2f}\t{whole[-1]:.2f}\t{search[-1]:.2f}"
                  f"\t{a['nodes']}\t{b['nodes']}")
        if whole[-1] < 1 or search[-1] < 1:
            slower.append(f'{name} ({whole[-1]:.2f}, search {search[-1]:.2f})')
        if a['solutions'] != b['solutions']:
            wrong.append(f"{name}: {a['solutions']} solutions here, {b['solutions']} there")
    print(f'\n{len(both)} puzzles that both finish')
    if both:
        print(f'time: geometric mean {mean(whole):.1f} times faster, median '
              f'{statistics.median(whole):.1f}; searching alone {mean(search):.1f}, '
              f'{statistics.median(search):.1f}')
        print(f'nodes by guesses: median {statistics.median(nodes):.2f}, '
              f'geometric mean {mean(nodes):.2f}')
    print(f'slower ({len(slower)}): {"; ".join(slower) or "none"}')
    for who, here, there in [('only we finish', mine, peer), ('only they finish', peer, mine)]:
        alone = [n for n in names
                 if here[n]['solutions'] is not None and there[n]['solutions'] is None]
        print(f'{who} ({len(alone)}): {"; ".join(alone) or "none"}')
    neither = [n for n in names if mine[n]['solutions'] is None and peer[n]['solutions'] is None]
    print(f'nobody ({len(neither)}): {"; ".join(neither) or "none"}')
    print('\n'.join(f'DISAGREE {line}' for line in wrong), end='\n' if wrong else '')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
