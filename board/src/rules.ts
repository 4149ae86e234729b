// The rules of a puzzle in words: what its author says, and what each kind of clue means.

import type { App } from "./app";
import { h } from "./dom";
import { lostIn } from "./statements";

/** Houses that everybody expects need no words. */
const USUAL = new Set(["row", "column", "box", "given"]);

export function makeRules(app: App): HTMLElement {
  const list = h("dl", { class: "rules" });
  const heading = h("header", { class: "about" });
  const draw = () => {
    const { puzzle } = app;
    heading.replaceChildren(
      h("h2", puzzle.title === "" ? { class: "untitled" } : {}, puzzle.title === "" ? "Untitled" : puzzle.title),
      ...(puzzle.author === "" ? [] : [h("p", { class: "author" }, `by ${puzzle.author}`)]),
    );
    const used = [...new Set(puzzle.clues.map(({ kind }) => kind))].filter((kind) => !USUAL.has(kind));
    const told = used.map((name) => app.kinds.find((kind) => kind.name === name)).filter((kind) => kind !== undefined);
    const lost = lostIn(app.text);
    list.replaceChildren(
      ...(lost.length === 0 ? [] : [h("dt", {}, "Not taken over"), ...lost.map((what) => h("dd", { class: "problem" }, what))]),
      h("dt", {}, "Grid"),
      h("dd", {}, grid(app)),
      ...(puzzle.rules === "" ? [] : [h("dt", {}, "Rules"), h("dd", {}, puzzle.rules)]),
      ...told.flatMap((kind) => [h("dt", {}, capital(kind.name.replaceAll("-", " "))), h("dd", {}, kind.meaning.replaceAll("`", ""))]),
    );
  };
  app.on("puzzle", draw);
  draw();
  return h("section", { class: "told", "aria-label": "Rules" }, heading, list);
}

function grid(app: App): string {
  const { puzzle } = app;
  const has = (kind: string) => puzzle.clues.some((clue) => clue.kind === kind);
  const houses = [has("row") && "row", has("column") && "column", has("box") && "box", has("region") && "region"].filter((name) => name !== false);
  const digits = `the digits ${puzzle.low} to ${puzzle.high}`;
  if (houses.length === 0) return `${puzzle.rows} rows and ${puzzle.columns} columns, ${digits}.`;
  const last = houses.pop();
  const every = houses.length === 0 ? `${last}` : `${houses.join(", ")} and ${last}`;
  return `No digit repeats in any ${every}; ${digits}.`;
}

export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
