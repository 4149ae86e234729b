//! Which rules must be grounded before which.
//!
//! Rules are grouped into strongly connected components twice: over all dependencies, and
//! inside each of these over the positive ones. What comes out is an order in which every
//! positive literal is over atoms that are known, or over atoms of the rule's own component.

use std::collections::HashMap;

use crate::ast::Sign;
use crate::ir::{Atom, Literal, PredId, Rule};
use crate::symbol::Symbols;

/// Rules that depend on each other, and how.
#[derive(Debug)]
pub(crate) struct Component {
    pub rules: Vec<usize>,
    /// Whether a rule depends positively on itself or another of these.
    pub recursive: bool,
}

/// Components in the order in which they are to be grounded.
pub(crate) fn components(rules: &[Rule], symbols: &Symbols) -> Vec<Component> {
    let mut defining: HashMap<PredId, Vec<(usize, &Atom)>> = HashMap::new();
    for (number, rule) in rules.iter().enumerate() {
        for atom in rule.head.atoms() {
            defining.entry(atom.pred).or_default().push((number, atom));
        }
    }
    let mut positive = vec![Vec::new(); rules.len()];
    let mut all = vec![Vec::new(); rules.len()];
    for (number, rule) in rules.iter().enumerate() {
        let mut add = |sign: Sign, atom: &Atom| {
            for (other, head) in defining.get(&atom.pred).into_iter().flatten() {
                let mut args = head.args.iter().zip(&atom.args);
                if args.all(|(a, b)| a.may_equal(b, symbols)) {
                    all[number].push(*other);
                    if sign == Sign::Positive {
                        positive[number].push(*other);
                    }
                }
            }
        };
        uses(&rule.body, &mut add);
        for element in rule.head.elements() {
            uses(&element.condition, &mut add);
            for head in element.heads.iter().filter(|head| head.sign != Sign::Positive) {
                add(head.sign, &head.atom);
            }
        }
    }
    for edges in positive.iter_mut().chain(&mut all) {
        edges.sort_unstable();
        edges.dedup();
    }
    let mut result = Vec::new();
    for outer in scc(&all, &(0..rules.len()).collect::<Vec<_>>()) {
        for inner in scc(&positive, &outer) {
            let recursive = inner.iter().any(|number| {
                positive[*number].iter().any(|other| inner.binary_search(other).is_ok())
            });
            result.push(Component { rules: inner, recursive });
        }
    }
    result
}

fn uses(literals: &[Literal], f: &mut impl FnMut(Sign, &Atom)) {
    for literal in literals {
        match literal {
            Literal::Atom(sign, atom) => f(*sign, atom),
            Literal::Aggregate(aggregate) => {
                for element in &aggregate.elements {
                    uses(&element.condition, f);
                }
            }
            Literal::Conditional(conditional) => {
                conditional.heads.iter().for_each(|head| uses(head, f));
                uses(&conditional.condition, f);
            }
            Literal::Bool(_) | Literal::Compare(..) | Literal::Range(..) => {}
        }
    }
}

/// Strongly connected components of the part of a graph that `nodes` are, what is depended on
/// first; each sorted. Tarjan's algorithm with a stack of its own.
fn scc(edges: &[Vec<usize>], nodes: &[usize]) -> Vec<Vec<usize>> {
    const NEW: usize = usize::MAX;
    let mut inside = HashMap::with_capacity(nodes.len());
    for &node in nodes {
        inside.insert(node, NEW);
    }
    let mut low: HashMap<usize, usize> = HashMap::new();
    let mut done: HashMap<usize, bool> = HashMap::new();
    let (mut stack, mut result, mut count) = (Vec::new(), Vec::new(), 0);
    for &root in nodes {
        if inside[&root] != NEW {
            continue;
        }
        let mut calls = vec![(root, 0)];
        while let Some(&mut (node, ref mut next)) = calls.last_mut() {
            if *next == 0 {
                inside.insert(node, count);
                low.insert(node, count);
                count += 1;
                stack.push(node);
            }
            let edge = edges[node][*next..].iter().position(|to| inside.contains_key(to));
            match edge {
                Some(skip) => {
                    let to = edges[node][*next + skip];
                    *next += skip + 1;
                    if inside[&to] == NEW {
                        calls.push((to, 0));
                    } else if !done.contains_key(&to) {
                        let least = low[&node].min(inside[&to]);
                        low.insert(node, least);
                    }
                }
                None => {
                    calls.pop();
                    if let Some((parent, _)) = calls.last() {
                        let least = low[parent].min(low[&node]);
                        low.insert(*parent, least);
                    }
                    if low[&node] == inside[&node] {
                        let mut component = Vec::new();
                        while let Some(member) = stack.pop() {
                            done.insert(member, true);
                            component.push(member);
                            if member == node {
                                break;
                            }
                        }
                        component.sort_unstable();
                        result.push(component);
                    }
                }
            }
        }
    }
    result
}
