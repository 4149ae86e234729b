// The view for programs: the puzzle as Prolog or as an answer set program, to read, change and run.

import { gridIn, gridOf, mistakesIn, ofGoal, wrapped } from "./answers";
import type { App } from "./app";
import { ask, askJson, isAbort, Latest, reason, type Answer } from "./ask";
import { button, choice, field, h } from "./dom";
import { Editor } from "./editor";
import { type Language, PROGRAMS } from "./examples";
import type { Converted } from "./generated/answers";
import type { Or } from "./puzzle";
import { Witnesses } from "./witnesses";

/** So many lines of answers are shown; a program with more is stopped. */
const MOST_LINES = 400;

export class Programs {
  readonly element: HTMLElement;
  private language: Language = "prolog";
  private readonly editor: Editor;
  private readonly goal = h("input", { type: "text", spellcheck: "false", autocomplete: "off", class: "wide" });
  private readonly number = h("input", { type: "number", min: 0, max: 1000, value: 1, class: "short" });
  private readonly answers = h("div", { class: "answers", "aria-live": "polite", role: "region", "aria-label": "Answers", tabindex: 0 });
  private readonly status = h("p", { role: "status", class: "progress" });
  private readonly asking = new Latest();
  private readonly writing = new Latest();
  private readonly source: HTMLSelectElement;
  private readonly goalField: HTMLElement;
  private lines = 0;
  /** The puzzle that the program was made of. */
  private loaded: string | null = null;

  constructor(private readonly app: App) {
    this.editor = new Editor("Program", () => undefined);
    for (const input of [this.goal, this.number]) {
      input.addEventListener("keydown", (event) => {
        event.stopPropagation();
        if (event.key === "Enter") void this.run();
      });
    }
    this.source = choice(this.sources(), "puzzle prolog", (value) => void this.load(value), { "aria-label": "Program" });
    this.goalField = field("Goal", this.goal);
    this.element = h(
      "div",
      { class: "panel programs", id: "panel-programs" },
      h(
        "section",
        { class: "program" },
        h("div", { class: "row wrap" }, field("Program", this.source)),
        this.editor.element,
        h(
          "div",
          { class: "row wrap end" },
          this.goalField,
          field("Answers", this.number),
          button("Run", () => void this.run(), { class: "primary" }),
          button("Stop", () => this.asking.stop()),
        ),
      ),
      h("section", { class: "results" }, h("h2", {}, "Answers"), this.status, this.answers),
    );
    app.on("view", (view) => {
      // Coming back keeps what was changed, unless it is of another puzzle.
      if (view === "programs" && this.source.value.startsWith("puzzle") && this.loaded !== app.text) void this.load(this.source.value);
    });
  }

  private sources(): [string, string][] {
    const name = { prolog: "Prolog", asp: "Answer sets" } as const;
    return [
      ["puzzle prolog", "This puzzle, in Prolog"],
      ["puzzle asp", "This puzzle, as an answer set program"],
      ...PROGRAMS.map(({ title, language }, i): [string, string] => [`example ${i}`, `Example, ${name[language]}: ${title}`]),
    ];
  }

