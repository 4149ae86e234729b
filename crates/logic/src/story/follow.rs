//! What follows from a mark when constraints are looked at one at a time, each by itself.
//!
//! It is followed in rounds: in each, every constraint that has news looks at the same marks. So
//! what follows soonest comes first, and a contradiction that is near is not missed.

use super::Guide;
use super::voice::Said;
use crate::board::Mark;
use crate::oracle::{Facts, Look};
use crate::sets::Each;

/// A mark that is gone, by which voice, and in which round; by none if it was supposed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Event {
    pub(super) mark: Mark,
    pub(super) by: Option<usize>,
    pub(super) round: usize,
}

/// What cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Clash {
    /// A cell has no mark left.
    Cell(usize),
    /// What a voice looks at cannot be filled.
    Voice(usize),
}

/// A thought: what was supposed and what follows.
#[derive(Clone)]
pub(super) struct Thought<'t> {
    /// The voices that are heard.
    pub(super) voices: &'t [usize],
    pub(super) look: Look,
    /// What every cell may have been before.
    pub(super) root: &'t Facts,
    /// What every cell may be now.
    pub(super) facts: Facts,
    pub(super) events: Vec<Event>,
    pub(super) round: usize,
    /// Ways in which it fails, all of the same round.
    pub(super) clashes: Vec<Clash>,
}

impl<'t> Thought<'t> {
    pub(super) fn new(voices: &'t [usize], root: &'t Facts, look: Look) -> Thought<'t> {
        let (facts, events, clashes) = (root.clone(), vec![], vec![]);
        Thought { voices, look, root, facts, events, round: 0, clashes }
    }

    pub(super) fn fails(&self) -> bool {
        !self.clashes.is_empty()
    }
}

impl Guide<'_> {
    /// Supposes a mark and follows it, no more than so many rounds.
    pub(super) fn suppose(&self, thought: &mut Thought<'_>, mark: Mark, rounds: usize) {
        thought.round += 1;
        let others = thought.facts[mark.cell] & !(1 << mark.digit);
        let round = thought.round;
        for digit in Each(others) {
            let mark = Mark { cell: mark.cell, digit };
            thought.events.push(Event { mark, by: None, round });
        }
        thought.facts[mark.cell] &= 1 << mark.digit;
        if thought.facts[mark.cell] == 0 {
            thought.clashes.push(Clash::Cell(mark.cell));
            return;
        }
        let mut woken = self.woken_by(thought, [mark.cell]);
        for _ in 0..rounds {
            let changed = self.one_round(thought, &woken);
            if changed.is_empty() || thought.fails() {
                return;
            }
            woken = self.woken_by(thought, changed);
        }
    }

    /// The voices that look at some cells, of those that are heard.
    fn woken_by(
        &self,
        thought: &Thought<'_>,
        cells: impl IntoIterator<Item = usize>,
    ) -> Vec<usize> {
        let mut on = vec![false; self.voice_count()];
        for cell in cells {
            self.voices_of(cell).for_each(|v| on[v] = true);
        }
        thought.voices.iter().copied().filter(|&v| on[v]).collect()
    }

    /// Lets voices have their say; the cells that lose marks.
    fn one_round(&self, thought: &mut Thought<'_>, woken: &[usize]) -> Vec<usize> {
        let before = thought.facts.clone();
        thought.round += 1;
        let (mut changed, mut said) = (Vec::new(), Said::default());
        for &voice in woken {
            if !self.say(voice, &before, thought.look, &mut said) {
                thought.clashes.push(Clash::Voice(voice));
                continue;
            }
            for &(cell, left) in &said.less {
                let gone = thought.facts[cell] & !left;
                if gone == 0 {
                    continue;
                }
                let (by, round) = (Some(voice), thought.round);
                let event = |digit| Event { mark: Mark { cell, digit }, by, round };
                thought.events.extend(Each(gone).map(event));
                thought.facts[cell] &= left;
                if !changed.contains(&cell) {
                    changed.push(cell);
                }
            }
        }
        let empty = changed.iter().filter(|&&c| thought.facts[c] == 0);
        thought.clashes.extend(empty.map(|&c| Clash::Cell(c)));
        changed
    }

    /// Whether a thought fails with one more mark, and how many others go until then: the same
    /// without a record, each constraint seeing at once what the one before it left.
    pub(super) fn outcome(&self, thought: &Thought<'_>, mark: Mark) -> Outcome {
        let mut facts = thought.facts.clone();
        let before = facts[mark.cell].count_ones() - 1;
        facts[mark.cell] = 1 << mark.digit;
        let (fails, gone) =
            match self.settle(thought.voices, thought.look, &mut facts, &[mark.cell]) {
                Ok(gone) => (false, gone),
                Err(gone) => (true, gone),
            };
        Outcome { fails, gone: before + gone }
    }

    /// Erases what some voices erase one by one when some cells have changed; how many marks that
    /// are, as an error if it fails.
    pub(super) fn settle(
        &self,
        voices: &[usize],
        look: Look,
        facts: &mut Facts,
        changed: &[usize],
    ) -> Result<u32, u32> {
        self.settle_blaming(voices, look, facts, changed, &mut |_| {})
    }

    /// The same, telling who has it that it fails.
    pub(super) fn settle_blaming(
        &self,
        voices: &[usize],
        look: Look,
        facts: &mut Facts,
        changed: &[usize],
        failing: &mut dyn FnMut(usize),
    ) -> Result<u32, u32> {
        let units = self.board.units.len();
        // Joint thoughts are many, and often nobody asks them.
        let joint = voices.iter().any(|&voice| voice >= units);
        let mut waiting = vec![false; if joint { self.voice_count() } else { units }];
        let wake = |waiting: &mut [bool], cell: usize| match joint {
            true => self.voices_of(cell).for_each(|v| waiting[v] = true),
            false => self.units_of[cell].iter().for_each(|&v| waiting[v] = true),
        };
        changed.iter().for_each(|&cell| wake(&mut waiting, cell));
        let (mut gone, mut again, mut said) = (0, true, Said::default());
        while std::mem::take(&mut again) {
            for &voice in voices {
                if !std::mem::take(&mut waiting[voice]) {
                    continue;
                }
                if !self.say(voice, facts, look, &mut said) {
                    failing(voice);
                    return Err(gone);
                }
                // It has said all it has to say of what it erases itself.
                for &(cell, left) in &said.less {
                    gone += (facts[cell] & !left).count_ones();
                    facts[cell] &= left;
                    if facts[cell] == 0 {
                        failing(voice);
                        return Err(gone);
                    }
                    wake(&mut waiting, cell);
                    again = true;
                }
                waiting[voice] = false;
            }
        }
        Ok(gone)
    }
}

/// What comes of one more mark.
#[derive(Clone, Copy)]
pub(super) struct Outcome {
    pub(super) fails: bool,
    /// How many marks go.
    pub(super) gone: u32,
}
