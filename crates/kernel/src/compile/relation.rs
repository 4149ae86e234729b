//! Constraints given by listing: pairs, rows, automata, branches.

use std::sync::Arc;

use crate::automaton::Automaton;
use crate::bits::Ones;
use crate::compile::Compiler;
use crate::compile::simple::repeats;
use crate::constraint::{Constraint, Pairs};
use crate::expr::Cmp;
use crate::hash::QuickSet;
use crate::ids::VarId;
use crate::prop::{
    Branch, Clause, Cover, Crossings, Letters, Lex, MAX_CAGE_VALUES, MAX_COVER, MAX_GROUPS,
    MAX_PAIRWISE_VARS, MAX_UNLESS, Or, Pair, Pairwise, Prop, Regular, Reified, SameSet, Table,
    Unless,
};

/// Value sets of a pairwise relation are listed up to this many.
const MAX_SETS: usize = 512;

/// Rows of a constraint's columns.
pub(crate) type Rows = Arc<[Box<[i64]>]>;

/// Whether no value may stand beside itself.
pub(crate) fn irreflexive(allowed: &Pairs) -> bool {
    allowed.iter().all(|(x, y)| x != y)
}

impl Compiler {
    pub(super) fn pair(&mut self, a: VarId, b: VarId, allowed: &Pairs, item: usize) {
        if a == b {
            let alike = allowed.iter().filter(|(x, y)| x == y).map(|&(x, _)| x).collect();
            return self.simple(&Constraint::Domain { var: a, values: alike }, item);
        }
        if self.model.is_small(a) && self.model.is_small(b) {
            let offset = |v: VarId| self.model.offset[v.index()];
            let offsets = (offset(a), offset(b));
            let mut relation = self.relation(allowed, offsets, false);
            let full = [self.model.full(a), self.model.full(b)];
            let mut alike = 0;
            if self.model.sees(a, b) {
                // What only equal values break, variables that see each other keep anyway.
                if relation.allows_different(full) {
                    return;
                }
                alike = match self.hosted {
                    true => 0,
                    false => relation.alike(full[0] & full[1]),
                };
                if alike != 0 {
                    relation = self.relation(allowed, offsets, true);
                }
            }
            // A branch narrows its own variables only.
            let seen = self.branch.is_none() && self.model.share_a_peer(a, b);
            let few = relation.few(full);
            return self.emit(Prop::Pair(Pair::new(a, b, relation, few, seen, alike)), item);
        }
        let rows: Rows = allowed.iter().map(|&(x, y)| [x, y].into()).collect();
        self.table(&[a, b], &rows, item);
    }

    pub(super) fn pairwise(&mut self, vars: &[VarId], allowed: &Pairs, item: usize) {
        let mut unique: Vec<VarId> = Vec::new();
        for &var in vars {
            if unique.contains(&var) {
                self.pair(var, var, allowed, item);
            } else {
                unique.push(var);
            }
        }
        if unique.len() < 2 {
            return;
        }
        let allowed = symmetric(allowed);
        if !self.aligned(&unique) || unique.len() > MAX_PAIRWISE_VARS {
            for (i, &a) in unique.iter().enumerate() {
                unique[..i].iter().for_each(|&b| self.pair(a, b, &allowed, item));
            }
            return;
        }
        if let Some(sets) = self.sets_of_pairs(&unique, &allowed) {
            return self.cage_of(&unique, sets, None, item);
        }
        let offset = self.model.offset[unique[0].index()];
        let relation = self.relation(&allowed, (offset, offset), false);
        self.emit(Prop::Pairwise(Pairwise::new(unique, relation)), item);
    }

    /// The sets of values that fit together, if all differ and there are not too many.
    fn sets_of_pairs(&mut self, vars: &[VarId], allowed: &Pairs) -> Option<Arc<[u64]>> {
        let union = vars.iter().fold(0, |m, &v| m | self.model.full(v));
        if !irreflexive(allowed) || union.leading_zeros() < 64 - MAX_CAGE_VALUES {
            return None;
        }
        let offset = self.model.offset[vars[0].index()];
        let mut partners = [0u64; 64];
        for &(x, y) in allowed.iter() {
            let (x, y) = (x.wrapping_sub(offset), y.wrapping_sub(offset));
            if (0..64).contains(&x) && (0..64).contains(&y) {
                partners[x as usize] |= 1 << y;
            }
        }
        let mut found = Vec::new();
        let complete = cliques(&partners, union, 0, vars.len(), &mut found);
        complete.then(|| self.shared.sets(found))
    }

