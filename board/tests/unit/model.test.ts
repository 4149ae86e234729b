// Cells, statements, entries, keys, tools: what needs no page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { cellsOf, listOf } from "../../src/cells";
import { conflicts } from "../../src/conflicts";
import { actionOf, type Key } from "../../src/keys";
import { TwoKeys } from "../../src/numbers";
import { BLANK, digitsIn, Play } from "../../src/play";
import { puzzleOf } from "../../src/puzzle";
import { emptyScene, labelOf } from "../../src/scene";
import { Selection } from "../../src/selection";
import { stateOf, withEntries } from "../../src/state";
import { givensIn, isStatements, lostIn, puzzlesIn, secondPuzzleIn, statementsOf, samePlace, withFrame, withGivens, withLost, without, withStatement } from "../../src/statements";
import { keyOf } from "../../src/store";
import { clock, Timer } from "../../src/timer";
import { mended, sizeIn } from "../../src/wrong";

const NINE = { rows: 9, columns: 9 };

test("cells are read as people write them", () => {
  assert.deepEqual(cellsOf("r1c1-3", NINE), [0, 1, 2]);
  assert.deepEqual(cellsOf("r9c8-6", NINE), [79, 78, 77]);
  assert.deepEqual(cellsOf("R1-2c1-2", NINE), [0, 1, 9, 10]);
  assert.equal(cellsOf("r10c1", NINE), null);
  assert.equal(cellsOf("r0c1", NINE), null);
  assert.equal(cellsOf("rule", NINE), null);
  assert.equal(cellsOf("r1c1-999999999", NINE), null);
});

test("a list that is written is read back in the same order", () => {
  let seed = 7;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  for (let round = 0; round < 500; round += 1) {
    const size = { rows: 1 + random(16), columns: 1 + random(16) };
    const cells = Array.from({ length: random(8) }, () => random(size.rows * size.columns));
    const words = listOf(cells, size).split(" ").filter((word) => word !== "");
    assert.deepEqual(words.flatMap((word) => cellsOf(word, size)), cells);
  }
  assert.equal(listOf([0, 1, 2, 11, 20], NINE), "r1c1-3 r2-3c3");
});

const TEXT = "title A # B\ngrid 9\n# nothing\ncage 5 r1c1-2 # sum\ngivens\n  1........\n  .2.......\n\nanti-knight\n";

test("statements have lines and cells", () => {
  const statements = statementsOf(TEXT, NINE);
  assert.deepEqual(statements.map(({ kind, first, last }) => [kind, first, last]), [["title", 0, 0], ["grid", 1, 1], ["cage", 3, 3], ["givens", 4, 6], ["anti-knight", 8, 8]]);
  assert.equal(statements[0]?.text, "title A # B");
  assert.equal(statements[2]?.text, "cage 5 r1c1-2");
  assert.deepEqual(statements[2]?.cells, [0, 1]);
  assert.deepEqual(statements[3]?.cells, [0, 10]);
});

test("statements are added, taken away and changed one by one", () => {
  const cage = statementsOf(TEXT, NINE).filter(({ kind }) => kind === "cage");
  assert.equal(without(TEXT, cage), TEXT.replace("cage 5 r1c1-2 # sum\n", ""));
  assert.ok(withStatement(TEXT, "odd r1c1").endsWith("anti-knight\nodd r1c1\n"));
  assert.ok(withFrame(TEXT, "title", "Other", NINE).startsWith("title Other\ngrid 9\n"));
  assert.equal(withFrame("grid 4\n", "author", "Me", NINE), "author Me\ngrid 4\n");
  assert.equal(withGivens(TEXT, new Map([[80, 9]]), NINE), TEXT.replace("givens\n  1........\n  .2.......\n\n", "\n").trimEnd() + "\ngiven r9c9 9\n");
});

