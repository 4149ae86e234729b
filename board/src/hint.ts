// Help from the state on the board, as little as wanted: where, what, why.

import type { App } from "./app";
import { askJson, isAbort, Latest } from "./ask";
import { HOPELESS } from "./check";
import { button, h } from "./dom";
import type { Hinted, Step } from "./generated/answers";
import type { Tell } from "./generated/ask";
import type { Shape } from "./scene";
import { hasMarks, stateOf, withEntries } from "./state";
import { cellOf, levelName, shapesOf, whereOf } from "./step";
import type { Or } from "./puzzle";

/** So many clues of a step are still a place to look at. */
const WIDE = 9;

const STRENGTHS: readonly Tell[] = ["where", "what", "why"];

export class Hint {
  /** What is told, and the button that asks for it. */
  readonly element: HTMLElement;
  readonly more: HTMLButtonElement;
  /** What to show on the board. */
  shapes: readonly Shape[] = [];
  step: Step | null = null;
  private strength = -1;
  /** The strength that is looked for, if one is. */
  private wanted = -1;
  /** Where the step is, in words, once it is known. */
  private where = "";
  /** What kind of step it is, likewise. */
  private what = "";
  private readonly asking = new Latest();
  private readonly words = h("div", { class: "words", "aria-live": "polite" });
  private readonly follow: HTMLButtonElement;

  constructor(private readonly app: App) {
    this.more = button("Hint", () => void this.next(), { class: "primary", "aria-keyshortcuts": "H", title: "Hint (H)" });
    this.follow = button("Do it", () => this.carryOut(), { hidden: true });
    this.element = h("div", { class: "hint", role: "group", "aria-label": "Hint" }, this.words, this.follow);
    app.on("play", () => this.forget());
    app.on("text", () => this.forget());
  }

  /** The next strength: where to look, what it is, why. */
  async next(): Promise<void> {
    // Who asks again while it is looked for is not made to wait anew.
    if (this.wanted >= 0) return;
    if (this.step !== null) {
      this.found(this.step, Math.min(this.strength + 1, STRENGTHS.length - 1));
      return;
    }
    this.wanted = 0;
    const signal = this.asking.next();
    this.tell("Looking …");
    try {
      const step = await this.fetch(signal);
      if (step) this.found(step, 0);
    } catch (problem) {
      if (isAbort(problem)) return;
      this.tell(problem instanceof Error ? problem.message : String(problem));
    }
    this.wanted = -1;
    this.label();
    this.app.tell("scene", null);
  }

  forget(): void {
    this.asking.stop();
    this.strength = this.wanted = -1;
    this.shapes = [];
    this.step = null;
    this.words.replaceChildren();
    this.label();
  }

  /** The next step; there is none as long as the state is wrong. */
  private async fetch(signal: AbortSignal): Promise<Step | null> {
    const { app } = this;
    const state = stateOf(app.puzzle, app.play);
    // Against the puzzle alone: is what is on the board still right?
    const first = await askJson<Or<Hinted>>({ ask: "hint", text: app.text, tell: "where", state }, { signal });
    if (first.error !== undefined) throw new Error(first.error);
    if (first.wrong?.startsWith("the puzzle has no solution")) {
      this.tell(HOPELESS);
      return null;
    }
    if (first.wrong !== undefined) {
      this.shapes = (first.cells ?? []).map((place) => ({ kind: "wrong", cell: cellOf(place, app.puzzle) }));
      this.tell(`${sentence(first.wrong)} Take that back first.`);
      return null;
    }
    // Digits on the board are taken for granted, so that the step is a new one.
    const question = { ask: "hint", text: withEntries(app.text, app.puzzle, app.play), ...(hasMarks(app.play) ? { state } : {}) } as const;
    const [said, named, step] = await Promise.all([
      askJson<Or<Hinted>>({ ...question, tell: "where" }, { signal }),
      askJson<Or<Hinted>>({ ...question, tell: "what" }, { signal }),
      askJson<Or<Step>>({ ...question, tell: "why" }, { signal }),
    ]);
    if (step.technique === undefined) throw new Error(said.text ?? step.error ?? "There is no next step.");
    this.where = said.text ?? "";
    this.what = named.text ?? "";
    return step as Step;
  }

  private found(step: Step, strength: number): void {
    const { app } = this;
    const tell = STRENGTHS[strength] as Tell;
    this.step = step;
    this.strength = strength;
    // A place that is everywhere helps nobody.
    const wide = step.because.clues.length > WIDE;
    const many = `There is no easy step: the next one takes ${step.because.clues.length} rules together.`;
    const said = tell === "what" ? this.what : wide ? many : this.where;
    this.shapes = tell === "why" ? shapesOf(step, app.puzzle) : wide ? [] : whereOf(step, app.puzzle);
    this.tell(tell === "why" ? step.text : said, tell === "why" ? `${step.technique} · ${levelName(step.level)} · ${step.rating.toFixed(1)}` : null);
    this.label();
    app.tell("scene", null);
  }

  private tell(words: string, title: string | null = null): void {
    this.words.replaceChildren(...(title ? [h("strong", {}, title)] : []), h("p", {}, words));
  }

  private label(): void {
    const names = ["Hint", "What is it?", "Why?", "Hint again"];
    this.more.textContent = names[this.strength + 1] ?? "Hint";
    this.follow.hidden = this.strength < 2 || this.step === null;
  }

  private carryOut(): void {
    const { app, step } = this;
    if (!step) return;
    app.timer.start();
    const place = new Map(step.place.map((mark) => [cellOf(mark, app.puzzle), mark[2]] as const));
    const remove = new Map<number, number[]>();
    for (const mark of step.remove) {
      const cell = cellOf(mark, app.puzzle);
      remove.set(cell, [...(remove.get(cell) ?? []), mark[2]]);
    }
    const marks = new Map<number, number[]>();
    const all = Array.from({ length: app.puzzle.high - app.puzzle.low + 1 }, (_, i) => app.puzzle.low + i);
    for (const [cell, gone] of remove) {
      const known = app.play.at(cell).centre;
      marks.set(cell, (known.length > 0 ? [...known] : all).filter((digit) => !gone.includes(digit)));
    }
    if (app.play.follow(place, marks, app.puzzle.two)) app.played();
  }
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}
