// What stands on the board at a moment, over the server's picture. Views make it, the board draws it.

import type { Cell } from "./cells";
import type { Puzzle } from "./puzzle";
import { cluesIn } from "./told";

/** How a candidate is shown in its fixed place. */
export type Mark = "plain" | "once" | "some" | "many" | "black" | "blue" | "orange";

export type Shape =
  /** A tinted cell with a dashed frame: what a step looks at. */
  | { readonly kind: "clue"; readonly cells: readonly Cell[] }
  /** A frame around a cell that gets a digit. */
  | { readonly kind: "place"; readonly cell: Cell; readonly digit: number }
  /** A stroke through a candidate. */
  | { readonly kind: "remove"; readonly cell: Cell; readonly digit: number }
  /** A ring around a candidate that a step rests on. */
  | { readonly kind: "ring"; readonly cell: Cell; readonly digit: number; readonly role: string }
  /** A line between two candidates; dashed where it is a weak link. */
  | { readonly kind: "link"; readonly from: readonly [Cell, number]; readonly to: readonly [Cell, number]; readonly strong: boolean }
  /** A cross in the corner of a cell that is wrong. */
  | { readonly kind: "wrong"; readonly cell: Cell };

export interface Scene {
  readonly puzzle: Puzzle;
  readonly digits: ReadonlyMap<Cell, number>;
  /** The larger digits of cells with two. */
  readonly seconds: ReadonlyMap<Cell, number>;
  readonly corner: ReadonlyMap<Cell, readonly number[]>;
  readonly centre: ReadonlyMap<Cell, readonly number[]>;
  readonly colours: ReadonlyMap<Cell, readonly number[]>;
  /** Candidates in fixed places. */
  readonly marks: ReadonlyMap<Cell, ReadonlyMap<number, Mark>>;
  readonly conflicts: ReadonlySet<Cell>;
  readonly shapes: readonly Shape[];
  /** All cells with this digit are shown as if chosen. */
  readonly filter: number | null;
  /** Empty cells without marks where that digit can be, for all that is in sight. */
  readonly open: ReadonlySet<Cell>;
}

export function emptyScene(puzzle: Puzzle): Scene {
  return {
    puzzle,
    digits: puzzle.wrong,
    seconds: new Map(),
    corner: new Map(),
    centre: new Map(),
    colours: new Map(),
    marks: new Map(),
    conflicts: new Set(puzzle.wrong.keys()),
    shapes: [],
    filter: null,
    open: new Set(),
  };
}

/** What a screen reader says of a cell. */
export function labelOf(scene: Scene, cell: Cell): string {
  const { puzzle } = scene;
  const words = [`row ${Math.floor(cell / puzzle.columns) + 1} column ${(cell % puzzle.columns) + 1}`];
  const given = puzzle.givens.get(cell);
  const digit = scene.digits.get(cell);
  if (given !== undefined) words.push(String(given), "given");
  else if (digit !== undefined) words.push([digit, scene.seconds.get(cell)].filter((value) => value !== undefined).join(" and "));
  else words.push("empty");
  const marks = [...(scene.marks.get(cell) ?? [])].filter(([, mark]) => !DOTS.has(mark)).map(([value]) => value);
  if (marks.length > 0 && digit === undefined && given === undefined) words.push(`candidates ${marks.join(" ")}`);
  if (digit === undefined) {
    if (scene.centre.get(cell)?.length) words.push(`centre ${scene.centre.get(cell)?.join(" ")}`);
    if (scene.corner.get(cell)?.length) words.push(`corner ${scene.corner.get(cell)?.join(" ")}`);
  }
  const colours = scene.colours.get(cell) ?? [];
  if (colours.length > 0) words.push(`colour ${colours.map((c) => COLOURS[c]?.name ?? c).join(" and ")}`);
  if (scene.conflicts.has(cell)) words.push("in conflict");
  words.push(...(cluesIn(puzzle).get(cell) ?? []));
  return words.join(", ");
}

export const DOTS: ReadonlySet<Mark> = new Set<Mark>(["black", "blue", "orange"]);

/** The colours of the pad, by the digit that enters them; soft enough for digits on top. */
export const COLOURS: readonly { readonly name: string; readonly value: string }[] = [
  { name: "white", value: "#ffffff" },
  { name: "grey", value: "#b4b8c0" },
  { name: "red", value: "#ff9c9c" },
  { name: "orange", value: "#ffc078" },
  { name: "yellow", value: "#ffe877" },
  { name: "green", value: "#a6e39b" },
  { name: "teal", value: "#86dfd4" },
  { name: "blue", value: "#a5c8ff" },
  { name: "purple", value: "#cdb4f5" },
  { name: "pink", value: "#f7b2e0" },
];
