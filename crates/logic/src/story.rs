//! The next step of an explanation, for any board.
//!
//! Plain Sudoku is told in the order of Sudoku Explainer, or in HoDoKu's. With other clues,
//! constraints have their say too: first each alone, then two, then more of them together,
//! and at last an assumption that leads to a contradiction.

mod absurd;
mod alike;
mod alone;
mod apart;
mod cases;
mod every;
mod failing;
mod few;
mod fewer;
mod follow;
mod hidden;
mod hunt;
mod last;
mod meet;
mod patience;
mod prune;
pub(crate) mod rated;
mod several;
mod sized;
mod spare;
mod stages;
mod sums;
mod swift;
mod voice;

use failing::Failing;
use hunt::Hunt;
use patience::Patience;
use sized::Sized;
use stages::{FAMILIES, HODOKU, HODOKU_STAGES, STAGES, Stage};
use voice::Joints;

use std::collections::HashMap;

use pencilmark_kernel::search::Limits;
use pencilmark_puzzle::{Settings, Solver, Status};

use crate::board::{Board, Mark};
use crate::explainer::{self, Reach};
use crate::find::{self, View};
use crate::found::Found;
use crate::marks::Marks;
use crate::oracle::{Facts, Oracle};
use crate::sets::{Cells, Digits};
use crate::technique::{Level, Technique};

/// Whose order to follow. With other clues than plain ones, constraints have their say in between.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Order {
    /// Sudoku Explainer's: ratings agree with it.
    #[default]
    Explainer,
    /// HoDoKu's: more patterns with names, fewer chains.
    Hodoku,
}

impl Order {
    /// Whether a technique is looked for. Where its own end, HoDoKu's order goes on with Sudoku
    /// Explainer's; those do not count.
    pub fn has(self, technique: Technique) -> bool {
        match self {
            Order::Explainer => explainer::has(technique),
            Order::Hodoku => HODOKU.contains(&technique),
        }
    }
}

/// How to explain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Manner {
    /// Whose order.
    pub order: Order,
    /// Whether techniques that take one solution for granted may be used.
    pub uniqueness: bool,
}

impl Default for Manner {
    fn default() -> Manner {
        Manner { order: Order::Explainer, uniqueness: true }
    }
}

/// What is known about the solutions of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Truth {
    /// For each cell the digits that occur in some solution.
    Known(Vec<Digits>),
    /// There is no solution.
    None,
    /// It took too long to find out.
    Unknown,
}

impl Truth {
    /// Solves a puzzle.
    pub fn of(board: &Board, limits: &Limits) -> Truth {
        let settings = Settings { limits: limits.clone(), ..Settings::default() };
        let solver = Solver::new(&board.puzzle, settings);
        let answer = solver.solve(2);
        let mask = |value: i64| board.digit(value).map_or(0, |d| 1 << d);
        match (answer.status, &answer.solutions[..]) {
            (Status::Unique, [one]) => Truth::Known(one.cells.iter().map(|&v| mask(v)).collect()),
            (Status::None, _) => Truth::None,
            (Status::Multiple, _) => {
                let all = solver.candidates(1);
                let digits = |v: &Vec<(i64, u64)>| v.iter().fold(0, |m, &(x, _)| m | mask(x));
                match all.complete {
                    true => Truth::Known(all.values.iter().map(digits).collect()),
                    false => Truth::Unknown,
                }
            }
            _ => Truth::Unknown,
        }
    }
}

/// A way to fill the cells of some constraints.
type Witness = Vec<Mark>;

/// Finds steps on one board.
pub struct Guide<'a> {
    board: &'a Board,
    manner: Manner,
    truth: &'a Truth,
    oracle: Oracle<'a>,
    /// The constraints on each cell.
    units_of: Vec<Vec<usize>>,
    /// What several constraints say in one thought.
    joints: Joints,
    /// Ways to fill the cells of some constraints.
    witnesses: HashMap<Vec<usize>, Vec<Witness>>,
    /// The places of a digit in which there is no fish of some sort.
    no_fish: HashMap<(Technique, usize), Cells>,
    /// The same for all techniques of a class.
    no_class: HashMap<(usize, usize), Cells>,
    /// What constraints had nothing to say about: the facts of their cells then.
    silent: HashMap<Vec<usize>, Vec<Digits>>,
    /// Small sets of constraints that erase a mark.
    hunt: Hunt,
    /// Constraints that say more together than was told of them, and what.
    later: Vec<(Vec<usize>, Vec<Mark>)>,
    /// The marks whose assumption propagation refutes, and for which facts.
    refuted: Option<(Facts, Vec<Failing>)>,
    /// How many marks there were when no refutation was found, however many cases it might have.
    untold: Option<usize>,
    /// How many marks there were when a few cases were first too few.
    no_cases: Option<usize>,
    /// How many marks there were when no net with patterns on its way was found.
    no_net: Option<usize>,
    /// Marks whose refutations are small where none is easy.
    sized: Sized,
    /// How much each cell had to do with contradictions in very many cases.
    points: Vec<u32>,
    /// How far contradictions and large sets are looked for.
    patience: Patience,
    /// The hardest steps that are looked for.
    most: Most,
}

