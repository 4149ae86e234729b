// The board at each step of the explanation: digits, candidates, and dots where candidates are gone.

import type { Cell } from "./cells";
import { repeatsIn } from "./conflicts";
import type { Puzzle } from "./puzzle";
import type { Mark } from "./scene";
import { cellOf, type Step } from "./step";

export interface Frame {
  readonly digits: ReadonlyMap<Cell, number>;
  readonly marks: ReadonlyMap<Cell, ReadonlyMap<number, Mark>>;
}

/** What the page of `explain --html` holds. */
interface Player {
  readonly low: number;
  readonly slots: readonly unknown[];
  readonly frames: readonly { readonly digits: readonly (readonly [Cell, number])[]; readonly marks: readonly (readonly [number, number])[] }[];
}

const CODES: readonly (Mark | null)[] = [null, "plain", "black", "blue", "orange"];

/** The frames of that page: before each step, first the start and last the end. */
export function framesOf(page: string): Frame[] {
  const data = /<script type="application\/json" id="data">(.*?)<\/script>/s.exec(page)?.[1];
  if (data === undefined) return [];
  const player = JSON.parse(data) as Player;
  const places = player.slots.length;
  const digits = new Map<Cell, number>();
  const codes = new Map<number, number>();
  return player.frames.map((frame) => {
    for (const [cell, digit] of frame.digits) {
      if (digit < player.low) digits.delete(cell);
      else digits.set(cell, digit);
    }
    for (const [slot, code] of frame.marks) codes.set(slot, code);
    const marks = new Map<Cell, Map<number, Mark>>();
    for (const [slot, code] of codes) {
      const mark = CODES[code];
      if (!mark) continue;
      const cell = Math.floor(slot / places);
      const known = marks.get(cell) ?? new Map<number, Mark>();
      marks.set(cell, known.set(player.low + (slot % places), mark));
    }
    return { digits: new Map(digits), marks };
  });
}

/** The same from the steps alone, for as long as the page is not there yet. */
export function framesFrom(steps: readonly Step[], puzzle: Puzzle): Frame[] {
  const houses = repeatsIn(puzzle);
  const digits = new Map(puzzle.givens);
  const gone = new Map<string, Mark>();
  const key = (cell: Cell, digit: number) => `${cell} ${digit}`;
  const seen = (cell: Cell, digit: number) => {
    for (const house of houses) {
      if (!house.includes(cell)) continue;
      for (const other of house) if (!gone.has(key(other, digit))) gone.set(key(other, digit), "black");
    }
  };
  for (const [cell, digit] of digits) seen(cell, digit);
  const all = Array.from({ length: puzzle.high - puzzle.low + 1 }, (_, i) => puzzle.low + i);
  const now = (): Frame => {
    const marks = new Map<Cell, Map<number, Mark>>();
    for (let cell = 0; cell < puzzle.rows * puzzle.columns; cell += 1) {
      if (!digits.has(cell)) marks.set(cell, new Map(all.map((digit) => [digit, gone.get(key(cell, digit)) ?? "plain"])));
    }
    return { digits: new Map(digits), marks };
  };
  const frames = [now()];
  for (const step of steps) {
    frames.push(now());
    for (const mark of step.remove) gone.set(key(cellOf(mark, puzzle), mark[2]), step.level <= 1 ? "blue" : "orange");
    for (const mark of step.place) {
      digits.set(cellOf(mark, puzzle), mark[2]);
      seen(cellOf(mark, puzzle), mark[2]);
    }
  }
  frames.push(now());
  return frames;
}
