// The view for playing: pad, clock, check, hint and rules, and what of it stands on the board.

import type { App } from "./app";
import type { Cell } from "./cells";
import { Check } from "./check";
import { conflicts } from "./conflicts";
import { button, h } from "./dom";
import { Hint } from "./hint";
import { TwoKeys } from "./numbers";
import { makePad } from "./pad";
import { digitsIn, type Entry, type Layer } from "./play";
import { makeRules } from "./rules";
import type { Scene, Shape } from "./scene";
import { emptyScene } from "./scene";
import { pencilMarks } from "./state";
import { clock } from "./timer";

export class Playing {
  readonly element: HTMLElement;
  readonly hint: Hint;
  private readonly checker: Check;
  private filter: number | null = null;
  private readonly keys = new TwoKeys();
  /** Whether the first of two keys changed anything. */
  private changed = false;

  constructor(private readonly app: App) {
    this.hint = new Hint(app);
    this.checker = new Check(app);
    // One of them has the word at a time.
    this.checker.start.addEventListener("click", () => this.hint.forget());
    app.on("played", () => void this.checker.whenFull());
    const pad = makePad(app, {
      enter: (layer, value) => this.enter(layer, value),
      clear: () => this.clear(),
      undo: () => this.undo(),
      redo: () => this.redo(),
    });
    const help = h(
      "section",
      { class: "help", "aria-label": "Help" },
      h(
        "div",
        { class: "helpers" },
        this.hint.more,
        this.checker.start,
        button("Fill in marks", () => this.fill(), { title: "Centre marks: every digit that no house forbids" }),
        button("Start again", () => this.restart()),
      ),
      this.hint.element,
      this.checker.element,
    );
    this.element = h(
      "div",
      { class: "panel playing", id: "panel-play" },
      h("div", { class: "top" }, this.clock(), this.settings()),
      pad,
      help,
      makeRules(app),
    );
  }

  scene(): Scene {
    const { app } = this;
    const entries = [...app.play.filled];
    const pick = <T>(value: (entry: Entry) => T | null) =>
      new Map(entries.flatMap(([cell, entry]) => (value(entry) === null ? [] : [[cell, value(entry) as T] as const])));
    const list = (values: readonly number[]) => (values.length > 0 ? values : null);
    const digits = new Map([...app.digits, ...app.puzzle.wrong]);
    const seconds = app.seconds;
    const shapes: Shape[] = [...this.checker.shapes, ...this.hint.shapes];
    return {
      ...emptyScene(app.puzzle),
      digits,
      seconds,
      corner: pick((entry) => list(entry.corner)),
      centre: app.settings.fixed ? new Map() : pick((entry) => list(entry.centre)),
      colours: pick((entry) => list(entry.colour)),
      marks: this.hinted(shapes, digits),
      conflicts: app.settings.conflicts ? conflicts(app.puzzle, new Map([...digits, ...app.puzzle.givens]), seconds) : new Set(app.puzzle.wrong.keys()),
      shapes,
      filter: this.filter,
      open: this.open(),
    };
  }

  /** Where the digit that is looked for can be in cells in which nothing is noted. */
  private open(): Set<Cell> {
    const { app, filter } = this;
    if (filter === null) return new Set();
    const noted = (cell: Cell) => app.play.at(cell).centre.length + app.play.at(cell).corner.length > 0;
    const can = [...pencilMarks(app.puzzle, app.play)].filter(([cell, digits]) => digits.includes(filter) && !noted(cell));
    return new Set(can.map(([cell]) => cell));
  }

  enter(layer: Layer, value: number): boolean {
    const { app } = this;
    const known = layer === "colour" ? value >= 0 && value <= 9 : value >= app.puzzle.low && value <= app.puzzle.high;
    if (!known) return false;
    app.timer.start();
    if (!app.play.enter(layer, value, app.selection.cells, app.isGiven, app.puzzle.two)) return false;
    app.played();
    return true;
  }

  /** A digit key. In a grid with digits above 9 a second one soon after makes a number of two digits. */
  type(layer: Layer, digit: number): void {
    const { app } = this;
    const number = layer === "colour" ? null : this.keys.second(digit, this.state(layer), app.puzzle.high);
    if (number !== null) {
      if (this.changed) app.play.undo();
      this.enter(layer, number);
      return;
    }
    this.changed = this.enter(layer, digit);
    this.keys.first(digit, this.state(layer));
  }