test("givens are read off the text", () => {
  const text = "grid 9\ngivens\n  1........\n  . 2 . . . . . . 12\n  ..a\ngiven r5c3 1 # one\ngiven r6c7 = 2 r1c2 r2c4 9\n";
  assert.deepEqual([...givensIn(text, NINE)], [[0, 1], [10, 2], [17, 12], [20, 10], [38, 1], [51, 2], [1, 9], [12, 9]]);
  const all = new Map([[0, 1], [10, 12], [80, 3], [40, 4], [41, 5], [42, 6]]);
  assert.deepEqual(givensIn(withGivens(text, all, NINE), NINE), new Map([...all].sort(([a], [b]) => a - b)));
});

test("remarks and empty lines within a map are no rows of it", () => {
  const FOUR = { rows: 4, columns: 4 };
  const text = "grid 4\ngivens\n  # top\n  1..4\n\n# middle\n  ....\n  ..1.\n  4..3 # last\n\n# end\nodd r1c1\n";
  assert.deepEqual([...givensIn(text, FOUR)], [[0, 1], [3, 4], [10, 1], [12, 4], [15, 3]]);
  assert.deepEqual(statementsOf(text, FOUR).map(({ kind, first, last }) => [kind, first, last]), [["grid", 0, 0], ["givens", 1, 8], ["odd", 11, 11]]);
  const more = givensIn(text, FOUR).set(5, 3);
  const changed = withGivens(text, more, FOUR);
  assert.deepEqual(givensIn(changed, FOUR), new Map([...more].sort(([a], [b]) => a - b)));
  for (const remark of ["# top", "# middle", "# end", "odd r1c1"]) assert.ok(changed.includes(remark), remark);
});

test("a frame statement is said once, rules a line for each line", () => {
  const text = "title A\nrules one\ngrid 4\nrules two\ntitle B\n";
  assert.equal(withFrame(text, "rules", "one, two\n\nthree", NINE), "title A\nrules one, two\nrules three\ngrid 4\ntitle B\n");
  assert.equal(withFrame(text, "rules", "", NINE), "title A\ngrid 4\ntitle B\n");
  assert.equal(withFrame(text, "title", "C", NINE), "title C\nrules one\ngrid 4\nrules two\n");
});

test("two keys are one number only if they follow each other at the same place", () => {
  let now = 0;
  const keys = new TwoKeys(() => now);
  assert.equal(keys.second(1, "here", 16), null);
  keys.first(1, "here");
  assert.equal(keys.second(2, "here", 16), 12);
  assert.equal(keys.second(3, "here", 16), null, "a number is made once");
  keys.first(1, "here");
  assert.equal(keys.second(2, "there", 16), null);
  keys.first(1, "here");
  assert.equal(keys.second(7, "here", 16), null, "17 is too large");
  keys.first(1, "here");
  now = 700;
  assert.equal(keys.second(2, "here", 16), null, "too late");
  keys.first(0, "here");
  assert.equal(keys.second(5, "here", 16), null, "05 is no number of two digits");
});

test("puzzles are separated by dashes, and what was lost stays in the text", () => {
  assert.deepEqual(puzzlesIn("grid 4\ngiven r1c1 1\n---\ngrid 4\n--- \n# no more\n"), ["grid 4\ngiven r1c1 1\n", "grid 4\n"]);
  assert.deepEqual(puzzlesIn("grid 4\n\n"), ["grid 4\n\n"]);
  assert.equal(secondPuzzleIn("grid 4\ngiven r1c1 1\n---\ngrid 4\n"), 3);
  assert.equal(secondPuzzleIn("---\n\ngrid 4\n  ---\n# no more\n---\ngrid 9\n"), 4);
  for (const one of ["", "---\n", "grid 4\n---\n", "---\ngrid 4\n---\n# no more\n"]) assert.equal(secondPuzzleIn(one), null, one);
  const text = withLost("grid 9\n", ["`fog` is\nlost", "colours"]);
  assert.deepEqual(lostIn(text), ["`fog` is lost", "colours"]);
  assert.ok(text.endsWith("\ngrid 9\n"));
  assert.deepEqual(lostIn("grid 9\n"), []);
});

