// All tests of the page: types, units, the bundle, and a real browser.
//
//     PENCILMARK=pencilmark PENCILMARK_CHROMIUM=/usr/bin/chromium node tests/run.mjs [PART...]
//
// Parts are types, unit, bundle, and the files of tests/browser.

import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const browser = readdirSync(join(here, "browser")).filter((name) => name.endsWith(".test.mjs")).map((name) => name.replace(".test.mjs", ""));
const wanted = process.argv.slice(2);
const parts = wanted.length > 0 ? wanted : ["types", "unit", "bundle", ...browser];

function node(...words) {
  const done = spawnSync(process.execPath, words, { stdio: "inherit", cwd: join(here, "..") });
  if (done.status !== 0) process.exit(done.status ?? 1);
}

for (const part of parts) {
  if (part === "types") node(join(here, "../node_modules/typescript/bin/tsc"), "--noEmit");
  else if (part === "unit") node(join(here, "unit.mjs"));
  else if (part === "bundle") node(join(here, "bundle.mjs"));
  else node("--test", "--test-reporter=spec", join(here, "browser", `${part}.test.mjs`));
}
