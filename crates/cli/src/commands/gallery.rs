//! Pictures of steps: the state before each, what it points at, and how every mark that is
//! gone was erased.

use std::collections::{BTreeMap, BTreeSet};

use pencilmark::CellId;
use pencilmark::draw::{Erased, Frame, Highlight, Outline, Role, View};
use pencilmark::logic::{
    Board, Mark, Marks, Outline as StepOutline, Role as StepRole, Step, cells_shown,
};

use super::draw::{candidates, digits};
use crate::techniques::tenths;

/// More constraints than this are not shown as cells: everything would be.
const MOST_TINTED: usize = 6;

/// The pictures of an explanation under way.
pub(super) struct Gallery<'a> {
    board: &'a Board,
    /// The level at which each mark was erased.
    erased: BTreeMap<Mark, usize>,
    pub(super) frames: Vec<Frame<'a>>,
}

impl<'a> Gallery<'a> {
    /// From these marks on; what the givens exclude is erased at level 0.
    pub(super) fn new(board: &'a Board, start: &Marks) -> Gallery<'a> {
        let mut gallery = Gallery { board, erased: BTreeMap::new(), frames: vec![] };
        gallery.note(&Marks::full(board), start, &[], 0);
        let text = "What the digits that are given leave of every cell.";
        gallery.keep(None, "The puzzle".into(), text.into(), start, vec![]);
        gallery
    }

    /// Adds the picture of a step, and takes note of what it erases.
    pub(super) fn step(&mut self, before: &Marks, step: &Step, after: &Marks) -> &Frame<'a> {
        let name = format!("{}. {} ({})", step.n, step.short, tenths(step.rating));
        self.keep(Some(step.n), name, step.long.clone(), before, highlights(self.board, step));
        // A pattern in one house, or a cell and its marks, takes one rule.
        self.note(before, after, &step.remove, step.level.max(1));
        &self.frames[self.frames.len() - 1]
    }

    /// Adds what is left after the last step.
    pub(super) fn end(&mut self, name: &str, marks: &Marks) {
        self.keep(None, name.into(), String::new(), marks, vec![]);
    }

    fn keep(
        &mut self,
        step: Option<usize>,
        name: String,
        text: String,
        marks: &Marks,
        highlights: Vec<Highlight>,
    ) {
        let open = |m: &Mark| marks.value[m.cell].is_none();
        let erased = self.erased.iter().filter(|(mark, _)| open(mark));
        let view = View {
            digits: digits(self.board, marks),
            candidates: Some(candidates(self.board, &|cell| marks.of[cell])),
            erased: erased.map(|(&mark, &level)| self.dot(mark, level)).collect(),
            highlights,
            ..View::new(&self.board.puzzle)
        };
        self.frames.push(Frame { step, name, text, view });
    }

    fn dot(&self, mark: Mark, level: usize) -> Erased {
        let (cell, digit) = place(self.board, mark);
        Erased { cell, digit, level }
    }

    /// Takes note of the marks that are gone: those a step names at its level, the others
    /// because a digit was placed.
    fn note(&mut self, before: &Marks, after: &Marks, named: &[Mark], level: usize) {
        for mark in before.all().filter(|&mark| !after.has(mark)) {
            let level = if named.contains(&mark) { level } else { 0 };
            self.erased.entry(mark).or_insert(level);
        }
    }
}

fn place(board: &Board, mark: Mark) -> (CellId, i64) {
    (CellId::new(mark.cell), board.value(mark.digit))
}

/// A state with what a step in it points at.
pub fn view<'a>(board: &'a Board, marks: &Marks, step: &Step) -> View<'a> {
    View {
        digits: digits(board, marks),
        candidates: Some(candidates(board, &|cell| marks.of[cell])),
        highlights: highlights(board, step),
        ..View::new(&board.puzzle)
    }
}

