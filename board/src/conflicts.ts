// Cells whose digits break a rule as they stand. Only what anybody sees: nothing is searched for.

import { type Cell, cellAt, columnOf, neighbours, rowOf } from "./cells";
import type { Clue, Puzzle } from "./puzzle";

type Digits = ReadonlyMap<Cell, number>;

const NO_REPEATS = new Set([
  "row", "column", "box", "region", "extra-region", "cage", "multi-cage", "digital-root-cage", "rellik",
  "equality-cage", "renban", "nabner", "lunchbox",
]);
/** Kinds after which a digit is not what its cell counts for. */
const MODIFIERS = new Set(["doublers", "negators", "multipliers", "schroedinger-cells"]);

/** `seconds` are the larger digits of cells with two. */
export function conflicts(puzzle: Puzzle, digits: Digits, seconds: Digits = new Map()): Set<Cell> {
  const bad = new Set<Cell>();
  const blame = (cells: readonly Cell[]) => cells.forEach((cell) => bad.add(cell));
  const counts = !puzzle.clues.some(({ kind }) => MODIFIERS.has(kind));
  for (const clue of puzzle.clues) {
    if (NO_REPEATS.has(clue.kind)) for (const list of clue.lists) blame(repeated(list, digits, seconds));
    for (const house of houses(clue, puzzle)) blame(repeated(house, digits, seconds));
    const apart = APART[clue.kind];
    if (apart) blame(pairs(puzzle, apart.offsets, digits, apart.bad));
    if (counts) blame(broken(clue, puzzle, digits));
  }
  return bad;
}

/** All lists of cells in which no digit may repeat. */
export function repeatsIn(puzzle: Puzzle): (readonly Cell[])[] {
  return puzzle.clues.flatMap((clue) => [...(NO_REPEATS.has(clue.kind) ? clue.lists : []), ...houses(clue, puzzle)]);
}

function repeated(cells: readonly Cell[], digits: Digits, seconds: Digits): Cell[] {
  const places = new Map<number, Cell[]>();
  for (const cell of new Set(cells)) {
    for (const digit of [digits.get(cell), seconds.get(cell)]) if (digit !== undefined) places.set(digit, [...(places.get(digit) ?? []), cell]);
  }
  return [...places.values()].filter((same) => same.length > 1).flat();
}

/** Houses of clues that do not list their cells. */
function houses(clue: Clue, puzzle: Puzzle): Cell[][] {
  const all = Array.from({ length: puzzle.rows * puzzle.columns }, (_, cell) => cell);
  const falling = all.filter((cell) => rowOf(cell, puzzle) === columnOf(cell, puzzle));
  const rising = all.filter((cell) => rowOf(cell, puzzle) + columnOf(cell, puzzle) === puzzle.columns - 1);
  switch (clue.kind) {
    case "diagonal":
      return [(clue.numbers[0] ?? 1) > 0 ? rising : falling];
    case "diagonals":
      return [falling, rising];
    case "windoku":
      return windows(puzzle);
    case "disjoint-groups":
      return disjoint(puzzle);
    default:
      return [];
  }
}

/** Boxes that start at row and column 2 and leave one line between each other. */
function windows(puzzle: Puzzle): Cell[][] {
  const box = puzzle.clues.find(({ kind }) => kind === "box")?.lists[0] ?? [];
  const height = new Set(box.map((cell) => rowOf(cell, puzzle))).size;
  const width = new Set(box.map((cell) => columnOf(cell, puzzle))).size;
  const found: Cell[][] = [];
  if (height === 0 || width === 0) return found;
  for (let row = 1; row + height < puzzle.rows; row += height + 1) {
    for (let column = 1; column + width < puzzle.columns; column += width + 1) {
      found.push(
        Array.from({ length: height * width }, (_, i) => (row + Math.floor(i / width)) * puzzle.columns + column + (i % width)),
      );
    }
  }
  return found;
}

function disjoint(puzzle: Puzzle): Cell[][] {
  const boxes = puzzle.clues.filter(({ kind }) => kind === "box" || kind === "region").flatMap(({ lists }) => lists);
  const sorted = boxes.map((box) => [...box].sort((a, b) => a - b));
  const places = Math.max(0, ...sorted.map((box) => box.length));
  return Array.from({ length: places }, (_, i) => sorted.flatMap((box) => box[i] ?? []));
}

