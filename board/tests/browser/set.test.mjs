// Setting: tools with mouse and keyboard, live answers, the text and its errors, every kind as it is drawn.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { after, before, test } from "node:test";
import { cell, command, drag, json, label, labels, middle, paste, puzzleFile, start, until } from "./board.mjs";

let board;
before(async () => {
  board = await start();
});
after(() => board.close());

const text = (page) => page.locator("#panel-set .code textarea").inputValue();
const verdict = (page, words) => until(async () => (await page.locator(".verdict").innerText()) === words, words, 20_000);
const tool = async (page, group, name) => {
  await page.getByRole("button", { name: group, exact: true }).click();
  await page.locator(".tools").getByRole("button", { name, exact: true }).click();
};

test("a killer is set by mouse, and has one solution", async () => {
  const page = await board.open();
  await paste(page, "grid 9\n");
  await page.click("#tab-set");
  await tool(page, "Cages", "Cage");
  const killer = json(["convert", "--to", "json", "--json"], puzzleFile("killer.pencil"));
  const cages = JSON.parse(killer.text).clues.filter(({ kind }) => kind === "cage");
  await verdict(page, "Several solutions");
  for (const { numbers, cells } of cages) {
    // Cells of a cage in an order in which each touches the one before, or one by one with Control.
    const [first, ...rest] = cells[0];
    await page.mouse.click(...(await middle(page, first)));
    await page.keyboard.down("Control");
    for (const name of rest) await page.mouse.click(...(await middle(page, name)));
    await page.keyboard.up("Control");
    await page.getByRole("textbox", { name: "Sum" }).fill(String(numbers[0]));
    await page.getByRole("button", { name: "Add", exact: true }).click();
  }
  await verdict(page, "1 solution");
  assert.equal((await text(page)).match(/^cage /gm).length, 33);
  const solution = json(["solve", "--json"], puzzleFile("killer.pencil")).solutions[0].flat();
  await until(async () => (await labels(page))[0].includes(`candidates ${solution[0]}`), "true candidates");
  assert.deepEqual((await labels(page)).map((label) => Number(/candidates (\d)(?:,|$)/.exec(label)?.[1])), solution);
  await page.context().close();
});

test("clues are placed by drag, by an edge, from outside, and by keyboard", async () => {
  const page = await board.open();
  await paste(page, "grid 9\n");
  await page.click("#tab-set");
  const last = async () => (await text(page)).trimEnd().split("\n").at(-1);
  await tool(page, "Lines", "Thermo");
  await drag(page, "r1c3", "r1c4", "r1c5");
  assert.equal(await last(), "thermo r1c3-5");
  // With Control more cells may follow; Enter says that it is done.
  await page.keyboard.down("Control");
  for (const name of ["r9c1", "r9c2", "r9c3"]) await page.mouse.click(...(await middle(page, name)));
  await page.keyboard.up("Control");
  assert.equal(await last(), "thermo r1c3-5");
  await page.keyboard.press("Enter");
  assert.equal(await last(), "thermo r9c1-3");
  await tool(page, "Cells", "Odd");
  await page.mouse.click(...(await middle(page, "r4c4")));
  assert.equal(await last(), "odd r4c4");
  await tool(page, "Edges", "Difference");
  await page.mouse.click(...(await middle(page, "r5c5", 0.97, 0.5)));
  assert.equal(await last(), "difference r5c5-6");
  await tool(page, "Edges", "Quadruple");
  await page.mouse.click(...(await middle(page, "r2c2", 0.95, 0.95)));
  await page.keyboard.type("1");
  await page.keyboard.press("Enter");
  assert.equal(await last(), "quadruple 1 r2c2-3 r3c2-3");
  await tool(page, "Outside", "Sandwich");
  const [x, y] = await middle(page, "r3c1");
  const box = await cell(page, "r3c1").boundingBox();
  await page.mouse.click(x - box.width, y);
  await page.keyboard.type("12");
  await page.keyboard.press("Enter");
  assert.equal(await last(), "sandwich 12 r3c1 right");
  await tool(page, "Outside", "Little killer");
  const corner = await cell(page, "r1c1").boundingBox();
  await page.mouse.click(corner.x - corner.width / 2, corner.y - corner.height / 2);
  await page.keyboard.type("40");
  await page.keyboard.press("Enter");
  assert.equal(await last(), "little-killer 40 r1c1 down-right");
  // An arrow takes two lists; from here on without the mouse on the board.
  await tool(page, "Lines", "Arrow");
  await cell(page, "r7c1").focus();
  await page.keyboard.press("Shift+ArrowDown");
  await page.keyboard.press("=");
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("Shift+ArrowRight");
  await page.keyboard.press("Enter");
  assert.equal(await last(), "arrow r7-8c1 = r8c2-3");
  await tool(page, "Global", "Anti king");
  assert.equal(await last(), "anti-king");
  await page.locator(".tools").getByRole("button", { name: "Anti king", exact: true }).click();
  assert.equal(await last(), "arrow r7-8c1 = r8c2-3");
  await page.getByRole("button", { name: "Rule text", exact: true }).click();
  await page.getByLabel("Formula").fill("r1c1 + r1c2 = 9");
  await page.keyboard.press("Enter");
  assert.equal(await last(), "rule r1c1 + r1c2 = 9");
  // All of it is a puzzle, and can be undone to the empty grid.
  assert.equal(command(["convert", "--to", "json"], await text(page)).exit, 0);
  for (let i = 0; i < 30 && (await page.getByRole("button", { name: "Undo" }).last().isEnabled()); i += 1) await page.getByRole("button", { name: "Undo" }).last().click();
  assert.equal((await text(page)).trim(), "grid 9");
  await page.context().close();
});

