//! Whether a reason is one: its items and premises imply its conclusion, by trying everything.
//!
//! Variables that compilation added are free like all others, so a reason may use of them only
//! what its own items and premises say. Where that is too much to try, they follow from the
//! problem's own variables by the items that define them.

use pencilmark_kernel::reason::{Conclusion, Premise, Reason, Story};
use pencilmark_kernel::{Constraint, Model, VarId};

use super::define::defined;

/// A variable with its value.
type Valued = (VarId, i64);

/// Most assignments that are tried for one reason.
const MOST: u128 = 60_000;

/// How the reasons of some stories were checked.
#[derive(Debug, Default)]
pub struct Tally {
    /// With all variables free.
    pub free: usize,
    /// With added variables computed.
    pub computed: usize,
    /// Not at all: too many assignments.
    pub left_out: usize,
    /// Of those checked, how many move a bound.
    pub bounds: usize,
    /// Of those checked, how many speak of an added variable.
    pub added: usize,
}

/// Checks the reason of everything a story learned, and of its end if it failed.
pub fn check_story(story: &Story<'_>, model: &Model, own: usize, what: &str, tally: &mut Tally) {
    let learned = story.learned();
    assert_eq!(story.learned_count(), learned.len(), "{what}");
    for (at, &known) in learned.iter().enumerate() {
        let reason = story.why_known(known).unwrap_or_else(|| panic!("{what}: why {known:?}?"));
        check_valid(model, own, &reason, what, tally);
        // A premise was known before what follows from it.
        for premise in &reason.premises {
            let older = learned[..at].iter().any(|k| implies(*k, *premise));
            assert!(older, "{what}: {premise:?} is not older than {reason:?}");
        }
    }
    assert_eq!(story.why_failed().is_some(), story.failed());
    if let Some(reason) = story.why_failed() {
        check_valid(model, own, &reason, what, tally);
    }
}

fn implies(known: Premise, premise: Premise) -> bool {
    match (known, premise) {
        (Premise::AtLeast(v, a), Premise::AtLeast(w, b)) => v == w && a >= b,
        (Premise::AtMost(v, a), Premise::AtMost(w, b)) => v == w && a <= b,
        _ => known == premise,
    }
}

/// Looks for an assignment that the items and premises allow and the conclusion does not.
pub fn check_valid(model: &Model, own: usize, reason: &Reason, what: &str, tally: &mut Tally) {
    let items: Vec<&Constraint> =
        reason.items.iter().map(|&i| &model.items()[i].constraint).collect();
    let subject = match reason.conclusion {
        Conclusion::Not(v, _) | Conclusion::AtLeast(v, _) | Conclusion::AtMost(v, _) => Some(v),
        Conclusion::Conflict => None,
    };
    let of_premise = |p: &Premise| match *p {
        Premise::Gone(v, _) | Premise::AtLeast(v, _) | Premise::AtMost(v, _) => v,
    };
    let named = reason.premises.iter().map(of_premise).chain(subject);
    let mut scope: Vec<VarId> = items.iter().flat_map(|c| c.scope()).chain(named).collect();
    scope.sort_unstable();
    scope.dedup();
    let is_own = |v: VarId| model.vars()[..own].iter().any(|d| d.id == v);
    let range = |v: VarId| Range::of(model, v, reason);
    let refuted = |row: &[(VarId, i64)]| {
        let value = |v: VarId| row.iter().find(|(w, _)| *w == v).expect("in scope").1;
        if items.iter().all(|c| c.holds(&value)) {
            panic!("{what}: {reason:?} with {items:?} is refuted by {row:?}");
        }
    };
    let ranges: Vec<Range> = scope.iter().map(|&v| range(v)).collect();
    let bounds = matches!(reason.conclusion, Conclusion::AtLeast(..) | Conclusion::AtMost(..));
    if size(&ranges) <= MOST {
        each(&ranges, &mut Vec::new(), &mut |row| refuted(row));
        tally.free += 1;
    } else {
        // The problem's own variables, whether in scope or below an added one, and the others
        // in the order in which they follow.
        let mine: Vec<VarId> = model.vars()[..own].iter().map(|d| d.id).collect();
        let ranges: Vec<Range> = mine.iter().map(|&v| range(v)).collect();
        let added: Vec<VarId> = model.vars()[own..].iter().map(|d| d.id).collect();
        if size(&ranges) > MOST {
            tally.left_out += 1;
            return;
        }
        let mut complete = true;
        each(&ranges, &mut Vec::new(), &mut |row| {
            let mut row = row.to_vec();
            for &var in &added {
                // Without a value, the definition itself fails.
                if let Some(value) = defined(model, var, &row) {
                    row.push((var, value));
                }
            }
            let known = |v: &VarId| row.iter().any(|(w, _)| w == v);
            if !scope.iter().all(known) {
                complete = false;
            } else if row.iter().all(|&(v, x)| range(v).allows(x)) {
                refuted(&row);
            }
        });
        match complete {
            true => tally.computed += 1,
            false => tally.left_out += 1,
        }
    }
    tally.bounds += usize::from(bounds);
    tally.added += usize::from(!scope.iter().all(|&v| is_own(v)));
}

/// What a variable can be in an assignment that refutes the reason.
struct Range {
    var: VarId,
    lo: i64,
    hi: i64,
    gone: Vec<i64>,
}

impl Range {
    fn of(model: &Model, var: VarId, reason: &Reason) -> Range {
        let def = model.vars().iter().find(|d| d.id == var).expect("a variable of the model");
        let mut range = Range { var, lo: def.lo, hi: def.hi, gone: Vec::new() };
        for premise in &reason.premises {
            match *premise {
                Premise::Gone(v, x) if v == var => range.gone.push(x),
                Premise::AtLeast(v, x) if v == var => range.lo = range.lo.max(x),
                Premise::AtMost(v, x) if v == var => range.hi = range.hi.min(x),
                _ => {}
            }
        }
        let (below, above) = (|x: i64| x.saturating_sub(1), |x: i64| x.saturating_add(1));
        match reason.conclusion {
            Conclusion::Not(v, x) if v == var => {
                (range.lo, range.hi) = (range.lo.max(x), range.hi.min(x));
            }
            Conclusion::AtLeast(v, x) if v == var => range.hi = range.hi.min(below(x)),
            Conclusion::AtMost(v, x) if v == var => range.lo = range.lo.max(above(x)),
            _ => {}
        }
        range
    }

    fn allows(&self, x: i64) -> bool {
        self.lo <= x && x <= self.hi && !self.gone.contains(&x)
    }
}

fn size(ranges: &[Range]) -> u128 {
    let width = |r: &Range| (i128::from(r.hi) - i128::from(r.lo) + 1).max(0) as u128;
    ranges.iter().fold(1, |n, r| n.saturating_mul(width(r)))
}

fn each(ranges: &[Range], row: &mut Vec<Valued>, see: &mut dyn FnMut(&[Valued])) {
    let Some((first, rest)) = ranges.split_first() else { return see(row) };
    for x in (first.lo..=first.hi).filter(|&x| first.allows(x)) {
        row.push((first.var, x));
        each(rest, row, see);
        row.pop();
    }
}
