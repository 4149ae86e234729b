//! Propagators, one kind a file.
//!
//! A propagator reads domains through [`Ctx`], erases what its constraint cannot use, and
//! says whether it is done. It owns no mutable data: what it must remember on a branch
//! lives in lanes of the slab. How to add one:
//!
//! 1. a file here with a struct, `propagate`, `watches`;
//! 2. an arm in each `match` of [`Prop`];
//! 3. a place in `compile` that makes it from a [`crate::Constraint`];
//! 4. nothing for reasons: relax-and-re-run works for it (see [`crate::reason`]).
//!
//! The property tests compare it with [`crate::Constraint::holds`] on random domains.

mod abs_diff;
mod alike;
mod all_distinct;
pub(crate) mod bounds;
mod cage;
mod chain;
mod check;
mod clause;
mod connected;
mod count;
mod cover;
mod crossings;
pub(crate) mod div_rem;
mod element;
mod extreme;
mod filling;
mod house;
mod lex;
mod linear;
mod members;
mod numbered;
mod or;
mod pair;
mod pairwise;
mod product;
mod rank;
mod regular;
mod reified;
mod same_set;
mod sum;
mod table;
mod unequal;
mod unless;
mod values;
mod variety;
mod visible;

pub(crate) use abs_diff::AbsDiff;
pub(crate) use alike::Alike;
pub(crate) use all_distinct::{AllDistinct, MAX_VARS as MAX_DISTINCT_VARS};
pub(crate) use cage::{Cage, MAX_CAGE_VALUES, sets_with_sum};
pub(crate) use chain::Chain;
pub(crate) use check::Check;
pub(crate) use clause::Clause;
pub(crate) use connected::Connected;
pub(crate) use count::{Cliques, Count};
pub(crate) use cover::{Cover, MAX_COVER, MAX_GROUPS};
pub(crate) use crossings::Crossings;
pub(crate) use div_rem::DivRem;
pub(crate) use element::{Element, Loses};
pub(crate) use extreme::Extreme;
pub(crate) use filling::{Filling, MAX_FILLING};
pub(crate) use house::House;
pub(crate) use lex::Lex;
pub(crate) use linear::{AtMost, Differ, Equal};
pub(crate) use members::Members;
pub(crate) use numbered::Numbered;
pub(crate) use or::{Branch, Or};
pub(crate) use pair::{Pair, Relation};
pub(crate) use pairwise::{MAX_VARS as MAX_PAIRWISE_VARS, Pairwise};
pub(crate) use product::Product;
pub(crate) use rank::Rank;
pub(crate) use regular::{Layers, Letters, Regular};
pub(crate) use reified::Reified;
pub(crate) use same_set::SameSet;
pub(crate) use sum::Sum;
pub(crate) use table::{Supports, Table};
pub(crate) use unequal::Unequal;
pub(crate) use unless::{MAX_UNLESS, Unless};
pub(crate) use values::Values;
pub(crate) use variety::{MAX_VARIETY, Variety};
pub(crate) use visible::{MAX_VISIBLE, Visible};

use crate::context::{Conflict, Ctx, Status};
use crate::ids::VarId;
use crate::log::Log;

/// What happened to a domain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Event {
    /// It lost a value.
    Any,
    /// It lost its smallest or largest value.
    Bounds,
    /// It has one value left.
    Fixed,
    /// It lost the last of these values, or the last of the others. Small variables only.
    Side(u64),
    /// It lost a value and has at most so many left. Small variables only.
    Few(u32),
}

/// A propagator over more variables says nothing about which of them to try first, and equal
/// points for all only make conflicts count less (`docs/design/0003-whom-to-blame.md`).
const MOST_WEIGHED: u32 = 60;

/// Cost classes; the pending set is emptied from the cheapest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cost {
    /// A few nanoseconds.
    Cheap,
    /// A pass over some cells.
    Scan,
    /// Combinations of sums.
    Sum,
    /// Houses: cheap, but woken by every erased value. After sums and crossings they see many
    /// changes at once (`docs/design/0005-when-houses-run.md`).
    House,
    /// Tables, automata, disjunctions.
    Relation,
    /// Matching, and whatever is dear.
    Global,
}

impl Cost {
    /// How many classes there are.
    pub(crate) const ALL: usize = Cost::Global as usize + 1;
}

/// The compiled form of a constraint.
#[derive(Clone, Debug)]
pub(crate) enum Prop {
    House(House),
    AllDistinct(AllDistinct),
    Cage(Cage),
    Sum(Sum),
    AtMost(AtMost),
    Equal(Equal),
    Differ(Differ),
    Chain(Chain),
    Pair(Pair),
    SameSet(SameSet),
    Crossings(Crossings),
    Values(Values),
    Pairwise(Pairwise),
    Table(Table),
    Regular(Regular),
    Element(Element),
    Count(Count),
    Product(Product),
    AbsDiff(AbsDiff),
    Extreme(Extreme),
    DivRem(DivRem),
    Lex(Lex),
    Numbered(Numbered),
    Visible(Visible),
    Alike(Alike),
    Variety(Variety),
    Filling(Filling),
    Cover(Cover),
    Clause(Clause),
    Unless(Unless),
    Rank(Rank),
    Unequal(Unequal),
    Connected(Connected),
    Members(Members),
    Reified(Reified),
    Or(Or),
    Check(Check),
}

