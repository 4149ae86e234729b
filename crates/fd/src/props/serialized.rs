//! Two tasks that must not overlap: if one cannot come first, it comes second.

use crate::bound::Bound;
use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{PropId, Store};

type Task<'a> = (&'a Arg, &'a Int);

pub(super) fn run(s: &mut Store, id: PropId, i: Task<'_>, j: Task<'_>) -> Res {
    if let (Some(si), Some(sj)) = (s.int(i.0), s.int(j.0)) {
        s.kill(id);
        return ensure(&si + i.1 <= sj || &sj + j.1 <= si);
    }
    both_ends(s, id, i, j)?;
    both_ends(s, id, j, i)
}

fn both_ends(s: &mut Store, id: PropId, i: Task<'_>, j: Task<'_>) -> Res {
    if s.free(i.0).is_none() {
        return Ok(());
    }
    lower(s, id, i, j)?;
    if s.free(i.0).is_none() {
        return Ok(());
    }
    upper(s, id, i, j)
}

fn lower(s: &mut Store, id: PropId, (i, di): Task<'_>, (j, dj): Task<'_>) -> Res {
    let Some((vi, dom)) = s.free_dom(i) else { return Ok(()) };
    let other = s.arg_dom(j);
    if let (Bound::N(est_i), Bound::N(lst_j), Bound::N(est_j)) =
        (dom.min(), other.max(), other.min())
        && &est_i + di > lst_j
    {
        if s.free(j).is_none() {
            s.kill(id);
        }
        return s.put(vi, dom.at_least(&Bound::N(&est_j + dj)));
    }
    Ok(())
}

fn upper(s: &mut Store, id: PropId, (i, di): Task<'_>, (j, dj): Task<'_>) -> Res {
    let Some((vi, dom)) = s.free_dom(i) else { return Ok(()) };
    let other = s.arg_dom(j);
    if let (Bound::N(lst_i), Bound::N(est_j), Bound::N(lst_j)) =
        (dom.max(), other.min(), other.max())
        && &est_j + dj > lst_i
    {
        if s.free(j).is_none() {
            s.kill(id);
        }
        return s.put(vi, dom.at_most(&Bound::N(&lst_j - di)));
    }
    Ok(())
}
