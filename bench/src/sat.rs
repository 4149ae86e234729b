//! The clause engine beside batsat, on random and structured clauses made here.

use batsat::{BasicSolver, SolverInterface, lbool};
use pencilmark_sat::{Answer, Limits, Solver};

use crate::Failure;
use crate::clock::micros_of;
use crate::options::Options;

type Clause = Vec<i32>;

/// A problem: variables from 1, clauses of signed variables.
struct Cnf {
    name: String,
    vars: usize,
    clauses: Vec<Clause>,
}

struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % limit
    }
}

/// Prints a line for each problem, and the ratio of the sums for each family.
pub fn run(_: &[String], options: &Options) -> Result<(), Failure> {
    println!(
        "{:<24} {:>10} {:>10} {:>10} {:>7}",
        "problem (ms)", "ours", "lifted", "batsat", "answer"
    );
    for (family, problems) in families() {
        let (mut ours, mut lifted, mut theirs) = (0.0, 0.0, 0.0);
        for cnf in &problems {
            if options.only.as_ref().is_some_and(|part| !cnf.name.contains(part.as_str())) {
                continue;
            }
            let (plain, answer) = micros_of(|| solve(cnf, false));
            let (lift, with_lift) = micros_of(|| solve(cnf, true));
            let (batsat, peer) = micros_of(|| peer(cnf));
            println!(
                "{:<24} {:>10.1} {:>10.1} {:>10.1} {:>7}",
                cnf.name,
                plain / 1e3,
                lift / 1e3,
                batsat / 1e3,
                if peer { "sat" } else { "unsat" }
            );
            if answer != peer || with_lift != peer {
                return Err(format!("{}: the answers differ", cnf.name).into());
            }
            (ours, lifted, theirs) = (ours + plain, lifted + lift, theirs + batsat);
        }
        if theirs > 0.0 {
            println!(
                "  {family}: ours / batsat {:.2}, lifted / batsat {:.2}",
                ours / theirs,
                lifted / theirs
            );
        }
    }
    Ok(())
}

fn solve(cnf: &Cnf, lift: bool) -> bool {
    let mut solver = Solver::new();
    let vars: Vec<_> = (0..cnf.vars).map(|_| solver.new_var().lit()).collect();
    for clause in &cnf.clauses {
        let lit = |&lit: &i32| {
            let var = vars[lit.unsigned_abs() as usize - 1];
            if lit > 0 { var } else { !var }
        };
        let lits: Vec<_> = clause.iter().map(lit).collect();
        solver.add_clause(&lits);
    }
    if lift {
        solver.lift();
    }
    solver.solve(&[], &Limits::none()) == Answer::Sat
}

fn peer(cnf: &Cnf) -> bool {
    let mut solver = BasicSolver::default();
    let vars: Vec<_> = (0..cnf.vars).map(|_| solver.new_var_default()).collect();
    for clause in &cnf.clauses {
        let lit = |&lit: &i32| batsat::Lit::new(vars[lit.unsigned_abs() as usize - 1], lit > 0);
        let mut lits: Vec<_> = clause.iter().map(lit).collect();
        solver.add_clause_reuse(&mut lits);
    }
    solver.solve_limited(&[]) == lbool::TRUE
}

fn families() -> Vec<(&'static str, Vec<Cnf>)> {
    vec![
        ("random", (0..12).map(|seed| random(200 + 5 * (seed as usize % 4), seed)).collect()),
        ("pigeons", (7..=9).map(pigeons).collect()),
        ("squares", (0..6).map(|seed| square(24 + 2 * (seed as usize % 3), seed)).collect()),
        ("colours", (0..8).map(|seed| colours(150 + 20 * (seed as usize % 4), seed)).collect()),
        ("parity", (0..4).map(|seed| parity(36 + seed as usize * 2, seed)).collect()),
    ]
}

