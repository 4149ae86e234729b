// The view for setting: tools that write statements, live answers, the list of clues and the text itself.

import type { App } from "./app";
import type { Board, Point } from "./board";
import { type Cell, cellsOf } from "./cells";
import { ClueList } from "./clues";
import { button, field, h } from "./dom";
import { Editor } from "./editor";
import { Feedback } from "./feedback";
import { TwoKeys } from "./numbers";
import { diagonalFrom, edgeAt, lineFrom } from "./outside";
import { emptyScene, type Scene, type Shape } from "./scene";
import { FRAME, givensIn, type Statement, statementsOf, replaced, samePlace, withFrame, withGivens, without, withStatement } from "./statements";
import { Toolbox } from "./toolbox";
import { canLoop, listsOf, placesAtOnce, statementOf } from "./tools";

export class Setting {
  readonly element: HTMLElement;
  readonly tools: Toolbox;
  private readonly feedback: Feedback;
  private readonly clues: ClueList;
  private readonly editor: Editor;
  /** Lists of cells that are finished; the selection is the one that grows. */
  private finished: (readonly Cell[])[] = [];
  private readonly keys = new TwoKeys();

  constructor(
    private readonly app: App,
    private readonly board: Board,
  ) {
    this.tools = new Toolbox(app, {
      chosen: () => {
        this.finished = [];
        this.fitMargin();
        app.tell("scene", null);
      },
      place: () => this.place(),
      nextList: () => this.nextList(),
    });
    const redrawn = () => {
      this.clues.draw();
      app.tell("scene", null);
    };
    this.feedback = new Feedback(app, redrawn, this.history());
    this.clues = new ClueList(app, () => this.feedback, (statement) => this.look(statement));
    this.editor = new Editor("The puzzle as text", (text) => app.edit(text, true));
    app.on("text", (text) => {
      this.editor.text = text;
    });
    app.on("problems", (problems) => this.editor.show(problems));
    app.on("view", () => this.fitMargin());
    const text = h("details", { class: "fold", open: true }, h("summary", {}, "Text"), this.editor.element);
    this.element = h(
      "div",
      { class: "panel setting", id: "panel-set" },
      this.feedback.element,
      this.tools.element,
      this.frame(),
      this.clues.element,
      text,
    );
  }

  scene(): Scene {
    const { app } = this;
    const shapes: Shape[] = [
      ...this.finished.map((cells): Shape => ({ kind: "clue", cells })),
      ...[...this.clashing()].map((cell): Shape => ({ kind: "wrong", cell })),
    ];
    return { ...emptyScene(app.puzzle), marks: app.settings.candidates ? this.feedback.marks : new Map(), shapes };
  }

  /** The cells of clues that clash; of a map of givens only those that are meant. */
  private clashing(): Set<Cell> {
    const { app } = this;
    const statements = statementsOf(app.text, app.puzzle);
    const cells = this.feedback.clashing.flatMap(({ line, clue }) => {
      const at = line === null ? undefined : statements.find(({ first, last }) => line - 1 >= first && line - 1 <= last);
      if (at?.kind === "givens") return (clue.match(/\br\d+c\d+\b/g) ?? []).flatMap((word) => cellsOf(word, app.puzzle) ?? []);
      return at === undefined || FRAME.has(at.kind) ? [] : at.cells;
    });
    return new Set(cells);
  }

  /** A digit: of a given, or of the number that the tool wants. */
  digit(value: number): void {
    const { app } = this;
    if (this.tools.tool?.kind.name !== "given" && this.tools.type(String(value))) return;
    const givens = givensIn(app.text, app.puzzle, app.puzzle.low);
    const cells = app.selection.cells;
    const state = () => [cells, app.text].join("\n");
    // A second digit soon after the first makes a number of two, where there are such numbers.
    const number = this.keys.second(value, state(), app.puzzle.high);
    if (number !== null) {
      if (number >= app.puzzle.low) this.giveAs(new Map([...givens, ...cells.map((cell) => [cell, number] as const)]));
      return;
    }
    if (value >= app.puzzle.low && value <= app.puzzle.high) {
      const all = cells.length > 0 && cells.every((cell) => givens.get(cell) === value);
      for (const cell of cells) {
        if (all) givens.delete(cell);
        else givens.set(cell, value);
      }
      this.giveAs(givens);
    }
    this.keys.first(value, state());
  }

  /** Takes back what was typed; then givens of the cells; then clues that lie within them. */
  clear(): void {
    const { app } = this;
    if (this.tools.typed !== "" && this.tools.type("")) return;
    const cells = app.selection.cells;
    const givens = givensIn(app.text, app.puzzle, app.puzzle.low);
    const given = cells.filter((cell) => givens.delete(cell));
    if (given.length > 0) {
      this.giveAs(givens);
      return;
    }
    const inside = statementsOf(app.text, app.puzzle).filter((clue) => clue.cells.length > 0 && clue.cells.every((cell) => app.selection.has(cell)));
    if (inside.length > 0) app.edit(without(app.text, inside));
  }

