//! Random problems and the obvious way to solve them.
#![allow(dead_code)] // every test file uses a part

use pencilmark_sat::{Lit, Solver, Step, Var};

/// A small generator with a fixed seed: failures repeat.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }

    /// A clause of distinct variables: (variable, sign) pairs.
    pub fn clause(&mut self, vars: usize, len: usize) -> Vec<(usize, bool)> {
        let mut clause: Vec<(usize, bool)> = Vec::new();
        while clause.len() < len.min(vars) {
            let var = self.below(vars);
            if clause.iter().all(|&(other, _)| other != var) {
                clause.push((var, self.below(2) == 0));
            }
        }
        clause
    }
}

/// A sum of weights of literals that must reach a bound.
pub type Sum = (Vec<(i64, (usize, bool))>, i64);

/// Clauses and sums over numbered variables.
#[derive(Clone, Default, Debug)]
pub struct Problem {
    pub vars: usize,
    pub clauses: Vec<Vec<(usize, bool)>>,
    pub sums: Vec<Sum>,
}

pub fn lit(vars: &[Var], (var, sign): (usize, bool)) -> Lit {
    if sign { vars[var].lit() } else { !vars[var].lit() }
}

impl Problem {
    pub fn random(random: &mut Random, vars: usize, clauses: usize, sums: usize) -> Problem {
        let mut problem = Problem { vars, ..Problem::default() };
        for _ in 0..clauses {
            let len = 1 + random.below(4).max(1);
            problem.clauses.push(random.clause(vars, len));
        }
        for _ in 0..sums {
            let len = 2 + random.below(vars);
            let lits: Vec<_> = random
                .clause(vars, len)
                .into_iter()
                .map(|lit| (random.below(11) as i64 - 4, lit))
                .collect();
            let total: i64 = lits.iter().map(|&(weight, _)| weight.abs()).sum();
            let bound = random.below(total as usize + 1) as i64 / 2;
            problem.sums.push((lits, bound));
        }
        problem
    }

    pub fn post(&self, solver: &mut Solver) -> Vec<Var> {
        let vars: Vec<Var> = (0..self.vars).map(|_| solver.new_var()).collect();
        for clause in &self.clauses {
            let lits: Vec<Lit> = clause.iter().map(|&l| lit(&vars, l)).collect();
            solver.add_clause(&lits);
        }
        for (sum, bound) in &self.sums {
            let elements: Vec<_> = sum.iter().map(|&(w, l)| (w, lit(&vars, l))).collect();
            solver.add_linear(&elements, *bound).unwrap();
        }
        vars
    }

    pub fn holds(&self, value: &dyn Fn(usize) -> bool) -> bool {
        let holds = |&(var, sign): &(usize, bool)| value(var) == sign;
        self.clauses.iter().all(|clause| clause.iter().any(holds))
            && self.sums.iter().all(|(sum, bound)| {
                sum.iter().filter(|(_, l)| holds(l)).map(|(w, _)| w).sum::<i64>() >= *bound
            })
    }

    /// All models as numbers whose bits are the variables.
    pub fn models(&self) -> Vec<u32> {
        (0..1u32 << self.vars).filter(|m| self.holds(&|var| m >> var & 1 == 1)).collect()
    }
}

/// The model a solver is at, as a number.
pub fn model(solver: &Solver, vars: &[Var]) -> u32 {
    vars.iter().enumerate().map(|(at, var)| u32::from(solver.is_true(var.lit())) << at).sum()
}

/// Checks a proof the slow way: every clause follows from the ones before by unit propagation.
pub fn check_proof(problem: &Problem, vars: &[Var], steps: &[Step]) {
    let mut clauses: Vec<Vec<Lit>> = problem
        .clauses
        .iter()
        .map(|clause| clause.iter().map(|&l| lit(vars, l)).collect())
        .collect();
    let Some(Step::Learn(last)) = steps.last() else { panic!("no proof") };
    assert!(last.is_empty(), "the proof does not end in a contradiction");
    for Step::Learn(clause) in steps {
        assert!(refuted(&clauses, clause), "{clause:?} does not follow");
        clauses.push(clause.clone());
    }
}

fn refuted(clauses: &[Vec<Lit>], assumed_false: &[Lit]) -> bool {
    let mut truths: std::collections::HashSet<Lit> =
        assumed_false.iter().map(|&lit| !lit).collect();
    loop {
        let before = truths.len();
        for clause in clauses {
            if clause.iter().any(|lit| truths.contains(lit)) {
                continue;
            }
            let mut open = clause.iter().filter(|&&lit| !truths.contains(&!lit));
            match (open.next(), open.next()) {
                (None, _) => return true,
                (Some(&lit), None) => {
                    truths.insert(lit);
                }
                _ => {}
            }
        }
        if truths.len() == before {
            return false;
        }
    }
}
