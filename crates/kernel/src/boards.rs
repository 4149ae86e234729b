//! Where each value can still be, as bits: so that a fixed cell finds the few cells it excludes
//! its value from, without asking all those it sees.
//!
//! A board has a bit for each variable that may have the value. It is only ever too large:
//! exclusion takes bits away, other writes leave theirs behind, and who is found on a board is
//! asked again. One more board holds the variables that have told their peers already. A peer
//! of those lost the value then, so nobody needs to look at them again.

use crate::bits::Ones;
use crate::context::{Conflict, Ctx, Outcome};
use crate::ids::VarId;
use crate::log::Log;
use crate::model::Model;

/// Boards of at most so many words: beyond, asking every peer is as good.
const MAX_WORDS: usize = 16;

/// Where the boards of a model are, and who sees whom as rows of one length.
#[derive(Clone, Debug)]
pub(crate) struct Boards {
    /// The first word of the slab: those that told their peers, then a board for each value.
    first: usize,
    /// Words of a board.
    words: usize,
    /// A row for each variable.
    sees: Box<[u64]>,
}

impl Boards {
    /// Adds boards to a model that gets no more variables and no more edges.
    pub(crate) fn add(model: &mut Model) {
        let words = model.sees.iter().map(|row| row.len()).max().unwrap_or(0);
        if words == 0 || words > MAX_WORDS {
            return;
        }
        let vars = model.sees.len().min(64 * words);
        let mut sees = vec![0; words * vars];
        let mut values = 0;
        // Neighbours that may have the same values, a word at most.
        let mut alike: Vec<(usize, u64, u64)> = Vec::new();
        for (at, (row, from)) in sees.chunks_exact_mut(words).zip(&model.sees).enumerate() {
            if from.is_empty() {
                continue;
            }
            // A word or two: a call to copy them is longer.
            row.iter_mut().zip(&**from).for_each(|(row, from)| *row = *from);
            let (word, bit, mask) = (at / 64, 1 << (at % 64), model.base[at]);
            match alike.last_mut() {
                Some((k, m, vars)) if (*k, *m) == (word, mask) => *vars |= bit,
                _ => alike.push((word, mask, bit)),
            }
            values |= mask;
        }
        let values = 64 - values.leading_zeros() as usize;
        let mut lanes = vec![0u64; words * (values + 1)];
        for (word, mask, vars) in alike {
            for value in Ones(mask) {
                lanes[words * (value as usize + 1) + word] |= vars;
            }
        }
        let first = model.add_lanes(&lanes);
        model.boards = Some(Self { first, words, sees: sees.into() });
    }

    /// Takes a bit from every variable that sees all of these, told by their places in a list;
    /// there is at least one. Tells whether some had it.
    ///
    /// Most of those that see them lost the value long ago, so the board is asked first.
    #[inline]
    pub(crate) fn erase_from_all_that_see<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        list: &[VarId],
        places: u64,
        bit: u64,
    ) -> Result<bool, Conflict> {
        let board = self.first + self.words * (bit.trailing_zeros() as usize + 1);
        let mut changed = false;
        if self.words == 2 {
            // The common grids: both words at once.
            let mut low = ctx.lane(board) & !ctx.lane(self.first);
            let mut high = ctx.lane(board + 1) & !ctx.lane(self.first + 1);
            let mut left = places;
            while left != 0 {
                let at = list[left.trailing_zeros() as usize].index() * 2;
                let Some(&[a, b]) = self.sees.get(at..at + 2) else { return Ok(false) };
                (low, high) = (low & a, high & b);
                if low | high == 0 {
                    return Ok(false);
                }
                left &= left - 1;
            }
            changed |= self.erase_on(ctx, board, 0, low, bit)?;
            changed |= self.erase_on(ctx, board, 1, high, bit)?;
            return Ok(changed);
        }
        for k in 0..self.words {
            let mut seen = ctx.lane(board + k) & !ctx.lane(self.first + k);
            for place in Ones(places) {
                let row = self.sees.get(list[place as usize].index() * self.words + k);
                seen &= row.copied().unwrap_or(0);
                if seen == 0 {
                    break;
                }
            }
            changed |= self.erase_on(ctx, board, k, seen, bit)?;
        }
        Ok(changed)
    }

    /// Takes a bit from these variables of a word of a board; tells whether some had it.
    #[inline(always)]
    fn erase_on<L: Log>(
        &self,
        ctx: &mut Ctx<'_, L>,
        board: usize,
        k: usize,
        seen: u64,
        bit: u64,
    ) -> Result<bool, Conflict> {
        if seen == 0 {
            return Ok(false);
        }
        // Whoever is asked now need not be asked again.
        ctx.put_lane(board + k, ctx.lane(board + k) & !seen);
        let mut changed = false;
        for i in Ones(seen) {
            let outside = VarId::new(64 * k + i as usize);
            if ctx.mask(outside) & bit != 0 {
                ctx.erase(outside, bit)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    /// Takes the value of a fixed variable from all that see it.
    #[inline(always)]
    pub(crate) fn exclude<L: Log>(&self, ctx: &mut Ctx<'_, L>, var: VarId) -> Outcome {
        // The common grids have loops of known length.
        match self.words {
            2 => self.run::<L, 2>(ctx, var),
            _ => self.run::<L, 0>(ctx, var),
        }
    }

    #[inline(always)]
    fn run<L: Log, const WORDS: usize>(&self, ctx: &mut Ctx<'_, L>, var: VarId) -> Outcome {
        let words = if WORDS == 0 { self.words } else { WORDS };
        let at = var.index();
        let Some(row) = self.sees.get(at * words..(at + 1) * words) else { return Ok(()) };
        // Who sees nobody may have values that no board knows.
        if row.iter().all(|&peers| peers == 0) {
            return Ok(());
        }
        let bit = ctx.mask(var);
        let board = self.first + words * (bit.trailing_zeros() as usize + 1);
        for (k, &peers) in row.iter().enumerate() {
            let places = ctx.lane(board + k);
            let holders = places & peers & !ctx.lane(self.first + k);
            for i in Ones(holders) {
                ctx.erase_in_place(VarId::new(64 * k + i as usize), bit)?;
            }
            if holders != 0 {
                ctx.put_lane(board + k, places & !peers);
            }
        }
        let told = self.first + at / 64;
        ctx.put_lane(told, ctx.lane(told) | 1 << (at % 64));
        Ok(())
    }
}
