//! Implied sums that find nothing rest for a while.
//!
//! What follows from others may be left out at any time without changing an answer. Of the sums
//! that cages leave over some find something every third time and some once in a hundred runs, and
//! which is which depends on the puzzle. So each is measured while it works: the longer it has
//! found nothing, the more of its turns it misses. What else is implied costs less and finds more.

use crate::model::Model;
use crate::prop::Prop;

/// Runs without a find that nobody minds.
const PATIENCE: u16 = 4;

/// The most turns missed in a row.
const LONGEST: u16 = 15;

/// What each propagator found lately, by slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rests(Vec<Rest>);

#[derive(Clone, Copy, Debug, Default)]
struct Rest {
    implied: bool,
    /// Runs since it last found something.
    idle: u16,
    /// Turns that it is going to miss.
    miss: u16,
}

impl Rests {
    /// Nobody rests yet, and only implied sums will.
    pub(crate) fn new(model: &Model) -> Self {
        let props = model.props.iter().zip(&model.prop_item).zip(&model.queue.prop_slot);
        let implied = |(prop, item): (&Prop, &usize)| prop.is_sum() && model.items[*item].derived;
        let mut rests = Vec::new();
        for (_, &slot) in props.filter(|&(p, _)| implied(p)) {
            // Most puzzles have none, and then nothing is looked up.
            rests.resize(model.queue.slots.len(), Rest::default());
            rests[slot as usize].implied = true;
        }
        Self(rests)
    }

    /// Whether the propagator of this slot misses its turn.
    #[inline(always)]
    pub(crate) fn misses(&mut self, slot: usize) -> bool {
        match self.0.get_mut(slot) {
            Some(rest) if rest.miss > 0 => {
                rest.miss -= 1;
                true
            }
            _ => false,
        }
    }

    /// Notes whether a run found something.
    #[inline(always)]
    pub(crate) fn note(&mut self, slot: usize, found: bool) {
        if let Some(rest) = self.0.get_mut(slot).filter(|rest| rest.implied) {
            rest.idle = if found { 0 } else { rest.idle.saturating_add(1) };
            rest.miss = (rest.idle / PATIENCE).min(LONGEST);
        }
    }
}