    pub(super) fn table(&mut self, vars: &[VarId], rows: &Rows, item: usize) {
        let mut columns: Vec<usize> = Vec::new();
        for (c, var) in vars.iter().enumerate() {
            if !vars[..c].contains(var) {
                columns.push(c);
            }
        }
        let unique: Vec<VarId> = columns.iter().map(|&c| vars[c]).collect();
        let pairs = columns
            .iter()
            .enumerate()
            .flat_map(|(n, &i)| columns[..n].iter().map(move |&j| (i, j)));
        let mut differ: Vec<(usize, usize)> =
            pairs.filter(|&(i, j)| self.apart_for_sure(vars[i], vars[j])).collect();
        let mut found = self.shared.supports(&self.model, vars, (&columns, &differ), rows);
        if found.is_none() && !differ.is_empty() {
            // Not the rows alone are impossible: whoever fails must say who makes them differ.
            differ.clear();
            found = self.shared.supports(&self.model, vars, (&columns, &differ), rows);
        }
        let Some(supports) = found else {
            return self.impossible(item);
        };
        let lane = self.model.add_lanes(&supports.lanes());
        // Rows that are left out because of it.
        let equal = |&&(i, j): &&(usize, usize)| rows.iter().any(|row| row.get(i) == row.get(j));
        let differ = differ.iter().filter(equal).map(|&(i, j)| (vars[i], vars[j])).collect();
        self.emit(Prop::Table(Table::new(unique, supports, lane, differ)), item);
    }

    pub(super) fn regular(&mut self, vars: &[VarId], automaton: &Arc<Automaton>, item: usize) {
        let letters = |&v: &VarId| {
            let (lo, hi) = self.model.bounds(v);
            Letters { lo, hi, small: self.model.is_small(v) }
        };
        let line: Vec<Letters> = vars.iter().map(letters).collect();
        match self.shared.layers(automaton, line) {
            Some(layers) => {
                let memory = Regular::memory(&layers).and_then(|words| self.memory(words));
                self.emit(Prop::Regular(Regular::new(vars.to_vec(), layers, memory)), item);
            }
            None => self.impossible(item),
        }
    }

    /// Each group once at least. What the propagator does not take is checked.
    pub(super) fn cover(&mut self, vars: &[VarId], groups: &Arc<[Vec<i64>]>, item: usize) {
        let whole =
            |vars: &[VarId]| Constraint::Cover { vars: vars.to_vec(), groups: groups.clone() };
        let small = vars.len() <= MAX_COVER && groups.len() <= MAX_GROUPS;
        if !small || !self.aligned(vars) || repeats(vars) {
            return self.check(whole(vars), item);
        }
        let Some(first) = vars.first() else {
            if !groups.is_empty() {
                self.impossible(item);
            }
            return;
        };
        let offset = self.model.offset[first.index()];
        let bit = |v: &i64| v.checked_sub(offset).filter(|b| (0..64).contains(b));
        let mask = |g: &Vec<i64>| g.iter().filter_map(bit).fold(0u64, |m, b| m | 1 << b);
        let masks: Vec<u64> = groups.iter().map(mask).collect();
        if (1..masks.len()).any(|i| masks[..i].iter().any(|m| m & masks[i] != 0)) {
            return self.check(whole(vars), item);
        }
        // A branch narrows its own variables only.
        let outside = self.branch.is_none();
        self.emit(Prop::Cover(Cover::new(vars.to_vec(), masks, outside)), item);
    }

    /// A block of crossing houses; one pair at a time if it has no even shape.
    pub(super) fn crossings(
        &mut self,
        segments: &[Vec<VarId>],
        same: &[(Vec<usize>, Vec<usize>)],
        item: usize,
    ) {
        let cells = segments.concat();
        let union = cells.iter().fold(0, |m, &v| m | self.model.full(v));
        let values = 64 - union.leading_zeros();
        let block = Crossings::new(segments, same, values).filter(|_| self.aligned(&cells));
        match block {
            Some(block) => self.emit(Prop::Crossings(block), item),
            None => {
                for (a, b) in same {
                    let cells = |list: &[usize]| -> Vec<VarId> {
                        list.iter().flat_map(|&s| segments[s].iter().copied()).collect()
                    };
                    self.same_set(&cells(a), &cells(b), item);
                }
            }
        }
    }

    pub(super) fn same_set(&mut self, a: &[VarId], b: &[VarId], item: usize) {
        let all: Vec<VarId> = a.iter().chain(b).copied().collect();
        if !a.is_empty() && !b.is_empty() && self.aligned(&all) {
            return self.emit(Prop::SameSet(SameSet::new(a.to_vec(), b.to_vec())), item);
        }
        for (one, other) in [(a, b), (b, a)] {
            for &x in one {
                let equals = |&y: &VarId| {
                    vec![Constraint::Linear { terms: vec![(1, x), (-1, y)], op: Cmp::Eq, rhs: 0 }]
                };
                let branches: Vec<Vec<Constraint>> = other.iter().map(equals).collect();
                self.or(&branches, item);
            }
        }
    }

    pub(super) fn lex(&mut self, a: &[VarId], b: &[VarId], strict: bool, item: usize) {
        // A list that ends first comes first, so the common part decides alone.
        let strict = if a.len() == b.len() { strict } else { a.len() > b.len() };
        let pairs = a.iter().copied().zip(b.iter().copied()).collect();
        self.emit(Prop::Lex(Lex::new(pairs, strict)), item);
    }

