// The page: makes the parts, gives keys and presses to the view that is open, and draws its scene.

import { App, type View } from "./app";
import { Board } from "./board";
import { cellAt, rowOf } from "./cells";
import { dialogIsOpen } from "./dialog";
import { button, byId } from "./dom";
import { PUZZLES } from "./examples";
import { makeExport, makeShare } from "./export";
import { makeHelp } from "./help";
import { type Action, actionOf } from "./keys";
import { makeOpen } from "./open";
import { LAYERS } from "./pad";
import { Playing } from "./playing";
import { listen } from "./pointer";
import { Programs } from "./programs";
import { onWait } from "./ask";
import { emptyScene, type Scene } from "./scene";
import { Setting } from "./setting";
import { fromFragment } from "./share";
import { kept } from "./store";
import { Understanding } from "./understanding";

const VIEWS: readonly (readonly [View, string])[] = [["play", "Play"], ["set", "Set"], ["understand", "Understand"], ["programs", "Programs"]];

function start(): void {
  const said = byId("said");
  const app = new App((words) => {
    said.textContent = words;
  });
  const board = new Board(app.puzzle);
  byId("place").append(board.element);
  const playing = new Playing(app);
  const setting = new Setting(app, board);
  const understanding = new Understanding(app);
  const programs = new Programs(app);
  const panels: Record<View, HTMLElement> = { play: playing.element, set: setting.element, understand: understanding.element, programs: programs.element };
  byId("panels").append(...Object.values(panels));

  let printing = false;
  const scene = (): Scene => {
    // Whoever prints a puzzle does not give its solution away.
    if (app.view === "set") return printing ? emptyScene(app.puzzle) : setting.scene();
    return app.view === "understand" ? understanding.scene() : playing.scene();
  };
  let waiting = false;
  const draw = () => {
    if (waiting) return;
    waiting = true;
    // Several changes at once are one drawing.
    queueMicrotask(() => {
      waiting = false;
      board.draw(scene(), app.selection);
    });
  };
  app.on("scene", draw);
  app.on("selection", draw);
  app.on("puzzle", (puzzle) => {
    board.setPicture(puzzle, app.picture);
    document.title = puzzle.title === "" ? "Pencilmark" : `${puzzle.title} · Pencilmark`;
  });

  const tabs = makeTabs(app, panels);
  const help = makeHelp();
  const open = makeOpen(app);
  makeActions(app, { open, share: makeShare(app), write: makeExport(app), help });
  makeTheme(app);
  onWait(() => app.say("Waiting for other questions …"));
  makePrinting(app, (picture, paper) => {
    printing = paper;
    board.setPicture(app.puzzle, picture);
    board.draw(scene(), app.selection);
  });
  listenToPointer(app, board, playing, setting, draw);
  const act = actor(app, board, { playing, setting, understanding, help, draw });
  document.addEventListener("keydown", (event) => {
    if (event.defaultPrevented || dialogIsOpen() || isTyping(event)) return;
    const action = actionOf(event);
    if (action && act(action)) event.preventDefault();
  });
  document.addEventListener("visibilitychange", () => document.hidden && app.keepProgress());
  void begin(app, setting, tabs);
}

/** The puzzle of the address, of this tab, of the last visit, or an example. */
async function begin(app: App, setting: Setting, tabs: (view: View) => void): Promise<void> {
  try {
    await app.loadKinds();
    setting.tools.load();
  } catch (problem) {
    app.say(problem instanceof Error ? problem.message : String(problem));
  }
  const shared = await fromFragment(location.hash);
  const before = kept();
  try {
    await app.open(shared ?? before?.text ?? PUZZLES[0]?.text ?? "grid 9\n", true, shared === null ? (before?.played ?? null) : null);
  } catch (problem) {
    app.say(problem instanceof Error ? problem.message : String(problem));
  }
  if (shared === null && location.hash.startsWith("#p=")) {
    history.replaceState(null, "", location.pathname);
    app.say("This link is broken; here is the puzzle that was open before.");
  }
  const view = VIEWS.find(([name]) => name === before?.view)?.[0] ?? "play";
  tabs(shared === null ? view : "play");
  window.addEventListener("hashchange", () => {
    void fromFragment(location.hash).then((text) => (text === null ? undefined : app.open(text, true)));
  });
  document.documentElement.dataset["ready"] = "true";
}