/// Clauses of three literals, as many as make it hardest.
fn random(vars: usize, seed: u64) -> Cnf {
    let random = &mut Random(seed * 7919 + 17);
    let mut clauses = Vec::new();
    while clauses.len() < vars * 426 / 100 {
        let mut clause: Clause = Vec::new();
        while clause.len() < 3 {
            let var = 1 + random.below(vars) as i32;
            if clause.iter().all(|lit| lit.abs() != var) {
                clause.push(if random.below(2) == 0 { var } else { -var });
            }
        }
        clauses.push(clause);
    }
    Cnf { name: format!("random {vars} #{seed}"), vars, clauses }
}

fn pigeons(holes: usize) -> Cnf {
    let var = |pigeon: usize, hole: usize| (pigeon * holes + hole + 1) as i32;
    let mut clauses = Vec::new();
    for pigeon in 0..=holes {
        clauses.push((0..holes).map(|hole| var(pigeon, hole)).collect());
        for other in 0..pigeon {
            clauses.extend((0..holes).map(|hole| vec![-var(pigeon, hole), -var(other, hole)]));
        }
    }
    Cnf { name: format!("pigeons {holes}"), vars: (holes + 1) * holes, clauses }
}

/// A Latin square with holes, pair by pair.
fn square(size: usize, seed: u64) -> Cnf {
    let random = &mut Random(seed * 104_729 + 3);
    let var = |r: usize, c: usize, v: usize| ((r * size + c) * size + v + 1) as i32;
    let mut clauses: Vec<Clause> = Vec::new();
    for a in 0..size {
        for b in 0..size {
            clauses.push((0..size).map(|v| var(a, b, v)).collect());
            for x in 0..size {
                for y in 0..x {
                    clauses.push(vec![-var(a, b, x), -var(a, b, y)]);
                    clauses.push(vec![-var(a, x, b), -var(a, y, b)]);
                    clauses.push(vec![-var(x, a, b), -var(y, a, b)]);
                }
            }
        }
    }
    let mut shuffle = |count: usize| {
        let mut order: Vec<usize> = (0..count).collect();
        for at in (1..count).rev() {
            order.swap(at, random.below(at + 1));
        }
        order
    };
    let (rows, columns, values) = (shuffle(size), shuffle(size), shuffle(size));
    let cells = shuffle(size * size);
    for &cell in &cells[..size * size * 58 / 100] {
        let (r, c) = (cell / size, cell % size);
        clauses.push(vec![var(r, c, values[(rows[r] + columns[c]) % size])]);
    }
    Cnf { name: format!("square {size} #{seed}"), vars: size * size * size, clauses }
}

/// Three colours for a random graph of mean degree 4.6.
fn colours(nodes: usize, seed: u64) -> Cnf {
    let random = &mut Random(seed * 31_337 + 5);
    let var = |node: usize, colour: usize| (node * 3 + colour + 1) as i32;
    let mut clauses: Vec<Clause> = Vec::new();
    for node in 0..nodes {
        clauses.push((0..3).map(|colour| var(node, colour)).collect());
        for (a, b) in [(0, 1), (0, 2), (1, 2)] {
            clauses.push(vec![-var(node, a), -var(node, b)]);
        }
    }
    for _ in 0..nodes * 23 / 10 {
        let (a, b) = (random.below(nodes), random.below(nodes));
        if a != b {
            clauses.extend((0..3).map(|colour| vec![-var(a, colour), -var(b, colour)]));
        }
    }
    Cnf { name: format!("colours {nodes} #{seed}"), vars: nodes * 3, clauses }
}

/// Random equations of three variables modulo two.
fn parity(vars: usize, seed: u64) -> Cnf {
    let random = &mut Random(seed * 65_537 + 11);
    let mut clauses = Vec::new();
    for _ in 0..vars {
        let (a, b, c) = (random.below(vars), random.below(vars), random.below(vars));
        if a == b || b == c || a == c {
            continue;
        }
        let odd = random.below(2) == 0;
        for signs in 0..8u32 {
            if (signs.count_ones() % 2 == 1) == odd {
                let lit = |var: usize, bit: u32| {
                    let lit = var as i32 + 1;
                    if signs >> bit & 1 == 1 { -lit } else { lit }
                };
                clauses.push(vec![lit(a, 0), lit(b, 1), lit(c, 2)]);
            }
        }
    }
    Cnf { name: format!("parity {vars} #{seed}"), vars, clauses }
}