/// The cells of each constraint; of too many only those of clues, if these are few enough.
fn tinted(board: &Board, units: Vec<usize>) -> Vec<Vec<usize>> {
    let shown = |keep: &dyn Fn(usize) -> bool| {
        let own = units.iter().copied().filter(|&unit| keep(unit));
        // Of one clue several constraints may be about the same cells.
        let areas: BTreeSet<Vec<usize>> = own.map(|unit| cells_shown(board, unit)).collect();
        let areas: Vec<_> = areas.into_iter().filter(|cells| !cells.is_empty()).collect();
        (areas.len() <= MOST_TINTED).then_some(areas)
    };
    let all = shown(&|_| true);
    all.or_else(|| shown(&|unit| board.units[unit].house.is_none())).unwrap_or_default()
}

/// What a step points at.
fn highlights(board: &Board, step: &Step) -> Vec<Highlight> {
    let mut list = vec![];
    // The houses that the sentence names, and the constraints that it takes.
    let mut units: Vec<usize> = step.houses.iter().map(|&(h, _)| board.houses[h].unit).collect();
    // Sums have lines of their own.
    if !step.outlines.iter().any(|(kind, _)| *kind == StepOutline::Sum) {
        units.extend(&step.reason.units);
    }
    for cells in tinted(board, units) {
        list.push(Highlight::Cells(cells.into_iter().map(CellId::new).collect()));
    }
    for (kind, cells) in &step.outlines {
        let kind = match kind {
            StepOutline::Sum => Outline::Sum,
            StepOutline::Inner => Outline::Inner,
            StepOutline::Outer => Outline::Outer,
            StepOutline::Passed => Outline::Passed,
            StepOutline::Broken => Outline::Broken,
        };
        list.push(Highlight::Outline(cells.iter().map(|&c| CellId::new(c)).collect(), kind));
    }
    for link in &step.links {
        let (from, to) = (place(board, link.from), place(board, link.to));
        list.push(Highlight::Link(from, to, link.strong));
    }
    // A frame says of all marks of its cell what a ring says of one.
    let is_framed = |cell: usize| {
        let frames = [StepOutline::Inner, StepOutline::Outer];
        step.outlines.iter().any(|(kind, cells)| frames.contains(kind) && cells.contains(&cell))
    };
    for &(mark, role) in step.marks.iter().filter(|(m, _)| !is_framed(m.cell)) {
        let (cell, digit) = place(board, mark);
        let role = match role {
            StepRole::Key | StepRole::Set(_) => Role::Reason,
            StepRole::Fin | StepRole::Pivot | StepRole::On => Role::On,
            StepRole::Off => Role::Off,
        };
        list.push(Highlight::Candidate(cell, digit, role));
    }
    for (marks, role) in [(&step.place, Role::Placed), (&step.remove, Role::Removed)] {
        for &mark in marks {
            let (cell, digit) = place(board, mark);
            list.push(Highlight::Candidate(cell, digit, role));
        }
    }
    list
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tinted_of(text: &str, kinds: &[&str]) -> Vec<Vec<usize>> {
        let board = Board::new(&pencilmark::formats::parse("tints", text).expect("a puzzle"));
        let is_one =
            |u: &usize| kinds.contains(&board.puzzle.clues[board.units[*u].clue].kind.name);
        tinted(&board, (0..board.units.len()).filter(is_one).collect())
    }

    #[test]
    fn of_regions_to_be_found_the_cells_are_tinted() {
        let text = "grid 6\nboxes none\nchaos-construction\nchaos-arrow r1c2 / r1c2-4\n";
        assert_eq!(tinted_of(text, &["chaos-arrow"]), [[1, 2, 3]]);
    }

    #[test]
    fn of_too_many_constraints_only_clues_are_tinted() {
        let text = "grid 9\ncage 5 r1c1-2\n";
        assert_eq!(tinted_of(text, &["row", "cage"]), [[0, 1]]);
        assert!(tinted_of(text, &["row", "column"]).is_empty());
    }
}