/// Runs the same expression on whichever propagator it is.
macro_rules! each {
    ($prop:expr, $p:ident => $e:expr) => {
        match $prop {
            Prop::House($p) => $e,
            Prop::AllDistinct($p) => $e,
            Prop::Cage($p) => $e,
            Prop::Sum($p) => $e,
            Prop::AtMost($p) => $e,
            Prop::Equal($p) => $e,
            Prop::Differ($p) => $e,
            Prop::Chain($p) => $e,
            Prop::Pair($p) => $e,
            Prop::SameSet($p) => $e,
            Prop::Crossings($p) => $e,
            Prop::Values($p) => $e,
            Prop::Pairwise($p) => $e,
            Prop::Table($p) => $e,
            Prop::Regular($p) => $e,
            Prop::Element($p) => $e,
            Prop::Count($p) => $e,
            Prop::Product($p) => $e,
            Prop::AbsDiff($p) => $e,
            Prop::Extreme($p) => $e,
            Prop::DivRem($p) => $e,
            Prop::Lex($p) => $e,
            Prop::Numbered($p) => $e,
            Prop::Visible($p) => $e,
            Prop::Alike($p) => $e,
            Prop::Variety($p) => $e,
            Prop::Filling($p) => $e,
            Prop::Cover($p) => $e,
            Prop::Clause($p) => $e,
            Prop::Unless($p) => $e,
            Prop::Rank($p) => $e,
            Prop::Unequal($p) => $e,
            Prop::Connected($p) => $e,
            Prop::Members($p) => $e,
            Prop::Reified($p) => $e,
            Prop::Or($p) => $e,
            Prop::Check($p) => $e,
        }
    };
}

impl Prop {
    /// Erases what the constraint cannot use.
    #[inline]
    pub(crate) fn propagate<L: Log>(&self, ctx: &mut Ctx<'_, L>) -> Result<Status, Conflict> {
        each!(self, p => p.propagate(ctx))
    }

    /// Tells which events of which variables it must hear of.
    pub(crate) fn watches(&self, watch: &mut dyn FnMut(VarId, Event)) {
        each!(self, p => p.watches(watch));
    }

    /// The variables it watches where it hears of the same event of each, which is quicker to go
    /// through than [`Prop::watches`]; of some kinds only.
    pub(crate) fn watched_alike(&self) -> Option<(&[VarId], Event)> {
        match self {
            Prop::House(house) => Some((house.vars(), Event::Any)),
            Prop::Cage(cage) => Some((cage.vars(), Event::Any)),
            Prop::Crossings(crossings) => Some((crossings.vars(), Event::Fixed)),
            _ => None,
        }
    }

