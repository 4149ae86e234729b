// The tools of the setter: groups, the kinds in each, and the form of the one that is chosen.

import type { App } from "./app";
import { button, choice, field, h } from "./dom";
import { capital } from "./rules";
import { statementsOf, without } from "./statements";
import { type Group, GROUPS, listsOf, nameOfValue, STRAIGHT, type Tool, toolOf } from "./tools";

export interface ToolActions {
  /** Another tool, or another way of a line. */
  chosen(): void;
  place(): void;
  nextList(): void;
}

export class Toolbox {
  readonly element: HTMLElement;
  tool: Tool | null = null;
  direction: string = "right";
  readonly words = new Map<number, string>();
  private group: Group = "cells";
  private tools: readonly Tool[] = [];
  private inputs: HTMLInputElement[] = [];
  private readonly groups = h("div", { class: "groups", role: "group", "aria-label": "Kinds of tools" });
  private readonly list = h("div", { class: "tools", role: "group", "aria-label": "Tools" });
  private readonly form = h("form", { class: "tool-form" });
  private readonly missing = h("p", { class: "problem", role: "status" });

  constructor(
    private readonly app: App,
    private readonly actions: ToolActions,
  ) {
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      actions.place();
    });
    this.element = h("section", { class: "toolbox", "aria-label": "Tools" }, this.groups, this.list, this.form, this.missing);
    app.on("puzzle", () => this.drawList());
  }

  /** The table of kinds has come. */
  load(): void {
    this.tools = this.app.kinds.map(toolOf);
    this.drawGroups();
    this.choose(this.tools.find(({ kind }) => kind.name === "given") ?? null);
  }

  choose(tool: Tool | null): void {
    this.tool = tool;
    this.words.clear();
    this.missing.textContent = "";
    // A word that must be one of some starts as the first of them.
    tool?.parts.forEach((part, i) => {
      if (part.part === "choice" && part.required) this.words.set(i, part.words[0] ?? "");
    });
    this.drawList();
    this.drawForm();
    this.actions.chosen();
  }

  tell(words: string): void {
    this.missing.textContent = words;
  }

  /** Keys typed on the board go into the first value; says whether there is one. */
  type(letter: string): boolean {
    const input = this.inputs[0];
    if (!input) return false;
    input.value = letter === "" ? input.value.slice(0, -1) : input.value + letter;
    input.dispatchEvent(new Event("input"));
    return true;
  }

  get typed(): string {
    return this.inputs[0]?.value ?? "";
  }

  /** After a clue is placed its numbers are of no use for the next. */
  clear(): void {
    this.missing.textContent = "";
    for (const input of this.inputs) {
      input.value = "";
      input.dispatchEvent(new Event("input"));
    }
  }

  focusValue(): void {
    this.inputs[0]?.focus();
  }

  private drawGroups(): void {
    this.groups.replaceChildren(
      ...GROUPS.map((group) =>
        button(
          capital(group),
          () => {
            this.group = group;
            this.drawGroups();
            this.drawList();
            this.choose(this.tools.find((tool) => tool.group === group && tool.parts.length > 0) ?? null);
          },
          { class: "chip-button", "aria-pressed": String(group === this.group) },
        ),
      ),
    );
  }

  private drawList(): void {
    const present = new Set(statementsOf(this.app.text, this.app.puzzle).map(({ kind }) => kind));
    const shown = this.tools.filter((tool) => tool.group === this.group);
    this.list.replaceChildren(
      ...shown.map((tool) => {
        const plain = tool.parts.length === 0;
        const pressed = plain ? present.has(tool.kind.name) : tool === this.tool;
        return button(capital(tool.kind.name.replaceAll("-", " ")), () => (plain ? this.toggle(tool) : this.choose(tool)), {
          class: "tool",
          "aria-pressed": String(pressed),
          title: tool.kind.meaning,
        });
      }),
    );
  }

  /** A rule of the whole grid without numbers is there or not. */
  private toggle(tool: Tool): void {
    const { app } = this;
    const present = statementsOf(app.text, app.puzzle).filter(({ kind }) => kind === tool.kind.name);
    app.edit(present.length > 0 ? without(app.text, present) : `${app.text.trimEnd()}\n${tool.kind.name}\n`);
    this.tool = tool;
    this.drawList();
    this.drawForm();
    this.actions.chosen();
  }

  private drawForm(): void {
    const { tool } = this;
    this.inputs = [];
    if (!tool) {
      this.form.replaceChildren();
      return;
    }
    const fields = tool.parts.flatMap((part, i) => {
      if (part.part === "value") return [this.valueField(part.name, part.required, i)];
      if (part.part === "choice") return [this.choiceField(part.words, part.required, i)];
      if (part.part === "cells" && part.line) return [this.directionField()];
      return [];
    });
    const { count, more } = listsOf(tool);
    this.form.replaceChildren(
      h("p", { class: "meaning" }, tool.kind.meaning.replaceAll("`", "")),
      h("p", { class: "syntax" }, h("code", {}, tool.kind.syntax)),
      h(
        "div",
        { class: "row wrap end", hidden: tool.parts.length === 0 },
        ...fields,
        h("button", { type: "submit", class: "primary", title: "Enter" }, "Add"),
        (count > 1 || more) && button("Next list", () => this.actions.nextList(), { title: "= or /" }),
      ),
    );
  }

  private valueField(name: string, required: boolean, part: number): HTMLElement {
    const wide = name === "FORMULA";
    const input = h("input", { type: "text", autocomplete: "off", spellcheck: "false", inputmode: wide ? "text" : "decimal", class: wide ? "wide" : "short" });
    input.addEventListener("input", () => this.words.set(part, input.value));
    input.addEventListener("keydown", (event) => event.key !== "Escape" && event.stopPropagation());
    this.inputs.push(input);
    return field(capital(nameOfValue(name).replace(/^a /, "")), input, required ? undefined : "may be left out");
  }

  private choiceField(words: readonly string[], required: boolean, part: number): HTMLElement {
    const options = [...(required ? [] : [""]), ...words];
    const select = choice(
      options.map((word) => [word, word === "" ? "–" : word] as const),
      this.words.get(part) ?? options[0] ?? "",
      (word) => {
        this.words.set(part, word);
        this.direction = word;
        this.actions.chosen();
      },
    );
    return field(words.includes("down-left") ? "Direction" : "Which", select);
  }

  private directionField(): HTMLElement {
    if (!(STRAIGHT as readonly string[]).includes(this.direction)) this.direction = "right";
    const select = choice(STRAIGHT.map((way) => [way, way] as const), this.direction, (way) => {
      this.direction = way;
    });
    return field("Direction", select);
  }

  /** A press beside the grid says the way of a line. */
  setDirection(direction: string): void {
    this.direction = direction;
    const part = this.tool?.parts.findIndex((part) => part.part === "choice" && part.words.includes(direction)) ?? -1;
    if (part >= 0) this.words.set(part, direction);
    for (const select of this.form.querySelectorAll("select")) {
      if ([...select.options].some(({ value }) => value === direction)) select.value = direction;
    }
  }
}
