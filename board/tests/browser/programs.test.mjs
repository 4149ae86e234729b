// Programs: the founding ones and those of a puzzle, run in the panel; mistakes underlined.

import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { command, json, labels, paste, puzzleFile, start, until } from "./board.mjs";

let board;
before(async () => {
  board = await start();
});
after(() => board.close());

const panel = (page) => page.locator("#panel-programs");
const come = async (page) => {
  await page.click("#tab-programs");
  await until(async () => (await panel(page).locator("textarea").inputValue()) !== "", "the puzzle's program");
};
const run = async (page, program) => {
  await come(page);
  await panel(page).locator("select").selectOption({ label: program });
  await panel(page).getByRole("button", { name: "Run" }).click();
  await until(async () => / s$/.test(await panel(page).locator("[role=status]").first().innerText()), "the end", 60_000);
};
const grid = (page) =>
  panel(page).locator("table.grid").first().locator("td").allInnerTexts().then((cells) => cells.map(Number));

/** Every row, column and box of a plain grid has nine digits. */
function assertSudoku(cells) {
  assert.equal(cells.length, 81);
  for (let i = 0; i < 9; i += 1) {
    const box = cells.filter((_, at) => Math.floor(at / 27) * 3 + Math.floor((at % 9) / 3) === i);
    for (const house of [cells.slice(i * 9, i * 9 + 9), cells.filter((_, at) => at % 9 === i), box]) assert.equal(new Set(house).size, 9);
  }
}

test("the founding answer set program runs", async () => {
  const page = await board.open();
  await run(page, "Example, Answer sets: Sudoku solver");
  const cells = await grid(page);
  assertSudoku(cells);
  const text = await panel(page).locator("textarea").inputValue();
  for (const [, x, y, n] of text.matchAll(/sudoku\((\d),(\d),(\d)\)\./g)) assert.equal(cells[(x - 1) * 9 + (y - 1)], Number(n));
  assert.match(await panel(page).locator("[role=status]").first().innerText(), /satisfiable, 1 answer set/);
  // It is the program as published.
  const seed = join(process.env.PENCILMARK_SUITES ?? join(import.meta.dirname, "../../../../shared/data"), "seeds/sudoku.lp");
  if (existsSync(seed)) assert.ok(text.includes(readFileSync(seed, "utf8").trim()));
  await page.context().close();
});

test("the founding Prolog programs run", async () => {
  const page = await board.open();
  for (const [title, file] of [["Spoons", "spoons"], ["Killer Sudoku", "killer"], ["Irregular Sudoku", "irregular"], ["Latin square", "latin1"]]) {
    await run(page, `Example, Prolog: ${title}`);
    assert.deepEqual(await grid(page), json(["solve", "--json"], puzzleFile(`${file}.pencil`)).solutions[0].flat(), title);
  }
  await page.context().close();
});

test("a puzzle is a program in both languages, and its answer goes onto the board", async () => {
  const page = await board.open();
  const puzzle = puzzleFile("killer.pencil");
  await paste(page, puzzle);
  const solution = json(["solve", "--json"], puzzle).solutions[0].flat();
  for (const [program, to] of [["This puzzle, in Prolog", "prolog"], ["This puzzle, as an answer set program", "asp"]]) {
    await come(page);
    await panel(page).locator("select").selectOption({ label: program });
    const expected = command(["convert", "--to", to], puzzle).out;
    await until(async () => (await panel(page).locator("textarea").inputValue()) === expected, "the same program");
    await panel(page).getByRole("button", { name: "Run" }).click();
    await until(async () => (await panel(page).locator("table.grid").count()) === 1, "its answer", 60_000);
    assert.deepEqual(await grid(page), solution, program);
  }
  await panel(page).getByRole("button", { name: "Show on the board" }).first().click();
  await until(async () => (await labels(page)).map((text) => Number(text.split(", ")[1])).join() === solution.join(), "the digits");
  await page.context().close();
});