test("clues are edited and deleted in the list", async () => {
  const page = await board.open();
  await paste(page, "grid 4\ncage 3 r1c1-2\ncage 5 r2c1-2\n");
  await page.click("#tab-set");
  await page.getByRole("button", { name: "Edit cage 3 r1c1-2" }).click();
  await page.getByRole("textbox", { name: "Statement" }).fill("cage 4 r1c1-2");
  await page.keyboard.press("Enter");
  assert.equal((await text(page)).trim(), "grid 4\ncage 4 r1c1-2\ncage 5 r2c1-2");
  await page.getByRole("button", { name: "Delete cage 5 r2c1-2" }).click();
  assert.equal((await text(page)).trim(), "grid 4\ncage 4 r1c1-2");
  await page.context().close();
});

test("what clashes is named, what is not needed is marked", async () => {
  const page = await board.open();
  await page.click("#tab-set");
  await paste(page, "grid 4\ncage 3 r1c1-2\ncage 3 r1c3-4\n");
  await verdict(page, "No solution");
  const why = json(["check", "--json", "--why"], "grid 4\ncage 3 r1c1-2\ncage 3 r1c3-4\n").why.map(({ clue }) => clue);
  // The verdict comes first, then clues that clash, at last the fewest.
  await until(async () => (await page.locator(".details").innerText()).startsWith("These clash:"), "the clues that clash");
  assert.deepEqual(await page.locator(".details li").allInnerTexts(), why);
  assert.equal(await page.locator(".clues .clashes").count(), 2);
  const little = puzzleFile("little-killer.pencil");
  await paste(page, little);
  await verdict(page, "1 solution");
  const spare = json(["redundant", "--json"], little).redundant.map(({ text: words }) => words.replace(/\s+/g, " "));
  await until(async () => (await page.locator(".clues .not-needed").count()) === spare.length, "the spare clue");
  assert.deepEqual(await page.locator(".clues .not-needed code").allInnerTexts(), spare);
  await page.context().close();
});

test("a draft is completed and minimised, and that can be undone", async () => {
  const page = await board.open();
  await page.click("#tab-set");
  await paste(page, "grid 4\nthermo r1c1-4\n");
  await verdict(page, "Several solutions");
  await page.getByRole("button", { name: "Complete" }).click();
  await verdict(page, "1 solution");
  assert.match(await text(page), /thermo r1c1-4[\s\S]*given/);
  await page.getByRole("button", { name: "Undo" }).last().click();
  await verdict(page, "Several solutions");
  await paste(page, "grid 4\ngivens\n  1234\n  3..1\n  ....\n  .3..\n");
  await verdict(page, "1 solution");
  await page.getByRole("button", { name: "Minimise" }).click();
  await until(async () => !(await text(page)).includes("1234"), "fewer givens");
  await verdict(page, "1 solution");
  assert.deepEqual(json(["redundant", "--json"], await text(page)).redundant, []);
  await page.context().close();
});

