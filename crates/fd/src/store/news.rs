//! What the host must hear of: values, variables that became one, decided comparisons.

use super::{FdVar, Store};
use crate::int::Int;

impl Store {
    /// The next variable that got a value which is a word, if that is the oldest news.
    #[inline]
    pub fn next_fixed_word(&mut self) -> Option<(FdVar, i64)> {
        let var = *self.fixed.get(self.fixed_seen)?;
        let word = self.var(var).dom.fixed_word()?;
        self.fixed_seen += 1;
        Some((var, word))
    }

    /// The next variable that got a value, oldest news first.
    pub fn next_fixed(&mut self) -> Option<(FdVar, Int)> {
        while let Some(&var) = self.fixed.get(self.fixed_seen) {
            self.fixed_seen += 1;
            if let Some(value) = self.var(var).dom.value() {
                return Some((var, value));
            }
        }
        None
    }

    /// Variables that got a value since the last call, oldest news first.
    pub fn take_fixed(&mut self) -> Vec<(FdVar, Int)> {
        std::iter::from_fn(|| self.next_fixed()).collect()
    }

    /// The next pair of variables that became one: the first gave way to the second.
    #[inline]
    pub fn next_alias(&mut self) -> Option<(FdVar, FdVar)> {
        let news = self.aliases.get(self.aliases_seen).copied()?;
        self.aliases_seen += 1;
        Some(news)
    }

    /// Pairs of variables that became one since the last call: the first gave way to the second.
    pub fn take_aliases(&mut self) -> Vec<(FdVar, FdVar)> {
        std::iter::from_fn(|| self.next_alias()).collect()
    }

    /// The next comparison that was decided: the host's token and how the sides compare.
    #[inline]
    pub fn next_order(&mut self) -> Option<(u32, std::cmp::Ordering)> {
        let news = self.orders.get(self.orders_seen).copied()?;
        self.orders_seen += 1;
        Some(news)
    }

    /// Comparisons decided since the last call: the host's token and how the sides compare.
    pub fn take_orders(&mut self) -> Vec<(u32, std::cmp::Ordering)> {
        std::iter::from_fn(|| self.next_order()).collect()
    }

    /// Whether there is anything to take.
    pub fn has_news(&self) -> bool {
        self.fixed_seen < self.fixed.len()
            || self.aliases_seen < self.aliases.len()
            || self.orders_seen < self.orders.len()
    }

    /// How much news there is, taken or not.
    pub(crate) fn news_position(&self) -> (usize, usize, usize) {
        (self.fixed.len(), self.aliases.len(), self.orders.len())
    }

    /// Offers again all news since a position.
    pub(crate) fn rewind_news(&mut self, (fixed, aliases, orders): (usize, usize, usize)) {
        self.fixed_seen = self.fixed_seen.min(fixed);
        self.aliases_seen = self.aliases_seen.min(aliases);
        self.orders_seen = self.orders_seen.min(orders);
    }

    /// Values up to this position at most count as taken.
    pub(crate) fn clamp_news(&mut self, fixed: usize) {
        self.fixed_seen = self.fixed_seen.min(fixed);
    }

    /// How many values since a position are taken, if there is no other news.
    pub(crate) fn news_kept(
        &self,
        (fixed, aliases, orders): (usize, usize, usize),
    ) -> Option<usize> {
        let plain = self.aliases.len() == aliases && self.orders.len() == orders;
        plain.then(|| self.fixed_seen.saturating_sub(fixed))
    }

    /// The next variable that got a value which is a word, without taking the news.
    #[inline]
    pub fn peek_fixed_word(&self) -> Option<(FdVar, i64)> {
        let var = *self.fixed.get(self.fixed_seen)?;
        Some((var, self.var(var).dom.fixed_word()?))
    }

    /// Takes the news of the next value.
    #[inline]
    pub fn skip_fixed(&mut self) {
        self.fixed_seen += 1;
    }

    pub(crate) fn decide_order(&mut self, token: u32, order: std::cmp::Ordering) {
        self.orders.push((token, order));
    }
}
