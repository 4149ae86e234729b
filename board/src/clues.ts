// The list of clues: each can be looked at, written anew or taken away.

import type { App } from "./app";
import { button, h } from "./dom";
import { linesOf } from "./feedback";
import type { Written } from "./generated/answers";
import { FRAME, replaced, type Statement, statementsOf, without } from "./statements";

export interface Marked {
  readonly clashing: readonly Written[];
  readonly spare: readonly number[];
}

export class ClueList {
  readonly element: HTMLElement;
  private readonly list = h("ul", { class: "clues" });
  private readonly heading = h("h2", {}, "Clues");
  private readonly note = h("p", { class: "progress", hidden: true }, "Each clue that is not needed could go by itself; not all of them together.");
  private editing: number | null = null;

  constructor(
    private readonly app: App,
    private readonly marked: () => Marked,
    private readonly look: (statement: Statement) => void,
  ) {
    this.element = h("section", { "aria-label": "Clues" }, this.heading, this.note, this.list);
    app.on("text", () => {
      this.editing = null;
      this.draw();
    });
    app.on("puzzle", () => this.draw());
  }

  draw(): void {
    const { app } = this;
    const clues = statementsOf(app.text, app.puzzle).filter(({ kind }) => !FRAME.has(kind));
    this.heading.textContent = clues.length === 0 ? "No clues yet" : `Clues (${clues.length})`;
    this.note.hidden = this.marked().spare.length < 2;
    this.list.replaceChildren(...clues.map((clue) => (this.editing === clue.first ? this.form(clue) : this.item(clue))));
  }

  private item(clue: Statement): HTMLElement {
    const { clashing, spare } = this.marked();
    const within = (lines: readonly number[]) => lines.some((line) => line - 1 >= clue.first && line - 1 <= clue.last);
    const words = clue.text.replace(/\s+/g, " ");
    const note = within(linesOf(clashing)) ? "clashes" : within(spare) ? "not needed" : null;
    return h(
      "li",
      { class: note === null ? "" : note.replace(" ", "-") },
      button(h("code", {}, words), () => this.look(clue), { class: "clue", title: "Show its cells" }),
      note === null ? null : h("span", { class: "note" }, note),
      button("Edit", () => this.edit(clue), { class: "quiet", "aria-label": `Edit ${words}` }),
      button("×", () => this.remove(clue), { class: "quiet", "aria-label": `Delete ${words}`, title: "Delete" }),
    );
  }

  private form(clue: Statement): HTMLElement {
    const input = h("textarea", { rows: clue.text.split("\n").length, "aria-label": "Statement", spellcheck: "false" });
    input.value = clue.text;
    const save = () => {
      this.editing = null;
      const text = replaced(this.app.text, clue, input.value.trim());
      if (text === this.app.text) this.draw();
      else this.app.edit(text);
    };
    input.addEventListener("keydown", (event) => {
      event.stopPropagation();
      if (event.key === "Enter" && !event.shiftKey) {
        event.preventDefault();
        save();
      } else if (event.key === "Escape") {
        this.editing = null;
        this.draw();
      }
    });
    queueMicrotask(() => input.focus());
    return h("li", { class: "editing" }, input, button("Save", save, { class: "primary" }));
  }

  private edit(clue: Statement): void {
    this.editing = clue.first;
    this.draw();
  }

  private remove(clue: Statement): void {
    this.app.edit(without(this.app.text, [clue]));
    this.app.say(`Deleted: ${clue.text}`);
  }
}