test("candidates have the number of their solutions", async () => {
  const page = await board.open();
  await page.click("#tab-set");
  const puzzle = "grid 4\ngivens\n  1...\n  ..3.\n  ....\n  ....\n";
  await paste(page, puzzle);
  await verdict(page, "Several solutions");
  const { candidates, counts } = json(["candidates", "--json", "--counts", "--cap", "8"], puzzle);
  const flat = candidates.flat();
  await until(async () => (await labels(page))[1].includes("candidates"), "candidates");
  (await labels(page)).forEach((label, i) => {
    const said = /candidates ([\d ]+)/.exec(label)?.[1];
    if (!label.includes("given")) assert.equal(said, flat[i].join(" "));
  });
  const number = (least, most) =>
    counts.flat().flatMap((list, i) => (flat[i].length > 1 ? list : [])).filter((count) => count >= least && count <= most).length;
  assert.equal(await page.locator(".board .mark.once").count(), number(1, 1));
  assert.equal(await page.locator(".board .mark.some").count(), number(2, 7));
  assert.equal(await page.locator(".board .mark.many").count(), number(8, 8));
  await page.context().close();
});

test("errors in the text are underlined where they are", async () => {
  const page = await board.open();
  await page.click("#tab-set");
  await paste(page, "grid 9\n");
  await page.locator("#panel-set .code textarea").fill("grid 9\ncage 28 r1c1 r1c2 r2c1\ntermo r1c3-5\n");
  await until(async () => (await page.locator("#panel-set .mistakes li").count()) === 2, "two mistakes");
  assert.deepEqual(await page.locator("#panel-set .code mark").allInnerTexts(), ["28", "termo"]);
  assert.match(await page.locator("#panel-set .mistakes").innerText(), /cannot sum to 28[\s\S]*did you mean `thermo`/);
  // What can be read is drawn.
  await page.locator("#panel-set .code textarea").fill("grid 4\nodd r1c1\ntermo r1c3-5\n");
  await until(async () => (await page.locator("[role=gridcell]").count()) === 16, "the rest is shown");
  await page.locator("#panel-set .code textarea").fill("grid 9\ncage 18 r1c1 r1c2 r2c1\n");
  await until(async () => (await page.locator("#panel-set .mistakes li").count()) === 0, "none");
  await page.context().close();
});

test("a long count is stopped, there too", async () => {
  const page = await board.open();
  await page.click("#tab-set");
  await paste(page, "grid 9\n");
  await verdict(page, "Several solutions");
  const counting = () => spawnSync("ps", ["-o", "args=", "--ppid", String(board.server.pid)], { encoding: "utf8" }).stdout.split("\n").filter((line) => line.includes("count")).length;
  await page.getByRole("button", { name: "Count all" }).click();
  await until(() => counting() === 1, "the count runs");
  await page.locator(".feedback").getByRole("button", { name: "Stop" }).click();
  await until(async () => (await page.locator(".feedback").innerText()).includes("Stopped."), "it says so", 2000);
  await until(() => counting() === 0, "and the process is gone", 5000);
  // Another text stops it as well, and so does leaving.
  await page.getByRole("button", { name: "Count all" }).click();
  await until(() => counting() === 1, "again");
  await page.locator("#panel-set .code textarea").fill("grid 4\n");
  await until(() => counting() === 0, "an older question is given up", 5000);
  await page.getByRole("button", { name: "Count all" }).click();
  await until(async () => (await page.locator(".feedback").innerText()).includes("288 solutions"), "a short one ends");
  await page.locator("#panel-set .code textarea").fill("grid 9\n");
  await page.getByRole("button", { name: "Count all" }).click();
  await until(() => counting() === 1, "once more");
  await page.close();
  await until(() => counting() === 0, "a closed page asks for nothing", 5000);
});

/** What an ordinary setter makes, and the same with one given more that spoils it. */
function ordinary(kind) {
  const good = command(["generate", kind, "--seed", "7", "--to", "pencil"]).out;
  const solution = json(["solve", "--json"], good).solutions[0];
  const { givens } = JSON.parse(json(["convert", "--to", "json", "--json"], good).text).clues.reduce(
    (all, { kind: name, cells }) => (name === "given" ? { givens: [...all.givens, ...cells.flat()] } : all),
    { givens: [] },
  );
  for (let cell = 0; cell < 81; cell += 1) {
    const name = `r${Math.floor(cell / 9) + 1}c${(cell % 9) + 1}`;
    const digit = (solution.flat()[cell] % 9) + 1;
    const bad = `${good}given ${name} ${digit}\n`;
    // One that is seen to be wrong at once would be too easy.
    if (!givens.includes(name) && json(["check", "--json"], bad).status === "none") return { good, bad };
  }
  throw new Error(`${kind} cannot be spoilt`);
}

