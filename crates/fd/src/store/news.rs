//! What the host must hear of: values, variables that became one, decided comparisons.

use super::{FdVar, Store};
use crate::int::Int;

impl Store {
    /// Variables that got a value since the last call, oldest news first.
    pub fn take_fixed(&mut self) -> Vec<(FdVar, Int)> {
        let news = self.fixed[self.fixed_seen..]
            .iter()
            .filter_map(|v| Some((*v, self.var(*v).dom.value()?)))
            .collect();
        self.fixed_seen = self.fixed.len();
        news
    }

    /// Pairs of variables that became one since the last call: the first gave way to the second.
    pub fn take_aliases(&mut self) -> Vec<(FdVar, FdVar)> {
        let news = self.aliases[self.aliases_seen..].to_vec();
        self.aliases_seen = self.aliases.len();
        news
    }

    /// Comparisons decided since the last call: the host's token and how the sides compare.
    pub fn take_orders(&mut self) -> Vec<(u32, std::cmp::Ordering)> {
        let news = self.orders[self.orders_seen..].to_vec();
        self.orders_seen = self.orders.len();
        news
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

    pub(crate) fn decide_order(&mut self, token: u32, order: std::cmp::Ordering) {
        self.orders.push((token, order));
    }
}