type Offsets = readonly (readonly [number, number])[];
const SIDES: Offsets = [[0, 1], [1, 0]];
const KING: Offsets = [[1, 1], [1, -1]];
const KNIGHT: Offsets = [[1, 2], [2, 1], [1, -2], [2, -1]];
const equal = (a: number, b: number) => a === b;
const consecutive = (a: number, b: number) => Math.abs(a - b) === 1;

const APART: Record<string, { offsets: Offsets; bad: (a: number, b: number) => boolean }> = {
  "anti-king": { offsets: KING, bad: equal },
  "anti-knight": { offsets: KNIGHT, bad: equal },
  "anti-consecutive": { offsets: SIDES, bad: consecutive },
  "diagonal-non-consecutive": { offsets: KING, bad: consecutive },
};

function pairs(puzzle: Puzzle, offsets: Offsets, digits: Digits, bad: (a: number, b: number) => boolean): Cell[] {
  const found: Cell[] = [];
  for (const [cell, digit] of digits) {
    for (const [down, right] of offsets) {
      const other = cellAt(rowOf(cell, puzzle) + down, columnOf(cell, puzzle) + right, puzzle);
      const there = other === null ? undefined : digits.get(other);
      if (other !== null && there !== undefined && bad(digit, there)) found.push(cell, other);
    }
  }
  return found;
}

/** Cells of a clue that is broken. */
function broken(clue: Clue, puzzle: Puzzle, digits: Digits): Cell[] {
  const list = clue.lists[0] ?? [];
  const number = clue.numbers[0];
  switch (clue.kind) {
    case "cage":
    case "sum":
    case "little-killer":
      return number === undefined ? [] : wrongSum(list, number, digits);
    case "arrow":
      return wrongArrow(clue, digits);
    case "thermo":
      return along(list, digits, (a, b) => a < b);
    case "slow-thermo":
      return along(list, digits, (a, b) => a <= b);
    case "greater":
      return along(list, digits, (a, b) => a > b);
    case "whisper":
      return along(list, digits, (a, b) => Math.abs(a - b) >= (number ?? half(puzzle)));
    case "dutch-whisper":
      return along(list, digits, (a, b) => Math.abs(a - b) >= half(puzzle) - 1);
    case "difference":
      return along(list, digits, (a, b) => Math.abs(a - b) === (number ?? 1));
    case "ratio":
      return along(list, digits, (a, b) => a === b * (number ?? 2) || b === a * (number ?? 2));
    case "x":
      return along(list, digits, (a, b) => a + b === 10);
    case "v":
      return along(list, digits, (a, b) => a + b === 5);
    case "edge-sum":
      return along(list, digits, (a, b) => a + b === number);
    case "parity-line":
      return along(list, digits, (a, b) => (a + b) % 2 === 1);
    case "palindrome":
      return list.filter((cell, i) => {
        const [here, there] = [digits.get(cell), digits.get(list[list.length - 1 - i] as Cell)];
        return here !== undefined && there !== undefined && here !== there;
      });
    case "minimum":
      return beside(clue, puzzle, digits, (here, there) => here < there);
    case "maximum":
      return beside(clue, puzzle, digits, (here, there) => here > there);
    case "renban": {
      const known = list.filter((cell) => digits.has(cell));
      const values = known.map((cell) => digits.get(cell) as number);
      return Math.max(...values) - Math.min(...values) >= new Set(list).size ? known : [];
    }
    case "clone": {
      const copy = clue.lists[1] ?? [];
      return list.flatMap((cell, i) => {
        const other = copy[i];
        const [here, there] = [digits.get(cell), other === undefined ? undefined : digits.get(other)];
        return other !== undefined && here !== undefined && there !== undefined && here !== there ? [cell, other] : [];
      });
    }
    case "between-line":
      return notBetween(list, digits);
    case "quadruple":
      return wrongQuadruple(list, clue.numbers, digits);
    case "modular-line":
      return sameWithin(list, number ?? 3, digits, (digit) => digit % (number ?? 3));
    case "odd":
      return list.filter((cell) => (digits.get(cell) ?? 1) % 2 === 0);
    case "even":
      return list.filter((cell) => (digits.get(cell) ?? 0) % 2 === 1);
    case "non-consecutive":
      return unmarkedConsecutive(puzzle, digits);
    default:
      return [];
  }
}

