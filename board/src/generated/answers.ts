// Made from the types of the server by its tests. Do not edit.

/** How many solutions there are. */
export type Status = "none" | "unique" | "multiple" | "unknown";

/** Why a search ended before it was done. */
export type Stopped = "time" | "nodes" | "interrupted";

/** Where a puzzle stands in the input, and what of it was lost when it was read. */
export type Source = {
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>, };

/** How a search went. */
export type Outcome = {
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** A text that cannot be read: in place of any other answer. */
export type Unreadable = {
/** The first error. */
error: string,
/** All of them; none if it is a bug of ours. */
errors: Array<Fault>,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>, };

/** One thing that is wrong with a text. */
export type Fault = {
/** The line, from 1, if it is in one. */
line?: number,
/** Its first character, from 1. */
column?: number,
/** How many characters are wrong. */
width?: number,
/** What is wrong. */
message: string,
/** What to do about it. */
help?: string, };

/** A clue and where it was written. */
export type Written = {
/** The line, if it was written and does not come with the grid. */
line: number | null,
/** The line as written. */
text?: string,
/** In words. */
clue: string, };

/** `check`. */
export type Checked = {
/** Clues that contradict each other, if that was asked and there is no solution. */
why?: Array<Written>,
/** Whether no fewer do. */
smallest?: boolean,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** A line of `check --why --progress`, on standard error, while fewer clues are looked for. */
export type Clash = {
/** Clues that contradict each other; all clues at first. */
why: Array<Written>,
/** Whether no fewer do. */
smallest: boolean, };

/** `solve`. */
export type Solved = {
/** The digits of each solution. */
solutions: Array<Array<Array<number>>>,
/** For each, the values of named variables and of layers, `NAME_rRcC`, if there are any. */
vars?: Array<{ [key in string]: number }>,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** `count`. */
export type Counted = {
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** `count --estimate`. */
export type Estimated = {
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** About so many solutions; none if the number is too large to be written. */
estimate: number | null,
/** The standard error of it. */
error: number | null,
/** How many random dives were made. */
dives: number,
/** How many of them ended in a solution. */
hits: number, };

/** A number of solutions that was estimated. */
export type Guess = {
/** About so many solutions; none if the number is too large to be written. */
estimate: number | null,
/** The standard error of it. */
error: number | null,
/** How many random dives were made. */
dives: number,
/** How many of them ended in a solution. */
hits: number, };

/** A line of `--progress`, on standard error, while a search goes on. */
export type Progress = {
/** Solutions so far. */
solutions: number,
/** Guesses so far. */
nodes: number,
/** How much is searched, from 0 to 1. */
fraction: number, };

/** `candidates`. */
export type Possible = {
/** The digits of each cell that are in some solution. */
candidates: Array<Array<Array<number>>>,
/** In how many each is, in the same order. */
counts: Array<Array<Array<number>>>,
/** How far was counted. */
cap: number,
/** Whether no digit is missing. */
complete: boolean,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** `draw --to svg`. */
export type Drawn = {
/** `svg`. */
format: string,
/** The picture. */
text: string,
/** Left, top, width and height of it in cells; the first cell is from 0,0 to 1,1. */
box: [number, number, number, number],
/** Rows of the grid. */
rows: number,
/** Columns of the grid. */
columns: number,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>, };

/** `convert`; with `--to json` the text is the puzzle as our JSON. */
export type Converted = {
/** The format. */
format: string,
/** The puzzle in it. */
text: string,
/** What cannot be said in it. */
lost: Array<string>,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>, };

/** A step of `explain`. */
export type Step = {
/** The file, if there are several puzzles. */
file?: string,
/** Which puzzle of it. */
number?: number,
/** Which step, from 1. */
n: number,
/** 0 obvious, 1 one constraint alone, 2 and more several. */
level: number,
/** Its name. */
technique: string,
/** Its number among HoDoKu's. */
code: string,
/** Sudoku Explainer's rating. */
rating: number,
/** Digits that are entered. */
place: Array<[number, number, number]>,
/** Marks that are erased. */
remove: Array<[number, number, number]>,
/** Why. */
because: Because,
/** In one line. */
short: string,
/** In sentences. */
text: string,
/** The state after it, with `--marks`. */
after?: State, };

/** The first line of `explain --marks`. */
export type Begun = {
/** 0. */
n: number,
/** What is known before the first step. */
after: State, };

/** Digits and marks. */
export type State = {
/** The digit of each cell, if it has one. */
digits: Array<Array<number | null>>,
/** The marks left in each cell. */
marks: Array<Array<Array<number>>>, };

/** The reason of a step. */
export type Because = {
/** Clues. */
clues: Array<StepClue>,
/** Marks that are gone already. */
gone: Array<[number, number, number]>,
/** Marks that play a part. */
marks: Array<StepMark>,
/** Links between them. */
links: Array<StepLink>,
/** Whether one solution is taken for granted. */
uniqueness: boolean, };

/** A clue of a step. */
export type StepClue = {
/** Its place among the clues of the puzzle, from 0. */
number: number,
/** In words. */
words: string,
/** Its line, if it was written in one. */
line?: number, };

/** A mark of a step. */
export type StepMark = {
/** Where, and which. */
mark: [number, number, number],
/** What it is in the pattern. */
role: string, };

/** A link of a chain. */
export type StepLink = {
/** From this mark. */
from: [number, number, number],
/** To this one. */
to: [number, number, number],
/** Whether one of them is true; else one is false. */
strong: boolean, };

/** `hint --tell where`, and `hint --tell what` with the technique; `why` is a [`Step`] with a source. */
export type Hinted = {
/** What to look for. */
technique?: string,
/** What it says. */
text?: string,
/** What is wrong, if anything is. */
wrong?: string,
/** Where it is wrong. */
cells?: Array<[number, number]>,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>, };

/** `grade`. Only the outcome if there is not one solution. */
export type Graded = {
/** Sudoku Explainer's rating: the hardest step. */
rating?: number,
/** Of the first placement. */
pearl?: number,
/** Of the first elimination. */
diamond?: number,
/** HoDoKu's score. */
score?: number,
/** Easy to extreme. */
level?: string,
/** The hardest technique. */
hardest?: string,
/** Whether the steps end in the solution. */
solved?: boolean,
/** Whether the time was up before the grade was known. */
late?: boolean,
/** How often each technique is used. */
census?: Array<[string, number]>,
/** The hardest step, and of these the one with the fewest ways on. */
bottleneck?: Bottleneck,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** Where the way is narrowest. */
export type Bottleneck = {
/** The step, from 1. */
step: number,
/** Its technique. */
technique: string,
/** Its rating. */
rating: number,
/** How many steps of its technique are at hand; absent if they are not counted. */
ways?: number, };

/** `redundant`. */
export type Spare = {
/** Clues that follow from the others; absent if the search ended early. */
redundant?: Array<Written>,
/** Present if the search ended early. */
status?: Status,
/** Why it did. */
stopped?: Stopped,
/** Guesses until then. */
nodes?: number,
/** Seconds until then. */
seconds?: number,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>, };

/** `minimise` and `complete`. */
export type Changed = {
/** Why nothing was changed. */
error?: string,
/** The format. */
format?: string,
/** The puzzle in it. */
puzzle?: string,
/** Clues that were taken away. */
taken?: Array<string>,
/** Clues that were added. */
added?: Array<string>,
/** Whether fewer would not do. */
fewest?: boolean,
/** The file, `<stdin>` here. */
file: string,
/** Which puzzle of the input, from 1. */
number: number,
/** Its first line. */
line: number,
/** What was lost. */
warnings?: Array<string>,
/** How many solutions there are. */
status: Status,
/** How many were found. */
count?: number,
/** Whether there are no others. */
exact?: boolean,
/** Why it ended early. */
stopped?: Stopped,
/** How many guesses it took. */
nodes: number,
/** How long. */
seconds: number, };

/** `generate`. */
export type Generated = {
/** Which one, from 1. */
n: number,
/** Where chance started from. */
seed: number,
/** The format. */
format: string,
/** The puzzle in it. */
puzzle: string,
/** Its solution. */
solution: Array<Array<number>>,
/** How many givens it has. */
givens: number,
/** Sudoku Explainer's rating, if it was graded. */
rating?: number,
/** Easy to extreme. */
level?: string,
/** HoDoKu's score. */
score?: number,
/** The hardest technique. */
hardest?: string, };

/** A kind of clue, of `variants`. */
export type Kind = {
/** Its name. */
name: string,
/** How it is written. */
syntax: string,
/** What it says. */
meaning: string,
/** One of it. */
example: string,
/** Other names of it. */
aliases: Array<string>,
/** What others call it. */
elsewhere: Array<Elsewhere>, };

/** A kind of clue in another program. */
export type Elsewhere = {
/** The program. */
tool: string,
/** The name there. */
name: string, };
