#!/usr/bin/env python3
"""Counting and true candidates beside Interactive Sudoku Solver, in one run, as ratios.

    ISS=CHECKOUT bench/modes.py [--most N] [--seconds S] [--limit S] [FILE ...]

ISS names a working tree of the peer (github.com/sigh/Interactive-Sudoku-Solver), which `node`
runs; nothing of it is part of this repository. Ours are target/release/pencilmark and bench, or what
PENCILMARK and BENCH name. The puzzles are drafts: each FILE (puzzles/*.pencil) loses statements from its end
until it has a thousand solutions or none is left to lose, and goes to the peer by `convert --to iss`.
Counting ends at N solutions (100,000). A ratio is the peer's CPU time by ours: reading, building and
searching in a process that is warm, one thread each, the median of several runs. What the peer does
not end within the limit (120 s) counts as if it ended there. Leaves with 1 if the two disagree.
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


def theirs(checkout, name, input, options):
    """What the peer says of a draft; nothing if that takes too long."""
    with tempfile.NamedTemporaryFile('w', suffix='.jsonl') as file:
        print(json.dumps({'name': name, 'input': input}), file=file, flush=True)
        command = ['node', ROOT / 'bench/peers/iss_modes.mjs', checkout, file.name,
                   '--most', str(options.most), '--seconds', str(options.seconds)]
        try:
            done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                                  timeout=options.limit)
            return [json.loads(line) for line in done.stdout.splitlines()]
        except subprocess.TimeoutExpired as late:
            return [json.loads(line) for line in (late.stdout or b'').decode().splitlines()]


def mean(ratios):
    return math.exp(sum(map(math.log, ratios)) / len(ratios)) if ratios else math.nan


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('files', nargs='*', default=sorted((ROOT / 'puzzles').glob('*.pencil')))
    parser.add_argument('--most', type=int, default=100_000)
    parser.add_argument('--seconds', type=float, default=1)
    parser.add_argument('--limit', type=float, default=120)
    options = parser.parse_args()
    checkout = os.environ.get('ISS')
    if not checkout:
        sys.exit('ISS must name a working tree of Interactive Sudoku Solver')
    print('| draft | solutions | counting, ours | ISS | ratio | candidates, ours | ISS | ratio | our memory |')
    print('|---|---:|---:|---:|---:|---:|---:|---:|---:|')
    ratios, wrong = {'count': [], 'candidates': []}, []
    for name, text, input in drafts(options.files):
        *mine, memory = ours(text, options.most)
        answers = {key: row for line in theirs(checkout, name, input, options) for key, row in line.items()}
        if 'error' in answers:
            wrong.append(f"{name}: the peer says {answers['error']}")
            continue
        cells = []
        for mode, (time, found) in zip(ratios, mine):
            other = answers.get(mode)
            if other and other['answer'] != found:
                wrong.append(f"{name}: {mode} {found}, {other['answer']} there")
            # Who did not end counts as if it had ended now.
            ratios[mode].append((other['ms'] if other else 1000 * options.limit) / time)
            theirs_ms = f"{other['ms']:.1f} ms" if other else f'over {options.limit:g} s'
            cells.append(f"{time:.2f} ms | {theirs_ms} | {'' if other else '> '}{ratios[mode][-1]:.1f}x")
        print(f'| {name} | {mine[0][1]:,} | {cells[0]} | {cells[1]} | {memory:.0f} MB |', flush=True)
    counting, candidates = map(mean, ratios.values())
    print(f'\ncounting: geometric mean {counting:.1f}, candidates: {candidates:.1f} (wanted: 20)')
    print('\n'.join(f'DISAGREE {line}' for line in wrong), end='\n' if wrong else '')
    sys.exit(bool(wrong))


if __name__ == '__main__':
    main()
