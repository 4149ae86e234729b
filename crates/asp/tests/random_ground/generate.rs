//! Random ground programs, and their text for clingo.

use std::fmt::Write;

use pencilmark_asp::program::{AtomId, Body, Edge, Head, Lit, Minimize, Output, Program, RuleId};

/// A small generator with a fixed seed: failures repeat.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    fn percent(&mut self, share: usize) -> bool {
        self.below(100) < share
    }
}

/// How often what occurs, in percent.
pub struct Shape {
    pub disjunction: usize,
    pub sums: usize,
    pub choices: usize,
    pub negation: usize,
    pub constraints: usize,
}

pub fn program(random: &mut Random, shape: &Shape, atoms: u32, rules: usize) -> Program {
    let mut program = Program::new();
    for _ in 0..atoms {
        program.new_atom();
    }
    for number in 0..rules {
        let heads: Vec<AtomId> = match () {
            () if random.percent(shape.constraints) => Vec::new(),
            () if random.percent(shape.disjunction) => some_atoms(random, atoms, 2, 3),
            () => some_atoms(random, atoms, 1, 1),
        };
        let head = if !heads.is_empty() && random.percent(shape.choices) {
            Head::Choice(&heads)
        } else {
            Head::Disjunction(&heads)
        };
        let source = RuleId(number as u32);
        let mut lits: Vec<Lit> = Vec::new();
        if random.percent(shape.sums) {
            for atom in some_atoms(random, atoms, 1, 4) {
                lits.push(sign(random, shape, atom));
            }
            let elements: Vec<(i64, Lit)> =
                lits.iter().map(|&lit| (1 + random.below(3) as i64, lit)).collect();
            let total: i64 = elements.iter().map(|&(weight, _)| weight).sum();
            let lower = 1 + random.below(total as usize) as i64;
            program.add(head, Body::Sum { lower, elements: &elements }, source);
        } else {
            let least = usize::from(heads.is_empty() || !random.percent(15));
            for atom in some_atoms(random, atoms, least, 3) {
                lits.push(sign(random, shape, atom));
            }
            program.add(head, Body::Normal(&lits), source);
        }
    }
    program
}

fn sign(random: &mut Random, shape: &Shape, atom: AtomId) -> Lit {
    if random.percent(shape.negation) { !atom.lit() } else { atom.lit() }
}

fn some_atoms(random: &mut Random, atoms: u32, least: usize, most: usize) -> Vec<AtomId> {
    let count = (least + random.below(most - least + 1)).min(atoms as usize);
    let mut found: Vec<AtomId> = Vec::new();
    while found.len() < count {
        let atom = AtomId(1 + random.below(atoms as usize) as u32);
        if !found.contains(&atom) {
            found.push(atom);
        }
    }
    found
}

/// Texts with conditions, one of them twice.
pub fn add_output(random: &mut Random, program: &mut Program) {
    let shape = Shape { disjunction: 0, sums: 0, choices: 0, negation: 40, constraints: 0 };
    for number in 0..4 {
        let condition = some_atoms(random, program.atom_count(), 0, 2)
            .into_iter()
            .map(|atom| sign(random, &shape, atom))
            .collect();
        program.output.push(Output { text: format!("t{}", number % 3), condition });
    }
}

pub fn add_costs(random: &mut Random, program: &mut Program) {
    let levels = 1 + random.below(2) as i64;
    for priority in (0..levels).rev() {
        let unit = random.percent(50);
        let shape = Shape { disjunction: 0, sums: 0, choices: 0, negation: 30, constraints: 0 };
        let elements = some_atoms(random, program.atom_count(), 0, 5)
            .into_iter()
            .map(|atom| {
                let weight = if unit { 1 } else { random.below(9) as i64 - 3 };
                (weight, sign(random, &shape, atom))
            })
            .collect();
        program.minimize.push(Minimize { priority, elements });
    }
}

pub fn add_edges(random: &mut Random, program: &mut Program) {
    let shape = Shape { disjunction: 0, sums: 0, choices: 0, negation: 30, constraints: 0 };
    for _ in 0..1 + random.below(8) {
        let (from, to) = (random.below(4) as u32, random.below(4) as u32);
        let condition = some_atoms(random, program.atom_count(), 0, 2)
            .into_iter()
            .map(|atom| sign(random, &shape, atom))
            .collect();
        program.edges.push(Edge { from, to, condition, source: RuleId::NONE });
    }
}

/// The rules as clingo reads them.
pub fn text(program: &Program) -> String {
    let mut out = String::new();
    for rule in program.rules() {
        let names = |heads: &[AtomId]| {
            heads.iter().map(|head| format!("x{}", head.0)).collect::<Vec<_>>().join("; ")
        };
        match rule.head {
            Head::Disjunction(heads) => out.push_str(&names(heads)),
            Head::Choice(heads) => write!(out, "{{{}}}", names(heads)).unwrap(),
        }
        let literal =
            |lit: Lit| format!("{}x{}", if lit.is_positive() { "" } else { "not " }, lit.atom().0);
        match rule.body {
            Body::Normal([]) => {}
            Body::Normal(lits) => {
                let lits: Vec<String> = lits.iter().map(|&lit| literal(lit)).collect();
                write!(out, " :- {}", lits.join(", ")).unwrap();
            }
            Body::Sum { lower, elements } => {
                let elements: Vec<String> = elements
                    .iter()
                    .enumerate()
                    .map(|(at, &(weight, lit))| format!("{weight},{at} : {}", literal(lit)))
                    .collect();
                write!(out, " :- {lower} <= #sum {{{}}}", elements.join("; ")).unwrap();
            }
        }
        out.push_str(".\n");
    }
    out
}
