//! The completion as clauses: an atom is true iff one of its bodies is, a body iff its
//! literals are.
//!
//! An atom with a single rule shares the variable of the rule's body, a body of one literal
//! is that literal. Constraints become clauses without bodies.

use pencilmark_sat as sat;

use super::acyclic::Acyclic;
use super::graph::{Components, components};
use super::rules::{BodyDef, BodyId, Known, Rules};
use super::stable::Stable;
use super::unfounded::Unfounded;
use super::{Error, Limits, Stats};
use crate::program::{AtomId, Lit, Program};

/// A program inside the clause engine.
pub(crate) struct Compiled {
    pub solver: sat::Solver,
    /// By atom.
    pub atoms: Vec<sat::Lit>,
    /// True in every model.
    pub truth: sat::Lit,
    pub stats: Stats,
}

impl Compiled {
    /// The engine's literal for a literal of the program.
    pub fn lit(&self, lit: Lit) -> sat::Lit {
        literal(&self.atoms, lit)
    }

    /// A literal that is true iff all of these are.
    pub fn all(&mut self, lits: &[Lit]) -> sat::Lit {
        let lits: Vec<sat::Lit> = lits.iter().map(|&lit| self.lit(lit)).collect();
        conjunction(&mut self.solver, self.truth, &lits)
    }

    /// A literal that is true iff one of these is.
    pub fn any(&mut self, lits: &[sat::Lit]) -> sat::Lit {
        let negated: Vec<sat::Lit> = lits.iter().map(|&lit| !lit).collect();
        !conjunction(&mut self.solver, self.truth, &negated)
    }
}

fn literal(atoms: &[sat::Lit], lit: Lit) -> sat::Lit {
    let atom = atoms[lit.atom().index()];
    if lit.is_positive() { atom } else { !atom }
}

fn conjunction(solver: &mut sat::Solver, truth: sat::Lit, lits: &[sat::Lit]) -> sat::Lit {
    match *lits {
        [] => truth,
        [lit] => lit,
        _ => {
            let all = solver.new_var().lit();
            define_all(solver, all, lits);
            all
        }
    }
}

/// Makes `all` true iff all the literals are.
fn define_all(solver: &mut sat::Solver, all: sat::Lit, lits: &[sat::Lit]) {
    let mut clause = Vec::with_capacity(lits.len() + 1);
    clause.push(all);
    for &lit in lits {
        solver.add_clause(&[!all, lit]);
        clause.push(!lit);
    }
    solver.add_clause(&clause);
}

/// Translates a program, or of its rules those that `keep` keeps.
///
/// # Errors
/// If weights are too large, or a limit is met.
pub(crate) fn compile(
    program: &Program,
    keep: &dyn Fn(usize) -> bool,
    limits: &Limits,
) -> Result<Compiled, Error> {
    let mut watch = Watch { limits, steps: 0 };
    let mut rules = Rules::new(program, keep, &mut watch)?;
    let pairs = std::mem::take(&mut rules.pairs);
    let forbidden = std::mem::take(&mut rules.forbidden);
    let components = components(&rules);
    watch.look()?;
    let mut solver = sat::Solver::new();
    let truth = solver.new_var().lit();
    solver.add_clause(&[truth]);
    let mut names = Names {
        rules: &rules,
        truth,
        atoms: vec![None; rules.known.len()],
        bodies: vec![None; rules.bodies.len()],
        on_path: vec![false; rules.known.len()],
    };
    let atoms: Vec<sat::Lit> =
        (0..rules.known.len()).map(|atom| names.atom(&mut solver, atom)).collect();
    let bodies: Vec<sat::Lit> =
        (0..rules.bodies.len() as u32).map(|body| names.body(&mut solver, BodyId(body))).collect();
    let cyclic = supporting(&rules, &components);
    define_bodies(&mut solver, &mut rules, &cyclic, &atoms, &bodies, &mut watch)?;
    define_atoms(&mut solver, &rules, &atoms, &bodies, &mut watch)?;
    for disjunction in &rules.disjunctions {
        let heads = disjunction.heads.iter().map(|head| atoms[head.index()]);
        let clause: Vec<sat::Lit> =
            [!bodies[disjunction.body.index()]].into_iter().chain(heads).collect();
        solver.add_clause(&clause);
    }
    forbid(&mut solver, pairs, forbidden, &atoms, &mut watch)?;
    watch.look()?;
    let lifted = solver.lift();
    watch.look()?;
    add_theories(&mut solver, &rules, &components, &atoms, &bodies);
    let mut compiled = Compiled { solver, atoms, truth, stats: Stats::default() };
    Acyclic::add(program, &mut compiled);
    compiled.stats = Stats {
        rules: program.rule_count() as u64,
        bodies: rules.bodies.len() as u64,
        at_most_one: lifted.sets as u64,
        all_different: lifted.all_different as u64,
        cyclic_atoms: components.atoms.iter().map(|atoms| atoms.len() as u64).sum(),
        disjunctive_components: components.head_cycle.iter().filter(|&&cycle| cycle).count() as u64,
        ..Stats::default()
    };
    Ok(compiled)
}

