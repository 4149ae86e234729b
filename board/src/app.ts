// What the page knows, and who hears of changes. The text is the puzzle; all else follows from it.

import { ask, askJson, isAbort, Latest, Refused } from "./ask";
import { type Cell } from "./cells";
import { Events } from "./events";
import { type Layer, Play } from "./play";
import type { Converted, Drawn, Kind } from "./generated/answers";
import type { Theme } from "./generated/ask";
import { EMPTY, type Or, type Problem, problemsOf, type Puzzle, puzzleOf, type Written } from "./puzzle";
import { Selection } from "./selection";
import { fromFragment } from "./share";
import { isStatements } from "./statements";
import { keep, keepProgress, keepSettings, loadSettings, progressOf, type Settings } from "./store";
import { Timer } from "./timer";

export type View = "play" | "set" | "understand" | "programs";

type News = {
  /** It is another puzzle: nothing that was found out about the one before holds. */
  opened: null;
  /** The text is another; it may not be read yet. */
  text: string;
  /** The server has read it: here are puzzle and picture. */
  puzzle: Puzzle;
  /** What is wrong with the text; empty if nothing. */
  problems: readonly Problem[];
  /** Something was entered or undone. */
  play: null;
  selection: null;
  layer: Layer;
  view: View;
  settings: Settings;
  /** The board has to be drawn again. */
  scene: null;
};

/** Letters that follow each other within this time are one step of undo. */
const TYPING = 900;

export class App extends Events<News> {
  text = "grid 9\n";
  puzzle: Puzzle = EMPTY;
  picture = "";
  problems: readonly Problem[] = [];
  /** The text that the puzzle was read from; the newest may still be under way. */
  shown: string | null = null;
  play = new Play();
  layer: Layer = "digit";
  view: View = "play";
  kinds: readonly Kind[] = [];
  readonly selection = new Selection();
  readonly timer = new Timer();
  readonly settings = loadSettings();
  private readonly reading = new Latest();
  private past: string[] = [];
  private future: string[] = [];
  /** The puzzle that the entries belong to. */
  private playedText: string | null = null;
  private typedAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly speak: (words: string) => void) {
    super();
  }

  /** Tells people, by the line below the board that screen readers listen to. */
  say(words: string): void {
    this.speak(words);
  }

  get dark(): boolean {
    if (this.settings.theme !== "auto") return this.settings.theme === "dark";
    return matchMedia("(prefers-color-scheme: dark)").matches;
  }

  async loadKinds(): Promise<void> {
    const answer = await ask({ ask: "variants" });
    this.kinds = answer.out.map((line) => JSON.parse(line) as Kind);
  }

  /** Opens a puzzle in any format. */
  async open(text: string): Promise<void> {
    const names = new Set(this.kinds.flatMap(({ name, aliases }) => [name, ...aliases]));
    const shared = await fromFragment(/#p=\S+$/.exec(text.trim())?.[0] ?? "");
    let own = (shared ?? text).replace(/\r\n?/g, "\n");
    if (!isStatements(own, names)) {
      const converted = await askJson<Or<Converted>>({ ask: "convert", text: own.trim(), to: "pencil" });
      if (converted.text === undefined) throw new Refused(converted.error ?? "This is no puzzle that we know.");
      own = converted.text;
      if (converted.lost?.length) this.say(`Not taken over: ${converted.lost.join("; ")}`);
    }
    [this.past, this.future] = [[], []];
    this.selection.set([]);
    this.selection.cursor = 0;
    this.tell("opened", null);
    this.take(own);
    await this.refresh();
    this.restore();
  }

  /** Changes the text as a step that can be undone; while somebody types, a burst of letters is one step. */
  edit(text: string, typed = false): void {
    if (text === this.text) return;
    const now = performance.now();
    if (!typed || now - this.typedAt > TYPING) this.past.push(this.text);
    this.typedAt = typed ? now : Number.NEGATIVE_INFINITY;
    this.future = [];
    this.take(text);
    void this.refresh();
  }

  undoEdit(): boolean {
    return this.travel(this.past, this.future);
  }

  redoEdit(): boolean {
    return this.travel(this.future, this.past);
  }

  get canUndoEdit(): boolean {
    return this.past.length > 0;
  }

  get canRedoEdit(): boolean {
    return this.future.length > 0;
  }

  setView(view: View): void {
    if (this.playedText !== this.text) this.restore();
    this.view = view;
    keep({ text: this.text, view });
    this.tell("view", view);
    this.tell("scene", null);
  }

  setLayer(layer: Layer): void {
    this.layer = layer;
    this.tell("layer", layer);
  }

  changeSettings(change: Partial<Settings>): void {
    Object.assign(this.settings, change);
    keepSettings(this.settings);
    this.tell("settings", this.settings);
    this.tell("scene", null);
  }

  isGiven = (cell: Cell): boolean => this.puzzle.givens.has(cell);

  played(): void {
    this.keepProgress();
    this.tell("play", null);
    this.tell("scene", null);
  }

  keepProgress(): void {
    keepProgress(this.text, { play: this.play.save(), seconds: this.timer.seconds, when: Date.now() });
  }

  /** Asks what the text means and how it looks, in the colours of the page or of paper. */
  async refresh(theme: Theme = this.dark ? "dark" : "light"): Promise<void> {
    const signal = this.reading.next();
    const { text } = this;
    try {
      let [read, drawn] = await look(text, theme, signal);
      this.problems = problemsOf(read.error === undefined ? drawn : read);
      // As long as a line is wrong the board shows the others.
      if (this.problems.length > 0) [read, drawn] = await look(withoutLines(text, this.problems), theme, signal);
      if (signal.aborted) return;
      if (read.text !== undefined && drawn.text !== undefined) {
        this.puzzle = puzzleOf(JSON.parse(read.text) as Written);
        this.picture = drawn.text;
        this.shown = this.problems.length === 0 ? text : null;
        this.selection.fit(this.puzzle);
        this.tell("puzzle", this.puzzle);
      }
      this.tell("problems", this.problems);
      this.tell("scene", null);
    } catch (problem) {
      if (isAbort(problem)) return;
      this.say(problem instanceof Error ? problem.message : String(problem));
    }
  }

  /** What was entered into this puzzle before. */
  private restore(): void {
    this.playedText = this.text;
    const progress = progressOf(this.text);
    this.play = progress ? Play.load(progress.play) : new Play();
    this.timer.set(progress?.seconds ?? 0);
    this.tell("play", null);
    this.tell("scene", null);
  }

  private take(text: string): void {
    this.text = text;
    // A link in the address bar that is of another puzzle would come back at the next reload.
    void fromFragment(location.hash).then((linked) => {
      if (linked !== null && linked !== this.text) history.replaceState(null, "", location.pathname);
    });
    keep({ text, view: this.view });
    this.tell("text", text);
  }

  private travel(from: string[], to: string[]): boolean {
    const text = from.pop();
    if (text === undefined) return false;
    to.push(this.text);
    this.take(text);
    void this.refresh();
    return true;
  }
}

/** What a text means, and how it looks. */
function look(text: string, theme: Theme, signal: AbortSignal): Promise<[Or<Converted>, Or<Drawn>]> {
  return Promise.all([askJson<Or<Converted>>({ ask: "read", text }, { signal }), askJson<Or<Drawn>>({ ask: "draw", text, theme }, { signal })]);
}

function withoutLines(text: string, problems: readonly Problem[]): string {
  const wrong = new Set(problems.map(({ line }) => line));
  return text.split("\n").filter((_, i) => !wrong.has(i + 1)).join("\n");
}