const milliseconds = (words, text) => {
  const started = performance.now();
  command(words, text);
  return performance.now() - started;
};

test("answers are there while one looks", async (t) => {
  const page = await board.open();
  await page.click("#tab-set");
  const kinds = ["killer", "thermo", "arrow", "sandwich", "xv", "renban", "little-killer", "kropki", "whisper", "jigsaw"];
  const puzzles = kinds.map(ordinary);
  // In the page, from the key that changes the text to what is seen of it.
  const timed = (text) =>
    page.evaluate(
      (changed) =>
        new Promise((resolve) => {
          const area = document.querySelector("#panel-set .code textarea");
          const [verdict, feedback] = [document.querySelector(".verdict"), document.querySelector(".feedback")];
          const seen = {};
          const started = performance.now();
          const see = (what) => (seen[what] ??= Math.round(performance.now() - started));
          const look = () => {
            if (["unique", "none"].includes(verdict.dataset.status)) see("verdict");
            if (feedback.querySelector(".details li")) see("clash");
            if ([...document.querySelectorAll("[role=gridcell]")].some((cell) => / candidates /.test(cell.ariaLabel))) see("candidates");
            if (seen.verdict !== undefined && !feedback.hasAttribute("aria-busy")) see("all");
            // Nobody waits here for the fewest clues that clash.
            if (seen.all === undefined && seen.clash === undefined) return;
            watch.disconnect();
            resolve(seen);
          };
          const watch = new MutationObserver(look);
          verdict.dataset.status = "";
          watch.observe(document.body, { subtree: true, childList: true, characterData: true, attributes: true });
          area.value = changed;
          area.dispatchEvent(new Event("input"));
        }),
      text,
    );
  const clean = async () => {
    await page.locator("#panel-set .code textarea").fill("grid 9\ndigits 1-10\nboxes none\n");
    await verdict(page, "Several solutions");
    await page.locator("#panel-set .code textarea").fill("nothing\n");
    await until(async () => (await page.locator(".verdict").getAttribute("data-status")) === "invalid" && (await page.locator(".feedback[aria-busy]").count()) === 0, "a clean page");
  };
  const rows = [];
  for (const [at, { good, bad }] of puzzles.entries()) {
    await clean();
    const one = await timed(good);
    await clean();
    const none = await timed(bad);
    rows.push({ verdict: one.verdict, candidates: one.candidates, needed: one.all, none: none.verdict, clash: none.clash });
    t.diagnostic(`${kinds[at]}: ${JSON.stringify(rows.at(-1))}`);
  }
  const median = (what) => rows.map((row) => row[what]).sort((a, b) => a - b)[Math.floor(rows.length / 2)];
  const medians = Object.fromEntries(Object.keys(rows[0]).map((what) => [what, median(what)]));
  // 200 ms are promised on a machine that has time. How much time this one has is told by the shortest question there is, asked
  // again and again now: a process that starts, reads 4 x 4 cells and ends. That takes 3 ms where nothing else runs, and 5 are granted;
  // where it takes three times as long, so does all of the above. Five times as slow is the most that is forgiven.
  const pulse = Array.from({ length: 21 }, () => milliseconds(["check", "--json"], "grid 4\n")).sort((a, b) => a - b)[10];
  const bound = 200 * Math.min(5, Math.max(1, pulse / 5));
  t.diagnostic(`medians in ms: ${JSON.stringify(medians)}; a pulse of ${pulse.toFixed(1)} ms allows ${bound.toFixed(0)}`);
  for (const [what, time] of Object.entries(medians)) assert.ok(time < bound, `${what} takes ${time} ms of ${bound}`);
  await page.context().close();
});

