// Times two modes of Interactive Sudoku Solver: counting, and the candidates of all solutions.
//
//     node iss_modes.mjs CHECKOUT PUZZLES.jsonl [--most N] [--seconds S]
//
// CHECKOUT is a working tree of the peer; nothing of it is part of this repository. Each line has
// `name` and `input`. Each mode runs once cold, then again until S seconds are over (1), so
// that the compiler has seen the code; the median counts. Times are CPU milliseconds of building
// and searching. Counting ends at N solutions (100,000).
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const words = process.argv.slice(2);
const option = (name, usual) => {
  const at = words.indexOf(`--${name}`);
  return at < 0 ? usual : Number(words[at + 1]);
};
const [checkout, puzzles] = words;
if (!checkout || !puzzles) {
  console.error('node iss_modes.mjs CHECKOUT PUZZLES.jsonl [--most N] [--seconds S]');
  process.exit(2);
}
const most = option('most', 100_000);
const seconds = option('seconds', 1);

// The peer's modules are written for a browser.
globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= '';
const load = (path) => import(join(resolve(checkout), path));
const { SudokuParser } = await load('js/sudoku_parser.js');
const { SudokuBuilder } = await load('js/solver/sudoku_builder.js');

const build = (text) => SudokuBuilder.build(
  SudokuBuilder.resolveConstraint(SudokuParser.parseText(text)));

const timed = (work) => {
  const once = () => {
    const before = process.cpuUsage();
    const answer = work();
    const { user, system } = process.cpuUsage(before);
    return [(user + system) / 1000, answer];
  };
  const [cold, answer] = once();
  const until = performance.now() + 1000 * seconds;
  const times = [];
  while (performance.now() < until && cold < 5000) times.push(once()[0]);
  times.sort((a, b) => a - b);
  return { ms: times.length ? times[times.length >> 1] : cold, answer };
};

for (const line of readFileSync(puzzles, 'utf8').split('\n').filter(Boolean)) {
  const { name, input } = JSON.parse(line);
  try {
    // A line each, so that what is known is known even if the other takes too long.
    const count = timed(() => build(input).countSolutions(most));
    console.log(JSON.stringify({ name, count }));
    const candidates = timed(() => {
      const solver = build(input);
      const counts = solver.solveAllPossibilities(1);
      return counts ? [...counts].filter((n) => n > 0).length : 0;
    });
    console.log(JSON.stringify({ name, candidates }));
  } catch (error) {
    console.log(JSON.stringify({ name, error: String(error?.message ?? error).slice(0, 200) }));
  }
}
