#!/usr/bin/env python3
"""Puzzles made by Pencilmark, qqwing and Simon Tatham's Solo in one run: how many a second.

    bench/generate.py [--count N] [--seed S] [--only PART-OF-NAME]

All on one thread, CPU time of whole processes. Solo has no puzzles of any level: where we are asked
for none, it makes basic ones, its fastest. Every puzzle of ours is counted again by
`pencilmark check`, ten of each kind by clingo (the Python package) from `convert --to asp`,
and graded again by `pencilmark grade` where a level or a rating was asked for; the number of
givens is told as smallest, median and largest. Ten times as many plain puzzles are made at the
end: two that are the same but for their digits, their lines and their side would be told, and
how many have how many givens. PENCILMARK names our program, by default
target/release/pencilmark. Leaves with 1 if a puzzle is not what it should be.
"""
import argparse
import collections
import os
import pathlib
import resource
import shutil
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
OURS = os.environ.get('PENCILMARK', ROOT / 'target/release/pencilmark')

# Name, options of ours, options of qqwing, options of Solo, wanted a second, share of the count.
KINDS = [
    ('classic', '', '', '3x3db', 1000, 1),
    ('classic, half a turn', '--symmetry rotate180', '--symmetry rotate180', '3x3r2db', 1000, 1),
    ('classic, easy', '--level easy', '--difficulty easy', '3x3db', 100, 1),
    ('classic, medium', '--level medium', '--difficulty intermediate', '3x3di', 100, 1),
    ('classic, hard', '--level hard', '--difficulty expert', '3x3da', 100, 1),
    ('classic, unfair', '--level unfair', None, '3x3de', 100, 1),
    ('classic, extreme', '--level extreme', None, None, 100, 1),
    ('classic, 3.0 to 4.5', '--rating 3.0..4.5', None, None, 100, 1),
    ('killer', 'killer', None, '3x3kdb', 100, 1),
    ('jigsaw', 'jigsaw', None, '9jdb', 30, 1),
    *((kind, kind, None, solo, 10, 1) for kind, solo in (
        ('x', '3x3xdb'), ('windoku', None), ('latin', None), ('anti-knight', None),
        ('anti-king', None), ('non-consecutive', None), ('disjoint-groups', None),
        ('thermo', None), ('arrow', None), ('little-killer', None), ('kropki', None),
        ('xv', None), ('whisper', None), ('renban', None), ('sandwich', None))),
    ('killer and thermo', 'killer thermo', None, None, 10, 1),
    ('4x4', '--size 4', None, '2x2db', 10, 1),
    ('6x6', '--size 6', None, '2x3db', 10, 1),
    ('16x16', '--size 16', None, '4x4db', 0, .03),
    # What explains these takes longer.
    *((f'{kind}, {level}', f'{kind} --level {level}', None, None, 0, .02)
      for kind in ('killer', 'jigsaw', 'x', 'thermo') for level in ('medium', 'hard')),
]