test("all but the mistakes of a text can be shown", () => {
  const problem = (line: number, message: string) => ({ line, column: 1, message });
  const map = "grid 4\ngivens\n  11..\n  ....\n  ....\n  ..2.\nodd r4c4\n";
  const clash = mended(map, [problem(3, "r1c1 and r1c2 are both 1, in row 1")]);
  assert.deepEqual([...clash.wrong], [[0, 1], [1, 1]]);
  assert.equal(clash.text, "grid 4\nodd r4c4\ngiven r4c3 2\n");
  const lines = mended("grid 4\ntermo r1c1-2\nodd r4c4\n", [problem(2, "there is no statement `termo`")]);
  assert.deepEqual([lines.text, lines.wrong.size], ["grid 4\n\nodd r4c4\n", 0]);
  const short = mended("grid 4\ngivens\n  1...\n", [problem(2, "the map has 1 lines, but the grid has 4 rows")]);
  assert.equal(short.text, "grid 4\ngiven r1c1 1\n");
  assert.deepEqual(sizeIn("title a\ngrid 6x8\n"), { rows: 6, columns: 8 });
});

test("a line is taken back on its way, and closed where it may be", () => {
  const traced = (loops: boolean, cells: number[]) => {
    const selection = new Selection();
    selection.only(cells[0] as number);
    for (const cell of cells.slice(1)) selection.trace(cell, loops);
    return selection.cells;
  };
  assert.deepEqual(traced(false, [0, 1, 2, 1]), [0, 1]);
  assert.deepEqual(traced(true, [0, 1, 10, 9, 0]), [0, 1, 10, 9, 0]);
  assert.deepEqual(traced(true, [0, 1, 10, 9, 0, 1]), [0, 1, 10, 9, 0], "a loop has an end");
  assert.deepEqual(traced(true, [0, 1, 10, 9, 0, 9]), [0, 1, 10, 9], "it can be opened again");
  assert.deepEqual(traced(false, [0, 1, 10, 9, 0]), [0, 1, 10, 9]);
  assert.deepEqual(traced(true, [0, 1, 0]), [0]);
});

test("our own statements are known from other formats", () => {
  const kinds = new Set(["cage", "thermo"]);
  assert.ok(isStatements("# hello\n\ngrid 9\n", kinds));
  assert.ok(isStatements("thermo r1c1-3", kinds));
  assert.ok(!isStatements("https://www.f-puzzles.com/?load=abc", kinds));
  assert.ok(!isStatements("{\"size\": 9}", kinds));
  assert.ok(!isStatements(".".repeat(81), kinds));
});

test("entries: a value that all cells have goes, else all get it", () => {
  const play = new Play();
  const free = () => false;
  assert.ok(play.enter("centre", 3, [0, 1], free));
  assert.ok(play.enter("centre", 1, [0], free));
  assert.deepEqual(play.at(0).centre, [1, 3]);
  assert.ok(play.enter("centre", 1, [0, 1], free));
  assert.deepEqual(play.at(1).centre, [1, 3]);
  assert.ok(play.enter("centre", 1, [0, 1], free));
  assert.deepEqual(play.at(1).centre, [3]);
  assert.ok(play.enter("digit", 5, [0], free));
  assert.deepEqual(play.at(0), { digit: 5, second: null, corner: [], centre: [3], colour: [] });
  assert.ok(play.clear([0], free));
  assert.deepEqual(play.at(0).centre, [3], "marks come back when the digit goes");
  assert.ok(play.clear([0], free));
  assert.deepEqual(play.at(0), BLANK);
  assert.ok(!play.enter("digit", 5, [0], () => true), "givens stay");
  assert.ok(play.enter("colour", 2, [0], () => true), "but can be coloured");
});

