//! A puzzle as a MiniZinc model.
//!
//! An expression without a value makes the statement around it false; solvers differ there, so
//! the condition for a value is said.

use std::fmt::Write;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};
use pencilmark_puzzle::{CellId, Clue, Name, Puzzle};

use super::named;
use super::{Shared, heading, keeps_neighbours_apart, split, words};
use crate::export::{Export, givens};

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (shared, grid) = (Shared::of(puzzle), &puzzle.grid);
    let mut out = heading(puzzle, "%");
    out += "% Run it with `minizinc --all-solutions FILE`.\n\nINCLUDES\n";
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
    let (calls, others) = split(puzzle, &shared);
    for named in named::used(calls.iter()) {
        let _ = writeln!(out, "\n% {}", named.sentence);
        out += named.minizinc;
        for call in calls.iter().filter(|c| c.named.name == named.name) {
            let list = |cells: &Vec<CellId>| {
                let cells: Vec<String> =
                    cells.iter().map(|&c| name(puzzle, Name::Cell(c))).collect();
                format!("[{}]", cells.join(","))
            };
            let numbers = call.numbers.iter().map(i64::to_string);
            let args: Vec<String> = numbers.chain(call.lists.iter().map(list)).collect();
            let _ = writeln!(out, "constraint {}({});", named.name, args.join(", "));
        }
    }
    for clue in others {
        let _ = writeln!(out, "\n% {}", words(clue, puzzle));
        match over_the_grid(clue, puzzle) {
            Some(rule) => out += &rule,
            None => {
                for formula in clue.meaning(puzzle) {
                    let _ = writeln!(out, "constraint {};", required(&formula, puzzle));
                }
            }
        }
    }
    for (name, definition) in DEFINED {
        let needed = out.contains(name);
        out += if needed { definition } else { "" };
    }
    let includes =
        ["all_different", "count"].into_iter().filter(|f| out.contains(&format!("{f}(")));
    let includes: String = includes.map(|f| format!("include \"{f}.mzn\";\n")).collect();
    let mut out = out.replacen("INCLUDES\n", &includes, 1);
    out += "\nsolve satisfy;\n";
    let _ = writeln!(
        out,
        "output [show(cell[r,c]) ++ if c = {cols} then \"\\n\" else \" \" endif | r in 1..{rows}, c in 1..{cols}]"
    );
    for (i, var) in puzzle.vars.iter().enumerate() {
        let _ = writeln!(
            out,
            "  ++ [\"{} = \", show({}), \"\\n\"]",
            var.name,
            name(puzzle, Name::Var(i))
        );
    }
    out += ";\n";
    Ok(Export { text: out, warnings: vec![] })
}

/// What is said of all cells at once.
fn over_the_grid(clue: &Clue, puzzle: &Puzzle) -> Option<String> {
    let (rows, cols) = (puzzle.grid.rows() as i64, puzzle.grid.cols() as i64);
    let (moves, differ): (&[(i64, i64)], _) = match clue.kind.name {
        "anti-king" => (&[(1, 1), (1, -1)], "cell[r,c] != cell[r+D,c+R]"),
        "anti-knight" => (&[(1, 2), (1, -2), (2, 1), (2, -1)], "cell[r,c] != cell[r+D,c+R]"),
        _ if keeps_neighbours_apart(clue, puzzle) => {
            (&[(0, 1), (1, 0)], "abs(cell[r,c] - cell[r+D,c+R]) != 1")
        }
        _ => return None,
    };
    let rule = |&(down, right): &(i64, i64)| {
        let first = 1.max(1 - right);
        let last = cols.min(cols - right);
        let differ = differ.replace("+D", &shift(down)).replace("+R", &shift(right));
        format!("constraint forall(r in 1..{}, c in {first}..{last})({differ});\n", rows - down)
    };
    Some(moves.iter().map(rule).collect())
}

