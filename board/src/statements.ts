// The text of a puzzle as statements: the only model of the clues. Tools add, change and take away lines.

import { type Cell, cellsOf, nameOf, type Size } from "./cells";

export interface Statement {
  /** Its first and last line, from 0. */
  readonly first: number;
  readonly last: number;
  /** The word it starts with, in lower case. */
  readonly kind: string;
  /** What is written, without the remark at its end. */
  readonly text: string;
  readonly cells: readonly Cell[];
}

/** Statements whose text goes on to the end of the line, `#` and all. */
const PROSE = new Set(["title", "author", "source", "rules"]);
/** Statements about the grid and about the puzzle: no clues. */
export const FRAME = new Set([...PROSE, "grid", "digits", "rows", "columns", "boxes", "var", "let", "layer", "define"]);

export function statementsOf(text: string, size: Size): Statement[] {
  const lines = text.split("\n");
  const found: Statement[] = [];
  for (let first = 0; first < lines.length; first += 1) {
    const bare = withoutRemark(lines[first] as string);
    const kind = (/^\s*(\S+)/.exec(bare)?.[1] ?? "").toLowerCase();
    if (kind === "" || kind === "---") continue;
    let last = first;
    if (kind === "givens" || kind === "regions") last = endOfMap(lines, first);
    // Remarks and empty lines within a map are no rows of it.
    const rows = lines.slice(first, last + 1).map(withoutRemark).filter((row) => row !== "");
    const cells = kind === "givens" ? mapped(rows.slice(1), size) : named(bare, size);
    found.push({ first, last, kind, text: rows.join("\n").trim(), cells });
    first = last;
  }
  return found;
}

/** The last indented line of a map; remarks and empty lines may stand between them. */
function endOfMap(lines: readonly string[], first: number): number {
  let last = first;
  for (let at = first + 1; at < lines.length; at += 1) {
    const bare = withoutRemark(lines[at] as string);
    if (bare === "") continue;
    if (!/^\s/.test(bare)) break;
    last = at;
  }
  return last;
}

