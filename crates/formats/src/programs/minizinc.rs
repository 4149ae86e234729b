//! A puzzle as a MiniZinc model.
//!
//! An expression without a value makes the statement around it false there as here.

use std::fmt::Write;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_puzzle::{Clue, Name, Puzzle};

use super::{Shared, heading, words};
use crate::export::{Export, givens};

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (shared, grid) = (Shared::of(puzzle), &puzzle.grid);
    let mut out = heading(puzzle, "%");
    out += "% Run it with `minizinc --all-solutions FILE`.\n\ninclude \"globals.mzn\";\n\n";
    let (rows, cols, lo, hi) = (grid.rows(), grid.cols(), grid.lo(), grid.hi());
    let _ = writeln!(out, "% Every cell holds a digit from {lo} to {hi}.");
    let _ = writeln!(out, "array[1..{rows},1..{cols}] of var {lo}..{hi}: cell;");
    for (i, var) in puzzle.vars.iter().enumerate() {
        let _ = writeln!(out, "var {}..{}: {};", var.lo, var.hi, name(puzzle, Name::Var(i)));
    }
    if shared.rows {
        out += "\n% No row has a digit twice.\n";
        let _ = writeln!(
            out,
            "constraint forall(r in 1..{rows})(all_different([cell[r,c] | c in 1..{cols}]));"
        );
    }
    if shared.columns {
        out += "\n% Neither has a column.\n";
        let _ = writeln!(
            out,
            "constraint forall(c in 1..{cols})(all_different([cell[r,c] | r in 1..{rows}]));"
        );
    }
    if let Some((h, w)) = shared.boxes {
        let _ = writeln!(out, "\n% Neither has a box of {h}x{w}.");
        let _ =
            writeln!(out, "constraint forall(a in 0..{}, b in 0..{})(", rows / h - 1, cols / w - 1);
        let _ =
            writeln!(out, "  all_different([cell[{h}*a+i, {w}*b+j] | i in 1..{h}, j in 1..{w}]));");
    }
    if givens(puzzle).iter().any(Option::is_some) {
        out += "\n% These digits are given.\n";
        for (cell, digit) in puzzle.clues.iter().filter_map(Clue::as_given) {
            let _ = writeln!(out, "constraint {} = {digit};", name(puzzle, Name::Cell(cell)));
        }
    }
    for clue in puzzle.clues.iter().filter(|c| !shared.says(c)) {
        let _ = writeln!(out, "\n% {}", words(clue, puzzle));
        for formula in clue.meaning(puzzle) {
            let _ = writeln!(out, "constraint {};", holds(&formula, puzzle));
        }
    }
    if out.contains("floor_mod") || out.contains("floor_div") {
        out += FLOOR;
    }
    out += "\nsolve satisfy;\n";
    let _ = writeln!(
        out,
        "output [show(cell[r,c]) ++ if c = {cols} then \"\\n\" else \" \" endif | r in 1..{rows}, c in 1..{cols}];"
    );
    Ok(Export { text: out, warnings: vec![] })
}

/// Division that rounds down, with its remainder.
const FLOOR: &str = "
function var int: floor_mod(var int: a, var int: b) = ((a mod b) + b) mod b;
function var int: floor_div(var int: a, var int: b) = (a - floor_mod(a, b)) div b;
";

fn name(puzzle: &Puzzle, name: Name) -> String {
    match name {
        Name::Cell(cell) => {
            format!("cell[{},{}]", puzzle.grid.row_of(cell) + 1, puzzle.grid.col_of(cell) + 1)
        }
        // Never a word of the language.
        Name::Var(_) => format!("var_{}", puzzle.name_text(name)),
    }
}

fn holds(formula: &Formula<Name>, puzzle: &Puzzle) -> String {
    let all = |list: &[Formula<Name>], sign: &str, empty: &str| match list {
        [] => empty.to_string(),
        list => {
            let parts: Vec<String> = list.iter().map(|f| holds(f, puzzle)).collect();
            format!("({})", parts.join(sign))
        }
    };
    match formula {
        Formula::Const(b) => b.to_string(),
        Formula::Cmp(op, a, b) => {
            let sign = match op {
                Cmp::Eq => "=",
                Cmp::Ne => "!=",
                Cmp::Lt => "<",
                Cmp::Le => "<=",
                Cmp::Gt => ">",
                Cmp::Ge => ">=",
            };
            format!("({} {sign} {})", value(a, puzzle), value(b, puzzle))
        }
        Formula::In(e, set) => {
            let set: Vec<String> = set.iter().map(i64::to_string).collect();
            format!("({} in {{{}}})", value(e, puzzle), set.join(","))
        }
        Formula::Distinct(list) => format!("all_different({})", values(list, puzzle)),
        Formula::And(list) => all(list, " /\\ ", "true"),
        Formula::Or(list) => all(list, " \\/ ", "false"),
        Formula::Not(f) => format!("(not {})", holds(f, puzzle)),
        Formula::Iff(a, b) => format!("({} <-> {})", holds(a, puzzle), holds(b, puzzle)),
        Formula::Regular(line, automaton) => regular(line, automaton, puzzle),
        Formula::Connected(list, graph, set) => {
            let set: Vec<String> = set.iter().map(i64::to_string).collect();
            let inside = |e: &Expr<Name>| format!("{} in {{{}}}", value(e, puzzle), set.join(","));
            let nodes: Vec<String> = list.iter().map(inside).collect();
            let pairs: Vec<(usize, usize)> = graph.pairs().collect();
            let ends = |one: fn(&(usize, usize)) -> usize| {
                let ends: Vec<String> = pairs.iter().map(|p| (one(p) + 1).to_string()).collect();
                format!("[{}]", ends.join(","))
            };
            let both = |&(a, b): &(usize, usize)| format!("{} /\\ {}", nodes[a], nodes[b]);
            let edges: Vec<String> = pairs.iter().map(both).collect();
            let nodes = nodes.join(",");
            format!(
                "connected({}, {}, [{nodes}], [{}])",
                ends(|p| p.0),
                ends(|p| p.1),
                edges.join(",")
            )
        }
    }
}

