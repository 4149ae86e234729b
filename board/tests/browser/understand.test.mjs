// Understanding: the step player beside `explain --json`, hints in three strengths, the grade.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, before, test } from "node:test";
import { cell, command, json, label, labels, paste, puzzleFile, start, until } from "./board.mjs";

let board;
before(async () => {
  board = await start();
});
after(() => board.close());

const name = ([row, column]) => `r${row}c${column}`;
const plain = (text) => text.replaceAll(/\s+/g, " ").trim();
const stepsOf = (puzzle) => command(["explain", "--json"], puzzle).out.trim().split("\n").map((line) => JSON.parse(line));

/** Runs in the page: what the board shows of a step, as places in cells; shapes have middles. */
const LOOK = `(() => {
  const at = (x, y) => "r" + (Math.floor(y) + 1) + "c" + (Math.floor(x) + 1);
  const all = (selector, place) => [...document.querySelectorAll(".board " + selector)].map(place).sort();
  const number = (shape, key) => Number(shape.getAttribute(key));
  return {
    tints: all("rect.tint", (shape) => at(number(shape, "x"), number(shape, "y"))),
    places: all("rect.frame-place", (shape) => at(number(shape, "x"), number(shape, "y"))),
    strikes: all("path.strike", (shape) => {
      const [x1, y1, x2, y2] = shape.getAttribute("d").match(/-?[0-9.]+/g).map(Number);
      return at((x1 + x2) / 2, (y1 + y2) / 2);
    }),
    rings: all("circle.ring", (shape) => at(number(shape, "cx"), number(shape, "cy"))),
  };
})()`;
const shapes = (page) => page.evaluate(LOOK);

/** Presses Next so often, and notes each time what is told and shown. */
const walk = (page, times) =>
  page.evaluate(`(async () => {
    const frames = [];
    for (let i = 0; i < ${times}; i += 1) {
      document.querySelector(".player [aria-label=Next]").click();
      await new Promise((resolve) => setTimeout(resolve));
      frames.push({
        words: document.querySelector(".now").innerText,
        now: [...document.querySelectorAll("[role=gridcell]")].map((cell) => cell.getAttribute("aria-label")),
        shown: ${LOOK},
      });
    }
    return frames;
  })()`);

/** The cells of clues by their numbers, from our JSON. */
const known = new Map();
function cellsOfClues(puzzle, numbers) {
  const clues = known.get(puzzle) ?? JSON.parse(json(["convert", "--to", "json", "--json"], puzzle).text).clues;
  known.set(puzzle, clues);
  return numbers.flatMap((number) => (clues[number].cells ?? []).flat());
}

function assertShown(shown, step, puzzle) {
  const where = `step ${step.n}`;
  assert.deepEqual(shown.strikes, step.remove.map(name).sort(), where);
  assert.deepEqual(shown.places, step.place.map(name).sort(), where);
  assert.deepEqual(shown.rings, step.because.marks.map(({ mark }) => name(mark)).sort(), where);
  const cells = cellsOfClues(puzzle, step.because.clues.map(({ number }) => number));
  if (cells.length > 0) assert.deepEqual([...new Set(shown.tints)], [...new Set(cells)].sort(), where);
}

