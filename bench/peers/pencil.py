"""Reads .pencil puzzle files for the peers and turns every rule into one of four plain kinds.

    domains   {cell: set of digits}
    distinct  [cells]               all different
    linear    [(terms, total)]      sum of coefficient * cell over terms = total
    pairs     [(op, k, a, b)]       one of the relations in PAIR_HOLDS

A cell is (row, column), both from 0. Only the statements that the puzzles of this
repository use are known; anything else is an error, never ignored.
"""
import math
import pathlib
import re

DIRECTIONS = {'down-left': (1, -1), 'down-right': (1, 1), 'up-left': (-1, -1), 'up-right': (-1, 1)}
KING = [(1, -1), (1, 1)]
KNIGHT = [(1, -2), (1, 2), (2, -1), (2, 1)]
SIDES = [(0, 1), (1, 0)]

# What each pair relation means for the digits x and y (k is 0 where it has no use).
PAIR_HOLDS = {
    'less': lambda x, y, k: x < y,
    'at-most': lambda x, y, k: x <= y,
    'differ': lambda x, y, k: x != y,
    'difference': lambda x, y, k: abs(x - y) == k,
    'not-difference': lambda x, y, k: abs(x - y) != k,
    'ratio': lambda x, y, k: x == k * y or y == k * x,
}


def digit(character):
    """The value of one character: 1-9, then A = 10, B = 11, ..."""
    return int(character, 36)


def span(text):
    """'3' is [3], '1-3' is [1, 2, 3], '8-6' is [8, 7, 6] (all minus one: counted from 0)."""
    first, _, last = text.partition('-')
    a, b = int(first) - 1, int(last or first) - 1
    return list(range(a, b + 1) if a <= b else range(a, b - 1, -1))


def cells_of(words):
    """Cells of words like r1c1, r1c1-3, r1-3c2 and r1-2c1-3 (row by row)."""
    cells = []
    for word in words:
        match = re.fullmatch(r'r(\d+(?:-\d+)?)c(\d+(?:-\d+)?)', word)
        if not match:
            raise ValueError(f'not a cell: {word}')
        cells += [(r, c) for r in span(match[1]) for c in span(match[2])]
    return cells


