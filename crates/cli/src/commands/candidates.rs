//! `candidates`: for each cell the digits that occur in some solution.

use std::fmt::Write;

use pencilmark::formats::{Item, digit_letter};
use pencilmark::{Candidates, Puzzle, Solver, Status};

use super::{Answer, Ask, Out};
use crate::exit::Exit;
use crate::json;
use crate::report::Report;

pub(super) fn candidates(ask: &Ask<'_>, item: &Item, sink: &mut Out<'_>) -> Answer {
    let options = ask.options();
    let puzzle = ask.puzzle(item)?;
    let solver = ask.solver(&puzzle);
    let found = solver.candidates(if options.counts { options.cap } else { 1 });
    let status = status(&found, &puzzle, &solver);
    let report = Report {
        status,
        found: None,
        stopped: found.stopped,
        nodes: found.stats.nodes,
        yes: if status == Status::None { Exit::No } else { Exit::Yes },
    };
    let columns = puzzle.grid.cols();
    if options.json {
        let mut object = ask.object(sink.out());
        let rows = || found.values.chunks(columns);
        let digit = |out: &mut Vec<u8>, v: &(i64, u64)| json::plain(out, v.0);
        let count = |out: &mut Vec<u8>, v: &(i64, u64)| json::plain(out, v.1);
        object.list("candidates", rows(), |o, row| {
            json::list(o, row, |o, cell| json::list(o, cell, digit));
        });
        if options.counts {
            object.list("counts", rows(), |o, row| {
                json::list(o, row, |o, cell| json::list(o, cell, count));
            });
            object.plain("cap", options.cap);
        }
        object.plain("complete", found.complete);
        ask.close(object, &report);
        return Ok(report);
    }
    if !ask.context.single {
        sink.out().extend_from_slice(format!("# {}\n", (ask.label)()).as_bytes());
    }
    let cap = options.counts.then_some(options.cap);
    let text = table(&found, columns, puzzle.grid.hi(), cap);
    sink.out().extend_from_slice(text.as_bytes());
    if !ask.context.single {
        sink.out().push(b'\n');
    }
    Ok(report)
}

fn status(found: &Candidates, puzzle: &Puzzle, solver: &Solver) -> Status {
    let digits = |want: fn(usize) -> bool| found.values.iter().any(|cell| want(cell.len()));
    if digits(|n| n > 1) {
        return Status::Multiple;
    }
    match (found.complete, digits(|n| n == 0)) {
        (false, _) => Status::Unknown,
        (true, true) => Status::None,
        // Values outside the grid may still differ.
        (true, false) if !puzzle.vars.is_empty() => solver.solve(1).status,
        (true, false) => Status::Unique,
    }
}

/// One line for each row, the cells in columns.
fn table(found: &Candidates, columns: usize, hi: i64, cap: Option<u64>) -> String {
    // Without the end of the search, every count is a lower bound.
    let exact_below = cap.map(|cap| if found.complete { cap } else { 0 });
    let text = |cell: &Vec<_>| cell_text(cell, hi, exact_below);
    let cells: Vec<String> = found.values.iter().map(text).collect();
    let width = |col: usize| cells.iter().skip(col).step_by(columns).map(String::len).max();
    let widths: Vec<usize> = (0..columns).map(|col| width(col).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in cells.chunks(columns) {
        let start = text.len();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(text, "{cell:width$} ");
        }
        text.truncate(start + text[start..].trim_end().len());
        text.push('\n');
    }
    text
}

fn cell_text(cell: &[(i64, u64)], hi: i64, exact_below: Option<u64>) -> String {
    let letters = hi < 36;
    let one = |&(digit, count): &(i64, u64)| {
        let digit = if letters { digit_letter(digit).to_string() } else { digit.to_string() };
        match exact_below {
            None => digit,
            Some(end) => format!("{digit}:{count}{}", if count >= end { "+" } else { "" }),
        }
    };
    let digits: Vec<String> = cell.iter().map(one).collect();
    match digits.is_empty() {
        true => "-".into(),
        false => digits.join(if letters && exact_below.is_none() { "" } else { "," }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_in_columns() {
        let values = vec![vec![(1, 3), (12, 9)], vec![(2, 10)], vec![], vec![(3, 1)]];
        let found = Candidates { values, complete: true, stopped: None, stats: Default::default() };
        assert_eq!(table(&found, 2, 12, None), "1C 2\n-  3\n");
        assert_eq!(table(&found, 2, 12, Some(10)), "1:3,C:9 2:10+\n-       3:1\n");
        assert_eq!(table(&found, 2, 40, None), "1,12 2\n-    3\n");
        let part = Candidates { complete: false, ..found };
        assert_eq!(table(&part, 2, 12, Some(10)), "1:3+,C:9+ 2:10+\n-         3:1+\n");
    }
}