test("every kind is drawn as `draw` draws it", async () => {
  const page = await board.open();
  const kinds = command(["variants", "--json"]).out.trim().split("\n").map((line) => JSON.parse(line));
  const shapes = (svg) =>
    page.evaluate((source) => {
      const picture = source === null ? document.querySelector(".picture svg") : new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
      const rows = document.querySelectorAll("[role=row]").length;
      return [...picture.querySelectorAll("g > *")]
        .filter((shape) => shape.getAttribute("text-anchor") !== null || shape.tagName !== "text" || Number(shape.getAttribute("y")) <= rows)
        .map((shape) => new XMLSerializer().serializeToString(shape).replaceAll(/ xmlns="[^"]*"/g, ""));
    }, svg);
  let drawn = 0;
  const plain = await (async () => {
    await paste(page, "grid 9\n");
    return (await shapes(null)).length;
  })();
  for (const { name, example } of kinds) {
    const puzzle = [`grid 9\n${example}\n`, `grid 9\nrows none\ncolumns none\nboxes none\n${example}\n`, `grid 9\ndigits 0-9\n${example}\n`, `grid 9\nboxes none\n${example}\n`].find(
      (candidate) => json(["draw", "--to", "svg", "--json"], candidate).error === undefined,
    );
    assert.ok(puzzle !== undefined, `the example of ${name} can be read`);
    await paste(page, puzzle);
    const expected = await shapes(json(["draw", "--to", "svg", "--json"], puzzle).text);
    assert.deepEqual(await shapes(null), expected, name);
    if (expected.length !== plain) drawn += 1;
    // And the rules say what it means.
    if (!["row", "column", "box", "given"].includes(name)) {
      const words = name.replaceAll("-", " ");
      assert.ok((await page.locator(".rules").innerText()).toLowerCase().includes(words), `${name} is told`);
    }
  }
  console.log(`# ${kinds.length} kinds, ${drawn} with shapes of their own`);
  assert.ok(drawn > 50);
  await page.context().close();
});

test("givens of two digits are typed, and only where both keys meet", async () => {
  const page = await board.open();
  await paste(page, "grid 8\ndigits 5-12\n");
  await page.click("#tab-set");
  await page.mouse.click(...(await middle(page, "r1c1")));
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  await until(async () => (await text(page)).endsWith("given r1c1 12\n"), "given 12");
  await paste(page, "grid 16\ngiven r1c2 1\n");
  await page.mouse.click(...(await middle(page, "r1c1")));
  for (const key of ["5", "ArrowRight", "2"]) await page.keyboard.press(key);
  await until(async () => (await text(page)) === "grid 16\ngiven r1c1 5\ngiven r1c2 2\n", "two givens");
  await page.context().close();
});

test("a map with remarks keeps its rows, and rules their lines", async () => {
  const page = await board.open();
  await paste(page, "rules one\nrules two\ngrid 4\ngivens\n  # top\n  1..4\n\n  ....\n  ..1.\n  4..3\n");
  await page.click("#tab-set");
  await page.mouse.click(...(await middle(page, "r2c2")));
  await page.keyboard.press("3");
  await until(async () => (await text(page)).includes("givens\n  1..4\n  .3..\n  ..1.\n  4..3\n"), "the rows");
  assert.ok((await text(page)).includes("# top"));
  await page.getByText("Title, size and rules").click();
  const rules = page.getByRole("textbox", { name: "Rules in words" });
  assert.equal(await rules.inputValue(), "one\ntwo");
  await rules.fill("one\ntwo, three");
  await rules.blur();
  await until(async () => (await text(page)).startsWith("rules one\nrules two, three\ngrid 4\n"), "the rules");
  await page.context().close();
});

test("givens that clash stand on the board, and the verdict comes at once", async () => {
  const page = await board.open();
  const rows = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.", "...419..5", "....8..79"];
  await paste(page, `grid 9\ngivens\n${rows.map((row) => `  ${row}\n`).join("")}`);
  await page.click("#tab-set");
  await verdict(page, "1 solution");
  await page.mouse.click(...(await middle(page, "r1c3")));
  await page.keyboard.press("5");
  await until(async () => (await label(page, "r1c3")) === "row 1 column 3, 5, given, in conflict", "the wrong given");
  assert.equal(await label(page, "r1c1"), "row 1 column 1, 5, given, in conflict");
  assert.equal(await label(page, "r1c2"), "row 1 column 2, 3, given");
  assert.deepEqual(await page.locator("svg text.digit.wrong").allTextContents(), ["5", "5"]);
  await verdict(page, "No solution");
  assert.match(await page.locator(".feedback .details").innerText(), /These clash:\s+r1c1 and r1c3 are both 5, in row 1/);
  // A clash that has to be searched for: first that there is one, then of fewer and fewer clues.
  const asked = [];
  page.on("request", (request) => request.postData()?.includes('"check"') && asked.push(JSON.parse(request.postData()).why ?? false));
  await page.evaluate(() => {
    window.told = [];
    const details = document.querySelector(".feedback .details");
    new MutationObserver(() => window.told.push(details.innerText)).observe(details, { childList: true, subtree: true });
  });
  await page.keyboard.press("1");
  await until(async () => (await page.locator(".feedback .details").innerText()).includes("the given 1 in r1c3"), "why");
  await until(async () => /^These clash/.test(await page.locator(".feedback .details").innerText()), "the last word");
  const told = (await page.evaluate("window.told")).filter((words) => words !== "");
  assert.match(told[0], /^Of \d+ clues some clash; looking for them …$/);
  assert.equal(await page.locator(".verdict").innerText(), "No solution");
  assert.ok((await labels(page)).every((words) => !words.includes("candidates")), "no candidates of the text before");
  assert.deepEqual(asked, [true]);
  // Of the map only those givens have a cross that are meant.
  const meant = (await page.locator(".details li").allInnerTexts()).filter((words) => /\bgiven\b/.test(words)).length;
  assert.ok(meant > 0 && meant < 30);
  assert.equal(await page.locator("svg .cross").count(), meant);
  await page.context().close();
});

test("a line of dashes starts another puzzle, and a board has one", async () => {
  const page = await board.open();
  await paste(page, "grid 4\ngiven r1c1 1\n");
  await page.click("#tab-set");
  const area = page.locator("#panel-set .code textarea");
  await area.fill("grid 4\ngiven r1c1 1\n---\n");
  await verdict(page, "Several solutions");
  assert.equal(await page.locator("#panel-set .mistakes li").count(), 0, "nothing stands behind them");
  await area.fill("grid 4\ngiven r1c1 1\n---\ngrid 9\ngiven r1c1 2\n");
  await verdict(page, "another puzzle starts here; a board has one");
  await until(async () => /Line 3\s+another puzzle starts here/.test(await page.locator("#panel-set .mistakes").innerText()), "the place");
  assert.deepEqual(await page.locator("#panel-set .code mark").allInnerTexts(), ["---"]);
  assert.equal(await label(page, "r1c1"), "row 1 column 1, 1, given", "the first is shown");
  assert.equal(await page.locator("[role=gridcell]").count(), 16);
  await page.context().close();
});

test("loops are drawn, dots beside each other too, and a slow start is no long press", async () => {
  const page = await board.open();
  await paste(page, "grid 9\n");
  await page.click("#tab-set");
  const last = async () => (await text(page)).trimEnd().split("\n").at(-1);
  await tool(page, "Lines", "Whisper");
  await drag(page, "r1c1", "r1c2", "r2c2", "r2c1", "r1c1");
  const { clues } = JSON.parse(json(["convert", "--to", "json", "--json"], await text(page)).text);
  assert.deepEqual(clues.find(({ kind }) => kind === "whisper").cells, [["r1c1", "r1c2", "r2c2", "r2c1", "r1c1"]]);
  await tool(page, "Lines", "Thermo");
  await page.mouse.move(...(await middle(page, "r5c1")));
  await page.mouse.down();
  await new Promise((resolve) => setTimeout(resolve, 650));
  for (const name of ["r5c2", "r5c3", "r5c4", "r5c3"]) await page.mouse.move(...(await middle(page, name)), { steps: 4 });
  await page.mouse.up();
  assert.equal(await last(), "thermo r5c1-3");
  await tool(page, "Edges", "Difference");
  const [left, right] = [await middle(page, "r7c5", 0.03), await middle(page, "r7c5", 0.97)];
  await page.mouse.click(...left);
  await page.mouse.click(...right);
  await until(async () => (await text(page)).match(/^difference /gm)?.length === 2, "two dots");
  await page.context().close();
});

test("cells that were selected in another view are not meant by a tool", async () => {
  const page = await board.open();
  await paste(page, "grid 9\n");
  await drag(page, "r3c1", "r3c6");
  await page.click("#tab-set");
  await tool(page, "Lines", "Thermo");
  await cell(page, "r6c1").focus();
  for (const key of ["Shift+ArrowUp", "Shift+ArrowRight", "Enter"]) await page.keyboard.press(key);
  assert.equal((await text(page)).trimEnd().split("\n").at(-1), "thermo r6-5c1 r5c2");
  await page.context().close();
});
