//! Do what I mean: predicates whose names are near to one that does not exist.

use crate::{
    atom::Atom,
    cell::Cell,
    machine::Machine,
    native::args::{instantiation, unify_list},
    throw::Outcome,
};

/// `'$dwim_predicates'(Name/Arity, List)`: indicators of predicates with the same name and
/// another arity, or with a name that a slip of the finger would explain.
pub(super) fn predicates(m: &mut Machine) -> Outcome {
    let wanted = m.arg(0);
    let (home, wanted) = match m.store.heap.args::<2>(wanted, Atom::COLON) {
        Some([module, indicator]) if module.is_atom() => (module.atom_value(), indicator),
        _ => (Atom::USER, wanted),
    };
    let Some([name, arity]) = m.store.heap.args::<2>(wanted, Atom::SLASH) else {
        return Err(instantiation(m));
    };
    if !name.is_atom() {
        return Ok(false);
    }
    let text = m.atoms.shared_text(name.atom_value());
    let arity = arity.int_value();
    let mut found: Vec<(String, u32, Atom, Option<Atom>)> = Vec::new();
    for (&(module, other, n), &pred) in &m.pred_index {
        let other_text = m.atoms.text(other);
        let visible = [home, Atom::USER, Atom::SYSTEM].contains(&module);
        if !visible || other_text.starts_with('$') || !m.preds[pred as usize].flags.defined {
            continue;
        }
        let same = other == name.atom_value();
        if (same && i64::from(n) != arity) || (!same && is_near(&text, other_text)) {
            let own = (module == home && home != Atom::USER).then_some(home);
            found.push((other_text.to_string(), n, other, own));
        }
    }
    found.sort();
    found.dedup();
    let cells: Vec<Cell> = found
        .into_iter()
        .map(|(_, arity, name, own)| {
            let parts = [Cell::atom(name), Cell::small(arity as i32)];
            let indicator = m.store.heap.put_compound(Atom::SLASH, &parts);
            match own {
                Some(module) => {
                    m.store.heap.put_compound(Atom::COLON, &[Cell::atom(module), indicator])
                }
                None => indicator,
            }
        })
        .collect();
    unify_list(m, 1, &cells)
}

/// One letter too many, too few, wrong, or two swapped; or only case and underscores differ.
fn is_near(a: &str, b: &str) -> bool {
    let plain = |s: &str| s.chars().filter(|c| *c != '_').collect::<String>().to_lowercase();
    if plain(a) == plain(b) {
        return true;
    }
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let (short, long) = if a.len() <= b.len() { (&a, &b) } else { (&b, &a) };
    if short.len() < 3 || long.len() - short.len() > 1 {
        return false;
    }
    let same = short.iter().zip(long.iter()).take_while(|(x, y)| x == y).count();
    if long.len() > short.len() {
        return short[same..] == long[same + 1..];
    }
    let rest = |n: usize| short.get(same + n..) == long.get(same + n..);
    let swapped =
        same + 1 < short.len() && short[same] == long[same + 1] && short[same + 1] == long[same];
    (swapped && rest(2)) || (short.len() > 3 && rest(1))
}

#[cfg(test)]
mod tests {
    use super::is_near;

    #[test]
    fn slips_of_the_finger() {
        assert!(is_near("lenght", "length"));
        assert!(is_near("apend", "append"));
        assert!(is_near("number_vars", "numbervars"));
        assert!(is_near("writelm", "writeln"));
        assert!(!is_near("foo", "bar"));
        assert!(!is_near("is", "it"));
    }
}
