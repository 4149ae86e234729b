// What a program says, line by line: answers and grids out of it, mistakes with their places.

import type { Mistake } from "./editor";

/** The goal that runs a query, prints what it binds, up to so many times, and what is still open. */
export function wrapped(goal: string, answers: number): string {
  const quoted = goal.trim().replace(/\.\s*$/, "").replaceAll("\\", "\\\\").replaceAll("'", "\\'").replaceAll("\n", " ");
  return [
    `atom_to_term('${quoted}', Goal__, Names__)`,
    `forall(limit(${answers}, Goal__), (`,
    "copy_term(Names__, Copy__, Open__)",
    "Style__ = [quoted(true), portray(true), numbervars(true), variable_names(Copy__)]",
    "forall((member(N__ = V__, Copy__), nonvar(V__)), (write(N__), write(' = '), write_term(V__, Style__), nl))",
    "forall((member(O__, Open__), (O__ = _:P__ -> true ; P__ = O__)), (write_term(P__, Style__), nl))",
    "writeln('%%')))",
  ].join(", ").replace("(, ", "(");
}

/** What is said about a query, without the words that run it; and the first of these sentences, if there is any. */
export function ofGoal(lines: readonly string[], run: string): { readonly lines: string[]; readonly mistake: string | null } {
  const around = new RegExp(`^((?:ERROR|Warning): )-g ${run.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}: (?:'<meta-call>'/1: )?`);
  const mistake = lines.find((line) => around.test(line))?.replace(around, "") ?? null;
  return { lines: lines.map((line) => line.replace(around, "$1")), mistake };
}

/** A grid of numbers that a line of output holds, if it holds one. */
export function gridIn(line: string): number[][] | null {
  const lists = /\[\s*(\[[\d\s,]+\](?:\s*,\s*\[[\d\s,]+\])+)\s*\]/.exec(line)?.[1];
  if (lists !== undefined) {
    const rows = [...lists.matchAll(/\[([^\]]*)\]/g)].map(([, row]) => (row ?? "").split(",").map(Number));
    return rows.length > 1 && rows.every((row) => row.length === rows[0]?.length) ? rows : null;
  }
  const numbers = /^\s*\d+(?:\s+\d+)+\s*$/.test(line) ? line.trim().split(/\s+/).map(Number) : [];
  const side = Math.sqrt(numbers.length);
  if (side < 4 || !Number.isInteger(side)) return null;
  return Array.from({ length: side }, (_, r) => numbers.slice(r * side, (r + 1) * side));
}

/** A grid of the atoms name(row, column, value) of an answer set, if they fill one. */
export function gridOf(atoms: readonly string[]): number[][] | null {
  const found = new Map<string, Map<string, number>>();
  for (const atom of atoms) {
    const parts = /^(\w+)\((\d+),(\d+),(\d+)\)$/.exec(atom);
    if (!parts) continue;
    const cells = found.get(parts[1] as string) ?? new Map<string, number>();
    found.set(parts[1] as string, cells.set(`${parts[2]} ${parts[3]}`, Number(parts[4])));
  }
  for (const cells of found.values()) {
    const side = Math.sqrt(cells.size);
    if (side < 4 || !Number.isInteger(side)) continue;
    const rows = Array.from({ length: side }, (_, r) => Array.from({ length: side }, (_, c) => cells.get(`${r + 1} ${c + 1}`)));
    if (rows.every((row) => row.every((value) => value !== undefined))) return rows as number[][];
  }
  return null;
}

const PLACE = /^(?:(ERROR|Warning):\s+)?(?:program\.\w+|<stdin>):(\d+):(?:(\d+)(?:-(\d+))?:)?\s*(?:(error|warning|note|info):\s*)?(.*)$/;

/**
 * Mistakes in a program: `ERROR: program.pl:5:7: message`, `<stdin>:1:9-10: error: message`. What the lines below
 * say of it belongs to it.
 */
export function mistakesIn(lines: readonly string[]): Mistake[] {
  const found: Mistake[] = [];
  for (const line of lines) {
    const parts = PLACE.exec(line);
    if (parts) {
      const column = Number(parts[3] ?? 1);
      const length = parts[4] === undefined ? {} : { length: Math.max(1, Number(parts[4]) - column) };
      const mild = parts[1] === "Warning" || (parts[5] !== undefined && parts[5] !== "error");
      found.push({ line: Number(parts[2]), column, message: (parts[6] ?? "").trim(), ...length, ...(mild ? { mild } : {}) });
      continue;
    }
    const more = /^(?:(?:ERROR|Warning): {2,}| *= )(\S.*)$/.exec(line)?.[1];
    const last = found.pop();
    if (!last) continue;
    if (more === undefined) found.push(last);
    else if (last.message === "") found.push({ ...last, message: more });
    else found.push({ ...last, help: last.help === undefined ? more : `${last.help} ${more}` });
  }
  return found;
}