    pub(super) fn reified(
        &mut self,
        flag: VarId,
        (terms, op, rhs): (&[(i64, VarId)], Cmp, i64),
        item: usize,
    ) {
        let Some(gathered) = self.gathered(terms) else {
            return self.check(Constraint::Reified { flag, terms: terms.to_vec(), op, rhs }, item);
        };
        let mut compare = |op: Cmp| {
            let linear = Constraint::Linear { terms: gathered.clone(), op, rhs };
            self.apart(&[linear], item).props
        };
        let (yes, no) = (compare(op), compare(op.negated()));
        self.emit(Prop::Reified(Reified::new(flag, (gathered, op, rhs), yes, no)), item);
    }

    pub(super) fn or(&mut self, branches: &[Vec<Constraint>], item: usize) {
        match branches {
            [] => return self.impossible(item),
            [only] => {
                for constraint in only {
                    if self.branch.is_none() {
                        self.exclusions(constraint);
                    }
                    self.simple(constraint, item);
                }
                return;
            }
            _ if branches.iter().any(|b| b.is_empty()) => return,
            _ => {}
        }
        if let Some(ways) = self.ways_of(branches) {
            return self.emit(Prop::Clause(Clause::new(ways)), item);
        }
        let whole = Constraint::Or(branches.to_vec());
        let scope = whole.scope();
        let holds = |row: &[i64]| {
            let at = |v: VarId| scope.iter().position(|&w| w == v).map_or(0, |i| row[i]);
            whole.holds(&at)
        };
        if let Some(parts) = self.listed(&scope, holds) {
            return parts.iter().for_each(|c| self.simple(c, item));
        }
        if let Some(unless) = self.unless(branches) {
            return self.emit(Prop::Unless(unless), item);
        }
        let lane = self.model.add_lanes(&Or::lanes(branches.len()));
        let branches: Vec<Branch> = branches.iter().map(|b| self.apart(b, item)).collect();
        self.emit(Prop::Or(Or::new(branches, lane)), item);
    }
}

impl Compiler {
    /// The variables of branches that say of one small variable each what it is, if they are three or more:
    /// of two a relation is as good.
    fn ways_of(&self, branches: &[Vec<Constraint>]) -> Option<Vec<(VarId, u64)>> {
        let mut ways: Vec<(VarId, u64)> = Vec::with_capacity(branches.len());
        for branch in branches {
            let (var, bits) = self.way_of(branch)?;
            match ways.iter_mut().find(|(known, _)| *known == var) {
                Some((_, known)) => *known |= bits,
                None => ways.push((var, bits)),
            }
        }
        (ways.len() > 2).then_some(ways)
    }

    /// The variable of a branch that says of one small one what it is, and the bits of that.
    fn way_of(&self, branch: &[Constraint]) -> Option<(VarId, u64)> {
        let [Constraint::Domain { var, values }] = branch else { return None };
        if !self.model.is_small(*var) {
            return None;
        }
        let offset = self.model.offset[var.index()];
        let bits = values.iter().map(|v| v.wrapping_sub(offset));
        let bits = bits.filter(|b| (0..64).contains(b)).fold(0u64, |mask, b| mask | 1 << b);
        Some((*var, bits))
    }

    /// One variable is among some values, or others differ.
    fn unless(&self, branches: &[Vec<Constraint>]) -> Option<Unless> {
        let [a, b] = branches else { return None };
        let (is, differ) =
            if a.len() == 1 && matches!(a[0], Constraint::Domain { .. }) { (a, b) } else { (b, a) };
        let ((var, values), [Constraint::Distinct(vars)]) = (self.way_of(is)?, &differ[..]) else {
            return None;
        };
        let fits = self.aligned(vars)
            && (2..=MAX_UNLESS).contains(&vars.len())
            && !repeats(vars)
            && !vars.contains(&var);
        fits.then(|| Unless::new(var, values, vars.clone()))
    }
}

/// The pairs that are allowed both ways round.
fn symmetric(allowed: &Pairs) -> Pairs {
    let known: QuickSet<(i64, i64)> = allowed.iter().copied().collect();
    if known.iter().all(|&(x, y)| known.contains(&(y, x))) {
        return allowed.clone();
    }
    allowed.iter().copied().filter(|&(x, y)| known.contains(&(y, x))).collect()
}

/// All sets of `size` values of `from` that are partners of each other, added to `set`;
/// false if there are too many.
fn cliques(partners: &[u64; 64], from: u64, set: u64, size: usize, found: &mut Vec<u64>) -> bool {
    if size == 0 {
        found.push(set);
        return found.len() <= MAX_SETS;
    }
    Ones(from).all(|v| {
        let above = !crate::bits::low_bits(v + 1);
        cliques(partners, from & partners[v as usize] & above, set | 1 << v, size - 1, found)
    })
}
