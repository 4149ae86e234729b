//! What goals mean for given values: the obvious version to compare with.

use std::collections::HashMap;

use super::read::Term;

pub type Values<'a> = HashMap<&'a str, i64>;

fn value(term: &Term, env: &Values) -> Option<i64> {
    match term {
        Term::Var(name) => env.get(name.as_str()).copied(),
        Term::Int(digits) => digits.parse().ok(),
        Term::List(_) => None,
        Term::Call(op, args) => {
            let args: Option<Vec<i64>> = args.iter().map(|a| value(a, env)).collect();
            match (op.as_str(), args?.as_slice()) {
                ("-", [a]) => Some(-a),
                ("abs", [a]) => Some(a.abs()),
                ("+", [a, b]) => Some(a + b),
                ("-", [a, b]) => Some(a - b),
                ("*", [a, b]) => Some(a * b),
                ("min", [a, b]) => Some(*a.min(b)),
                ("max", [a, b]) => Some(*a.max(b)),
                ("^", [a, b]) => Some(a.pow(u32::try_from(*b).ok()?)),
                (_, [_, 0]) => None,
                ("//", [a, b]) => Some(a / b),
                ("rem", [a, b]) => Some(a % b),
                ("div", [a, b]) => Some((a - a.rem_euclid(*b) - adjust(*a, *b)) / b),
                ("mod", [a, b]) => Some(a.rem_euclid(*b) + adjust(*a, *b)),
                _ => None,
            }
        }
    }
}

/// The sign of a modulus is that of the divisor.
fn adjust(a: i64, b: i64) -> i64 {
    if b < 0 && a.rem_euclid(b) != 0 { b } else { 0 }
}

fn values(term: &Term, env: &Values) -> Vec<i64> {
    match term {
        Term::List(items) => items.iter().filter_map(|t| value(t, env)).collect(),
        _ => Vec::new(),
    }
}

fn compare(rel: &str, a: i64, b: i64) -> bool {
    match rel {
        "#=" => a == b,
        "#\\=" => a != b,
        "#<" => a < b,
        "#>" => a > b,
        "#=<" => a <= b,
        _ => a >= b,
    }
}

fn member(x: i64, dom: &Term) -> bool {
    match dom {
        Term::Int(digits) => digits.parse() == Ok(x),
        Term::Call(op, args) => match (op.as_str(), args.as_slice()) {
            ("..", [a, b]) => {
                let end = |t: &Term| match t {
                    Term::Int(digits) => digits.parse::<i64>().ok(),
                    _ => None,
                };
                end(a).is_none_or(|a| a <= x) && end(b).is_none_or(|b| x <= b)
            }
            (_, [a, b]) => member(x, a) || member(x, b),
            _ => false,
        },
        _ => false,
    }
}

/// Whether a goal holds.
pub fn holds(goal: &Term, env: &Values) -> bool {
    let Term::Call(name, args) = goal else { return false };
    let args: Vec<&Term> = args.iter().collect();
    match (name.as_str(), args.as_slice()) {
        (",", [a, b]) | ("#/\\", [a, b]) => holds(a, env) && holds(b, env),
        ("in", [x, dom]) => value(x, env).is_some_and(|x| member(x, dom)),
        ("#\\", [a]) => !holds(a, env),
        ("#\\/", [a, b]) => holds(a, env) || holds(b, env),
        ("#\\", [a, b]) => holds(a, env) != holds(b, env),
        ("#==>", [a, b]) => !holds(a, env) || holds(b, env),
        ("#<==", [a, b]) => holds(a, env) || !holds(b, env),
        ("#<==>", [a, b]) => holds(a, env) == holds(b, env),
        ("all_different" | "all_distinct", [list]) => {
            let list = values(list, env);
            (0..list.len()).all(|i| !list[..i].contains(&list[i]))
        }
        ("sum", [list, Term::Call(rel, _), e]) => {
            value(e, env).is_some_and(|e| compare(rel, values(list, env).iter().sum(), e))
        }
        ("chain", [list, Term::Call(rel, _)]) => {
            values(list, env).windows(2).all(|w| compare(rel, w[0], w[1]))
        }
        ("element", [index, list, v]) => {
            let at = value(index, env).and_then(|i| usize::try_from(i - 1).ok());
            at.and_then(|at| values(list, env).get(at).copied()) == value(v, env)
        }
        ("tuples_in", [Term::List(tuples), Term::List(rows)]) => {
            let tuple = values(&tuples[0], env);
            rows.iter().any(|row| values(row, env) == tuple)
        }
        (rel, [a, b]) => match (value(a, env), value(b, env)) {
            (Some(a), Some(b)) => compare(rel, a, b),
            _ => false,
        },
        _ => false,
    }
}
