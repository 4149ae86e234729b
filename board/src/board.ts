// The board on the page: the server's picture, what stands on it, and over both a grid that screen readers know.

import { type Cell, columnOf, rowOf } from "./cells";
import { h, s } from "./dom";
import { drawOver, drawUnder } from "./marks";
import type { Puzzle } from "./puzzle";
import { emptyScene, labelOf, type Scene } from "./scene";
import type { Selection } from "./selection";

interface View {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** A point of the board in cells, from the top left corner of the grid. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export class Board {
  readonly element: HTMLElement;
  private readonly under = s("svg", { class: "layer", "aria-hidden": "true" });
  private readonly picture = h("div", { class: "layer picture", "aria-hidden": "true" });
  private readonly over = s("svg", { class: "layer", "aria-hidden": "true" });
  private readonly grid = h("div", { role: "grid", class: "cells", "aria-label": "Puzzle", "aria-multiselectable": "true" });
  private cells: HTMLElement[] = [];
  private scene: Scene;
  private view: View = { x: -0.12, y: -0.12, width: 9.24, height: 9.24 };
  private drawn: View = this.view;
  private margin = false;
  private labelled = new Set<Cell>();

  constructor(puzzle: Puzzle) {
    this.scene = emptyScene(puzzle);
    this.element = h("div", { class: "board" }, this.under, this.picture, this.over, this.grid);
    this.makeGrid(puzzle);
    this.fit();
  }

  /** Takes over a puzzle and its picture. */
  setPicture(puzzle: Puzzle, svg: string): void {
    const parsed = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
    const box = (parsed.getAttribute("viewBox") ?? "").split(/\s+/).map(Number);
    const [x = 0, y = 0, width = puzzle.columns, height = puzzle.rows] = box;
    // Colours lie below the picture, so its paper is the board's own.
    const paper = parsed.querySelector("rect");
    const fill = paper?.getAttribute("fill");
    if (paper && fill) {
      this.element.style.setProperty("--board-paper", fill);
      this.element.toggleAttribute("data-dark", Number.parseInt(fill.slice(1, 3), 16) < 128);
      paper.remove();
    }
    // Rules in words stand beside the board, where they can be read at any size.
    let told = Number.POSITIVE_INFINITY;
    for (const text of parsed.querySelectorAll("text:not([text-anchor])")) {
      if (Number(text.getAttribute("y")) <= puzzle.rows) continue;
      told = Math.min(told, Number(text.getAttribute("y")) - 0.35);
      text.remove();
    }
    this.drawn = { x, y, width, height: Math.min(height, Math.max(told - y, puzzle.rows + 0.12 - y)) };
    this.labelled = labelsIn(parsed, puzzle);
    parsed.removeAttribute("role");
    parsed.querySelector("title")?.remove();
    parsed.setAttribute("class", "layer");
    this.picture.replaceChildren(document.importNode(parsed, true));
    const old = this.scene.puzzle;
    if (old.rows !== puzzle.rows || old.columns !== puzzle.columns || this.cells.length === 0) this.makeGrid(puzzle);
    this.grid.setAttribute("aria-label", puzzle.title === "" ? "Puzzle" : puzzle.title);
    this.scene = emptyScene(puzzle);
    this.fit();
  }

  /** Makes room around the grid for clues outside, or takes it back. */
  setMargin(margin: boolean): void {
    this.margin = margin;
    this.fit();
  }

  draw(scene: Scene, selection: Selection): void {
    this.scene = scene;
    const selected = new Set(selection.cells);
    this.under.replaceChildren(...drawUnder(scene));
    this.over.replaceChildren(...drawOver(scene, selected, this.labelled));
    this.cells.forEach((element, cell) => {
      element.setAttribute("aria-label", labelOf(scene, cell));
      element.setAttribute("aria-selected", String(selected.has(cell)));
      element.tabIndex = cell === selection.cursor ? 0 : -1;
    });
  }

