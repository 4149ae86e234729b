// Tools for setting, made from the table of kinds: what each takes is read off its syntax.

import type { Kind } from "./generated/answers";
import { type Cell, listOf, nameOf, type Size } from "./cells";

export type Group = "cells" | "lines" | "cages" | "edges" | "outside" | "global" | "rule text";
export const GROUPS: readonly Group[] = ["cells", "lines", "cages", "edges", "outside", "global", "rule text"];

/** One part of a statement after its name. */
export type Part =
  /** Something typed: a sum, digits, a formula. */
  | { readonly part: "value"; readonly name: string; readonly required: boolean; readonly several: boolean }
  /** Cells chosen on the board. `line`: the cell at the edge and a direction will do, too. */
  | { readonly part: "cells"; readonly name: string; readonly one: boolean; readonly line: boolean }
  /** One of some words. */
  | { readonly part: "choice"; readonly words: readonly string[]; readonly required: boolean }
  /** A sign between lists; `more`: further lists may follow after another one. */
  | { readonly part: "sign"; readonly sign: string; readonly more: boolean };

export interface Tool {
  readonly kind: Kind;
  readonly group: Group;
  readonly parts: readonly Part[];
}

/** Kinds that mean something without their second list, too: arms in all directions, cells all around. */
const ARMS = new Set(["chaos-arrow", "chaos-count"]);
const CELLS = new Set(["CELLS", "CELL", "CIRCLE", "SHAFT", "COPY", "LINE"]);
const DIAGONALS = ["down-right", "down-left", "up-right", "up-left"] as const;
export const STRAIGHT = ["right", "left", "down", "up"] as const;

/** Which group has a kind; kinds that are not named here go by what they take. */
const NAMED: Record<Exclude<Group, "rule text">, string> = {
  cells: "given candidates odd even minimum maximum row-indexer column-indexer box-indexer counting-circles clone count-distinct value-indexing",
  lines:
    "thermo slow-thermo arrow palindrome renban nabner whisper dutch-whisper modular-line parity-line entropic-line between-line lockout sequence region-sum-line region-total-line double-arrow zipper sum-line",
  cages:
    "cage sum multi-cage digital-root-cage rellik equality-cage look-and-say contains contains-exactly equal-sum same-digits extra-region region row column box chaos-arrow chaos-count lunchbox",
  edges: "difference ratio x v edge-sum greater quadruple quadruple-set",
  outside: "little-killer sandwich x-sum skyscraper hidden-skyscraper numbered-room full-rank",
  global: "rank-ties",
};

export function toolOf(kind: Kind): Tool {
  const parts = partsOf(kind.syntax);
  return { kind, parts, group: groupOf(kind.name, parts) };
}

function groupOf(name: string, parts: readonly Part[]): Group {
  for (const [group, names] of Object.entries(NAMED)) if (names.split(" ").includes(name)) return group as Group;
  if (parts.some((part) => part.part === "value" && part.name === "FORMULA")) return "rule text";
  if (parts.some((part) => part.part === "cells" && part.line)) return "outside";
  return parts.some((part) => part.part === "cells") ? "cages" : "global";
}

/** The parts of `cage [SUM] CELLS` and the like, without the name. */
export function partsOf(syntax: string): Part[] {
  const words = syntax.split(/\s+/).slice(1);
  const parts: Part[] = [];
  for (let i = 0; i < words.length; i += 1) {
    const word = words[i] as string;
    if (word === "..." || word === "...]") continue;
    const several = (words[i + 1] ?? "").startsWith("...");
    const optional = word.startsWith("[");
    const bare = word.replace(/[[\]]/g, "");
    if (bare === "=" || bare === "/") {
      if (!optional) parts.push({ part: "sign", sign: bare, more: words[i + 2] === "..." });
    } else if (CELLS.has(bare)) {
      parts.push({ part: "cells", name: bare, one: bare === "CELL", line: bare === "LINE" });
    } else if (bare === "DIRECTION") {
      parts.push({ part: "choice", words: DIAGONALS, required: true });
    } else if (bare.includes("|") || /^[a-z]+$/.test(bare)) {
      parts.push({ part: "choice", words: bare.split("|"), required: !optional });
    } else {
      parts.push({ part: "value", name: bare, required: !optional, several });
    }
  }
  return parts;
}