class Puzzle:
    def __init__(self, path):
        self.name = pathlib.Path(path).stem
        self.title = self.author = self.source = ''
        self.rows = self.columns = 9
        self.low, self.high = 1, None
        self.box_shape = 'default'
        self.region_map = None
        self.statements = []
        self._read(pathlib.Path(path).read_text(encoding='utf-8'))
        self._lower()

    # --- text into statements -------------------------------------------------

    def _read(self, text):
        lines = text.splitlines()
        i = 0
        while i < len(lines):
            words = lines[i].split('#')[0].split()
            i += 1
            if not words:
                continue
            key, rest = words[0], words[1:]
            if key in ('title', 'author', 'source'):
                setattr(self, key, lines[i - 1].split(maxsplit=1)[1].strip())
            elif key == 'grid':
                sizes = [int(n) for n in rest[0].split('x')]
                self.rows, self.columns = sizes[0], sizes[-1]
            elif key == 'boxes':
                self.box_shape = None if rest[0] == 'none' else tuple(map(int, rest[0].split('x')))
            elif key == 'digits':
                self.low, self.high = map(int, rest[0].split('-'))
            elif key in ('givens', 'regions'):
                block = []
                while len(block) < self.rows:
                    row = lines[i].split('#')[0].strip()
                    i += 1
                    if row:
                        block.append(row)
                if any(len(row) != self.columns for row in block):
                    raise ValueError(f'{self.name}: a row of {key} has the wrong length')
                if key == 'regions':
                    self.region_map = block
                else:
                    self.statements.append((key, block))
            else:
                self.statements.append((key, rest))

    # --- statements into the four kinds ---------------------------------------

    def _lower(self):
        size = max(self.rows, self.columns)
        self.high = self.high if self.high is not None else self.low + size - 1
        self.digits = list(range(self.low, self.high + 1))
        self.cells = [(r, c) for r in range(self.rows) for c in range(self.columns)]
        self.domains = {cell: set(self.digits) for cell in self.cells}
        self.boxes = self._boxes()
        self.distinct = [[(r, c) for c in range(self.columns)] for r in range(self.rows)]
        self.distinct += [[(r, c) for r in range(self.rows)] for c in range(self.columns)]
        self.distinct += self.boxes
        self.linear, self.pairs = [], []
        for key, rest in self.statements:
            self._statement(key, rest)

    def _boxes(self):
        if self.region_map:
            letters = sorted(set(''.join(self.region_map)) - {'.'})
            return [[(r, c) for r, c in self.cells if self.region_map[r][c] == x] for x in letters]
        if self.box_shape is None:
            return []
        if self.box_shape == 'default':
            height = next(h for h in range(math.isqrt(self.rows), 0, -1) if self.rows % h == 0)
            if height == 1:
                return []
            self.box_shape = height, self.rows // height
        height, width = self.box_shape
        corners = [(r, c) for r in range(0, self.rows, height) for c in range(0, self.columns, width)]
        return [[(r + i, c + j) for i in range(height) for j in range(width)] for r, c in corners]

    def _keep(self, cells, allowed):
        for cell in cells:
            self.domains[cell] &= set(allowed)

    def _total(self, total, cells):
        self.linear.append(([(1, cell) for cell in cells], total))

    def _everywhere(self, op, k, steps):
        inside = set(self.cells)
        self.pairs += [(op, k, (r, c), (r + i, c + j))
                       for r, c in self.cells for i, j in steps if (r + i, c + j) in inside]

    def _line(self, op, cells):
        self.pairs += [(op, 0, a, b) for a, b in zip(cells, cells[1:])]

    def _pair(self, op, default, rest):
        k = default if rest[0].startswith('r') else int(rest[0])
        a, b = cells_of([word for word in rest if word.startswith('r')])
        self.pairs.append((op, k, a, b))

    def _diagonal(self, sign):
        rising = sign == '+'
        self.distinct.append([(r, self.columns - 1 - r if rising else r) for r in range(self.rows)])

    def _statement(self, key, rest):
        if key == 'givens':
            for (r, c) in self.cells:
                if rest[r][c] != '.':
                    self._keep([(r, c)], [digit(rest[r][c])])
        elif key == 'given':
            self._keep(cells_of(rest[:1]), [int(rest[1])])
        elif key == 'candidates':
            self._keep(cells_of(rest[:-1]), map(digit, rest[-1]))
        elif key in ('odd', 'even'):
            self._keep(cells_of(rest), [d for d in self.digits if d % 2 == (key == 'odd')])
        elif key in ('cage', 'extra-region'):
            has_total = rest[0].isdigit()
            cells = cells_of(rest[has_total:])
            self.distinct.append(cells)
            if has_total:
                self._total(int(rest[0]), cells)
        elif key == 'sum':
            self._total(int(rest[0]), cells_of(rest[1:]))
        elif key == 'thermo':
            self._line('less', cells_of(rest))
        elif key == 'slow-thermo':
            self._line('at-most', cells_of(rest))
        elif key == 'arrow':
            middle = rest.index('=')
            circle, shaft = cells_of(rest[:middle]), cells_of(rest[middle + 1:])
            pill = [(-10 ** n, cell) for n, cell in enumerate(reversed(circle))]
            self.linear.append(([(1, cell) for cell in shaft] + pill, 0))
        elif key == 'little-killer':
            (r, c), = cells_of(rest[1:2])
            down, right = DIRECTIONS[rest[2]]
            cells = []
            while 0 <= r < self.rows and 0 <= c < self.columns:
                cells.append((r, c))
                r, c = r + down, c + right
            self._total(int(rest[0]), cells)
        elif key == 'difference':
            self._pair('difference', 1, rest)
        elif key == 'ratio':
            self._pair('ratio', 2, rest)
        elif key in ('x', 'v'):
            self._total(10 if key == 'x' else 5, cells_of(rest))
        elif key == 'diagonals':
            self._diagonal('+')
            self._diagonal('-')
        elif key == 'diagonal':
            self._diagonal(rest[0])
        elif key == 'windoku':
            for r in (1, 5):
                for c in (1, 5):
                    self.distinct.append([(r + i, c + j) for i in range(3) for j in range(3)])
        elif key == 'disjoint-groups':
            self.distinct += [list(group) for group in zip(*self.boxes)]
        elif key == 'anti-king':
            self._everywhere('differ', 0, KING)
        elif key == 'anti-knight':
            self._everywhere('differ', 0, KNIGHT)
        elif key == 'non-consecutive':
            self._everywhere('not-difference', 1, SIDES)
        else:
            raise ValueError(f'{self.name}: unknown statement {key}')

    # --- for those who write programs from it ---------------------------------

    def givens(self):
        return {cell: min(d) for cell, d in self.domains.items() if len(d) == 1}

    def seen_together(self, cells):
        """True when one row, column or box holds all the cells, so that they differ anyway."""
        houses = self.distinct[:self.rows + self.columns + len(self.boxes)]
        return any(set(cells) <= set(house) for house in houses)

    def holds(self, grid):
        """Checks a full grid {cell: digit} against every rule."""
        return (all(grid[cell] in allowed for cell, allowed in self.domains.items())
                and all(len({grid[cell] for cell in group}) == len(group) for group in self.distinct)
                and all(sum(k * grid[cell] for k, cell in terms) == total for terms, total in self.linear)
                and all(PAIR_HOLDS[op](grid[a], grid[b], k) for op, k, a, b in self.pairs))


def load(arguments):
    """The puzzles of the files and folders given, sorted by name."""
    paths = []
    for argument in arguments:
        path = pathlib.Path(argument)
        paths += path.glob('*.pencil') if path.is_dir() else [path]
    return [Puzzle(path) for path in sorted(paths)]
