// Playing: keys, mouse, undo, reload, check, conflicts, the clock, links.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { cell, command, drag, json, label, labels, middle, paste, puzzleFile, selected, start, until } from "./board.mjs";

let board;
before(async () => {
  board = await start();
});
after(() => board.close());

const EASY = "grid 4\ngivens\n  1...\n  ..3.\n  .2..\n  ...4\n";

test("a puzzle is typed and solved by keyboard only", async () => {
  const page = await board.open();
  await paste(page, "grid 4\n");
  await page.click("#tab-set");
  // The board is reached by Tab: one stop for all cells.
  await cell(page, "r1c1").focus();
  const rows = ["1...", "..3.", ".2..", "...4"];
  for (const row of rows) {
    for (const digit of row) {
      if (digit !== ".") await page.keyboard.press(digit);
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
  await until(async () => (await page.locator(".verdict").innerText()) === "1 solution", "the verdict");
  const text = await page.locator("#panel-set .code textarea").inputValue();
  const solution = json(["solve", "--json"], EASY).solutions[0].flat();
  assert.deepEqual(json(["solve", "--json"], text).solutions[0].flat(), solution);

  await page.click("#tab-play");
  await cell(page, "r1c1").focus();
  for (let r = 0; r < 4; r += 1) {
    for (let c = 0; c < 4; c += 1) {
      if (rows[r][c] === ".") await page.keyboard.press(String(solution[r * 4 + c]));
      await page.keyboard.press("ArrowRight");
    }
    await page.keyboard.press("ArrowDown");
  }
  await until(async () => (await page.locator(".check .words").innerText()).includes("Solved"), "it says solved");
  assert.equal(await label(page, "r1c1"), "row 1 column 1, 1, given");
  assert.equal(await label(page, "r1c2"), `row 1 column 2, ${solution[1]}`);
  await page.context().close();
});

test("dragging selects, and marks go into all of them", async () => {
  const page = await board.open();
  await paste(page, "grid 9\n");
  await drag(page, "r2c2", "r2c4", "r4c4");
  assert.deepEqual((await selected(page)).sort(), ["r2c2", "r2c3", "r2c4", "r3c4", "r4c4"]);
  await page.keyboard.press("Control+3");
  await page.keyboard.press("Control+7");
  await page.keyboard.press("Shift+1");
  assert.equal(await label(page, "r3c4"), "row 3 column 4, empty, centre 3 7, corner 1");
  // Control adds, and takes away what is there.
  await page.keyboard.down("Control");
  await page.mouse.click(...(await middle(page, "r9c9")));
  await page.mouse.click(...(await middle(page, "r2c2")));
  await page.keyboard.up("Control");
  assert.deepEqual((await selected(page)).sort(), ["r2c3", "r2c4", "r3c4", "r4c4", "r9c9"]);
  // A diagonal can be dragged without its neighbours.
  await drag(page, "r5c5", "r6c6", "r7c7");
  assert.deepEqual(await selected(page), ["r5c5", "r6c6", "r7c7"]);
  // Marks are drawn once, in the middle and in the corner.
  assert.equal(await page.locator(".board .mark", { hasText: /^37$/ }).count(), 5);
  await page.context().close();
});

test("every key does what SudokuPad's does", async () => {
  const page = await board.open();
  await paste(page, "grid 9\ndigits 0-9\nboxes none\n");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  const mode = () => page.locator(".modes [aria-pressed=true]").innerText();
  const entry = async (name) => (await label(page, name)).split(", ").slice(1).join(", ");
  await page.mouse.click(...(await middle(page, "r5c5")));
  await press("ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp");
  assert.deepEqual(await selected(page), ["r4c5"]);
  await press("Shift+ArrowRight", "Control+ArrowDown");
  assert.deepEqual(await selected(page), ["r4c5", "r4c6", "r5c6"]);
  await press("Control+i");
  assert.equal((await selected(page)).length, 78);
  await press("Control+a");
  assert.equal((await selected(page)).length, 81);
  await press("Control+Shift+A");
  assert.deepEqual(await selected(page), []);
  await page.mouse.click(...(await middle(page, "r2c3")));
  await press("Home");
  assert.deepEqual(await selected(page), ["r2c1"]);
  await press("End");
  assert.deepEqual(await selected(page), ["r2c9"]);
  await press("Escape");
  assert.deepEqual(await selected(page), []);
  // Control and the mouse add cells, and take away what was chosen.
  await drag(page, "r1c1", "r1c4");
  await page.keyboard.down("Control");
  await drag(page, "r3c1", "r3c2");
  await drag(page, "r1c2", "r1c3");
  await page.keyboard.up("Control");
  assert.deepEqual((await selected(page)).sort(), ["r1c1", "r1c4", "r3c1", "r3c2"]);
  // Four modes, by their keys and one after the other.
  for (const [key, name] of [["x", "Corner"], ["c", "Centre"], ["v", "Colour"], ["z", "Digit"], ["Space", "Corner"], ["PageDown", "Centre"], ["Control+Space", "Corner"], ["PageUp", "Digit"]]) {
    await press(key);
    assert.equal(await mode(), name, key);
  }
  // Digits of both blocks go by the mode; Shift, Control and both say which for once.
  await page.mouse.click(...(await middle(page, "r7c7")));
  await press("0");
  assert.equal(await entry("r7c7"), "0");
  await press("Numpad8");
  assert.equal(await entry("r7c7"), "8");
  await press("ArrowRight", "Shift+3", "Shift+Numpad4", "Control+5", "Control+Numpad6", "Control+Shift+Digit2", "Control+Shift+Numpad3");
  assert.equal(await entry("r7c8"), "empty, centre 5 6, corner 3 4, colour red and orange");
  await press("c", "7", "x", "Numpad1", "v", "4", "z", "9");
  assert.equal(await entry("r7c8"), "9, colour red and orange and yellow");
  // Digits go first, then marks, then colours.
  await press("Delete");
  assert.equal(await entry("r7c8"), "empty, centre 5 6 7, corner 1 3 4, colour red and orange and yellow");
  await press("Backspace");
  assert.equal(await entry("r7c8"), "empty, colour red and orange and yellow");
  await press("Delete");
  assert.equal(await entry("r7c8"), "empty");
  await press("Control+z", "Control+z");
  assert.equal(await entry("r7c8"), "empty, centre 5 6 7, corner 1 3 4, colour red and orange and yellow");
  await press("Control+y", "Control+Shift+z");
  assert.equal(await entry("r7c8"), "empty");
  await press("F8");
  // Where it is, and where it can be: open cells without it in their row and column.
  const places = (await labels(page)).map((text, i) => ({ r: Math.floor(i / 9), c: i % 9, digit: /^[^,]*, (?:given )?(\d)/.exec(text)?.[1] }));
  const eights = places.filter(({ digit }) => digit === "8");
  const open = places.filter((place) => place.digit === undefined && !eights.some((other) => other.r === place.r || other.c === place.c));
  assert.ok(eights.length > 0 && open.length > 0);
  assert.equal(await page.locator("svg .tint-filter").count(), eights.length + open.length);
  await press("F8");
  assert.equal(await page.locator("svg .tint-filter").count(), 0);
  await press("?");
  assert.ok(await page.locator("dialog[open]").isVisible());
  await press("Escape");
  assert.equal(await page.locator("dialog[open]").count(), 0);
  await press("n");
  assert.equal(await page.locator("#tab-understand").getAttribute("aria-selected"), "true");
  await press("h");
  assert.equal(await page.locator("#tab-play").getAttribute("aria-selected"), "true");
  await page.context().close();
});

test("a double click selects cells alike", async () => {
  const page = await board.open();
  await paste(page, puzzleFile("latin3.pencil"));
  await page.mouse.dblclick(...(await middle(page, "r1c2")));
  const digit = (await label(page, "r1c2")).split(", ")[1];
  const alike = (await labels(page)).filter((text) => text.split(", ")[1] === digit).length;
  assert.ok(alike > 1);
  assert.equal((await selected(page)).length, alike);
  // In the mode for corner marks it goes by corner marks.
  await page.keyboard.press("Escape");
  await drag(page, "r1c1", "r1c1");
  await page.keyboard.press("Shift+8");
  await page.mouse.click(...(await middle(page, "r9c9")));
  await page.keyboard.press("Shift+8");
  await page.keyboard.press("x");
  await page.waitForTimeout(450);
  await page.mouse.dblclick(...(await middle(page, "r9c9")));
  assert.deepEqual(await selected(page), ["r1c1", "r9c9"]);
  await page.context().close();
});

test("everything can be undone to the empty board and redone", async () => {
  const page = await board.open();
  await paste(page, EASY);
  const states = [await labels(page)];
  await cell(page, "r1c2").click();
  for (const keys of [["2"], ["Shift+ArrowRight", "Control+3"], ["Control+4"], ["Shift+1"], ["Control+Shift+2"], ["Delete"], ["Delete"], ["Control+a", "Control+Shift+5"], ["Escape", "ArrowDown", "ArrowDown", "1"]]) {
    for (const key of keys) await page.keyboard.press(key);
    states.push(await labels(page));
  }
  for (const state of states.slice(0, -1).reverse()) {
    await page.keyboard.press("Control+z");
    assert.deepEqual(await labels(page), state);
  }
  assert.ok(await page.getByRole("button", { name: "Undo" }).first().isDisabled());
  for (const [i, state] of states.slice(1).entries()) {
    await page.keyboard.press(i % 2 === 0 ? "Control+y" : "Control+Shift+z");
    assert.deepEqual(await labels(page), state);
  }
  await page.context().close();
});

test("a reload keeps everything, undo too", async () => {
  const page = await board.open();
  await paste(page, EASY);
  await cell(page, "r1c2").click();
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+2");
  const before = await labels(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await until(async () => (await labels(page)).join() === before.join(), "the entries are back");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.ok((await labels(page)).every((text) => text.includes("given") || text.endsWith("empty")));
  await page.context().close();
});

test("entries stay when a clue changes, over a reload, too", async () => {
  const page = await board.open();
  await paste(page, EASY);
  await cell(page, "r1c2").click();
  await page.keyboard.press("3");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+2");
  const entered = async () => [await label(page, "r1c2"), await label(page, "r1c3")];
  const before = await entered();
  const change = async (change) => {
    await page.click("#tab-set");
    const area = page.locator("#panel-set .code textarea");
    await area.fill(change(await area.inputValue()));
  };
  await change((text) => `${text.trimEnd()}\nodd r2c2\n`);
  await page.click("#tab-play");
  await until(async () => (await label(page, "r2c2")).endsWith("odd"), "the clue is there");
  assert.deepEqual(await entered(), before);
  // Closed while it is set, and changed once more.
  await change((text) => text.replace("odd r2c2", "even r2c2"));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await page.click("#tab-play");
  await until(async () => (await label(page, "r2c2")).endsWith("even"), "the other clue is there");
  assert.deepEqual(await entered(), before);
  // A given where a digit was entered counts; without it the digit is back.
  await change((text) => `${text.trimEnd()}\ngiven r1c2 4\n`);
  await page.click("#tab-play");
  await until(async () => (await label(page, "r1c2")).endsWith("4, given"), "the given");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await until(async () => /\S/.test(await page.locator(".check .words").innerText()) && !(await page.locator(".check .words").innerText()).startsWith("Checking"), "a check");
  await change((text) => text.replace("given r1c2 4", ""));
  await page.click("#tab-play");
  await until(async () => (await entered()).join() === before.join(), "the digit is back");
  await page.keyboard.press("Control+z");
  await page.keyboard.press("Control+z");
  assert.equal(await label(page, "r1c2"), "row 1 column 2, empty");
  // Another grid has other cells, and another puzzle its own entries.
  await page.keyboard.press("Control+y");
  await change(() => "grid 6\n");
  await page.click("#tab-play");
  await until(async () => (await labels(page)).length === 36, "the larger grid");
  assert.ok((await labels(page)).every((words) => words.endsWith("empty")));
  await paste(page, "grid 4\n");
  assert.ok((await labels(page)).every((words) => words.endsWith("empty")));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.ok((await labels(page)).every((words) => words.endsWith("empty")), "nothing of the puzzle before");
  await page.context().close();
});

test("Schroedinger cells take two digits: entered, checked, kept and shared", async () => {
  const page = await board.open();
  const puzzle = "grid 4\ndigits 0-4\nschroedinger-cells\nrule schroedinger(r2c2) = 1 and schroedinger(r3c3) = 1\ngivens\n  _23_\n  3_12\n  21__\n  _32_\n";
  const { solutions, vars, status } = json(["solve", "--json"], puzzle);
  assert.equal(status, "unique");
  const digits = solutions[0].flat().map((digit, at) => [...new Set([digit, vars[0][`second_r${Math.floor(at / 4) + 1}c${(at % 4) + 1}`]])]);
  assert.equal(digits.filter((both) => both.length === 2).length, 4);
  await paste(page, puzzle);
  const name = (at) => `r${Math.floor(at / 4) + 1}c${(at % 4) + 1}`;
  const check = async () => {
    await page.getByRole("button", { name: "Check", exact: true }).click();
    return until(async () => /^(?!Checking).+/.exec(await page.locator(".check .words").innerText())?.[0], "a check");
  };
  const given = async (at) => (await label(page, name(at))).includes("given");
  // One digit in every cell first, the larger where there are two: right so far, but not all.
  for (const [at, both] of digits.entries()) {
    if (await given(at)) continue;
    await page.mouse.click(...(await middle(page, name(at))));
    await page.keyboard.press(String(both.at(-1)));
  }
  assert.equal(await check(), "Right so far; some cells hold two digits.");
  const open = [];
  for (const [at, both] of digits.entries()) if (both.length === 2 && !(await given(at))) open.push(at);
  assert.ok(open.length > 0);
  // A wrong second digit is found, and taken back by the same key.
  const at = open[0];
  const other = [0, 1, 2, 3, 4].find((digit) => !digits[at].includes(digit));
  await page.mouse.click(...(await middle(page, name(at))));
  await page.keyboard.press(String(other));
  assert.equal(await check(), "Something is wrong.");
  await page.getByRole("button", { name: "Show where" }).click();
  await until(async () => (await page.locator(".check .words").innerText()) === `Wrong: ${name(at)}.`, "where");
  await page.keyboard.press(String(other));
  // Twice on the same cell would select all that are alike.
  await page.mouse.click(...(await middle(page, "r1c2")));
  for (const cellAt of open) {
    await page.mouse.click(...(await middle(page, name(cellAt))));
    await page.keyboard.press(String(digits[cellAt][0]));
    assert.equal((await label(page, name(cellAt))).split(", ")[1], digits[cellAt].join(" and "));
  }
  await until(async () => (await page.locator(".check .words").innerText()).includes("Solved"), "solved");
  assert.equal(await page.locator("svg path.between").count(), open.length);
  // Kept, undone one by one, and the puzzle goes into a link.
  const before = await labels(page);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await until(async () => (await labels(page)).join() === before.join(), "both digits are back");
  await page.keyboard.press("Control+z");
  const last = open.at(-1);
  assert.equal((await label(page, name(last))).split(", ")[1], String(digits[last][1]));
  await page.getByRole("button", { name: "Share" }).click();
  const address = await until(() => page.getByLabel("Link to this puzzle").inputValue(), "the link");
  const elsewhere = await board.open({}, new URL(address).hash);
  await elsewhere.mouse.click(...(await middle(elsewhere, name(at))));
  for (const digit of digits[at]) await elsewhere.keyboard.press(String(digit));
  assert.equal((await label(elsewhere, name(at))).split(", ")[1], digits[at].join(" and "));
  await page.context().close();
  await elsewhere.context().close();
});

test("conflicts are shown and told, and check gives nothing away", async () => {
  const page = await board.open();
  await paste(page, EASY);
  await cell(page, "r1c2").click();
  await page.keyboard.press("1");
  assert.equal(await label(page, "r1c2"), "row 1 column 2, 1, in conflict");
  assert.equal(await label(page, "r1c1"), "row 1 column 1, 1, given, in conflict");
  await page.getByLabel("Show conflicts").uncheck();
  assert.equal(await label(page, "r1c2"), "row 1 column 2, 1");
  await page.getByLabel("Show conflicts").check();
  const solution = json(["solve", "--json"], EASY).solutions[0].flat();
  const wrong = [2, 3, 4].find((digit) => digit !== solution[1] && json(["check", "--json"], `${EASY}given r1c2 ${digit}\n`).error === undefined);
  await cell(page, "r1c2").click();
  await page.keyboard.press(String(wrong));
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Control+1");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await until(async () => (await page.locator(".check .words").innerText()) === "Something is wrong.", "it says so");
  await page.getByRole("button", { name: "Show where" }).click();
  await until(async () => (await page.locator(".check .words").innerText()) === "Wrong: r1c2.", "and where");
  await page.getByRole("button", { name: "Back to when it was right" }).click();
  await until(async () => !(await label(page, "r1c2")).includes(String(wrong)), "the wrong digit is gone");
  await page.context().close();
});

test("marks are filled in, each at its place, and undone at once", async () => {
  const page = await board.open();
  await paste(page, EASY);
  await page.getByRole("button", { name: "Fill in marks" }).click();
  const marks = (await labels(page)).map((text) => /candidates ([\d ]+)$/.exec(text)?.[1] ?? null);
  // Row, column and box of r1c2 have 1 and 2.
  assert.equal(marks[1], "3 4");
  assert.equal(marks.filter((mark) => mark === null).length, 4, "givens have none");
  const before = await page.locator(".board .mark").count();
  await page.getByLabel("Marks in fixed places").uncheck();
  assert.ok((await label(page, "r1c2")).endsWith("centre 3 4"));
  assert.ok((await page.locator(".board .mark").count()) < before, "one text for each cell");
  await page.keyboard.press("Control+z");
  assert.ok((await labels(page)).every((text) => text.includes("given") || text.endsWith("empty")));
  await page.context().close();
});

test("the clock runs, and can be hidden", async () => {
  const page = await board.open();
  await paste(page, EASY);
  await cell(page, "r1c2").click();
  await page.keyboard.press("3");
  await until(async () => (await page.locator(".clock").innerText()) !== "0:00", "it runs");
  await page.getByRole("button", { name: "Hide time" }).click();
  assert.ok(!(await page.locator(".clock").isVisible()));
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.ok(!(await page.locator(".clock").isVisible()));
  await page.context().close();
});

test("an f-puzzles link is pasted, and a link of ours opens elsewhere", async () => {
  const page = await board.open();
  const killer = puzzleFile("killer.pencil");
  const link = command(["convert", "--to", "fpuzzles"], killer).out.trim();
  assert.match(link, /^https:\/\/(www\.)?f-puzzles\.com\/\?load=/);
  await paste(page, link);
  await page.click("#tab-set");
  const text = await page.locator("#panel-set .code textarea").inputValue();
  assert.equal((text.match(/^cage /gm) ?? []).length, 33);
  await page.getByRole("button", { name: "Share" }).click();
  const address = await until(() => page.getByLabel("Link to this puzzle").inputValue(), "the link");
  assert.ok(address.startsWith(board.home));
  const other = await board.open({}, new URL(address).hash);
  await other.click("#tab-set");
  assert.equal(await other.locator("#panel-set .code textarea").inputValue(), text);
  // The link goes from the address bar with its puzzle: a reload shows the newer one.
  assert.ok(other.url().includes("#p="));
  await paste(other, EASY);
  await until(() => !other.url().includes("#p="), "the link is gone");
  await other.reload();
  await other.waitForSelector("html[data-ready]");
  await until(async () => (await label(other, "r1c1")) === "row 1 column 1, 1, given", "the newer puzzle");
  await page.context().close();
  await other.context().close();
});

test("every format is written as the command writes it", async () => {
  const page = await board.open();
  const killer = puzzleFile("killer.pencil");
  await paste(page, killer);
  await page.getByRole("button", { name: "Export" }).click();
  const offered = await page.locator("dialog[open] select option").evaluateAll((options) => options.map((option) => option.value));
  const written = [...command(["help", "formats"]).out.matchAll(/^ {2}([\w-]+)\s+.w /gm)].map(([, name]) => name);
  assert.deepEqual([...offered].sort(), written.sort());
  for (const format of ["pencil", "fpuzzles", "killer", "prolog", "asp"]) {
    await page.locator("dialog[open] select").selectOption(format);
    const expected = command(["convert", "--to", format], killer).out.trim();
    await until(async () => (await page.getByLabel("The puzzle in this format").inputValue()).trim() === expected, format);
  }
  await page.context().close();
});

test("every format that can be read is opened by pasting it", async () => {
  const page = await board.open();
  const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  const killer = puzzleFile("killer.pencil");
  const formats = [...command(["help", "formats"]).out.matchAll(/^ {2}([\w-]+)\s+rw /gm)].map(([, name]) => name);
  assert.ok(formats.length > 20);
  await page.click("#tab-set");
  for (const format of formats) {
    // Some are for killers alone.
    const [puzzle, written] = [line, killer].map((text) => [text, command(["convert", "--to", format], text)]).find(([, { exit }]) => exit === 0) ?? [];
    assert.ok(written, format);
    await paste(page, "grid 4\n");
    await paste(page, written.out);
    const text = await page.locator("#panel-set .code textarea").inputValue();
    assert.deepEqual(json(["solve", "--json"], text).solutions, json(["solve", "--json"], puzzle).solutions, format);
  }
  await page.context().close();
});

test("a file that is dropped is opened, and nonsense is told", async () => {
  const page = await board.open();
  const drop = (text) =>
    page.evaluate((dropped) => {
      const data = new DataTransfer();
      data.items.add(new File([dropped], "puzzle.txt", { type: "text/plain" }));
      document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
    }, text);
  await drop(".....4..2.6.2...3..8...35.9.4....1..1..7.5...5.3.......9.3.......4.61.....5...7..");
  await until(async () => (await label(page, "r1c6")) === "row 1 column 6, 4, given", "the line is read");
  await drop("this is no puzzle\n");
  await until(async () => (await page.locator("dialog[open] .problem").first().innerText()) !== "", "it says so");
  await page.context().close();
});

test("two tabs do not disturb each other", async () => {
  const one = await board.open();
  const two = await board.open({ context: one.context() });
  await paste(one, EASY);
  await paste(two, puzzleFile("little-killer.pencil"));
  await cell(one, "r1c2").click();
  await one.keyboard.press("3");
  await cell(two, "r1c1").click();
  await two.keyboard.press("1");
  await one.reload();
  await two.reload();
  for (const page of [one, two]) await page.waitForSelector("html[data-ready]");
  await until(async () => (await label(one, "r1c2")) === "row 1 column 2, 3", "the first tab has its own");
  await until(async () => (await label(two, "r1c1")).startsWith("row 1 column 1, 1,"), "and the second");
  assert.equal(await label(one, "r1c1"), "row 1 column 1, 1, given");
  await one.context().close();
});

test("two keys make a number of two digits only within one cell", async () => {
  const page = await board.open();
  await paste(page, "grid 16\n");
  const press = async (...keys) => {
    for (const key of keys) await page.keyboard.press(key);
  };
  await page.mouse.click(...(await middle(page, "r1c1")));
  await press("1", "ArrowRight", "2", "ArrowRight", "1", "2");
  assert.equal(await label(page, "r1c1"), "row 1 column 1, 1");
  assert.equal(await label(page, "r1c2"), "row 1 column 2, 2");
  assert.equal(await label(page, "r1c3"), "row 1 column 3, 12");
  await press("ArrowDown", "1", "Control+z", "4");
  assert.equal(await label(page, "r2c3"), "row 2 column 3, 4");
  assert.equal(await label(page, "r1c3"), "row 1 column 3, 12", "nothing older is undone");
  await press("ArrowDown", "1", "Delete", "5");
  assert.equal(await label(page, "r3c3"), "row 3 column 3, 5");
  await page.context().close();
});

test("what is not taken over is told and stays to be read", async () => {
  const page = await board.open();
  const said = () => page.locator("#said").innerText();
  await paste(page, JSON.stringify({ size: 9, mysteryline: [{ lines: [["R1C1", "R1C2"]] }] }));
  assert.match(await said(), /^Opened: a puzzle\. Not taken over: .*mysteryline/);
  assert.match(await page.locator(".rules").innerText(), /Not taken over\s+.*mysteryline/);
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  assert.match(await page.locator(".rules").innerText(), /Not taken over\s+.*mysteryline/);
  // Of several puzzles the first is opened, and that is said.
  await paste(page, "grid 4\ngiven r1c1 1\n---\ngrid 4\ngiven r1c1 2\n");
  assert.equal(await said(), "Opened: a puzzle. It is the first of 2.");
  assert.equal(await page.locator("#panel-set .code textarea").inputValue(), "grid 4\ngiven r1c1 1\n");
  const line = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
  await paste(page, `${line}\n${line}\n${line}`);
  assert.equal(await said(), "Opened: a puzzle. It is the first of 3.");
  await page.context().close();
});

test("a puzzle without a solution is not blamed on the player", async () => {
  const page = await board.open();
  const sentence = "This puzzle has no solution. Set shows which clues clash.";
  await paste(page, "grid 4\ngiven r1c1 1\ngiven r1c2 2\ngiven r1c3 3\ngiven r3c4 4\n");
  await page.keyboard.press("h");
  await until(async () => (await page.locator(".hint .words").innerText()) === sentence, "the hint");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await until(async () => (await page.locator(".check .words").innerText()) === sentence, "the check");
  assert.equal(await page.getByRole("button", { name: "Back to when it was right" }).isVisible(), false);
  await page.click("#tab-understand");
  await until(async () => (await page.locator("#panel-understand").innerText()).includes(sentence), "the steps");
  assert.ok((await page.locator("#panel-understand").innerText()).includes("0 of 0"));
  await page.context().close();
});

test("a full board is checked however it was filled", async () => {
  const page = await board.open();
  await paste(page, EASY);
  const solution = json(["solve", "--json"], EASY).solutions[0].flat();
  await page.mouse.click(...(await middle(page, "r1c1")));
  for (const [at, digit] of solution.entries()) {
    await page.keyboard.press(String(digit));
    await page.keyboard.press("ArrowRight");
    if (at % 4 === 3) await page.keyboard.press("ArrowDown");
  }
  const solved = () => until(async () => (await page.locator(".check .words").innerText()).includes("Solved"), "solved");
  await solved();
  await page.keyboard.press("Control+z");
  await until(async () => (await page.locator(".check .words").innerText()) === "", "no longer");
  await page.keyboard.press("Control+y");
  await solved();
  await page.context().close();
});

test("the clues of a cell are told", async () => {
  const page = await board.open();
  await paste(page, "grid 9\ncage 15 r8c8 r8c9\nthermo r4c4 r5c5 r6c6\nodd r1c1\nsandwich 12 r1c1 right\narrow r5c1 = r4c1 r3c1\n");
  assert.equal(await label(page, "r8c8"), "row 8 column 8, empty, in cage 15 with r8c9");
  assert.equal(await label(page, "r4c4"), "row 4 column 4, empty, cell 1 of thermo r4c4 r5c5 r6c6");
  assert.equal(await label(page, "r1c1"), "row 1 column 1, empty, odd, cell 1 of sandwich 12 r1c1-9");
  assert.equal(await label(page, "r3c1"), "row 3 column 1, empty, in arrow r5c1 and r4-3c1");
  assert.equal(await label(page, "r9c9"), "row 9 column 9, empty");
  await page.context().close();
});

test("a broken link is told, and an untitled puzzle is printed without a heading", async () => {
  const page = await board.open({}, "#p=brokenbroken");
  assert.match(await page.locator("#said").innerText(), /^This link is broken/);
  assert.equal(await page.evaluate("location.hash"), "");
  await paste(page, EASY);
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.locator(".about h2").isVisible(), false);
  await page.emulateMedia({ media: "screen" });
  // The clock starts with the first thing that is done, whatever it is.
  await page.getByRole("button", { name: "Fill in marks" }).click();
  await until(async () => (await page.locator(".clock").innerText()) !== "0:00", "the clock");
  await page.context().close();
});