  /** Writes the statement of the tool with the cells that are selected. */
  place(): void {
    const { app } = this;
    const { tool } = this.tools;
    if (!tool) return;
    const lists = [...this.finished, ...(app.selection.cells.length > 0 ? [app.selection.cells] : [])];
    const made = statementOf(tool, { words: this.tools.words, lists, direction: this.tools.direction }, app.puzzle);
    if ("missing" in made) {
      this.tools.tell(made.missing);
      app.say(made.missing);
      return;
    }
    this.finished = [];
    app.selection.none();
    const old = tool.group === "outside" || tool.kind.name === "cage" ? samePlace(app.text, made.text, app.puzzle) : null;
    app.edit(old ? replaced(app.text, old, made.text) : withStatement(app.text, made.text));
    this.tools.clear();
    app.say(`${old ? "Changed" : "Added"}: ${made.text}`);
    app.tell("selection", null);
  }

  nextList(): void {
    const { app } = this;
    if (!this.tools.tool || app.selection.cells.length === 0) return;
    const { count, more } = listsOf(this.tools.tool);
    if (!more && this.finished.length + 1 >= count) return;
    this.finished.push([...app.selection.cells]);
    app.selection.none();
    app.say("Next list of cells.");
    app.tell("scene", null);
  }

  /** The pointer is dragged over a cell: the next of a line, or one more. */
  over(cell: Cell): void {
    const { tool } = this.tools;
    if (tool?.group === "lines") this.app.selection.trace(cell, canLoop(tool));
    else this.app.selection.add(cell);
  }

  /** The pointer let go; `at` where it pressed without moving. */
  released(at: Point | null): void {
    const { app } = this;
    const { tool } = this.tools;
    if (!tool) return;
    if (at && tool.group === "edges") {
      const cells = edgeAt(at, tool.kind.name.startsWith("quadruple"), app.puzzle);
      if (cells) app.selection.set(cells);
    }
    const enough = tool.group === "cells" ? 1 : 2;
    if (placesAtOnce(tool) && app.selection.cells.length >= enough) this.place();
    else app.tell("scene", null);
  }

  outside(at: Point): void {
    const { app } = this;
    const { tool } = this.tools;
    if (tool?.group !== "outside") return;
    const diagonal = tool.kind.name === "little-killer";
    const entering = diagonal ? diagonalFrom(at, this.tools.direction, app.puzzle) : lineFrom(at, app.puzzle);
    if (!entering) return;
    app.selection.only(entering.cell);
    this.tools.setDirection(entering.direction);
    app.tell("selection", null);
    if (this.tools.typed !== "") this.place();
    else this.tools.focusValue();
  }

  undo(): void {
    if (!this.app.undoEdit()) this.app.say("Nothing to undo.");
  }

  redo(): void {
    if (!this.app.redoEdit()) this.app.say("Nothing to redo.");
  }

  private giveAs(givens: ReadonlyMap<Cell, number>): void {
    this.app.edit(withGivens(this.app.text, givens, this.app.puzzle));
    // What was said of the clue before is over.
    this.app.say("");
  }

  private look(statement: Statement): void {
    this.app.selection.set(statement.cells);
    this.app.say(`${statement.text}: ${statement.cells.length} cells`);
    this.app.tell("selection", null);
  }

  private fitMargin(): void {
    this.board.setMargin(this.app.view === "set" && this.tools.tool?.group === "outside");
  }

  private history(): HTMLElement {
    const undo = button("Undo", () => this.undo());
    const redo = button("Redo", () => this.redo());
    const draw = () => {
      undo.disabled = !this.app.canUndoEdit;
      redo.disabled = !this.app.canRedoEdit;
    };
    this.app.on("text", draw);
    draw();
    return h("div", { class: "row" }, undo, redo);
  }

  /** What the puzzle is called and how large it is. */
  private frame(): HTMLElement {
    const { app } = this;
    const make = (kind: string, label: string, value: () => string, hint?: string) => {
      const input = kind === "rules" ? h("textarea", { rows: 3 }) : h("input", { type: "text", autocomplete: "off" });
      input.addEventListener("change", () => app.edit(withFrame(app.text, kind, input.value.trim(), app.puzzle)));
      input.addEventListener("keydown", (event) => event.stopPropagation());
      app.on("puzzle", () => {
        if (document.activeElement !== input) input.value = value();
      });
      return field(label, input, hint);
    };
    return h(
      "details",
      { class: "fold" },
      h("summary", {}, "Title, size and rules"),
      make("title", "Title", () => app.puzzle.title),
      make("author", "Author", () => app.puzzle.author),
      make("grid", "Size", () => (app.puzzle.rows === app.puzzle.columns ? String(app.puzzle.rows) : `${app.puzzle.rows}x${app.puzzle.columns}`), "9, or rows x columns: 6x8"),
      make("digits", "Digits", () => `${app.puzzle.low}-${app.puzzle.high}`, "1-9"),
      make("rules", "Rules in words", () => app.puzzle.rules),
    );
  }
}
