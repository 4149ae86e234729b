// Writes the whole collection of Interactive Sudoku Solver as a suite: one JSON object a line.
//
//     node iss_collection.mjs CHECKOUT > whole.jsonl
//
// CHECKOUT is a working tree of the peer: its examples, its sets of puzzles and those of its own
// end-to-end tests, each once. What it keeps as a script is run; nothing of it is part of this
// repository. `bench/iss.py` takes the file.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const [checkout] = process.argv.slice(2);
if (!checkout) {
  console.error('node iss_collection.mjs CHECKOUT');
  process.exit(2);
}
globalThis.self ??= globalThis;
globalThis.VERSION_PARAM ??= '';
const load = (path) => import(join(resolve(checkout), path));
const sets = await load('data/collections.js');
const { PUZZLE_INDEX, DISPLAYED_EXAMPLE_GROUPS, resolvePuzzleConfig } = await load('data/example_puzzles.js');
const { solveCollections } = await load('tests/e2e/e2e_puzzles.js');
const { runSandboxToConstraint } = await load('tools/lib/sandbox_runner.js');

const puzzles = new Map();
const add = (entry, otherwise) => {
  const { name, input, solution, extraConstraints } = entry ?? {};
  if (typeof input !== 'string' || puzzles.has(input)) return;
  const named = name && name !== input ? name : otherwise;
  puzzles.set(input, { name: named, input, solution, extra: extraConstraints ?? '' });
};
for (const group of DISPLAYED_EXAMPLE_GROUPS) {
  const list = Object.values(group).find(Array.isArray) ?? [];
  list.forEach((entry) => add(resolvePuzzleConfig(entry), entry.name));
}
for (const [title, set] of Object.entries(sets).filter(([, set]) => Array.isArray(set))) {
  const read = (entry) => (set.configFor ? set.configFor(entry) : resolvePuzzleConfig(entry));
  [...set].forEach((entry, i) => add(read(entry), `${title} #${i}`));
}
for (const entry of PUZZLE_INDEX.values()) add(resolvePuzzleConfig(entry), entry.name);
for (const { collection, puzzles: list } of solveCollections) {
  list.forEach((entry, i) => add(resolvePuzzleConfig(entry), `${collection} #${i}`));
}

// Names tell puzzles apart.
const seen = new Map();
for (const { name, input, solution, extra } of puzzles.values()) {
  let text = input;
  if (input.startsWith('/')) {
    const file = readFileSync(join(resolve(checkout), input), 'utf8');
    text = (input.endsWith('.js') ? await runSandboxToConstraint(file) : file) + extra;
  }
  const times = seen.get(name) ?? 0;
  seen.set(name, times + 1);
  const known = typeof solution === 'string' ? { solution } : {};
  console.log(JSON.stringify({ name: times ? `${name} (${times + 1})` : name, input: text.trim(), ...known }));
}
