//! What aggregates come to, once their elements are known: nothing, or literals.

use std::cmp::Ordering;
use std::collections::{BTreeSet, HashMap};

use crate::ast::{Function, Relation};
use crate::ground::collect::Collected;
use crate::ground::run::Truth;
use crate::ground::{Grounder, Stop};
use crate::ir::Aggregate;
use crate::message::{Message, Warning};
use crate::program::{Body, Head, Lit, RuleId};
use crate::source::Span;
use crate::symbol::Sym;

/// The elements of one instance of an aggregate.
#[derive(Clone, Debug)]
pub(crate) struct Instance {
    pub function: Function,
    /// Of facts: the sum.
    pub fixed: i64,
    /// Weights and literals of what is open, for sums and counts.
    pub weighted: Vec<(i64, Lit)>,
    /// Weights, in order, for minimum and maximum. No literal: certain.
    pub ordered: Vec<(Sym, Option<Lit>)>,
    /// Literals for "at least so much" that exist already.
    at_least: HashMap<i64, Truth>,
    /// The elements, for printing.
    pub elements: Vec<Collected>,
}

impl Instance {
    /// An aggregate without elements.
    pub(super) fn empty(function: Function) -> Instance {
        Instance {
            function,
            fixed: 0,
            weighted: Vec::new(),
            ordered: Vec::new(),
            at_least: HashMap::new(),
            elements: Vec::new(),
        }
    }
}

