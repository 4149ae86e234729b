// Every kind of clue can be placed: its tool, filled in as its example is, writes the same clue.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { test } from "node:test";
import { cellsOf } from "../../src/cells";
import type { Kind } from "../../src/generated/answers";
import { statementsOf, withGivens, without, withStatement } from "../../src/statements";
import { type Filling, GROUPS, statementOf, type Tool, toolOf } from "../../src/tools";

const NINE = { rows: 9, columns: 9 };
const program = process.env["PENCILMARK"];

function command(words: string[], input = ""): string {
  return spawnSync(program as string, words, { input, encoding: "utf8" }).stdout;
}

/** What a person would type and select for this statement. */
function fillingOf(tool: Tool, example: string): Filling {
  const rest = tool.kind.name === "rule" ? [example.slice(5)] : example.split(/\s+/).slice(1);
  const words = new Map<number, string>();
  const lists: number[][] = [];
  let direction = "right";
  const isCells = (word: string | undefined) => word !== undefined && cellsOf(word, NINE) !== null;
  tool.parts.forEach((part, i) => {
    if (rest[0] === "=" || rest[0] === "/") rest.shift();
    if (part.part === "value") {
      const taken: string[] = [];
      // Digits and sums go on until cells come, unless it is one number.
      while (rest.length > 0 && !isCells(rest[0]) && (taken.length === 0 || part.several || part.name === "DIGITS")) taken.push(rest.shift() as string);
      words.set(i, taken.join(" "));
    } else if (part.part === "cells") {
      const cells: number[] = [];
      while (isCells(rest[0])) cells.push(...(cellsOf(rest.shift() as string, NINE) as number[]));
      lists.push(cells);
      if (part.line && ["right", "left", "down", "up"].includes(rest[0] ?? "")) direction = rest.shift() as string;
    } else if (part.part === "choice" && part.words.includes(rest[0] ?? "")) words.set(i, rest.shift() as string);
  });
  while (rest[0] === "/") {
    rest.shift();
    const cells: number[] = [];
    while (isCells(rest[0])) cells.push(...(cellsOf(rest.shift() as string, NINE) as number[]));
    lists.push(cells);
  }
  assert.deepEqual(rest, [], `all of "${example}" is used`);
  return { words, lists, direction };
}

const FRAMES = ["grid 9\n", "grid 9\nrows none\ncolumns none\nboxes none\n", "grid 9\ndigits 0-9\n", "grid 9\nboxes none\n"];

test("each kind has a tool that writes it", { skip: program === undefined }, () => {
  const kinds = command(["variants", "--json"]).trim().split("\n").map((line) => JSON.parse(line) as Kind);
  assert.ok(kinds.length > 90);
  const groups = new Set<string>();
  for (const kind of kinds) {
    const tool = toolOf(kind);
    groups.add(tool.group);
    // Some examples need other lines around them.
    const lines = kind.example.split("\n");
    const own = lines.find((line) => line.split(/\s+/)[0] === kind.name) as string;
    const made = statementOf(tool, fillingOf(tool, own), NINE);
    assert.ok("text" in made, `${kind.name}: ${JSON.stringify(made)}`);
    const read = (statement: string) =>
      FRAMES.map((frame) => JSON.parse(command(["convert", "--to", "json", "--json"], `${frame}${statement}\n`)) as { text?: string }).find(({ text }) => text !== undefined)?.text;
    const expected = read(kind.example);
    assert.ok(expected !== undefined, kind.example);
    assert.equal(read(lines.map((line) => (line === own ? made.text : line)).join("\n")), expected, `${kind.example} and ${made.text}`);
  }
  assert.deepEqual([...groups].sort(), [...GROUPS].sort());
});

test("any text can be taken apart and put together", () => {
  const words = ["grid", "9", "cage", "r1c1", "r1c1-3", "r9-1c2", "#", "givens", "\n", "\n", "\n  1.2", "title", "é", "---", "=", "/", "\t", "regions", "r99c99", "-", ""];
  let seed = 11;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 2000; round += 1) {
    const text = Array.from({ length: random(25) }, () => words[random(words.length)]).join(random(2) === 0 ? " " : "");
    const statements = statementsOf(text, NINE);
    for (const { cells, first, last } of statements) {
      assert.ok(first <= last && cells.every((cell) => cell >= 0 && cell < 81));
    }
    const none = without(text, statements);
    assert.deepEqual(statementsOf(none, NINE).filter(({ kind }) => !none.includes(kind)), []);
    assert.equal(statementsOf(withStatement(text, "odd r1c1"), NINE).at(-1)?.text, "odd r1c1");
    const givens = statementsOf(withGivens(text, new Map([[4, 3]]), NINE), NINE).filter(({ kind }) => kind === "given" || kind === "givens");
    assert.deepEqual(givens.map((given) => given.text), ["given r1c5 3"]);
  }
});
