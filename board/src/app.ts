// What the page knows, and who hears of changes. The text is the puzzle; all else follows from it.

import { ask, askJson, isAbort, Latest, reason, Refused } from "./ask";
import { type Cell } from "./cells";
import { Events } from "./events";
import { type Layer, Play } from "./play";
import type { Converted, Drawn, Kind } from "./generated/answers";
import type { Theme } from "./generated/ask";
import { EMPTY, type Or, type Problem, problemsOf, type Puzzle, puzzleOf, withWrong, type Written } from "./puzzle";
import { Selection } from "./selection";
import { fromFragment } from "./share";
import { isStatements, lostIn, puzzlesIn, secondPuzzleIn, withLost } from "./statements";
import { keep, keepProgress, keepSettings, loadSettings, progressOf, type Settings } from "./store";
import { Timer } from "./timer";
import { type Mended, mended, sizeIn } from "./wrong";

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
  /** The same, unless it is what was entered before that has come back. */
  played: null;
  selection: null;
  layer: Layer;
  view: View;
  settings: Settings;
  /** The board has to be drawn again. */
  scene: null;
};

/** Letters that follow each other within this time are one step of undo. */
const TYPING = 900;
/** How often what is wrong is left out before the board stays as it was: a mistake may hide others. */
const TRIES = 4;

/** Said of a text with a line of dashes between two puzzles. */
export const SECOND = "another puzzle starts here; a board has one";

export class App extends Events<News> {
  text = "grid 9\n";
  puzzle: Puzzle = EMPTY;
  picture = "";
  /** The picture in black on white, once it is there. */
  paper: string | null = null;
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

  /**
   * Opens a puzzle in any format; of several the first, unless the text is one that was open before. Entries may be of
   * an earlier text of it, `played`. Says what people should know of it.
   */
  async open(text: string, before = false, played: string | null = null): Promise<string[]> {
    const names = new Set(this.kinds.flatMap(({ name, aliases }) => [name, ...aliases]));
    const shared = await fromFragment(/#p=\S+$/.exec(text.trim())?.[0] ?? "");
    let own = (shared ?? text).replace(/\r\n?/g, "\n");
    let count = 1;
    if (!isStatements(own, names)) {
      const { out, ...answer } = await ask({ ask: "convert", text: own.trim(), to: "pencil" });
      if (out[0] === undefined) throw new Refused(reason({ out, ...answer }));
      const converted = JSON.parse(out[0]) as Or<Converted>;
      if (converted.text === undefined) throw new Refused(converted.error ?? "This is no puzzle that we know.");
      own = withLost(converted.text, [...(converted.warnings ?? []), ...(converted.lost ?? [])]);
      count = out.length;
    } else if (!before) {
      const puzzles = puzzlesIn(own);
      own = puzzles[0] ?? own;
      count = Math.max(1, puzzles.length);
    }
    [this.past, this.future] = [[], []];
    this.selection.set([]);
    this.selection.cursor = 0;
    this.playedText = null;
    this.tell("opened", null);
    this.take(own);
    await this.refresh();
    this.restore(played);
    const lost = before ? [] : lostIn(own);
    return [...(count > 1 ? [`It is the first of ${count}.`] : []), ...(lost.length > 0 ? [`Not taken over: ${lost.join("; ")}.`] : [])];
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
    this.carry();
    // Cells that were chosen for one thing are not meant for another.
    if (this.view !== view) this.selection.none();
    this.view = view;
    keep({ text: this.text, view, played: this.playedText });
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

  /** What was entered, unless it is a given by now. */
  get digits(): Map<Cell, number> {
    return new Map([...this.play.digits].filter(([cell]) => !this.isGiven(cell)));
  }

  /** The larger digits of cells with two. */
  get seconds(): Map<Cell, number> {
    return new Map([...this.play.seconds].filter(([cell]) => !this.isGiven(cell)));
  }

  isGiven = (cell: Cell): boolean => this.puzzle.givens.has(cell);

  played(): void {
    this.keepProgress();
    this.tell("play", null);
    this.tell("played", null);
    this.tell("scene", null);
  }

  keepProgress(): void {
    keepProgress(this.playedText ?? this.text, { play: this.play.save(), seconds: this.timer.seconds, when: Date.now() });
  }

  /** Has the picture ready in black on white, to be printed. */
  async loadPaper(): Promise<void> {
    const text = this.shown;
    if (this.paper !== null || text === null) return;
    const drawn = await askJson<Or<Drawn>>({ ask: "draw", text, theme: "print" });
    if (this.shown === text) this.paper = drawn.text ?? null;
  }

  /** Asks what the text means and how it looks, in the colours of the page. */
  async refresh(): Promise<void> {
    const theme: Theme = this.dark ? "dark" : "light";
    const signal = this.reading.next();
    // A board has one puzzle.
    const second = secondPuzzleIn(this.text);
    const text = second === null ? this.text : this.text.split("\n").slice(0, second - 1).join("\n");
    try {
      let [read, drawn] = await look(text, theme, signal);
      const problems = problemsOf(read.error === undefined ? drawn : read);
      const more = second === null ? [] : [{ line: second, column: 1, length: 3, message: SECOND }];
      // As long as something is wrong the board shows the rest, and givens that clash as they stand.
      let rest: Mended = { text, wrong: new Map() };
      const wrong = new Map<Cell, number>();
      for (let left = problems, tries = 0; left.length > 0 && tries < TRIES; tries += 1) {
        rest = mended(rest.text, left);
        for (const [cell, digit] of rest.wrong) wrong.set(cell, digit);
        [read, drawn] = await look(rest.text, theme, signal);
        left = problemsOf(read.error === undefined ? drawn : read);
      }
      if (signal.aborted) return;
      this.problems = [...problems, ...more];
      if (read.text !== undefined && drawn.text !== undefined) {
        this.puzzle = withWrong(puzzleOf(JSON.parse(read.text) as Written), wrong);
        this.picture = drawn.text;
        this.shown = this.problems.length === 0 ? text : null;
        this.paper = null;
        // The browser's own way to print does not wait for a picture in black on white.
        if (theme === "dark" && this.shown !== null) void this.loadPaper().catch(() => undefined);
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

  /** Who changes a clue while trying the puzzle out keeps the entries, as long as the grid has their cells. */
  private carry(): void {
    const { playedText, text } = this;
    if (playedText === null || playedText === text) return;
    const [old, now] = [sizeIn(playedText), sizeIn(text)];
    if (old.rows !== now.rows || old.columns !== now.columns) {
      this.restore();
      return;
    }
    this.playedText = text;
    if (this.play.filled.size > 0 || this.play.canUndo) this.keepProgress();
    this.tell("play", null);
  }

  /** What was entered into this puzzle before, or into an earlier text of it. */
  private restore(played: string | null = null): void {
    this.playedText = this.text;
    const progress = (played === null ? null : progressOf(played)) ?? progressOf(this.text);
    this.play = progress ? Play.load(progress.play) : new Play();
    this.timer.set(progress?.seconds ?? 0);
    if (progress && played !== null && played !== this.text) this.keepProgress();
    this.tell("play", null);
    this.tell("scene", null);
  }

  private take(text: string): void {
    this.text = text;
    // A link in the address bar that is of another puzzle would come back at the next reload.
    void fromFragment(location.hash).then((linked) => {
      if (linked !== null && linked !== this.text) history.replaceState(null, "", location.pathname);
    });
    keep({ text, view: this.view, played: this.playedText });
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