function makeTabs(app: App, panels: Record<View, HTMLElement>): (view: View) => void {
  const tabs = VIEWS.map(([view, label]) =>
    button(label, () => app.setView(view), { role: "tab", id: `tab-${view}`, "aria-controls": `panel-${view}`, "aria-selected": "false" }),
  );
  const list = byId("tabs");
  list.append(...tabs);
  list.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowRight" ? 1 : event.key === "ArrowLeft" ? -1 : 0;
    if (step === 0) return;
    event.preventDefault();
    const at = tabs.findIndex((tab) => tab === document.activeElement);
    const next = tabs[(at + step + tabs.length) % tabs.length];
    next?.focus();
    next?.click();
  });
  for (const [view, panel] of Object.entries(panels)) {
    panel.setAttribute("role", "tabpanel");
    panel.setAttribute("aria-labelledby", `tab-${view}`);
    panel.hidden = true;
  }
  app.on("view", (now) => {
    VIEWS.forEach(([view], i) => {
      tabs[i]?.setAttribute("aria-selected", String(view === now));
      if (tabs[i]) tabs[i].tabIndex = view === now ? 0 : -1;
      panels[view].hidden = view !== now;
    });
    document.body.dataset["view"] = now;
  });
  return (view) => app.setView(view);
}

function makeActions(app: App, does: { open(): void; share(): void; write(): void; help(): void }): void {
  byId("actions").append(
    button("Open", does.open),
    button("Share", does.share),
    button("Export", does.write),
    button("Print", () => void print(app)),
    button("Keys", does.help, { "aria-keyshortcuts": "?" }),
  );
}

async function print(app: App): Promise<void> {
  await app.loadPaper().catch(() => undefined);
  window.print();
}

/** What is printed is black on white, whatever the colours of the page and whoever starts it: a button, Ctrl+P, or a menu. */
function makePrinting(app: App, show: (picture: string, paper: boolean) => void): void {
  const root = document.documentElement;
  window.addEventListener("beforeprint", () => {
    root.dataset["theme"] = "light";
    show(app.paper ?? app.picture, true);
  });
  window.addEventListener("afterprint", () => {
    root.dataset["theme"] = app.dark ? "dark" : "light";
    show(app.picture, false);
  });
  window.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "p" || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation();
    void print(app);
  }, { capture: true });
}

function makeTheme(app: App): void {
  const toggle = button("", () => app.changeSettings({ theme: app.dark ? "light" : "dark" }), { id: "theme" });
  const show = () => {
    document.documentElement.dataset["theme"] = app.dark ? "dark" : "light";
    toggle.textContent = app.dark ? "Light" : "Dark";
    toggle.setAttribute("aria-label", app.dark ? "Light colours" : "Dark colours");
  };
  let dark = app.dark;
  const changed = () => {
    show();
    if (dark !== app.dark) void app.refresh();
    dark = app.dark;
  };
  app.on("settings", changed);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", changed);
  byId("actions").append(toggle);
  show();
}

function listenToPointer(app: App, board: Board, playing: Playing, setting: Setting, draw: () => void): void {
  const { selection } = app;
  listen(board, () => app.puzzle, {
    start: (cell, add) => {
      const how = add && selection.has(cell) ? "remove" : "add";
      if (!add) selection.only(cell);
      else if (how === "remove") selection.remove(cell);
      else selection.add(cell);
      board.draw(emptyScene(app.puzzle), selection);
      board.focus(selection);
      draw();
      return how;
    },
    over: (cell, how) => {
      if (how === "remove") selection.remove(cell);
      else if (app.view === "set") setting.over(cell);
      else selection.add(cell);
      draw();
    },
    end: (at, add) => {
      board.focus(selection);
      // Who holds Control goes on choosing cells, and says by Enter that it is done.
      if (app.view === "set" && !add) setting.released(at);
    },
    get special() {
      return app.view === "play";
    },
    alike: (cell) => {
      selection.set(playing.alike(cell));
      selection.cursor = cell;
      app.say(selection.cells.length === 1 ? "No other cell is alike" : `${selection.cells.length} cells alike`);
      draw();
    },
    outside: (at) => {
      if (app.view === "set") setting.outside(at);
    },
  });
}

