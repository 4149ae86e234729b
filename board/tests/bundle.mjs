// The files beside the server are those that the sources make.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const assets = join(here, "../../crates/server/assets");
const folder = mkdtempSync(join(tmpdir(), "pencilmark-bundle-"));
const made = spawnSync(process.execPath, [join(here, "../build.mjs"), "--into", folder], { stdio: "inherit" });
assert.equal(made.status, 0);
assert.deepEqual(readdirSync(folder).sort(), readdirSync(assets).sort());
for (const name of readdirSync(folder)) {
  assert.ok(readFileSync(join(folder, name)).equals(readFileSync(join(assets, name))), `${name} is not what the sources make: npm run build`);
}
rmSync(folder, { recursive: true });
console.log(`${readdirSync(assets).length} files are as the sources make them`);
