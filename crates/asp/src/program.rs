//! The ground program: what grounding hands to solving.
//!
//! Close to clingo's intermediate format. Atoms are numbers from 1, literals signed atoms.
//! Rules live in a few flat vectors, because a large Sudoku has millions of them: a constraint
//! of two literals costs 24 bytes. [`Program::rules`] goes through them in the order in which
//! they were added.
//!
//! What grounding promises:
//! - an atom without a rule is false; externals are already rules (`a.` or `{a}.`) or nothing;
//! - facts do not occur in bodies, except where they were used before they were known to be
//!   facts, or grounding was asked to keep them;
//! - a fact is a rule with a head of one atom and an empty [`Body::Normal`];
//! - bodies of [`Body::Normal`] name no literal twice, never an atom together with its negation;
//! - elements of [`Body::Sum`] have positive weights and a positive `lower`, and name no
//!   literal twice; elements of [`Minimize`] may have any weight and name no literal twice;
//! - literals of [`Output`] and [`Edge`] conditions may be any.

use std::fmt;
use std::ops::Not;

/// A ground atom, numbered from 1.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct AtomId(pub u32);

impl AtomId {
    /// The literal that holds when the atom does.
    pub fn lit(self) -> Lit {
        Lit(self.0 as i32)
    }

    /// For vectors with one entry for each atom; entry 0 is unused.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for AtomId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "x{}", self.0)
    }
}

/// An atom, or `not` an atom (the negative number).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Lit(pub i32);

impl Lit {
    /// The atom, whatever the sign.
    pub fn atom(self) -> AtomId {
        AtomId(self.0.unsigned_abs())
    }

    /// Whether this is the atom itself, not its negation.
    pub fn is_positive(self) -> bool {
        self.0 > 0
    }
}

impl Not for Lit {
    type Output = Lit;

    fn not(self) -> Lit {
        Lit(-self.0)
    }
}

impl fmt::Debug for Lit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_positive() { write!(f, "x{}", self.0) } else { write!(f, "not x{}", -self.0) }
    }
}

/// A statement of the source text, numbered from 0 in reading order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct RuleId(pub u32);

impl RuleId {
    /// No statement: what defines helper atoms, and what holds in every program.
    pub const NONE: RuleId = RuleId(u32::MAX >> 2);
}

/// What a rule derives.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Head<'a> {
    /// One of these must hold; none at all is a constraint.
    Disjunction(&'a [AtomId]),
    /// Each of these may hold.
    Choice(&'a [AtomId]),
}

/// When a rule applies.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Body<'a> {
    /// All of these hold.
    Normal(&'a [Lit]),
    /// The weights of those that hold add up to at least `lower`.
    Sum {
        /// The least sum that satisfies the body.
        lower: i64,
        /// Weights, all positive, and their literals.
        elements: &'a [(i64, Lit)],
    },
}

/// One ground rule, as [`Program::rules`] shows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Rule<'a> {
    /// What it derives.
    pub head: Head<'a>,
    /// When.
    pub body: Body<'a>,
    /// The statement it is an instance of.
    pub source: RuleId,
}

/// One level of the costs: the weights of the literals that hold, added up, are to be small.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Minimize {
    /// Larger is more important.
    pub priority: i64,
    /// Weights of any sign and their literals.
    pub elements: Vec<(i64, Lit)>,
}

/// Something printed in every answer set in which its condition holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Output {
    /// The atom or term as it is printed.
    pub text: String,
    /// All of these must hold; nothing for facts. Two outputs may have the same text: it is
    /// printed once if either holds.
    pub condition: Vec<Lit>,
}

/// `#edge (from, to) : condition`: the edges that hold must not form a cycle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Edge {
    /// Where the edge starts, numbered from 0.
    pub from: u32,
    /// Where it ends.
    pub to: u32,
    /// All of these must hold.
    pub condition: Vec<Lit>,
    /// The statement it comes from.
    pub source: RuleId,
}

/// A ground program.
#[derive(Clone, Debug, Default)]
pub struct Program {
    records: Vec<Record>,
    heads: Vec<AtomId>,
    lits: Vec<Lit>,
    weighted: Vec<(i64, Lit)>,
    sums: Vec<SumRecord>,
    atom_count: u32,
    /// Cost levels, the most important first. Empty: no optimisation. A level without
    /// elements still counts: its cost is 0.
    pub minimize: Vec<Minimize>,
    /// What is printed, in printing order.
    pub output: Vec<Output>,
    /// The atoms of `#project` statements, if there are any statements.
    pub projection: Option<Vec<AtomId>>,
    /// Literals that every answer set asked for must satisfy.
    pub assumptions: Vec<Lit>,
    /// The edges of `#edge` statements.
    pub edges: Vec<Edge>,
}

