//! Parts of text: `sub_atom/5` and `sub_string/5`.
//!
//! `'$sub_text'` does what is deterministic and says `done`, or gives a plan for the library to
//! enumerate: `starts(List)` where the part is known and occurs several times, or which of the
//! numbers to try between which bounds.

use super::{
    Table,
    args::{domain_error, instantiation, int_or_var, type_error},
    text::{self, Accept, Form},
};
use crate::{
    cell::Cell,
    machine::Machine,
    throw::{Outcome, Throw},
};

/// Predicates of this file.
pub const NATIVES: Table =
    &[("$sub_text", 7, |m| sub_text(m)), ("sub_atom_icasechk", 3, sub_atom_icasechk)];

struct Ask {
    text: std::rc::Rc<str>,
    length: usize,
    before: Option<usize>,
    count: Option<usize>,
    after: Option<usize>,
    form: Form,
}

/// `'$sub_text'(Text, Before, Length, After, Sub, Kind, Plan)`.
fn sub_text(m: &mut Machine) -> Outcome {
    let (whole, sub, kind) = (m.arg(0), m.arg(4), m.arg(5));
    let (form, name) = match m.atoms.text(kind.atom_value()) {
        "string" => (Form::String, "string"),
        _ => (Form::Atom, "atom"),
    };
    let text = text::want_as(m, whole, Accept::ATOMIC, name)?;
    let length = text::length(&text);
    let ask = Ask {
        length,
        before: position(m, 1)?,
        count: position(m, 2)?,
        after: position(m, 3)?,
        text,
        form,
    };
    let known = match text::get(m, sub, Accept::ATOMIC) {
        None if !sub.is_var() => return Err(type_error(m, name, sub)),
        known => known,
    };
    match known {
        Some(sub) => find(m, &ask, &sub),
        None => cut(m, &ask),
    }
}

fn position(m: &mut Machine, i: usize) -> Result<Option<usize>, Throw> {
    let cell = m.arg(i);
    match int_or_var(m, cell)? {
        None => Ok(None),
        Some(value) => match usize::try_from(value) {
            Ok(value) => Ok(Some(value)),
            Err(_) => Err(domain_error(m, "not_less_than_zero", cell)),
        },
    }
}

/// Where a known part occurs.
fn find(m: &mut Machine, ask: &Ask, sub: &str) -> Outcome {
    let count = text::length(sub);
    if count > ask.length || ask.count.is_some_and(|n| n != count) {
        return Ok(false);
    }
    let last = ask.length - count;
    let fixed = match (ask.before, ask.after) {
        (Some(before), _) => Some(before),
        (None, Some(after)) if after > last => return Ok(false),
        (None, Some(after)) => Some(last - after),
        (None, None) => None,
    };
    if let Some(before) = fixed {
        let Some(at) = text::byte_of_char(&ask.text, before) else { return Ok(false) };
        let there = ask.text[at..].starts_with(sub);
        return Ok(there && place(m, ask, before, count)? && plan_done(m)?);
    }
    let starts = occurrences(&ask.text, sub);
    match starts[..] {
        [] => Ok(false),
        [before] => Ok(place(m, ask, before, count)? && plan_done(m)?),
        _ => {
            let cells: Vec<Cell> =
                starts.iter().map(|&at| m.store.heap.put_int(at as i64)).collect();
            let list = m.store.heap.put_list_of(&cells, crate::store::NIL);
            let name = m.atoms.intern("starts");
            let plan = m.store.heap.put_compound(name, &[list]);
            m.unify_arg(6, plan)
        }
    }
}

/// The character positions at which `sub` occurs, overlapping or not.
fn occurrences(text: &str, sub: &str) -> Vec<usize> {
    let mut found = Vec::new();
    let (mut byte, mut chars) = (0, 0);
    while let Some(at) = text[byte..].find(sub) {
        chars += text::length(&text[byte..byte + at]);
        byte += at;
        found.push(chars);
        match text[byte..].chars().next() {
            Some(c) => byte += c.len_utf8(),
            None => break,
        }
        chars += 1;
    }
    found
}

/// The part at known places, or what to enumerate.
fn cut(m: &mut Machine, ask: &Ask) -> Outcome {
    let n = ask.length;
    let (before, count) = match (ask.before, ask.count, ask.after) {
        (Some(b), Some(l), _) => (b, l),
        (Some(b), None, Some(a)) if b + a <= n => (b, n - a - b),
        (None, Some(l), Some(a)) if l + a <= n => (n - a - l, l),
        (Some(_), None, Some(_)) | (None, Some(_), Some(_)) => return Ok(false),
        (Some(b), None, None) if b <= n => return plan(m, "length", n - b),
        (None, Some(l), None) if l <= n => return plan(m, "before", n - l),
        (None, None, Some(a)) if a <= n => return plan(m, "before", n - a),
        (None, None, None) => return plan(m, "all", n),
        _ => return Ok(false),
    };
    if before + count > n || ask.after.is_some_and(|a| a != n - before - count) {
        return Ok(false);
    }
    let (Some(start), Some(end)) =
        (text::byte_of_char(&ask.text, before), text::byte_of_char(&ask.text, before + count))
    else {
        return Ok(false);
    };
    Ok(place(m, ask, before, count)?
        && text::unify(m, 4, &ask.text[start..end], ask.form)?
        && plan_done(m)?)
}

/// Unifies the three numbers.
fn place(m: &mut Machine, ask: &Ask, before: usize, count: usize) -> Outcome {
    let Some(after) = ask.length.checked_sub(before + count) else { return Ok(false) };
    let [b, l, a] = [before, count, after].map(|n| m.store.heap.put_int(n as i64));
    Ok(m.unify_arg(1, b)? && m.unify_arg(2, l)? && m.unify_arg(3, a)?)
}

fn plan_done(m: &mut Machine) -> Outcome {
    let done = super::args::atom(m, "done");
    m.unify_arg(6, done)
}

fn plan(m: &mut Machine, name: &str, last: usize) -> Outcome {
    let name = m.atoms.intern(name);
    let last = m.store.heap.put_int(last as i64);
    let plan = m.store.heap.put_compound(name, &[last]);
    m.unify_arg(6, plan)
}

/// `sub_atom_icasechk(Text, Start, Sub)`: the first place where a part occurs, ignoring case.
fn sub_atom_icasechk(m: &mut Machine) -> Outcome {
    let (whole, start, sub) = (m.arg(0), m.arg(1), m.arg(2));
    let text = text::want(m, whole, Accept::ALL)?.to_lowercase();
    let sub = text::want(m, sub, Accept::ALL)?.to_lowercase();
    let places = occurrences(&text, &sub);
    let known = position(m, 1)?;
    let found = match known {
        Some(at) => places.into_iter().find(|&p| p == at),
        None => places.into_iter().next(),
    };
    let Some(at) = found else { return Ok(false) };
    if start.is_var() {
        let at = m.store.heap.put_int(at as i64);
        return m.unify_arg(1, at);
    }
    if known.is_none() { Err(instantiation(m)) } else { Ok(true) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_found_where_they_overlap() {
        assert_eq!(occurrences("aaa", "aa"), [0, 1]);
        assert_eq!(occurrences("äbäb", "b"), [1, 3]);
        assert_eq!(occurrences("ab", ""), [0, 1, 2]);
    }
}
