// The board at each step of the explanation: digits, candidates, and dots where candidates are gone.

import type { Cell } from "./cells";
import type { State, Step } from "./generated/answers";
import type { Puzzle } from "./puzzle";
import type { Mark } from "./scene";

interface Frame {
  readonly digits: ReadonlyMap<Cell, number>;
  readonly marks: ReadonlyMap<Cell, ReadonlyMap<number, Mark>>;
}

/**
 * The state of a moment. `gone` has the colour of every mark that any step erased: a mark is erased once, so later
 * steps do no harm. One that is gone without a step was excluded by a digit in sight.
 */
export function frameOf(state: State, gone: ReadonlyMap<string, Mark>, puzzle: Puzzle): Frame {
  const digits = new Map<Cell, number>();
  const marks = new Map<Cell, Map<number, Mark>>();
  const all = Array.from({ length: puzzle.high - puzzle.low + 1 }, (_, i) => puzzle.low + i);
  state.digits.forEach((row, r) =>
    row.forEach((digit, c) => {
      const cell = r * puzzle.columns + c;
      const left = state.marks[r]?.[c] ?? [];
      if (digit !== null) digits.set(cell, digit);
      else marks.set(cell, new Map(all.map((value) => [value, left.includes(value) ? "plain" : (gone.get(keyOf(r + 1, c + 1, value)) ?? "black")])));
    }),
  );
  return { digits, marks };
}

/** Notes what a step erases, in the colour of what it takes. */
export function erase(step: Step, gone: Map<string, Mark>): void {
  const mark: Mark = step.level === 0 ? "black" : step.level === 1 ? "blue" : "orange";
  for (const [row, column, digit] of step.remove) gone.set(keyOf(row, column, digit), mark);
}

const keyOf = (row: number, column: number, digit: number): string => `${row} ${column} ${digit}`;
