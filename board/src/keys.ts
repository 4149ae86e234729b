// The keys of SudokuPad, by the place of a key (`event.code`), so that they work on every layout.

import type { Layer } from "./play";

export type Action =
  | { readonly do: "enter"; readonly layer: Layer | null; readonly digit: number }
  | { readonly do: "move"; readonly down: number; readonly right: number; readonly extend: boolean }
  | { readonly do: "edge"; readonly end: boolean; readonly extend: boolean }
  | { readonly do: "mode"; readonly layer: Layer }
  | { readonly do: "next-mode"; readonly back: boolean }
  | { readonly do: "filter"; readonly digit: number }
  | { readonly do: "clear" | "undo" | "redo" | "all" | "none" | "invert" | "hint" | "next-step" | "previous-step" | "help" | "place" | "next-list" };

/** What of a keyboard event matters. */
export interface Key {
  readonly code: string;
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};
// With Shift and without NumLock the numpad's digits come as these; their place stays.
const NUMPAD = /^Numpad(\d)$/;
const DIGIT = /^Digit(\d)$/;

const MODES: Record<string, Layer> = { KeyX: "corner", KeyC: "centre", KeyV: "colour" };

/** The action of a key on the board, or null if it is none of ours. */
export function actionOf(event: Key): Action | null {
  if (event.altKey) return null;
  const ctrl = event.ctrlKey || event.metaKey;
  const digit = DIGIT.exec(event.code) ?? NUMPAD.exec(event.code);
  if (digit) return { do: "enter", layer: layerOf(ctrl, event.shiftKey), digit: Number(digit[1]) };
  const arrow = ARROWS[event.code] ?? ARROWS[event.key];
  if (arrow) return { do: "move", down: arrow[0], right: arrow[1], extend: ctrl || event.shiftKey };
  return ctrl ? withControl(event) : alone(event);
}

function layerOf(ctrl: boolean, shift: boolean): Layer | null {
  if (ctrl && shift) return "colour";
  if (ctrl) return "centre";
  return shift ? "corner" : null;
}

function withControl(event: Key): Action | null {
  // On German keyboards Z and Y have changed places: letters with Control go by what is printed on them,
  // unless that is no Latin letter.
  const printed = event.key.toLowerCase();
  const letter = /^[a-z]$/.test(printed) ? printed : event.code.slice(3).toLowerCase();
  if (letter === "a") return { do: event.shiftKey ? "none" : "all" };
  if (letter === "i" && !event.shiftKey) return { do: "invert" };
  if (letter === "z") return { do: event.shiftKey ? "redo" : "undo" };
  if (letter === "y") return { do: "redo" };
  if (event.code === "Space") return { do: "next-mode", back: true };
  return null;
}

function alone(event: Key): Action | null {
  switch (event.code) {
    case "Space":
    case "PageDown":
      return { do: "next-mode", back: false };
    case "PageUp":
      return { do: "next-mode", back: true };
    case "Delete":
    case "Backspace":
    case "NumpadDecimal":
      return { do: "clear" };
    case "Home":
    case "End":
      return { do: "edge", end: event.code === "End", extend: event.shiftKey };
    case "Enter":
    case "NumpadEnter":
      return { do: "place" };
    case "Escape":
      return { do: "none" };
    case "KeyH":
      return { do: "hint" };
    case "KeyN":
      return { do: "next-step" };
    case "KeyP":
      return { do: "previous-step" };
  }
  if (event.key === "?") return { do: "help" };
  if (event.key === "/" || event.key === "=") return { do: "next-list" };
  // Z on most keyboards, Y on German ones: the key at the left of the lowest row.
  if (event.code === "KeyZ" || event.key.toLowerCase() === "z") return { do: "mode", layer: "digit" };
  const mode = MODES[event.code];
  if (mode) return { do: "mode", layer: mode };
  const filter = /^F([1-9])$/.exec(event.key);
  return filter ? { do: "filter", digit: Number(filter[1]) } : null;
}
