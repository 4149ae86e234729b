//! Propagators over the places of a grid: what hangs together, houses that are chosen.

use std::sync::Arc;

use crate::compile::Compiler;
use crate::constraint::Constraint;
use crate::graph::Graph;
use crate::ids::VarId;
use crate::prop::{Connected, Members, Prop};

impl Compiler {
    pub(super) fn connected(
        &mut self,
        vars: &[VarId],
        graph: &Arc<Graph>,
        values: &[i64],
        size: Option<usize>,
        item: usize,
    ) {
        let all: usize = (0..vars.len()).map(|place| graph.weight(place)).sum();
        if size.is_some_and(|size| size > all) {
            return self.impossible(item);
        }
        if self.repeated(vars) || vars.iter().any(|&v| !self.model.is_small(v)) {
            let (vars, values) = (vars.to_vec(), values.to_vec());
            let whole = Constraint::Connected { vars, graph: graph.clone(), values, size };
            return self.check(whole, item);
        }
        // Places beyond the graph have no neighbours.
        let graph = match graph.len() == vars.len() {
            true => graph.clone(),
            false => {
                let weights = (0..vars.len()).map(|place| graph.weight(place)).collect();
                Arc::new(Graph::weighted(weights, graph.pairs()))
            }
        };
        let wanted = vars.iter().map(|&v| self.bits(v, values)).collect();
        let lane = self.model.add_lanes(&Connected::lanes(vars.len()));
        let prop = Connected::new(vars.to_vec(), wanted, graph, size, lane);
        self.emit(Prop::Connected(prop), item);
    }

    pub(super) fn members(
        &mut self,
        choices: &[VarId],
        vars: &[VarId],
        house: i64,
        all: &[i64],
        item: usize,
    ) {
        let every: Vec<VarId> = choices.iter().chain(vars).copied().collect();
        let plain = choices.len() == vars.len() && !self.repeated(&every);
        if every.is_empty() || !plain || !self.aligned(choices) || !self.aligned(vars) {
            let (choices, vars) = (choices.to_vec(), vars.to_vec());
            let whole = Constraint::Members { choices, vars, house, all: all.to_vec() };
            return self.check(whole, item);
        }
        let (house, wanted) = (self.bits(choices[0], &[house]), self.bits(vars[0], all));
        let mut different = all.to_vec();
        different.sort_unstable();
        different.dedup();
        if different.len() != wanted.count_ones() as usize {
            return self.impossible(item);
        }
        let pairs = choices.iter().copied().zip(vars.iter().copied()).collect();
        self.emit(Prop::Members(Members::new(pairs, house, wanted)), item);
    }

    /// Values as bits of a small variable's mask.
    fn bits(&self, var: VarId, values: &[i64]) -> u64 {
        let offset = self.model.offset[var.index()];
        let bits = values.iter().filter_map(|v| v.checked_sub(offset));
        bits.filter(|b| (0..64).contains(b)).fold(0, |m, b| m | 1 << b)
    }

    fn repeated(&self, vars: &[VarId]) -> bool {
        let mut sorted = vars.to_vec();
        sorted.sort_unstable();
        sorted.windows(2).any(|w| w[0] == w[1])
    }
}
