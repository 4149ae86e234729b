// Bundles the unit tests and runs them in node.

import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "pencilmark-unit-"));
const entryPoints = readdirSync(join(here, "unit")).map((name) => join(here, "unit", name));
await build({ entryPoints, bundle: true, platform: "node", format: "esm", outdir: folder, outExtension: { ".js": ".mjs" }, logLevel: "warning" });
const files = readdirSync(folder).map((name) => join(folder, name));
const done = spawnSync(process.execPath, ["--test", "--test-reporter=spec", ...files], { stdio: "inherit" });
rmSync(folder, { recursive: true });
process.exit(done.status ?? 1);
