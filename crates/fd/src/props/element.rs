//! `element(Index, List, Value)`: the value is in the union of what the index may pick.

use crate::domain::Domain;
use crate::error::{Res, Stop};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{PropId, Store};

pub(super) fn run(s: &mut Store, id: PropId, index: &Arg, list: &[Arg], value: &Arg) -> Res {
    match s.free_dom(index) {
        Some((_, picks)) => {
            let Some((var, dom)) = s.free_dom(value) else { return Ok(()) };
            let mut union = Domain::EMPTY;
            for (at, item) in list.iter().enumerate() {
                if picks.contains_word(at as i64 + 1) {
                    union = union.union(&s.arg_dom(item));
                }
            }
            s.put(var, dom.intersect(&union))
        }
        None => {
            s.kill(id);
            let at = s.int(index).as_ref().and_then(Int::as_i64).ok_or(Stop::Fail)?;
            let item = usize::try_from(at - 1).ok().and_then(|at| list.get(at));
            s.equate(item.ok_or(Stop::Fail)?, value)
        }
    }
}
