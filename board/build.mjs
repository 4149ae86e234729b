// Makes the page's files in crates/server/assets. `node build.mjs --into FOLDER` makes them elsewhere.

import { copyFileSync, mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const here = dirname(fileURLToPath(import.meta.url));
const at = process.argv.indexOf("--into");
const into = at > 0 ? process.argv[at + 1] : join(here, "../crates/server/assets");
mkdirSync(into, { recursive: true });
await build({
  entryPoints: [join(here, "src/main.ts")],
  bundle: true,
  minify: true,
  target: "es2022",
  format: "iife",
  charset: "utf8",
  legalComments: "none",
  loader: { ".pencil": "text", ".pl": "text", ".lp": "text" },
  outfile: join(into, "board.js"),
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) copyFileSync(join(here, name), join(into, name));
await build({ entryPoints: [join(here, "board.css")], minify: true, outfile: join(into, "board.css"), logLevel: "warning" });
