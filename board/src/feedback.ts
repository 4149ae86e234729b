// While a puzzle is set: how many solutions, what is possible where, which clues clash, which are not needed.

import { type App, SECOND } from "./app";
import { askJson, isAbort, LATE, Latest, reason, ask } from "./ask";
import type { Cell } from "./cells";
import { button, h } from "./dom";
import type { Changed, Checked, Clash, Counted, Possible, Progress, Spare, Written } from "./generated/answers";
import type { Or } from "./puzzle";
import type { Mark } from "./scene";
import { secondPuzzleIn } from "./statements";

/** Solutions are counted up to this for the colours of candidates. */
const CAP = 8;
/** As long as somebody is typing nothing is asked. */
const PAUSE = 30;
/** What takes longer says so. */
const SLOW = 250;
/** Live answers are of no use after so many seconds. */
const LIVE = 10;

/** What is said of two givens that nobody has to search for: "r1c1 and r1c3 are both 5, in row 1". */
const CLASH = /^r\d+c\d+ and r\d+c\d+ are both /;

const NOTHING = "Nothing to change.";

export class Feedback {
  readonly element: HTMLElement;
  marks: ReadonlyMap<Cell, ReadonlyMap<number, Mark>> = new Map();
  /** Clues that clash, and lines, from 1, of clues that are not needed. */
  clashing: readonly Written[] = [];
  spare: readonly number[] = [];
  private readonly asking = new Latest();
  private readonly counting = new Latest();
  private readonly verdict = h("p", { class: "verdict", role: "status" });
  private readonly details = h("div", { class: "details" });
  private readonly number = h("span", { role: "status" });
  private readonly stop: HTMLButtonElement;
  private timer = 0;

  constructor(
    private readonly app: App,
    private readonly changed: () => void,
    history: HTMLElement,
  ) {
    this.stop = button("Stop", () => this.counting.stop(), { hidden: true });
    const box = h("input", { type: "checkbox" });
    box.checked = app.settings.candidates;
    box.addEventListener("change", () => {
      app.changeSettings({ candidates: box.checked });
      this.soon();
    });
    this.element = h(
      "section",
      { class: "feedback", "aria-label": "Live answers" },
      h("div", { class: "verdict-row" }, this.verdict, history),
      this.details,
      h(
        "div",
        { class: "thirds" },
        button("Count all", () => void this.count()),
        button("Complete", () => void this.change("complete"), { title: "Add the fewest givens that leave one solution" }),
        button("Minimise", () => void this.change("minimise"), { title: "Take away clues while one solution is left" }),
      ),
      h("div", { class: "row wrap counted" }, this.number, this.stop),
      h("div", { class: "row wrap" }, h("label", { class: "switch" }, box, h("span", {}, "Candidates")), legend()),
    );
    app.on("opened", () => {
      [this.marks, this.clashing, this.spare] = [new Map(), [], []];
      this.say("busy", "");
    });
    app.on("text", () => this.soon());
    app.on("view", () => this.soon());
  }

  /** Asks anew after a short pause; what was asked before is of no use any more. */
  soon(): void {
    this.asking.stop();
    this.counting.stop();
    window.clearTimeout(this.timer);
    this.number.textContent = "";
    if (this.app.view !== "set") return;
    this.timer = window.setTimeout(() => void this.run(), PAUSE);
  }

