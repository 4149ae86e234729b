//! Equations with one unknown: `2*X+1 = 7`, `|X-3| = 2`.

use crate::ast::{Binary, Unary};
use crate::ir::{Term, Var};
use crate::symbol::{Sym, Symbols, View};

/// Whether a term can be solved for its only unbound variable. Distances (`|X-Y|`) have two
/// solutions; clingo does not solve them, so they help to plan but not to bind.
pub(crate) fn solvable(term: &Term, bound: &dyn Fn(Var) -> bool, distance: bool) -> Option<Var> {
    let known = |term: &Term| term.all_vars(bound);
    match term {
        Term::Var(var) => (!bound(*var)).then_some(*var),
        Term::Unary(Unary::Absolute, inner, _) if distance => solvable(inner, bound, distance),
        Term::Unary(Unary::Minus, inner, _) => solvable(inner, bound, distance),
        Term::Binary(Binary::Add | Binary::Sub, sides, _) => {
            if known(&sides.0) {
                solvable(&sides.1, bound, distance)
            } else if known(&sides.1) {
                solvable(&sides.0, bound, distance)
            } else {
                None
            }
        }
        // The factor must be a number that is not zero: otherwise any value might do.
        Term::Binary(Binary::Mul, sides, _) => match (&sides.0, &sides.1) {
            (Term::Sym(factor), inner) | (inner, Term::Sym(factor)) if *factor != Sym::ZERO => {
                solvable(inner, bound, distance)
            }
            _ => None,
        },
        _ => None,
    }
}

/// Values of the unknown for which the term has the value. `eval` gives the value of terms
/// without it, as integers.
pub(crate) fn solutions(
    term: &Term,
    value: Sym,
    unknown: Var,
    symbols: &mut Symbols,
    eval: &mut dyn FnMut(&Term, &mut Symbols) -> Option<i64>,
    out: &mut Vec<Sym>,
) {
    let has = |term: &Term| !term.all_vars(|var| var != unknown);
    match term {
        Term::Var(_) => out.push(value),
        Term::Unary(Unary::Minus, inner, _) => {
            let negated = match symbols.view(value) {
                View::Int(value) => value.checked_neg().map(|value| symbols.int(value)),
                View::Fun { negative, name, args } if !symbols.text(name).is_empty() => {
                    let args = args.to_vec();
                    Some(symbols.fun(!negative, name, &args))
                }
                _ => None,
            };
            if let Some(value) = negated {
                solutions(inner, value, unknown, symbols, eval, out);
            }
        }
        _ => {
            let Some(value) = symbols.as_int(value) else { return };
            let (inner, values): (&Term, [Option<i64>; 2]) = match term {
                Term::Unary(Unary::Absolute, inner, _) if value >= 0 => {
                    (inner, [Some(value), (value != 0).then_some(-value)])
                }
                Term::Binary(op, sides, _) => {
                    let left = has(&sides.0);
                    let (inner, known) =
                        if left { (&sides.0, &sides.1) } else { (&sides.1, &sides.0) };
                    let Some(known) = eval(known, symbols) else { return };
                    let one = match op {
                        Binary::Add => value.checked_sub(known),
                        Binary::Sub if left => value.checked_add(known),
                        Binary::Sub => known.checked_sub(value),
                        Binary::Mul if value.checked_rem(known) == Some(0) => {
                            value.checked_div(known)
                        }
                        _ => None,
                    };
                    (inner, [one, None])
                }
                _ => return,
            };
            for value in values.into_iter().flatten() {
                let value = symbols.int(value);
                solutions(inner, value, unknown, symbols, eval, out);
            }
        }
    }
}
