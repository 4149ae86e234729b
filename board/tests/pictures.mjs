// Makes the pictures of the board in docs/images: the main views, light and dark, on a desk and on a phone.
//
//     PENCILMARK=pencilmark node tests/pictures.mjs [VIEW...]

import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cell, drag, json, middle, paste, puzzleFile, start, until } from "./browser/board.mjs";

const folder = join(dirname(fileURLToPath(import.meta.url)), "../../docs/images");
const DESK = { viewport: { width: 1180, height: 800 } };
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const views = {
  /** A killer under way: digits, marks, colours, a hint. */
  play: async (page) => {
    const puzzle = puzzleFile("killer.pencil");
    await paste(page, puzzle);
    const solution = json(["solve", "--json"], puzzle).solutions[0].flat();
    const right = async (name) => {
      await page.mouse.click(...(await middle(page, name)));
      const [row, column] = name.match(/\d/g).map(Number);
      await page.keyboard.press(String(solution[(row - 1) * 9 + column - 1]));
    };
    for (const name of ["r4c4", "r4c5", "r5c3", "r5c4", "r7c5", "r7c6", "r8c8", "r8c9", "r5c1"]) await right(name);
    await drag(page, "r1c1", "r1c2");
    for (const key of ["Control+2", "Control+3"]) await page.keyboard.press(key);
    await drag(page, "r4c8", "r4c9");
    for (const key of ["Control+7", "Control+8", "Control+Shift+4"]) await page.keyboard.press(key);
    await drag(page, "r9c8", "r9c9");
    for (const key of ["Shift+3", "Shift+5", "Control+Shift+7"]) await page.keyboard.press(key);
    await drag(page, "r2c7", "r2c6", "r1c6");
    await page.keyboard.press("h");
    await until(async () => (await page.locator(".hint .words").innerText()).includes("ook at"), "a hint");
  },
  /** Thermometers, one short of being unique. */
  set: async (page) => {
    const spoons = puzzleFile("spoons.pencil").split("\n");
    await paste(page, spoons.filter((line) => !line.includes("r9c8-6") && !line.includes("r9c3-5")).join("\n"));
    await page.click("#tab-set");
    await page.getByRole("button", { name: "Lines", exact: true }).click();
    await until(async () => (await page.locator(".verdict").innerText()) === "Several solutions", "the verdict");
    await until(async () => (await page.locator(".board .mark").count()) > 0, "candidates");
    await cell(page, "r9c8").focus();
    await page.locator("#panels").evaluate(() => window.scrollTo(0, 0));
  },
  /** A killer with a sum too large by one. */
  clash: async (page) => {
    await page.click("#tab-set");
    await paste(page, puzzleFile("killer.pencil").replace(/cage +3 r4c4-5/, "cage 4 r4c4-5"));
    await until(async () => (await page.locator(".details").innerText()).startsWith("These clash:"), "the clues that clash");
    await page.getByRole("button", { name: "Cages", exact: true }).click();
  },
  understand: async (page) => {
    await paste(page, puzzleFile("killer.pencil"));
    await page.click("#tab-understand");
    await page.waitForSelector("#panel-understand[data-finished]");
    await page.locator(".grade table").waitFor();
    const pair = page.locator(".steps button", { hasText: "Naked Pair" }).first();
    await pair.evaluate((button) => button.click());
  },
  programs: async (page) => {
    await page.click("#tab-programs");
    await page.locator("#panel-programs select").selectOption({ label: "Example, Prolog: Spoons" });
    await page.locator("#panel-programs").getByRole("button", { name: "Run" }).click();
    await page.locator("#panel-programs table.grid").first().waitFor({ timeout: 60_000 });
    await until(async () => / s$/.test(await page.locator("#panel-programs [role=status]").first().innerText()), "the end", 60_000);
  },
};

const board = await start();
const wanted = process.argv.slice(2);
for (const [view, come] of Object.entries(views).filter(([view]) => wanted.length === 0 || wanted.includes(view))) {
  for (const [name, options] of [["", { ...DESK, colorScheme: "light" }], ["-dark", { ...DESK, colorScheme: "dark" }], ["-phone", { ...PHONE, colorScheme: ["set", "clash", "programs"].includes(view) ? "dark" : "light" }]]) {
    const page = await board.open(options);
    await come(page);
    await page.evaluate(() => {
      window.scrollTo(0, 0);
      document.getElementById("said").textContent = "";
    });
    await page.screenshot({ path: join(folder, `board-${view}${name}.png`) });
    await page.context().close();
  }
}
await board.close();
