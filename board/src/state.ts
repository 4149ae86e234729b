// What a player has on the board, as the server reads it: a digit or the marks of each cell.

import type { Cell } from "./cells";
import { repeatsIn } from "./conflicts";
import type { Play } from "./play";
import { type Puzzle, stateName } from "./puzzle";

/** Digits and centre marks of every cell; `.` where nothing is known. */
export function stateOf(puzzle: Puzzle, play: Play): string {
  const name = (digit: number) => stateName(digit, puzzle.high);
  return rows(puzzle, (cell) => {
    const { digit, centre } = play.at(cell);
    const placed = puzzle.givens.get(cell) ?? digit;
    if (placed !== null) return name(placed);
    return centre.length > 0 ? centre.map(name).join("") : ".";
  });
}

/** Whether there are marks that a state would tell of. */
export const hasMarks = (play: Play): boolean => [...play.filled.values()].some(({ digit, centre }) => digit === null && centre.length > 0);

function rows(puzzle: Puzzle, word: (cell: Cell) => string): string {
  return Array.from({ length: puzzle.rows }, (_, row) =>
    Array.from({ length: puzzle.columns }, (_, column) => word(row * puzzle.columns + column)).join(" "),
  ).join("\n");
}

/** For each empty cell the digits that no house forbids as the board stands. */
export function pencilMarks(puzzle: Puzzle, play: Play): Map<Cell, number[]> {
  const digits = new Map([...play.digits, ...puzzle.givens]);
  const marks = new Map<Cell, number[]>();
  const houses = repeatsIn(puzzle);
  for (let cell = 0; cell < puzzle.rows * puzzle.columns; cell += 1) {
    if (digits.has(cell)) continue;
    const seen = new Set(houses.filter((house) => house.includes(cell)).flatMap((house) => house.map((other) => digits.get(other))));
    const all = Array.from({ length: puzzle.high - puzzle.low + 1 }, (_, i) => puzzle.low + i);
    marks.set(cell, all.filter((digit) => !seen.has(digit)));
  }
  return marks;
}
