// A dialog of the page: the browser's own, with a heading and a way out.

import { button, type Child, h } from "./dom";

export interface Dialog {
  readonly body: HTMLElement;
  open(): void;
  close(): void;
}

export function makeDialog(title: string, ...children: Child[]): Dialog {
  const heading = h("h2", { id: `dialog-${title.toLowerCase().replace(/\W+/g, "-")}` }, title);
  const body = h("div", { class: "dialog-body" }, ...children);
  const element = h(
    "dialog",
    { "aria-labelledby": heading.id },
    h("header", {}, heading, button("Close", () => element.close(), { class: "quiet", "aria-label": `Close ${title}` })),
    body,
  );
  // A press beside the dialog closes it.
  element.addEventListener("click", (event) => {
    if (event.target === element) element.close();
  });
  document.body.append(element);
  return {
    body,
    open: () => element.showModal(),
    close: () => element.close(),
  };
}

/** Whether a dialog is open: then keys are its own. */
export const dialogIsOpen = (): boolean => document.querySelector("dialog[open]") !== null;
