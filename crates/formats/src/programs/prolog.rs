//! A puzzle as a Prolog program with library(clpfd): for SWI-Prolog, and for ours.

use std::collections::HashSet;

use pencilmark_puzzle::{CellId, Clue, Name, Puzzle, prolog_goals, prolog_variable};

use super::named::{self, Call};
use super::{Shared, heading, split, words};
use crate::export::{Export, givens};

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (shared, grid) = (Shared::of(puzzle), &puzzle.grid);
    let mut body = Body::default();
    houses(puzzle, &shared, &mut body);
    let digits = givens(puzzle);
    if digits.iter().any(Option::is_some) {
        let known: Vec<String> =
            digits.iter().map(|d| d.map_or("_".into(), |d| d.to_string())).collect();
        body.say("These digits are given.", [rows(&known, grid.cols())]);
    }
    // A second given in one cell is said too: the grid above holds only one of them.
    let all = puzzle.clues.iter().filter_map(Clue::as_given);
    if all.into_iter().any(|(c, d)| digits[c.index()] != Some(d)) {
        body.say("Two digits are given for one cell.", ["false".to_string()]);
    }
    let (calls, others) = split(puzzle, &shared);
    let used = named::used(calls.iter());
    for named in &used {
        let of_it = calls.iter().filter(|c| c.named.name == named.name);
        body.say(named.sentence, of_it.map(|call| goal(call, puzzle)));
    }
    let (mut fresh, mut moves, mut consecutive) = (0, false, false);
    for clue in others {
        let goals =
            match (leaps(clue.kind.name, puzzle), super::keeps_neighbours_apart(clue, puzzle)) {
                (Some(list), _) => {
                    moves = true;
                    vec![format!("maplist(apart(Rows), [{list}])")]
                }
                (_, true) => {
                    consecutive = true;
                    CONSECUTIVE_GOALS.map(String::from).to_vec()
                }
                _ => prolog_goals(puzzle, clue, &mut fresh),
            };
        body.say(&words(clue, puzzle), goals);
    }
    let mut text = heading(puzzle, "%") + HEAD + &body.text(puzzle);
    text += if moves { APART } else { "" };
    text += if consecutive { CONSECUTIVE } else { "" };
    let mut wanted = used.clone();
    // The one definition that another builds on.
    if used.iter().any(|n| n.name == "occurs_at_least") {
        wanted.extend(
            named::find("occurs_exactly").filter(|n| !used.iter().any(|u| u.name == n.name)),
        );
    }
    for named in wanted {
        text += &format!("\n% {}\n{}", named.sentence, named.prolog);
    }
    Ok(Export { text: text + MAIN, warnings: vec![] })
}

/// `cage(15, [R1C1,R1C2])`.
fn goal(call: &Call, puzzle: &Puzzle) -> String {
    let list = |cells: &Vec<CellId>| {
        let names: Vec<String> =
            cells.iter().map(|&c| prolog_variable(puzzle, Name::Cell(c))).collect();
        format!("[{}]", names.join(","))
    };
    let numbers = call.numbers.iter().map(i64::to_string);
    let args: Vec<String> = numbers.chain(call.lists.iter().map(list)).collect();
    format!("{}({})", call.named.name, args.join(", "))
}

/// A goal that takes the grid apart into its rows.
fn rows(cells: &[String], columns: usize) -> String {
    let rows: Vec<String> =
        cells.chunks(columns).map(|row| format!("[{}]", row.join(","))).collect();
    format!("Rows = [{}]", rows.join(",\n            "))
}

