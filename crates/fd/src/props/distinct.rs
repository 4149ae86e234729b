//! `all_distinct`: every value that is left takes part in some assignment of different values.
//!
//! Régin's filtering (AAAI 1994) on bit rows: a maximum matching of variables to values, then a
//! value stays if a free value can be reached from it by alternation, or if it lies in the same
//! component as the variable. Variables with more values than there are variables cannot be part
//! of a tight group; they stay out of the graph and only lose the values of tight groups, which
//! keeps the graph within n×n even for huge domains.

use crate::domain::Domain;
use crate::error::{Res, Stop};
use crate::expr::Arg;
use crate::int::Int;
use crate::store::{FdVar, Store};

const NONE: u32 = u32::MAX;

/// Buffers that outlive one run.
#[derive(Debug, Default)]
pub(crate) struct Scratch {
    vars: Vec<FdVar>,
    rows: Vec<u64>,
    mate: Vec<u32>,
    owner: Vec<u32>,
    reach: Vec<u64>,
    loose: Vec<bool>,
    parent: Vec<u32>,
    seen: Vec<u64>,
    order: Vec<u32>,
    tarjan: Tarjan,
    /// Terms of a linear constraint.
    pub(super) terms: Vec<(i64, FdVar, i64, i64)>,
}

#[derive(Debug, Default)]
struct Tarjan {
    index: Vec<u32>,
    low: Vec<u32>,
    component: Vec<u32>,
    stack: Vec<u32>,
    calls: Vec<(u32, u32, u64)>,
}

/// How columns of the bit rows map to values.
enum Values {
    From(i64),
    List(Vec<Int>),
}

pub(super) fn run(s: &mut Store, list: &[Arg]) -> Res {
    let mut scratch = std::mem::take(&mut s.scratch);
    let result = filter(s, list, &mut scratch);
    s.scratch = scratch;
    result
}

fn filter(s: &mut Store, list: &[Arg], scratch: &mut Scratch) -> Res {
    let vars = &mut scratch.vars;
    vars.clear();
    vars.extend(list.iter().filter_map(|a| s.free(a)).filter(|v| s.domain(*v).is_finite()));
    let n = vars.len() as i64;
    let wide: Vec<FdVar> = {
        let is_wide = |v: &FdVar| s.domain(*v).word_size().is_none_or(|size| size > n);
        let wide = vars.iter().copied().filter(is_wide).collect();
        vars.retain(|v| !is_wide(v));
        wide
    };
    if vars.is_empty() {
        return Ok(());
    }
    let (values, columns) = build_rows(s, scratch);
    let words = columns.div_ceil(64);
    match_all(scratch, words, columns)?;
    reach_free(scratch, words, columns);
    let n = scratch.vars.len();
    let tight = scratch.loose[..n].iter().any(|l| !l);
    if !tight {
        return Ok(());
    }
    components(scratch, words);
    s.quietly(|s| {
        for at in 0..n {
            prune(s, scratch, at, words, &values)?;
        }
        if wide.is_empty() {
            return Ok(());
        }
        // Values out of reach of a free one belong to tight groups as a whole.
        let gone = Domain::from_values(&taken(scratch, words, columns, &values));
        for var in wide {
            let dom = s.domain(var).subtract(&gone);
            s.put(var, dom)?;
        }
        Ok(())
    })
}

fn build_rows(s: &Store, scratch: &mut Scratch) -> (Values, usize) {
    let Scratch { vars, rows, .. } = scratch;
    rows.clear();
    let ends = vars.iter().map(|v| s.domain(*v).finite_ends());
    let hull = ends.reduce(|all, one| {
        let ((a, b), (c, d)) = (all?, one?);
        Some((a.min(c), b.max(d)))
    });
    if let Some(Some((low, high))) = hull
        && high - low < 64
    {
        for v in vars.iter() {
            let (base, bits) = s.domain(*v).as_mask().unwrap_or((low, 0));
            rows.push(bits << (base - low));
        }
        return (Values::From(low), (high - low + 1) as usize);
    }
    let mut all: Vec<Int> = vars.iter().flat_map(|v| s.domain(*v).values()).collect();
    all.sort();
    all.dedup();
    let words = all.len().div_ceil(64);
    rows.resize(vars.len() * words, 0);
    for (at, v) in vars.iter().enumerate() {
        for value in s.domain(*v).values() {
            if let Ok(column) = all.binary_search(&value) {
                rows[at * words + column / 64] |= 1 << (column % 64);
            }
        }
    }
    let columns = all.len();
    (Values::List(all), columns)
}

/// A maximum matching, which must cover all variables.
fn match_all(scratch: &mut Scratch, words: usize, columns: usize) -> Res {
    let n = scratch.vars.len();
    if n > columns {
        return Err(Stop::Fail);
    }
    let Scratch { rows, mate, owner, parent, seen, order, reach, .. } = scratch;
    mate.clear();
    mate.resize(n, NONE);
    owner.clear();
    owner.resize(columns, NONE);
    // `reach` holds the free columns here.
    reach.clear();
    reach.resize(words, u64::MAX);
    for at in 0..n {
        let row = &rows[at * words..(at + 1) * words];
        let free = (0..words).find_map(|w| {
            let bits = row[w] & reach[w];
            (bits != 0).then(|| w * 64 + bits.trailing_zeros() as usize)
        });
        if let Some(column) = free {
            reach[column / 64] &= !(1 << (column % 64));
            mate[at] = column as u32;
            owner[column] = at as u32;
            continue;
        }
        seen.clear();
        seen.resize(words, 0);
        parent.resize(columns, NONE);
        order.clear();
        order.push(at as u32);
        let mut next = 0;
        let end = 'search: loop {
            let Some(&var) = order.get(next) else { return Err(Stop::Fail) };
            next += 1;
            for w in 0..words {
                let mut fresh = rows[var as usize * words + w] & !seen[w];
                seen[w] |= fresh;
                while fresh != 0 {
                    let column = w * 64 + fresh.trailing_zeros() as usize;
                    fresh &= fresh - 1;
                    parent[column] = var;
                    if owner[column] == NONE {
                        break 'search column;
                    }
                    order.push(owner[column]);
                }
            }
        };
        reach[end / 64] &= !(1 << (end % 64));
        let mut column = end as u32;
        loop {
            let var = parent[column as usize];
            let before = mate[var as usize];
            mate[var as usize] = column;
            owner[column as usize] = var;
            if var as usize == at {
                break;
            }
            column = before;
        }
    }
    Ok(())
}