/** Whether keys belong to a field; buttons keep only Space and Enter. */
function isTyping(event: KeyboardEvent): boolean {
  const target = event.target instanceof Element ? event.target : null;
  if (target?.closest("input:not([type=checkbox]), textarea, select, [contenteditable]")) return true;
  const own = event.key === " " || event.key === "Enter" || (event.key.startsWith("Arrow") && target?.closest("[role=tablist]"));
  return Boolean(own && target?.closest("button, a, summary, input, [role=tab]"));
}

interface Parts {
  readonly playing: Playing;
  readonly setting: Setting;
  readonly understanding: Understanding;
  help(): void;
  draw(): void;
}

/** Does what a key says; false if the key means nothing here. */
function actor(app: App, board: Board, { playing, setting, understanding, help, draw }: Parts): (action: Action) => boolean {
  const { selection } = app;
  const moved = () => {
    board.draw(emptyScene(app.puzzle), selection);
    board.focus(selection);
    draw();
  };
  board.onFocus((cell) => {
    if (cell === selection.cursor) return;
    selection.cursor = cell;
    draw();
  });
  // Who comes to the board by Tab has selected nothing yet and means the cell with the focus.
  const atLeastCursor = () => {
    if (selection.cells.length === 0 && board.hasFocus) selection.only(selection.cursor);
  };
  const all = () => Array.from({ length: app.puzzle.rows * app.puzzle.columns }, (_, cell) => cell);
  return (action) => {
    if (app.view === "programs") return action.do === "help" ? (help(), true) : false;
    switch (action.do) {
      case "enter":
        atLeastCursor();
        if (app.view === "set") setting.digit(action.digit);
        else if (app.view === "play") playing.type(action.layer ?? app.layer, action.digit);
        return true;
      case "move":
        selection.move(action.down, action.right, action.extend, app.puzzle);
        moved();
        return true;
      case "edge": {
        const row = rowOf(selection.cursor, app.puzzle);
        const to = cellAt(row, action.end ? app.puzzle.columns - 1 : 0, app.puzzle) ?? 0;
        if (action.extend) selection.add(to);
        else selection.only(to);
        moved();
        return true;
      }
      case "mode":
        app.setLayer(action.layer);
        return true;
      case "next-mode": {
        const at = LAYERS.findIndex(({ layer }) => layer === app.layer);
        const next = LAYERS[(at + (action.back ? LAYERS.length - 1 : 1)) % LAYERS.length];
        if (next) app.setLayer(next.layer);
        return true;
      }
      case "filter":
        playing.toggleFilter(action.digit);
        return true;
      case "clear":
        atLeastCursor();
        if (app.view === "set") setting.clear();
        else if (app.view === "play") playing.clear();
        return true;
      case "undo":
        if (app.view === "set") setting.undo();
        else playing.undo();
        return true;
      case "redo":
        if (app.view === "set") setting.redo();
        else playing.redo();
        return true;
      case "all":
        selection.set(all());
        draw();
        return true;
      case "none":
        selection.none();
        draw();
        return true;
      case "invert":
        selection.invert(app.puzzle);
        draw();
        return true;
      case "hint":
        if (app.view !== "play") app.setView("play");
        void playing.hint.next();
        return true;
      case "next-step":
      case "previous-step":
        if (app.view !== "understand") app.setView("understand");
        understanding.go(understanding.now + (action.do === "next-step" ? 1 : -1));
        return true;
      case "place":
        if (app.view !== "set") return false;
        setting.place();
        return true;
      case "next-list":
        if (app.view !== "set") return false;
        setting.nextList();
        return true;
      case "help":
        help();
        return true;
    }
  };
}

start();
