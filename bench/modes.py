#!/usr/bin/env python3
"""Counting and true candidates beside Interactive Sudoku Solver, in one run, as ratios.

    ISS=CHECKOUT bench/modes.py [--most N] [--seconds S] [FILE ...]

ISS names a working tree of the peer (github.com/sigh/Interactive-Sudoku-Solver), which `node`
runs; nothing of it is part of this repository. Ours are target/release/pencilmark and bench, or what
PENCILMARK and BENCH name. The puzzles are drafts: each FILE (puzzles/*.pencil) loses statements from its end
until it has a thousand solutions or none is left to lose, and goes to the peer by `convert --to iss`.
Counting ends at N solutions (100,000). A ratio is the peer's CPU time by ours: reading, building and
searching in a process that is warm, one thread each, the median of several runs. Leaves with 1 if the
two disagree.
"""
import argparse
import json
import math
import os
import pathlib
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PENCILMARK = os.environ.get('PENCILMARK', ROOT / 'target/release/pencilmark')
BENCH = os.environ.get('BENCH', ROOT / 'target/release/bench')
KEPT = ('title', 'author', 'grid', 'digits', '#')


def count(text, most):
    words = ['count', '--json', '--threads', '1', '--time-limit', '20s', '--limit', str(most), '-']
    return json.loads(subprocess.run([PENCILMARK, *words], input=text, stdout=subprocess.PIPE,
                                     stderr=subprocess.DEVNULL, text=True).stdout)


def ours(text, most):
    """Milliseconds and answers of both modes, and the memory of the whole process in megabytes."""
    with tempfile.NamedTemporaryFile('w', suffix='.pencil') as file:
        file.write(text)
        file.flush()
        process = subprocess.Popen([BENCH, 'modes', '--most', str(most), file.name],
                                   stdout=subprocess.PIPE, text=True)
        line = process.stdout.read().splitlines()[-1]
        _, _, usage = os.wait4(process.pid, 0)
    _, count_us, solutions, marks_us, marks = line.split('\t')
    return ((float(count_us) / 1e3, int(solutions)), (float(marks_us) / 1e3, int(marks)),
            usage.ru_maxrss / 1024)


def draft(text):
    """The puzzle without so many of its last statements that it has a thousand solutions."""
    lines = text.splitlines()
    while True:
        answer = count('\n'.join(lines), 1000)
        if answer['count'] >= 1000:
            return '\n'.join(lines) + '\n'
        if not answer['exact']:
            return None
        last = [i for i, line in enumerate(lines)
                if line.strip() and not line[0].isspace() and not line.startswith(KEPT)]
        if not last:
            return None
        # A statement takes the indented lines below it along.
        end = last[-1] + 1
        while end < len(lines) and lines[end][:1].isspace():
            end += 1
        del lines[last[-1]:end]


def drafts(files):
    """Names, our text and the peer's of the puzzles that both can hold."""
    for file in files:
        text = draft(pathlib.Path(file).read_text())
        name = pathlib.Path(file).stem
        if text is None:
            print(f'left out: {name} does not come to a thousand solutions', file=sys.stderr)
            continue
        converted = subprocess.run([PENCILMARK, 'convert', '--to', 'iss', '-'], input=text, text=True,
                                   capture_output=True)
        if converted.returncode or 'cannot' in converted.stderr:
            print(f'left out: {name} has no form in the language of the peer', file=sys.stderr)
            continue
        yield name, text, converted.stdout.strip()


def theirs(checkout, puzzles, options):
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
        for name, _, input in puzzles:
            print(json.dumps({'name': name, 'input': input}), file=file)
        file.flush()
        command = ['node', ROOT / 'bench/peers/iss_modes.mjs', checkout, file.name,
                   '--most', str(options.most), '--seconds', str(options.seconds)]
        output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return {row['name']: row for row in map(json.loads, output.splitlines())}


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('files', nargs='*', default=sorted((ROOT / 'puzzles').glob('*.pencil')))
    parser.add_argument('--most', type=int, default=100_000)
    parser.add_argument('--seconds', type=float, default=1)
    options = parser.parse_args()
    checkout = os.environ.get('ISS')
    if not checkout:
        sys.exit('ISS must name a working tree of Interactive Sudoku Solver')
    puzzles = list(drafts(options.files))
    peer = theirs(checkout, puzzles, options)
    print('| draft | solutions | counting, ours | ISS | ratio | candidates, ours | ISS | ratio | our memory |')
    print('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
    ratios, wrong = ([], []), []
    for name, text, _ in puzzles:
        row = peer[name]
        if 'error' in row:
            wrong.append(f"{name}: the peer says {row['error']}")
            continue
        (count_ms, found), (candidates_ms, marks), memory = ours(text, options.most)
        if found != row['count']['answer']:
            wrong.append(f"{name}: {found} solutions, {row['count']['answer']} there")
        if marks != row['candidates']['answer']:
            wrong.append(f"{name}: {marks} candidates, {row['candidates']['answer']} there")
        cells = []
        for list_, mine, other in zip(ratios, (count_ms, candidates_ms), ('count', 'candidates')):
            list_.append(row[other]['ms'] / mine)
            cells.append(f"{mine:.2f} ms | {row[other]['ms']:.1f} ms | {list_[-1]:.1f}x")
        print(f'| {name} | {found:,} | {cells[0]} | {cells[1]} | {memory:.0f} MB |', flush=True)
    print(f'\ncounting: geometric mean {mean(ratios[0]):.1f}, candidates: {mean(ratios[1]):.1f} (wanted: 20)')
    print('\n'.join(f'DISAGREE {line}' for line in wrong), end='\n' if wrong else '')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