/// Which columns alternate with a free one, and which variables can move to one of these.
fn reach_free(scratch: &mut Scratch, words: usize, columns: usize) {
    let n = scratch.vars.len();
    let Scratch { rows, mate, reach, loose, .. } = scratch;
    if !columns.is_multiple_of(64) {
        reach[words - 1] &= u64::MAX >> (64 - columns % 64);
    }
    // Only free columns that some variable has count, but the others do no harm.
    loose.clear();
    loose.resize(n, false);
    loop {
        let mut changed = false;
        for at in 0..n {
            if loose[at] {
                continue;
            }
            let row = &rows[at * words..(at + 1) * words];
            if (0..words).any(|w| row[w] & reach[w] != 0) {
                loose[at] = true;
                let column = mate[at] as usize;
                reach[column / 64] |= 1 << (column % 64);
                changed = true;
            }
        }
        if !changed {
            return;
        }
    }
}

/// Tarjan's components over the variables that are not loose; an edge leads to the owner of a
/// value the variable could take.
fn components(scratch: &mut Scratch, words: usize) {
    let n = scratch.vars.len();
    let Scratch { rows, mate, owner, loose, tarjan, .. } = scratch;
    let Tarjan { index, low, component, stack, calls } = tarjan;
    index.clear();
    index.resize(n, NONE);
    low.clear();
    low.resize(n, NONE);
    component.clear();
    component.resize(n, NONE);
    let mut time = 0;
    for root in 0..n {
        if loose[root] || index[root] != NONE {
            continue;
        }
        calls.push((root as u32, 0, rows[root * words]));
        index[root] = time;
        low[root] = time;
        time += 1;
        stack.push(root as u32);
        while let Some((at, w, bits)) = calls.last_mut() {
            let here = *at as usize;
            if *bits == 0 {
                if (*w as usize) + 1 < words {
                    *w += 1;
                    *bits = rows[here * words + *w as usize];
                    continue;
                }
                calls.pop();
                if low[here] == index[here] {
                    while let Some(top) = stack.pop() {
                        component[top as usize] = here as u32;
                        if top as usize == here {
                            break;
                        }
                    }
                }
                if let Some((parent, ..)) = calls.last() {
                    let parent = *parent as usize;
                    low[parent] = low[parent].min(low[here]);
                }
                continue;
            }
            let column = *w * 64 + bits.trailing_zeros();
            *bits &= *bits - 1;
            if column == mate[here] {
                continue;
            }
            let next = owner[column as usize];
            if next == NONE {
                continue;
            }
            let there = next as usize;
            if index[there] == NONE {
                index[there] = time;
                low[there] = time;
                time += 1;
                stack.push(next);
                calls.push((next, 0, rows[there * words]));
            } else if component[there] == NONE {
                low[here] = low[here].min(index[there]);
            }
        }
    }
}

fn prune(s: &mut Store, scratch: &Scratch, at: usize, words: usize, values: &Values) -> Res {
    let Scratch { vars, rows, mate, owner, reach, loose, tarjan, .. } = scratch;
    let mut gone: Vec<Int> = Vec::new();
    for w in 0..words {
        let row = rows[at * words + w];
        let mut out = 0u64;
        if loose[at] {
            out = row & !reach[w];
        } else {
            let mut bits = row;
            while bits != 0 {
                let column = w * 64 + bits.trailing_zeros() as usize;
                let bit = bits & bits.wrapping_neg();
                bits &= bits - 1;
                let apart = owner[column] != NONE
                    && tarjan.component[owner[column] as usize] != tarjan.component[at];
                if column as u32 != mate[at] && apart {
                    out |= bit;
                }
            }
        }
        if out == 0 {
            continue;
        }
        match values {
            Values::From(base) => {
                let keep = Domain::from_bits(*base, row & !out);
                let dom = s.domain(vars[at]).intersect(&keep);
                return s.put(vars[at], dom);
            }
            Values::List(list) => {
                while out != 0 {
                    gone.push(list[w * 64 + out.trailing_zeros() as usize].clone());
                    out &= out - 1;
                }
            }
        }
    }
    if gone.is_empty() {
        return Ok(());
    }
    let dom = s.domain(vars[at]).subtract(&Domain::from_values(&gone));
    s.put(vars[at], dom)
}

fn taken(scratch: &Scratch, words: usize, columns: usize, values: &Values) -> Vec<Int> {
    let mut out = Vec::new();
    for w in 0..words {
        let mut bits = !scratch.reach[w];
        while bits != 0 {
            let column = w * 64 + bits.trailing_zeros() as usize;
            bits &= bits - 1;
            if column < columns {
                out.push(match values {
                    Values::From(base) => Int::from(base + column as i64),
                    Values::List(list) => list[column].clone(),
                });
            }
        }
    }
    out
}