  private async load(value: string): Promise<void> {
    this.asking.stop();
    this.writing.stop();
    const [from, what = ""] = value.split(" ");
    this.editor.show([]);
    if (from === "example") {
      const program = PROGRAMS[Number(what)];
      if (!program) return;
      this.setLanguage(program.language);
      this.editor.text = program.text;
      if (program.language === "prolog") this.goal.value = program.goal;
      return;
    }
    this.setLanguage(what as Language);
    this.loaded = this.app.text;
    try {
      const signal = this.writing.next();
      const written = await askJson<Or<Converted>>({ ask: "convert", text: this.app.text, to: what }, { signal });
      this.editor.text = written.text ?? `% ${written.error ?? "This puzzle cannot be written as a program."}\n`;
      // The program runs by itself when it is loaded.
      if (what === "prolog") this.goal.value = "true";
    } catch (problem) {
      if (!isAbort(problem)) this.status.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  private setLanguage(language: Language): void {
    this.language = language;
    this.goalField.hidden = language === "asp";
    this.answers.replaceChildren();
    this.status.textContent = "";
  }

  private async run(): Promise<void> {
    const signal = this.asking.next();
    this.answers.replaceChildren();
    this.editor.show([]);
    this.goal.removeAttribute("aria-invalid");
    this.lines = 0;
    this.status.textContent = "Running …";
    const started = performance.now();
    try {
      const answer = this.language === "prolog" ? await this.runProlog(signal) : await this.runAsp(signal);
      const seconds = (performance.now() - started) / 1000;
      const { lines, mistake } = ofGoal(answer.err, this.query);
      const mistakes = mistakesIn(lines);
      this.editor.show(mistakes);
      if (mistake !== null) this.goal.setAttribute("aria-invalid", "true");
      const wrong = mistakes.filter(({ mild }) => !mild).length + (mistake === null ? 0 : 1);
      for (const line of lines) this.print(line, /^(Warning:|% )/.test(line) ? "remark" : "err");
      if (answer.why !== null) this.status.textContent = reason(answer);
      else this.status.textContent = `${counted(wrong, "mistake")}${counted(mistakes.filter(({ mild }) => mild).length, "warning")}${this.verdict} ${seconds.toFixed(2)} s`;
    } catch (problem) {
      if (isAbort(problem)) this.status.textContent = this.lines >= MOST_LINES ? `Stopped after ${MOST_LINES} lines.` : "Stopped.";
      else this.status.textContent = problem instanceof Error ? problem.message : String(problem);
    }
  }

  private verdict = "";
  /** The query that is run, as the program is asked it. */
  private query = "";

  private async runProlog(signal: AbortSignal): Promise<Answer> {
    const goal = this.goal.value.trim() || "true";
    let found = 0;
    let lines = 0;
    this.query = wrapped(goal, Math.max(1, Number(this.number.value) || 1));
    const line = (said: string) => {
      if (said !== "%%") {
        lines += 1;
        this.print(said, "out");
        return;
      }
      found += 1;
      this.sofar(found, "answer");
      if (goal !== "true" && lines === 0) this.empty(found, "true");
      else this.answers.append(h("hr", {}));
      lines = 0;
    };
    const answer = await ask({ ask: "prolog", text: this.editor.text, goal: this.query }, { signal, line, forget: true });
    this.verdict = found > 0 && goal !== "true" ? `${found} answer${found === 1 ? "" : "s"}${found >= Number(this.number.value) ? " and maybe more" : ""},` : goal === "true" || answer.exit === 0 ? (goal === "true" ? "Done," : "No answer,") : "";
    return answer;
  }

  private async runAsp(signal: AbortSignal): Promise<Answer> {
    const witnesses = new Witnesses();
    let found = 0;
    const line = (said: string) => {
      const model = witnesses.take(said);
      if (!model) return;
      found += 1;
      this.sofar(found, "answer set");
      const atoms = model.Value ?? [];
      const cost = model.Costs ? `, cost ${model.Costs.join(" ")}` : "";
      if (atoms.length === 0 && cost === "") {
        this.empty(found, "empty");
        return;
      }
      this.answers.append(h("h3", {}, `Answer ${found}${cost}`));
      const grid = gridOf(atoms);
      if (grid) this.answers.append(this.drawGrid(grid));
      this.print(atoms.join(" "), "out");
    };
    const answer = await ask({ ask: "asp", text: this.editor.text, models: Math.max(0, Number(this.number.value) || 0) }, { signal, line, forget: true });
    const said = witnesses.summary();
    // Of a program that was not understood nothing else is to be said.
    this.verdict = mistakesIn(answer.err).some(({ mild }) => !mild) ? "" : `${(said?.Result ?? "").toLowerCase()}, ${found} answer set${found === 1 ? "" : "s"}${said?.Models?.More === "yes" ? " and maybe more" : ""},`;
    return answer;
  }

  /** How many there are while the program runs. */
  private sofar(count: number, what: string): void {
    this.status.textContent = `Running … ${count} ${what}${count === 1 ? "" : "s"}`;
  }

  /** An answer with nothing to show: one line tells all that follow each other. */
  private empty(number: number, word: string): void {
    const last = this.answers.lastElementChild;
    if (last instanceof HTMLElement && last.dataset["from"] !== undefined) last.textContent = `Answers ${last.dataset["from"]} to ${number}: ${word}`;
    else this.answers.append(h("h3", { "data-from": number }, `Answer ${number}: ${word}`));
  }

  private print(line: string, from: "out" | "err" | "remark"): void {
    this.lines += 1;
    if (this.lines > MOST_LINES) {
      this.asking.stop();
      return;
    }
    const grid = from === "out" ? gridIn(line) : null;
    if (grid) {
      const name = /^(\w+)\s*=/.exec(line)?.[1];
      this.answers.append(...(name ? [h("h3", {}, name)] : []), this.drawGrid(grid));
    } else this.answers.append(h("pre", { class: from }, line));
  }

  private drawGrid(rows: readonly (readonly number[])[]): HTMLElement {
    const boxes = rows.length === rows[0]?.length ? Math.sqrt(rows.length) : 0;
    const made = h("table", { class: "grid" }, h("tbody", {}, ...rows.map((row) => h("tr", {}, ...row.map((value) => h("td", {}, String(value)))))));
    if (Number.isInteger(boxes)) made.dataset["box"] = String(boxes);
    const play = button("Show on the board", () => this.toBoard(rows.flat()), { class: "quiet" });
    return h("div", { class: "found" }, made, rows.length === this.app.puzzle.rows && rows[0]?.length === this.app.puzzle.columns ? play : null);
  }

  /** Puts a solution onto the board as a player's digits; it can be undone. */
  private toBoard(values: readonly number[]): void {
    const { app } = this;
    const place = new Map(values.map((value, cell) => [cell, value] as const).filter(([cell]) => !app.isGiven(cell)));
    app.setView("play");
    if (app.play.follow(place, new Map())) app.played();
  }
}

const counted = (count: number, what: string): string => (count === 0 ? "" : `${count} ${what}${count === 1 ? "" : "s"}; `);