  /** Gives the keyboard to the cell under the cursor. */
  focus(selection: Selection): void {
    this.cells[selection.cursor]?.focus({ preventScroll: true });
  }

  /** Calls back when a cell gets the focus by other means than ours: Tab, or a screen reader. */
  onFocus(focused: (cell: Cell) => void): void {
    this.grid.addEventListener("focusin", (event) => {
      const cell = this.cells.indexOf(event.target as HTMLElement);
      if (cell >= 0) focused(cell);
    });
  }

  get hasFocus(): boolean {
    return this.grid.contains(document.activeElement);
  }

  pointAt(event: { clientX: number; clientY: number }): Point {
    const box = this.element.getBoundingClientRect();
    return {
      x: this.view.x + ((event.clientX - box.left) / box.width) * this.view.width,
      y: this.view.y + ((event.clientY - box.top) / box.height) * this.view.height,
    };
  }

  private makeGrid(puzzle: Puzzle): void {
    this.cells = Array.from({ length: puzzle.rows * puzzle.columns }, (_, cell) =>
      h("div", {
        role: "gridcell",
        class: "cell",
        tabindex: -1,
        "aria-colindex": columnOf(cell, puzzle) + 1,
        "data-cell": `r${rowOf(cell, puzzle) + 1}c${columnOf(cell, puzzle) + 1}`,
      }),
    );
    const rows = Array.from({ length: puzzle.rows }, (_, row) =>
      h("div", { role: "row", class: "row", "aria-rowindex": row + 1 }, ...this.cells.slice(row * puzzle.columns, (row + 1) * puzzle.columns)),
    );
    this.grid.setAttribute("aria-rowcount", String(puzzle.rows));
    this.grid.setAttribute("aria-colcount", String(puzzle.columns));
    this.grid.replaceChildren(...rows);
    this.grid.style.setProperty("--rows", String(puzzle.rows));
    this.grid.style.setProperty("--columns", String(puzzle.columns));
  }

  /** Puts all layers into one frame. */
  private fit(): void {
    const { rows, columns } = this.scene.puzzle;
    const room = this.margin ? 1.12 : 0;
    const left = Math.min(this.drawn.x, -room);
    const top = Math.min(this.drawn.y, -room);
    const right = Math.max(this.drawn.x + this.drawn.width, columns + room);
    const bottom = Math.max(this.drawn.y + this.drawn.height, rows + room);
    this.view = { x: left, y: top, width: right - left, height: bottom - top };
    const box = `${left} ${top} ${this.view.width} ${this.view.height}`;
    for (const svg of [this.under, this.over, ...this.picture.children]) {
      svg.setAttribute("viewBox", box);
      svg.removeAttribute("width");
      svg.removeAttribute("height");
    }
    this.element.style.aspectRatio = `${this.view.width} / ${this.view.height}`;
    this.element.style.setProperty("--ratio", String(this.view.width / this.view.height));
    const percent = (value: number, of: number) => `${(100 * value) / of}%`;
    Object.assign(this.grid.style, {
      left: percent(-left, this.view.width),
      top: percent(-top, this.view.height),
      width: percent(columns, this.view.width),
      height: percent(rows, this.view.height),
    });
  }
}

/** Cells with a text at their top left: sums of cages. */
function labelsIn(svg: Element, puzzle: Puzzle): Set<Cell> {
  const cells = new Set<Cell>();
  for (const text of svg.querySelectorAll("text")) {
    const [x, y] = [Number(text.getAttribute("x")), Number(text.getAttribute("y"))];
    if (Number(text.getAttribute("font-size")) > 0.3) continue;
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (column < 0 || row < 0 || column >= puzzle.columns || row >= puzzle.rows) continue;
    if (x - column < 0.4 && y - row < 0.4) cells.add(row * puzzle.columns + column);
  }
  return cells;
}
