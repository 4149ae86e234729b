// Made from the types of the server by its tests. Do not edit.

/** A question of the page: what to do, and the puzzle or program to do it with. */
export type Question = {
/** What the command reads. */
text?: string,
/** Seconds after which the answer is of no use; the server has a limit of its own. */
time?: number, } & ({ "ask": "read" }
  | { "ask": "draw",
/** The colours. */
theme: Theme,
/** A digit or the marks of each cell, with blanks between. */
state?: string, }
  | { "ask": "convert",
/** Its name, as `pencilmark help formats` has it. */
to: string, }
  | { "ask": "check",
/** Whether to look for clues that contradict each other. Those known so far are told as JSON on standard error, fewer and fewer. */
why?: boolean, }
  | { "ask": "solve",
/** How many. */
number: number,
/** Any solutions, not the first: where chance starts from. */
random?: number, }
  | { "ask": "count",
/** Where to stop. */
limit?: number,
/** Whether to tell how far it is, as JSON on standard error. */
progress?: boolean, }
  | { "ask": "estimate",
/** By so many random dives. */
dives: number,
/** Whether to tell how far it is, as JSON on standard error. */
progress?: boolean, }
  | { "ask": "candidates",
/** How far to count. */
cap: number, }
  | { "ask": "explain",
/** Where to start. */
state?: string,
/** Whether to tell what is left after each step. */
marks?: boolean,
/** The last step. */
last?: number, }
  | { "ask": "hint",
/** How much to give away. */
tell: Tell,
/** Where to start. */
state?: string, }
  | { "ask": "grade" }
  | { "ask": "redundant" }
  | { "ask": "minimise" }
  | { "ask": "complete" }
  | { "ask": "generate",
/** What is in them. */
kinds?: Array<string>,
/** How hard. */
level?: string,
/** Rows and columns. */
size?: number,
/** Where chance starts from. */
seed: number, }
  | { "ask": "prolog",
/** What to ask once the program is loaded. */
goal: string, }
  | { "ask": "asp",
/** How many answer sets, 0 for all. */
models: number, }
  | { "ask": "variants" });

/** The colours of a picture. */
export type Theme = "light" | "dark" | "print";

/** How much a hint gives away. */
export type Tell = "where" | "what" | "why";

/** How a question ended. */
export type End = {
/** The exit code, if the process ended by itself. */
exit: number | null,
/** What ended it otherwise. */
why: Why | null, };

/** Why a question was not answered to its end. */
export type Why = "time" | "memory" | "output" | "busy" | "broken";
