//! How hard a puzzle is.
//!
//! The rating is that of the hardest step, for plain Sudoku exactly Sudoku Explainer's. The
//! score adds up the steps, and the level is that of the hardest, raised if the score is high:
//! both as HoDoKu does it. The bottleneck is the hardest step; of equally hard ones it is the one
//! with the fewest others of its technique at hand.

use pencilmark_kernel::search::Limits;

use crate::board::Board;
use crate::explainer::{Reach, apply, rate};
use crate::find::{self, View};
use crate::found::{Found, Pattern};
use crate::marks::Marks;
use crate::story::{Guide, Manner, Most, Order, Truth};
use crate::technique::{Level, Technique};
use crate::tell::as_told;

/// What to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wanted {
    /// Ratings, hardest step, census.
    pub rating: bool,
    /// Score, level.
    pub score: bool,
    /// The bottleneck.
    pub bottleneck: bool,
    /// Whether techniques that take one solution for granted may be used.
    pub uniqueness: bool,
    /// The hardest rating and level that matter: of a puzzle beyond them nothing more is found
    /// out. Nothing is beyond extreme, so of such a puzzle all that is found out is that it is
    /// extreme: rating, score and census end where only extreme steps lead on.
    pub most: Most,
}

impl Default for Wanted {
    fn default() -> Wanted {
        let most = Most::default();
        Wanted { rating: true, score: true, bottleneck: true, uniqueness: true, most }
    }
}

/// A grade.
#[derive(Clone, Debug, PartialEq)]
pub struct Grade {
    /// The hardest step, in tenths.
    pub rating: u32,
    /// The hardest up to the first digit placed.
    pub pearl: u32,
    /// The first step.
    pub diamond: u32,
    /// The hardest step's technique.
    pub hardest: Option<Technique>,
    /// Whether the steps lead to the end.
    pub solved: bool,
    /// The sum of the steps' scores.
    pub score: u32,
    /// In a word.
    pub level: Level,
    /// How often each technique is used, in order of rating.
    pub census: Vec<(Technique, usize)>,
    /// The same on HoDoKu's way, where that is another one and the score was asked for.
    pub by_hodoku: Vec<(Technique, usize)>,
    /// The hardest step, and of these the one with the fewest others of its technique at hand.
    pub bottleneck: Option<Bottleneck>,
    /// Whether the time was up before the end.
    pub late: bool,
    /// Whether it is harder than what matters, or takes too long to show that it is not.
    pub beyond: bool,
}

/// Where the way is narrowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bottleneck {
    /// The step, from 1.
    pub step: usize,
    /// Its technique.
    pub technique: Technique,
    /// Its rating, in tenths.
    pub rating: u32,
    /// How many steps of this technique were at hand; of chains and sets of constraints nobody counts
    /// them.
    pub ways: Option<usize>,
}

impl Bottleneck {
    /// Whether there are fewer ways, of two that are equally hard.
    fn is_narrower(&self, other: &Bottleneck) -> bool {
        self.ways.unwrap_or(1) < other.ways.unwrap_or(1)
    }
}

/// How hard a pass is: innies and outies are the same thought, however many clues are added up.
fn hard(technique: Technique, rating: u32) -> u32 {
    if technique == Technique::Innies { technique.entry().rating } else { rating }
}

/// The scores above which a level is too low, from easy on.
const CAPS: [(Level, u32); 4] =
    [(Level::Easy, 800), (Level::Medium, 1000), (Level::Hard, 1600), (Level::Unfair, 1800)];

/// The least that placing a digit adds to the score.
const SINGLE: u32 = 4;

/// Grades a board from these marks on.
pub fn grade(
    board: &Board,
    marks: &Marks,
    truth: &Truth,
    wanted: Wanted,
    limits: &Limits,
) -> Grade {
    let is_plain = board.plain && board.patterns;
    // What is left when nothing easier leads on is extreme, and need not be looked for.
    let level = wanted.most.level.map(|level| level.min(Level::Unfair));
    let walk = |order, narrow| {
        let most = match (is_plain, order) {
            // Ratings of plain puzzles are found out without a walk.
            (true, Order::Explainer) => Most::default(),
            (true, Order::Hodoku) => Most { rating: None, level },
            (false, _) if wanted.most.rating.is_none() => Most { rating: None, level },
            (false, _) => wanted.most,
        };
        let manner = Manner { order, uniqueness: wanted.uniqueness };
        walk(Guide::new(board, manner, truth).within(limits).up_to(most), order, marks, narrow)
    };
    if is_plain {
        plain(board, marks, wanted, &walk)
    } else {
        other(walk(Order::Explainer, wanted.bottleneck), wanted.most)
    }
}

