//! Control: throwing, halting, counting, comparing numbers, terms as goals.

use crate::{
    arith,
    atom::Atom,
    cell::{Cell, Tag},
    machine::{Machine, More},
    native::{NonDetTable, Table},
    number::Number,
    record::Record,
    throw::{self, Outcome, Throw},
};

/// Deterministic predicates.
pub const NATIVES: Table = &[
    ("fail", 0, |_| Ok(false)),
    ("false", 0, |_| Ok(false)),
    ("=", 2, |m| {
        let right = m.x[1];
        m.unify_arg(0, right)
    }),
    ("throw", 1, throw_),
    ("halt", 0, |_| Err(Throw::Halt(0))),
    ("halt", 1, halt),
    ("is", 2, is),
    ("<", 2, |m| compare(m, |o| o.is_lt(), false)),
    ("=<", 2, |m| compare(m, |o| o.is_le(), false)),
    (">", 2, |m| compare(m, |o| o.is_gt(), false)),
    (">=", 2, |m| compare(m, |o| o.is_ge(), false)),
    ("=:=", 2, |m| compare(m, |o| o.is_eq(), false)),
    ("=\\=", 2, |m| compare(m, |o| o.is_ne(), true)),
    ("$undefined_caller", 1, undefined_caller),
    ("$no_deadline", 0, |m| {
        m.deadline = None;
        Ok(true)
    }),
    ("$style", 2, style),
    ("copy_term", 2, |m| copy(m, true)),
    ("copy_term_nat", 2, |m| copy(m, false)),
    ("duplicate_term", 2, |m| copy(m, true)),
    ("$inferences", 1, |m| {
        let count = m.store.heap.put_int(m.inferences as i64);
        m.unify_arg(0, count)
    }),
    ("garbage_collect", 0, |m| {
        m.request_collection();
        Ok(true)
    }),
    ("$choices", 1, |m| {
        let height = Cell::small(m.choices.len() as i32);
        m.unify_arg(0, height)
    }),
    ("$deadline", 2, deadline),
];

/// Predicates with several answers.
pub const NONDET: NonDetTable =
    &[("between", 3, between), ("repeat", 0, |_, _| Ok(More::Yes(Cell::small(0))))];

fn throw_(m: &mut Machine) -> Outcome {
    let ball = m.arg(0);
    if ball.is_var() {
        return Err(throw::instantiation(&mut m.store.heap));
    }
    Err(Throw::Ball(ball))
}

fn halt(m: &mut Machine) -> Outcome {
    let status = m.arg(0);
    match status.tag() {
        Tag::Int => Err(Throw::Halt(status.int_value() as i32)),
        Tag::Ref | Tag::Att => Err(throw::instantiation(&mut m.store.heap)),
        _ => Err(throw::type_error(&mut m.store.heap, Atom::INTEGER, status)),
    }
}

fn is(m: &mut Machine) -> Outcome {
    let value = arith::eval(m, m.x[1])?;
    let value = m.store.heap.put_number(value);
    m.unify_arg(0, value)
}

fn compare(m: &mut Machine, holds: fn(std::cmp::Ordering) -> bool, unordered: bool) -> Outcome {
    let left = arith::eval(m, m.x[0])?;
    let right = arith::eval(m, m.x[1])?;
    Ok(arith::compare(&left, &right).map_or(unordered, holds))
}

fn copy(m: &mut Machine, attributes: bool) -> Outcome {
    let term = m.arg(0);
    if term.is_atomic() {
        return m.unify_arg(1, term);
    }
    let record = match attributes {
        true => m.record(term)?,
        false => Record::new(&mut m.store.heap, term, false),
    };
    let copy = m.replay(&record)?;
    m.unify_arg(1, copy)
}

/// `$deadline(+Seconds, -Old)`: the run must stop then; a negative number lifts the limit.
fn deadline(m: &mut Machine) -> Outcome {
    let seconds = match arith::eval(m, m.x[0])? {
        Number::Int(value) => value as f64,
        Number::Float(value) => value,
        _ => f64::MAX,
    };
    let now = std::time::Instant::now();
    let old = match m.deadline {
        Some(at) => at.saturating_duration_since(now).as_secs_f64(),
        None => -1.0,
    };
    m.deadline =
        (0.0..1e9).contains(&seconds).then(|| now + std::time::Duration::from_secs_f64(seconds));
    let old = m.store.heap.put_float(old);
    m.unify_arg(1, old)
}

fn integer(m: &mut Machine, i: usize) -> Result<Option<Number>, Throw> {
    let cell = m.arg(i);
    if cell.is_var() {
        return Ok(None);
    }
    match m.store.heap.number(cell) {
        Some(number @ (Number::Int(_) | Number::Big(_))) => Ok(Some(number)),
        _ => Err(throw::type_error(&mut m.store.heap, Atom::INTEGER, cell)),
    }
}

fn between(m: &mut Machine, state: Option<Cell>) -> Result<More, Throw> {
    if let Some(state) = state {
        let value = m.store.deref(state);
        return between_from(m, value);
    }
    let Some(low) = integer(m, 0)? else {
        return Err(throw::instantiation(&mut m.store.heap));
    };
    let high = m.arg(1);
    let infinite = high.is_atom() && matches!(m.atoms.text(high.atom_value()), "inf" | "infinite");
    let high = if infinite { None } else { integer(m, 1)? };
    if high.is_none() && !infinite {
        return Err(throw::instantiation(&mut m.store.heap));
    }
    if let Some(value) = integer(m, 2)? {
        let within = low.standard_order(&value).is_le()
            && high.is_none_or(|high| value.standard_order(&high).is_le());
        return Ok(if within { More::Last } else { More::No });
    }
    let low = m.store.heap.put_number(low);
    between_from(m, low)
}

/// Answers `value` and goes on with the next one.
fn between_from(m: &mut Machine, value: Cell) -> Result<More, Throw> {
    let high = m.arg(1);
    if value.tag() == Tag::Int && (high.tag() == Tag::Int || high.is_atom()) {
        let (now, last) =
            (value.int_value(), if high.is_atom() { i64::MAX } else { high.int_value() });
        if now > last {
            return Ok(More::No);
        }
        m.unify_arg(2, value)?;
        if now == last {
            return Ok(More::Last);
        }
        return Ok(More::Yes(m.store.heap.put_int(now + 1)));
    }
    let order = m.store.compare(&m.atoms, value, high);
    if order.is_gt() && !high.is_atom() {
        return Ok(More::No);
    }
    m.unify_arg(2, value)?;
    if order.is_eq() {
        return Ok(More::Last);
    }
    let one = m.store.heap.put_compound(Atom::PLUS, &[value, Cell::small(1)]);
    let next = arith::eval(m, one)?;
    Ok(More::Yes(m.store.heap.put_number(next)))
}

/// `$undefined_caller(-PI)`: who called the last undefined procedure.
fn undefined_caller(m: &mut Machine) -> Outcome {
    let Some(pred) = m.undefined_caller else { return Ok(false) };
    if m.modules.is_library(m.preds[pred as usize].module) {
        return Ok(false);
    }
    let pi = m.indicator_cell(pred);
    m.unify_arg(0, pi)
}

/// `$style(Name, On)`: whether loading warns of singletons or of scattered clauses.
fn style(m: &mut Machine) -> Outcome {
    let off = m.arg(1) != Cell::atom(Atom::TRUE);
    match m.atoms.text(m.arg(0).atom_value()) {
        "singleton" => m.loader.no_singletons = off,
        _ => m.loader.no_discontiguous = off,
    }
    Ok(true)
}
