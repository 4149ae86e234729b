//! What clauses say as well as the kernel's propagators: all-different and pairs of cells.

use std::collections::{BTreeMap, HashSet};

use pencilmark_kernel::bits::Ones;
use pencilmark_kernel::{Constraint, Follower, Posted, VarId};

use crate::lit::Lit;
use crate::matching::AllDifferent;
use crate::puzzle::Lits;
use crate::solver::Solver;

/// Adds clauses for what they can say, and leaves the rest to the follower.
pub(crate) fn encode(solver: &mut Solver, lits: &Lits, follower: &mut Follower) {
    let mut matching = AllDifferent::default();
    let lowest: BTreeMap<VarId, i64> =
        follower.model().vars().iter().map(|def| (def.id, def.lo)).collect();
    let mut encoding = Encoding { solver, lits, lowest, told: HashSet::new() };
    for item in follower.model().items() {
        match &item.constraint {
            Constraint::Distinct(vars) if encoding.knows(vars) => {
                encoding.differ(vars);
                encoding.all_different(vars, &mut matching);
            }
            Constraint::Cage { vars, .. } | Constraint::Sets { vars, .. }
                if encoding.knows(vars) =>
            {
                encoding.differ(vars);
            }
            Constraint::Pair { a, b, allowed } if encoding.knows(&[*a, *b]) => {
                encoding.pair(*a, *b, allowed);
            }
            Constraint::Pairwise { vars, allowed } if encoding.knows(vars) => {
                for (at, &a) in vars.iter().enumerate() {
                    for &b in &vars[..at] {
                        encoding.pair(a, b, allowed);
                    }
                }
            }
            _ => {}
        }
    }
    for (a, b) in follower.model().edges() {
        encoding.unequal(a, b);
    }
    let knows = |vars: &[VarId]| vars.iter().all(|&var| lits.mask(var).is_some());
    follower.silence(|item: &Posted| match &item.constraint {
        Constraint::Distinct(vars) | Constraint::Pairwise { vars, .. } => knows(vars),
        Constraint::Pair { a, b, .. } => knows(&[*a, *b]),
        // What houses imply where they cross: learnt where it is needed.
        Constraint::Crossings { .. } | Constraint::SameSet { .. } => item.derived,
        _ => false,
    });
    matching.post(solver);
}

struct Encoding<'a> {
    solver: &'a mut Solver,
    lits: &'a Lits,
    lowest: BTreeMap<VarId, i64>,
    /// Pairs of variables that are known to differ.
    told: HashSet<(VarId, VarId)>,
}

impl Encoding<'_> {
    fn knows(&self, vars: &[VarId]) -> bool {
        vars.iter().all(|&var| self.lits.mask(var).is_some())
    }

    /// Literals by value.
    fn columns(&self, vars: &[VarId]) -> BTreeMap<i64, Vec<Lit>> {
        let mut columns: BTreeMap<i64, Vec<Lit>> = BTreeMap::new();
        for &var in vars {
            let values = Ones(self.lits.mask(var).unwrap_or(0));
            for (bit, &lit) in values.zip(self.lits.all(var)) {
                columns.entry(self.lowest[&var] + i64::from(bit)).or_default().push(lit);
            }
        }
        columns
    }

    /// No value occurs twice.
    fn differ(&mut self, vars: &[VarId]) {
        for (at, &a) in vars.iter().enumerate() {
            self.told.extend(vars[..at].iter().map(|&b| (a.min(b), a.max(b))));
        }
        for column in self.columns(vars).values() {
            self.solver.at_most_one(column);
        }
    }

    /// Two variables differ, if that was not said yet.
    fn unequal(&mut self, a: VarId, b: VarId) {
        if self.told.insert((a.min(b), a.max(b))) {
            for column in self.columns(&[a, b]).values() {
                self.solver.at_most_one(column);
            }
        }
    }

    /// As many values as variables: each occurs. More values: a matching watches that they fit.
    fn all_different(&mut self, vars: &[VarId], matching: &mut AllDifferent) {
        let columns = self.columns(vars);
        if columns.len() == vars.len() {
            for column in columns.values() {
                self.solver.add_clause(column);
            }
        } else if vars.len() > 2 {
            let rows: Vec<Vec<Lit>> = vars.iter().map(|&var| self.lits.all(var).to_vec()).collect();
            let columns: Vec<Vec<Lit>> = columns.into_values().map(sorted).collect();
            matching.add(&rows, &columns);
        }
    }

    /// A value of one needs one of its partners in the other.
    fn pair(&mut self, a: VarId, b: VarId, allowed: &[(i64, i64)]) {
        let mut partners: BTreeMap<Lit, Vec<Lit>> = BTreeMap::new();
        for &var in &[a, b] {
            partners.extend(self.lits.all(var).iter().map(|&lit| (lit, vec![!lit])));
        }
        for &(x, y) in allowed {
            let lit = |var: VarId, value: i64| {
                let bit = value.checked_sub(self.lowest[&var])?;
                self.lits.lit(var, u32::try_from(bit).ok().filter(|&bit| bit < 64)?)
            };
            if let (Some(x), Some(y)) = (lit(a, x), lit(b, y)) {
                partners.entry(x).or_default().push(y);
                partners.entry(y).or_default().push(x);
            }
        }
        for clause in partners.values() {
            self.solver.add_clause(clause);
        }
    }
}

fn sorted(mut lits: Vec<Lit>) -> Vec<Lit> {
    lits.sort_unstable();
    lits
}