/** What was typed and chosen for the parts of a tool. */
export interface Filling {
  /** For each part that is a value or a choice, its words; by the number of the part. */
  readonly words: ReadonlyMap<number, string>;
  /** Lists of cells in the order of the parts; more than there are parts if more may follow. */
  readonly lists: readonly (readonly Cell[])[];
  /** The way a line runs that is told by its first cell only. */
  readonly direction: string;
}

/** The statement, or a sentence that says what is missing. */
export function statementOf(tool: Tool, filling: Filling, size: Size): { readonly text: string } | { readonly missing: string } {
  const words = [tool.kind.name];
  let list = 0;
  const missing: string[] = [];
  tool.parts.forEach((part, i) => {
    if (part.part === "sign") words.push(part.sign);
    else if (part.part === "cells") {
      const cells = filling.lists[list] ?? [];
      list += 1;
      if (cells.length === 0 && list > 1 && ARMS.has(tool.kind.name)) words.pop();
      else if (cells.length === 0) missing.push(list > 1 ? "a second list of cells (press = and select them)" : "cells: select them on the board");
      else words.push(cellWords(part, cells, filling.direction, size));
    } else {
      const word = (filling.words.get(i) ?? "").trim();
      if (word !== "") words.push(word);
      else if (part.required) missing.push(part.part === "value" ? nameOfValue(part.name) : part.words.join(" or "));
    }
  });
  const further = tool.parts.some((part) => part.part === "sign" && part.more) ? filling.lists.slice(list) : [];
  const sign = tool.parts.find((part) => part.part === "sign");
  for (const cells of further) {
    if (cells.length > 0 && sign?.part === "sign") words.splice(lastCells(words), 0, sign.sign, listOf(cells, size));
  }
  return missing.length > 0 ? { missing: `Still needed: ${missing.join(", ")}.` } : { text: words.join(" ") };
}

/** After the last word that names a cell: a closing word such as `others` stays at the end. */
function lastCells(words: readonly string[]): number {
  return words.findLastIndex((word) => /^r\d/.test(word)) + 1;
}

function cellWords(part: { readonly one: boolean; readonly line: boolean }, cells: readonly Cell[], direction: string, size: Size): string {
  const first = cells[0] as Cell;
  if (part.one) return nameOf(first, size);
  if (part.line && cells.length === 1) return `${nameOf(first, size)} ${direction}`;
  return listOf(cells, size);
}

/** "a sum" for SUM. */
export function nameOfValue(name: string): string {
  const plain = name.toLowerCase().replace("countxdigit", "counts, such as 2x5");
  return plain.startsWith("counts") || plain.endsWith("s") ? plain : `a ${plain}`;
}

/** How many lists of cells a tool takes; with `more`, any number from there on. */
export function listsOf(tool: Tool): { readonly count: number; readonly more: boolean } {
  return {
    count: tool.parts.filter(({ part }) => part === "cells").length,
    more: tool.parts.some((part) => part.part === "sign" && part.more),
  };
}

/** Kinds of which each cell is one by itself. */
const SINGLE = new Set(["odd", "even", "minimum", "maximum", "row-indexer", "column-indexer", "box-indexer"]);

/** Whether a clue can be placed as soon as its cells are drawn. */
export function placesAtOnce(tool: Tool): boolean {
  const drawn = tool.group === "lines" || tool.group === "edges" || SINGLE.has(tool.kind.name);
  return drawn && listsOf(tool).count === 1 && tool.parts.every((part) => part.part !== "value" || !part.required);
}

/** Lines that may end where they start: what they say is of neighbours, or of cells that may be the same. */
const LOOPS = new Set(["whisper", "dutch-whisper", "modular-line", "parity-line", "entropic-line", "between-line", "double-arrow", "palindrome", "zipper"]);

export const canLoop = (tool: Tool): boolean => LOOPS.has(tool.kind.name);
