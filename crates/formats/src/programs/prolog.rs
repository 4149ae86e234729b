//! A puzzle as a Prolog program with library(clpfd): for SWI-Prolog, and for ours.

use pencilmark_puzzle::{Name, Puzzle, prolog_goals, prolog_variable};

use super::{Shared, heading, words};
use crate::export::{Export, givens};

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let mut out = heading(puzzle, "%");
    out += HEAD;
    let (shared, grid) = (Shared::of(puzzle), &puzzle.grid);
    let mut body = Body { out, first: true };
    let names: Vec<String> = puzzle.names().iter().map(|&n| prolog_variable(puzzle, n)).collect();
    let (cells, others) = names.split_at(grid.size());
    let rows = |cells: &[String]| {
        let rows: Vec<String> =
            cells.chunks(grid.cols()).map(|row| format!("[{}]", row.join(","))).collect();
        format!("Rows = [{}]", rows.join(",\n            "))
    };
    body.goal(&rows(cells));
    body.goal(&format!("Others = [{}]", others.join(",")));
    body.say(&format!("Every cell holds a digit from {} to {}.", grid.lo(), grid.hi()));
    body.goal("append(Rows, Cells)");
    body.goal(&format!("Cells ins {}..{}", grid.lo(), grid.hi()));
    for (i, var) in puzzle.vars.iter().enumerate() {
        let name = prolog_variable(puzzle, Name::Var(i));
        body.goal(&format!("{name} in {}..{}", var.lo, var.hi));
    }
    if shared.rows {
        body.say("No row has a digit twice.");
        body.goal("maplist(all_distinct, Rows)");
    }
    if shared.columns {
        body.say("Neither has a column.");
        body.goal("transpose(Rows, Columns)");
        body.goal("maplist(all_distinct, Columns)");
    }
    if let Some((height, width)) = shared.boxes {
        body.say(&format!("Neither has a box of {height}x{width}."));
        let boxes = grid.boxes(height, width).unwrap_or_default();
        let list = |b: &Vec<_>| {
            let names: Vec<_> = b.iter().map(|&c| prolog_variable(puzzle, Name::Cell(c))).collect();
            format!("[{}]", names.join(","))
        };
        let boxes: Vec<String> = boxes.iter().map(list).collect();
        body.goal(&format!(
            "maplist(all_distinct,\n            [{}])",
            boxes.join(",\n             ")
        ));
    }
    let digits = givens(puzzle);
    if digits.iter().any(Option::is_some) {
        body.say("These digits are given.");
        let known: Vec<String> =
            digits.iter().map(|d| d.map_or("_".into(), |d| d.to_string())).collect();
        body.goal(&rows(&known));
    }
    let (mut fresh, mut moves) = (0, false);
    for clue in puzzle.clues.iter().filter(|c| !shared.says(c)) {
        body.say(&words(clue, puzzle));
        if let Some(list) = leaps(clue.kind.name, puzzle) {
            moves = true;
            body.goal(&format!("maplist(apart(Rows), [{list}])"));
            continue;
        }
        prolog_goals(puzzle, clue, &mut fresh).iter().for_each(|goal| body.goal(goal));
    }
    let mut text = body.out + ".\n";
    // A second given in one cell is said too: the grid above holds only one of them.
    let twice = puzzle.clues.iter().filter_map(pencilmark_puzzle::Clue::as_given);
    let clash = twice.clone().any(|(c, d)| digits[c.index()] != Some(d));
    if clash {
        text = text.trim_end().trim_end_matches('.').to_string()
            + ",\n    % Two digits are given for one cell.\n    false.\n";
    }
    if moves {
        text += APART;
    }
    Ok(Export { text: text + MAIN, warnings: vec![] })
}

struct Body {
    out: String,
    first: bool,
}

impl Body {
    fn comma(&mut self) {
        if !std::mem::take(&mut self.first)
            && !self.out.ends_with(",\n")
            && !self.out.ends_with(":-\n")
        {
            self.out += ",\n";
        }
    }

    fn goal(&mut self, goal: &str) {
        self.comma();
        self.out += &format!("    {goal}");
    }

    /// A comment before the next goal.
    fn say(&mut self, words: &str) {
        let comment = format!("    % {words}\n");
        self.comma();
        self.out += &comment;
        // The comment ends the line, so the next goal needs no comma of its own.
        self.first = true;
    }
}

/// Half of the moves after which cells differ, each as `Down-Right`; none for other kinds.
fn leaps(kind: &str, puzzle: &Puzzle) -> Option<String> {
    let moves: &[(isize, isize)] = match kind {
        "anti-king" => &[(1, 1), (1, -1)],
        "anti-knight" => &[(1, 2), (1, -2), (2, 1), (2, -1)],
        _ => return None,
    };
    let fits = |m: &&(isize, isize)| {
        m.0.unsigned_abs() < puzzle.grid.rows() && m.1.unsigned_abs() < puzzle.grid.cols()
    };
    let text = |&(down, right): &(isize, isize)| match right < 0 {
        true => format!("{down}-({right})"),
        false => format!("{down}-{right}"),
    };
    Some(moves.iter().filter(fits).map(text).collect::<Vec<_>>().join(", "))
}

const HEAD: &str = "\
% Run it with `swipl FILE`: it prints every solution, one to a line, row by row, and then the
% puzzle's other variables. `swipl FILE 1` stops after the first.

:- use_module(library(clpfd)).
:- initialization(main).

% Rows is the grid, a list of rows; Others are variables besides its cells.
puzzle(Rows, Others) :-
";

const APART: &str = "
% Each cell differs from the one so many rows below it and so many columns to its right.
apart(Rows, Down-Right) :-
    length(Skipped, Down),
    append(Skipped, Below, Rows),
    rows_apart(Below, Rows, Right).

rows_apart([], _, _).
rows_apart([Lower|Below], [Upper|Rows], Right) :-
    (   Right >= 0
    ->  drop(Right, Lower, Rest),
        differ(Upper, Rest)
    ;   Left is -Right,
        drop(Left, Upper, Rest),
        differ(Rest, Lower)
    ),
    rows_apart(Below, Rows, Right).

drop(Count, List, Rest) :-
    length(Front, Count),
    append(Front, Rest, List).

% Cells at the same place of two lists differ, as far as both go.
differ([A|As], [B|Bs]) :-
    !,
    A #\\= B,
    differ(As, Bs).
differ(_, _).
";

const MAIN: &str = "
main :-
    current_prolog_flag(argv, Args),
    (   last(Args, Last), atom_number(Last, Limit) -> true ; Limit = none ),
    Found = found(0),
    (   puzzle(Rows, Others),
        append(Rows, Cells),
        append(Cells, Others, All),
        labeling([ff], All),
        atomic_list_concat(All, ' ', Line),
        writeln(Line),
        arg(1, Found, Before),
        Count is Before + 1,
        nb_setarg(1, Found, Count),
        Count == Limit
    ->  true
    ;   true
    ),
    halt.
";
