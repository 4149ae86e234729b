// What a player has entered, and how it came about: one list of commands, undone and redone.

import type { Cell } from "./cells";

export type Layer = "digit" | "corner" | "centre" | "colour";

/** One cell: a digit or none, and sets of marks and colours in order. */
export interface Entry {
  readonly digit: number | null;
  /** The larger of two digits, where a cell may hold two. */
  readonly second?: number | null;
  readonly corner: readonly number[];
  readonly centre: readonly number[];
  readonly colour: readonly number[];
}

export const BLANK: Entry = { digit: null, corner: [], centre: [], colour: [] };

/** Cells before and after; `null` where nothing was or is. */
interface Command {
  readonly cells: readonly Cell[];
  readonly before: readonly (Entry | null)[];
  readonly after: readonly (Entry | null)[];
}

export interface Saved {
  readonly entries: readonly (readonly [Cell, Entry])[];
  readonly done: readonly Command[];
  readonly undone: readonly Command[];
}

export class Play {
  private entries = new Map<Cell, Entry>();
  private done: Command[] = [];
  private undone: Command[] = [];

  at(cell: Cell): Entry {
    return this.entries.get(cell) ?? BLANK;
  }

  get filled(): ReadonlyMap<Cell, Entry> {
    return this.entries;
  }

  get digits(): Map<Cell, number> {
    const digits = new Map<Cell, number>();
    for (const [cell, { digit }] of this.entries) if (digit !== null) digits.set(cell, digit);
    return digits;
  }

  /** The larger digits of cells with two. */
  get seconds(): Map<Cell, number> {
    const seconds = new Map<Cell, number>();
    for (const [cell, { second }] of this.entries) if (typeof second === "number") seconds.set(cell, second);
    return seconds;
  }

  get canUndo(): boolean {
    return this.done.length > 0;
  }

  get canRedo(): boolean {
    return this.undone.length > 0;
  }

  /** How many commands could be undone. */
  get steps(): number {
    return this.done.length;
  }

  /** Puts a value into cells, or takes it away if all of them have it. `fixed` cells stay as they are; with `two` a cell holds two digits. */
  enter(layer: Layer, value: number, cells: readonly Cell[], fixed: (cell: Cell) => boolean, two = false): boolean {
    const open = cells.filter((cell) => layer === "colour" || !fixed(cell));
    // Marks go into cells without a digit; if all have one, nothing happens.
    const meant = layer === "corner" || layer === "centre" ? open.filter((cell) => this.at(cell).digit === null) : open;
    if (meant.length === 0) return false;
    const all = meant.every((cell) => has(this.at(cell), layer, value));
    return this.change(meant, (entry) => (all ? dropped(entry, layer, value) : added(entry, layer, value, two)));
  }

  /** Clears what stands on top: digits; where there are none, marks; then colours. */
  clear(cells: readonly Cell[], fixed: (cell: Cell) => boolean): boolean {
    const open = cells.filter((cell) => !fixed(cell));
    if (open.some((cell) => this.at(cell).digit !== null)) {
      return this.change(open, (entry) => ({ ...entry, ...digitsOf([]) }));
    }
    if (open.some((cell) => this.at(cell).corner.length + this.at(cell).centre.length > 0)) {
      return this.change(open, (entry) => ({ ...entry, corner: [], centre: [] }));
    }
    return this.change(cells, (entry) => ({ ...entry, colour: [] }));
  }

  /** Writes centre marks into many cells at once, as one command. */
  fill(marks: ReadonlyMap<Cell, readonly number[]>): boolean {
    return this.change([...marks.keys()], (entry, cell) => ({ ...entry, centre: marks.get(cell) ?? [] }));
  }

  /** Places digits and writes the centre marks that are left, as a hint says. */
  follow(place: ReadonlyMap<Cell, number>, left: ReadonlyMap<Cell, readonly number[]>, two = false): boolean {
    return this.change([...place.keys(), ...left.keys()], (entry, cell) => ({
      ...(place.has(cell) ? added(entry, "digit", place.get(cell) as number, two) : entry),
      centre: left.get(cell) ?? entry.centre,
    }));
  }

  /** Everything away, as one command that can be undone. */
  restart(): boolean {
    return this.change([...this.entries.keys()], () => BLANK);
  }

  undo(): readonly Cell[] | null {
    const command = this.done.pop();
    if (!command) return null;
    this.undone.push(command);
    command.cells.forEach((cell, i) => this.put(cell, command.before[i] ?? null));
    return command.cells;
  }

  redo(): readonly Cell[] | null {
    const command = this.undone.pop();
    if (!command) return null;
    this.done.push(command);
    command.cells.forEach((cell, i) => this.put(cell, command.after[i] ?? null));
    return command.cells;
  }

  save(): Saved {
    return { entries: [...this.entries], done: [...this.done], undone: [...this.undone] };
  }

  static load(saved: Saved): Play {
    const play = new Play();
    play.entries = new Map(saved.entries);
    play.done = [...saved.done];
    play.undone = [...saved.undone];
    return play;
  }

  private change(cells: readonly Cell[], to: (entry: Entry, cell: Cell) => Entry): boolean {
    const changed = [...new Set(cells)].filter((cell) => !same(this.at(cell), to(this.at(cell), cell)));
    if (changed.length === 0) return false;
    const before = changed.map((cell) => this.entries.get(cell) ?? null);
    const after = changed.map((cell) => to(this.at(cell), cell));
    this.done.push({ cells: changed, before, after });
    this.undone = [];
    changed.forEach((cell, i) => this.put(cell, after[i] ?? null));
    return true;
  }

  private put(cell: Cell, entry: Entry | null): void {
    if (entry === null || same(entry, BLANK)) this.entries.delete(cell);
    else this.entries.set(cell, entry);
  }
}

export function has(entry: Entry, layer: Layer, value: number): boolean {
  return (layer === "digit" ? digitsIn(entry) : entry[layer]).includes(value);
}

/** The digits of a cell: none, one, or two. */
export const digitsIn = ({ digit, second }: Entry): number[] => [digit, second].filter((value) => typeof value === "number");

/** The fields of an entry for its digits. */
function digitsOf(values: readonly number[]): { readonly digit: number | null; readonly second: number | null } {
  const [digit = null, second = null] = [...values].sort((a, b) => a - b);
  return { digit, second };
}

function added(entry: Entry, layer: Layer, value: number, two: boolean): Entry {
  const known = digitsIn(entry);
  if (layer === "digit" && known.includes(value)) return entry;
  // A third digit starts anew.
  if (layer === "digit") return { ...entry, ...digitsOf(two && known.length === 1 ? [...known, value] : [value]) };
  if (entry[layer].includes(value)) return entry;
  return { ...entry, [layer]: [...entry[layer], value].sort((a, b) => a - b) };
}

function dropped(entry: Entry, layer: Layer, value: number): Entry {
  if (layer === "digit") return { ...entry, ...digitsOf(digitsIn(entry).filter((known) => known !== value)) };
  return { ...entry, [layer]: entry[layer].filter((known) => known !== value) };
}

function same(a: Entry, b: Entry): boolean {
  const list = (x: readonly number[], y: readonly number[]) => x.length === y.length && x.every((v, i) => v === y[i]);
  return list(digitsIn(a), digitsIn(b)) && list(a.corner, b.corner) && list(a.centre, b.centre) && list(a.colour, b.colour);
}
