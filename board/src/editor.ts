// A text to edit, with line numbers, and errors underlined where they are.

import { button, h } from "./dom";

export interface Mistake {
  /** From 1. */
  readonly line: number;
  readonly column: number;
  /** How many characters; without it, the word there. */
  readonly length?: number;
  readonly message: string;
  readonly help?: string;
  /** No error: a warning or a remark. */
  readonly mild?: boolean;
}

export class Editor {
  readonly element: HTMLElement;
  readonly area: HTMLTextAreaElement;
  private readonly backdrop = h("pre", { class: "backdrop", "aria-hidden": "true" });
  private readonly list = h("ul", { class: "mistakes", "aria-live": "polite" });
  private mistakes: readonly Mistake[] = [];

  constructor(label: string, changed: (text: string) => void) {
    this.area = h("textarea", { spellcheck: "false", autocomplete: "off", autocapitalize: "off", wrap: "off", "aria-label": label });
    const frame = h("div", { class: "code" }, this.backdrop, this.area);
    this.element = h("div", { class: "editor" }, frame, this.list);
    this.area.addEventListener("input", () => {
      this.mistakes = [];
      this.paint();
      changed(this.area.value);
    });
    this.area.addEventListener("scroll", () => this.follow());
    this.area.addEventListener("keydown", (event) => {
      // Keys of the board are letters here.
      if (event.key !== "Escape") event.stopPropagation();
    });
  }

  get text(): string {
    return this.area.value;
  }

  /** Another text; the place of the cursor is kept if the person is writing. */
  set text(text: string) {
    if (text === this.area.value) return;
    const at = this.area.selectionStart;
    this.area.value = text;
    if (document.activeElement === this.area) this.area.setSelectionRange(at, at);
    this.mistakes = [];
    this.paint();
  }

  show(mistakes: readonly Mistake[]): void {
    this.mistakes = mistakes;
    this.paint();
  }

  private paint(): void {
    const lines = this.area.value.split("\n");
    this.backdrop.replaceChildren(
      ...lines.map((line, i) => {
        const here = this.mistakes.filter((mistake) => mistake.line === i + 1);
        return h("span", { class: here.length === 0 ? "line" : here.every(({ mild }) => mild) ? "line mild" : "line bad" }, ...underlined(line, here), "\n");
      }),
    );
    this.list.replaceChildren(
      ...this.mistakes.map((mistake) =>
        h(
          "li",
          { class: mistake.mild ? "mild" : "" },
          button(`Line ${mistake.line}`, () => this.goTo(mistake), { class: "quiet" }),
          h("span", {}, mistake.message, mistake.help ? h("small", {}, ` ${mistake.help}`) : null),
        ),
      ),
    );
    this.area.setAttribute("aria-invalid", String(this.mistakes.some(({ mild }) => !mild)));
    this.follow();
  }

  private follow(): void {
    this.backdrop.scrollTop = this.area.scrollTop;
    this.backdrop.scrollLeft = this.area.scrollLeft;
  }

  private goTo({ line, column, length }: Mistake): void {
    const lines = this.area.value.split("\n");
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0) + column - 1;
    this.area.focus();
    this.area.setSelectionRange(start, start + (length ?? 1));
  }
}

/** A line with its mistakes in marks. */
function underlined(line: string, mistakes: readonly Mistake[]): (Node | string)[] {
  const made: (Node | string)[] = [];
  let at = 0;
  for (const { column, length } of [...mistakes].sort((a, b) => a.column - b.column)) {
    const start = Math.min(Math.max(column - 1, at), line.length);
    const word = /^\s*[\p{L}\p{N}_.-]*/u.exec(line.slice(start))?.[0].length ?? 1;
    const end = Math.min(line.length, start + Math.max(1, length ?? word));
    made.push(line.slice(at, start), h("mark", {}, line.slice(start, end) || " "));
    at = end;
  }
  made.push(line.slice(at));
  return made;
}
