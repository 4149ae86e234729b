// What is made of answers of the server: streams, grids, mistakes, conflicts, steps, the fragment.

import assert from "node:assert/strict";
import { test } from "node:test";
import { gridIn, gridOf, mistakesIn, ofGoal, wrapped } from "../../src/answers";
import { reason, serverSentEvents } from "../../src/ask";
import { conflicts } from "../../src/conflicts";
import { diagonalFrom, edgeAt, lineFrom } from "../../src/outside";
import { puzzleOf } from "../../src/puzzle";
import { fromFragment, toFragment } from "../../src/share";
import { Witnesses } from "../../src/witnesses";
import { listsOf, partsOf, statementOf, toolOf } from "../../src/tools";

test("events of a stream are put together however it is cut", async () => {
  const text = 'event: out\ndata: {"a":1}\n\nevent: err\r\ndata: é ü\r\n\r\nevent: end\ndata: {"exit":0,"why":null}\n\n';
  const bytes = new TextEncoder().encode(text);
  for (const width of [1, 2, 3, 7, 1000]) {
    const stream = new ReadableStream<Uint8Array>({
      start(controller) {
        for (let at = 0; at < bytes.length; at += width) controller.enqueue(bytes.slice(at, at + width));
        controller.close();
      },
    });
    const events = [];
    for await (const event of serverSentEvents(stream)) events.push(event);
    assert.deepEqual(events, [
      { event: "out", data: '{"a":1}' },
      { event: "err", data: "é ü" },
      { event: "end", data: '{"exit":0,"why":null}' },
    ]);
  }
});

test("grids are found in lines and in atoms", () => {
  assert.deepEqual(gridIn("Rows = [[1,2],[3,4]]"), [[1, 2], [3, 4]]);
  assert.equal(gridIn("Rows = [[1,2],[3]]"), null);
  assert.deepEqual(gridIn("1 2 3 4 3 4 1 2 2 1 4 3 4 3 2 1")?.length, 4);
  assert.equal(gridIn("1 2 3"), null);
  assert.equal(gridIn("X = 1"), null);
  const atoms = Array.from({ length: 16 }, (_, i) => `cell(${Math.floor(i / 4) + 1},${(i % 4) + 1},${i})`);
  assert.deepEqual(gridOf(["x(1)", ...atoms])?.[3], [12, 13, 14, 15]);
  assert.equal(gridOf(atoms.slice(1)), null);
});

test("answer sets are read one by one while they are written", () => {
  const lines = `{
  "Solver": "x",
  "Call": [
    {
      "Witnesses": [
        {
          "Value": [
            "a(1)","b(\\"]\\")"
          ],
          "Costs": [
            3,0
          ]
        },
        {
          "Value": [
            
          ]
        },
        {
          "Value": [
            "c{"
          ]
        }
      ]
    }
  ],
  "Result": "SATISFIABLE",
  "Models": {
    "Number": 3,
    "More": "yes"
  }
}`.split("\n");
  const witnesses = new Witnesses();
  const found = lines.flatMap((line, at) => {
    const witness = witnesses.take(line);
    return witness ? [[at, witness]] : [];
  });
  // Each is there before the line with its last brace, which ends only when the next one begins.
  assert.deepEqual(found, [
    [11, { Value: ["a(1)", 'b("]")'], Costs: [3, 0] }],
    [16, { Value: [] }],
    [21, { Value: ["c{"] }],
  ]);
  assert.deepEqual(witnesses.summary(), { Solver: "x", Call: [{}], Result: "SATISFIABLE", Models: { Number: 3, More: "yes" } });
  const none = new Witnesses();
  for (const line of ["{", '  "Call": [', "    {", "    }", "  ],", '  "Result": "UNSATISFIABLE"', "}"]) assert.equal(none.take(line), null);
  assert.equal(none.summary()?.Result, "UNSATISFIABLE");
  assert.equal(new Witnesses().summary(), null, "it broke off");
});