fn plain(
    board: &Board,
    marks: &Marks,
    wanted: Wanted,
    walk: &dyn Fn(Order, bool) -> Walk,
) -> Grade {
    let mut grade = Grade {
        rating: 0,
        pearl: 0,
        diamond: 0,
        hardest: None,
        solved: false,
        score: 0,
        level: Level::Easy,
        census: vec![],
        by_hodoku: vec![],
        bottleneck: None,
        late: false,
        beyond: false,
    };
    if wanted.rating && !wanted.bottleneck {
        let most = wanted.most.rating.unwrap_or(u32::MAX);
        let reach = Reach { uniqueness: wanted.uniqueness, most };
        let rated = rate(board, marks, reach);
        grade.solved = rated.solved;
        (grade.rating, grade.pearl, grade.diamond) = (rated.rating, rated.pearl, rated.diamond);
        (grade.hardest, grade.census) = (rated.hardest, census(rated.path.iter().map(|&(t, _)| t)));
    }
    if wanted.rating && wanted.most.rating.is_some() && !grade.solved {
        grade.beyond = true;
        return grade;
    }
    // Beyond the chains that we know, assumptions and contradictions lead to the end.
    if wanted.bottleneck || wanted.rating && !grade.solved {
        let path = walk(Order::Explainer, wanted.bottleneck);
        (grade.rating, grade.pearl, grade.diamond) = (path.rating, path.pearl, path.diamond);
        (grade.solved, grade.hardest, grade.late) = (path.solved, path.hardest, path.late);
        (grade.bottleneck, grade.census) = (path.bottleneck, census(path.path.into_iter()));
    }
    if wanted.score {
        let path = walk(Order::Hodoku, false);
        (grade.score, grade.level) = (path.score, level(path.level, path.score));
        grade.solved |= path.solved;
        grade.late |= path.late;
        grade.by_hodoku = census(path.path.into_iter());
        grade.cut(Most { rating: None, ..wanted.most }, path.solved);
    }
    grade
}

fn other(walk: Walk, most: Most) -> Grade {
    let solved = walk.solved;
    let mut grade = Grade {
        rating: walk.rating,
        pearl: walk.pearl,
        diamond: walk.diamond,
        hardest: walk.hardest,
        solved: walk.solved,
        score: walk.score,
        // The caps on scores are for plain Sudoku, where marks come for nothing.
        level: walk.level,
        census: census(walk.path.into_iter()),
        by_hodoku: vec![],
        bottleneck: walk.bottleneck,
        late: walk.late,
        beyond: false,
    };
    grade.cut(most, solved);
    grade
}

impl Grade {
    /// Whether it takes a technique: one of Sudoku Explainer's on its way, any other on HoDoKu's.
    /// Of a way that nobody asked for nothing is known.
    pub fn takes(&self, technique: Technique) -> bool {
        let on = |census: &[(Technique, usize)]| census.iter().any(|(t, _)| *t == technique);
        on(&self.census) || !Order::Explainer.has(technique) && on(&self.by_hodoku)
    }

    /// Says what it means that a walk did not get to the end.
    fn cut(&mut self, most: Most, ended: bool) {
        if ended || self.late || most == Most::default() {
            return;
        }
        if most.level == Some(Level::Extreme) && most.rating.is_none() {
            // Assumptions and contradictions lead to the end of anything.
            (self.level, self.solved) = (Level::Extreme, true);
        } else {
            self.beyond = true;
        }
    }
}

fn census(path: impl Iterator<Item = Technique>) -> Vec<(Technique, usize)> {
    let mut all: Vec<(Technique, usize)> = Vec::new();
    for technique in path {
        match all.iter_mut().find(|(t, _)| *t == technique) {
            Some((_, n)) => *n += 1,
            None => all.push((technique, 1)),
        }
    }
    all.sort_by_key(|(t, _)| (t.entry().rating, *t));
    all
}

/// The level of the hardest step, raised while the score is above its cap.
fn level(hardest: Level, score: u32) -> Level {
    let fits = |&&(level, cap): &&(Level, u32)| level >= hardest && score <= cap;
    CAPS.iter().find(fits).map_or(Level::Extreme, |&(level, _)| level)
}