/// How hard steps may be: beyond this nobody looks for any.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Most {
    /// The hardest rating, in tenths. In plain Sudoku nobody asks for it here.
    pub rating: Option<u32>,
    /// The hardest level.
    pub level: Option<Level>,
}

impl Most {
    /// Whether a step is harder.
    pub fn is_below(self, (rating, level): (u32, Level)) -> bool {
        self.rating.is_some_and(|most| rating > most) || self.level.is_some_and(|most| level > most)
    }
}

fn is_complex_fish(technique: Technique) -> bool {
    (Technique::FinnedXWing..=Technique::FinnedMutantJellyfish).contains(&technique)
}

impl<'a> Guide<'a> {
    /// A guide for a board whose solutions are known.
    pub fn new(board: &'a Board, manner: Manner, truth: &'a Truth) -> Guide<'a> {
        let on = |cell: usize| {
            let units = board.units.iter().enumerate();
            units.filter(|(_, u)| u.scope.contains(&cell)).map(|(at, _)| at).collect()
        };
        Guide {
            board,
            manner,
            truth,
            oracle: Oracle::new(board),
            units_of: (0..board.cells).map(on).collect(),
            joints: Joints::default(),
            witnesses: HashMap::new(),
            no_fish: HashMap::new(),
            no_class: HashMap::new(),
            silent: HashMap::new(),
            hunt: Hunt::default(),
            later: Vec::new(),
            refuted: None,
            untold: None,
            no_cases: None,
            no_net: None,
            sized: Sized::default(),
            points: swift::weights(board),
            patience: Patience::default(),
            most: Most::default(),
        }
    }

    /// The same guide, but it looks for no harder steps: if only such are left, as far as can be
    /// told without looking for them, there is no next one. In plain Sudoku that holds for
    /// HoDoKu's order and levels only.
    pub fn up_to(mut self, most: Most) -> Guide<'a> {
        self.most = most;
        self
    }

    /// Looks no longer than these limits allow. Nodes are not counted: how far to look is the
    /// same for everybody, or steps would depend on it.
    pub fn within(mut self, limits: &Limits) -> Guide<'a> {
        self.oracle = self.oracle.within(limits);
        self
    }

    /// Whether it is time to give up; a step that was found when time was up may not be the
    /// one that would have been found.
    pub fn is_over(&self) -> bool {
        self.oracle.is_over()
    }

    /// The hardest steps that it looks for.
    pub fn most(&self) -> Most {
        self.most
    }

    /// The board.
    pub fn board(&self) -> &'a Board {
        self.board
    }

    /// What is known about the solutions.
    pub fn truth(&self) -> &'a Truth {
        self.truth
    }

    /// The oracle of the board.
    pub fn oracle(&self) -> &Oracle<'a> {
        &self.oracle
    }

    /// The next step, if there is one.
    pub fn next(&mut self, marks: &Marks) -> Option<Found> {
        let view = View { board: self.board, marks };
        let plain = self.board.plain && self.board.patterns;
        let found = match (plain, self.manner.order) {
            (true, Order::Explainer) => {
                let uniqueness = self.manner.uniqueness && self.is_unique();
                explainer::next(view, Reach { uniqueness, ..Reach::default() })
            }
            (true, Order::Hodoku) if self.most.level.is_some() => {
                return self.hodoku(view).filter(|_| !self.is_over());
            }
            (true, Order::Hodoku) => self.hodoku(view),
            (false, _) => self.staged(marks),
        };
        let last = |guide: &mut Self| match plain {
            true => guide.absurd(marks),
            false => guide.last_resort(marks),
        };
        found.or_else(|| last(self)).filter(|_| !self.is_over())
    }

    fn pattern(&self, view: View<'_>, technique: Technique) -> Option<Found> {
        // Rectangles are about exchanging digits that nothing else tells apart; only a puzzle
        // with one solution forbids that.
        let allowed = !technique.needs_uniqueness() || self.manner.uniqueness && self.is_unique();
        allowed.then(|| find::first(view, technique)).flatten()
    }

    fn is_unique(&self) -> bool {
        match self.truth {
            Truth::Known(cells) => cells.iter().all(|d| d.is_power_of_two()),
            _ => false,
        }
    }

    /// The first fish with fins or boxes. Most steps leave most digits as they are.
    fn fish(&mut self, view: View<'_>, technique: Technique) -> Option<Found> {
        for digit in 0..self.board.digits {
            let places = view.marks.at[digit];
            let class = (find::fish::class(technique), digit);
            if self.no_fish.get(&(technique, digit)) == Some(&places)
                || self.no_class.get(&class) == Some(&places)
            {
                continue;
            }
            if find::fish::hopeless(view, technique, digit) {
                self.no_class.insert(class, places);
                continue;
            }
            let mut found = None;
            find::fish::of_digit(view, technique, digit, &mut |fish| {
                found = Some(fish);
                true
            });
            if found.is_some() {
                return found;
            }
            self.no_fish.insert((technique, digit), places);
        }
        None
    }

    fn hodoku(&mut self, view: View<'_>) -> Option<Found> {
        let mut rest = HODOKU;
        while let [technique, others @ ..] = rest {
            if self.most.level.is_some_and(|most| technique.entry().level > most) {
                return None;
            }
            // Nice loops and inference chains are found on the same graph, all in one go.
            let family = FAMILIES.iter().find(|f| rest.starts_with(f.as_slice()));
            let found = match family {
                Some(family) => find::chains::links::first_of(view, family),
                None if is_complex_fish(*technique) => self.fish(view, *technique),
                None => self.pattern(view, *technique),
            };
            if found.is_some() {
                return found;
            }
            rest = family.map_or(others, |family| &rest[family.len()..]);
        }
        if self.most.level.is_some_and(|most| most < Level::Extreme) {
            return explainer::chains(view);
        }
        explainer::next(view, Reach { uniqueness: false, ..Reach::default() })
    }

    fn staged(&mut self, marks: &Marks) -> Option<Found> {
        let stages = match self.manner.order {
            Order::Explainer => STAGES,
            Order::Hodoku => HODOKU_STAGES,
        };
        for (at, &stage) in stages.iter().enumerate() {
            if self.is_over() {
                return None;
            }
            // A stage beyond the limit matters only if an easier one behind it has a step: whose
            // turn it is then decides the grade. Smallest sets take long: nobody waits for them.
            let long = matches!(stage, Stage::Several(_));
            if self.most.is_below(stage.least())
                && (long || !self.goes_on(&stages[at + 1..], marks))
            {
                return None;
            }
            let found = self.look(stage, marks);
            if found.is_some() {
                return found;
            }
        }
        None
    }

    /// Whether one of these stages has a step that is not too hard.
    fn goes_on(&mut self, stages: &[Stage], marks: &Marks) -> bool {
        let most = self.most;
        let mut within = stages.iter().filter(|stage| !most.is_below(stage.least()));
        within.any(|&stage| self.look(stage, marks).is_some())
    }

    fn look(&mut self, stage: Stage, marks: &Marks) -> Option<Found> {
        let view = View { board: self.board, marks };
        match stage {
            Stage::Pattern(technique) if self.board.patterns && is_complex_fish(technique) => {
                self.fish(view, technique)
            }
            Stage::Pattern(technique) => self.pattern(view, technique),
            Stage::Links(family) if self.board.patterns => {
                find::chains::links::first_of(view, &FAMILIES[family])
            }
            Stage::Links(_) => None,
            Stage::Alone => self.alone(marks, false),
            Stage::Twins => self.twins(marks),
            Stage::Known(most) => self.known(marks, most),
            Stage::Innies(reach) if self.board.patterns => {
                let mut found = None;
                find::innies::find(view, reach, &mut |new| {
                    found = Some(new);
                    true
                });
                found
            }
            Stage::Tight if self.board.patterns => {
                let mut found = None;
                find::innies::find_tight(view, &mut |new| {
                    found = Some(new);
                    true
                });
                found
            }
            Stage::Innies(_) | Stage::Tight => None,
            Stage::Houses if self.board.wide.is_some() => self.large_house(marks),
            Stage::Houses => None,
            Stage::Two => self.two(marks),
            Stage::Several(most) => self.several(marks, most),
            Stage::Unary if self.board.patterns => explainer::unary(view),
            Stage::Multiple if self.board.patterns => explainer::multiple(view),
            Stage::Unary | Stage::Multiple => None,
        }
    }

    /// What a house of a large board says: by a subset with a name, if there is one. Whatever else
    /// is looked for there takes far longer.
    fn large_house(&mut self, marks: &Marks) -> Option<Found> {
        use Technique::{HiddenQuadruple, HiddenTriple, NakedQuadruple, NakedTriple};
        let view = View { board: self.board, marks };
        let mut subsets = [NakedTriple, HiddenTriple, NakedQuadruple, HiddenQuadruple].into_iter();
        subsets.find_map(|t| self.pattern(view, t)).or_else(|| self.alone(marks, true))
    }

    /// What each cell may be.
    pub fn facts(&self, marks: &Marks) -> Facts {
        (0..self.board.cells).map(|c| marks.left_of(c)).collect()
    }

    /// Whether some units were asked about these very facts before, in vain.
    fn is_silent(&self, units: &[usize], facts: &Facts) -> bool {
        self.silent.get(units).is_some_and(|known| *known == self.scope_facts(units, facts))
    }

    fn note_silent(&mut self, units: &[usize], facts: &Facts) {
        let known = self.scope_facts(units, facts);
        self.silent.insert(units.to_vec(), known);
    }

    fn scope_facts(&self, units: &[usize], facts: &Facts) -> Vec<Digits> {
        let cells = units.iter().flat_map(|&u| self.board.units[u].scope.iter());
        cells.map(|&c| facts[c]).collect()
    }
}