test("where cells hold two digits a second stands beside the first, and a third starts anew", () => {
  const play = new Play();
  const free = () => false;
  const enter = (digit: number, cells: number[]) => play.enter("digit", digit, cells, free, true);
  enter(4, [0, 1]);
  enter(0, [0]);
  assert.deepEqual(digitsIn(play.at(0)), [0, 4], "the smaller first");
  assert.deepEqual([[...play.digits], [...play.seconds]], [[[0, 0], [1, 4]], [[0, 4]]]);
  enter(0, [0, 1]);
  assert.deepEqual(digitsIn(play.at(1)), [0, 4], "those that lack it get it");
  enter(0, [0, 1]);
  assert.deepEqual(digitsIn(play.at(0)), [4], "all have it: it goes");
  enter(3, [0]);
  enter(2, [0]);
  assert.deepEqual(digitsIn(play.at(0)), [2]);
  play.follow(new Map([[0, 1]]), new Map(), true);
  assert.deepEqual(digitsIn(play.at(0)), [1, 2], "what a hint places stands beside it, too");
  play.undo();
  const puzzle = puzzleOf({ rows: 2, columns: 2, digits: [0, 4], clues: [{ kind: "schroedinger-cells" }, { kind: "row", cells: [["r1c1", "r1c2"]] }] });
  enter(4, [0]);
  assert.deepEqual([...conflicts(puzzle, play.digits, play.seconds)], [0, 1], "the second digit counts as well");
  assert.equal(withEntries("grid 2\n", puzzle, play), "grid 2\ngiven r1c1 2\nrule second(r1c1) = 4\nrule r1c2 = 4 or second(r1c2) = 4\n");
  assert.equal(withEntries("grid 2\n", puzzle, play, true), "grid 2\ngiven r1c1 2\nrule second(r1c1) = 4\ngiven r1c2 4\nrule second(r1c2) = 4\n");
  play.enter("centre", 3, [3], free);
  assert.equal(stateOf(puzzle, play), "+2 .\n. 3", "a digit has a plus, a mark that is alone has none");
  assert.equal(labelOf({ ...emptyScene(puzzle), digits: play.digits, seconds: play.seconds }, 0).split(", ")[1], "2 and 4");
});

test("undo leads back to the start and redo to the end, whatever was done", () => {
  let seed = 3;
  const random = (below: number) => {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    return Math.floor((seed / 2 ** 32) * below);
  };
  const layers = ["digit", "corner", "centre", "colour"] as const;
  for (let round = 0; round < 60; round += 1) {
    let play = new Play();
    const fixed = (cell: number) => cell % 5 === 0;
    const states = [JSON.stringify(play.save().entries)];
    for (let step = 0; step < 40; step += 1) {
      const cells = Array.from({ length: 1 + random(4) }, () => random(12));
      const what = random(10);
      const changed =
        what < 7 ? play.enter(layers[random(4)] ?? "digit", 1 + random(4), cells, fixed, round % 2 === 0)
        : what < 8 ? play.clear(cells, fixed)
        : what < 9 ? play.fill(new Map(cells.map((cell) => [cell, [1, 2]])))
        : play.restart();
      if (changed) states.push(sorted(play));
      if (random(9) === 0) play = Play.load(JSON.parse(JSON.stringify(play.save())));
    }
    for (let at = states.length - 2; at >= 1; at -= 1) {
      assert.ok(play.undo());
      assert.equal(sorted(play), states[at]);
    }
    assert.ok(states.length < 2 || play.undo());
    assert.equal(play.filled.size, 0);
    assert.equal(play.undo(), null);
    for (const state of states.slice(1)) {
      assert.ok(play.redo());
      assert.equal(sorted(play), state);
    }
    assert.equal(play.redo(), null);
  }
});

const sorted = (play: Play): string => JSON.stringify([...play.filled].sort(([a], [b]) => a - b));

const key = (code: string, more: Partial<Key> = {}): Key => ({
  code,
  key: code.replace(/^(Key|Digit|Numpad)/, "").toLowerCase(),
  ctrlKey: false,
  metaKey: false,
  shiftKey: false,
  altKey: false,
  ...more,
});