fn houses(puzzle: &Puzzle, shared: &Shared, body: &mut Body) {
    let grid = &puzzle.grid;
    let (lo, hi) = (grid.lo(), grid.hi());
    let digits = format!("Cells ins {lo}..{hi}");
    body.say(
        &format!("Every cell holds a digit from {lo} to {hi}."),
        ["append(Rows, Cells)".into(), digits],
    );
    let numbered: Vec<_> = puzzle.vars.iter().enumerate().collect();
    for group in numbered.chunk_by(|(_, a), (_, b)| (a.lo, a.hi) == (b.lo, b.hi)) {
        let names: Vec<String> =
            group.iter().map(|(i, _)| prolog_variable(puzzle, Name::Var(*i))).collect();
        let (lo, hi) = (group[0].1.lo, group[0].1.hi);
        let goal = match &names[..] {
            [name] => format!("{name} in {lo} .. {hi}"),
            // All of them, in lines of a row each.
            names => {
                let lines: Vec<String> =
                    names.chunks(grid.cols()).map(|line| line.join(",")).collect();
                format!("[{}] ins {lo} .. {hi}", lines.join(",\n     "))
            }
        };
        body.goals.push((None, goal));
    }
    if shared.rows {
        body.say("No row has a digit twice.", ["maplist(all_distinct, Rows)".into()]);
    }
    if shared.columns {
        let goals =
            ["transpose(Rows, Columns)", "maplist(all_distinct, Columns)"].map(String::from);
        body.say("Neither has a column.", goals);
    }
    if let Some((height, width)) = shared.boxes {
        let boxes = grid.boxes(height, width).unwrap_or_default();
        let list = |b: &Vec<_>| {
            let names: Vec<_> = b.iter().map(|&c| prolog_variable(puzzle, Name::Cell(c))).collect();
            format!("[{}]", names.join(","))
        };
        let boxes: Vec<String> = boxes.iter().map(list).collect();
        let goal =
            format!("maplist(all_distinct,\n            [{}])", boxes.join(",\n             "));
        body.say(&format!("Neither has a box of {height}x{width}."), [goal]);
    }
}

/// Goals, some with a comment above them.
#[derive(Default)]
struct Body {
    goals: Vec<(Option<String>, String)>,
}

impl Body {
    /// Goals below a comment; a clue without goals says nothing, so nothing is said of it.
    fn say(&mut self, words: &str, goals: impl IntoIterator<Item = String>) {
        let mut comment = Some(words.to_string());
        self.goals.extend(goals.into_iter().map(|goal| (comment.take(), goal)));
    }

    /// The body of the clause. Cells that no goal names are anonymous: Prolog systems warn of
    /// variables that occur once.
    fn text(&self, puzzle: &Puzzle) -> String {
        let mut used: HashSet<&str> = HashSet::new();
        for (_, goal) in &self.goals {
            used.extend(goal.split(|c: char| !c.is_ascii_alphanumeric() && c != '_'));
        }
        let names = puzzle.names().into_iter().map(|n| prolog_variable(puzzle, n));
        let names: Vec<String> =
            names.map(|n| if used.contains(n.as_str()) { n } else { "_".into() }).collect();
        let (cells, others) = names.split_at(puzzle.grid.size());
        let mut text = format!(
            "    {},\n    Others = [{}]",
            rows(cells, puzzle.grid.cols()),
            others
                .chunks(puzzle.grid.cols())
                .map(|line| line.join(","))
                .collect::<Vec<_>>()
                .join(",\n              ")
        );
        for (comment, goal) in &self.goals {
            text += ",\n";
            text.extend(comment.iter().map(|words| format!("    % {words}\n")));
            text += &format!("    {goal}");
        }
        text + ".\n"
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

const CONSECUTIVE_GOALS: [&str; 3] = [
    "maplist(not_consecutive, Rows)",
    "transpose(Rows, Turned)",
    "maplist(not_consecutive, Turned)",
];

const CONSECUTIVE: &str = "
% No two neighbours on the line are consecutive.
not_consecutive([_]).
not_consecutive([A,B|Line]) :-
    abs(A - B) #\\= 1,
    not_consecutive([B|Line]).
";

const MAIN: &str = "
main :-
    current_prolog_flag(argv, Args),
    (   last(Args, Last), atom_number(Last, Limit) -> true ; Limit = none ),
    catch(print_solutions(Limit), Error, (print_message(error, Error), halt(1))),
    halt.

print_solutions(Limit) :-
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
    ).
";