fn values(list: &[Expr<Name>], puzzle: &Puzzle) -> String {
    let parts: Vec<String> = list.iter().map(|e| value(e, puzzle)).collect();
    format!("[{}]", parts.join(","))
}

fn value(expr: &Expr<Name>, puzzle: &Puzzle) -> String {
    let of = |e: &Expr<Name>| value(e, puzzle);
    match expr {
        Expr::Const(n) if *n < 0 => format!("({n})"),
        Expr::Const(n) => n.to_string(),
        Expr::Var(v) => name(puzzle, *v),
        Expr::Neg(e) => format!("(-{})", of(e)),
        Expr::Sum(list) if (2..=9).contains(&list.len()) => {
            let parts: Vec<String> = list.iter().map(of).collect();
            format!("({})", parts.join(" + "))
        }
        Expr::Sum(list) => format!("sum({})", values(list, puzzle)),
        Expr::Mul(a, b) => format!("({} * {})", of(a), of(b)),
        Expr::Div(a, b, Rounding::Truncate) => format!("({} div {})", of(a), of(b)),
        Expr::Rem(a, b, Rounding::Truncate) => format!("({} mod {})", of(a), of(b)),
        Expr::Div(a, b, Rounding::Floor) => format!("floor_div({}, {})", of(a), of(b)),
        Expr::Rem(a, b, Rounding::Floor) => format!("floor_mod({}, {})", of(a), of(b)),
        Expr::Abs(e) => format!("abs({})", of(e)),
        Expr::Min(list) => format!("min({})", values(list, puzzle)),
        Expr::Max(list) => format!("max({})", values(list, puzzle)),
        Expr::Element(index, list) => format!("{}[{}]", values(list, puzzle), of(index)),
        Expr::Count(list, of_value) => format!("count({}, {})", values(list, puzzle), of(of_value)),
        Expr::Holds(f) => format!("bool2int({})", holds(f, puzzle)),
    }
}

/// States and letters are counted from 1 there.
fn regular(line: &[Expr<Name>], automaton: &Automaton, puzzle: &Puzzle) -> String {
    let letters = automaton.arcs.iter().map(|a| a.1);
    let (grid_lo, grid_hi) = (puzzle.grid.lo(), puzzle.grid.hi());
    let (lo, hi) = letters.fold((grid_lo, grid_hi), |(lo, hi), v| (lo.min(v), hi.max(v)));
    let shift = match lo {
        1 => String::new(),
        lo if lo < 1 => format!(" + {}", 1 - lo),
        lo => format!(" - {}", lo - 1),
    };
    let cells: Vec<String> = line.iter().map(|e| format!("{}{shift}", value(e, puzzle))).collect();
    let mut table = vec![vec![]; automaton.states * (hi - lo + 1) as usize];
    for &(from, letter, to) in &automaton.arcs {
        let place = from * (hi - lo + 1) as usize + (letter - lo) as usize;
        table[place].push((to + 1).to_string());
    }
    let sets: Vec<String> = table.iter().map(|to| format!("{{{}}}", to.join(","))).collect();
    let rows: Vec<String> = sets.chunks((hi - lo + 1) as usize).map(|row| row.join(",")).collect();
    let accepting: Vec<String> = automaton.accepting.iter().map(|s| (s + 1).to_string()).collect();
    format!(
        "regular_nfa([{}], {}, {}, [|{}|], {}, {{{}}})",
        cells.join(","),
        automaton.states,
        hi - lo + 1,
        rows.join("|"),
        automaton.start + 1,
        accepting.join(",")
    )
}

#[cfg(test)]
mod tests {
    use crate::parse as pencil;

    #[test]
    fn the_model_says_what_the_clues_say() {
        let text =
            "grid 4\ngiven r1c1 2\ncage 5 r2c1-2\nvar total in 1..9\nrule r1c1 / 2 = total\n";
        let model = super::write(&pencil("t", text).unwrap()).unwrap().text;
        for part in [
            "array[1..4,1..4] of var 1..4: cell;",
            "constraint forall(r in 1..4)(all_different([cell[r,c] | c in 1..4]));",
            "constraint cell[1,1] = 2;",
            "% the cage r2c1-2 with sum 5\nconstraint all_different([cell[2,1],cell[2,2]]);",
            "constraint ((cell[2,1] + cell[2,2]) = 5);",
            "constraint (floor_div(cell[1,1], 2) = var_total);",
            "solve satisfy;",
        ] {
            assert!(model.contains(part), "{part}\n{model}");
        }
    }
}
