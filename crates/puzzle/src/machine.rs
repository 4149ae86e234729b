//! Automata written as machines: a state, what follows it after each value, which states are
//! good at the end.

use std::hash::Hash;
use std::ops::RangeInclusive;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::hash::QuickMap;

/// Machines with more states than this are not written out.
const MAX_STATES: usize = 50_000;

/// The kernel keeps the states of a line in one word up to here.
const FEW_STATES: usize = 64;

/// The automaton of a machine over these letters; none if it has too many states. A machine
/// may have several next states: it reads a line if one way through it ends well.
pub(crate) fn automaton<S: Hash + Ord + Clone, I: IntoIterator<Item = S>>(
    letters: RangeInclusive<i64>,
    start: S,
    step: impl Fn(&S, i64) -> I,
    good: impl Fn(&S) -> bool,
) -> Option<Automaton> {
    let mut numbers = QuickMap::default();
    numbers.insert(start.clone(), 0);
    // By their numbers, which they get in the order they are found.
    let mut states = vec![start];
    let mut arcs = Vec::new();
    for from in 0.. {
        let Some(state) = states.get(from).cloned() else { break };
        for letter in letters.clone() {
            for next in step(&state, letter) {
                let fresh = states.len();
                let to = *numbers.entry(next.clone()).or_insert(fresh);
                if to == fresh {
                    states.push(next);
                }
                arcs.push((from, letter, to));
            }
        }
        if states.len() > MAX_STATES {
            return None;
        }
    }
    let accepting = (0..states.len()).filter(|&n| good(&states[n])).collect();
    let found = Automaton { states: states.len(), start: 0, accepting, arcs };
    Some(if states.len() > FEW_STATES { in_order(found, &states) } else { found })
}

/// The same machine with its states numbered as they compare. Where they are sums, a letter then
/// leads equally far from most of them, and the kernel moves many at once.
fn in_order<S: Ord>(machine: Automaton, states: &[S]) -> Automaton {
    let mut order: Vec<usize> = (0..states.len()).collect();
    order.sort_unstable_by_key(|&n| &states[n]);
    let mut place = vec![0; states.len()];
    order.iter().enumerate().for_each(|(at, &n)| place[n] = at);
    let arcs = machine.arcs.iter().map(|&(from, v, to)| (place[from], v, place[to])).collect();
    let accepting = machine.accepting.iter().map(|&n| place[n]).collect();
    Automaton { states: machine.states, start: place[machine.start], accepting, arcs }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_machine_that_counts() {
        let step = |&n: &i64, v: i64| (n + v <= 3).then_some(n + v);
        let three = automaton(0..=2, 0, step, |&n| n == 3).unwrap();
        assert!(three.accepts(&[1, 2, 0]) && three.accepts(&[2, 1]));
        assert!(!three.accepts(&[2, 2]) && !three.accepts(&[1, 1]));
    }

    #[test]
    fn states_in_order_read_the_same() {
        let step = |&n: &i64, v: i64| (n + v <= 90).then_some((n * 7 + v) % 91);
        let letters: Vec<i64> = (0..9).collect();
        let machine = automaton(0..=8, 0, step, |&n| n % 3 == 0).unwrap();
        assert!(machine.states > FEW_STATES);
        for line in letters.windows(4) {
            let end = line.iter().try_fold(0, |n, &v| step(&n, v));
            assert_eq!(machine.accepts(line), end.is_some_and(|n| n % 3 == 0), "{line:?}");
        }
    }

    #[test]
    fn endless_machines_are_given_up() {
        assert!(automaton(0..=1, 0i64, |n, v| Some(n + v + 1), |_| true).is_none());
    }
}
