#!/usr/bin/env python3
"""Pencilmark's Prolog, SWI-Prolog and GNU Prolog on the same programs in one run, as ratios.

    bench/prolog.py [--parts classic,clp,founding,start] [--only PART-OF-NAME] [--quick] [--core 1]
                    [--seconds 0.5] [--runs 3] [--limit 120]

Our program is the one that PENCILMARK names, or target/release/pencilmark. What is not
installed or not built is left out and named at the end. Times are CPU time of a whole process
minus that of the same process without a repetition, so loading does not count; the number of
repetitions is found for each system and program. Every program checks its own result.
Leaves with 1 when a program fails.
"""
import argparse
import math
import os
import pathlib
import re
import resource
import shutil
import statistics
import subprocess
import sys
import tempfile
import time

BENCH = pathlib.Path(__file__).resolve().parent
ROOT = BENCH.parent
PROGRAMS = BENCH / 'prolog'
FOUNDING = ROOT / 'puzzles' / 'prolog'
TITLES = {'ours': 'Pencilmark', 'swi': 'SWI-Prolog', 'gnu': 'GNU Prolog'}

# The programs of the founding documents, once loaded.
FOUNDING_GOALS = {
    'killer': ('killer.pl', 'sudoku(M), maplist(label,M)'),
    'killer, residual': ('killer.pl', 'sudoku(_)'),
    'irregular': ('irregular.pl', 'sudoku1(M), sudoku(M)'),
    'latin 1': ('latin_fixed.pl', 'problem(1,R), sudoku(R)'),
    'latin 2': ('latin_fixed.pl', 'problem(2,R), sudoku(R)'),
    'latin 3': ('latin_fixed.pl', 'problem(3,R), sudoku(R)'),
    'spoons': ('spoons.pl', 'puzzle(R), maplist(labeling([ff]),R)'),
}
LOOP = '''
'$times'(0, _) :- !.
'$times'(N, G) :- ( \\+ \\+ call(G) -> true ; throw(benchmark_failed) ), M is N-1, '$times'(M, G).
'''

left_out, problems = [], []


class Failed(Exception):
    pass


def leave_out(what, why):
    left_out.append(f'{what}: {why}')
    print(f'LEFT OUT {what}: {why}', file=sys.stderr, flush=True)


def swi_like(command):
    return lambda file, goal: [*command, '-q', '-g', goal, '-t', 'halt', str(file)]


def find_systems():
    """{name: how to run a goal of a file}; GNU Prolog runs compiled programs."""
    systems = {}
    ours = os.environ.get('PENCILMARK') or str(ROOT / 'target' / 'release' / 'pencilmark')
    if shutil.which(ours) is None:
        leave_out('Pencilmark', f'{ours} is not built (cargo build --release)')
    elif pathlib.Path(ours).name.startswith('swipl'):
        systems['ours'] = swi_like([ours, '-f', 'none'])
    elif subprocess.run([ours, 'prolog', '-q', '-g', 'halt'], capture_output=True, stdin=subprocess.DEVNULL).returncode:
        leave_out('Pencilmark', f'{ours} has no Prolog')
    else:
        systems['ours'] = swi_like([ours, 'prolog'])
    if shutil.which('swipl'):
        systems['swi'] = swi_like(['swipl', '-f', 'none', '--stack-limit=4g'])
    else:
        leave_out('SWI-Prolog', 'swipl is not installed')
    if shutil.which('gplc'):
        systems['gnu'] = None
    else:
        leave_out('GNU Prolog', 'gplc is not installed (Debian: gprolog)')
    return systems


def compile_gnu(folder, name, *sources):
    """A native program of GNU Prolog that takes a name and a number, or None."""
    source, binary = folder / f'{name}.pl', folder / name
    source.write_text('\n'.join(file.read_text() for file in [*sources, PROGRAMS / 'gnu_main.pl']))
    done = subprocess.run(['gplc', '--no-top-level', str(source), '-o', str(binary)], capture_output=True, text=True)
    if done.returncode or not binary.exists():
        leave_out(f'GNU Prolog, {name}', (done.stdout + done.stderr).strip()[-200:])
        return None
    return binary


