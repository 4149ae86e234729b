#!/usr/bin/env python3
"""Runs every benchmark whose peers are there and rewrites the tables of bench/README.md.

    bench/all.py [--only NAME,...] [--list]

The peers are named by the environment as each script tells: ISS, TDOKU, SERATE, HODOKU; SUITES is the folder
with the sets of puzzles (../shared/data). A table stands in the README between two comments with its name;
what cannot be measured keeps its old table, and is named at the end. Leaves with 1 if a benchmark failed.
"""
import argparse
import datetime
import os
import pathlib
import re
import shutil
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
README = BENCH / 'README.md'
SUITES = pathlib.Path(os.environ.get('SUITES', ROOT.parent / 'shared/data'))
CLASSIC = SUITES / 'classic'
LARGE = sorted((BENCH / 'large').glob('*.pencil'))


def plain():
    sets = sorted(CLASSIC.glob('*.txt'))
    return ['cargo', 'run', '--release', '-q', '--manifest-path', BENCH / 'plain/Cargo.toml', '--', *sets]


# Name, command, what it needs: variables, programs, files.
BENCHMARKS = {
    'plain': (plain, [], ['cargo'], [CLASSIC]),
    'tdoku': (lambda: [BENCH / 'tdoku.py', *sorted(CLASSIC.glob('*.txt'))], ['TDOKU'], [], [CLASSIC]),
    'lines': (lambda: [BENCH / 'lines.py', CLASSIC / '17clue_20k.txt', CLASSIC / 'hardest_1106_375.txt'],
              [], [], [CLASSIC]),
    'founding': (lambda: [BENCH / 'founding.py'], [], ['swipl', 'hyperfine'], []),
    'large': (lambda: [BENCH / 'founding.py', '--no-cold', '--process', '--peers', 'cpsat,clingo', *LARGE], [], [], []),
    'variants': (lambda: [BENCH / 'iss.py', SUITES / 'puzzles/iss.jsonl', '--nodes', '100000',
                          '--backtracks', '100000', '--seconds', '0.2', '--brief'],
                 ['ISS'], ['node'], [SUITES / 'puzzles/iss.jsonl']),
    'modes': (lambda: [BENCH / 'modes.py'], ['ISS'], ['node'], []),
    'prolog': (lambda: [BENCH / 'prolog.py', '--quick'], [], ['swipl', 'gprolog'], []),
    'asp': (lambda: [BENCH / 'asp.py'], [], [], []),
    'grade': (lambda: [BENCH / 'grade.py'], ['SERATE', 'HODOKU'], ['java'], []),
    'generate': (lambda: [BENCH / 'generate.py'], [], ['qqwing'], []),
}


def lacking(variables, programs, files):
    """The first thing that a benchmark needs and that is not there."""
    for variable in variables:
        if not os.environ.get(variable):
            return f'{variable} is not set'
    for program in programs:
        if not shutil.which(program):
            return f'{program} is not installed'
    for file in files:
        if not file.exists():
            return f'there is no {file.name}'
    return None


def measure(command):
    """What a benchmark prints, its exit code, and the largest of its processes in megabytes."""
    process = subprocess.Popen([str(word) for word in command], stdout=subprocess.PIPE, text=True, cwd=ROOT)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    return output, os.waitstatus_to_exitcode(status), usage.ru_maxrss / 1024


def as_markdown(output):
    """Tables stay as they are; lines that are none stand as they were printed."""
    blocks = [block.strip('\n') for block in re.split(r'\n\s*\n', output) if block.strip()]
    return '\n\n'.join(block if block.startswith('|') else f'```text\n{block}\n```' for block in blocks)


def rewrite(name, text):
    """Puts a table into its place; a new one goes to the end."""
    start, end = f'<!-- {name}: begin -->', f'<!-- {name}: end -->'
    whole = README.read_text()
    place = f'{start}\n\n{text}\n\n{end}'
    if start in whole:
        before, rest = whole.split(start, 1)
        whole = before + place + rest.split(end, 1)[1]
    else:
        whole = f'{whole.rstrip()}\n\n### {name}\n\n{place}\n'
    README.write_text(whole)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--only', help='names, with commas between')
    parser.add_argument('--list', action='store_true', help='the names')
    options = parser.parse_args()
    if options.list:
        print('\n'.join(BENCHMARKS))
        return 0
    names = options.only.split(',') if options.only else list(BENCHMARKS)
    unknown = [name for name in names if name not in BENCHMARKS]
    if unknown:
        parser.error(f'no benchmark is called {unknown[0]}; --list shows them')
    build = ['cargo', 'build', '--release', '-q', '-p', 'pencilmark', '-p', 'bench']
    subprocess.run(build, cwd=ROOT, check=True)
    left_out, failed = [], []
    for name in names:
        command, *needs = BENCHMARKS[name]
        if why := lacking(*needs):
            left_out.append(f'{name}: {why}')
            continue
        print(f'{name} ...', file=sys.stderr, flush=True)
        output, code, memory = measure(command())
        if code:
            failed.append(f'{name} ended with {code}')
        today = datetime.date.today().isoformat()
        rewrite(name, f'{as_markdown(output)}\n\n{today}; the largest process, peers included, took {memory:.0f} MB.')
    for line in left_out:
        print(f'LEFT OUT {line}')
    for line in failed:
        print(f'FAILED {line}')
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())
