// The pad beside the board: four modes, the digits, clear, undo and redo.

import type { App } from "./app";
import { button, h } from "./dom";
import type { Layer } from "./play";
import { COLOURS } from "./scene";

export const LAYERS: readonly { readonly layer: Layer; readonly label: string; readonly key: string }[] = [
  { layer: "digit", label: "Digit", key: "Z" },
  { layer: "corner", label: "Corner", key: "X" },
  { layer: "centre", label: "Centre", key: "C" },
  { layer: "colour", label: "Colour", key: "V" },
];

export interface PadActions {
  enter(layer: Layer, value: number): unknown;
  clear(): void;
  undo(): void;
  redo(): void;
}

export function makePad(app: App, actions: PadActions): HTMLElement {
  const modes = LAYERS.map(({ layer, label, key }) =>
    button(h("span", {}, label), () => app.setLayer(layer), { class: `mode mode-${layer}`, "aria-keyshortcuts": key, title: `${label} (${key})` }),
  );
  const digits = h("div", { class: "digits", role: "group", "aria-label": "Digits" });
  const undo = button("Undo", actions.undo, { "aria-keyshortcuts": "Control+Z", title: "Undo (Ctrl+Z)" });
  const redo = button("Redo", actions.redo, { "aria-keyshortcuts": "Control+Y", title: "Redo (Ctrl+Y)" });
  const clear = button("Clear", actions.clear, { "aria-keyshortcuts": "Delete", title: "Clear (Delete)" });

  const drawDigits = () => {
    const { low, high } = app.puzzle;
    const values = app.layer === "colour" ? COLOURS.map((_, i) => i).slice(1).concat(0) : Array.from({ length: high - low + 1 }, (_, i) => low + i);
    digits.classList.toggle("many", values.length > 10);
    digits.dataset["layer"] = app.layer;
    digits.replaceChildren(
      ...values.map((value, i) => {
        const look = app.layer === "corner" || app.layer === "centre" ? `key small ${app.layer} at${i % 9}` : "key";
        const name = app.layer === "colour" ? (COLOURS[value]?.name ?? "") : String(value);
        const label = app.layer === "digit" ? name : `${name}, ${app.layer}`;
        const made = button(h("span", {}, app.layer === "colour" ? "" : name), () => actions.enter(app.layer, value), { class: look, "aria-label": label });
        if (app.layer === "colour") made.style.setProperty("--swatch", COLOURS[value]?.value ?? "#fff");
        return made;
      }),
    );
  };
  const drawModes = () => {
    modes.forEach((made, i) => made.setAttribute("aria-pressed", String(LAYERS[i]?.layer === app.layer)));
    drawDigits();
  };
  const drawHistory = () => {
    undo.disabled = !app.play.canUndo;
    redo.disabled = !app.play.canRedo;
  };
  app.on("layer", drawModes);
  app.on("puzzle", drawDigits);
  app.on("play", drawHistory);
  drawModes();
  drawHistory();
  return h(
    "section",
    { class: "pad", "aria-label": "Entering" },
    h("div", { class: "modes", role: "group", "aria-label": "What is entered" }, ...modes),
    digits,
    h("div", { class: "edit" }, undo, redo, clear),
  );
}