test("the player tells Spoons to the end as `explain --json` does, and back", async () => {
  const page = await board.open();
  const puzzle = puzzleFile("spoons.pencil");
  await paste(page, puzzle);
  const steps = stepsOf(puzzle);
  await page.click("#tab-understand");
  await page.waitForSelector("#panel-understand[data-finished]", { timeout: 120_000 });
  assert.equal(await page.locator(".steps li").count(), steps.length);
  const last = steps.length;
  const place = () => page.locator(".place").innerText();
  const told = async () => plain(await page.locator(".now").innerText());
  assert.equal(await place(), `0 of ${last}`);
  const frames = await walk(page, steps.length + 1);
  const digits = new Map();
  for (const [i, step] of steps.entries()) {
    const { words, now, shown } = frames[i];
    assert.ok(plain(words).includes(plain(step.short)) && plain(words).includes(plain(step.text)), `step ${i + 1} tells\n${words}\nand not\n${step.text}`);
    assertShown(shown, step, puzzle);
    // The board is as it was before the step: digits placed so far, and the marks that are erased are still there.
    for (const [place, digit] of digits) assert.ok(now.some((text) => text.startsWith(`${place}, ${digit}`)), `${place} is ${digit}`);
    for (const [row, column, digit] of step.remove) {
      const text = now.find((text) => text.startsWith(`row ${row} column ${column},`));
      assert.ok(/candidates ([\d ]+)/.exec(text)?.[1].split(" ").includes(String(digit)), `${text} still has ${digit}`);
    }
    for (const [row, column, digit] of step.place) digits.set(`row ${row} column ${column}`, digit);
  }
  assert.ok(await page.getByRole("button", { name: "Next", exact: true }).isDisabled());
  const solution = json(["solve", "--json"], puzzle).solutions[0].flat();
  assert.deepEqual((await labels(page)).map((text) => Number(text.split(", ")[1])), solution);
  const forward = frames.map(({ words }) => plain(words));
  // And back, by the key.
  await cell(page, "r1c1").focus();
  for (let n = steps.length; n > steps.length - 30; n -= 1) {
    await page.keyboard.press("p");
    assert.equal(await told(), forward[n - 1]);
  }
  await page.getByRole("button", { name: "First" }).click();
  assert.equal(await place(), `0 of ${last}`);
  // Jump: from the list, and by the slider.
  await page.locator("#step-12 button").click();
  assert.equal(await told(), forward[11]);
  await page.getByLabel("Step", { exact: true }).fill("3");
  assert.equal(await told(), forward[2]);
  // Play goes on by itself, and stops.
  await page.getByLabel("Pace").selectOption("150");
  await page.getByRole("button", { name: "Play", exact: true }).click();
  await until(async () => Number((await place()).split(" ")[0]) > 5, "it plays");
  await page.getByRole("button", { name: "Pause" }).click();
  const stopped = await place();
  await page.waitForTimeout(400);
  assert.equal(await place(), stopped);
  await page.context().close();
});

test("steps are shown as they are found, and given up with the puzzle", async () => {
  const page = await board.open();
  await paste(page, puzzleFile("sixteen.pencil"));
  await page.click("#tab-understand");
  const explaining = () => spawnSync("ps", ["-o", "args=", "--ppid", String(board.server.pid)], { encoding: "utf8" }).stdout.split("\n").filter((line) => line.includes("explain")).length;
  await until(async () => (await page.locator(".steps li").count()) > 3, "the first steps", 60_000);
  if (explaining() === 1) {
    // Others are still looked for, and one can go on already.
    assert.match(await page.locator("#panel-understand > .progress").innerText(), /so far/);
    await page.keyboard.press("n");
    await page.keyboard.press("n");
    assert.match(await page.locator(".now h2").innerText(), /^2\. /);
    await paste(page, puzzleFile("little-killer.pencil"));
    await page.waitForSelector("#panel-understand[data-finished]");
    await until(() => explaining() === 0, "nobody works on the other any more", 5000);
  }
  await page.context().close();
});

test("dots are those of the picture that the command makes", async () => {
  const page = await board.open();
  const puzzle = puzzleFile("little-killer.pencil");
  await paste(page, puzzle);
  await page.click("#tab-understand");
  await page.waitForSelector("#panel-understand[data-finished]");
  const file = join(mkdtempSync(join(tmpdir(), "pencilmark-")), "page.html");
  command(["explain", "--quiet", "--html", file], puzzle);
  const html = readFileSync(file, "utf8");
  rmSync(dirname(file), { recursive: true });
  const data = JSON.parse(/id="data">(.*?)<\/script>/s.exec(html)[1]);
  const codes = new Map();
  for (const [n, frame] of data.frames.entries()) {
    for (const [slot, code] of frame.marks) codes.set(slot, code);
    await page.getByLabel("Step", { exact: true }).fill(String(n));
    const count = (wanted) => [...codes.values()].filter((code) => code === wanted).length;
    for (const [i, look] of ["black", "blue", "orange"].entries()) assert.equal(await page.locator(`.board .dot.${look}`).count(), count(i + 2), `${look} before step ${n}`);
  }
  await page.context().close();
});

