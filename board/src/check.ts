// Whether what is on the board can still become the solution, told without giving it away.

import type { App } from "./app";
import { askJson, isAbort, Latest } from "./ask";
import type { Cell } from "./cells";
import { conflicts } from "./conflicts";
import { button, h } from "./dom";
import type { Checked, Solved } from "./generated/answers";
import type { Or } from "./puzzle";
import type { Shape } from "./scene";
import { withDigits } from "./statements";

/** Said to those who play it. */
export const HOPELESS = "This puzzle has no solution. Set shows which clues clash.";

export class Check {
  /** What is told, and the button that asks for it. */
  readonly element: HTMLElement;
  readonly start: HTMLButtonElement;
  shapes: readonly Shape[] = [];
  private readonly asking = new Latest();
  private readonly words = h("div", { class: "words", "aria-live": "polite" });
  private readonly show: HTMLButtonElement;
  private readonly back: HTMLButtonElement;

  constructor(private readonly app: App) {
    this.show = button("Show where", () => void this.where(), { hidden: true });
    this.back = button("Back to when it was right", () => void this.rewind(), { hidden: true });
    this.start = button("Check", () => void this.run());
    this.element = h("div", { class: "check", role: "group", "aria-label": "Check" }, this.words, h("div", { class: "row wrap" }, this.show, this.back));
    app.on("play", () => this.forget());
    app.on("text", () => this.forget());
  }

  async run(): Promise<void> {
    const { app } = this;
    const digits = app.play.digits;
    const open = app.puzzle.rows * app.puzzle.columns - digits.size - app.puzzle.givens.size;
    this.tell("Checking …");
    try {
      const signal = this.asking.next();
      const right = conflicts(app.puzzle, all(app)).size === 0 && (await this.canBe(digits, signal));
      // Nobody who plays can mend a puzzle that is wrong by itself.
      const hopeless = !right && !(await this.canBe(new Map(), signal));
      this.show.hidden = this.back.hidden = right || hopeless;
      if (hopeless) this.tell(HOPELESS);
      else if (!right) this.tell("Something is wrong.");
      else if (open === 0) this.solved();
      else this.tell(`Right so far; ${open === 1 ? "one cell is" : `${open} cells are`} empty.`);
    } catch (problem) {
      if (!isAbort(problem)) this.tell(problem instanceof Error ? problem.message : String(problem));
    }
    app.tell("scene", null);
  }

  /** Looks by itself when the last cell is filled. */
  async whenFull(): Promise<void> {
    const { app } = this;
    if (app.play.digits.size + app.puzzle.givens.size === app.puzzle.rows * app.puzzle.columns) await this.run();
  }

  private solved(): void {
    this.app.timer.stop();
    this.app.keepProgress();
    this.tell("Solved! Every rule holds.");
    this.element.classList.add("solved");
  }

  private async canBe(digits: ReadonlyMap<Cell, number>, signal: AbortSignal): Promise<boolean> {
    const { app } = this;
    const verdict = await askJson<Or<Checked>>({ ask: "check", text: withDigits(app.text, digits, app.puzzle) }, { signal });
    return verdict.error === undefined && verdict.status !== "none";
  }

  /** Marks the digits that differ from the solution; or those that clash, if there are several solutions. */
  private async where(): Promise<void> {
    const { app } = this;
    const solved = await askJson<Or<Solved>>({ ask: "solve", text: app.text, number: 1 });
    const solution = solved.status === "unique" ? solved.solutions?.[0]?.flat() : undefined;
    const wrong = [...app.play.digits].filter(([cell, digit]) => (solution ? solution[cell] !== digit : conflicts(app.puzzle, all(app)).has(cell)));
    this.shapes = wrong.map(([cell]) => ({ kind: "wrong", cell }));
    const place = (cell: Cell) => `r${Math.floor(cell / app.puzzle.columns) + 1}c${(cell % app.puzzle.columns) + 1}`;
    this.tell(wrong.length === 0 ? "Several digits together are wrong." : `Wrong: ${wrong.map(([cell]) => place(cell)).join(", ")}.`);
    app.tell("scene", null);
  }

  /** Undoes until what is left can be completed. */
  private async rewind(): Promise<void> {
    const { app } = this;
    const signal = this.asking.next();
    let steps = 0;
    try {
      while (!(conflicts(app.puzzle, all(app)).size === 0 && (await this.canBe(app.play.digits, signal)))) {
        if (app.play.undo() === null) break;
        steps += 1;
      }
    } catch (problem) {
      if (!isAbort(problem)) app.say(problem instanceof Error ? problem.message : String(problem));
    }
    app.played();
    this.tell(`${steps === 1 ? "One step" : `${steps} steps`} taken back.`);
  }

  private tell(words: string): void {
    this.words.replaceChildren(h("p", {}, words));
  }

  private forget(): void {
    this.shapes = [];
    this.show.hidden = this.back.hidden = true;
    this.element.classList.remove("solved");
    this.words.replaceChildren();
  }
}

const all = (app: App): Map<Cell, number> => new Map([...app.play.digits, ...app.puzzle.givens]);
