// What the server says a text means: the grid, its clues, or the errors in it.

import { type Cell, cellsOf, type Size } from "./cells";
import type { Unreadable } from "./generated/answers";

export interface Clue {
  readonly kind: string;
  readonly numbers: readonly number[];
  /** Lists of cells, as the statement has them. */
  readonly lists: readonly (readonly Cell[])[];
}

export interface Puzzle extends Size {
  readonly title: string;
  readonly author: string;
  readonly source: string;
  readonly rules: string;
  /** The smallest and the largest digit. */
  readonly low: number;
  readonly high: number;
  /** In the order of the server's numbers. */
  readonly clues: readonly Clue[];
  readonly givens: ReadonlyMap<Cell, number>;
  /** Whether some cells hold two digits. */
  readonly two: boolean;
  /** Those givens that clash with others or are none of this grid: the picture does not have them. */
  readonly wrong: ReadonlyMap<Cell, number>;
}

/** A place in a text, from 1, and what is wrong there. */
export interface Problem {
  readonly line: number;
  readonly column: number;
  readonly length?: number;
  readonly message: string;
  readonly help?: string;
}

/** An answer, or what is said of a text that cannot be read. */
export type Or<T> = Partial<T> & Partial<Pick<Unreadable, "error" | "errors">>;

/** What is wrong with a text; nothing if it was read. */
export function problemsOf({ error, errors }: Or<unknown>): Problem[] {
  if (error === undefined) return [];
  const found = (errors ?? []).map(({ line = 1, column = 1, width, message, help }) => ({
    line,
    column,
    message,
    ...(width === undefined ? {} : { length: width }),
    ...(help === undefined ? {} : { help }),
  }));
  return found.length > 0 ? found : [{ line: 1, column: 1, message: error }];
}

/** The JSON of a puzzle, as `convert --to json` writes it. */
export interface Written {
  readonly title?: string;
  readonly author?: string;
  readonly source?: string;
  readonly rules?: string | string[];
  readonly rows: number;
  readonly columns: number;
  readonly digits: readonly [number, number];
  readonly clues?: readonly { readonly kind: string; readonly numbers?: readonly number[]; readonly cells?: readonly (readonly string[])[] }[];
}

export function puzzleOf(written: Written): Puzzle {
  const size = { rows: written.rows, columns: written.columns };
  const clues = (written.clues ?? []).map(({ kind, numbers = [], cells = [] }) => ({
    kind,
    numbers,
    lists: cells.map((list) => list.flatMap((word) => cellsOf(word, size) ?? [])),
  }));
  const givens = new Map<Cell, number>();
  for (const clue of clues) {
    if (clue.kind !== "given") continue;
    for (const cell of clue.lists.flat()) givens.set(cell, clue.numbers[0] as number);
  }
  const rules = written.rules ?? "";
  return {
    ...size,
    title: written.title ?? "",
    author: written.author ?? "",
    source: written.source ?? "",
    rules: typeof rules === "string" ? rules : rules.join("\n"),
    low: written.digits[0],
    high: written.digits[1],
    clues,
    givens,
    two: clues.some(({ kind }) => kind === "schroedinger-cells"),
    wrong: new Map(),
  };
}

/** The puzzle with givens that nobody could read it with. */
export function withWrong(puzzle: Puzzle, wrong: ReadonlyMap<Cell, number>): Puzzle {
  const inside = new Map([...wrong].filter(([cell]) => cell < puzzle.rows * puzzle.columns));
  return inside.size === 0 ? puzzle : { ...puzzle, givens: new Map([...puzzle.givens, ...inside]), wrong: inside };
}

/** The empty grid that is there before anything is read. */
export const EMPTY: Puzzle = puzzleOf({ rows: 9, columns: 9, digits: [1, 9] });

/** All cells of a clue. */
export const cellsOfClue = (clue: Clue): Cell[] => clue.lists.flat();

/** Digits above 9 are letters in a state, as `candidates` writes them; on the board they are numbers. */
export function stateName(digit: number, high: number): string {
  return high > 9 && digit > 9 && high <= 35 ? String.fromCharCode(55 + digit) : String(digit);
}
