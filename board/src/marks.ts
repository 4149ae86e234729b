// Digits, marks, colours and highlights as shapes in cell units, over and under the server's picture.

import { type Cell, columnOf, rowOf, type Size } from "./cells";
import { s } from "./dom";
import type { Puzzle } from "./puzzle";
import { COLOURS, DOTS, type Mark, type Scene, type Shape } from "./scene";

const RADIUS: Partial<Record<Mark, number>> = { black: 0.035, blue: 0.0455, orange: 0.056 };
// Where corner marks go, in the order in which they are entered: corners, sides, middle.
const CORNERS: readonly (readonly [number, number])[] = [
  [0.17, 0.2], [0.83, 0.2], [0.17, 0.82], [0.83, 0.82], [0.5, 0.2], [0.5, 0.82], [0.17, 0.5], [0.83, 0.5], [0.5, 0.5],
];

interface Slots {
  readonly size: number;
  readonly at: (digit: number) => readonly [number, number];
}

/** Fixed places of candidates: as square as they can be, and never moved. With sums of cages they stay below these. */
function slotsOf(puzzle: Puzzle, labels: boolean): Slots {
  const count = puzzle.high - puzzle.low + 1;
  const side = Math.max(1, Math.ceil(Math.sqrt(count)));
  const top = labels ? 0.22 : 0.08;
  const left = labels ? 0.12 : 0.08;
  const [across, down] = [(1 - 2 * left) / side, (0.92 - top) / side];
  return {
    size: 0.86 * Math.min(across, down * 1.06),
    at: (digit) => {
      const i = digit - puzzle.low;
      return [left + across * ((i % side) + 0.5), top + down * (Math.floor(i / side) + 0.5)];
    },
  };
}

const middle = (cell: Cell, size: Size): readonly [number, number] => [columnOf(cell, size) + 0.5, rowOf(cell, size) + 0.5];

function letters(text: string, x: number, y: number, size: number, look: string): SVGElement {
  return s("text", { x, y: y + 0.36 * size, "font-size": size, class: look, "text-anchor": "middle" }, text);
}

/** Colours and tints: below the picture. */
export function drawUnder(scene: Scene): SVGElement[] {
  const made: SVGElement[] = [];
  for (const [cell, colours] of scene.colours) made.push(...wedges(cell, colours, scene.puzzle));
  for (const shape of scene.shapes) {
    if (shape.kind === "clue") {
      for (const cell of shape.cells) made.push(square(cell, scene.puzzle, 0, "tint"));
    }
    if (shape.kind === "place") made.push(square(shape.cell, scene.puzzle, 0, "tint-place"));
  }
  if (scene.filter !== null) {
    for (const cell of new Set([...cellsWith(scene, scene.filter), ...scene.open])) made.push(square(cell, scene.puzzle, 0, "tint-filter"));
  }
  for (const cell of scene.conflicts) made.push(square(cell, scene.puzzle, 0, "tint-wrong"));
  return made;
}

function cellsWith(scene: Scene, digit: number): Cell[] {
  const all = Array.from({ length: scene.puzzle.rows * scene.puzzle.columns }, (_, cell) => cell);
  return all.filter((cell) => {
    const placed = scene.puzzle.givens.get(cell) ?? scene.digits.get(cell);
    if (placed !== undefined) return placed === digit || scene.seconds.get(cell) === digit;
    const mark = scene.marks.get(cell)?.get(digit);
    return (mark !== undefined && !DOTS.has(mark)) || scene.centre.get(cell)?.includes(digit) || scene.corner.get(cell)?.includes(digit);
  });
}

function square(cell: Cell, size: Size, inset: number, look: string): SVGElement {
  return s("rect", { x: columnOf(cell, size) + inset, y: rowOf(cell, size) + inset, width: 1 - 2 * inset, height: 1 - 2 * inset, class: look });
}