def cpu(command, **options):
    """What a command prints, and the CPU seconds it takes."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False, **options)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ran, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def rate(command, count):
    """How many a second a peer makes, or None without the peer."""
    if shutil.which(command[0]) is None:
        return None
    _, seconds = cpu(command, stderr=subprocess.DEVNULL)
    return count / max(seconds, 1e-6)


def clingo_agrees(text):
    """Whether clingo finds exactly one solution of a puzzle."""
    try:
        import clingo
    except ImportError:
        return None
    program = subprocess.run([OURS, 'convert', '-q', '--to', 'asp'], input=text, text=True,
                             stdout=subprocess.PIPE, check=True).stdout
    control = clingo.Control(['2', '--warn=none'])
    control.add('base', [], program)
    control.ground([('base', [])])
    with control.solve(yield_=True) as found:
        return sum(1 for _ in found) == 1


def signature(line):
    """A number that the symmetries of a plain puzzle do not change: colours of a graph are
    refined, so different numbers mean different puzzles."""
    cells = [(at // 9, at % 9, d) for at, d in enumerate(line) if d not in '.0']
    near = collections.defaultdict(list)
    for row, column, digit in cells:
        cell = ('cell', row, column)
        for node in (('line', 0, row), ('line', 1, column), ('box', row // 3, column // 3),
                     ('digit', digit)):
            near[cell].append(node)
            near[node].append(cell)
    for node in [node for node in near if node[0] == 'line']:
        band = ('band', node[1], node[2] // 3)
        near[node].append(band)
        near[band].append(node)
    for node in [node for node in near if node[0] == 'box']:
        for band in (('band', 0, node[1]), ('band', 1, node[2])):
            near[node].append(band)
            near[band].append(node)
    sorts = ('cell', 'line', 'box', 'digit', 'band')
    colours = {node: sorts.index(node[0]) for node in near}
    for _ in range(6):
        colours = {node: hash((colours[node], *sorted(colours[n] for n in around)))
                   for node, around in near.items()}
    return hash(tuple(sorted(colours.values())))


def givens(text, plain):
    """How many digits are given, on a line, in a map or in statements of their own."""
    if not plain:
        single = sum(line.startswith('given ') for line in text.splitlines())
        if 'givens\n' not in text:
            return single
        text = text.split('givens\n')[1].split('\n\n')[0]
    return sum(c.isalnum() and (c != '0' or not plain) for c in text)


def is_within(line, options):
    """Whether a level or rating is what the options ask for."""
    if '--level' in options:
        return line == options.split()[-1]
    low, high = map(float, options.split()[-1].split('..'))
    return low <= float(line) <= high


def duplicates(count, seed):
    """Makes plain puzzles; what is wrong with them."""
    command = [OURS, 'generate', '-n', str(count), '-q', '--seed', str(seed)]
    made = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split()
    same = [k for k, n in collections.Counter(map(signature, made)).items() if n > 1]
    givens = [sum(c not in '.0' for c in line) for line in made]
    table = ', '.join(f'{n}: {k}' for n, k in sorted(collections.Counter(givens).items()))
    print(f'\n{len(made)} plain puzzles, {len(same)} perhaps made twice; '
          f'givens {statistics.mean(givens):.2f} on average, spread '
          f'{statistics.pstdev(givens):.2f} ({table})')
    return [f'{len(same)} plain puzzles perhaps made twice'] if same else []


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--count', type=int, default=1000)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('--only', default='')
    options = parser.parse_args()
    wrong = []
    print('| kind | a second | wanted | qqwing | Solo | givens |\n|---|---:|---:|---:|---:|---|')
    for name, ours, qqwing, solo, wanted, share in KINDS:
        if options.only not in name:
            continue
        count = max(int(options.count * share), 3)
        command = [OURS, 'generate', *ours.split(), '-n', str(count), '--threads', '1', '-q',
                   '--seed', str(options.seed)]
        ran, seconds = cpu(command)
        plain = '---' not in ran.stdout and 'grid' not in ran.stdout
        made = ran.stdout.splitlines() if plain else ran.stdout.split('---\n')
        if ran.returncode or len(made) != count:
            wrong.append(f'{name}: {len(made)} of {count} made, exit {ran.returncode}')
        verdicts = subprocess.run([OURS, 'check', '-q'], input=ran.stdout, text=True,
                                  stdout=subprocess.PIPE, check=False).stdout.split()
        if verdicts != ['unique'] * count:
            wrong.append(f'{name}: {verdicts.count("unique")} of {count} have one solution')
        if any(clingo_agrees(text) is False for text in made[:10]):
            wrong.append(f'{name}: clingo finds another number of solutions')
        if '--level' in ours or '--rating' in ours:
            what = '%l' if '--level' in ours else '%r'
            graded = subprocess.run([OURS, 'grade', '-q', '--format', what], input=ran.stdout,
                                    text=True, stdout=subprocess.PIPE, check=False).stdout
            graded = graded.lower().splitlines()
            missed = [line for line in graded if not is_within(line, ours)]
            if missed or len(graded) != count:
                wrong.append(f'{name}: {len(graded)} graded, {collections.Counter(missed)}')
        digits = [givens(text, plain) for text in made]
        theirs = []
        for peer in (
                qqwing is not None and ['qqwing', '--generate', str(max(count // 5, 1)),
                                        '--one-line', *qqwing.split()],
                solo and ['/usr/games/sgt-solo', '--generate',
                          # Basic ones take it a millisecond, the others up to two hundred.
                          str(max(count // (5 if solo.endswith('db') else 50), 1)), solo]):
            made_there = peer and int(peer[2])
            found = rate(peer, made_there) if peer else None
            theirs.append('' if not peer else 'missing' if found is None else f'{found:.0f}')
        print(f'| {name} | {count / seconds:.0f} | {wanted or ""} | {theirs[0]} | {theirs[1]} | '
              f'{min(digits)}, {statistics.median(digits):.0f}, {max(digits)} |', flush=True)
    if options.only in 'classic':
        wrong += duplicates(10 * options.count, options.seed)
    for line in wrong:
        print(f'WRONG {line}')
    return 1 if wrong else 0


if __name__ == '__main__':
    sys.exit(main())
