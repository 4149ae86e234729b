//! Clauses and sums on their way into the solver: without what is decided already, in the
//! cheapest form that says the same.

use crate::core::Reason;
use crate::linear::{LinearId, Overflow, normalize};
use crate::lit::Lit;
use crate::solver::Solver;

impl Solver {
    /// Adds a clause. Ends an enumeration.
    pub fn add_clause(&mut self, lits: &[Lit]) {
        self.reset();
        if !self.search.ok {
            return;
        }
        let search = &mut self.search;
        let mut clause: Vec<Lit> =
            lits.iter().copied().filter(|&lit| !search.is_false(lit)).collect();
        clause.sort_unstable();
        clause.dedup();
        if clause.iter().any(|&lit| search.is_true(lit))
            || clause.windows(2).any(|pair| pair[0] == !pair[1])
        {
            return;
        }
        match clause[..] {
            [] => self.contradiction(),
            [lit] => search.enqueue(lit, Reason::Always),
            [a, b] => search.add_binary(a, b),
            _ => {
                let clause = search.arena.add(&clause, false, 0);
                search.originals.push(clause);
                search.attach(clause);
            }
        }
    }

    /// Adds the constraint that the weights of the true literals add up to at least `bound`.
    ///
    /// # Errors
    /// If the weights do not fit into 64 bits together.
    pub fn add_linear(&mut self, elements: &[(i64, Lit)], bound: i64) -> Result<(), Overflow> {
        self.reset();
        if !self.propagate_root() {
            return Ok(());
        }
        let mut normal = normalize(elements, bound)?;
        normal.elements.retain(|&(weight, lit)| {
            if self.search.is_true(lit) {
                normal.bound -= weight;
            }
            self.search.is_open(lit)
        });
        if normal.bound <= 0 {
            return Ok(());
        }
        for (weight, _) in &mut normal.elements {
            *weight = (*weight).min(normal.bound);
        }
        normal.total = normal.elements.iter().map(|&(weight, _)| weight).sum();
        if normal.total < normal.bound {
            self.contradiction();
            return Ok(());
        }
        let lightest = normal.elements.last().map_or(0, |&(weight, _)| weight);
        let clause: Vec<Lit> = normal.elements.iter().map(|&(_, lit)| lit).collect();
        if lightest >= normal.bound {
            self.add_clause(&clause);
            return Ok(());
        }
        if normal.total - lightest < normal.bound {
            // Every one is needed if the lightest is.
            for lit in clause {
                self.add_clause(&[lit]);
            }
            return Ok(());
        }
        let index = self.search.attach_linear(normal, true);
        if self.search.propagate_linear(index).is_err() {
            self.contradiction();
        }
        Ok(())
    }

    /// Adds the constraint that the weights of the true literals add up to at least a bound,
    /// which holds always now, and can be raised later by [`Solver::raise_bound`].
    ///
    /// # Errors
    /// If the weights do not fit into 64 bits together.
    pub fn add_raisable(&mut self, elements: &[(i64, Lit)]) -> Result<LinearId, Overflow> {
        self.reset();
        self.propagate_root();
        let mut normal = normalize(elements, 0)?;
        // The bound of the normal form is the least that the sum can be, as it counts.
        normal.bound = 0;
        Ok(LinearId(self.search.attach_linear(normal, false)))
    }

    /// Raises the bound of a constraint. `bound` is for the elements as they were given.
    ///
    /// # Errors
    /// If the weights do not fit into 64 bits together.
    pub fn raise_bound(
        &mut self,
        id: LinearId,
        elements: &[(i64, Lit)],
        bound: i64,
    ) -> Result<(), Overflow> {
        self.reset();
        if !self.propagate_root() {
            return Ok(());
        }
        let bound = normalize(elements, bound)?.bound;
        let linear = &mut self.search.linears[id.0 as usize];
        if bound > linear.bound {
            linear.slack -= bound - linear.bound;
            linear.bound = bound;
            if self.search.propagate_linear(id.0).is_err() {
                self.contradiction();
            }
        }
        Ok(())
    }
}
