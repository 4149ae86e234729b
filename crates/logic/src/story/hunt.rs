//! What is known about marks and the constraints that refute them. Marks only ever go, so most of
//! it stays true from one step to the next.

use std::collections::HashMap;
use std::rc::Rc;

use pencilmark_kernel::hash::QuickMap;

use super::several::ALWAYS;
use crate::board::Mark;
use crate::oracle::Facts;
use crate::sets::Digits;

/// Fillings that are remembered.
const FILLINGS: usize = 4000;

/// The whole grid filled in some way, and the constraints that are broken then. Whatever refutes
/// a mark of it has one of these.
pub(super) struct Filling {
    pub(super) digits: Vec<u8>,
    pub(super) broken: Rc<[usize]>,
}

/// What is known of the facts as they are.
#[derive(Default)]
pub(super) struct Hunt {
    /// The facts it is true of.
    pub(super) facts: Facts,
    fillings: Vec<Filling>,
    /// The fillings that have a mark, for marks that were asked about.
    having: QuickMap<Mark, Vec<usize>>,
    /// How many there ever were.
    pub(super) learnt: usize,
    /// The constraints that the last of them breaks.
    pub(super) last: Rc<[usize]>,
    /// Constraints that refute a mark.
    pub(super) cores: HashMap<Mark, Core>,
    /// The marks looked at for these facts.
    pub(super) close: Vec<Close>,
    /// Marks of which only the smallest sets are looked for.
    pub(super) others: Vec<Mark>,
    /// What questions about them may still cost.
    pub(super) effort: u64,
    /// The cells that changed with each of the facts there were.
    changed: Vec<Vec<usize>>,
    /// The sizes of sets of which none refutes a mark: for small sets, and for any.
    bounds: [HashMap<Mark, Bound>; 2],
}

/// No set of fewer constraints than these refuted a mark when the facts were these, by their place
/// among all there were. One that does now has a constraint on a cell that changed since.
#[derive(Clone, Copy)]
struct Bound {
    below: usize,
    then: usize,
}

/// Constraints that refute a mark: they do so however many other marks go.
#[derive(Clone)]
pub(super) struct Core {
    pub(super) units: Vec<usize>,
    /// What their cells may have been when none of them could be left out.
    pub(super) needed: Option<Vec<Digits>>,
}

/// A mark that is looked at closely.
#[derive(Clone)]
pub(super) struct Close {
    pub(super) mark: Mark,
    /// Constraints that refute it, none of which can be left out.
    pub(super) units: Vec<usize>,
    /// No smaller set than this was found, or none is looked for.
    pub(super) least: usize,
}

impl Hunt {
    /// The sets of which every refutation of a mark has a member.
    pub(super) fn must_meet(&mut self, mark: Mark) -> impl Iterator<Item = &Rc<[usize]>> {
        let fillings = &self.fillings;
        let having = self.having.entry(mark).or_insert_with(|| {
            let own = |f: &Filling| usize::from(f.digits[mark.cell]) == mark.digit;
            (0..fillings.len()).filter(|&at| own(&fillings[at])).collect()
        });
        having.iter().map(|&at| &fillings[at].broken)
    }

    /// Remembers a filling, if need be in the place of older ones.
    pub(super) fn learn(&mut self, filling: Filling) {
        self.last = filling.broken.clone();
        if self.fillings.len() >= FILLINGS {
            self.fillings.drain(..FILLINGS / 2);
            self.having.clear();
        }
        for (cell, &digit) in filling.digits.iter().enumerate() {
            let mark = Mark { cell, digit: digit.into() };
            if let Some(having) = self.having.get_mut(&mark) {
                having.push(self.fillings.len());
            }
        }
        self.fillings.push(filling);
        self.learnt += 1;
    }

    /// Notes the facts that are now true, and which cells changed.
    pub(super) fn change(&mut self, facts: &Facts) {
        let known = self.facts.len() == facts.len();
        let other = |&c: &usize| !known || self.facts[c] != facts[c];
        self.changed.push((0..facts.len()).filter(other).collect());
        self.facts.clone_from(facts);
        let fits = |f: &Filling| f.digits.iter().zip(facts).all(|(d, left)| left >> d & 1 == 1);
        self.fillings.retain(fits);
        self.having.clear();
    }

    /// The cells that changed since a mark was looked at for sets of fewer constraints than this:
    /// none if it was not.
    pub(super) fn since(&self, mark: Mark, limit: usize) -> Option<Vec<usize>> {
        let bound = self.bounds[usize::from(limit > ALWAYS + 1)].get(&mark)?;
        let cells = self.changed[bound.then + 1..].iter().flatten().copied();
        (bound.below >= limit).then(|| cells.collect())
    }

    /// Notes that no set of fewer constraints refutes a mark.
    pub(super) fn bound(&mut self, mark: Mark, below: usize) {
        let then = self.changed.len().saturating_sub(1);
        let bounds = &mut self.bounds[usize::from(below > ALWAYS + 1)];
        let bound = bounds.entry(mark).or_insert(Bound { below, then });
        if below >= bound.below {
            *bound = Bound { below, then };
        }
    }

    /// Whether a filling shows that a constraint cannot be left out.
    pub(super) fn needs(&mut self, units: &[usize], unit: usize, mark: Mark) -> bool {
        let only = |broken: &Rc<[usize]>| {
            broken.contains(&unit) && !units.iter().any(|u| *u != unit && broken.contains(u))
        };
        self.must_meet(mark).any(only)
    }
}
