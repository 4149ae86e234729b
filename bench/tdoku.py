#!/usr/bin/env python3
"""Plain 9x9 lines: our solver and tdoku in turns, as ratios.

    TDOKU=PATH/run_benchmark bench/tdoku.py FILE ...

TDOKU names tdoku's own benchmark program (github.com/t-dillon/tdoku, target run_benchmark); nothing of it is
part of this repository. Both count solutions up to two. Ours is `pencilmark bench`'s solver as bench/plain
measures it, theirs what their program says of itself; three turns each, the best counts, so that
other users of the machine matter less. Set LD_PRELOAD in TDOKU_PRELOAD to have it measure CPU time.
"""
import os
import pathlib
import re
import subprocess
import sys

BENCH = pathlib.Path(__file__).resolve().parent


def ours(file):
    command = ['cargo', 'run', '--release', '-q', '--manifest-path', BENCH / 'plain/Cargo.toml', '--', file]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    name, mine, crate, *_ = output.splitlines()[-1].split()
    return float(mine), float(crate)


def theirs(program, file):
    environment = dict(os.environ)
    if preload := environment.get('TDOKU_PRELOAD'):
        environment['LD_PRELOAD'] = preload
    command = [program, '-t1', '-w1', '-n100000', '-e1', '-v0', '-stdoku', file]
    output = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout
    row = next(line for line in output.splitlines() if line.startswith('|tdoku'))
    return float(re.split(r'\s*\|\s*', row.strip('|'))[2])


def main():
    program = os.environ.get('TDOKU')
    if not program or len(sys.argv) < 2:
        sys.exit('TDOKU=PATH/run_benchmark bench/tdoku.py FILE ...')
    print('| set | ours us | tdoku us | ratio | crate sudoku us | ratio |\n|---|---:|---:|---:|---:|---:|')
    for file in sys.argv[1:]:
        turns = [(ours(file), theirs(program, file)) for _ in range(3)]
        mine = min(time for (time, _), _ in turns)
        crate = min(time for (_, time), _ in turns)
        peer = min(time for _, time in turns)
        print(f'| {pathlib.Path(file).stem} | {mine:.2f} | {peer:.2f} | {peer / mine:.2f} | {crate:.2f} | '
              f'{crate / mine:.2f} |', flush=True)


if __name__ == '__main__':
    main()
