// Opening a puzzle: pasted, dropped, from a file, an example, or made new.

import type { App } from "./app";
import { ask, isAbort, Latest, reason } from "./ask";
import { makeDialog } from "./dialog";
import { button, choice, field, h } from "./dom";
import { PUZZLES } from "./examples";
import type { Generated } from "./generated/answers";
import type { Question } from "./generated/ask";

const KINDS: readonly string[] = [
  "x", "windoku", "jigsaw", "latin", "anti-knight", "anti-king", "non-consecutive", "disjoint-groups", "killer",
  "thermo", "arrow", "little-killer", "kropki", "xv", "whisper", "renban", "sandwich",
];
const LEVELS = ["", "easy", "medium", "hard", "unfair", "extreme"] as const;

/** Makes the dialog, and listens for what is pasted or dropped anywhere. */
export function makeOpen(app: App): () => void {
  const text = h("textarea", { rows: 6, spellcheck: "false", "aria-label": "Puzzle in any format", placeholder: "A link, 81 digits, statements, JSON …" });
  const problem = h("p", { class: "problem", role: "alert" });
  const dialog = makeDialog("Open a puzzle");

  const take = async (puzzle: string): Promise<void> => {
    problem.textContent = "";
    try {
      const remarks = await app.open(puzzle);
      dialog.close();
      const [problem] = app.problems;
      if (problem) {
        // The text is where mistakes can be seen and mended.
        app.setView("set");
        app.say([`Opened with mistakes. Line ${problem.line}: ${problem.message}`, ...remarks].join(" "));
        return;
      }
      app.say([`Opened: ${app.puzzle.title === "" ? "a puzzle" : app.puzzle.title}.`, ...remarks].join(" "));
    } catch (error) {
      if (isAbort(error)) return;
      problem.textContent = error instanceof Error ? error.message : String(error);
      dialog.open();
      text.value = puzzle;
    }
  };
  const file = h("input", { type: "file", "aria-label": "A file" });
  file.addEventListener("change", () => void file.files?.[0]?.text().then(take));

  const examples = h("div", { class: "tiles" }, ...PUZZLES.map(({ title, text: puzzle }) => button(title, () => void take(puzzle), { class: "tile" })));
  dialog.body.append(
    h("section", {}, h("h3", {}, "Paste, drop or choose a file"), text, problem, h("div", { class: "row wrap" }, button("Open", () => void take(text.value), { class: "primary" }), file)),
    h("section", {}, h("h3", {}, "Examples"), h("div", { class: "row" }, button("Empty grid", () => void take("grid 9\n"))), examples),
    makeGenerate(take),
  );
  listenForPaste(take);
  listenForDrop(take);
  return () => {
    problem.textContent = "";
    dialog.open();
  };
}

function makeGenerate(take: (puzzle: string) => Promise<void>): HTMLElement {
  const chosen = new Set<string>();
  let level: string = "easy";
  let size = "9";
  const asking = new Latest();
  const said = h("p", { "aria-live": "polite" });
  const make = async () => {
    said.textContent = "Making one …";
    try {
      const seed = Math.floor(Math.random() * 2 ** 31);
      const question: Question = { ask: "generate", kinds: [...chosen], size: Number(size), seed, ...(level === "" ? {} : { level }) };
      const answer = await ask(question, { signal: asking.next() });
      const line = answer.out[0];
      if (line === undefined) throw new Error(reason(answer));
      said.textContent = "";
      await take((JSON.parse(line) as Generated).puzzle);
    } catch (problem) {
      said.textContent = isAbort(problem) ? "Stopped." : problem instanceof Error ? problem.message : String(problem);
    }
  };
  const kinds = KINDS.map((kind) => {
    const box = h("input", { type: "checkbox" });
    box.addEventListener("change", () => (box.checked ? chosen.add(kind) : chosen.delete(kind)));
    return h("label", { class: "chip" }, box, h("span", {}, kind.replaceAll("-", " ")));
  });
  return h(
    "section",
    {},
    h("h3", {}, "Make a new one"),
    h("div", { class: "chips", role: "group", "aria-label": "Kinds" }, ...kinds),
    h(
      "div",
      { class: "row wrap" },
      field("Level", choice(LEVELS.map((name) => [name, name === "" ? "any" : name] as const), level, (value) => (level = value))),
      field("Size", choice(["4", "6", "8", "9", "12"].map((n) => [n, `${n} × ${n}`] as const), size, (value) => (size = value))),
      button("Make", () => void make(), { class: "primary" }),
      button("Stop", () => asking.stop()),
    ),
    said,
  );
}

const inField = (target: EventTarget | null): boolean => target instanceof Element && target.closest("input, textarea, select, [contenteditable]") !== null;

function listenForPaste(take: (puzzle: string) => Promise<void>): void {
  document.addEventListener("paste", (event) => {
    const pasted = event.clipboardData?.getData("text/plain").trim() ?? "";
    if (inField(event.target) || pasted === "") return;
    event.preventDefault();
    void take(pasted);
  });
}

function listenForDrop(take: (puzzle: string) => Promise<void>): void {
  document.addEventListener("dragover", (event) => {
    if (!inField(event.target)) event.preventDefault();
  });
  document.addEventListener("drop", (event) => {
    if (inField(event.target)) return;
    event.preventDefault();
    const file = event.dataTransfer?.files[0];
    const text = event.dataTransfer?.getData("text/plain") ?? "";
    if (file) void file.text().then(take);
    else if (text !== "") void take(text);
  });
}

