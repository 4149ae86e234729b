// The page itself: accessibility, contrast, phones, colours of the system, printing, and what is served.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { cell, labels, paste, puzzleFile, start, until } from "./board.mjs";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let board;
before(async () => {
  board = await start();
});
after(() => board.close());

/** Brings a view to where there is something to see. */
const VIEWS = {
  play: async (page) => {
    await cell(page, "r1c1").click();
    for (const key of ["3", "ArrowRight", "Control+2", "ArrowRight", "Shift+7", "ArrowRight", "Control+Shift+4", "h"]) await page.keyboard.press(key);
    await until(async () => (await page.locator(".hint .words").innerText()).includes("ook at"), "a hint");
  },
  set: async (page) => {
    await page.click("#tab-set");
    await until(async () => (await page.locator(".verdict").innerText()) === "1 solution", "the verdict");
  },
  understand: async (page) => {
    await page.click("#tab-understand");
    await page.waitForSelector("#panel-understand[data-finished]");
    await page.keyboard.press("n");
    await page.locator(".grade table").waitFor();
  },
  programs: async (page) => {
    await page.click("#tab-programs");
    await until(async () => (await page.locator("#panel-programs textarea").inputValue()) !== "", "the program");
    await page.locator("#panel-programs").getByRole("button", { name: "Run" }).click();
    await page.locator("#panel-programs table.grid").waitFor();
  },
};

async function violations(page, where) {
  await page.evaluate(axe);
  // Pictures are hidden from screen readers, and have their own test of contrast.
  const found = await page.evaluate(() => window.axe.run({ exclude: [[".layer"]] }, { runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"] }));
  const told = found.violations.map(({ id, nodes }) => `${where}: ${id}: ${nodes.map(({ html, any }) => `${html.slice(0, 160)} ${any[0]?.message ?? ""}`).join("\n   ")}`);
  assert.ok(found.passes.length > 20, "axe looked at the page");
  return told;
}

for (const colorScheme of ["light", "dark"]) {
  test(`axe finds nothing wrong in any view, ${colorScheme}`, async () => {
    const page = await board.open({ colorScheme });
    await paste(page, puzzleFile("killer.pencil"));
    const found = [];
    for (const [view, come] of Object.entries(VIEWS)) {
      await come(page);
      found.push(...(await violations(page, view)));
    }
    for (const [name, key] of [["Open", "Open a puzzle"], ["Share", "Share"], ["Export", "Export"], ["Keys", "Keys"]]) {
      await page.getByRole("navigation").getByRole("button", { name, exact: true }).click();
      found.push(...(await violations(page, name)));
      await page.getByRole("button", { name: `Close ${key}` }).click();
    }
    assert.deepEqual(found, []);
    await page.context().close();
  });

  test(`digits and marks on the board have a contrast of 4.5, ${colorScheme}`, async () => {
    const page = await board.open({ colorScheme });
    await paste(page, puzzleFile("killer.pencil"));
    for (const [view, come] of Object.entries(VIEWS).filter(([name]) => name !== "programs")) {
      await come(page);
      const weak = await page.evaluate(() => {
        const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
        const light = (colour) => {
          const [r, g, b] = channels(colour).map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
          return 0.2126 * r + 0.7152 * g + 0.0722 * b;
        };
        const paper = light(getComputedStyle(document.querySelector(".board")).backgroundColor);
        const texts = [...document.querySelectorAll(".board > svg text, .board .picture text")];
        return texts
          .map((text) => ({ text: text.textContent, look: text.getAttribute("class"), fill: getComputedStyle(text).fill }))
          .filter(({ fill }) => {
            const [high, low] = [light(fill), paper].sort((a, b) => b - a);
            return (high + 0.05) / (low + 0.05) < 4.5;
          });
      });
      assert.deepEqual(weak, [], view);
    }
    await page.context().close();
  });
}

test("on phones nothing scrolls sideways, and what is pressed is large enough", async () => {
  for (const width of [320, 375]) {
    const page = await board.open({ viewport: { width, height: 740 }, hasTouch: true, isMobile: true });
    await paste(page, puzzleFile("killer.pencil"));
    for (const [view, come] of Object.entries(VIEWS)) {
      await come(page);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert.ok(wide <= width, `${view} is ${wide} wide on ${width}`);
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button, select, summary, input")]
          .filter((element) => element.checkVisibility() && element.type !== "checkbox" && element.type !== "range")
          .map((element) => ({ text: element.textContent.slice(0, 30) || element.getAttribute("aria-label"), ...element.getBoundingClientRect().toJSON() }))
          .filter(({ height, width }) => height < 43.5 || width < 43.5)
          .map(({ text, width, height }) => `${text} ${Math.round(width)}x${Math.round(height)}`),
      );
      assert.deepEqual(small, [], `${view} on ${width}`);
    }
    assert.deepEqual(await violations(page, `programs on ${width}`), []);
    await page.click("#tab-play");
    assert.deepEqual(await violations(page, `play on ${width}`), []);
    for (const name of ["Open", "Export", "Keys"]) {
      await page.getByRole("navigation").getByRole("button", { name, exact: true }).click();
      assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= width, name);
      await page.keyboard.press("Escape");
    }
    await page.context().close();
  }
});

test("a finger selects by dragging, and a long press selects alike", async () => {
  const page = await board.open({ viewport: { width: 375, height: 740 }, hasTouch: true, isMobile: true });
  await paste(page, puzzleFile("latin3.pencil"));
  const touch = await page.context().newCDPSession(page);
  const at = async (name) => {
    const box = await cell(page, name).boundingBox();
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const send = async (type, name) => touch.send("Input.dispatchTouchEvent", { type, touchPoints: name ? [await at(name)] : [] });
  await send("touchStart", "r2c2");
  for (const name of ["r2c3", "r2c4"]) await send("touchMove", name);
  await send("touchEnd");
  const chosen = () => page.locator("[role=gridcell][aria-selected=true]").count();
  assert.equal(await chosen(), 3);
  await send("touchStart", "r1c2");
  await page.waitForTimeout(800);
  await send("touchEnd");
  const digit = (await cell(page, "r1c2").getAttribute("aria-label")).split(", ")[1];
  assert.equal(await chosen(), (await labels(page)).filter((text) => text.split(", ")[1] === digit).length);
  await page.context().close();
});

test("colours follow the system, and the button is remembered", async () => {
  const page = await board.open({ colorScheme: "dark" });
  const paper = () => page.evaluate(() => getComputedStyle(document.querySelector(".board")).backgroundColor);
  await paste(page, puzzleFile("killer.pencil"));
  const dark = await paper();
  await page.emulateMedia({ colorScheme: "light" });
  await until(async () => (await paper()) !== dark, "it follows");
  assert.equal(await paper(), "rgb(255, 255, 255)");
  await page.getByRole("button", { name: "Dark colours" }).click();
  await until(async () => (await paper()) === dark, "the button");
  await page.reload();
  await page.waitForSelector("html[data-ready]");
  await until(async () => (await paper()) === dark, "remembered");
  // The picture is of the same theme as the page.
  const line = await page.evaluate(() => [...document.querySelectorAll(".picture path")].at(-1).getAttribute("stroke"));
  assert.notEqual(line, "#111111");
  await page.context().close();
});

test("one stop for Tab in the grid, and every cell has a name", async () => {
  const page = await board.open();
  await paste(page, puzzleFile("latin3.pencil"));
  assert.equal(await page.locator("[role=gridcell][tabindex='0']").count(), 1);
  assert.equal(await page.locator("[role=grid] > [role=row]").count(), 9);
  const all = await labels(page);
  assert.equal(new Set(all.map((text) => text.split(",")[0])).size, 81);
  await cell(page, "r1c1").focus();
  await page.keyboard.press("ArrowDown");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), "r2c1");
  assert.equal(await page.locator("[role=gridcell][tabindex='0']").getAttribute("data-cell"), "r2c1");
  // Tab leaves the grid.
  await page.keyboard.press("Tab");
  assert.equal(await page.evaluate(() => document.activeElement.dataset.cell), undefined);
  await page.context().close();
});

