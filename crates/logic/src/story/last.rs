//! When all that is looked for in order has led nowhere: nets with a name, or an assumption and its
//! contradiction, whichever is easier.

use super::{Guide, rated};
use crate::explainer;
use crate::find::View;
use crate::found::{Found, Refuted};
use crate::grade;
use crate::marks::Marks;
use crate::technique::Technique;

/// Lines of a contradiction up to which a net has to be easier than any contradiction: so short a one
/// names fewer clues.
const BRIEF: usize = 10;
/// Lines beyond which nets with patterns on their way are looked for, which takes longer.
const LONG: usize = 24;
/// Marks that go before these are looked for again where there were none.
const AGAIN: usize = 12;

impl Guide<'_> {
    /// The last resort on boards with other clues.
    pub(super) fn last_resort(&mut self, marks: &Marks) -> Option<Found> {
        let [several, easiest, last] =
            [Technique::Several, Technique::Nishio, Technique::Contradiction].map(Technique::entry);
        if self.most.is_below((several.rating, several.level)) {
            return None;
        }
        let view = View { board: self.board, marks };
        // Whoever makes a puzzle asks thousands of times for no net at all.
        let nets = self.board.patterns && !self.most.is_below((easiest.rating, easiest.level));
        let net = nets.then(|| explainer::dynamic(view)).flatten();
        // Who asks for nothing so hard as a contradiction may still get a net, or what few clues say.
        let most = self.most;
        let limited = most.is_below((last.rating, last.level));
        let wanted =
            |step: &Found| !limited || !most.is_below((step.rating, grade::hardness(step)));
        let straight = self.straight(marks);
        let (lines, rating) = match &straight.told {
            Some(told) => (told.length(), self.rating_of(told)),
            None => (usize::MAX, u32::MAX),
        };
        let net =
            if nets && lines > LONG { net.or_else(|| self.with_patterns(marks)) } else { net };
        let brief = |net: &Found| net.rating < last.rating || lines > BRIEF;
        if let Some(net) = net.filter(|net| net.rating < rating && brief(net)) {
            return Some(net).filter(wanted);
        }
        let few = || straight.told.as_ref().is_some_and(|told| self.few_of(told).is_some());
        if limited && !few() {
            return None;
        }
        let found = self.absurd_from(straight, marks).map(|found| self.as_few(found));
        found.filter(wanted)
    }

    /// How hard a way without cases is to follow, as it would be told.
    fn rating_of(&self, told: &Refuted) -> u32 {
        match self.few_of(told) {
            Some(units) => rated::several(units.len()) + rated::lines(told),
            None => rated::contradiction(told),
        }
    }

    /// The easiest net with patterns on its way.
    fn with_patterns(&mut self, marks: &Marks) -> Option<Found> {
        let soon = self.no_net.is_some_and(|then| marks.total() + AGAIN > then);
        if soon {
            return None;
        }
        let net = explainer::plus(View { board: self.board, marks });
        self.no_net = net.is_none().then(|| marks.total());
        net
    }
}