test("mistakes have places", () => {
  assert.deepEqual(mistakesIn(["ERROR: program.pl:5:7: Syntax error: Operator expected", "  a :- b(X.", "<stdin>:1:9-10: error: syntax error, unexpected ."]), [
    { line: 5, column: 7, message: "Syntax error: Operator expected" },
    { line: 1, column: 9, length: 1, message: "syntax error, unexpected ." },
  ]);
  assert.deepEqual(mistakesIn(["Warning: program.pl:4:", "Warning:    Clauses of p/1 are not together in the source-file", "Warning:    Earlier definition at program.pl:1", "Warning:    Current predicate: r/1"]), [
    { line: 4, column: 1, mild: true, message: "Clauses of p/1 are not together in the source-file", help: "Earlier definition at program.pl:1 Current predicate: r/1" },
  ]);
});

test("of a query only what is wrong with it is said", () => {
  const run = wrapped("q(X), Y = 'a+b'.", 3);
  assert.deepEqual(ofGoal([`ERROR: -g ${run}: '<meta-call>'/1: Unknown procedure: q/1`, "ERROR: more"], run), { lines: ["ERROR: Unknown procedure: q/1", "ERROR: more"], mistake: "Unknown procedure: q/1" });
  assert.deepEqual(ofGoal(["Warning: program.pl:4:"], run), { lines: ["Warning: program.pl:4:"], mistake: null });
});

const board = (clues: { kind: string; numbers?: number[]; cells?: string[][] }[]) => puzzleOf({ rows: 4, columns: 4, digits: [1, 4], clues });

test("conflicts are those that anybody sees", () => {
  const row = { kind: "row", cells: [["r1c1", "r1c2", "r1c3", "r1c4"]] };
  const check = (clues: Parameters<typeof board>[0], digits: [number, number][]) => [...conflicts(board(clues), new Map(digits))].sort((a, b) => a - b);
  assert.deepEqual(check([row], [[0, 1], [3, 1], [4, 1]]), [0, 3]);
  assert.deepEqual(check([{ kind: "cage", numbers: [5], cells: [["r1c1", "r1c2"]] }], [[0, 4], [1, 2]]), [0, 1]);
  assert.deepEqual(check([{ kind: "cage", numbers: [5], cells: [["r1c1", "r1c2"]] }], [[0, 4]]), []);
  assert.deepEqual(check([{ kind: "thermo", cells: [["r1c1", "r1c2", "r1c3"]] }], [[0, 3], [1, 2]]), [0, 1]);
  assert.deepEqual(check([{ kind: "anti-knight" }], [[0, 1], [6, 1]]), [0, 6]);
  assert.deepEqual(check([{ kind: "diagonals" }], [[0, 1], [5, 1], [3, 2], [12, 2]]), [0, 3, 5, 12]);
  assert.deepEqual(check([{ kind: "windoku" }], []), []);
  assert.deepEqual(check([{ kind: "non-consecutive" }], [[0, 1], [1, 2]]), [0, 1]);
  assert.deepEqual(check([{ kind: "non-consecutive" }, { kind: "difference", cells: [["r1c1", "r1c2"]] }], [[0, 1], [1, 2]]), []);
  assert.deepEqual(check([{ kind: "arrow", cells: [["r1c1"], ["r1c2", "r1c3"]] }], [[0, 3], [1, 2], [2, 2]]), [0, 1, 2]);
  assert.deepEqual(check([{ kind: "even", cells: [["r1c1"]] }], [[0, 3]]), [0]);
});

test("a puzzle goes into a fragment and back", async () => {
  for (const text of ["grid 9\n", "title Żółć\ncage 5 r1c1-2\n".repeat(50), ""]) assert.equal(await fromFragment(await toFragment(text)), text);
  assert.equal(await fromFragment("#p=not!"), null);
  assert.equal(await fromFragment("#p=AAAA"), null);
  assert.equal(await fromFragment("#other"), null);
  const long = await toFragment("a".repeat(3_000_000));
  assert.equal(await fromFragment(long), null, "what unpacks to too much is refused");
});

