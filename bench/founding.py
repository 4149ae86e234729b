#!/usr/bin/env python3
"""Runs Pencilmark and its peers on the puzzle files, one after the other in one run, and prints ratios.

    bench/founding.py [--peers swi,cpsat,clingo] [--limit 60] [--core 1] [--no-cold] [--process] [FILE.pencil ...]

With --process ours are whole processes, `solve` and `check` with one thread, their start included: both
of our engines take part. What each timer covers is told in bench/README.md. Whatever is not installed or not built is
left out and named at the end. Leaves with 1 when a program failed or two of them disagree
about a number of solutions.
"""
import argparse
import importlib.util
import json
import math
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
PEERS = BENCH / 'peers'
TITLES = {'swi': 'SWI-Prolog', 'cpsat': 'CP-SAT', 'clingo': 'clingo'}
COLD_LIMIT_MS = 2_000  # a peer slower than this is not started cold again and again

skipped, problems = [], []


def skip(what, why):
    skipped.append(f'{what}: {why}')
    print(f'SKIPPED {what}: {why}', file=sys.stderr, flush=True)


def run(what, command, prefix):
    """The tab-separated lines that a command prints, or none if it failed."""
    print(f'running {what} ...', file=sys.stderr, flush=True)
    done = subprocess.run([*prefix, *map(str, command)], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    if done.returncode:
        problems.append(f'{what} ended with {done.returncode}')
    return [line.split('\t') for line in done.stdout.splitlines() if not line.startswith('#')]


def milliseconds(text):
    return None if text == '-' else float(text)


def measure_ours(program, files, prefix):
    """{name: (ms, solutions, nodes, search ms)}; ms = build + first + two, search ms = first + two."""
    if not program.exists():
        skip('Pencilmark', f'{program.name} is not built (cargo build --release)')
        return {}
    return {name: ((float(build) + float(first) + float(two)) / 1e3, solutions, nodes,
                   (float(first) + float(two)) / 1e3)
            for name, build, first, two, solutions, nodes
            in run('Pencilmark', [program, 'founding', *files], prefix)}


def measure_processes(program, files, prefix):
    """The same for whole processes; nothing of them is known to be search."""
    if not program.exists():
        skip('Pencilmark', f'{program.name} is not built (cargo build --release)')
        return {}
    return {file.stem: process_times(program, file, prefix) for file in files}


def process_times(program, file, prefix):
    times = []
    for command in ('solve', 'check'):
        runs = []
        for _ in range(5):
            process = subprocess.Popen([*prefix, program, command, '--threads', '1', '--json', file],
                                       stdout=subprocess.PIPE, text=True)
            answer = json.loads(process.stdout.read())
            _, _, usage = os.wait4(process.pid, 0)
            runs.append(1000 * (usage.ru_utime + usage.ru_stime))
        times.append(sorted(runs)[2])
    return sum(times), str(answer['count']), str(answer['nodes']), None


def measure_peer(peer, files, prefix, limit, swi_text):
    """{name: (ms or None, solutions)}; ms = first + two."""
    if peer == 'swi':
        if not shutil.which('swipl'):
            return skip('SWI-Prolog', 'swipl is not installed') or {}
        command = ['swipl', '-q', '-g', 'main', '-t', 'halt', PEERS / 'swi_seeds.pl', '--', swi_text, limit]
    else:
        module = {'cpsat': 'ortools', 'clingo': 'clingo'}[peer]
        if not importlib.util.find_spec(module):
            return skip(TITLES[peer], f'the Python package {module} is not installed') or {}
        command = [sys.executable, PEERS / f'{peer}_seeds.py', '--limit', limit, *files]
    rows = {}
    for name, first, two, solutions in run(TITLES[peer], command, prefix):
        times = milliseconds(first), milliseconds(two)
        rows[name] = None if None in times else sum(times), solutions
    return rows


def check_counts(ours, theirs):
    for peer, rows in theirs.items():
        for name, (_, solutions) in rows.items():
            mine = ours.get(name)
            if mine and solutions != '?' and min(int(mine[1]), 2) != int(solutions):
                problems.append(f'{name}: {mine[1]} solutions, {TITLES[peer]} says {solutions}')


def number(value):
    return f'{value:,.3f}' if value < 10 else f'{value:,.1f}' if value < 100 else f'{value:,.0f}'


def table(head, rows):
    print('| ' + ' | '.join(head) + ' |')
    print('|---' + '|---:' * (len(head) - 1) + '|')
    for row in rows:
        print('| ' + ' | '.join(row) + ' |')
    print()


def print_ratios(names, ours, theirs, limit, covered):
    head = ['puzzle', 'solutions', 'Pencilmark ms', 'of it search', 'nodes']
    head += [f'{TITLES[peer]} {what}' for peer in theirs for what in ('ms', 'ratio')]
    rows, ratios = [], {peer: [] for peer in theirs}
    for name in names:
        mine = ours.get(name)
        counts = [rows_[name][1] for rows_ in theirs.values() if name in rows_]
        count = mine[1] if mine else min(counts, default='')
        row = [name, {'2': '2 or more'}.get(count, count)]
        search = number(mine[3]) if mine and mine[3] else ''
        row += [number(mine[0]), search, mine[2]] if mine else ['', '', '']
        for peer, rows_ in theirs.items():
            if name not in rows_:
                row += ['', '']
                continue
            ms = rows_[name][0]
            row.append(f'over {limit:g} s' if ms is None else number(ms))
            if mine is None:
                row.append('')
            elif ms is None:
                row.append(f'> {limit * 1e3 / mine[0]:,.0f}')
            else:
                ratios[peer].append(ms / mine[0])
                row.append(f'{ms / mine[0]:,.1f}')
        rows.append(row)
    if ours:
        last = ['geometric mean', '', '', '', '']
        for values in ratios.values():
            mean = math.exp(sum(map(math.log, values)) / len(values)) if values else None
            last += ['', f'{mean:,.1f} ({len(values)})' if mean else '']
        rows.append(last)
    print(f'CPU time in the process: peer first + two, Pencilmark {covered}; ratio = peer / Pencilmark.\n')
    table(head, rows)


def hyperfine(command, runs):
    """Median wall ms of whole processes, or None (and a problem noted) if one failed."""
    with tempfile.NamedTemporaryFile(suffix='.json') as out:
        done = subprocess.run(['hyperfine', '-N', '--warmup', '1', '--runs', str(runs), '--style', 'none',
                               '--export-json', out.name, command],
                              cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if done.returncode:
            problems.append(f'{command}: {done.stderr.strip()}')
            return None
        return json.load(open(out.name))['results'][0]['median'] * 1e3


def write_swi(files, path):
    with open(path, 'w') as out:
        subprocess.run([sys.executable, PEERS / 'swi_program.py', *files], stdout=out, check=True)
    return path


def print_cold(program, files, ours, theirs, folder):
    """Whole processes on the puzzles with one solution: start, read, solve, prove."""
    if not shutil.which('hyperfine'):
        return skip('cold start', 'hyperfine is not installed')
    if not program.exists():
        return skip('cold start', f'{program.name} is not built (cargo build --release)')
    swi, rows = theirs.get('swi', {}), []
    for file in files:
        name = file.stem
        if name in ours and ours[name][1] != '1':
            continue
        print(f'cold start, {name} ...', file=sys.stderr, flush=True)
        mine = hyperfine(f'{program} check {file}', 20)
        peer = None
        if swi.get(name, (None,))[0] is not None and swi[name][0] < COLD_LIMIT_MS:
            goal = f"puzzle('{name}',R),append(R,V),findall(V,labeling([ff],V),[_])"
            text = write_swi([file], folder / 'one.pl')
            peer = hyperfine(f'swipl -q -g "{goal}" -t halt {text}', 5)
        rows.append([name, number(mine) if mine else '', number(peer) if peer else '',
                     f'{peer / mine:,.1f}' if mine and peer else ''])
    print('Cold start, wall time of the whole process (hyperfine, median): `pencilmark check FILE`,'
          ' and swipl loading library(clpfd) and the same puzzle.\n')
    table(['puzzle', 'Pencilmark ms', 'SWI-Prolog ms', 'ratio'], rows)


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument('--peers', default='swi,cpsat,clingo')
    options.add_argument('--limit', type=float, default=60, help='seconds for one measurement of a peer')
    options.add_argument('--core', help='pin everything to this core (taskset)')
    options.add_argument('--no-cold', action='store_true')
    options.add_argument('--process', action='store_true')
    options.add_argument('--ours', type=pathlib.Path, default=ROOT / 'target/release/bench')
    options.add_argument('--pencilmark', type=pathlib.Path, default=ROOT / 'target/release/pencilmark')
    options.add_argument('files', nargs='*', type=pathlib.Path)
    arguments = options.parse_args()
    files = [f.resolve() for f in arguments.files] or sorted((ROOT / 'puzzles').glob('*.pencil'))
    prefix = ['taskset', '-c', arguments.core] if arguments.core else []

    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        swi_text = write_swi(files, folder / 'puzzles.pl')
        if arguments.process:
            covered = 'whole processes, solve + check'
            ours = measure_processes(arguments.pencilmark.resolve(), files, prefix)
        else:
            covered = 'build + first + two'
            ours = measure_ours(arguments.ours.resolve(), files, prefix)
        theirs = {}
        for peer in arguments.peers.split(','):
            rows = measure_peer(peer, files, prefix, arguments.limit, swi_text)
            if rows:
                theirs[peer] = rows
        check_counts(ours, theirs)
        print_ratios([f.stem for f in files], ours, theirs, arguments.limit, covered)
        if not arguments.no_cold:
            print_cold(arguments.pencilmark.resolve(), files, ours, theirs, folder)

    for line in skipped:
        print(f'NOT MEASURED  {line}')
    for line in problems:
        print(f'PROBLEM  {line}')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
