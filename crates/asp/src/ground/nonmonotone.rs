//! Aggregates in recursion.
//!
//! Their meaning: an aggregate supports something only if it holds both for what is assumed
//! and for what is derived so far. For bounds on positive weights that is a sum for the lower
//! bound and the negation of a sum for the upper one. Otherwise (negative weights, `!=`) the
//! aggregate must be able to count what is *not* derived. For an atom `x` that stands for the
//! aggregate and an element `p`, the implication `p -> x` does that: while `x` is not derived it
//! holds exactly if `p` is not. So every guard becomes sums with positive weights over elements
//! and such complements, in as many rules as there are elements.

use std::collections::HashMap;

use crate::ast::{Function, Relation};
use crate::ground::aggregate::{Sum, positive_sum};
use crate::ground::literals::tidy;
use crate::ground::run::Truth;
use crate::ground::{Grounder, Stop};
use crate::program::{AtomId, Body, Head, Lit, RuleId};
use crate::symbol::Sym;

/// One literal for each way in which a guard can hold.
type Ways = Vec<Truth>;

impl Grounder<'_> {
    /// Rules that make `atom` true where a recursive aggregate satisfies its guards.
    pub(super) fn define_recursive(
        &mut self,
        instance: usize,
        guards: &[(Relation, Sym)],
        atom: AtomId,
    ) -> Result<(), Stop> {
        let (possible, certain) = self.guard_bounds(instance, guards);
        if !possible {
            return Ok(());
        }
        let known = &self.instances[instance];
        let negative = known.weighted.iter().any(|(weight, _)| *weight < 0);
        let unequal = guards.iter().any(|(relation, _)| *relation == Relation::NotEqual);
        let mut all = Vec::new();
        if certain {
            // Nothing to add.
        } else if !negative && !unequal {
            match self.guard_literals(instance, guards)? {
                Some(lits) => all = lits,
                None => return Ok(()),
            }
        } else {
            let mut complements = Complements { of: atom, known: HashMap::new() };
            for &(relation, value) in guards {
                let minmax =
                    matches!(self.instances[instance].function, Function::Min | Function::Max);
                let ways = match self.symbols.as_int(value) {
                    _ if minmax => self.order_ways(instance, relation, value, &mut complements)?,
                    Some(bound) => self.sum_ways(instance, relation, bound, &mut complements),
                    // Decided, and looked at above: sums are neither #inf nor #sup.
                    None => continue,
                };
                match self.one_of(ways) {
                    Truth::True => {}
                    Truth::False => return Ok(()),
                    Truth::Open(lit) => all.push(lit),
                }
            }
        }
        if tidy(&mut all) {
            self.program.add(Head::Disjunction(&[atom]), Body::Normal(&all), RuleId::NONE);
        }
        Ok(())
    }

    /// How a sum can compare with a bound.
    fn sum_ways(
        &mut self,
        instance: usize,
        relation: Relation,
        bound: i64,
        complements: &mut Complements,
    ) -> Ways {
        let bound = i128::from(bound);
        let mut least =
            |grounder: &mut Self, bound| grounder.reaches(instance, 1, bound, complements);
        match relation {
            Relation::GreaterEqual => vec![least(self, bound)],
            Relation::Greater => vec![least(self, bound + 1)],
            Relation::LessEqual => vec![self.reaches(instance, -1, -bound, complements)],
            Relation::Less => vec![self.reaches(instance, -1, 1 - bound, complements)],
            Relation::NotEqual => {
                let more = least(self, bound + 1);
                vec![more, self.reaches(instance, -1, 1 - bound, complements)]
            }
            Relation::Equal => {
                let ends = [least(self, bound), self.reaches(instance, -1, -bound, complements)];
                if ends.contains(&Truth::False) {
                    return Vec::new();
                }
                let open = ends.into_iter().filter_map(|end| match end {
                    Truth::Open(lit) => Some(lit),
                    _ => None,
                });
                let lits: Vec<Lit> = open.collect();
                match lits[..] {
                    [] => vec![Truth::True],
                    _ => self.conjunction(lits).map(Truth::Open).into_iter().collect(),
                }
            }
        }
    }

    /// A literal for "the sum, times 1 or -1, is at least this".
    fn reaches(
        &mut self,
        instance: usize,
        sign: i64,
        bound: i128,
        complements: &mut Complements,
    ) -> Truth {
        let known = &self.instances[instance];
        let bound = bound - i128::from(sign) * i128::from(known.fixed);
        let weighted: Vec<(i64, Lit)> =
            known.weighted.iter().map(|&(weight, lit)| (sign * weight, lit)).collect();
        match positive_sum(&weighted, bound) {
            Sum::Decided(true) => Truth::True,
            Sum::Decided(false) => Truth::False,
            Sum::Open(lower, mut elements) => {
                for ((_, lit), &(weight, before)) in elements.iter_mut().zip(&weighted) {
                    if weight < 0 {
                        *lit = self.complement(before, complements);
                    }
                }
                Truth::Open(self.sum_literal(lower, elements))
            }
        }
    }

    /// How a minimum or maximum can compare with a value. Only `!=` needs complements.
    fn order_ways(
        &mut self,
        instance: usize,
        relation: Relation,
        value: Sym,
        complements: &mut Complements,
    ) -> Result<Ways, Stop> {
        if relation != Relation::NotEqual {
            return Ok(match self.guard_literals(instance, &[(relation, value)])? {
                None => Vec::new(),
                Some(lits) if lits.is_empty() => vec![Truth::True],
                Some(lits) => self.conjunction(lits).map(Truth::Open).into_iter().collect(),
            });
        }
        let beyond = self.beyond(instance, value, true);
        // Or nothing is as large (or as small) as the value.
        let reached = self.reaching(instance, value, false);
        let Some(reached) = reached else { return Ok(vec![beyond]) };
        if reached.contains(&None) {
            return Ok(vec![beyond]);
        }
        let lits: Vec<Lit> =
            reached.into_iter().flatten().map(|lit| self.complement(lit, complements)).collect();
        let short = match lits[..] {
            [] => Some(Truth::True),
            _ => self.conjunction(lits).map(Truth::Open),
        };
        Ok([Some(beyond), short].into_iter().flatten().collect())
    }

    fn one_of(&mut self, ways: Ways) -> Truth {
        let mut lits = Vec::with_capacity(ways.len());
        for way in ways {
            match way {
                Truth::True => return Truth::True,
                Truth::False => {}
                Truth::Open(lit) => lits.push(vec![lit]),
            }
        }
        self.any_of(lits)
    }

    /// A literal that holds where an element does not, as long as the aggregate does not either.
    fn complement(&mut self, lit: Lit, complements: &mut Complements) -> Lit {
        if let Some(known) = complements.known.get(&lit) {
            return *known;
        }
        // What stands for an element may be a helper atom. It must not be in a head: rules
        // derive it from its parts, not its parts from it.
        let mut parts = Vec::new();
        for way in self.helpers.ways(lit) {
            if way.iter().all(|lit| !lit.is_positive()) {
                // Only assumptions: what is derived does not matter.
                if let Some(all) = self.conjunction(way) {
                    parts.push(self.negation(all));
                }
                continue;
            }
            parts.extend(self.nested_implication(&way, Truth::Open(complements.of.lit())));
        }
        let result = match self.conjunction(parts) {
            Some(lit) => lit,
            None => !self.truth(),
        };
        complements.known.insert(lit, result);
        result
    }
}

/// Literals for "this element does not hold" in one aggregate.
struct Complements {
    /// The atom that stands for the aggregate.
    of: AtomId,
    known: HashMap<Lit, Lit>,
}
