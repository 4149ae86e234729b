// Out of the page: a link to this board, and every format that the command writes.

import type { App } from "./app";
import { askJson, isAbort, Latest } from "./ask";
import { makeDialog } from "./dialog";
import { button, choice, field, h } from "./dom";
import type { Converted } from "./generated/answers";
import type { Or } from "./puzzle";
import { toFragment } from "./share";

/** Formats that can be written, as `pencilmark help formats` has them, and how their files end. */
const FORMATS: readonly { readonly name: string; readonly label: string; readonly end: string }[] = [
  { name: "pencil", label: "Pencilmark statements", end: "pencil" },
  { name: "json", label: "Pencilmark JSON", end: "json" },
  { name: "fpuzzles", label: "f-puzzles link", end: "txt" },
  { name: "sudokupad", label: "SudokuPad link", end: "txt" },
  { name: "sudokumaker", label: "SudokuMaker link", end: "txt" },
  { name: "penpa", label: "Penpa+ link", end: "txt" },
  { name: "line", label: "One line of digits", end: "txt" },
  { name: "grid", label: "Rows of digits", end: "txt" },
  { name: "sdk", label: "sdk", end: "sdk" },
  { name: "sdx", label: "sdx", end: "sdx" },
  { name: "ss", label: "Simple Sudoku", end: "ss" },
  { name: "candidates", label: "Candidates, 729 characters", end: "txt" },
  { name: "jigsaw", label: "Jigsaw", end: "txt" },
  { name: "killer", label: "Killer, 81 characters", end: "txt" },
  { name: "ps", label: "Perfect Sudoku", end: "ps" },
  { name: "sumocue", label: "SumoCue", end: "txt" },
  { name: "tatham", label: "Simon Tatham's Solo", end: "txt" },
  { name: "fpuzzles-json", label: "f-puzzles JSON", end: "json" },
  { name: "scl", label: "SudokuPad JSON", end: "json" },
  { name: "sudokumaker-json", label: "SudokuMaker JSON", end: "json" },
  { name: "iss", label: "Interactive Sudoku Solver", end: "txt" },
  { name: "lisudoku", label: "lisudoku JSON", end: "json" },
  { name: "prolog", label: "Prolog program", end: "pl" },
  { name: "asp", label: "Answer set program", end: "lp" },
  { name: "minizinc", label: "MiniZinc model", end: "mzn" },
];

export function makeShare(app: App): () => void {
  const link = h("input", { type: "text", readonly: true, "aria-label": "Link to this puzzle" });
  const dialog = makeDialog(
    "Share",
    h("p", {}, "The puzzle is in the link itself, behind the #. It opens in any Pencilmark board; nothing is stored anywhere else."),
    link,
    h("div", { class: "row wrap" }, button("Copy link", () => void copy(app, link.value), { class: "primary" })),
  );
  return () => {
    void toFragment(app.text).then((fragment) => {
      link.value = `${location.origin}${location.pathname}${fragment}`;
      // The address bar has it, too: it can be copied or kept as a bookmark.
      history.replaceState(null, "", fragment);
      link.select();
    });
    dialog.open();
  };
}

export function makeExport(app: App): () => void {
  let format = "fpuzzles";
  const asking = new Latest();
  const text = h("textarea", { rows: 9, readonly: true, spellcheck: "false", "aria-label": "The puzzle in this format" });
  const lost = h("p", { class: "problem", role: "status" });
  const write = async () => {
    lost.textContent = "";
    try {
      const written = await askJson<Or<Converted>>({ ask: "convert", text: app.text, to: format }, { signal: asking.next() });
      text.value = written.text ?? "";
      lost.textContent = written.error ?? (written.lost?.length ? `Not in it: ${written.lost.map((what) => what.replace(/^lost: /, "")).join("; ")}.` : "");
    } catch (problem) {
      if (isAbort(problem)) return;
      text.value = "";
      lost.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  };
  const select = choice(
    FORMATS.map(({ name, label }) => [name, label] as const),
    format,
    (value) => {
      format = value;
      void write();
    },
  );
  const save = () => {
    const end = FORMATS.find(({ name }) => name === format)?.end ?? "txt";
    download(`${fileName(app)}.${end}`, text.value, "text/plain");
  };
  const dialog = makeDialog(
    "Export",
    field("Format", select),
    text,
    lost,
    h(
      "div",
      { class: "row wrap" },
      button("Copy", () => void copy(app, text.value), { class: "primary" }),
      button("Save as file", save),
      button("Save picture", () => download(`${fileName(app)}.svg`, app.picture, "image/svg+xml")),
    ),
  );
  return () => {
    dialog.open();
    void write();
  };
}

async function copy(app: App, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    app.say("Copied.");
  } catch {
    app.say("The browser does not allow copying; select the text and copy it.");
  }
}

function download(name: string, text: string, type: string): void {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  window.setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

const fileName = (app: App): string => app.puzzle.title.toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "") || "puzzle";
