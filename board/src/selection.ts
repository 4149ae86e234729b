// Which cells are selected, in the order in which they were, and where the keyboard is.

import { type Cell, cellAt, columnOf, rowOf, type Size } from "./cells";

export class Selection {
  private chosen: Cell[] = [];
  /** Where arrows move from; it has the focus of the grid. */
  cursor: Cell = 0;

  get cells(): readonly Cell[] {
    return this.chosen;
  }

  has(cell: Cell): boolean {
    return this.chosen.includes(cell);
  }

  only(cell: Cell): void {
    this.chosen = [cell];
    this.cursor = cell;
  }

  add(cell: Cell): void {
    if (!this.has(cell)) this.chosen.push(cell);
    this.cursor = cell;
  }

  /** Goes on with a line: back over the cell before takes the last one away, and back to the first makes a loop of it if it may be one. */
  trace(cell: Cell, loops: boolean): void {
    const { length } = this.chosen;
    const closed = length > 1 && this.chosen[0] === this.chosen[length - 1];
    if (length > 1 && this.chosen[length - 2] === cell) this.chosen = this.chosen.slice(0, -1);
    else if (closed) return;
    else if (loops && length > 2 && this.chosen[0] === cell) this.chosen = [...this.chosen, cell];
    else this.add(cell);
    this.cursor = cell;
  }

  remove(cell: Cell): void {
    this.chosen = this.chosen.filter((known) => known !== cell);
    this.cursor = cell;
  }

  set(cells: readonly Cell[]): void {
    this.chosen = [...new Set(cells)];
    const last = this.chosen[this.chosen.length - 1];
    if (last !== undefined && !this.has(this.cursor)) this.cursor = last;
  }

  none(): void {
    this.chosen = [];
  }

  invert(size: Size): void {
    const all = Array.from({ length: size.rows * size.columns }, (_, cell) => cell);
    this.chosen = all.filter((cell) => !this.has(cell));
  }

  /** Moves by some rows and columns, around the edges; extends the selection if asked to. */
  move(down: number, right: number, extend: boolean, size: Size): void {
    const row = (rowOf(this.cursor, size) + down + size.rows) % size.rows;
    const column = (columnOf(this.cursor, size) + right + size.columns) % size.columns;
    const cell = cellAt(row, column, size) ?? 0;
    if (extend) {
      // Who has come to another cell by Tab or a screen reader starts there.
      if (!this.has(this.cursor)) this.none();
      this.add(this.cursor);
      this.add(cell);
    } else this.only(cell);
  }

  /** Forgets cells that a smaller grid does not have. */
  fit(size: Size): void {
    const count = size.rows * size.columns;
    this.chosen = this.chosen.filter((cell) => cell < count);
    if (this.cursor >= count) this.cursor = 0;
  }
}
