// What is kept when the page is closed: the puzzle of this tab, and what was entered into each puzzle.

import type { Saved } from "./play";

const TAB = "pencilmark.tab";
const LAST = "pencilmark.last";
const PLAYED = "pencilmark.played.";
const SETTINGS = "pencilmark.settings";
/** So many puzzles are remembered. */
const MOST = 60;

export interface Kept {
  readonly text: string;
  readonly view: string;
  /** The text that entries were last made into; the newest may have other clues. */
  readonly played?: string | null;
}

export interface Progress {
  readonly play: Saved;
  readonly seconds: number;
  readonly when: number;
}

export interface Settings {
  theme: "auto" | "light" | "dark";
  timer: boolean;
  conflicts: boolean;
  candidates: boolean;
  /** Centre marks each at its own place in the cell. */
  fixed: boolean;
}

const DEFAULTS: Settings = { theme: "auto", timer: true, conflicts: true, candidates: true, fixed: false };

/** A tab keeps its own puzzle when it is loaded again; a new tab starts with the last one of all. */
export function keep(kept: Kept): void {
  write(sessionStorage, TAB, kept);
  write(localStorage, LAST, kept);
}

export function kept(): Kept | null {
  return read<Kept>(sessionStorage, TAB) ?? read<Kept>(localStorage, LAST);
}

export function keepProgress(text: string, progress: Progress): void {
  write(localStorage, PLAYED + keyOf(text), progress);
}

export function progressOf(text: string): Progress | null {
  return read<Progress>(localStorage, PLAYED + keyOf(text));
}

export function loadSettings(): Settings {
  return { ...DEFAULTS, ...read<Partial<Settings>>(localStorage, SETTINGS) };
}

export function keepSettings(settings: Settings): void {
  write(localStorage, SETTINGS, settings);
}

/** A short name of a text; what is only layout does not count. */
export function keyOf(text: string): string {
  const plain = text.replace(/^\s*#.*$/gm, "").replace(/[ \t]+/g, " ").replace(/\s*\n\s*/g, "\n").trim();
  // FNV-1a in two halves: 64 bits are enough to tell a person's puzzles apart.
  let [a, b] = [0x811c9dc5, 0x01000193];
  for (let i = 0; i < plain.length; i += 1) {
    const code = plain.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193) >>> 0;
    b = Math.imul(b ^ (code + i), 0x85ebca6b) >>> 0;
  }
  return a.toString(36) + b.toString(36);
}

function read<T>(storage: Storage, key: string): T | null {
  try {
    const text = storage.getItem(key);
    return text === null ? null : (JSON.parse(text) as T);
  } catch {
    return null;
  }
}

function write(storage: Storage, key: string, value: unknown): void {
  try {
    storage.setItem(key, JSON.stringify(value));
  } catch {
    // Full, or not allowed: the oldest games make room, and if that is not it, the page works without.
    forgetOldest(storage);
    try {
      storage.setItem(key, JSON.stringify(value));
    } catch {
      return;
    }
  }
  if (key.startsWith(PLAYED)) forgetOldest(storage);
}

function forgetOldest(storage: Storage): void {
  try {
    const keys = Object.keys(storage).filter((key) => key.startsWith(PLAYED));
    if (keys.length <= MOST) return;
    const ages = keys.map((key) => ({ key, when: read<Progress>(storage, key)?.when ?? 0 }));
    ages.sort((x, y) => x.when - y.when);
    for (const { key } of ages.slice(0, keys.length - MOST)) storage.removeItem(key);
  } catch {
    // Not allowed to look: then nothing was kept either.
  }
}
