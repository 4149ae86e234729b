//! Answer sets by their definition: a set of atoms is one if it is a smallest model of the
//! program's reduct by it. Every set is tried.

use pencilmark_asp::program::{Body, Head, Lit, Program};

fn holds(set: u64, lit: Lit) -> bool {
    (set >> lit.atom().0 & 1 == 1) == lit.is_positive()
}

/// Whether a body holds in `inner`, where negative literals are decided by `outer`.
fn body_holds(body: Body<'_>, inner: u64, outer: u64) -> bool {
    let holds = |lit: Lit| holds(if lit.is_positive() { inner } else { outer }, lit);
    match body {
        Body::Normal(lits) => lits.iter().all(|&lit| holds(lit)),
        Body::Sum { lower, elements } => {
            let held = elements.iter().filter(|&&(_, lit)| holds(lit));
            held.map(|&(weight, _)| weight).sum::<i64>() >= lower
        }
    }
}

/// Whether `inner` satisfies the reduct of the program by `outer`.
fn satisfies(program: &Program, inner: u64, outer: u64) -> bool {
    program.rules().all(|rule| {
        if !body_holds(rule.body, inner, outer) {
            return true;
        }
        match rule.head {
            Head::Disjunction(heads) => heads.iter().any(|head| inner >> head.0 & 1 == 1),
            // `{a}` is `a or not a`.
            Head::Choice(heads) => {
                heads.iter().all(|head| outer >> head.0 & 1 == 0 || inner >> head.0 & 1 == 1)
            }
        }
    })
}

pub fn answer_sets(program: &Program) -> Vec<u64> {
    let is_answer_set = |&set: &u64| {
        if !satisfies(program, set, set) {
            return false;
        }
        // All proper subsets.
        let mut subset = set;
        while subset != 0 {
            subset = (subset - 1) & set;
            if satisfies(program, subset, set) {
                return false;
            }
        }
        true
    };
    (0..1u64 << program.atom_count()).map(|set| set << 1).filter(is_answer_set).collect()
}

pub fn costs(program: &Program, set: u64) -> Vec<i64> {
    let level = |elements: &[(i64, Lit)]| {
        elements.iter().filter(|&&(_, lit)| holds(set, lit)).map(|&(weight, _)| weight).sum()
    };
    program.minimize.iter().map(|minimize| level(&minimize.elements)).collect()
}

/// The outputs that hold, by the first index of each text.
pub fn shown(program: &Program, set: u64) -> Vec<u32> {
    let text_holds = |text: &str| {
        program
            .output
            .iter()
            .any(|output| output.text == text && output.condition.iter().all(|&l| holds(set, l)))
    };
    let first = |at: usize| {
        program.output[..at].iter().all(|output| output.text != program.output[at].text)
    };
    (0..program.output.len())
        .filter(|&at| first(at) && text_holds(&program.output[at].text))
        .map(|at| at as u32)
        .collect()
}

pub fn acyclic(program: &Program, set: u64) -> bool {
    let mut edges: Vec<(u32, u32)> = program
        .edges
        .iter()
        .filter(|edge| edge.condition.iter().all(|&lit| holds(set, lit)))
        .map(|edge| (edge.from, edge.to))
        .collect();
    // Take away edges that lead nowhere until none is left, or a cycle.
    loop {
        let before = edges.len();
        let leaves: Vec<u32> = edges.iter().map(|&(from, _)| from).collect();
        edges.retain(|(_, to)| leaves.contains(to));
        if edges.len() == before {
            return edges.is_empty();
        }
    }
}