test("hints come in three strengths, from the state on the board", async () => {
  const page = await board.open();
  const puzzle = puzzleFile("killer.pencil");
  await paste(page, puzzle);
  const words = () => page.locator(".hint .words").innerText();
  const more = page.locator(".helpers .primary");
  const where = json(["hint", "--json", "--tell", "where"], puzzle).text;
  const what = json(["hint", "--json", "--tell", "what"], puzzle).text;
  const why = json(["hint", "--json", "--tell", "why"], puzzle);
  await page.keyboard.press("h");
  await until(async () => (await words()) === where, where);
  const tints = cellsOfClues(puzzle, why.because.clues.map(({ number }) => number)).sort();
  const shown = await shapes(page);
  assert.deepEqual(shown.tints, tints);
  assert.deepEqual([shown.strikes, shown.places], [[], []], "where gives no digits away");
  await more.click();
  await until(async () => (await words()) === what, what);
  assert.deepEqual((await shapes(page)).strikes, []);
  await more.click();
  await until(async () => plain(await words()).includes(plain(why.text)), why.text);
  assertShown(await shapes(page), why, puzzle);
  // It can be carried out, and then the next hint is another one.
  await page.getByRole("button", { name: "Do it" }).click();
  const [row, column] = why.remove[0];
  const gone = why.remove.filter(([r, c]) => r === row && c === column).map(([, , digit]) => digit);
  const left = [1, 2, 3, 4, 5, 6, 7, 8, 9].filter((digit) => !gone.includes(digit));
  assert.ok((await label(page, `r${row}c${column}`)).includes(`centre ${left.join(" ")}`));
  await page.keyboard.press("h");
  await until(async () => (await words()).startsWith("Look at") && (await words()) !== where, "another hint");
  await page.context().close();
});

test("a wrong state is told before any hint", async () => {
  const page = await board.open();
  const puzzle = puzzleFile("killer.pencil");
  await paste(page, puzzle);
  const solution = json(["solve", "--json"], puzzle).solutions[0].flat();
  await cell(page, "r5c5").click();
  const wrong = solution[40] === 9 ? 8 : 9;
  await page.keyboard.press(String(wrong));
  await page.keyboard.press("h");
  await until(async () => (await page.locator(".hint .words").innerText()).includes("already wrong in r5c5"), "it is told");
  assert.equal(await page.locator(".board .cross").count(), 1);
  // A right digit is built upon.
  await page.keyboard.press(String(solution[40]));
  await page.keyboard.press("h");
  await until(async () => (await page.locator(".hint .words").innerText()).startsWith("Look at"), "a hint");
  await page.context().close();
});

test("the grade is that of the command", async () => {
  const page = await board.open();
  const puzzle = puzzleFile("killer.pencil");
  await paste(page, puzzle);
  await page.click("#tab-understand");
  const grade = json(["grade", "--json"], puzzle);
  await page.locator(".grade table").waitFor({ timeout: 60_000 });
  const text = await page.locator(".grade").innerText();
  for (const part of [grade.rating.toFixed(1), grade.level, String(grade.score), grade.hardest]) assert.ok(text.includes(part), `${part} in ${text}`);
  const rows = await page.locator(".grade tr").allInnerTexts();
  assert.deepEqual(rows.map((row) => row.split(/\t/)), grade.census.map(([technique, times]) => [technique, String(times)]));
  await page.context().close();
});

test("a puzzle that cannot be explained says why", async () => {
  const page = await board.open();
  await paste(page, "grid 4\n");
  await page.click("#tab-understand");
  await until(async () => (await page.locator("#panel-understand > .progress").innerText()).includes("several solutions"), "it says so");
  await page.context().close();
});
