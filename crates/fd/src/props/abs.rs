//! `Y = abs(X)`, on whole domains.

use crate::bound::Bound;
use crate::domain::Domain;
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::store::{PropId, Store};

pub(super) fn run(s: &mut Store, id: PropId, x: &Arg, y: &Arg) -> Res {
    match (s.int(x), s.int(y)) {
        (Some(x), _) => {
            s.kill(id);
            s.equate(y, &Arg::Int(x.abs()))
        }
        (None, Some(y)) => {
            s.kill(id);
            ensure(y.sign() >= 0)?;
            s.narrow(x, &Domain::from_values([&y, &-&y]))
        }
        (None, None) => {
            let (Some((vx, dx)), dy) = (s.free_dom(x), s.arg_dom(y)) else { return Ok(()) };
            let dx = dx.intersect(&dy.union(&dy.negate()));
            s.put(vx, dx.clone())?;
            if let Some((vy, dy)) = s.free_dom(y) {
                let both = dx.union(&dx.negate()).at_least(&Bound::from(0));
                s.put(vy, dy.intersect(&both))?;
            }
            Ok(())
        }
    }
}
