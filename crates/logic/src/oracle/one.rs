//! One constraint asked by itself, again and again: answers are kept, for most assumptions leave
//! most constraints as they were.

use std::rc::Rc;

use pencilmark_kernel::hash::QuickMap;
use pencilmark_kernel::reason::Story;
use pencilmark_kernel::{Constraint, Model, VarId};

use super::{Facts, Oracle, house};
use crate::sets::Digits;

/// How closely a constraint is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Look {
    /// What is seen at once: digits that stand, digits with one place left, combinations.
    Glance,
    /// All that its propagator can say: subsets of houses, too.
    Close,
    /// The same, with no digit twice where its cells share a house.
    Joint,
}

/// Answers by what the cells of a constraint may be: what is left of them, none if they cannot be
/// filled.
type Known = QuickMap<Box<[Digits]>, Option<Rc<[Digits]>>>;

/// Answers by the constraint and the look.
#[derive(Default)]
pub(super) struct Answers {
    left: QuickMap<(usize, Look), Known>,
    /// How many there are.
    count: usize,
    models: QuickMap<(usize, Look), Rc<Model>>,
    /// Constraints with some of their mates, and what they have said.
    among: QuickMap<(usize, Vec<usize>), (Rc<Model>, Known)>,
}

/// Answers that are kept.
const KEPT: usize = 200_000;

impl Oracle<'_> {
    /// What the cells of a constraint may be.
    pub fn scope_of(&self, unit: usize, facts: &Facts) -> Vec<Digits> {
        self.board.units[unit].scope.iter().map(|&c| facts[c]).collect()
    }

    /// Leaves the cells of a constraint, in their order, what it leaves them; false if they cannot
    /// be filled.
    pub fn narrow(&self, unit: usize, scope: &mut [Digits], look: Look) -> bool {
        if self.board.units[unit].house.is_some() && scope.len() <= house::MOST {
            return house::narrow(scope, self.board.all(), look != Look::Glance);
        }
        let known = self.one.borrow().left.get(&(unit, look)).and_then(|k| k.get(&*scope).cloned());
        let answer = match known {
            Some(known) => known,
            None => self.note(unit, scope, look),
        };
        if let Some(left) = &answer {
            scope.copy_from_slice(left);
        }
        answer.is_some()
    }

    /// Asks a constraint and keeps the answer.
    fn note(&self, unit: usize, scope: &[Digits], look: Look) -> Option<Rc<[Digits]>> {
        // Whoever asks now throws away what comes of it.
        if self.is_over() {
            return Some(scope.into());
        }
        let answer = self.asked_once(unit, scope, look);
        let Answers { left, count, .. } = &mut *self.one.borrow_mut();
        if *count >= KEPT {
            left.clear();
            *count = 0;
        }
        *count += 1;
        left.entry((unit, look)).or_default().insert(scope.into(), answer.clone());
        answer
    }

    /// Whether the cells of a constraint cannot be filled.
    pub fn cannot(&self, unit: usize, mut scope: Vec<Digits>, look: Look) -> bool {
        scope.contains(&0) || !self.narrow(unit, &mut scope, look)
    }

    /// Whether the cells of a constraint cannot be filled with no digit twice in some of its mates.
    pub fn cannot_among(&self, unit: usize, scope: &[Digits], mates: &[usize]) -> bool {
        if scope.contains(&0) || mates.is_empty() {
            return self.cannot(unit, scope.to_vec(), Look::Close);
        }
        if self.is_over() {
            return false;
        }
        let key = (unit, mates.to_vec());
        let compiled = || Rc::new(self.with_mates(unit, mates, true));
        let Answers { among, count, .. } = &mut *self.one.borrow_mut();
        if *count >= KEPT {
            among.clear();
            *count = 0;
        }
        let (model, known) = among.entry(key).or_insert_with(|| (compiled(), Known::default()));
        if let Some(known) = known.get(scope) {
            return known.is_none();
        }
        *count += 1;
        let answer = self.asked_of(model, unit, scope);
        known.insert(scope.into(), answer.clone());
        answer.is_none()
    }

    fn asked_once(&self, unit: usize, scope: &[Digits], look: Look) -> Option<Rc<[Digits]>> {
        self.asked_of(&self.one_model(unit, look), unit, scope)
    }

    fn asked_of(&self, model: &Model, unit: usize, scope: &[Digits]) -> Option<Rc<[Digits]>> {
        let cells = &self.board.units[unit].scope;
        let vars = cells.iter().map(|&c| self.board.lowered.cells[c]);
        let known = vars.zip(scope).filter(|&(_, &digits)| digits != self.board.all());
        let known: Vec<(VarId, Vec<i64>)> =
            known.map(|(var, &digits)| (var, self.values(digits))).collect();
        let story = Story::given(model, known.iter().map(|(var, values)| (*var, &values[..])));
        if story.failed() {
            return None;
        }
        let digits = |&cell: &usize| {
            let left = story.domain(self.board.lowered.cells[cell]);
            left.iter().filter_map(|&v| self.board.digit(v)).fold(0, |all, d| all | 1 << d)
        };
        Some(cells.iter().map(digits).collect())
    }

    fn is_in(&self, cell: usize, unit: usize) -> bool {
        self.board.units[unit].scope.contains(&cell)
    }

    /// The houses that two cells of a unit share, if it is no house itself, but none that share only
    /// cells that another shares, too.
    pub fn mates(&self, unit: usize) -> Vec<usize> {
        let (units, own) = (&self.board.units, &self.board.units[unit]);
        if own.house.is_some() || own.scope.len() < 3 {
            return vec![];
        }
        let shared = |mate: usize| -> Vec<usize> {
            own.scope.iter().copied().filter(|&c| self.is_in(c, mate)).collect()
        };
        let houses = (0..units.len()).filter(|&m| units[m].house.is_some());
        let all: Vec<(usize, Vec<usize>)> =
            houses.map(|m| (m, shared(m))).filter(|(_, cells)| cells.len() >= 2).collect();
        let within = |(mate, cells): &(usize, Vec<usize>)| {
            all.iter().any(|(other, more)| {
                let wider = more.len() > cells.len() || more.len() == cells.len() && other < mate;
                wider && cells.iter().all(|c| more.contains(c))
            })
        };
        all.iter().filter(|mate| !within(mate)).map(|(mate, _)| *mate).collect()
    }

    /// A unit compiled by itself. Nothing is searched, so other cells need no value.
    fn one_model(&self, unit: usize, look: Look) -> Rc<Model> {
        let compiled = || {
            let mates = if look == Look::Joint { self.mates(unit) } else { vec![] };
            Rc::new(self.with_mates(unit, &mates, look != Look::Glance))
        };
        let models = &mut self.one.borrow_mut().models;
        models.entry((unit, look)).or_insert_with(compiled).clone()
    }

    fn with_mates(&self, unit: usize, mates: &[usize], strong: bool) -> Model {
        let mut part = self.base.problem.restricted(|g| g.index() == unit);
        for &mate in mates {
            let group = part.group();
            let own = self.board.units[unit].scope.iter().filter(|c| self.is_in(**c, mate));
            let vars = own.map(|&c| self.board.lowered.cells[c]).collect();
            part.post(group, Constraint::Distinct(vars));
        }
        self.compile(&part, strong)
    }
}
