// The view for understanding: every step to the solution, forward, back, by itself, or from a list; and the grade.

import type { App } from "./app";
import { ask, isAbort, Latest, reason } from "./ask";
import { HOPELESS } from "./check";
import { button, choice, h, icon } from "./dom";
import { erase, frameOf } from "./frames";
import type { Begun, State, Step } from "./generated/answers";
import { makeGrade } from "./grade";
import { capital } from "./rules";
import { emptyScene, type Mark, type Scene } from "./scene";
import { levelName, shapesOf } from "./step";

const PACES = [["2500", "slow"], ["1200", "medium"], ["500", "fast"], ["150", "very fast"]] as const;

export class Understanding {
  readonly element: HTMLElement;
  steps: Step[] = [];
  /** 0 is the start, then one for each step, and the end. */
  now = 0;
  /** The state before any step, and after each. */
  private states: State[] = [];
  private gone = new Map<string, Mark>();
  private explained: string | null = null;
  private finished = false;
  private pace = 1200;
  private playing = 0;
  private readonly asking = new Latest();
  private readonly told = h("div", { class: "now", "aria-live": "polite" });
  private readonly list = h("ol", { class: "steps", "aria-label": "Steps", start: 1 });
  private readonly progress = h("p", { class: "progress", role: "status" });
  private readonly slider = h("input", { type: "range", min: 0, max: 0, value: 0, "aria-label": "Step" });
  private readonly place = h("output", { class: "place" }, "");
  private readonly grade: ReturnType<typeof makeGrade>;
  private readonly buttons: Record<"first" | "previous" | "play" | "next" | "last", HTMLButtonElement>;

  constructor(private readonly app: App) {
    this.buttons = {
      first: button(icon("first"), () => this.go(0), { "aria-label": "First", title: "First" }),
      previous: button(icon("previous"), () => this.go(this.now - 1), { "aria-label": "Previous", title: "Previous (P)", "aria-keyshortcuts": "P" }),
      play: button("Play", () => this.toggle(), { class: "primary", "aria-pressed": "false" }),
      next: button(icon("next"), () => this.go(this.now + 1), { "aria-label": "Next", title: "Next (N)", "aria-keyshortcuts": "N" }),
      last: button(icon("last"), () => this.go(this.last), { "aria-label": "Last", title: "Last" }),
    };
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    this.grade = makeGrade(app);
    const { first, previous, play, next, last } = this.buttons;
    this.element = h(
      "div",
      { class: "panel understanding", id: "panel-understand" },
      h("div", { class: "player", role: "group", "aria-label": "Step player" }, first, previous, play, next, last, choice(PACES, "1200", (value) => this.setPace(Number(value)), { "aria-label": "Pace" })),
      h("div", { class: "where" }, this.slider, this.place),
      this.told,
      legend(),
      this.progress,
      h("details", { class: "fold", open: true }, h("summary", {}, "All steps"), this.list),
      this.grade.element,
    );
    app.on("view", (view) => {
      if (view === "understand") void this.run();
      else this.stop();
    });
    app.on("text", () => {
      // Steps of another puzzle are of no use.
      this.asking.stop();
      this.explained = null;
    });
    app.on("puzzle", () => {
      if (app.view === "understand") void this.run();
    });
  }

  scene(): Scene {
    const { app } = this;
    // A step is shown on the state before it.
    const state = this.states[Math.max(0, this.now - 1)];
    const step = this.steps[this.now - 1];
    if (!state || this.explained !== app.text) return emptyScene(app.puzzle);
    return { ...emptyScene(app.puzzle), ...frameOf(state, this.gone, app.puzzle), shapes: step ? shapesOf(step, app.puzzle) : [] };
  }

  go(to: number): void {
    this.stop();
    this.show(to);
  }

  private get last(): number {
    return this.finished && this.steps.length > 0 ? this.steps.length + 1 : this.steps.length;
  }