fn shift(by: i64) -> String {
    if by == 0 { String::new() } else { format!("{by:+}") }
}

/// Without parentheses around it all.
fn bare(text: String) -> String {
    let inside = text.strip_prefix('(').and_then(|t| t.strip_suffix(')'));
    let mut depth = 0_i32;
    let mut whole = |t: &str| {
        t.chars().all(|c| {
            depth += i32::from(c == '(') - i32::from(c == ')');
            depth >= 0
        })
    };
    match inside {
        Some(inside) if whole(inside) => inside.to_string(),
        _ => text,
    }
}

/// Definitions that only some models need, each with the name that asks for it.
const DEFINED: [(&str, &str); 4] = [
    (
        "at([",
        "
% The item at a place of a list; 0 beside it.
function var int: at(array[int] of var int: items, var int: place) =
  sum(i in index_set(items))(bool2int(place = i) * items[i]);
",
    ),
    (
        "floor_",
        "
% Division that rounds down, with its remainder.
function var int: floor_mod(var int: a, var int: b) = ((a mod b) + b) mod b;
function var int: floor_div(var int: a, var int: b) = (a - floor_mod(a, b)) div b;
",
    ),
    (
        "accepted(",
        "
% A line is read by an automaton: in which states it can be after i values. An arc leads from a
% state with a value to a state.
function array[int] of var bool: states_after(int: i, array[int] of var int: line, int: states,
    int: start, array[int,int] of int: arcs) =
  if i = 0 then [q = start | q in 1..states]
  else let { array[int] of var bool: before = states_after(i-1, line, states, start, arcs) } in
    [exists(k in index_set_1of2(arcs) where arcs[k,3] = q)
      (before[arcs[k,1]] /\\ line[i] = arcs[k,2]) | q in 1..states]
  endif;
predicate accepted(array[int] of var int: line, int: states, int: start, set of int: accepting,
    array[int,int] of int: arcs) =
  let { array[int] of var bool: end = states_after(length(line), line, states, start, arcs) } in
  exists(q in accepting)(end[q]);
",
    ),
    (
        "together(",
        "
% Places hang together if all are reached from the first one, from neighbour to neighbour.
function array[int] of var bool: reached(int: steps, array[int] of var bool: inside,
    array[int,int] of int: sides) =
  if steps = 0 then [inside[i] /\\ not exists(j in 1..i-1)(inside[j]) | i in 1..length(inside)]
  else let { array[int] of var bool: before = reached(steps-1, inside, sides) } in
    [inside[i] /\\ (before[i]
      \\/ exists(k in index_set_1of2(sides) where sides[k,1] = i)(before[sides[k,2]])
      \\/ exists(k in index_set_1of2(sides) where sides[k,2] = i)(before[sides[k,1]]))
    | i in 1..length(inside)]
  endif;
predicate together(array[int] of var bool: inside, array[int,int] of int: sides) =
  let { array[int] of var bool: found = reached(length(inside) - 1, inside, sides) } in
  forall(i in 1..length(inside))(inside[i] -> found[i]);
",
    ),
];

fn name(puzzle: &Puzzle, name: Name) -> String {
    match name {
        Name::Cell(cell) => {
            format!("cell[{},{}]", puzzle.grid.row_of(cell) + 1, puzzle.grid.col_of(cell) + 1)
        }
        // Never a word of the language.
        Name::Var(_) => format!("var_{}", puzzle.name_text(name)),
    }
}

/// What must hold for an expression to have a value. Where the statement must hold anyway, the
/// solver may see to it itself; elsewhere the value is made one that always exists.
struct Guard {
    strict: bool,
    when: Vec<String>,
}

/// A statement that must hold.
fn required(formula: &Formula<Name>, puzzle: &Puzzle) -> String {
    match formula {
        Formula::Cmp(op, a, b) => {
            let mut guard = Guard { strict: true, when: vec![] };
            bare(compare(*op, a, b, puzzle, &mut guard))
        }
        formula => bare(holds(formula, puzzle)),
    }
}

