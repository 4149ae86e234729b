// A server of its own, a real Chromium, and a page that may neither complain nor ask strangers.
//
// PENCILMARK is the program, PENCILMARK_CHROMIUM the browser.

import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { chromium } from "playwright-core";

const here = dirname(fileURLToPath(import.meta.url));
const program = process.env.PENCILMARK ?? "pencilmark";
const root = join(here, "../../..");

export const puzzleFile = (name) => readFileSync(join(root, "puzzles", name), "utf8");

/** What the command prints for a puzzle on standard input. */
export function command(words, text = "") {
  const done = spawnSync(program, words, { input: text, encoding: "utf8", maxBuffer: 1 << 28 });
  return { out: done.stdout, err: done.stderr, exit: done.status };
}

export const json = (words, text) => JSON.parse(command(words, text).out.split("\n")[0]);

/** Starts both; `close` ends both and fails if the page complained. */
export async function start() {
  const server = spawn(program, ["serve", "--port", "0", "--no-open", "--assets", join(root, "crates/server/assets")], { stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const found = /http:\/\/[\w.:]+\/?/.exec(said)?.[0];
      if (found) resolve(found);
    });
    server.on("exit", (code) => reject(new Error(`the server ended with ${code}: ${said}`)));
  });
  const browser = await chromium.launch({
    executablePath: process.env.PENCILMARK_CHROMIUM ?? "/usr/bin/chromium",
    args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
  });
  const complaints = [];
  const home = new URL(address).origin;
  assert.match(home, /^http:\/\/127\.0\.0\.1:\d+$/);

  /** A page that is ready; `options` are those of a browser context. */
  const open = async (options = {}, fragment = "") => {
    const context = options.context ?? (await browser.newContext({ viewport: { width: 1200, height: 900 }, ...options }));
    const page = await context.newPage();
    page.on("pageerror", (error) => complaints.push(String(error)));
    page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));
    page.on("request", (request) => {
      const { origin, protocol } = new URL(request.url());
      if (origin !== home && protocol !== "blob:") complaints.push(`asks ${request.url()}`);
    });
    await page.goto(address + fragment);
    await page.waitForSelector("html[data-ready]");
    return page;
  };
  return {
    address,
    home,
    server,
    open,
    close: async () => {
      await browser.close();
      server.kill("SIGTERM");
      assert.deepEqual(complaints, [], "nothing in the console, no request to anybody else");
    },
  };
}

/** Opens a puzzle as people do: pasted onto the page. */
export async function paste(page, text) {
  await page.evaluate((pasted) => {
    document.getElementById("said").textContent = "";
    document.activeElement?.blur?.();
    const data = new DataTransfer();
    data.setData("text/plain", pasted);
    document.body.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
  await page.waitForFunction(() => document.getElementById("said").textContent.startsWith("Opened"));
}

export const cell = (page, name) => page.locator(`[data-cell=${name}]`);
export const label = (page, name) => cell(page, name).getAttribute("aria-label");
export const labels = (page) => page.locator("[role=gridcell]").evaluateAll((cells) => cells.map((cell) => cell.getAttribute("aria-label")));

/** The middle of a cell on the screen. */
export async function middle(page, name, dx = 0.5, dy = 0.5) {
  const box = await cell(page, name).boundingBox();
  return [box.x + box.width * dx, box.y + box.height * dy];
}

/** Drags over cells with the button down. */
export async function drag(page, ...names) {
  await page.mouse.move(...(await middle(page, names[0])));
  await page.mouse.down();
  for (const name of names.slice(1)) await page.mouse.move(...(await middle(page, name)), { steps: 4 });
  await page.mouse.up();
}

export const selected = (page) => page.locator("[role=gridcell][aria-selected=true]").evaluateAll((cells) => cells.map((cell) => cell.dataset.cell));

/** Waits until a function of the page says yes. */
export async function until(check, what, limit = 15_000) {
  const end = Date.now() + limit;
  let last;
  while (Date.now() < end) {
    last = await check();
    if (last) return last;
    await new Promise((resolve) => setTimeout(resolve, 25));
  }
  assert.fail(`${what}: not within ${limit} ms`);
}