/** Several colours of a cell are slices of it. */
function wedges(cell: Cell, colours: readonly number[], size: Size): SVGElement[] {
  const [x, y] = [columnOf(cell, size), rowOf(cell, size)];
  const width = 1 / colours.length;
  return colours.map((colour, i) => {
    // A slanted cut tells two colours of a cell from those of two cells.
    const lean = colours.length > 1 ? 0.12 : 0;
    const [left, right] = [x + i * width, x + (i + 1) * width];
    const slope = (at: number, edge: boolean) => (edge ? at : at + lean);
    const back = (at: number, edge: boolean) => (edge ? at : at - lean);
    const points = [
      [slope(left, i === 0), y], [slope(right, i === colours.length - 1), y],
      [back(right, i === colours.length - 1), y + 1], [back(left, i === 0), y + 1],
    ];
    return s("polygon", { points: points.map((p) => p.join(",")).join(" "), class: "colour", fill: COLOURS[colour]?.value ?? "#ccc" });
  });
}

/** Digits, marks, highlights and the selection: above the picture. */
export function drawOver(scene: Scene, selected: ReadonlySet<Cell>, labelled: ReadonlySet<Cell>): SVGElement[] {
  const made: SVGElement[] = [];
  const { puzzle } = scene;
  const slots = slotsOf(puzzle, labelled.size > 0);
  for (const [cell, marks] of scene.marks) {
    if (scene.digits.has(cell) || puzzle.givens.has(cell)) continue;
    const only = marks.size === 1 ? [...marks][0] : undefined;
    if (only?.[1] === "once" || only?.[1] === "many" || only?.[1] === "some") made.push(forced(cell, only[0], puzzle));
    else for (const [digit, mark] of marks) made.push(candidate(cell, digit, mark, slots, puzzle));
  }
  for (const [cell, digit] of scene.digits) {
    if (puzzle.givens.has(cell) && !puzzle.wrong.has(cell)) continue;
    const [x, y] = middle(cell, puzzle);
    const look = scene.conflicts.has(cell) ? "digit wrong" : "digit";
    const second = scene.seconds.get(cell);
    if (second === undefined) made.push(letters(String(digit), x, y, digit > 9 ? 0.56 : 0.65, look));
    // Two digits stand beside each other, the smaller first, with a stroke between them.
    else made.push(letters(String(digit), x - 0.22, y - 0.1, second > 9 ? 0.34 : 0.44, look), letters(String(second), x + 0.22, y + 0.1, second > 9 ? 0.34 : 0.44, look), s("path", { d: `M${x - 0.16} ${y + 0.3}L${x + 0.16} ${y - 0.3}`, class: "between" }));
  }
  for (const [cell, marks] of scene.corner) if (!scene.digits.has(cell)) made.push(...corners(cell, marks, puzzle, labelled.has(cell)));
  for (const [cell, marks] of scene.centre) if (!scene.digits.has(cell)) made.push(...centres(cell, marks, puzzle));
  for (const shape of scene.shapes) made.push(...highlight(shape, slots, puzzle));
  if (selected.size > 0) made.push(outline(selected, puzzle));
  return made;
}

function candidate(cell: Cell, digit: number, mark: Mark, slots: Slots, puzzle: Puzzle): SVGElement {
  const [dx, dy] = slots.at(digit);
  const [x, y] = [columnOf(cell, puzzle) + dx, rowOf(cell, puzzle) + dy];
  const radius = RADIUS[mark];
  if (radius !== undefined) return s("circle", { cx: x, cy: y, r: radius, class: `dot ${mark}` });
  return letters(String(digit), x, y, digit > 9 ? 0.8 * slots.size : slots.size, `mark ${mark}`);
}

/** The only digit that any solution has in a cell. */
function forced(cell: Cell, digit: number, puzzle: Puzzle): SVGElement {
  const [x, y] = middle(cell, puzzle);
  return letters(String(digit), x, y + 0.03, 0.5, "digit forced");
}

function corners(cell: Cell, marks: readonly number[], puzzle: Puzzle, labelled: boolean): SVGElement[] {
  const [x, y] = [columnOf(cell, puzzle), rowOf(cell, puzzle)];
  // The sum of a cage stands at the top left.
  const free = labelled ? CORNERS.slice(1) : CORNERS;
  return marks.map((mark, i) => {
    const [dx, dy] = free[i] ?? [0.5, 0.5];
    return letters(String(mark), x + dx, y + dy, 0.23, "mark plain");
  });
}