fn compare(op: Cmp, a: &Expr<Name>, b: &Expr<Name>, puzzle: &Puzzle, guard: &mut Guard) -> String {
    let sign = match op {
        Cmp::Eq => "=",
        Cmp::Ne => "!=",
        Cmp::Lt => "<",
        Cmp::Le => "<=",
        Cmp::Gt => ">",
        Cmp::Ge => ">=",
    };
    format!("({} {sign} {})", bare(value(a, puzzle, guard)), bare(value(b, puzzle, guard)))
}

fn holds(formula: &Formula<Name>, puzzle: &Puzzle) -> String {
    let all = |list: &[Formula<Name>], sign: &str, empty: &str| match list {
        [] => empty.to_string(),
        [one] => holds(one, puzzle),
        list => {
            let parts: Vec<String> = list.iter().map(|f| holds(f, puzzle)).collect();
            format!("({})", parts.join(sign))
        }
    };
    let mut guard = Guard { strict: false, when: vec![] };
    let text = match formula {
        Formula::Const(b) => b.to_string(),
        Formula::Cmp(op, a, b) => compare(*op, a, b, puzzle, &mut guard),
        Formula::In(e, set) => {
            let set: Vec<String> = set.iter().map(i64::to_string).collect();
            format!("({} in {{{}}})", value(e, puzzle, &mut guard), set.join(","))
        }
        Formula::Distinct(list) => {
            format!("all_different({})", values(list, puzzle, &mut guard))
        }
        Formula::And(list) => all(list, " /\\ ", "true"),
        Formula::Or(list) => all(list, " \\/ ", "false"),
        Formula::Not(f) => format!("(not {})", holds(f, puzzle)),
        Formula::Iff(a, b) => format!("({} <-> {})", holds(a, puzzle), holds(b, puzzle)),
        Formula::Regular(line, automaton) => regular(line, automaton, puzzle, &mut guard),
        Formula::Connected(list, graph, set) => {
            let set: Vec<String> = set.iter().map(i64::to_string).collect();
            let mut inside = Vec::new();
            for e in list {
                inside.push(format!("{} in {{{}}}", value(e, puzzle, &mut guard), set.join(",")));
            }
            let sides = graph.pairs().map(|(a, b)| format!("{},{}", a + 1, b + 1));
            format!("together([{}], {})", inside.join(", "), table(sides.collect(), 2))
        }
    };
    match guard.when.is_empty() {
        true => text,
        false => format!("({} /\\ {text})", guard.when.join(" /\\ ")),
    }
}

/// A table of numbers; an empty one must tell how wide it is.
fn table(rows: Vec<String>, columns: usize) -> String {
    match rows.is_empty() {
        true => format!("array2d(1..0, 1..{columns}, [])"),
        false => format!("[| {} |]", rows.join(" | ")),
    }
}

/// Whether a division is the same however it rounds: a name from 0 up by a number.
fn simple(a: &Expr<Name>, b: &Expr<Name>, puzzle: &Puzzle) -> bool {
    let from_zero = matches!(a, Expr::Var(v) if puzzle.range(*v).0 >= 0);
    from_zero && matches!(b, Expr::Const(1..))
}

fn values(list: &[Expr<Name>], puzzle: &Puzzle, guard: &mut Guard) -> String {
    let parts: Vec<String> = list.iter().map(|e| bare(value(e, puzzle, guard))).collect();
    format!("[{}]", parts.join(","))
}

