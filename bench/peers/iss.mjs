// Times Interactive Sudoku Solver on the puzzles of a suite: one JSON object a line.
//
//     node iss.mjs CHECKOUT SUITE.jsonl [--only PART-OF-NAME] [--backtracks N] [--seconds S]
//
// CHECKOUT is a working tree of the peer; nothing of it is part of this repository. A puzzle is
// built and searched until two solutions are found or there are no more: once cold, then again
// until S seconds are over (0.3), so that the compiler has seen the code; the median counts.
// Times are CPU milliseconds of building and of searching.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const words = process.argv.slice(2);
const option = (name, usual) => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? usual : words[at + 1];
};
const [checkout, suite] = words;
if (!checkout || !suite) {
  console.error('node iss.mjs CHECKOUT SUITE.jsonl [--only TEXT] [--backtracks N] [--seconds S]');
  process.exit(2);
}
const only = option('only', '');
const backtracks = Number(option('backtracks', 1_000_000));
const seconds = Number(option('seconds', 0.3));

// The peer's modules are written for a browser.
globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= '';
const load = (path) => import(join(resolve(checkout), path));
const { SudokuParser } = await load('js/sudoku_parser.js');
const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');

const cpu = () => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

const solve = (text) => {
  const start = cpu();
  const solver = SudokuBuilder.build(
    SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)))._internalSolver;
  const built = cpu();
  let found = 0;
  solver.run({ maxBacktracks: backtracks, maxSolutions: 2 }, () => { found += 1; });
  const done = cpu();
  const whole = found > 1 || solver.state === solver.constructor.STATE_EXHAUSTED;
  return {
    build: built - start, search: done - built, guesses: solver.counters.guesses,
    solutions: solver.counters.solutions, whole,
  };
};

const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

for (const line of readFileSync(suite, 'utf8').split('\n').filter(Boolean)) {
  const { name, input } = JSON.parse(line);
  if (!name.includes(only)) continue;
  try {
    const cold = solve(input);
    const runs = [];
    const until = performance.now() + 1000 * seconds;
    while (performance.now() < until && cold.search < 2000) runs.push(solve(input));
    const measured = runs.length ? runs.slice(runs.length >> 2) : [cold];
    const of = (what) => median(measured.map((run) => run[what]));
    console.log(JSON.stringify({
      name, build_ms: of('build'), search_ms: of('search'), guesses: cold.guesses,
      solutions: cold.solutions, whole: cold.whole, runs: measured.length,
    }));
  } catch (error) {
    console.log(JSON.stringify({ name, error: String(error?.message ?? error).slice(0, 200) }));
  }
}
