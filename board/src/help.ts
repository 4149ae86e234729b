// The keys, in a table.

import { makeDialog } from "./dialog";
import { h } from "./dom";

const KEYS: readonly (readonly [string, string])[] = [
  ["Click, drag", "select cells"],
  ["Ctrl + click or drag", "add cells, or take them away"],
  ["Double click, long press", "select all cells alike"],
  ["Arrows", "move"],
  ["Shift or Ctrl + arrows", "extend the selection"],
  ["Home, End", "ends of the row"],
  ["Ctrl + A", "select all"],
  ["Ctrl + Shift + A, Esc", "select none"],
  ["Ctrl + I", "invert the selection"],
  ["1 to 9, 0", "enter in the current mode"],
  ["Shift + digit", "corner mark"],
  ["Ctrl + digit", "centre mark"],
  ["Ctrl + Shift + digit", "colour"],
  ["Z, X, C, V", "digit, corner, centre, colour"],
  ["Space, Page Down", "next mode"],
  ["Ctrl + Space, Page Up", "mode before"],
  ["Delete, Backspace", "clear the digit, then marks, then colours"],
  ["Ctrl + Z", "undo"],
  ["Ctrl + Y, Ctrl + Shift + Z", "redo"],
  ["F1 to F9", "show where a digit can be"],
  ["H", "hint; again: what, why"],
  ["N, P", "next and previous step of the explanation"],
  ["Enter", "set: place the clue of the selected cells"],
  ["= or /", "set: go on with the next list of cells"],
  ["Ctrl + V", "open a puzzle from the clipboard"],
  ["?", "this help"],
];

export function makeHelp(): () => void {
  const rows = KEYS.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, h("kbd", {}, key)), h("td", {}, does)));
  const dialog = makeDialog("Keys", h("table", { class: "keys" }, h("tbody", {}, ...rows)));
  return dialog.open;
}