/** Cells and their neighbours beside that do not go together; those of the same clue may. */
function beside({ kind, lists }: Clue, puzzle: Puzzle, digits: Digits, good: (here: number, there: number) => boolean): Cell[] {
  const marked = new Set(puzzle.clues.filter((clue) => clue.kind === kind).flatMap((clue) => clue.lists.flat()));
  return lists.flat().flatMap((cell) => {
    const here = digits.get(cell);
    if (here === undefined) return [];
    const bad = neighbours(cell, puzzle).filter((other) => !marked.has(other) && digits.has(other) && !good(here, digits.get(other) as number));
    return bad.length > 0 ? [cell, ...bad] : [];
  });
}

/** Digits inside a line that do not lie between those at its ends. */
function notBetween(list: readonly Cell[], digits: Digits): Cell[] {
  const [first, last] = [list[0], list.at(-1)];
  if (first === undefined || last === undefined || list.length < 3) return [];
  const ends = [digits.get(first), digits.get(last)];
  const inside = list.slice(1, -1).filter((cell) => digits.has(cell));
  const [a, b] = ends;
  if (a === undefined || b === undefined) return [];
  const bad = inside.filter((cell) => {
    const digit = digits.get(cell) as number;
    return digit <= Math.min(a, b) || digit >= Math.max(a, b);
  });
  return bad.length > 0 ? [first, last, ...bad] : [];
}

/** The cells around a corner, if the open ones are too few for the digits that are missing. */
function wrongQuadruple(cells: readonly Cell[], wanted: readonly number[], digits: Digits): Cell[] {
  const rest = [...wanted];
  let open = 0;
  for (const cell of cells) {
    const digit = digits.get(cell);
    if (digit === undefined) open += 1;
    else if (rest.includes(digit)) rest.splice(rest.indexOf(digit), 1);
  }
  return rest.length > open ? cells.filter((cell) => digits.has(cell)) : [];
}

/** Cells fewer than so many places apart on a line that are of the same class. */
function sameWithin(list: readonly Cell[], apart: number, digits: Digits, classOf: (digit: number) => number): Cell[] {
  return list.flatMap((cell, i) =>
    list.slice(i + 1, i + apart).flatMap((other) => {
      const [a, b] = [digits.get(cell), digits.get(other)];
      return cell !== other && a !== undefined && b !== undefined && classOf(a) === classOf(b) ? [cell, other] : [];
    }),
  );
}

const half = (puzzle: Puzzle): number => Math.ceil((puzzle.high - puzzle.low + 1) / 2);

function wrongSum(cells: readonly Cell[], sum: number, digits: Digits): Cell[] {
  const known = cells.map((cell) => digits.get(cell));
  const total = known.reduce((a: number, b) => a + (b ?? 0), 0);
  const full = !known.includes(undefined);
  return (full && total !== sum) || total > sum ? cells.filter((cell) => digits.has(cell)) : [];
}

function wrongArrow(clue: Clue, digits: Digits): Cell[] {
  const [circle = [], shaft = []] = clue.lists;
  const head = circle.map((cell) => digits.get(cell));
  if (head.includes(undefined)) return [];
  const total = Number(head.join(""));
  return wrongSum(shaft, total, digits).length > 0 ? [...circle, ...shaft.filter((cell) => digits.has(cell))] : [];
}

/** Neighbours along a list that do not go together. */
function along(list: readonly Cell[], digits: Digits, good: (a: number, b: number) => boolean): Cell[] {
  return list.slice(1).flatMap((cell, i) => {
    const before = list[i] as Cell;
    const [a, b] = [digits.get(before), digits.get(cell)];
    return a !== undefined && b !== undefined && !good(a, b) ? [before, cell] : [];
  });
}

function unmarkedConsecutive(puzzle: Puzzle, digits: Digits): Cell[] {
  const marked = new Set(
    puzzle.clues
      .filter(({ kind }) => kind === "difference" || kind === "ratio")
      .flatMap(({ lists }) => lists.flatMap((list) => list.slice(1).map((cell, i) => edge(list[i] as Cell, cell)))),
  );
  return [...digits].flatMap(([cell, digit]) =>
    neighbours(cell, puzzle)
      .filter((other) => consecutive(digits.get(other) ?? -9, digit) && !marked.has(edge(cell, other)))
      .flatMap((other) => [cell, other]),
  );
}

const edge = (a: Cell, b: Cell): string => `${Math.min(a, b)}-${Math.max(a, b)}`;