/// What a walk from step to step adds up.
struct Walk {
    rating: u32,
    pearl: u32,
    diamond: u32,
    hardest: Option<Technique>,
    level: Level,
    score: u32,
    path: Vec<Technique>,
    bottleneck: Option<Bottleneck>,
    solved: bool,
    late: bool,
}

/// From step to step to the end, with the bottleneck if it is asked for.
fn walk(mut guide: Guide<'_>, order: Order, start: &Marks, narrow: bool) -> Walk {
    let board = guide.board();
    let mut marks = start.clone();
    let mut walk = Walk {
        rating: 0,
        pearl: 0,
        diamond: 0,
        hardest: None,
        level: Level::Easy,
        score: 0,
        path: vec![],
        bottleneck: None,
        solved: false,
        late: false,
    };
    while !marks.is_done() && !marks.is_broken() {
        let Some(mut found) = guide.next(&marks) else { break };
        // What was left of a step was counted with it.
        let is_rest = guide.is_rest(&found);
        // What can be told is a step, and how many lines that takes makes it harder.
        if found.technique == Technique::Several {
            found = as_told(&mut guide, found, &marks);
        }
        if found.rating > walk.rating {
            (walk.rating, walk.hardest) = (found.rating, Some(found.technique));
        }
        if walk.diamond == 0 {
            walk.diamond = walk.rating;
        }
        if walk.pearl == 0 && !found.place.is_empty() {
            walk.pearl = walk.rating;
        }
        walk.score += if is_rest { 0 } else { score(&found) };
        walk.level = walk.level.max(hardness(&found));
        walk.path.push(found.technique);
        // Every cell that is left will add something to the score.
        let least = walk.score + SINGLE * marks.left.saturating_sub(found.place.len()) as u32;
        let level = if order == Order::Hodoku { level(walk.level, least) } else { walk.level };
        if guide.most().is_below((walk.rating, level)) {
            break;
        }
        if narrow {
            let known = walk.bottleneck.map(|b| hard(b.technique, b.rating));
            let here = hard(found.technique, found.rating);
            // Near the end little is left to choose from: only a harder step is a narrower pass then.
            let as_hard = known == Some(here) && marks.left > board.digits;
            if known.is_none_or(|known| known < here) || as_hard {
                let (step, technique, rating) = (walk.path.len(), found.technique, found.rating);
                let ways = alike(&mut guide, &marks, &found);
                let now = Bottleneck { step, technique, rating, ways };
                let known = walk.bottleneck.filter(|known| as_hard && !now.is_narrower(known));
                walk.bottleneck = Some(known.unwrap_or(now));
            }
        }
        apply(board, &mut marks, &found);
    }
    (walk.solved, walk.late) = (marks.is_done(), !marks.is_done() && guide.is_over());
    walk
}

fn score(found: &Found) -> u32 {
    match &found.pattern {
        Pattern::Several { units, .. } => 150 * (units.len() as u32 - 1),
        Pattern::Alone { .. } if found.rating < 26 => 14,
        _ => found.technique.entry().score,
    }
}

/// How hard a step is, in a word.
pub(crate) fn hardness(found: &Found) -> Level {
    match &found.pattern {
        Pattern::Several { units, .. } if units.len() > 4 => Level::Extreme,
        Pattern::Several { units, .. } if units.len() > 2 => Level::Unfair,
        _ => found.technique.entry().level,
    }
}

/// How many steps of the same technique are at hand. Chains, sets of constraints and contradictions are
/// there in numbers, and nobody counts them; whoever needs one has to search.
fn alike(guide: &mut Guide<'_>, marks: &Marks, found: &Found) -> Option<usize> {
    let view = View { board: guide.board(), marks };
    let ways = match found.technique {
        Technique::FullHouse | Technique::HiddenSingle | Technique::NakedSingle => {
            let mut cells: Vec<usize> = Vec::new();
            for technique in [Technique::FullHouse, Technique::HiddenSingle, found.technique] {
                let places = find::all(view, technique);
                cells.extend(places.iter().flat_map(|f| f.place.iter().map(|m| m.cell)));
            }
            cells.sort_unstable();
            cells.dedup();
            cells.len()
        }
        Technique::Several => return None,
        technique if technique.entry().rating >= 60 => return None,
        Technique::Alone => guide.every(marks, Technique::Alone).len(),
        technique => find::all(view, technique).len(),
    };
    Some(ways.max(1))
}
