// Goes through the page that `explain --html` writes in a real browser, and compares what it
// shows with what `explain --json` says.
//
//     node player.mjs PAGE.html STEPS.ndjson CHROMIUM
//
// `playwright-core` is found in the folder that PENCILMARK_PLAYWRIGHT names.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";

const [page_file, steps_file, browser_file] = process.argv.slice(2);
const require = createRequire(process.env.PENCILMARK_PLAYWRIGHT + "/package.json");
const { chromium } = require("playwright-core");
const steps = readFileSync(steps_file, "utf8").trim().split("\n").map((line) => JSON.parse(line));
const last = steps.length + 1;

const browser = await chromium.launch({
  executablePath: browser_file,
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
try {
  const page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
  const problems = [];
  page.on("pageerror", (error) => problems.push(String(error)));
  page.on("console", (message) => message.type() === "error" && problems.push(message.text()));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:")) problems.push("asks for " + request.url());
  });
  await page.goto(pathToFileURL(page_file).href);

  const now = async () => Number(await page.inputValue("#jump"));
  const told = async () => (await page.locator("#told").innerText()).replaceAll(/\s+/g, " ").trim();
  const digits = () => page.locator("#cells td").allInnerTexts();
  const is_told = async (n) => {
    // The start and the end are not steps, and have no number.
    const where = await page.locator("#at").innerText();
    if (n === 0 || n === last) {
      assert.ok(where.startsWith(n === 0 ? "Start" : "End"), `${n}: ${where}`);
      assert.equal(await page.inputValue("#jump"), "");
    } else {
      assert.equal(where, "Step");
      assert.equal(await now(), n);
    }
    const text = await told();
    const current = await page.locator(".steps li[aria-current=step]").getAttribute("id");
    assert.equal(current, "step-" + n);
    if (n > 0 && n < last) {
      const { short, text: long } = steps[n - 1];
      for (const part of [short, long]) {
        const wanted = part.replaceAll(/\s+/g, " ").trim();
        assert.ok(text.includes(wanted), `step ${n} tells\n${text}\nand not\n${wanted}`);
      }
    }
  };

  // The start, and every step by the button.
  await is_told(0);
  assert.ok(await page.locator("#previous").isDisabled());
  const columns = Math.sqrt((await digits()).length);
  for (let n = 1; n <= last; n += 1) {
    const before = await digits();
    await page.click("#next");
    await is_told(n);
    // The picture of a step is the state before it: its digits come with the next one.
    if (n < 2) continue;
    const after = await digits();
    const placed = after.flatMap((d, i) => (d === before[i] ? [] : [[i, d]]));
    const wanted = steps[n - 2].place.map(([r, c, d]) => [(r - 1) * columns + c - 1, String(d)]);
    assert.deepEqual(placed.sort(), wanted.sort(), `digits after step ${n - 1}`);
  }
  assert.ok(await page.locator("#next").isDisabled());
  assert.ok((await digits()).every((d) => /^\d+$/.test(d)), "the last picture is full");

  // Back, to the ends, and to a step by its number, its line and the address.
  await page.click("#previous");
  await is_told(last - 1);
  await page.click("#first");
  await is_told(0);
  await page.click("#last");
  await is_told(last);
  await page.fill("#jump", "3");
  await page.locator("#jump").press("Enter");
  await is_told(3);
  await page.fill("#jump", "100000");
  await page.locator("#jump").press("Enter");
  await is_told(last);
  await page.click("#step-2 button");
  await is_told(2);
  assert.match(page.url(), /#at=2$/);
  await page.reload();
  await is_told(2);

  // The keyboard. Keys in a field are the field's.
  await page.locator("h1").click();
  for (const [key, n] of [["ArrowRight", 3], ["n", 4], ["ArrowLeft", 3], ["p", 2], ["End", last], ["Home", 0]]) {
    await page.keyboard.press(key);
    await is_told(n);
  }
  await page.locator("#jump").focus();
  await page.keyboard.press("ArrowRight");
  assert.equal(await page.locator(".steps li[aria-current=step]").getAttribute("id"), "step-0");

  // It plays, and stops when it is told to.
  await page.selectOption("#pace", "700");
  await page.locator("h1").click();
  await page.keyboard.press(" ");
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "true");
  await page.waitForFunction(() => Number(document.getElementById("jump").value) >= 2);
  await page.click("#play");
  const stopped = await now();
  await page.waitForTimeout(900);
  assert.equal(await now(), stopped);
  assert.equal(await page.locator("#play").getAttribute("aria-pressed"), "false");

  // Dark colours are dark, and a phone does not scroll sideways.
  const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
  const light = await paper();
  await page.click("#theme");
  assert.notEqual(await paper(), light);
  await page.setViewportSize({ width: 360, height: 640 });
  const wide = await page.evaluate(() => document.documentElement.scrollWidth);
  assert.ok(wide <= 360, `a page of 360 dots is ${wide} wide`);

  // Without a script the page is still a list of all steps.
  const plain = await browser.newPage({ javaScriptEnabled: false });
  await plain.goto(pathToFileURL(page_file).href);
  assert.equal(await plain.locator(".steps li").count(), last + 1);
  assert.deepEqual(problems, []);
  console.log(`${last + 1} pictures`);
} finally {
  await browser.close();
}
