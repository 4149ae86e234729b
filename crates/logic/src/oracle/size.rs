//! How large a search is that shows a mark to be wrong: a first guess at how long it is to tell.

use pencilmark_kernel::VarId;
use pencilmark_kernel::reason::Story;
use pencilmark_kernel::search::{Search, SearchOptions};

use super::{Facts, Oracle};
use crate::board::Mark;

impl Oracle<'_> {
    /// The nodes of a search over all constraints that refutes a mark; none if it takes more than these.
    pub fn size(&self, facts: &Facts, mark: Mark, nodes: u64) -> Option<u64> {
        let values = |(var, digits)| (var, self.values(digits));
        let mut known: Vec<(VarId, Vec<i64>)> = self.known(facts).map(values).collect();
        known.push((self.board.lowered.cells[mark.cell], vec![self.board.value(mark.digit)]));
        self.size_with(known, nodes)
    }

    /// The nodes of a search that shows that nothing of this can be; none if it takes more.
    pub fn size_beside(&self, facts: &Facts, nodes: u64) -> Option<u64> {
        let values = |(var, digits)| (var, self.values(digits));
        self.size_with(self.known(facts).map(values).collect(), nodes)
    }

    /// The nodes of a search that refutes what is supposed in a story; none if it takes more.
    pub fn size_of(&self, story: &Story<'_>, nodes: u64) -> Option<u64> {
        let small = self.base.problem.vars().iter().filter(|def| def.is_small());
        self.size_with(small.map(|def| (def.id, story.domain(def.id))).collect(), nodes)
    }

    fn size_with(&self, known: Vec<(VarId, Vec<i64>)>, nodes: u64) -> Option<u64> {
        self.until.check().ok()?;
        let (model, limits) = (self.whole(), self.limits(nodes));
        let mut search = Search::new(&model, SearchOptions { limits, ..Default::default() });
        known.iter().for_each(|(var, values)| search.keep(*var, values));
        matches!(search.next_solution(), Ok(None)).then(|| search.stats().nodes)
    }
}