test("keys are those of SudokuPad, by their place", () => {
  const cases: [Key, unknown][] = [
    [key("Digit5"), { do: "enter", layer: null, digit: 5 }],
    [key("Numpad0"), { do: "enter", layer: null, digit: 0 }],
    [key("Digit5", { shiftKey: true, key: "%" }), { do: "enter", layer: "corner", digit: 5 }],
    [key("Numpad7", { shiftKey: true, key: "Home" }), { do: "enter", layer: "corner", digit: 7 }],
    [key("Digit5", { ctrlKey: true }), { do: "enter", layer: "centre", digit: 5 }],
    [key("Digit5", { metaKey: true }), { do: "enter", layer: "centre", digit: 5 }],
    [key("Digit5", { ctrlKey: true, shiftKey: true }), { do: "enter", layer: "colour", digit: 5 }],
    [key("ArrowUp", { key: "ArrowUp" }), { do: "move", down: -1, right: 0, extend: false }],
    [key("ArrowRight", { key: "ArrowRight", ctrlKey: true }), { do: "move", down: 0, right: 1, extend: true }],
    [key("KeyA", { ctrlKey: true }), { do: "all" }],
    [key("KeyA", { ctrlKey: true, shiftKey: true, key: "A" }), { do: "none" }],
    [key("KeyI", { ctrlKey: true }), { do: "invert" }],
    [key("KeyZ", { ctrlKey: true }), { do: "undo" }],
    [key("KeyZ", { ctrlKey: true, shiftKey: true, key: "Z" }), { do: "redo" }],
    [key("KeyY", { ctrlKey: true }), { do: "redo" }],
    [key("KeyY", { ctrlKey: true, key: "z" }), { do: "undo" }],
    [key("KeyZ", { ctrlKey: true, key: "я" }), { do: "undo" }],
    [key("KeyZ"), { do: "mode", layer: "digit" }],
    [key("KeyZ", { key: "y" }), { do: "mode", layer: "digit" }],
    [key("KeyX"), { do: "mode", layer: "corner" }],
    [key("KeyC"), { do: "mode", layer: "centre" }],
    [key("KeyV"), { do: "mode", layer: "colour" }],
    [key("Space", { key: " " }), { do: "next-mode", back: false }],
    [key("Space", { key: " ", ctrlKey: true }), { do: "next-mode", back: true }],
    [key("PageDown"), { do: "next-mode", back: false }],
    [key("PageUp"), { do: "next-mode", back: true }],
    [key("Delete"), { do: "clear" }],
    [key("Backspace"), { do: "clear" }],
    [key("KeyH"), { do: "hint" }],
    [key("KeyN"), { do: "next-step" }],
    [key("KeyP"), { do: "previous-step" }],
    [key("Slash", { shiftKey: true, key: "?" }), { do: "help" }],
    [key("Escape"), { do: "none" }],
    [key("F3", { key: "F3" }), { do: "filter", digit: 3 }],
    [key("Home"), { do: "edge", end: false, extend: false }],
    [key("KeyV", { ctrlKey: true }), null],
    [key("KeyR", { ctrlKey: true }), null],
    [key("Digit1", { altKey: true }), null],
  ];
  for (const [event, action] of cases) assert.deepEqual(actionOf(event), action, JSON.stringify(event));
});

test("the selection moves around the edges and keeps its order", () => {
  const selection = new Selection();
  selection.only(0);
  selection.move(-1, 0, false, NINE);
  assert.deepEqual(selection.cells, [72]);
  selection.move(0, -1, true, NINE);
  assert.deepEqual(selection.cells, [72, 80]);
  selection.invert(NINE);
  assert.equal(selection.cells.length, 79);
  selection.fit({ rows: 2, columns: 2 });
  assert.deepEqual(selection.cells, [0, 1, 2, 3]);
});