test("on paper there is the board, and the rules", async () => {
  const page = await board.open();
  await paste(page, puzzleFile("killer.pencil"));
  await page.emulateMedia({ media: "print" });
  assert.ok(await page.locator(".board").isVisible());
  assert.ok(await page.locator(".rules").isVisible());
  // From Set there are the rules as well, no solution, and no ring around the cell that has the focus.
  await page.emulateMedia({ media: "screen" });
  await page.click("#tab-set");
  await until(() => page.locator(".verdict[data-status=unique]").count(), "one solution");
  await cell(page, "r1c1").focus();
  await page.keyboard.press("ArrowRight");
  const marks = () => page.locator(".board > svg text").count();
  await until(async () => (await marks()) > 0, "candidates");
  await page.emulateMedia({ media: "print" });
  await page.evaluate(() => window.dispatchEvent(new Event("beforeprint")));
  assert.equal(await marks(), 0, "the solution is not on paper");
  assert.ok(await page.locator(".rules").isVisible());
  assert.equal(await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle), "none");
  await page.evaluate(() => window.dispatchEvent(new Event("afterprint")));
  assert.ok((await marks()) > 0, "and back again");
  await page.emulateMedia({ media: "screen" });
  await page.click("#tab-play");
  await page.emulateMedia({ media: "print" });
  for (const hidden of [".bar", ".pad", ".help"]) assert.ok(!(await page.locator(hidden).isVisible()), hidden);
  // It is black on white, though the page is dark: by the button, by Ctrl+P, and by a menu that asks nobody.
  await page.emulateMedia({ media: "screen", colorScheme: "dark" });
  await until(() => page.locator(".board[data-dark]").count(), "a dark board");
  await page.evaluate(() => {
    window.looks = () => {
      const board = document.querySelector(".board");
      return [board.hasAttribute("data-dark"), getComputedStyle(board).backgroundColor, getComputedStyle(document.body).color].join(" ");
    };
    window.addEventListener("beforeprint", () => {
      window.printed = window.looks();
    });
    window.print = () => {
      window.dispatchEvent(new Event("beforeprint"));
      window.dispatchEvent(new Event("afterprint"));
    };
  });
  const printed = async (start) => {
    await page.evaluate("window.printed = ''");
    await start();
    const looks = await until(() => page.evaluate("window.printed"), "printed");
    assert.match(looks, /^false rgb\(255, 255, 255\) rgb\((\d|[123]\d), /);
    assert.match(await page.evaluate("window.looks()"), /^true /, "and dark again");
  };
  await printed(() => page.getByRole("button", { name: "Print" }).click());
  await cell(page, "r1c1").click();
  await printed(() => page.keyboard.press("Control+p"));
  await printed(() => page.pdf({ format: "A4" }));
  await page.emulateMedia({ media: "print", colorScheme: "dark" });
  const pdf = await page.pdf({ format: "A4" });
  assert.equal((pdf.toString("latin1").match(/\/Type \/Page\b/g) ?? []).length, 1, "one sheet");
  await page.context().close();
});

