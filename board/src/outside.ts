// Which line a press beside the grid means: a row or column read inwards, or a diagonal that enters there.

import type { Point } from "./board";
import { type Cell, cellAt, type Size } from "./cells";

export interface Entering {
  readonly cell: Cell;
  readonly direction: string;
}

/** The row or column that starts at the side where the press was. */
export function lineFrom(point: Point, size: Size): Entering | null {
  const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
  const inRow = row >= 0 && row < size.rows;
  const inColumn = column >= 0 && column < size.columns;
  const at = (r: number, c: number, direction: string): Entering | null => {
    const cell = cellAt(r, c, size);
    return cell === null ? null : { cell, direction };
  };
  if (inRow && column < 0) return at(row, 0, "right");
  if (inRow && column >= size.columns) return at(row, size.columns - 1, "left");
  if (inColumn && row < 0) return at(0, column, "down");
  if (inColumn && row >= size.rows) return at(size.rows - 1, column, "up");
  return null;
}

const STEPS: readonly (readonly [string, number, number])[] = [
  ["down-right", 1, 1],
  ["down-left", 1, -1],
  ["up-right", -1, 1],
  ["up-left", -1, -1],
];

/** The diagonal that enters the grid from the place of the press, the wanted way if that is possible. */
export function diagonalFrom(point: Point, wanted: string, size: Size): Entering | null {
  const [row, column] = [Math.floor(point.y), Math.floor(point.x)];
  if (cellAt(row, column, size) !== null) return null;
  const ways = STEPS.flatMap(([direction, down, right]) => {
    const cell = cellAt(row + down, column + right, size);
    return cell === null ? [] : [{ cell, direction }];
  });
  return ways.find(({ direction }) => direction === wanted) ?? ways[0] ?? null;
}

/** The two cells at an edge, or the four at a corner, that a press is near to. */
export function edgeAt(point: Point, corners: boolean, size: Size): Cell[] | null {
  const [column, row] = [Math.round(point.x), Math.round(point.y)];
  const [dx, dy] = [Math.abs(point.x - column), Math.abs(point.y - row)];
  if (corners) {
    const around = [[-1, -1], [-1, 0], [0, -1], [0, 0]].map(([r = 0, c = 0]) => cellAt(row + r, column + c, size));
    return around.includes(null) ? null : (around as Cell[]);
  }
  const pair =
    dx < dy
      ? [cellAt(Math.floor(point.y), column - 1, size), cellAt(Math.floor(point.y), column, size)]
      : [cellAt(row - 1, Math.floor(point.x), size), cellAt(row, Math.floor(point.x), size)];
  return pair.includes(null) || Math.min(dx, dy) > 0.3 ? null : (pair as Cell[]);
}
