//! What every oracle of a board can use: its problem unit by unit, compiled models, and when to give
//! up. Words ask oracles of their own; what one has compiled none has to compile again, and no
//! question goes on when the time is up.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};

use pencilmark_kernel::search::Limits;
use pencilmark_kernel::{GroupId, Model, Problem, VarId};

use crate::board::Board;

/// What a board's oracles share.
#[derive(Default)]
pub struct Memory {
    base: OnceLock<Arc<Base>>,
    until: RwLock<Limits>,
    /// Models of a unit or two, of more, and those with nothing derived.
    models: [Mutex<Models>; 3],
    whole: OnceLock<Arc<Model>>,
}

/// A board's constraints, one kernel group for each unit.
pub(super) struct Base {
    /// The problem without facts; group `i` is unit `i`.
    pub(super) problem: Problem,
    /// The variables of each unit.
    pub(super) scopes: Vec<Vec<VarId>>,
}

/// Models by their units.
type Models = HashMap<Vec<usize>, Arc<Model>>;

/// Which models.
#[derive(Clone, Copy)]
pub(super) enum Shelf {
    /// Of a unit or two.
    Few,
    /// Of more.
    More,
    /// With nothing derived from several.
    Plain,
}

/// Cells of all models that are kept on a shelf.
const KEPT: [usize; 3] = [160_000, 80_000, 80_000];

impl Memory {
    /// When questions are given up.
    pub(super) fn until(&self) -> Limits {
        self.until.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    /// Whether it is time to give up.
    pub(crate) fn is_over(&self) -> bool {
        self.until.read().unwrap_or_else(PoisonError::into_inner).check().is_err()
    }

    /// Gives up questions then, whoever asks them from now on.
    pub(super) fn give_up(&self, until: &Limits) {
        *self.until.write().unwrap_or_else(PoisonError::into_inner) = until.clone();
    }

    pub(super) fn base(&self, board: &Board) -> Arc<Base> {
        self.base.get_or_init(|| Arc::new(Base::of(board))).clone()
    }

    /// The model of all units.
    pub(super) fn whole(&self, compiled: impl FnOnce() -> Model) -> Arc<Model> {
        self.whole.get_or_init(|| Arc::new(compiled())).clone()
    }

    /// The model of some units.
    pub(super) fn model(
        &self,
        shelf: Shelf,
        units: &[usize],
        cells: usize,
        compiled: impl FnOnce() -> Model,
    ) -> Arc<Model> {
        let at = shelf as usize;
        let lock = || self.models[at].lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = lock().get(units) {
            return known.clone();
        }
        let model = Arc::new(compiled());
        let mut models = lock();
        if models.len() * cells > KEPT[at] {
            models.clear();
        }
        models.insert(units.to_vec(), model.clone());
        model
    }
}

impl fmt::Debug for Memory {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Memory")
    }
}

impl Base {
    fn of(board: &Board) -> Base {
        let mut problem = Problem::new();
        for def in board.lowered.problem.vars() {
            problem.var(def.lo, def.hi);
        }
        let mut scopes = Vec::new();
        for unit in &board.units {
            let group = problem.group();
            let mut scope = Vec::new();
            for &at in &unit.posted {
                let constraint = &board.lowered.problem.posted()[at].constraint;
                for var in constraint.scope() {
                    if !scope.contains(&var) {
                        scope.push(var);
                    }
                }
                problem.post(group, constraint.clone());
            }
            scopes.push(scope);
        }
        // What the puzzle derives from several clues holds where all of their units are asked.
        for posted in board.lowered.problem.posted().iter().filter(|p| p.derived) {
            let clues: Vec<usize> =
                posted.groups.iter().map(|g| board.lowered.groups[g.index()]).collect();
            let units = board.units.iter().enumerate().filter(|(_, u)| clues.contains(&u.clue));
            let groups: Vec<GroupId> = units.map(|(at, _)| GroupId::new(at)).collect();
            let told = |c: &usize| board.units.iter().any(|u| u.clue == *c);
            if clues.iter().all(told) {
                problem.derive(groups, posted.constraint.clone());
            }
        }
        Base { problem, scopes }
    }
}
