// Whether what is on the board can still become the solution, told without giving it away.

import type { App } from "./app";
import { askJson, isAbort, Latest } from "./ask";
import { type Cell, nameOf } from "./cells";
import { conflicts } from "./conflicts";
import { button, h } from "./dom";
import type { Checked, Solved } from "./generated/answers";
import type { Or } from "./puzzle";
import type { Shape } from "./scene";
import { digitsIn, Play } from "./play";
import { withEntries } from "./state";

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
    const open = app.puzzle.rows * app.puzzle.columns - app.digits.size - app.puzzle.givens.size;
    this.tell("Checking …");
    try {
      const signal = this.asking.next();
      const right = clashing(app).size === 0 && (await this.canBe(app.play, signal));
      // Nobody who plays can mend a puzzle that is wrong by itself.
      const hopeless = !right && !(await this.canBe(new Play(), signal));
      // Of cells that hold two digits some may have only one yet.
      const done = right && open === 0 && (!app.puzzle.two || (await this.canBe(app.play, signal, true)));
      this.show.hidden = this.back.hidden = right || hopeless;
      if (hopeless) this.tell(HOPELESS);
      else if (!right) this.tell("Something is wrong.");
      else if (done) this.solved();
      else if (open === 0) this.tell("Right so far; some cells hold two digits.");
      else this.tell(`Right so far; ${open === 1 ? "one cell is" : `${open} cells are`} empty.`);
    } catch (problem) {
      if (!isAbort(problem)) this.tell(problem instanceof Error ? problem.message : String(problem));
    }
    app.tell("scene", null);
  }

  /** Looks by itself when the last cell is filled. */
  async whenFull(): Promise<void> {
    const { app } = this;
    if (app.digits.size + app.puzzle.givens.size === app.puzzle.rows * app.puzzle.columns) await this.run();
  }

  private solved(): void {
    this.app.timer.stop();
    this.app.keepProgress();
    this.tell("Solved! Every rule holds.");
    this.element.classList.add("solved");
  }

  /** Whether what was entered can be part of a solution, or is all of one. */
  private async canBe(play: Play, signal: AbortSignal, all = false): Promise<boolean> {
    const { app } = this;
    const verdict = await askJson<Or<Checked>>({ ask: "check", text: withEntries(app.text, app.puzzle, play, all) }, { signal });
    return verdict.error === undefined && verdict.status !== "none";
  }

  /** Marks the digits that differ from the solution; or those that clash, if there are several solutions. */
  private async where(): Promise<void> {
    const { app } = this;
    const solved = await askJson<Or<Solved>>({ ask: "solve", text: app.text, number: 1 });
    const solution = solved.status === "unique" ? solved.solutions?.[0]?.flat() : undefined;
    const right = (cell: Cell) => [solution?.[cell], solved.vars?.[0]?.[`second_${nameOf(cell, app.puzzle)}`]];
    const clash = clashing(app);
    const wrong = [...app.digits.keys()].filter((cell) => (solution ? !digitsIn(app.play.at(cell)).every((digit) => right(cell).includes(digit)) : clash.has(cell)));
    this.shapes = wrong.map((cell) => ({ kind: "wrong", cell }));
    this.tell(wrong.length === 0 ? "Several digits together are wrong." : `Wrong: ${wrong.map((cell) => nameOf(cell, app.puzzle)).join(", ")}.`);
    app.tell("scene", null);
  }

  /** Undoes until what is left can be completed. */
  private async rewind(): Promise<void> {
    const { app } = this;
    const signal = this.asking.next();
    let steps = 0;
    try {
      while (!(clashing(app).size === 0 && (await this.canBe(app.play, signal)))) {
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

const clashing = (app: App): Set<Cell> => conflicts(app.puzzle, new Map([...app.digits, ...app.puzzle.givens]), app.seconds);