  private async run(): Promise<void> {
    const { app } = this;
    const signal = this.asking.next();
    const text = app.text;
    if (secondPuzzleIn(text) !== null) {
      [this.clashing, this.spare, this.marks] = [[], [], new Map()];
      this.say("invalid", SECOND);
      this.changed();
      return;
    }
    this.element.setAttribute("aria-busy", "true");
    const slow = window.setTimeout(() => !signal.aborted && this.say("busy", "Looking …"), SLOW);
    // That there is no solution is told before it is known why: first all clues, then fewer and fewer.
    let clues = 0;
    const remark = (line: string) => {
      const clash = parsed<Clash>(line);
      if (!clash?.why || signal.aborted) return;
      window.clearTimeout(slow);
      this.clash(clash.why, clues === 0 ? "all" : "some");
      clues ||= clash.why.length;
    };
    try {
      const asked = askJson<Or<Checked>>({ ask: "check", text, why: true, time: LIVE }, { signal, remark });
      const possible = app.settings.candidates ? askJson<Or<Possible>>({ ask: "candidates", text, cap: CAP, time: LIVE }, { signal }).catch(quiet) : null;
      const checked = await asked;
      window.clearTimeout(slow);
      this.judge(checked);
      // Where nothing is possible no candidate of the text before is, and every clue is needed for that.
      const open = checked.status !== "none" && checked.error === undefined;
      if (!open) this.marks = new Map();
      this.changed();
      const spare = open ? askJson<Or<Spare>>({ ask: "redundant", text, time: LIVE }, { signal }).catch(quiet) : null;
      const found = await possible;
      if (signal.aborted) return;
      if (open) this.marks = found ? marksOf(found) : new Map();
      this.changed();
      const told = await spare;
      if (signal.aborted) return;
      this.spare = linesOf(told?.redundant);
      this.changed();
    } catch (problem) {
      if (!isAbort(problem)) this.say("unknown", problem instanceof Error ? problem.message : String(problem));
    } finally {
      window.clearTimeout(slow);
      if (!signal.aborted) this.element.removeAttribute("aria-busy");
    }
  }

  /** Tells which clues clash: all that there are, some of which fewer are looked for, or the last word. */
  private clash(why: readonly Written[], known: "all" | "some" | "not fewer" | "perhaps fewer"): void {
    this.spare = [];
    this.marks = new Map();
    // All clues with a cross would tell nobody anything.
    this.clashing = known === "all" ? [] : why;
    const words = {
      all: `Of ${many(why.length, "clue")} some clash; looking for them …`,
      some: `${many(why.length, "clue")} clash; looking for fewer …`,
      "not fewer": "These clash:",
      "perhaps fewer": "These clash; perhaps fewer do:",
    }[known];
    const list = known === "all" ? [] : [h("ul", {}, ...why.map(({ clue }) => h("li", {}, clue)))];
    this.say("none", "No solution", h("p", {}, words), ...list);
    this.changed();
  }

  private judge(checked: Or<Checked>): void {
    this.clashing = [];
    this.spare = [];
    const clash = checked.errors?.filter(({ message }) => CLASH.test(message)) ?? [];
    if (clash.length > 0 && clash.length === checked.errors?.length) {
      this.say("none", "No solution", h("p", {}, "These clash:"), h("ul", {}, ...clash.map(({ message }) => h("li", {}, message))));
    } else if (checked.error !== undefined) this.say("invalid", checked.error);
    else if (checked.status === "unique") this.say("unique", "1 solution");
    else if (checked.status === "multiple") this.say("multiple", "Several solutions");
    else if (checked.status !== "none") this.say("unknown", "Not found out in time");
    else if (checked.why) this.clash(checked.why, checked.smallest ? "not fewer" : "perhaps fewer");
    else this.say("none", "No solution");
  }

  private say(status: string, words: string, ...more: HTMLElement[]): void {
    this.verdict.dataset["status"] = status;
    this.verdict.textContent = words;
    this.details.replaceChildren(...more);
  }

  /** Has clues added or taken away until there is one solution and nothing to spare; it can be undone. */
  private async change(how: "complete" | "minimise"): Promise<void> {
    const { app } = this;
    const signal = this.counting.next();
    this.stop.hidden = false;
    this.number.textContent = "Looking …";
    try {
      const changed = await askJson<Or<Changed>>({ ask: how, text: app.text }, { signal });
      const words = changed.puzzle === undefined ? (changed.error ?? (changed.stopped !== undefined ? LATE : "That is not possible.")) : done(changed);
      if (changed.puzzle !== undefined && words !== NOTHING) app.edit(`${changed.puzzle.trimEnd()}\n`);
      this.number.textContent = words;
    } catch (problem) {
      this.number.textContent = isAbort(problem) ? "Stopped." : problem instanceof Error ? problem.message : String(problem);
    } finally {
      this.stop.hidden = true;
    }
  }