impl Grounder<'_> {
    /// Merges elements with the same tuple and takes their weights. `recursive` elements may
    /// be derived with the help of the aggregate.
    pub(super) fn make_instance(
        &mut self,
        function: Function,
        aggregate: &Aggregate,
        elements: Vec<Collected>,
        recursive: bool,
    ) -> Result<Instance, Stop> {
        let span = aggregate.elements.first().map_or(aggregate.span, |element| element.span);
        let mut instance = self.merge_elements(function, elements, span, aggregate.span)?;
        merge_literals(&mut instance, recursive);
        Ok(instance)
    }

    pub(super) fn merge_elements(
        &mut self,
        function: Function,
        elements: Vec<Collected>,
        span: Span,
        whole: Span,
    ) -> Result<Instance, Stop> {
        let mut instance = Instance::empty(function);
        let mut places: HashMap<&[Sym], usize> = HashMap::with_capacity(elements.len());
        let mut groups: Vec<(&[Sym], Vec<Vec<Lit>>)> = Vec::new();
        for element in &elements {
            let mut lits = element.lits.clone();
            if let Some((pred, row)) = element.head
                && !self.domains[pred.index()].is_fact(row)
            {
                lits.push(self.atom_of_row(pred, row).lit());
            }
            let place = *places.entry(&element.tuple).or_insert_with(|| {
                groups.push((&element.tuple, Vec::new()));
                groups.len() - 1
            });
            groups[place].1.push(lits);
        }
        for (tuple, conditions) in groups {
            let Some(weight) = self.weight(function, tuple, span, whole) else { continue };
            let lit = match self.element_truth(conditions) {
                Truth::True => None,
                Truth::False => continue,
                Truth::Open(lit) => Some(lit),
            };
            match (function, lit) {
                (Function::Min | Function::Max, lit) => instance.ordered.push((weight, lit)),
                (_, lit) => {
                    let weight = self.symbols.as_int(weight).unwrap_or(0);
                    match lit {
                        _ if weight == 0 => {}
                        Some(lit) => instance.weighted.push((weight, lit)),
                        None => {
                            instance.fixed =
                                instance.fixed.checked_add(weight).ok_or_else(|| {
                                    Stop::Error(Message::error(
                                        whole,
                                        "the sum does not fit into 64 bits",
                                    ))
                                })?;
                        }
                    }
                }
            }
        }
        let total = instance.weighted.iter().try_fold(instance.fixed.abs(), |sum, (weight, _)| {
            weight.checked_abs().and_then(|weight| sum.checked_add(weight))
        });
        if total.is_none() {
            return Err(Stop::Error(Message::error(whole, "the sum does not fit into 64 bits")));
        }
        let symbols = &*self.symbols;
        instance.ordered.sort_by(|a, b| symbols.compare(a.0, b.0));
        if self.text.is_some() {
            instance.elements = elements;
        }
        Ok(instance)
    }

    /// Whether an element holds. In text its conditions are printed as they are.
    fn element_truth(&mut self, conditions: Vec<Vec<Lit>>) -> Truth {
        if self.text.is_none() {
            return self.any_of(conditions);
        }
        match &conditions[..] {
            all if all.iter().any(Vec::is_empty) => Truth::True,
            [one] if one.len() == 1 => Truth::Open(one[0]),
            _ => Truth::Open(self.program.new_atom().lit()),
        }
    }

    /// The weight of a tuple; nothing, after a remark, if it has none.
    pub(super) fn weight(
        &mut self,
        function: Function,
        tuple: &[Sym],
        span: Span,
        whole: Span,
    ) -> Option<Sym> {
        if function == Function::Count {
            return Some(self.symbols.int(1));
        }
        let Some(&first) = tuple.first() else {
            self.say(Message::info(Warning::OperationUndefined, whole, "empty tuple ignored"));
            return None;
        };
        let fits = match (function, self.symbols.as_int(first)) {
            (Function::Sum, weight) => weight.is_some(),
            (Function::SumPlus, weight) => weight.is_some_and(|weight| weight >= 0),
            _ => true,
        };
        if fits {
            return Some(first);
        }
        let shown: Vec<String> = tuple.iter().map(|&sym| self.symbols.show(sym)).collect();
        let message = Message::info(Warning::OperationUndefined, span, "tuple ignored");
        self.say(message.detail(shown.join(",")));
        None
    }

    /// The values an aggregate may have.
    pub(super) fn possible_values(&mut self, instance: usize) -> Result<Vec<Sym>, Stop> {
        let instance = &self.instances[instance];
        match instance.function {
            Function::Min | Function::Max => {
                let least = instance.function == Function::Min;
                let mut values = vec![if least { Sym::SUP } else { Sym::INF }];
                let ordered: Box<dyn Iterator<Item = &(Sym, Option<Lit>)>> = if least {
                    Box::new(instance.ordered.iter().rev())
                } else {
                    Box::new(instance.ordered.iter())
                };
                // A certain element hides those before it.
                for (weight, lit) in ordered {
                    if lit.is_none() {
                        values.clear();
                    }
                    if values.last() != Some(weight) {
                        values.push(*weight);
                    }
                }
                Ok(values)
            }
            _ => {
                let weighted = instance.weighted.clone();
                let mut sums = BTreeSet::from([instance.fixed]);
                for (weight, _) in weighted {
                    let more: Vec<i64> = sums.iter().map(|sum| sum + weight).collect();
                    let work = more.len() as u32;
                    sums.extend(more);
                    self.tick(work)?;
                }
                Ok(sums.into_iter().map(|sum| self.symbols.int(sum)).collect())
            }
        }
    }

    /// Literals that together say that an aggregate satisfies its guards; nothing if it cannot.
    pub(super) fn guard_literals(
        &mut self,
        instance: usize,
        guards: &[(Relation, Sym)],
    ) -> Result<Option<Vec<Lit>>, Stop> {
        if self.text.is_some() {
            let (possible, certain) = self.guard_bounds(instance, guards);
            if !possible {
                return Ok(None);
            }
            if certain {
                return Ok(Some(Vec::new()));
            }
            let text = self.show_aggregate(instance, guards);
            return Ok(Some(vec![self.text_atom(text)]));
        }
        let mut lits = Vec::new();
        for &(relation, value) in guards {
            match self.guard(instance, relation, value) {
                None => return Ok(None),
                Some(more) => lits.extend(more),
            }
        }
        Ok(Some(lits))
    }

    /// The same for one guard.
    fn guard(&mut self, instance: usize, relation: Relation, value: Sym) -> Option<Vec<Lit>> {
        let minmax = matches!(self.instances[instance].function, Function::Min | Function::Max);
        if !minmax {
            let Some(bound) = self.symbols.as_int(value) else {
                let order = if value == Sym::INF { Ordering::Greater } else { Ordering::Less };
                return relation.holds(order).then(Vec::new);
            };
            // A bound at the end of the integers decides: sums do not come near.
            let above = bound.checked_add(1);
            let more = match above {
                Some(above) => self.sum_at_least(instance, above),
                None => Truth::False,
            };
            let reached = self.sum_at_least(instance, bound);
            return self.compare_literals(relation, reached, more);
        }
        let more = self.beyond(instance, value, true);
        let reached = self.beyond(instance, value, false);
        if self.instances[instance].function == Function::Max {
            self.compare_literals(relation, reached, more)
        } else {
            // `reached` is "at most", `more` is "less than".
            self.compare_literals(relation.mirror(), reached, more)
        }
    }

    /// Literals for a comparison, given "at least" and "more than".
    fn compare_literals(
        &mut self,
        relation: Relation,
        reached: Truth,
        more: Truth,
    ) -> Option<Vec<Lit>> {
        let yes = |truth: Truth| match truth {
            Truth::True => Some(Vec::new()),
            Truth::False => None,
            Truth::Open(lit) => Some(vec![lit]),
        };
        match relation {
            Relation::GreaterEqual => yes(reached),
            Relation::Greater => yes(more),
            Relation::LessEqual => yes(self.negate(more)),
            Relation::Less => yes(self.negate(reached)),
            Relation::Equal => {
                let mut lits = yes(reached)?;
                let less = self.negate(more);
                lits.extend(yes(less)?);
                Some(lits)
            }
            Relation::NotEqual => {
                let less = self.negate(reached);
                let ways = [less, more].into_iter().filter_map(yes).collect();
                yes(self.any_of(ways))
            }
        }
    }

    fn negate(&mut self, truth: Truth) -> Truth {
        match truth {
            Truth::True => Truth::False,
            Truth::False => Truth::True,
            Truth::Open(lit) => Truth::Open(self.negation(lit)),
        }
    }

    /// A literal for "the sum is at least this".
    pub(super) fn sum_at_least(&mut self, instance: usize, bound: i64) -> Truth {
        let known = &self.instances[instance];
        if let Some(truth) = known.at_least.get(&bound) {
            return *truth;
        }
        let weighted = known.weighted.clone();
        let truth = match positive_sum(&weighted, bound as i128 - known.fixed as i128) {
            Sum::Decided(holds) => {
                if holds {
                    Truth::True
                } else {
                    Truth::False
                }
            }
            Sum::Open(lower, mut elements) => {
                // A literal that was negated twice is not what it was.
                for ((_, lit), (weight, before)) in elements.iter_mut().zip(&weighted) {
                    if *weight < 0 {
                        *lit = self.negation(*before);
                    }
                }
                Truth::Open(self.sum_literal(lower, elements))
            }
        };
        self.instances[instance].at_least.insert(bound, truth);
        truth
    }

    /// A literal that holds if the sum reaches the bound.
    pub(super) fn sum_literal(&mut self, lower: i64, elements: Vec<(i64, Lit)>) -> Lit {
        if let [(_, lit)] = elements[..] {
            return lit;
        }
        let total: i64 = elements.iter().map(|(weight, _)| weight).sum();
        let least = elements.iter().map(|(weight, _)| *weight).min().unwrap_or(0);
        if total - least < lower {
            let all: Vec<Lit> = elements.iter().map(|(_, lit)| *lit).collect();
            if let Some(lit) = self.conjunction(all) {
                return lit;
            }
        }
        if least >= lower {
            let ways = elements.iter().map(|(_, lit)| vec![*lit]).collect();
            if let Truth::Open(lit) = self.any_of(ways) {
                return lit;
            }
        }
        let atom = self.program.new_atom();
        self.program.add(
            Head::Disjunction(&[atom]),
            Body::Sum { lower, elements: &elements },
            RuleId::NONE,
        );
        atom.lit()
    }

    /// For maximum: some weight is at least the value, or more. For minimum: at most, or less.
    pub(super) fn beyond(&mut self, instance: usize, value: Sym, strictly: bool) -> Truth {
        let Some(ways) = self.reaching(instance, value, strictly) else { return Truth::True };
        self.any_of(ways.into_iter().map(|lit| lit.into_iter().collect()).collect())
    }

    /// The elements that would do that (no literal: certain). Nothing if it is so without any.
    pub(super) fn reaching(
        &self,
        instance: usize,
        value: Sym,
        strictly: bool,
    ) -> Option<Vec<Option<Lit>>> {
        let known = &self.instances[instance];
        let max = known.function == Function::Max;
        let order = |weight: Sym| {
            let order = self.symbols.compare(weight, value);
            if max { order } else { order.reverse() }
        };
        let counts = |weight: Sym| match order(weight) {
            Ordering::Greater => true,
            Ordering::Equal => !strictly,
            Ordering::Less => false,
        };
        let none = if max { Sym::INF } else { Sym::SUP };
        if counts(none) {
            return None;
        }
        let ways = known.ordered.iter().filter(|(weight, _)| counts(*weight));
        Some(ways.map(|(_, lit)| *lit).collect())
    }

    /// Whether guards can be satisfied, and whether they certainly are.
    pub(super) fn guard_bounds(&self, instance: usize, guards: &[(Relation, Sym)]) -> (bool, bool) {
        let known = &self.instances[instance];
        let mut result = (true, true);
        for &(relation, value) in guards {
            let (low, high) = match known.function {
                Function::Min | Function::Max => {
                    let max = known.function == Function::Max;
                    let least = known.ordered.first().map(|(weight, _)| *weight);
                    let most = known.ordered.last().map(|(weight, _)| *weight);
                    let certain = known.ordered.iter().filter(|(_, lit)| lit.is_none());
                    if max {
                        let low = certain.map(|(weight, _)| *weight).next_back();
                        (low.unwrap_or(Sym::INF), most.unwrap_or(Sym::INF))
                    } else {
                        let high = certain.map(|(weight, _)| *weight).next();
                        (least.unwrap_or(Sym::SUP), high.unwrap_or(Sym::SUP))
                    }
                }
                _ => {
                    let Some(bound) = self.symbols.as_int(value) else {
                        let order =
                            if value == Sym::INF { Ordering::Greater } else { Ordering::Less };
                        let holds = relation.holds(order);
                        result = (result.0 && holds, result.1 && holds);
                        continue;
                    };
                    let part = |sign: i64| -> i64 {
                        let weights = known.weighted.iter().map(|(weight, _)| *weight);
                        weights.filter(|weight| weight.signum() == sign).sum()
                    };
                    let (low, high) = (known.fixed + part(-1), known.fixed + part(1));
                    let (can, must) =
                        bounds(relation, low.cmp(&bound), high.cmp(&bound), low == high);
                    result = (result.0 && can, result.1 && must);
                    continue;
                }
            };
            let compare = |sym| self.symbols.compare(sym, value);
            let (can, must) = bounds(relation, compare(low), compare(high), low == high);
            result = (result.0 && can, result.1 && must);
        }
        result
    }
}