  /** Explains the puzzle, if that was not done yet. */
  private async run(): Promise<void> {
    const { app } = this;
    if (app.problems.length > 0) {
      this.progress.textContent = "The text has mistakes: see Set.";
      return;
    }
    // What has not been read yet is explained as soon as it is.
    if (this.explained === app.text || app.shown !== app.text) return;
    this.explained = app.text;
    [this.steps, this.states, this.gone, this.finished] = [[], [], new Map(), false];
    this.element.removeAttribute("data-finished");
    this.list.replaceChildren();
    this.show(0);
    this.progress.textContent = "Looking for the first step …";
    const signal = this.asking.next();
    try {
      const answer = await ask({ ask: "explain", text: app.text, marks: true }, { signal, line: (line) => this.add(line) });
      this.finished = true;
      this.progress.textContent = answer.why !== null ? reason(answer) : (ended(answer.err) ?? `${this.steps.length} steps.`);
      this.element.dataset["finished"] = "true";
      this.show(this.now);
      void this.grade.run();
    } catch (problem) {
      if (isAbort(problem)) return;
      this.explained = null;
      this.progress.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  private add(line: string): void {
    const said = JSON.parse(line) as Partial<Step> & Begun & { error?: string };
    if (said.after === undefined) {
      this.progress.textContent = said.error ?? "";
      return;
    }
    if (said.n === 0) {
      this.states = [said.after];
      this.show(0);
      return;
    }
    const step = said as Step;
    this.steps.push(step);
    erase(step, this.gone);
    this.states.push(said.after);
    const n = this.steps.length;
    this.list.append(h("li", { id: `step-${n}` }, button(step.short, () => this.go(n))));
    this.progress.textContent = `${n} steps so far …`;
    this.label();
  }

  private show(to: number): void {
    this.now = Math.max(0, Math.min(this.last, to));
    this.tellStep();
    this.label();
    this.app.tell("scene", null);
  }

  private tellStep(): void {
    const step = this.steps[this.now - 1];
    for (const item of this.list.querySelectorAll("[aria-current]")) item.removeAttribute("aria-current");
    if (!step) {
      const words = this.now === 0 ? "The start: what the givens leave in each cell." : "The end.";
      this.told.replaceChildren(h("h2", {}, this.now === 0 ? "Start" : "End"), h("p", {}, words));
      return;
    }
    this.told.replaceChildren(
      h("h2", {}, `${step.n}. ${step.technique}`),
      h("p", { class: "facts" }, h("span", { class: `level level${Math.min(2, step.level)}` }, levelName(step.level)), h("span", {}, `rated ${step.rating.toFixed(1)}`)),
      h("p", { class: "short" }, step.short),
      h("p", { class: "long" }, step.text),
    );
    const item = this.list.children[this.now - 1] as HTMLElement | undefined;
    item?.setAttribute("aria-current", "step");
    // The list is moved, not the page.
    if (item) this.list.scrollTop = item.offsetTop - this.list.clientHeight / 2;
  }

  private label(): void {
    const { first, previous, next, last } = this.buttons;
    first.disabled = previous.disabled = this.now === 0;
    next.disabled = last.disabled = this.now >= this.last;
    this.slider.max = String(this.last);
    this.slider.value = String(this.now);
    this.place.textContent = this.now > this.steps.length ? "the end" : `${this.now} of ${this.steps.length}`;
  }

  private setPace(pace: number): void {
    this.pace = pace;
    if (this.playing === 0) return;
    this.stop();
    this.toggle();
  }

  private toggle(): void {
    if (this.playing !== 0) {
      this.stop();
      return;
    }
    if (this.now >= this.last) this.show(0);
    this.buttons.play.textContent = "Pause";
    this.buttons.play.setAttribute("aria-pressed", "true");
    // Read aloud, steps that follow each other quickly would pile up.
    this.told.setAttribute("aria-live", "off");
    this.playing = window.setInterval(() => {
      if (this.now >= this.last) this.stop();
      else this.show(this.now + 1);
    }, this.pace);
  }

  private stop(): void {
    window.clearInterval(this.playing);
    this.playing = 0;
    this.buttons.play.textContent = "Play";
    this.buttons.play.setAttribute("aria-pressed", "false");
    this.told.setAttribute("aria-live", "polite");
  }
}

/** Why there are no more steps, as a sentence. */
function ended(said: readonly string[]): string | null {
  const words = said.at(-1)?.replace(/^<stdin>: /, "");
  if (words === undefined) return null;
  return words.startsWith("the puzzle has no solution") ? HOPELESS : capital(words);
}

function legend(): HTMLElement {
  const dot = (look: string, words: string) => h("li", {}, h("span", { class: `legend-dot ${look}`, "aria-hidden": "true" }), words);
  return h(
    "ul",
    { class: "legend", "aria-label": "Candidates that are gone" },
    dot("black", "obvious"),
    dot("blue", "one rule alone"),
    dot("orange", "several rules"),
    h("li", {}, h("span", { class: "legend-strike", "aria-hidden": "true" }, "5"), "erased now"),
  );
}