  /** Counts all solutions, however long it takes; what is found until it is stopped is told. */
  private async count(): Promise<void> {
    const signal = this.counting.next();
    this.stop.hidden = false;
    this.number.textContent = "Counting …";
    let sofar = 0n;
    const remark = (line: string) => {
      const { fraction } = parsed<Progress>(line) ?? {};
      const solutions = numberIn(line, "solutions");
      if (solutions === null || fraction === undefined || signal.aborted) return;
      sofar = solutions;
      this.number.textContent = `${many(sofar)} so far, ${(100 * fraction).toFixed(1)} % searched`;
    };
    try {
      const answer = await ask({ ask: "count", text: this.app.text, progress: true }, { signal, remark });
      const line = answer.out[0];
      const counted = line === undefined ? null : (JSON.parse(line) as Or<Counted>);
      if (!counted || counted.count === undefined) this.number.textContent = counted?.error ?? (sofar > 0n ? `At least ${many(sofar)}.` : reason({ ...answer, err: [] }));
      else {
        const count = many(numberIn(line ?? "", "count") ?? BigInt(counted.count));
        this.number.textContent = counted.exact ? count : `At least ${count}.`;
      }
    } catch (problem) {
      if (isAbort(problem)) this.number.textContent = sofar > 0n ? `Stopped. At least ${many(sofar)}.` : "Stopped.";
      else this.number.textContent = problem instanceof Error ? problem.message : String(problem);
    } finally {
      this.stop.hidden = true;
    }
  }
}

/** What was done to the clues, in words. */
function done({ added = [], taken = [] }: Or<Changed>): string {
  const clues = (list: readonly string[]) => `${list.length} clue${list.length === 1 ? "" : "s"}`;
  if (added.length > 0) return `${clues(added)} added.`;
  return taken.length > 0 ? `${clues(taken)} taken away.` : NOTHING;
}

const many = (count: number | bigint, what = "solution"): string => `${count.toLocaleString("en")} ${what}${count === 1 || count === 1n ? "" : "s"}`;

/** A number of a line of JSON, to its last digit. */
function numberIn(line: string, key: keyof Progress | keyof Counted): bigint | null {
  const digits = new RegExp(`"${key}":(\\d+)`).exec(line)?.[1];
  return digits === undefined ? null : BigInt(digits);
}

/** Lines of clues that were written; those of the grid have none. */
export const linesOf = (clues: readonly { readonly line: number | null }[] | undefined): number[] => (clues ?? []).flatMap(({ line }) => line ?? []);

/** A line of JSON; null if it is something else. */
function parsed<T>(line: string): Partial<T> | null {
  try {
    return JSON.parse(line) as Partial<T>;
  } catch {
    return null;
  }
}

/** An answer that is not needed may fail, or be given up for another. */
const quiet = (): null => null;

function marksOf(possible: Or<Possible>): Map<Cell, Map<number, Mark>> {
  const marks = new Map<Cell, Map<number, Mark>>();
  possible.candidates?.forEach((row, r) =>
    row.forEach((digits, c) => {
      const counts = possible.counts?.[r]?.[c] ?? [];
      const of = (i: number): Mark => {
        const count = counts[i] ?? CAP;
        if (count >= CAP) return "many";
        return count === 1 ? "once" : "some";
      };
      marks.set(r * row.length + c, new Map(digits.map((digit, i) => [digit, of(i)])));
    }),
  );
  return marks;
}

function legend(): HTMLElement {
  const item = (mark: Mark, words: string) => h("li", {}, h("span", { class: `swatch ${mark}`, "aria-hidden": "true" }, "5"), words);
  return h("ul", { class: "legend", "aria-label": "Candidates by the number of solutions they are in" }, item("once", "in one solution"), item("some", `in fewer than ${CAP}`), item("many", "in more"));
}
