// Elements made in one line.

export type Child = Node | string | null | undefined | false;
type Handler = (event: never) => void;
export type Props = Record<string, string | number | boolean | null | undefined | Handler>;

const SVG = "http://www.w3.org/2000/svg";

/** An HTML element; a property that is a function listens, `false` and `null` leave an attribute out. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  props: Props = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [key, value] of Object.entries(props)) {
    if (typeof value === "function") made.addEventListener(key, value as EventListener);
    else if (value === true) made.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) made.setAttribute(key, String(value));
  }
  made.append(...present(children));
  return made;
}

/** An SVG element. */
export function s(tag: string, props: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
  const made = document.createElementNS(SVG, tag);
  for (const [key, value] of Object.entries(props)) made.setAttribute(key, String(value));
  made.append(...present(children));
  return made;
}

function present(children: Child[]): (Node | string)[] {
  return children.filter((child): child is Node | string => child !== null && child !== undefined && child !== false);
}

/** A button: real, with a type, so that it never sends a form. */
export function button(label: Child, press: () => void, props: Props = {}): HTMLButtonElement {
  return h("button", { type: "button", click: press, ...props }, label);
}

/** A labelled field. */
export function field(label: string, input: HTMLElement, hint?: string): HTMLLabelElement {
  return h("label", { class: "field" }, h("span", {}, label), input, hint ? h("small", {}, hint) : null);
}

/** A list to choose from. */
export function choice(options: readonly (readonly [string, string])[], chosen: string, change: (value: string) => void, props: Props = {}): HTMLSelectElement {
  const made = h("select", props, ...options.map(([value, label]) => h("option", { value }, label)));
  made.value = chosen;
  made.addEventListener("change", () => change(made.value));
  return made;
}

/** The element of the page's own HTML that has this id. */
export function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no #${id}`);
  return found as T;
}

const ICONS = {
  first: "M5 4v16h2.5V4zM20 4 9 12l11 8z",
  previous: "M17 4 6 12l11 8z",
  next: "M7 4l11 8L7 20z",
  last: "M16.5 4v16H19V4zM4 4l11 8L4 20z",
} as const;

/** A small picture in the colour of the text around it; its button has a label. */
export function icon(name: keyof typeof ICONS): SVGElement {
  return s("svg", { viewBox: "0 0 24 24", width: 18, height: 18, class: "icon", "aria-hidden": "true" }, s("path", { d: ICONS[name], fill: "currentColor" }));
}