test("the clock stands still when it is stopped", () => {
  let now = 0;
  const timer = new Timer(() => now);
  timer.start();
  now = 61_000;
  assert.equal(clock(timer.seconds), "1:01");
  timer.stop();
  now = 90_000;
  assert.equal(clock(timer.seconds), "1:01");
  timer.set(3723);
  assert.equal(clock(timer.seconds), "1:02:03");
});

test("remarks and blanks do not make another puzzle", () => {
  assert.equal(keyOf("# a\ngrid   9\n\ncage 5 r1c1-2\n"), keyOf("grid 9\ncage 5 r1c1-2"));
  assert.notEqual(keyOf("grid 9\ncage 5 r1c1-2"), keyOf("grid 9\ncage 6 r1c1-2"));
});

test("a number at the same place takes the place of the one before", () => {
  const size = { rows: 9, columns: 9 };
  const text = "grid 9\nlittle-killer 20 r1c6 down-left\nsandwich 10 r1c1 right\ncage 11 r2c2-3\n";
  const at = (statement: string) => samePlace(text, statement, size)?.text ?? null;
  assert.equal(at("little-killer 21 r1c6 down-left"), "little-killer 20 r1c6 down-left");
  assert.equal(at("little-killer 21 r1c6 down-right"), null, "another way");
  assert.equal(at("sandwich 9 r1c1 down"), null);
  assert.equal(at("sandwich 9 r1c1 right"), "sandwich 10 r1c1 right");
  assert.equal(at("cage 3 r2c3 r2c2"), "cage 11 r2c2-3");
  assert.equal(at("cage 3 r2c2 r3c2"), null);
});

test("conflicts of one clue are seen, and nothing else", () => {
  const seen = (clue: { kind: string; numbers?: number[]; cells?: string[][] }, digits: Record<string, number>) => {
    const puzzle = puzzleOf({ rows: 9, columns: 9, digits: [1, 9], clues: [clue] });
    const at = new Map(Object.entries(digits).map(([name, digit]) => [(Number(name[1]) - 1) * 9 + Number(name[3]) - 1, digit]));
    return conflicts(puzzle, at).size;
  };
  assert.equal(seen({ kind: "diagonal", numbers: [1] }, { r9c1: 5, r1c9: 5 }), 2);
  assert.equal(seen({ kind: "diagonal", numbers: [-1] }, { r9c1: 5, r1c9: 5 }), 0);
  assert.equal(seen({ kind: "minimum", cells: [["r5c5"]] }, { r5c5: 9, r5c6: 1 }), 2);
  assert.equal(seen({ kind: "minimum", cells: [["r5c5", "r5c6"]] }, { r5c5: 9, r5c6: 1 }), 0, "both are marked");
  assert.equal(seen({ kind: "maximum", cells: [["r5c5"]] }, { r5c5: 9, r5c6: 1 }), 0);
  const three = [["r1c1", "r1c2", "r1c3"]];
  assert.equal(seen({ kind: "renban", cells: three }, { r1c1: 1, r1c3: 9 }), 2);
  assert.equal(seen({ kind: "renban", cells: three }, { r1c1: 1, r1c3: 3 }), 0);
  assert.equal(seen({ kind: "clone", cells: [["r1c1"], ["r5c5"]] }, { r1c1: 1, r5c5: 2 }), 2);
  assert.equal(seen({ kind: "between-line", cells: three }, { r1c1: 3, r1c2: 5, r1c3: 5 }), 3);
  assert.equal(seen({ kind: "between-line", cells: three }, { r1c1: 3, r1c2: 4, r1c3: 5 }), 0);
  const corner = [["r1c1", "r1c2", "r2c1", "r2c2"]];
  assert.equal(seen({ kind: "quadruple", numbers: [1, 2], cells: corner }, { r1c1: 3, r1c2: 4, r2c1: 1 }), 0);
  assert.equal(seen({ kind: "quadruple", numbers: [1, 2], cells: corner }, { r1c1: 3, r1c2: 4, r2c1: 5 }), 3);
  assert.equal(seen({ kind: "modular-line", numbers: [3], cells: three }, { r1c1: 1, r1c3: 4 }), 2);
});