/// Looks at the clock now and then while a program is translated.
pub(crate) struct Watch<'a> {
    limits: &'a Limits,
    steps: u32,
}

impl Watch<'_> {
    /// One rule, body or clause more.
    pub fn step(&mut self) -> Result<(), Error> {
        self.steps += 1;
        if self.steps & 0x3fff == 0 { self.look() } else { Ok(()) }
    }

    fn look(&self) -> Result<(), Error> {
        if self.limits.expired() { Err(Error::Stopped) } else { Ok(()) }
    }
}

/// Literals for atoms and bodies, handed out as they are asked for.
struct Names<'a> {
    rules: &'a Rules,
    truth: sat::Lit,
    atoms: Vec<Option<sat::Lit>>,
    bodies: Vec<Option<sat::Lit>>,
    on_path: Vec<bool>,
}

impl Names<'_> {
    fn atom(&mut self, solver: &mut sat::Solver, atom: usize) -> sat::Lit {
        // Atoms that are the same as a literal of another atom, up to one that is not.
        let mut path: Vec<(usize, bool)> = Vec::new();
        let mut at = atom;
        let mut base = loop {
            if let Some(lit) = self.atoms[at] {
                break lit;
            }
            let supports = &self.rules.supports[at];
            let lit = match (self.rules.known[at], &supports[..]) {
                (Known::True, _) => self.truth,
                (Known::False, _) | (_, []) => !self.truth,
                // Around a cycle of single rules: here it is cut, and the rule becomes clauses.
                _ if self.on_path[at] => solver.new_var().lit(),
                (_, [support]) if !support.choice => match &self.rules.bodies[support.body.index()]
                {
                    BodyDef::All(lits) if lits.len() == 1 => {
                        path.push((at, lits[0].is_positive()));
                        self.on_path[at] = true;
                        at = lits[0].atom().index();
                        continue;
                    }
                    _ => self.body(solver, support.body),
                },
                _ => solver.new_var().lit(),
            };
            self.atoms[at] = Some(lit);
            break lit;
        };
        for (atom, positive) in path.into_iter().rev() {
            let lit = if positive { base } else { !base };
            base = *self.atoms[atom].get_or_insert(lit);
            self.on_path[atom] = false;
        }
        self.atoms[atom].expect("set above")
    }

    fn body(&mut self, solver: &mut sat::Solver, body: BodyId) -> sat::Lit {
        if let Some(lit) = self.bodies[body.index()] {
            return lit;
        }
        let lit = match &self.rules.bodies[body.index()] {
            BodyDef::All(lits) if lits.is_empty() => self.truth,
            BodyDef::All(lits) if lits.len() == 1 => {
                let lit = self.atom(solver, lits[0].atom().index());
                if lits[0].is_positive() { lit } else { !lit }
            }
            _ => solver.new_var().lit(),
        };
        self.bodies[body.index()] = Some(lit);
        lit
    }
}

/// By body: whether it supports an atom on a cycle, so that theories need it.
fn supporting(rules: &Rules, components: &Components) -> Vec<bool> {
    let mut found = vec![false; rules.bodies.len()];
    for atom in components.atoms.iter().flatten() {
        for support in &rules.supports[atom.index()] {
            found[support.body.index()] = true;
            if let Some(number) = support.disjunction {
                found[rules.disjunctions[number as usize].body.index()] = true;
            }
        }
    }
    found
}