class Clock:
    """CPU milliseconds of processes."""

    def __init__(self, prefix, seconds, runs, limit):
        self.prefix, self.seconds, self.runs, self.limit = prefix, seconds, runs, limit
        # GNU Prolog's stacks do not grow.
        self.env = dict(os.environ, LOCALSZ='262144', GLOBALSZ='1048576', TRAILSZ='262144', CSTRSZ='262144')

    def cpu(self, command):
        def limit_cpu():
            resource.setrlimit(resource.RLIMIT_CPU, (self.limit, self.limit + 5))
        with tempfile.TemporaryFile() as errors:
            process = subprocess.Popen([*self.prefix, *command], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                       stderr=errors, env=self.env, preexec_fn=limit_cpu)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            if process.returncode:
                errors.seek(0)
                text = errors.read().decode(errors='replace').strip()[-200:]
                raise Failed('over the limit' if -process.returncode in (24, 9) else f'exit {process.returncode}: {text}')
        return (usage.ru_utime + usage.ru_stime) * 1e3

    def repeated(self, command, base):
        """Milliseconds for one repetition; command(n) repeats n times."""
        times, enough = 1, self.seconds * 1e3
        while (spent := self.cpu(command(times)) - base) < enough * 0.6 and times < 10**7:
            times = max(times * 2, int(times * min(enough / max(spent, 2), 100)))
        spans = [spent] if spent > 5e3 else [spent, *(self.cpu(command(times)) - base for _ in range(self.runs - 1))]
        return statistics.median(spans) / times

    def base(self, command):
        return statistics.median(self.cpu(command(0)) for _ in range(5))


def measure(clock, systems, names, command):
    """{system: {name: ms}}; command(system, name) makes the function from times to a command line."""
    times = {system: {} for system in systems}
    bases = {}
    for name in names:
        for system in systems:
            run = command(system, name)
            if run is None:
                continue
            print(f'{name}, {TITLES[system]} ...', file=sys.stderr, flush=True)
            try:
                key = tuple(arg for arg in run(0) if '/' in arg)
                if key not in bases:
                    bases[key] = clock.base(run)
                times[system][name] = clock.repeated(run, bases[key])
            except Failed as failure:
                problems.append(f'{name}, {TITLES[system]}: {failure}')
    return times


def number(value):
    return f'{value:,.4f}' if value < 1 else f'{value:,.2f}' if value < 100 else f'{value:,.0f}'


def mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def table(title, names, times):
    """Prints milliseconds and how many times faster the first system is; the ratios by peer."""
    systems = [system for system in times if times[system]]
    if not systems:
        return {}
    first, peers = systems[0], systems[1:]
    head = [title, f'{TITLES[first]} ms'] + [f'{TITLES[peer]} {what}' for peer in peers for what in ('ms', 'ratio')]
    rows, ratios = [], {peer: {} for peer in peers}
    for name in names:
        mine = times[first].get(name)
        row = [name, number(mine) if mine is not None else '']
        for peer in peers:
            other = times[peer].get(name)
            row.append(number(other) if other is not None else '')
            if mine and other and mine > 0 and other > 0:
                ratios[peer][name] = other / mine
            row.append(f'{ratios[peer][name]:,.2f}' if name in ratios[peer] else '')
        rows.append(row)
    last = ['geometric mean', '']
    for peer in peers:
        values = list(ratios[peer].values())
        last += ['', f'{mean(values):,.2f} ({len(values)})' if values else '']
    print('| ' + ' | '.join(head) + ' |')
    print('|---' + '|---:' * (len(head) - 1) + '|')
    for row in [*rows, last]:
        print('| ' + ' | '.join(row) + ' |')
    print(flush=True)
    return ratios if first == 'ours' else {}


def goal_of(how, file, name):
    return lambda times: how(file, f'run({name},{times})')


def suite(clock, systems, title, file, gnu_file, only, folder):
    names = [n for n in re.findall(r'^b\((\w+)\)', file.read_text(), re.M) if only in n]
    if not names:
        return {}
    native = compile_gnu(folder, file.stem, gnu_file) if 'gnu' in systems else None

    def command(system, name):
        if system != 'gnu':
            return goal_of(systems[system], file, name)
        return native and (lambda times: [str(native), name, str(times)])
    return table(title, names, measure(clock, systems, names, command))


