//! Tells the host how two arguments compare once that is certain.

use std::cmp::Ordering;

use crate::error::Res;
use crate::expr::Arg;
use crate::store::{PropId, Store};

pub(super) fn run(s: &mut Store, id: PropId, token: u32, a: &Arg, b: &Arg) -> Res {
    let order = if s.same(a, b) {
        Ordering::Equal
    } else {
        let (da, db) = (s.arg_dom(a), s.arg_dom(b));
        if da.value().is_some() && da == db {
            Ordering::Equal
        } else if da.min() > db.max() {
            Ordering::Greater
        } else if da.max() < db.min() {
            Ordering::Less
        } else {
            return Ok(());
        }
    };
    s.kill(id);
    s.decide_order(token, order);
    Ok(())
}