/// Bodies as clauses and sums. Those that nothing needs afterwards are given back to memory one by
/// one: large sums are many.
fn define_bodies(
    solver: &mut sat::Solver,
    rules: &mut Rules,
    cyclic: &[bool],
    atoms: &[sat::Lit],
    bodies: &[sat::Lit],
    watch: &mut Watch<'_>,
) -> Result<(), Error> {
    for ((body, &name), &cyclic) in rules.bodies.iter_mut().zip(bodies).zip(cyclic) {
        watch.step()?;
        let taken;
        let body = if cyclic {
            &*body
        } else {
            taken = std::mem::replace(body, BodyDef::All([].into()));
            &taken
        };
        match body {
            BodyDef::All(lits) if lits.len() < 2 => {}
            BodyDef::All(lits) => {
                let lits: Vec<sat::Lit> = lits.iter().map(|&lit| literal(atoms, lit)).collect();
                define_all(solver, name, &lits);
            }
            BodyDef::Sum { lower, elements } => {
                let total: i128 = elements.iter().map(|&(weight, _)| i128::from(weight)).sum();
                let total = i64::try_from(total).map_err(|_| Error::Overflow)?;
                let mut at_least: Vec<(i64, sat::Lit)> =
                    elements.iter().map(|&(w, lit)| (w, literal(atoms, lit))).collect();
                let mut at_most: Vec<(i64, sat::Lit)> =
                    at_least.iter().map(|&(w, lit)| (w, !lit)).collect();
                at_least.push((*lower, !name));
                solver.add_linear(&at_least, *lower)?;
                at_most.push((total - lower + 1, name));
                solver.add_linear(&at_most, total - lower + 1)?;
            }
        }
    }
    Ok(())
}

fn define_atoms(
    solver: &mut sat::Solver,
    rules: &Rules,
    atoms: &[sat::Lit],
    bodies: &[sat::Lit],
    watch: &mut Watch<'_>,
) -> Result<(), Error> {
    for (atom, supports) in rules.supports.iter().enumerate() {
        watch.step()?;
        if rules.known[atom] != Known::No {
            continue;
        }
        let name = atoms[atom];
        let mut clause = vec![!name];
        for support in supports {
            let body = bodies[support.body.index()];
            clause.push(body);
            if !support.choice {
                solver.add_clause(&[!body, name]);
            }
        }
        solver.add_clause(&clause);
    }
    Ok(())
}

fn forbid(
    solver: &mut sat::Solver,
    pairs: Vec<(Lit, Lit)>,
    forbidden: Vec<BodyDef>,
    atoms: &[sat::Lit],
    watch: &mut Watch<'_>,
) -> Result<(), Error> {
    for (a, b) in pairs {
        watch.step()?;
        solver.add_clause(&[!literal(atoms, a), !literal(atoms, b)]);
    }
    for body in forbidden {
        watch.step()?;
        match body {
            BodyDef::All(lits) => {
                let clause: Vec<sat::Lit> = lits.iter().map(|&lit| !literal(atoms, lit)).collect();
                solver.add_clause(&clause);
            }
            BodyDef::Sum { lower, elements } => {
                let negated: Vec<(i64, sat::Lit)> =
                    elements.iter().map(|&(w, lit)| (-w, literal(atoms, lit))).collect();
                solver.add_linear(&negated, 1 - lower)?;
            }
        }
    }
    Ok(())
}

fn add_theories(
    solver: &mut sat::Solver,
    rules: &Rules,
    components: &Components,
    atoms: &[sat::Lit],
    bodies: &[sat::Lit],
) {
    if components.atoms.is_empty() {
        return;
    }
    Unfounded::add(solver, rules, components, atoms, bodies);
    for (number, _) in components.head_cycle.iter().enumerate().filter(|&(_, &cycle)| cycle) {
        Stable::add(solver, rules, components, number as u32, atoms, bodies);
    }
}

/// Positive literals of a body that are atoms of a component.
pub(crate) fn inside<'a>(
    rules: &'a Rules,
    components: &'a Components,
    component: u32,
    body: BodyId,
) -> impl Iterator<Item = AtomId> + 'a {
    rules.positive(body).filter(move |atom| components.of[atom.index()] == Some(component))
}
