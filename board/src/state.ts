// What a player has on the board, as the server reads it: a digit or the marks of each cell.

import { type Cell, nameOf } from "./cells";
import { repeatsIn } from "./conflicts";
import { digitsIn, type Play } from "./play";
import { type Puzzle, stateName } from "./puzzle";

/** Digits with a plus, and centre marks, of every cell; `.` where nothing is known. A mark that is alone stays a mark. A state has one digit in a cell: of two the smaller. */
export function stateOf(puzzle: Puzzle, play: Play): string {
  const name = (digit: number) => stateName(digit, puzzle.high);
  return rows(puzzle, (cell) => {
    const { digit, second, centre } = play.at(cell);
    const known = puzzle.two && typeof second !== "number" ? null : digit;
    const placed = puzzle.givens.get(cell) ?? known;
    if (placed !== null) return `+${name(placed)}`;
    return centre.length > 0 ? centre.map(name).join("") : ".";
  });
}

/**
 * The text with what was entered as further clues; those of the puzzle keep their numbers. Where cells hold two digits,
 * one that stands alone may still get another, unless what is there is `all`.
 */
export function withEntries(text: string, puzzle: Puzzle, play: Play, all = false): string {
  const lines = [...play.filled].flatMap(([cell, entry]) => {
    const [digit, second] = digitsIn(entry);
    const name = nameOf(cell, puzzle);
    if (digit === undefined || puzzle.givens.has(cell)) return [];
    if (!puzzle.two) return [`given ${name} ${digit}`];
    if (second !== undefined) return [`given ${name} ${digit}`, `rule second(${name}) = ${second}`];
    return all ? [`given ${name} ${digit}`, `rule second(${name}) = ${digit}`] : [`rule ${name} = ${digit} or second(${name}) = ${digit}`];
  });
  return lines.length === 0 ? text : `${text.trimEnd()}\n${lines.join("\n")}\n`;
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
  const seconds = play.seconds;
  const marks = new Map<Cell, number[]>();
  const houses = repeatsIn(puzzle);
  for (let cell = 0; cell < puzzle.rows * puzzle.columns; cell += 1) {
    if (digits.has(cell)) continue;
    const seen = new Set(houses.filter((house) => house.includes(cell)).flatMap((house) => house.flatMap((other) => [digits.get(other), seconds.get(other)])));
    const all = Array.from({ length: puzzle.high - puzzle.low + 1 }, (_, i) => puzzle.low + i);
    marks.set(cell, all.filter((digit) => !seen.has(digit)));
  }
  return marks;
}
