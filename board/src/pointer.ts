// Mouse, pen and finger on the board: press, drag over cells, press twice, press long.

import type { Board, Point } from "./board";
import { type Cell, cellAt, columnOf, rowOf, type Size } from "./cells";

/** What the page does about it. */
export interface Pressing {
  /** A cell is pressed; `add` with Control, Shift or several at once chosen. Says whether cells dragged over are taken away. */
  start(cell: Cell, add: boolean): "add" | "remove";
  over(cell: Cell, how: "add" | "remove"): void;
  /** Let go; `at` where, if the pointer did not move to another cell; `add` if more may follow. */
  end(at: Point | null, add: boolean): void;
  /** Whether pressing twice or long means anything now. */
  readonly special: boolean;
  alike(cell: Cell): void;
  outside(at: Point): void;
}

const adds = (event: PointerEvent): boolean => event.ctrlKey || event.metaKey || event.shiftKey;

const LONG = 550;
const TWICE = 380;
/** While dragging, a cell counts only near its middle: so one can go diagonally. */
const NEAR = 0.43;

export function listen(board: Board, size: () => Size, pressing: Pressing): void {
  let how: "add" | "remove" | null = null;
  let last: Point = { x: 0, y: 0 };
  let pressed: Cell | null = null;
  let moved = false;
  let before: { cell: Cell; time: number } | null = null;
  let long = 0;

  const cellOf = (point: Point): Cell | null => cellAt(Math.floor(point.y), Math.floor(point.x), size());
  const near = (point: Point, cell: Cell): boolean =>
    Math.hypot(point.x - columnOf(cell, size()) - 0.5, point.y - rowOf(cell, size()) - 0.5) < NEAR;

  board.element.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    const point = board.pointAt(event);
    const cell = cellOf(point);
    // The page moves the focus itself, to the cell.
    event.preventDefault();
    if (cell === null) {
      pressing.outside(point);
      return;
    }
    const again = pressing.special && before !== null && before.cell === cell && event.timeStamp - before.time < TWICE;
    before = { cell, time: event.timeStamp };
    if (again) {
      before = null;
      pressing.alike(cell);
      return;
    }
    board.element.setPointerCapture(event.pointerId);
    how = pressing.start(cell, adds(event));
    [last, pressed, moved] = [point, cell, false];
    if (!pressing.special) return;
    long = window.setTimeout(() => {
      how = null;
      pressing.alike(cell);
    }, LONG);
  });

  board.element.addEventListener("pointermove", (event) => {
    if (how === null) return;
    const point = board.pointAt(event);
    // A quick hand skips cells: look at the way between.
    const steps = Math.max(1, Math.ceil(Math.hypot(point.x - last.x, point.y - last.y) / 0.15));
    for (let i = 1; i <= steps; i += 1) {
      const at = { x: last.x + ((point.x - last.x) * i) / steps, y: last.y + ((point.y - last.y) * i) / steps };
      const cell = cellOf(at);
      if (cell === null || cell === pressed || !near(at, cell)) continue;
      moved = true;
      pressed = cell;
      before = null;
      window.clearTimeout(long);
      pressing.over(cell, how);
    }
    last = point;
  });

  const stop = (event: PointerEvent, finished: boolean) => {
    window.clearTimeout(long);
    if (how === null) return;
    how = null;
    if (finished) pressing.end(moved ? null : board.pointAt(event), adds(event));
  };
  board.element.addEventListener("pointerup", (event) => stop(event, true));
  board.element.addEventListener("pointercancel", (event) => stop(event, false));
}