/// Whether a comparison can hold, and must hold, for values from `low` to `high`, given how
/// these compare with the bound.
fn bounds(relation: Relation, low: Ordering, high: Ordering, same: bool) -> (bool, bool) {
    match relation {
        Relation::Less | Relation::LessEqual => (relation.holds(low), relation.holds(high)),
        Relation::Greater | Relation::GreaterEqual => (relation.holds(high), relation.holds(low)),
        Relation::Equal => (low.is_le() && high.is_ge(), same && low.is_eq()),
        Relation::NotEqual => (!(same && low.is_eq()), low.is_gt() || high.is_lt()),
    }
}

/// Adds up the weights of each literal; a literal and its negation are one with a constant.
/// Not so in recursion: there `a` counts if it is derived, `not a` if that is assumed.
pub(super) fn merge_literals(instance: &mut Instance, recursive: bool) {
    let weighted = &mut instance.weighted;
    let mut sorted = true;
    for pair in weighted.windows(2) {
        sorted &= pair[0].1.atom() < pair[1].1.atom();
    }
    if sorted {
        return;
    }
    // The order of first occurrence is kept: it is the order of the program.
    let mut places: HashMap<i32, usize> = HashMap::with_capacity(weighted.len());
    let mut merged: Vec<(i64, Lit)> = Vec::with_capacity(weighted.len());
    for &(weight, lit) in weighted.iter() {
        let key = if recursive { lit.0 } else { lit.0.abs() };
        let place = *places.entry(key).or_insert_with(|| {
            merged.push((0, lit));
            merged.len() - 1
        });
        let (sum, first) = &mut merged[place];
        if *first == lit {
            *sum += weight;
        } else {
            // w*(not a) = w - w*a
            instance.fixed += weight;
            *sum -= weight;
        }
    }
    merged.retain(|(weight, _)| *weight != 0);
    *weighted = merged;
}

/// A sum compared with a bound, with positive weights only.
pub(super) enum Sum {
    Decided(bool),
    Open(i64, Vec<(i64, Lit)>),
}

pub(super) fn positive_sum(weighted: &[(i64, Lit)], bound: i128) -> Sum {
    // w*a = w + |w|*(not a) for negative w.
    let shift: i128 = weighted.iter().map(|(weight, _)| i128::from((*weight).min(0))).sum();
    let lower = bound - shift;
    let total: i128 = weighted.iter().map(|(weight, _)| i128::from(weight.abs())).sum();
    if lower <= 0 {
        return Sum::Decided(true);
    }
    if lower > total {
        return Sum::Decided(false);
    }
    let positive = |&(weight, lit): &(i64, Lit)| {
        // More than the bound is as good as the bound.
        let size = i128::from(weight.abs()).min(lower) as i64;
        (size, if weight > 0 { lit } else { !lit })
    };
    Sum::Open(lower as i64, weighted.iter().map(positive).collect())
}