  /** Two keys make a number only if nothing else has happened between them. */
  private state(layer: Layer): string {
    return [layer, this.app.selection.cells, this.app.play.steps, this.app.text].join("\n");
  }

  clear(): void {
    if (this.app.play.clear(this.app.selection.cells, this.app.isGiven)) this.app.played();
  }

  undo(): void {
    this.travel(this.app.play.undo());
  }

  redo(): void {
    this.travel(this.app.play.redo());
  }

  /** Shows where a digit can be; the same key again shows all. */
  toggleFilter(digit: number): void {
    this.filter = this.filter === digit ? null : digit;
    this.app.say(this.filter === null ? "All digits" : `Where ${digit} can be`);
    this.app.tell("scene", null);
  }

  /** Cells that have what this cell has, in the layer that is entered now. */
  alike(cell: Cell): Cell[] {
    const { app } = this;
    const all = Array.from({ length: app.puzzle.rows * app.puzzle.columns }, (_, other) => other);
    const digits = (other: Cell): readonly number[] => {
      const given = app.puzzle.givens.get(other);
      return given === undefined ? digitsIn(app.play.at(other)) : [given];
    };
    const here = app.play.at(cell);
    if (app.layer === "colour") return here.colour.length === 0 ? [cell] : all.filter((other) => shares(here.colour, app.play.at(other).colour));
    const values = digits(cell);
    if (values.length > 0) return all.filter((other) => shares(values, digits(other)));
    const layer = app.layer === "corner" || here.centre.length === 0 ? "corner" : "centre";
    if (here[layer].length === 0) return [cell];
    return all.filter((other) => digits(other).length === 0 && shares(here[layer], app.play.at(other)[layer]));
  }

  private travel(cells: readonly Cell[] | null): void {
    if (cells === null) return;
    this.app.played();
  }

  private fill(): void {
    this.app.timer.start();
    if (this.app.play.fill(pencilMarks(this.app.puzzle, this.app.play))) this.app.played();
    // So many marks are read more easily each at its place.
    this.app.changeSettings({ fixed: true });
  }

  private restart(): void {
    if (this.app.play.restart()) this.app.played();
    this.app.timer.set(0);
  }

  /** Candidates in their places: centre marks, if that is wished, and those that a hint speaks of, whatever is noted. */
  private hinted(shapes: readonly Shape[], digits: ReadonlyMap<Cell, number>): Map<Cell, Map<number, "plain">> {
    const marks = new Map<Cell, Map<number, "plain">>();
    if (this.app.settings.fixed) {
      for (const [cell, { digit, centre }] of this.app.play.filled) {
        if (digit === null && centre.length > 0) marks.set(cell, new Map(centre.map((mark) => [mark, "plain"] as const)));
      }
    }
    for (const shape of shapes) {
      if ((shape.kind !== "remove" && shape.kind !== "ring") || digits.has(shape.cell)) continue;
      const known = marks.get(shape.cell) ?? new Map<number, "plain">();
      marks.set(shape.cell, known.set(shape.digit, "plain"));
    }
    return marks;
  }

  private clock(): HTMLElement {
    const { app } = this;
    const face = h("span", { class: "clock", role: "timer", "aria-label": "Time" }, "0:00");
    const toggle = button("", () => app.changeSettings({ timer: !app.settings.timer }), { class: "quiet" });
    const draw = () => {
      face.hidden = !app.settings.timer;
      toggle.textContent = app.settings.timer ? "Hide time" : "Show time";
      const now = clock(app.timer.seconds);
      if (face.textContent !== now) face.textContent = now;
    };
    window.setInterval(draw, 500);
    app.on("settings", draw);
    app.on("play", draw);
    document.addEventListener("visibilitychange", () => {
      if (document.hidden) app.timer.stop();
      else if (app.play.canUndo) app.timer.start();
    });
    draw();
    return h("div", { class: "time" }, face, toggle);
  }

  private settings(): HTMLElement {
    const { app } = this;
    const toggle = (key: "conflicts" | "fixed", label: string) => {
      const box = h("input", { type: "checkbox" });
      const show = () => {
        box.checked = app.settings[key];
      };
      box.addEventListener("change", () => app.changeSettings({ [key]: box.checked }));
      app.on("settings", show);
      show();
      return h("label", { class: "switch" }, box, h("span", {}, label));
    };
    return h("div", { class: "row wrap" }, toggle("conflicts", "Show conflicts"), toggle("fixed", "Marks in fixed places"));
  }
}

const shares = (a: readonly number[], b: readonly number[]): boolean => a.some((value) => b.includes(value));