test("queries have answers, one after the other, with what is still open", async () => {
  const page = await board.open();
  await come(page);
  await panel(page).locator("textarea").fill(":- use_module(library(clpfd)).\np(1). p(2). p(3).\nit('a''b').\n");
  const goal = page.getByLabel("Goal");
  const query = async (text) => {
    await goal.fill(text);
    await page.keyboard.press("Enter");
    await until(async () => / s$/.test(await panel(page).locator("[role=status]").first().innerText()), "the end");
    return panel(page).locator(".answers").innerText();
  };
  await panel(page).getByLabel("Answers", { exact: true }).first().fill("2");
  assert.deepEqual((await query("p(X)")).split(/\s*\n\s*/).filter(Boolean), ["X = 1", "X = 2"]);
  assert.match(await query("X in 1..5, X #> 3"), /X in 4\.\.5/);
  assert.match(await query("it(X), X == 'a''b'"), /X = 'a\\'b'/);
  await query("p(7)");
  assert.match(await panel(page).locator("[role=status]").first().innerText(), /No answer/);
  await page.context().close();
});

test("mistakes are underlined in place", async () => {
  const page = await board.open();
  await run(page, "Example, Prolog: Latin square, as published (with errors)");
  assert.ok((await panel(page).locator(".mistakes li").count()) > 0);
  assert.match(await panel(page).locator(".code .line.bad").first().innerText(), /sudoku \(Rows\)/);
  await panel(page).locator("select").selectOption({ label: "Example, Answer sets: Sudoku solver" });
  await panel(page).locator("textarea").fill("c(1..3).\na :- c(X.\n");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await until(async () => (await panel(page).locator(".mistakes li").count()) === 1, "one mistake");
  assert.match(await panel(page).locator(".mistakes").innerText(), /Line 2/);
  assert.equal(await panel(page).locator(".code .line.bad").innerText().then((line) => line.trim()), "a :- c(X.");
  await page.context().close();
});

test("a program without end is stopped", async () => {
  const page = await board.open();
  await come(page);
  await panel(page).locator("textarea").fill("loop :- loop.\n");
  await page.getByLabel("Goal").fill("loop");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await page.waitForTimeout(300);
  await panel(page).getByRole("button", { name: "Stop" }).click();
  await until(async () => (await panel(page).locator("[role=status]").first().innerText()) === "Stopped.", "stopped", 3000);
  await page.context().close();
});

test("answers come one by one while the program runs on", async () => {
  const page = await board.open();
  await come(page);
  const status = () => panel(page).locator("[role=status]").first().innerText();
  const answers = () => panel(page).locator(".answers").innerText();
  const stopped = async () => {
    await panel(page).getByRole("button", { name: "Stop" }).click();
    await until(async () => (await status()) === "Stopped.", "stopped", 3000);
  };
  // The third answer never comes.
  await panel(page).locator("textarea").fill("p(1). p(2). p(3) :- repeat, fail.\n");
  await page.getByLabel("Goal").fill("p(X), write(seen(X)), nl");
  await panel(page).getByLabel("Answers", { exact: true }).first().fill("9");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await until(async () => (await answers()).includes("X = 2"), "two answers");
  assert.match(await answers(), /seen\(1\)\s+X = 1\s+seen\(2\)\s+X = 2/);
  assert.equal(await status(), "Running … 2 answers");
  await stopped();
  assert.ok((await answers()).includes("X = 2"), "what was found stays");
  // Answer sets: two at once, and then a pigeon too many for the holes.
  await panel(page).locator("select").selectOption({ label: "Example, Answer sets: Sudoku solver" });
  await panel(page).locator("textarea").fill("{b; c}. :- not b, c.\n1 {p(P,H) : H = 1..11} 1 :- P = 1..12, b, c.\n:- p(P,H), p(Q,H), P < Q.\n#show b/0. #show c/0.\n");
  await panel(page).getByLabel("Answers", { exact: true }).first().fill("0");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await until(async () => (await status()) === "Running … 2 answer sets", "two answer sets", 10_000);
  assert.match(await answers(), /Answer \d/);
  await stopped();
  await page.context().close();
});

test("hundreds of empty answers are told in a line", async () => {
  const page = await board.open();
  await come(page);
  const answers = () => panel(page).locator(".answers");
  const ended = () => until(async () => / s$/.test(await panel(page).locator("[role=status]").first().innerText()), "the end");
  await panel(page).locator("select").selectOption({ label: "Example, Answer sets: Sudoku solver" });
  await panel(page).locator("textarea").fill("{a(1..9)}. #show.\n");
  await panel(page).getByLabel("Answers", { exact: true }).first().fill("0");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await ended();
  assert.equal(await answers().innerText(), "Answers 1 to 512: empty");
  await panel(page).locator("select").selectOption({ label: "Example, Prolog: Spoons" });
  await panel(page).locator("textarea").fill("p. p :- p.\n");
  await page.getByLabel("Goal").fill("p");
  await panel(page).getByLabel("Answers", { exact: true }).first().fill("700");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await ended();
  assert.equal(await answers().innerText(), "Answers 1 to 700: true");
  await page.context().close();
});

test("a mistake in the goal is told in the words of the goal", async () => {
  const page = await board.open();
  await come(page);
  const status = panel(page).locator("[role=status]").first();
  const goal = panel(page).getByRole("textbox", { name: "Goal" });
  for (const [words, told] of [["q(X)", "ERROR: Unknown procedure: q/1"], ["p(X", "ERROR: Syntax error: Operator expected"]]) {
    await panel(page).locator("textarea").fill("p(1).\n");
    await goal.fill(words);
    await goal.press("Enter");
    await until(async () => (await panel(page).locator("pre.err").first().innerText().catch(() => "")) === told, told);
    await until(async () => /^1 mistake; +\d/.test(await status.innerText()), "one mistake");
    assert.equal(await goal.getAttribute("aria-invalid"), "true");
  }
  await goal.fill("p(X)");
  await goal.press("Enter");
  await until(async () => (await status.innerText()).startsWith("1 answer"), "an answer");
  assert.equal(await goal.getAttribute("aria-invalid"), null);
  // Of a program that cannot be read nothing is known.
  await panel(page).locator("select").selectOption({ label: "This puzzle, as an answer set program" });
  await until(async () => (await panel(page).locator("textarea").inputValue()).length > 10, "the program");
  await panel(page).locator("textarea").fill("a :- b(.\n");
  await panel(page).getByRole("button", { name: "Run" }).click();
  await until(async () => / s$/.test(await status.innerText()), "the end");
  assert.match(await status.innerText(), /^1 mistake; +[\d.]+ s$/);
  await page.context().close();
});
