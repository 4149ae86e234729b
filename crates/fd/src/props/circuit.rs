//! `circuit`: different successors, and one strongly connected component.

use crate::error::{Res, ensure};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::Store;

pub(super) fn run(s: &mut Store, list: &[Arg]) -> Res {
    super::distinct::run(s, list)?;
    let n = list.len();
    if n == 0 {
        return Ok(());
    }
    let mut next: Vec<Vec<usize>> = vec![Vec::new(); n];
    let mut back: Vec<Vec<usize>> = vec![Vec::new(); n];
    for (from, arg) in list.iter().enumerate() {
        for value in s.arg_dom(arg).values() {
            let to = value.as_i64().and_then(|v| usize::try_from(v - 1).ok()).filter(|t| *t < n);
            if let Some(to) = to {
                next[from].push(to);
                back[to].push(from);
            }
        }
    }
    ensure(reaches_all(&next) && reaches_all(&back))
}

fn reaches_all(edges: &[Vec<usize>]) -> bool {
    let mut seen = vec![false; edges.len()];
    let mut stack = vec![0];
    let mut count = 0;
    while let Some(at) = stack.pop() {
        if std::mem::replace(&mut seen[at], true) {
            continue;
        }
        count += 1;
        stack.extend(edges[at].iter().copied().filter(|to| !seen[*to]));
    }
    count == edges.len()
}

impl Store {
    /// Removes from each argument its own position, counted from one.
    pub(crate) fn exclude_positions(&mut self, list: &[Arg]) -> Res {
        list.iter()
            .enumerate()
            .try_for_each(|(at, arg)| self.exclude_value(arg, &Int::from(at as i64 + 1)))
    }
}
