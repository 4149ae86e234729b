// A step of the explanation, as `explain --json` and `hint --json` write it, and what it looks like.

import { type Cell, cellAt, type Size } from "./cells";
import type { Step } from "./generated/answers";
import { cellsOfClue, type Puzzle } from "./puzzle";
import type { Shape } from "./scene";

type Place = readonly [row: number, column: number, digit: number];

export const cellOf = ([row, column]: Place | readonly [number, number], size: Size): Cell => cellAt(row - 1, column - 1, size) ?? 0;

/** Where to look: the clues of a step, and the marks it starts from. */
export function whereOf(step: Step, puzzle: Puzzle): Shape[] {
  const shapes: Shape[] = [];
  for (const { number } of step.because.clues) {
    const clue = puzzle.clues[number];
    const cells = clue ? cellsOfClue(clue) : [];
    if (cells.length > 0) shapes.push({ kind: "clue", cells });
  }
  // A step that needs no clue starts from the cells of its marks.
  if (shapes.length === 0) {
    const cells = new Set([...step.because.marks.map(({ mark }) => cellOf(mark, puzzle)), ...step.place.map((place) => cellOf(place, puzzle))]);
    if (cells.size > 0) shapes.push({ kind: "clue", cells: [...cells] });
  }
  return shapes;
}

/** Everything: where to look, what it rests on, what it erases and places. */
export function shapesOf(step: Step, puzzle: Puzzle): Shape[] {
  const at = (place: Place) => cellOf(place, puzzle);
  return [
    ...whereOf(step, puzzle),
    ...step.because.links.map(({ from, to, strong }): Shape => ({ kind: "link", from: [at(from), from[2]], to: [at(to), to[2]], strong })),
    ...step.because.marks.map(({ mark, role }): Shape => ({ kind: "ring", cell: at(mark), digit: mark[2], role })),
    ...step.remove.map((place): Shape => ({ kind: "remove", cell: at(place), digit: place[2] })),
    ...step.place.map((place): Shape => ({ kind: "place", cell: at(place), digit: place[2] })),
  ];
}

/** "one rule alone" and the like: what the three colours of dots mean. */
export function levelName(level: number): string {
  if (level === 0) return "obvious";
  return level === 1 ? "one rule alone" : `${level} rules together`;
}