test("digits stay readable on every colour", async () => {
  for (const colorScheme of ["light", "dark"]) {
    const page = await board.open({ colorScheme });
    await paste(page, "grid 9\n");
    await cell(page, "r1c1").click();
    for (let colour = 1; colour <= 9; colour += 1) {
      for (const key of [`Control+Shift+${colour}`, String(colour), "ArrowRight"]) await page.keyboard.press(key);
    }
    const contrasts = await page.evaluate(() => {
      const channels = (colour) => colour.match(/[\d.]+/g).map(Number);
      const light = (rgb) => {
        const [r, g, b] = rgb.map((value) => (value / 255 <= 0.03928 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
      };
      const paper = channels(getComputedStyle(document.querySelector(".board")).backgroundColor);
      const digit = light(channels(getComputedStyle(document.querySelector(".board .digit")).fill));
      return [...document.querySelectorAll(".board .colour")].map((shape) => {
        const { fill, opacity } = getComputedStyle(shape);
        const mixed = light(channels(fill).slice(0, 3).map((value, i) => value * opacity + paper[i] * (1 - opacity)));
        const [high, low] = [digit, mixed].sort((a, b) => b - a);
        return (high + 0.05) / (low + 0.05);
      });
    });
    assert.equal(contrasts.length, 9);
    assert.ok(Math.min(...contrasts) >= 4.5, `${colorScheme}: ${contrasts.map((contrast) => contrast.toFixed(2))}`);
    await page.context().close();
  }
});

test("digits above 9 are typed as two keys", async () => {
  const page = await board.open();
  await paste(page, "grid 12\n");
  await cell(page, "r1c1").click();
  await page.keyboard.press("1");
  await page.keyboard.press("2");
  assert.equal(await cell(page, "r1c1").getAttribute("aria-label"), "row 1 column 1, 12");
  await page.keyboard.press("Control+z");
  assert.equal(await cell(page, "r1c1").getAttribute("aria-label"), "row 1 column 1, empty");
  await page.waitForTimeout(800);
  await page.keyboard.press("1");
  await page.waitForTimeout(800);
  await page.keyboard.press("2");
  assert.equal(await cell(page, "r1c1").getAttribute("aria-label"), "row 1 column 1, 2");
  await page.context().close();
});

test("a new puzzle is made, of a kind and a level", async () => {
  const page = await board.open();
  await page.getByRole("button", { name: "Open", exact: true }).first().click();
  await page.getByLabel("thermo", { exact: true }).check();
  await page.locator("dialog[open]").getByLabel("Size").selectOption("4");
  await page.getByRole("button", { name: "Make", exact: true }).click();
  await until(async () => (await page.locator("dialog[open]").count()) === 0, "it is made", 60_000);
  await page.click("#tab-set");
  await until(async () => (await page.locator(".verdict").innerText()) === "1 solution", "it has one solution");
  assert.match(await page.locator("#panel-set .code textarea").inputValue(), /^thermo /m);
  await page.context().close();
});

test("the page allows no scripts but its own", async () => {
  const answer = await fetch(board.address);
  assert.match(answer.headers.get("content-security-policy") ?? "", /default-src 'self'/);
  assert.doesNotMatch(await answer.text(), /<script(?! src="\/board\.js")/);
});
