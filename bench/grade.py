#!/usr/bin/env python3
"""Grades the same plain puzzles with Pencilmark, Sudoku Explainer and HoDoKu, one after the
other in one run, and prints times, ratios and how often they agree.

    SERATE=folder-of-classes HODOKU=hodoku.jar bench/grade.py [--number 100] [FILE]

FILE has a puzzle at the start of each line; by default it is ../shared/data/logic/se_rated.tsv,
of which every k-th line is taken. SERATE is the folder (or jar) with the classes of
SukakuExplainer, which is asked for the techniques of the original Sudoku Explainer; HODOKU is
HoDoKu's jar. Times are processor time of whole processes with one thread each, less what the
process takes for one easy puzzle (the start of a Java machine is no grading). Whatever is not
there is left out and named. Ends with 1 if a program failed.
"""
import argparse
import os
import pathlib
import re
import resource
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
DATA = ROOT / '../shared/data/logic/se_rated.tsv'
OURS = os.environ.get('PENCILMARK', ROOT / 'target/release/pencilmark')
CLASSIC = '1111000011010111011011011011000010100010111111'  # Sudoku Explainer 1.2.1
EASY = '..95...371379...522....369.352.1...6...4523...81.3.2..6.3.4.8.952...1.6....3.7...'


def puzzles(path, number):
    lines = [line[:81] for line in path.read_text().splitlines()]
    lines = [line for line in lines if re.fullmatch(r'[0-9.]{81}', line)]
    return lines[::max(1, len(lines) // number)][:number]


def measured(command, folder):
    """What a command prints, and its processor time in seconds."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(list(map(str, command)), cwd=folder, stdout=subprocess.PIPE,
                          stderr=subprocess.DEVNULL, text=True, errors='replace')
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return done.returncode, done.stdout, seconds


def ratings(text):
    """`3.6/1.2/1.2` on each line."""
    return re.findall(r'(?:^| )(\d+\.\d/\d+\.\d/\d+\.\d)', text, re.M)


def main():
    options = argparse.ArgumentParser(description=__doc__.split('\n\n')[0])
    options.add_argument('file', nargs='?', type=pathlib.Path, default=DATA)
    options.add_argument('--number', type=int, default=100)
    options = options.parse_args()
    if not options.file.exists():
        sys.exit(f'no puzzles: {options.file} is not there')
    lines = puzzles(options.file, options.number)
    java = ['java', '-Djava.awt.headless=true', '-Xss4m']
    serate, hodoku = os.environ.get('SERATE'), os.environ.get('HODOKU')
    programs = [('ours, ratings', [OURS, 'grade', '--quiet', '--threads', '1', '--format', '%r/%p/%d', 'FILE']),
                ('ours, scores', [OURS, 'grade', '--quiet', '--threads', '1', '--format', '%s %l', 'FILE'])]
    if serate:
        programs.append(('serate', [*java, '-cp', pathlib.Path(serate).resolve(), 'diuf.sudoku.test.serate',
                                    '--format=%r/%p/%d', '--input=FILE', '--output=-', '--threads=1',
                                    f'--techs={CLASSIC}']))
    if hodoku:
        programs.append(('HoDoKu', [*java, '-jar', pathlib.Path(hodoku).resolve(), '/bs', 'FILE', '/o', 'stdout']))
    failed, times, texts = [], {}, {}
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / 'many.txt').write_text('\n'.join(lines) + '\n')
        (pathlib.Path(folder) / 'one.txt').write_text(EASY + '\n')
        for name, command in programs:
            def of(file):
                return measured([str(word).replace('FILE', file) for word in command], folder)
            # HoDoKu takes every word with a slash in front for an option: names are relative.
            start = min(of('one.txt')[2] for _ in range(2))
            code, text, seconds = of('many.txt')
            if code:
                failed.append(f'{name} ended with {code}')
            times[name], texts[name] = max(seconds - start, 1e-4), text
            print(f'{name:<14} {1e3 * times[name] / len(lines):9.3f} ms a puzzle   '
                  f'(start {1e3 * start:.0f} ms)', flush=True)
    print(f'{len(lines)} puzzles')
    for peer, mine in [('serate', 'ours, ratings'), ('HoDoKu', 'ours, scores')]:
        if peer in times:
            print(f'{peer}: {times[peer] / times[mine]:.0f} times our time')
    if 'serate' in texts:
        own, theirs = ratings(texts['ours, ratings']), ratings(texts['serate'])
        same = sum(a == b for a, b in zip(own, theirs))
        print(f'the three ratings of Sudoku Explainer agree on {same} of {len(theirs)}')
    for variable in ('SERATE', 'HODOKU'):
        if not os.environ.get(variable):
            print(f'left out: {variable} is not set')
    for problem in failed:
        print(problem)
    sys.exit(bool(failed))


if __name__ == '__main__':
    main()