/// Where the parts of a rule begin; they end where the next rule's begin.
#[derive(Clone, Copy, Debug)]
struct Record {
    head: u32,
    /// Into `lits`, or into `sums`.
    body: u32,
    /// Source in the upper 30 bits, then whether the body is a sum, then whether the head is a choice.
    kind: u32,
}

#[derive(Clone, Copy, Debug)]
struct SumRecord {
    lower: i64,
    start: u32,
    end: u32,
    /// Where the bodies of literals go on after this rule.
    lits: u32,
}

impl Program {
    /// A program without rules.
    pub fn new() -> Program {
        Program::default()
    }

    /// A new atom.
    pub fn new_atom(&mut self) -> AtomId {
        self.atom_count += 1;
        AtomId(self.atom_count)
    }

    /// The largest atom number in use.
    pub fn atom_count(&self) -> u32 {
        self.atom_count
    }

    /// How many rules there are.
    pub fn rule_count(&self) -> usize {
        self.records.len()
    }

    /// Adds a rule.
    pub fn add(&mut self, head: Head<'_>, body: Body<'_>, source: RuleId) {
        let mut kind = source.0 << 2;
        let start = self.heads.len() as u32;
        match head {
            Head::Disjunction(atoms) => self.heads.extend_from_slice(atoms),
            Head::Choice(atoms) => {
                kind |= 1;
                self.heads.extend_from_slice(atoms);
            }
        }
        let body = match body {
            Body::Normal(lits) => {
                let start = self.lits.len() as u32;
                self.lits.extend_from_slice(lits);
                start
            }
            Body::Sum { lower, elements } => {
                kind |= 2;
                let start = self.weighted.len() as u32;
                self.weighted.extend_from_slice(elements);
                self.sums.push(SumRecord {
                    lower,
                    start,
                    end: self.weighted.len() as u32,
                    lits: self.lits.len() as u32,
                });
                (self.sums.len() - 1) as u32
            }
        };
        self.records.push(Record { head: start, body, kind });
    }

    /// The rules, in the order in which they were added.
    pub fn rules(&self) -> impl ExactSizeIterator<Item = Rule<'_>> + '_ {
        (0..self.records.len()).map(|index| self.rule(index))
    }

    /// The rule with this number, from 0.
    pub fn rule(&self, index: usize) -> Rule<'_> {
        let record = self.records[index];
        let next = self.records.get(index + 1);
        let head_end = next.map_or(self.heads.len(), |next| next.head as usize);
        let atoms = &self.heads[record.head as usize..head_end];
        let head =
            if record.kind & 1 == 1 { Head::Choice(atoms) } else { Head::Disjunction(atoms) };
        let body = if record.kind & 2 == 0 {
            let end = match next {
                None => self.lits.len(),
                Some(next) if next.kind & 2 == 0 => next.body as usize,
                Some(next) => self.sums[next.body as usize].lits as usize,
            };
            Body::Normal(&self.lits[record.body as usize..end])
        } else {
            let sum = self.sums[record.body as usize];
            Body::Sum {
                lower: sum.lower,
                elements: &self.weighted[sum.start as usize..sum.end as usize],
            }
        };
        Rule { head, body, source: RuleId(record.kind >> 2) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_come_back_as_they_were_added() {
        let mut program = Program::new();
        let (a, b) = (program.new_atom(), program.new_atom());
        let lits = [a.lit(), !b.lit()];
        let weighted = [(2, a.lit()), (1, !b.lit())];
        let sum = Body::Sum { lower: 2, elements: &weighted };
        let rules = [
            (Head::Choice(&[a, b]), Body::Normal(&[])),
            (Head::Disjunction(&[]), sum),
            (Head::Disjunction(&[a]), Body::Normal(&lits)),
            (Head::Disjunction(&[]), Body::Normal(&lits)),
            (Head::Disjunction(&[a, b]), sum),
            (Head::Disjunction(&[b]), sum),
            (Head::Disjunction(&[b]), Body::Normal(&[])),
        ];
        for (index, &(head, body)) in rules.iter().enumerate() {
            program.add(head, body, RuleId(index as u32));
        }
        let back: Vec<_> = program.rules().collect();
        assert_eq!(back.len(), rules.len());
        for (index, (rule, (head, body))) in back.into_iter().zip(rules).enumerate() {
            assert_eq!((rule.head, rule.body), (head, body));
            assert_eq!(rule.source, RuleId(index as u32));
        }
    }
}