def founding(clock, systems, only, folder):
    names = [name for name in FOUNDING_GOALS if only in name]

    def command(system, name):
        if systems[system] is None:
            return None
        file, goal = FOUNDING_GOALS[name]
        copy = folder / file
        copy.write_text((FOUNDING / file).read_text() + LOOP)
        return lambda times: systems[system](copy, f"'$times'({times},({goal}))")
    return table('founding program', names, measure(clock, systems, names, command))


def start(clock, systems, folder):
    """Wall and CPU time of a process that loads a program and ends."""
    programs = {'nothing': '', 'library(clpfd)': ':- use_module(library(clpfd)).\n',
                'killer.pl': (FOUNDING / 'killer.pl').read_text()}
    print('| start with | system | wall ms | CPU ms |\n|---|---|---:|---:|')
    walls = {}
    for name, text in programs.items():
        file = folder / 'start.pl'
        file.write_text(text)
        for system, how in systems.items():
            if how is None:
                continue
            walls_ms, cpus = [], []
            for _ in range(20):
                begin = time.perf_counter()
                try:
                    cpus.append(clock.cpu(how(file, 'true')))
                except Failed as failure:
                    problems.append(f'start with {name}, {TITLES[system]}: {failure}')
                    break
                walls_ms.append((time.perf_counter() - begin) * 1e3)
            if len(cpus) == 20:
                walls[system, name] = statistics.median(walls_ms)
                print(f'| {name} | {TITLES[system]} | {walls[system, name]:.1f} | {statistics.median(cpus):.1f} |')
    print(flush=True)
    return walls


def verdict(what, reached, wanted):
    print(f'{"ok  " if reached else "MISS"} {what} (wanted: {wanted})')


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument('--parts', default='classic,clp,founding,start')
    parser.add_argument('--only', default='')
    parser.add_argument('--quick', action='store_true', help='one short run each: only the magnitude')
    parser.add_argument('--core')
    parser.add_argument('--seconds', type=float, default=0.5, help='how long repetitions should take together')
    parser.add_argument('--runs', type=int, default=3)
    parser.add_argument('--limit', type=int, default=120, help='CPU seconds for one process')
    options = parser.parse_args()
    seconds, runs = (0.08, 1) if options.quick else (options.seconds, options.runs)
    prefix = ['taskset', '-c', options.core] if options.core else []
    clock = Clock(prefix, seconds, runs, options.limit)
    systems, parts, only = find_systems(), options.parts.split(','), options.only
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        classic = clp = found = walls = {}
        if 'classic' in parts:
            file = PROGRAMS / 'classic.pl'
            classic = suite(clock, systems, 'program', file, file, only, folder)
        if 'clp' in parts:
            clp = suite(clock, systems, 'CLP(FD)', PROGRAMS / 'clp.pl', PROGRAMS / 'clp_gnu.pl', only, folder)
        if 'founding' in parts:
            found = founding(clock, systems, only, folder)
        if 'start' in parts:
            walls = start(clock, systems, folder)
    if classic.get('swi'):
        value = mean(list(classic['swi'].values()))
        verdict(f'plain Prolog {value:.2f} times as fast as SWI-Prolog in geometric mean', value >= 1, '1, aim 2')
    for what, ratios in (('CLP(FD)', clp), ('founding programs', found)):
        if ratios.get('swi'):
            name, value = min(ratios['swi'].items(), key=lambda item: item[1])
            verdict(f'{what} at least {value:.1f} times as fast as SWI-Prolog ({name})', value >= 20, '20 on each')
    if clp.get('gnu'):
        value = mean(list(clp['gnu'].values()))
        verdict(f'CLP(FD) {value:.2f} times as fast as GNU Prolog in geometric mean', value >= 0.9, 'on a par')
    if ('ours', 'library(clpfd)') in walls:
        value = walls['ours', 'library(clpfd)']
        verdict(f'start-up with library(clpfd) {value:.1f} ms', value < 15, 'under 15 ms')
    for line in left_out:
        print(f'left out: {line}')
    for line in problems:
        print(f'PROBLEM: {line}')
    return 1 if problems else 0


if __name__ == '__main__':
    sys.exit(main())
