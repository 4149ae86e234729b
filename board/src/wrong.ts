// What can be shown of a text that has mistakes: all but them, and givens that clash as they stand.

import { type Cell, cellsOf, type Size } from "./cells";
import type { Problem } from "./puzzle";
import { givensIn, statementsOf, withGivens } from "./statements";

export interface Mended {
  readonly text: string;
  /** Givens that mistakes speak of; they are no longer in the text. */
  readonly wrong: ReadonlyMap<Cell, number>;
}

/** The size that a text names; nobody has read it yet. */
export function sizeIn(text: string): Size {
  const parts = /^[ \t]*grid[ \t]+(\d+)(?:[ \t]*x[ \t]*(\d+))?/im.exec(text);
  const rows = Math.min(64, Number(parts?.[1] ?? 9));
  return { rows, columns: Math.min(64, Number(parts?.[2] ?? rows)) };
}

/** The text without what is wrong in it. Lines keep their numbers, unless givens are written anew. */
export function mended(text: string, problems: readonly Problem[]): Mended {
  const size = sizeIn(text);
  const statements = statementsOf(text, size);
  const low = /^[ \t]*digits[ \t]+0/im.test(text) ? 0 : 1;
  const givens = givensIn(text, size, low);
  const lines = text.split("\n");
  const wrong = new Map<Cell, number>();
  let anew = false;
  for (const { line, message } of problems) {
    const at = statements.find(({ first, last }) => line - 1 >= first && line - 1 <= last);
    const named = at?.kind === "givens" || at?.kind === "given" ? (message.match(/\br\d+c\d+\b/g) ?? []).flatMap((word) => cellsOf(word, size) ?? []) : [];
    const given = named.filter((cell) => givens.has(cell));
    for (const cell of given) wrong.set(cell, givens.get(cell) as number);
    if (given.length > 0 || at?.kind === "givens") anew = true;
    else lines.fill("", at?.first ?? line - 1, (at?.last ?? line - 1) + 1);
  }
  const rest = lines.join("\n");
  if (!anew) return { text: rest, wrong };
  const right = [...givensIn(rest, size, low)].filter(([cell]) => !wrong.has(cell));
  return { text: withGivens(rest, new Map(right), size), wrong };
}
