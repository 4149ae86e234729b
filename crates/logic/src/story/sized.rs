//! Which marks are easiest to refute where none is refuted easily: those of the smallest searches.

use super::Guide;
use crate::board::Mark;
use crate::marks::Marks;
use crate::oracle::Facts;

/// Nodes of the searches that are tried first, and how many times more of those that are tried next,
/// for half as many marks.
const FIRST: u64 = 60;
const TIMES: u64 = 3;
/// Marks that are enough to choose from.
const ENOUGH: usize = 4;
/// Marks that go before all are looked at again.
const AGAIN: usize = 12;

/// Marks with small searches.
#[derive(Default)]
pub(super) struct Sized {
    /// How many marks there were then.
    then: usize,
    known: Vec<(u64, Mark)>,
}

/// Nodes of a search for each end of the cases that tell it: where there are more, nobody tries.
const NODES_TO_AN_END: u64 = 8;

impl Guide<'_> {
    /// Whether a mark may be refuted in so many cases, as far as the size of its search tells.
    pub(super) fn is_tellable(&self, mark: Mark, ends: usize) -> bool {
        let size = self.sized.known.iter().find(|k| k.1 == mark).map(|k| k.0);
        size.is_some_and(|nodes| nodes <= NODES_TO_AN_END * ends as u64)
    }

    /// Marks that are in no solution, those first that were found to have the smallest searches.
    pub(super) fn by_size(&mut self, marks: &Marks, wrong: &[Mark]) -> Vec<Mark> {
        let facts = self.facts(marks);
        let mut sized = std::mem::take(&mut self.sized);
        // What was small a moment ago is hardly larger now.
        let still = |&(nodes, mark): &(u64, Mark)| self.sized_in(&facts, mark, 2 * nodes);
        let mut known: Vec<(u64, Mark)> = match marks.total() + AGAIN > sized.then {
            true => sized.known.iter().filter(|k| marks.has(k.1)).filter_map(still).collect(),
            false => vec![],
        };
        if known.is_empty() {
            known = self.small_searches(&facts, wrong);
            sized.then = marks.total();
        }
        known.sort_unstable();
        let small = known.iter().map(|&(_, mark)| mark);
        let rest = wrong.iter().filter(|m| !known.iter().any(|k| k.1 == **m));
        let order = small.chain(rest.copied()).collect();
        self.sized = Sized { known, ..sized };
        order
    }

    fn sized_in(&self, facts: &Facts, mark: Mark, nodes: u64) -> Option<(u64, Mark)> {
        self.oracle.size(facts, mark, nodes).map(|nodes| (nodes, mark))
    }

    /// Some of the marks with small searches. Those that come last are tried for very small ones only.
    fn small_searches(&self, facts: &Facts, wrong: &[Mark]) -> Vec<(u64, Mark)> {
        let (mut nodes, mut tried) = (FIRST, wrong);
        // Without patience the first few that are small will do.
        let most = if self.patience.is_short() { ENOUGH } else { usize::MAX };
        loop {
            let each = tried.iter().take_while(|_| !self.is_over());
            let small = each.filter_map(|&m| self.sized_in(facts, m, nodes));
            let small: Vec<_> = small.take(most).collect();
            if small.len() >= ENOUGH || tried.len() <= 2 * ENOUGH || self.is_over() {
                return small;
            }
            (nodes, tried) = (nodes * TIMES, &tried[..tried.len() / 2]);
        }
    }
}