const kind = (syntax: string) => ({ name: syntax.split(" ")[0] as string, syntax, meaning: "", example: "", aliases: [] });
const FOUR = { rows: 4, columns: 4 };

test("the parts of a statement are read off its syntax", () => {
  assert.deepEqual(partsOf("cage [SUM] CELLS").map(({ part }) => part), ["value", "cells"]);
  assert.deepEqual(partsOf("given CELLS [=] DIGIT").map(({ part }) => part), ["cells", "value"]);
  assert.deepEqual(partsOf("arrow CIRCLE = SHAFT").map(({ part }) => part), ["cells", "sign", "cells"]);
  assert.deepEqual(partsOf("diagonal +|-"), [{ part: "choice", words: ["+", "-"], required: true }]);
  assert.deepEqual(listsOf(toolOf(kind("same-digits CELLS / CELLS ..."))), { count: 2, more: true });
});

test("statements are made of what was chosen", () => {
  const made = (syntax: string, words: [number, string][], lists: number[][], direction = "right") =>
    statementOf(toolOf(kind(syntax)), { words: new Map(words), lists, direction }, FOUR);
  assert.deepEqual(made("cage [SUM] CELLS", [[0, "5"]], [[0, 1]]), { text: "cage 5 r1c1-2" });
  assert.deepEqual(made("cage [SUM] CELLS", [], [[0, 1]]), { text: "cage r1c1-2" });
  assert.deepEqual(made("arrow CIRCLE = SHAFT", [], [[0], [1, 2]]), { text: "arrow r1c1 = r1c2-3" });
  assert.deepEqual(made("sandwich SUM LINE", [[0, "7"]], [[4]], "right"), { text: "sandwich 7 r2c1 right" });
  assert.deepEqual(made("little-killer SUM CELL DIRECTION", [[0, "7"], [2, "down-left"]], [[3]]), { text: "little-killer 7 r1c4 down-left" });
  assert.deepEqual(made("same-digits CELLS / CELLS ...", [], [[0], [1], [2]]), { text: "same-digits r1c1 / r1c2 / r1c3" });
  assert.deepEqual(made("chaos-arrow CELLS / CELLS ... [others]", [[3, "others"]], [[0], [1]]), { text: "chaos-arrow r1c1 / r1c2 others" });
  assert.ok("missing" in made("sum SUM CELLS", [], [[0]]));
  assert.ok("missing" in made("arrow CIRCLE = SHAFT", [], [[0]]));
});

test("presses beside the grid and on edges mean lines and pairs", () => {
  assert.deepEqual(lineFrom({ x: -0.5, y: 1.5 }, FOUR), { cell: 4, direction: "right" });
  assert.deepEqual(lineFrom({ x: 2.5, y: 4.5 }, FOUR), { cell: 14, direction: "up" });
  assert.equal(lineFrom({ x: -0.5, y: -0.5 }, FOUR), null);
  assert.deepEqual(diagonalFrom({ x: -0.5, y: -0.5 }, "up-left", FOUR), { cell: 0, direction: "down-right" });
  assert.deepEqual(diagonalFrom({ x: 2.5, y: -0.5 }, "down-left", FOUR), { cell: 1, direction: "down-left" });
  assert.deepEqual(edgeAt({ x: 1.05, y: 0.5 }, false, FOUR), [0, 1]);
  assert.deepEqual(edgeAt({ x: 0.5, y: 0.95 }, false, FOUR), [0, 4]);
  assert.equal(edgeAt({ x: 0.5, y: 0.5 }, false, FOUR), null);
  assert.deepEqual(edgeAt({ x: 1.1, y: 0.9 }, true, FOUR), [0, 1, 4, 5]);
});

test("a refusal is told without the name of the program", () => {
  assert.equal(reason({ out: [], err: ["pencilmark: `windoku` is not for 6x6 grids"], exit: 2, why: null }), "`windoku` is not for 6x6 grids");
});
