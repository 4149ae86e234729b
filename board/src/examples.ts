// Puzzles and programs to start from: those of the repository's folder `puzzles`, and the answer set program.

import arrow from "../../puzzles/arrow.pencil";
import aspGivens from "../../puzzles/asp-givens.pencil";
import irregular from "../../puzzles/irregular.pencil";
import killer from "../../puzzles/killer.pencil";
import latin3 from "../../puzzles/latin3.pencil";
import littleKiller from "../../puzzles/little-killer.pencil";
import miracle from "../../puzzles/miracle.pencil";
import sixteen from "../../puzzles/sixteen.pencil";
import spoons from "../../puzzles/spoons.pencil";
import irregularProgram from "../../puzzles/prolog/irregular.pl";
import killerProgram from "../../puzzles/prolog/killer.pl";
import latinProgram from "../../puzzles/prolog/latin_fixed.pl";
import latinBroken from "../../puzzles/prolog/latin.pl";
import spoonsProgram from "../../puzzles/prolog/spoons.pl";
import sudokuProgram from "../examples/sudoku.lp";

export const PUZZLES: readonly { readonly title: string; readonly text: string }[] = [
  { title: "Killer Sudoku", text: killer },
  { title: "Spoons", text: spoons },
  { title: "The Miracle Sudoku", text: miracle },
  { title: "Irregular Sudoku", text: irregular },
  { title: "Clipped (arrows)", text: arrow },
  { title: "Peak Sudoku (little killer)", text: littleKiller },
  { title: "Latin square", text: latin3 },
  { title: "Sixteen by sixteen", text: sixteen },
  { title: "Fifteen givens", text: aspGivens },
];

export type Language = "prolog" | "asp";

export const PROGRAMS: readonly { readonly title: string; readonly language: Language; readonly text: string; readonly goal: string }[] = [
  { title: "Spoons", language: "prolog", text: spoonsProgram, goal: "puzzle(Rows), maplist(labeling([ff]), Rows)" },
  { title: "Killer Sudoku", language: "prolog", text: killerProgram, goal: "sudoku(Rows), maplist(labeling([ff]), Rows)" },
  { title: "Irregular Sudoku", language: "prolog", text: irregularProgram, goal: "sudoku1(Rows), sudoku(Rows), maplist(labeling([ff]), Rows)" },
  { title: "Latin square", language: "prolog", text: latinProgram, goal: "problem(1, Rows), sudoku(Rows), maplist(labeling([ff]), Rows)" },
  { title: "Latin square, as published (with errors)", language: "prolog", text: latinBroken, goal: "problem(1, Rows)" },
  { title: "Sudoku solver", language: "asp", text: sudokuProgram, goal: "1" },
];
