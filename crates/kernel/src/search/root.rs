//! What propagation alone finds, before any choice.

use crate::bits::Ones;
use crate::context::State;
use crate::engine;
use crate::log::{Frames, Undo};
use crate::model::Model;

/// What is left of each variable after propagation: the values of a small one, the two
/// bounds of a wide one. None if there is a conflict.
pub fn root_domains(model: &Model) -> Option<Vec<Vec<i64>>> {
    let mut state = State::root(model);
    let mut log = Frames::new(model.base.len());
    engine::apply_domains(model, &mut state, &mut log).ok()?;
    engine::propagate(model, &mut state, &mut log).ok()?;
    let domain = |at: usize, small: bool| {
        if small {
            let offset = model.offset[at];
            Ones(state.slab[at]).map(|b| offset + i64::from(b)).collect()
        } else {
            vec![state.slab[at] as i64, state.slab[at + 1] as i64]
        }
    };
    Some(model.defs.iter().map(|def| domain(def.id.index(), def.is_small())).collect())
}