function withoutRemark(line: string): string {
  const kind = /^\s*(\S+)/.exec(line)?.[1]?.toLowerCase() ?? "";
  return PROSE.has(kind) ? line.trimEnd() : line.replace(/#.*$/, "").trimEnd();
}

function named(line: string, size: Size): Cell[] {
  return line.split(/[^0-9A-Za-z-]+/).flatMap((word) => cellsOf(word, size) ?? []);
}

/** The filled cells of a map of givens. */
const mapped = (rows: readonly string[], size: Size): Cell[] => digitsOf(rows, size, 1).map(([cell]) => cell);

/** A map of givens, cell by cell: characters, or words if there are blanks between all of them. */
function digitsOf(rows: readonly string[], size: Size, low: number): (readonly [Cell, number])[] {
  return rows.slice(0, size.rows).flatMap((row, r) => {
    const words = row.trim().split(/\s+/);
    const marks = words.length === size.columns ? words : [...words.join("")];
    return marks.slice(0, size.columns).flatMap((mark, c) => {
      const digit = /^[A-Za-z]$/.test(mark) ? mark.toUpperCase().charCodeAt(0) - 55 : Number(mark);
      return mark === "_" || mark === "." || digit < low || !Number.isInteger(digit) ? [] : [[r * size.columns + c, digit] as const];
    });
  });
}

/** All givens of a text, as it stands: nobody has to be asked. Where 0 is no digit it is a blank. */
export function givensIn(text: string, size: Size, low = 1): Map<Cell, number> {
  const givens = new Map<Cell, number>();
  for (const { kind, text: said } of statementsOf(text, size)) {
    if (kind === "givens") for (const [cell, digit] of digitsOf(said.split("\n").slice(1), size, low)) givens.set(cell, digit);
    if (kind !== "given") continue;
    let cells: Cell[] = [];
    for (const word of said.split(/[\s,=]+/).slice(1)) {
      const named = cellsOf(word, size);
      if (named) cells.push(...named);
      else if (/^\d+$/.test(word)) {
        for (const cell of cells) givens.set(cell, Number(word));
        cells = [];
      }
    }
  }
  return givens;
}

/** The text with one more statement at its end. */
export function withStatement(text: string, statement: string): string {
  const body = text.trimEnd();
  return body === "" ? `${statement}\n` : `${body}\n${statement}\n`;
}

/** The statement that differs from this one only by its numbers: the same kind in the same place. */
export function samePlace(text: string, statement: string, size: Size): Statement | null {
  const [made] = statementsOf(statement, size);
  if (!made) return null;
  const ways = (said: string) => said.toLowerCase().match(/\b(?:up|down|left|right)(?:-(?:left|right))?\b/g)?.join(" ") ?? "";
  const cells = (list: readonly Cell[]) => [...list].sort((a, b) => a - b).join(" ");
  const same = (old: Statement) => old.kind === made.kind && old.cells.length > 0 && cells(old.cells) === cells(made.cells) && ways(old.text) === ways(made.text);
  return statementsOf(text, size).find(same) ?? null;
}

/** The text without some statements; remarks on lines of their own within them stay, if that is wished. */
export function without(text: string, gone: readonly Statement[], remarks = false): string {
  const lines = text.split("\n");
  const kept = lines.filter((line, i) => !gone.some(({ first, last }) => i >= first && i <= last) || (remarks && /^\s*#/.test(line)));
  return kept.join("\n");
}

/** The text with a statement written anew. */
export function replaced(text: string, old: Statement, by: string): string {
  const lines = text.split("\n");
  lines.splice(old.first, old.last - old.first + 1, ...by.split("\n"));
  return lines.join("\n");
}

/** The text with a frame statement (`title`, `grid`) said anew, at its old place or at the top: a line for each line of the value. */
export function withFrame(text: string, kind: string, value: string, size: Size): string {
  const said = value.split("\n").map((line) => line.trim()).filter((line) => line !== "").map((line) => `${kind} ${line}`).join("\n");
  const [old, ...more] = statementsOf(text, size).filter((statement) => statement.kind === kind);
  if (!old) return said === "" ? text : `${said}\n${text}`;
  // The others come later in the text, so the first keeps its place.
  const once = without(text, more);
  return said === "" ? without(once, [old]) : replaced(once, old, said);
}

/** The text with other givens: one map if there are many, a line for each if there are few. */
export function withGivens(text: string, givens: ReadonlyMap<Cell, number>, size: Size): string {
  const old = statementsOf(text, size).filter(({ kind }) => kind === "givens" || kind === "given");
  const bare = without(text, old, true).trimEnd();
  const cells = [...givens.keys()].sort((a, b) => a - b);
  if (cells.length === 0) return `${bare}\n`;
  if (cells.length < 5) {
    const lines = cells.map((cell) => `given ${nameOf(cell, size)} ${givens.get(cell)}`);
    return `${bare}\n${lines.join("\n")}\n`;
  }
  const wide = [...givens.values()].some((digit) => digit > 9);
  const rows = Array.from({ length: size.rows }, (_, r) =>
    Array.from({ length: size.columns }, (_, c) => givens.get(r * size.columns + c)?.toString() ?? ".").join(wide ? " " : ""),
  );
  return `${bare}\ngivens\n${rows.map((row) => `  ${row}`).join("\n")}\n`;
}

/** Whether a text is in our own statements; anything else is converted when it is opened. */
export function isStatements(text: string, kinds: ReadonlySet<string>): boolean {
  const first = text.split("\n").find((line) => line.trim() !== "" && !line.trim().startsWith("#"));
  const word = /^\s*([a-z-]+)(\s|$)/i.exec(first ?? "")?.[1]?.toLowerCase();
  return word !== undefined && (FRAME.has(word) || word === "givens" || word === "regions" || kinds.has(word));
}

/** The puzzles of a text, which lines of three dashes separate. */
export function puzzlesIn(text: string): string[] {
  const parts = text.split(/^[ \t]*---[ \t]*$/m);
  if (parts.length === 1) return [text];
  return parts.filter((part) => part.split("\n").some((line) => withoutRemark(line).trim() !== "")).map((part) => `${part.trim()}\n`);
}

/** The line, from 1, at which a second puzzle starts; null if there is one puzzle. */
export function secondPuzzleIn(text: string): number | null {
  if (puzzlesIn(text).length < 2) return null;
  const lines = text.split("\n");
  const starts = lines.findIndex((line) => withoutRemark(line).trim() !== "" && line.trim() !== "---");
  return lines.findIndex((line, i) => i > starts && line.trim() === "---") + 1;
}

/** A remark of what another format had and this one has not: who plays the puzzle has to know. */
const LOST = "# Not taken over: ";

/** The text with such remarks at its top. */
export function withLost(text: string, lost: readonly string[]): string {
  return [...lost.map((what) => `${LOST}${what.replace(/\s+/g, " ")}`), text].join("\n");
}

/** What these remarks say. */
export function lostIn(text: string): string[] {
  return text.split("\n").filter((line) => line.startsWith(LOST)).map((line) => line.slice(LOST.length));
}
