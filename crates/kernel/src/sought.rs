//! Values whose place in a house is worth asking for before others.
//!
//! A rank tells with which digit its line starts, and that so many other lines start with it. Which ones
//! is a matter of where on the edges of the grid the digit is: no cell there has few candidates, but
//! nothing else says as much.

use std::sync::Arc;

use crate::ids::VarId;
use crate::model::HouseInfo;
use crate::prop::{Prop, Rank};

/// A list that holds a value once: that of another variable, when this is known.
#[derive(Clone, Debug)]
pub(crate) struct Sought {
    pub(crate) house: Arc<[VarId]>,
    pub(crate) like: VarId,
}

/// For each line with a rank the houses at the edges, where all lines start.
pub(crate) fn sought(props: &[Prop], houses: &[HouseInfo]) -> Vec<Sought> {
    let ranks: Vec<&Rank> = props.iter().filter_map(Prop::as_rank).collect();
    if ranks.is_empty() {
        return Vec::new();
    }
    let mut firsts: Vec<VarId> = ranks.iter().flat_map(|rank| rank.firsts()).collect();
    firsts.sort_unstable();
    let at_edge = |house: &&HouseInfo| house.vars.iter().all(|v| firsts.binary_search(v).is_ok());
    let edges: Vec<&HouseInfo> = houses.iter().filter(at_edge).collect();
    let lines = ranks.iter().filter_map(|rank| rank.line_among_alike());
    let of = |line: &[VarId]| {
        let like = line[0];
        edges.iter().map(move |edge| Sought { house: edge.vars.clone(), like })
    };
    lines.flat_map(of).collect()
}