    /// Pairs of variables whose being different it uses besides its own constraint, when it
    /// takes bits from a variable (or fails) with these domains.
    pub(crate) fn relies_on(
        &self,
        target: Option<(VarId, u64)>,
        domains: &[u64],
        sees: &dyn Fn(VarId, VarId) -> bool,
    ) -> Vec<(VarId, VarId)> {
        match self {
            Prop::Cage(cage) => cage.relies_on(target, domains),
            Prop::Sum(sum) => sum.relies_on(target, domains, sees),
            Prop::Count(count) => count.relies_on(target, domains),
            Prop::Cover(cover) => cover.relies_on(target, domains),
            Prop::Pair(pair) => pair.relies_on(target, domains),
            Prop::Table(table) => table.relies_on(domains),
            Prop::Visible(visible) => visible.relies_on(domains),
            Prop::Rank(rank) => rank.relies_on(domains),
            Prop::Extreme(extreme) => extreme.relies_on(),
            Prop::Element(element) => element.relies_on(target, domains, sees),
            // What runs inside narrows its own variables only.
            Prop::Or(or) => or.relies_on(domains, sees),
            Prop::Reified(reified) => {
                reified.parts().flat_map(|p| p.relies_on(None, domains, sees)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether its constraint is sure to hold, whatever values are left out later, once it has run
    /// and found nothing.
    pub(crate) fn holds_if_quiet(&self) -> bool {
        matches!(self, Prop::Values(values) if values.is_small())
    }

    /// Whether it adds up several cells.
    pub(crate) fn is_sum(&self) -> bool {
        matches!(self, Prop::Cage(_) | Prop::Sum(_))
    }

    /// The rank it is, if it is one.
    pub(crate) fn as_rank(&self) -> Option<&Rank> {
        match self {
            Prop::Rank(rank) => Some(rank),
            _ => None,
        }
    }

    pub(crate) fn cost(&self) -> Cost {
        match self {
            Prop::Differ(_) | Prop::Chain(_) | Prop::Pair(_) | Prop::Values(_) => Cost::Cheap,
            Prop::Cage(cage) if cage.is_short() => Cost::Cheap,
            Prop::SameSet(_) | Prop::Crossings(_) | Prop::AtMost(_) | Prop::Equal(_) => Cost::Scan,
            Prop::Pairwise(_) | Prop::Element(_) | Prop::Count(_) | Prop::Product(_) => Cost::Scan,
            Prop::Cover(_) | Prop::Clause(_) | Prop::Unless(_) => Cost::Scan,
            Prop::AbsDiff(_) | Prop::Extreme(_) | Prop::DivRem(_) | Prop::Lex(_) => Cost::Scan,
            Prop::Cage(_) | Prop::Sum(_) | Prop::Reified(_) => Cost::Sum,
            Prop::House(_) => Cost::House,
            Prop::Table(_) | Prop::Regular(_) | Prop::Or(_) | Prop::Check(_) => Cost::Relation,
            Prop::Filling(_) | Prop::Rank(_) | Prop::Alike(_) | Prop::Variety(_) => Cost::Relation,
            Prop::AllDistinct(_) | Prop::Connected(_) | Prop::Unequal(_) => Cost::Global,
            Prop::Numbered(_) => Cost::House,
            Prop::Visible(_) => Cost::Relation,
            // Woken by every change of every digit, and a pass over all of them.
            Prop::Members(_) => Cost::Global,
        }
    }

    /// Who comes first within a class: short cages before longer ones, and what adds up many cells
    /// last (`docs/design/0020-short-cages-first.md`).
    pub(crate) fn turn(&self) -> usize {
        /// Between sums of fewer cells the order in which they came is as good.
        const MANY: usize = 6;
        match self {
            Prop::Cage(cage) if cage.is_short() => cage.len(),
            Prop::Cage(cage) => cage.len().max(MANY),
            Prop::Sum(sum) => (sum.len() + 1).max(MANY),
            _ => 0,
        }
    }

    /// How much it says for trying its variables early: short sums most, derived or not;
    /// houses and what looks at the whole grid nothing, every cell has them.
    pub(crate) fn weight(&self, vars: u32, derived: bool) -> u32 {
        match self {
            Prop::Cage(_) | Prop::Sum(_) => 18u32.saturating_sub(vars).max(9),
            Prop::House(_) | Prop::Unequal(_) | Prop::Unless(_) => 0,
            _ if derived || vars > MOST_WEIGHED => 0,
            _ => 9,
        }
    }

    pub(crate) fn name(&self) -> &'static str {
        match self {
            Prop::House(_) => "house",
            Prop::AllDistinct(_) => "all-distinct",
            Prop::Cage(_) => "cage",
            Prop::Sum(_) => "sum",
            Prop::AtMost(_) => "at-most",
            Prop::Equal(_) => "equal",
            Prop::Differ(_) => "differ",
            Prop::Chain(_) => "chain",
            Prop::Pair(_) => "pair",
            Prop::SameSet(_) => "same-set",
            Prop::Crossings(_) => "crossings",
            Prop::Values(_) => "values",
            Prop::Pairwise(_) => "pairwise",
            Prop::Table(_) => "table",
            Prop::Regular(_) => "regular",
            Prop::Element(_) => "element",
            Prop::Count(_) => "count",
            Prop::Product(_) => "product",
            Prop::AbsDiff(_) => "abs-diff",
            Prop::Extreme(_) => "extreme",
            Prop::DivRem(_) => "div-rem",
            Prop::Lex(_) => "lex",
            Prop::Numbered(_) => "numbered",
            Prop::Visible(_) => "visible",
            Prop::Alike(_) => "alike",
            Prop::Variety(_) => "variety",
            Prop::Filling(_) => "filling",
            Prop::Cover(_) => "cover",
            Prop::Clause(_) => "clause",
            Prop::Unless(_) => "unless",
            Prop::Rank(_) => "rank",
            Prop::Unequal(_) => "unequal",
            Prop::Connected(_) => "connected",
            Prop::Members(_) => "members",
            Prop::Reified(_) => "reified",
            Prop::Or(_) => "or",
            Prop::Check(_) => "check",
        }
    }
}

/// The pairs that must differ for a required value to be erased outside: the target and each
/// variable that may have the value.
pub(crate) fn relies_on_places(
    vars: &[VarId],
    target: Option<(VarId, u64)>,
    domains: &[u64],
) -> Vec<(VarId, VarId)> {
    let Some((target, bit)) = target.filter(|(t, _)| !vars.contains(t)) else {
        return Vec::new();
    };
    let places = vars.iter().filter(|v| domains[v.index()] & bit != 0);
    places.map(|&v| (target, v)).collect()
}