function centres(cell: Cell, marks: readonly number[], puzzle: Puzzle): SVGElement[] {
  if (marks.length === 0) return [];
  const [x, y] = middle(cell, puzzle);
  const wide = puzzle.high > 9;
  const length = wide ? marks.join(" ").length : marks.length;
  const size = length <= 5 ? 0.27 : Math.max(0.1, 1.42 / length);
  return [letters(marks.join(wide ? " " : ""), x, y, size, "mark plain")];
}

function highlight(shape: Shape, slots: Slots, puzzle: Puzzle): SVGElement[] {
  const place = (cell: Cell, digit: number): readonly [number, number] => {
    const [dx, dy] = slots.at(digit);
    return [columnOf(cell, puzzle) + dx, rowOf(cell, puzzle) + dy];
  };
  switch (shape.kind) {
    case "clue":
      return [frame(new Set(shape.cells), puzzle, 0.05, "frame-clue")];
    case "place": {
      const [x, y] = middle(shape.cell, puzzle);
      return [
        square(shape.cell, puzzle, 0.09, "frame-place"),
        letters(String(shape.digit), x, y, 0.6, "digit ghost"),
      ];
    }
    case "remove": {
      const [x, y] = place(shape.cell, shape.digit);
      const r = slots.size * 0.5;
      return [s("path", { d: `M${x - r} ${y + r}L${x + r} ${y - r}`, class: "strike" })];
    }
    case "ring": {
      const [x, y] = place(shape.cell, shape.digit);
      return [s("circle", { cx: x, cy: y, r: slots.size * 0.6, class: `ring ${shape.role}` })];
    }
    case "link": {
      const [x1, y1] = place(...shape.from);
      const [x2, y2] = place(...shape.to);
      return [s("line", { x1, y1, x2, y2, class: shape.strong ? "link strong" : "link" })];
    }
    case "wrong": {
      const [x, y] = [columnOf(shape.cell, puzzle) + 0.87, rowOf(shape.cell, puzzle) + 0.13];
      return [s("path", { d: `M${x - 0.07} ${y - 0.07}L${x + 0.07} ${y + 0.07}M${x - 0.07} ${y + 0.07}L${x + 0.07} ${y - 0.07}`, class: "cross" })];
    }
  }
}

const outline = (cells: ReadonlySet<Cell>, size: Size): SVGElement => frame(cells, size, 0.06, "selection");

/** A line inside the border of a set of cells. */
function frame(cells: ReadonlySet<Cell>, size: Size, inset: number, look: string): SVGElement {
  const inside = (row: number, column: number) =>
    row >= 0 && column >= 0 && row < size.rows && column < size.columns && cells.has(row * size.columns + column);
  const path: string[] = [];
  for (const cell of cells) {
    const [r, c] = [rowOf(cell, size), columnOf(cell, size)];
    const sides = [[-1, 0], [1, 0], [0, -1], [0, 1]] as const;
    for (const [down, right] of sides) {
      if (inside(r + down, c + right)) continue;
      // Along this side: from one end to the other, each drawn in, straight on, or around an inner corner.
      const [alongDown, alongRight] = [Math.abs(right), Math.abs(down)];
      const end = (sign: number) => {
        if (!inside(r + sign * alongDown, c + sign * alongRight)) return sign * (0.5 - inset);
        return sign * (inside(r + down + sign * alongDown, c + right + sign * alongRight) ? 0.5 + inset : 0.5);
      };
      const [x, y] = [c + 0.5 + right * (0.5 - inset), r + 0.5 + down * (0.5 - inset)];
      const point = (by: number) => `${round(x + alongRight * by)} ${round(y + alongDown * by)}`;
      path.push(`M${point(end(-1))}L${point(end(1))}`);
    }
  }
  return s("path", { d: path.join(""), class: look });
}

const round = (value: number): number => Math.round(value * 1000) / 1000;
