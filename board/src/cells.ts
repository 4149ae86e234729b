// Cells by number, row by row from 0, and by the names that people write: r3c7, r1c1-3, r1-2c1-3.

export type Cell = number;

export interface Size {
  readonly rows: number;
  readonly columns: number;
}

export const rowOf = (cell: Cell, size: Size): number => Math.floor(cell / size.columns);
export const columnOf = (cell: Cell, size: Size): number => cell % size.columns;

/** The cell in a row and a column counted from 0, if the grid has it. */
export function cellAt(row: number, column: number, size: Size): Cell | null {
  const inside = row >= 0 && row < size.rows && column >= 0 && column < size.columns;
  return inside ? row * size.columns + column : null;
}

export const nameOf = (cell: Cell, size: Size): string => `r${rowOf(cell, size) + 1}c${columnOf(cell, size) + 1}`;

const WORD = /^r(\d+)(?:-(\d+))?c(\d+)(?:-(\d+))?$/i;

/** The cells that a word names, or null if it names none of this grid. */
export function cellsOf(word: string, size: Size): Cell[] | null {
  const parts = WORD.exec(word);
  if (!parts) return null;
  const rows = span(parts[1], parts[2]);
  const columns = span(parts[3], parts[4]);
  const cells = rows.flatMap((row) => columns.map((column) => cellAt(row - 1, column - 1, size)));
  return cells.some((cell) => cell === null) ? null : (cells as Cell[]);
}

function span(from: string | undefined, to: string | undefined): number[] {
  const first = Number(from);
  const last = to === undefined ? first : Number(to);
  if (Math.abs(last - first) > 64) return [0];
  const step = last < first ? -1 : 1;
  return Array.from({ length: Math.abs(last - first) + 1 }, (_, i) => first + step * i);
}

/** A list of cells as short as it is usually written, the order kept: r1c1-3 r2c3. */
export function listOf(cells: readonly Cell[], size: Size): string {
  const words: string[] = [];
  let at = 0;
  while (at < cells.length) {
    const run = longestRun(cells, at, size);
    words.push(runName(cells.slice(at, at + run), size));
    at += run;
  }
  return words.join(" ");
}

/** How many cells from here on go straight on along a row or a column. */
function longestRun(cells: readonly Cell[], from: number, size: Size): number {
  const [first, second] = [cells[from], cells[from + 1]];
  if (first === undefined || second === undefined) return 1;
  const down = rowOf(second, size) - rowOf(first, size);
  const right = columnOf(second, size) - columnOf(first, size);
  if (Math.abs(down) + Math.abs(right) !== 1) return 1;
  let length = 2;
  while (from + length < cells.length) {
    const before = cells[from + length - 1] as Cell;
    const next = cells[from + length] as Cell;
    if (rowOf(next, size) - rowOf(before, size) !== down) break;
    if (columnOf(next, size) - columnOf(before, size) !== right) break;
    length += 1;
  }
  return length;
}

function runName(run: readonly Cell[], size: Size): string {
  const first = run[0] as Cell;
  const last = run[run.length - 1] as Cell;
  if (run.length === 1) return nameOf(first, size);
  const [r, c] = [rowOf(first, size) + 1, columnOf(first, size) + 1];
  const [toR, toC] = [rowOf(last, size) + 1, columnOf(last, size) + 1];
  return r === toR ? `r${r}c${c}-${toC}` : `r${r}-${toR}c${c}`;
}

/** Cells that share a side with this one. */
export function neighbours(cell: Cell, size: Size): Cell[] {
  const [r, c] = [rowOf(cell, size), columnOf(cell, size)];
  const around = [cellAt(r - 1, c, size), cellAt(r + 1, c, size), cellAt(r, c - 1, size), cellAt(r, c + 1, size)];
  return around.filter((cell): cell is Cell => cell !== null);
}