fn value(expr: &Expr<Name>, puzzle: &Puzzle, guard: &mut Guard) -> String {
    match expr {
        Expr::Const(n) if *n < 0 => format!("({n})"),
        Expr::Const(n) => n.to_string(),
        Expr::Var(v) => name(puzzle, *v),
        Expr::Neg(e) => format!("(-{})", value(e, puzzle, guard)),
        Expr::Sum(list) => sum(list, puzzle, guard),
        Expr::Mul(a, b) => {
            format!("({} * {})", value(a, puzzle, guard), value(b, puzzle, guard))
        }
        Expr::Div(a, b, rounding) => divide(["div", "floor_div"], a, b, *rounding, puzzle, guard),
        Expr::Rem(a, b, rounding) => divide(["mod", "floor_mod"], a, b, *rounding, puzzle, guard),
        Expr::Abs(e) => format!("abs({})", bare(value(e, puzzle, guard))),
        Expr::Min(list) | Expr::Max(list) if list.is_empty() => {
            guard.when.push("false".into());
            "0".into()
        }
        Expr::Min(list) => format!("min({})", values(list, puzzle, guard)),
        Expr::Max(list) => format!("max({})", values(list, puzzle, guard)),
        Expr::Element(index, list) => {
            let index = bare(value(index, puzzle, guard));
            let items = values(list, puzzle, guard);
            if guard.strict && !list.is_empty() {
                return format!("{items}[{index}]");
            }
            guard.when.push(format!("({index} in 1..{})", list.len()));
            if list.is_empty() { "0".into() } else { format!("at({items}, {index})") }
        }
        Expr::Count(list, of) => {
            let items = values(list, puzzle, guard);
            let of = bare(value(of, puzzle, guard));
            if list.is_empty() { "0".into() } else { format!("count({items}, {of})") }
        }
        Expr::Holds(f) => format!("bool2int({})", bare(holds(f, puzzle))),
    }
}

/// Terms with a minus sign are taken away.
fn sum(list: &[Expr<Name>], puzzle: &Puzzle, guard: &mut Guard) -> String {
    match list {
        [] => return "0".into(),
        [one] => return value(one, puzzle, guard),
        _ => {}
    }
    let mut text = value(&list[0], puzzle, guard);
    for e in &list[1..] {
        text += &match e {
            Expr::Neg(e) => format!(" - {}", value(e, puzzle, guard)),
            e => format!(" + {}", value(e, puzzle, guard)),
        };
    }
    format!("({text})")
}

fn divide(
    [operator, floored]: [&str; 2],
    a: &Expr<Name>,
    b: &Expr<Name>,
    rounding: Rounding,
    puzzle: &Puzzle,
    guard: &mut Guard,
) -> String {
    let (dividend, mut divisor) = (value(a, puzzle, guard), value(b, puzzle, guard));
    if simple(a, b, puzzle) {
        return format!("({dividend} {operator} {divisor})");
    }
    if !matches!(b, Expr::Const(1..)) {
        guard.when.push(format!("({divisor} != 0)"));
        if !guard.strict {
            divisor = format!("({divisor} + bool2int({divisor} = 0))");
        }
    }
    match rounding {
        Rounding::Truncate => format!("({dividend} {operator} {divisor})"),
        Rounding::Floor => format!("{floored}({}, {})", bare(dividend), bare(divisor)),
    }
}

/// States are counted from 1 there.
fn regular(
    line: &[Expr<Name>],
    automaton: &Automaton,
    puzzle: &Puzzle,
    guard: &mut Guard,
) -> String {
    let arcs = automaton.arcs.iter().map(|(from, v, to)| format!("{},{v},{}", from + 1, to + 1));
    let accepting: Vec<String> = automaton.accepting.iter().map(|s| (s + 1).to_string()).collect();
    format!(
        "accepted({}, {}, {}, {{{}}}, {})",
        values(line, puzzle, guard),
        automaton.states,
        automaton.start + 1,
        accepting.join(","),
        table(arcs.collect(), 3)
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
            "constraint cage(5, [cell[2,1],cell[2,2]]);",
            "constraint cell[1,1] div 2 = var_total;",
            "solve satisfy;",
        ] {
            assert!(model.contains(part), "{part}\n{model}");
        }
    }
}
