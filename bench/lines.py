#!/usr/bin/env python3
"""A file of a million plain lines through the command, beside the rate of the library.

    bench/lines.py [--lines N] [--threads N,...] FILE ...

The lines of each FILE are repeated until there are N (a million). `pencilmark check` reads them from a file and
writes its verdicts into another; wall time. The library's rate is that of `pencilmark bench` on the same
lines, one thread and the solver alone. Wanted: at least 90 % of that rate times
the threads. PENCILMARK names our program, by default target/release/pencilmark.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
PENCILMARK = os.environ.get('PENCILMARK', ROOT / 'target/release/pencilmark')


def library(path):
    """Lines a second of the solver alone, one thread."""
    output = subprocess.run([PENCILMARK, 'bench', '--json', path],
                            stdout=subprocess.PIPE, text=True, check=True).stdout
    figures = json.loads(output)
    return figures['puzzles'] / figures['seconds']


def command(path, threads):
    """Lines a second of the command, the best of three, and its peak memory in megabytes."""
    best, memory = float('inf'), 0
    with tempfile.NamedTemporaryFile() as out:
        for _ in range(3):
            start = time.monotonic()
            process = subprocess.Popen([PENCILMARK, 'check', '-q', '--threads', str(threads), path],
                                       stdout=out, stderr=subprocess.DEVNULL)
            _, _, usage = os.wait4(process.pid, 0)
            best = min(best, time.monotonic() - start)
            memory = max(memory, usage.ru_maxrss / 1024)
            out.seek(0)
    return best, memory


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('files', nargs='+', type=pathlib.Path)
    parser.add_argument('--lines', type=int, default=1_000_000)
    parser.add_argument('--threads', default=f'1,{os.cpu_count()}')
    options = parser.parse_args()
    print('| set | library, lines/s | threads | command, lines/s | share | memory |')
    print('|---|---:|---:|---:|---:|---:|')
    for file in options.files:
        lines = [line for line in file.read_text().splitlines() if line and not line.startswith('#')]
        if not lines:
            continue
        with tempfile.NamedTemporaryFile('w', suffix='.txt') as many:
            for i in range(options.lines):
                print(lines[i % len(lines)][:81], file=many)
            many.flush()
            rate = library(many.name)
            for threads in map(int, options.threads.split(',')):
                seconds, memory = command(many.name, threads)
                mine = options.lines / seconds
                print(f'| {file.stem} | {rate:,.0f} | {threads} | {mine:,.0f} | '
                      f'{mine / rate / threads:.0%} | {memory:.0f} MB |', flush=True)


if __name__ == '__main__':
    sys.exit(main())
