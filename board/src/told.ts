// The clues of a cell in words, for those who cannot see the picture.

import { type Cell, listOf, nameOf } from "./cells";
import type { Clue, Puzzle } from "./puzzle";

/** Houses that everybody expects, and givens, which are told as digits. */
const USUAL = new Set(["row", "column", "box", "given"]);

const known = new WeakMap<Puzzle, ReadonlyMap<Cell, readonly string[]>>();

/** "in cage 15 with r8c9", "cell 1 of thermo r4c4 r5c5", "in region 3": what is said of each cell, by the cell. */
export function cluesIn(puzzle: Puzzle): ReadonlyMap<Cell, readonly string[]> {
  const before = known.get(puzzle);
  if (before) return before;
  const made = new Map<Cell, string[]>();
  let regions = 0;
  for (const clue of puzzle.clues) {
    if (USUAL.has(clue.kind)) continue;
    if (clue.kind === "region") regions += 1;
    for (const cell of new Set(clue.lists.flat())) made.set(cell, [...(made.get(cell) ?? []), told(clue, cell, regions, puzzle)]);
  }
  known.set(puzzle, made);
  return made;
}

function told({ kind, numbers, lists }: Clue, cell: Cell, regions: number, puzzle: Puzzle): string {
  if (kind === "region") return `in region ${regions}`;
  const name = [kind.replaceAll("-", " "), ...numbers].join(" ");
  const [first = [], ...more] = lists;
  if (kind === "cage") return `in ${name} with ${first.filter((other) => other !== cell).map((other) => nameOf(other, puzzle)).join(" ")}`;
  if (more.length > 0) return `in ${name} ${lists.map((list) => listOf(list, puzzle)).join(" and ")}`;
  return first.length === 1 ? name : `cell ${first.indexOf(cell) + 1} of ${name} ${listOf(first, puzzle)}`;
}
