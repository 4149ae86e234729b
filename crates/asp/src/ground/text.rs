//! The ground program as text that clingo and we can read again.

use crate::ast::{Function, Relation, Signature};
use crate::ground::Grounder;
use crate::ground::collect::Implication;
use crate::ir::PredId;
use crate::program::{AtomId, Head, Lit, Program};
use crate::symbol::{Sym, Symbols};

/// What a number stands for in the text.
#[derive(Clone, Debug, Default)]
enum Named {
    #[default]
    Nothing,
    Atom(PredId, Box<[Sym]>),
    /// Printed as it is.
    Text(String),
    /// All of these.
    All(Vec<Lit>),
    /// The negation of a literal.
    Not(Lit),
}

/// The statements so far, and what atoms are called in them.
#[derive(Debug, Default)]
pub(crate) struct Text {
    /// Statements, printed at the end, when all names are known.
    lines: Vec<Line>,
    names: Vec<Named>,
    signatures: Vec<Signature>,
}

#[derive(Debug)]
enum Line {
    Fact(PredId, Box<[Sym]>),
    Rule {
        choice: bool,
        head: Vec<AtomId>,
        body: Vec<Lit>,
    },
    /// `start body end`
    Wrapped(String, Vec<Lit>, String),
}

impl Text {
    pub fn new(signatures: &[Signature]) -> Text {
        Text { signatures: signatures.to_vec(), ..Text::default() }
    }

    fn set(&mut self, atom: AtomId, name: Named) {
        if self.names.len() <= atom.index() {
            self.names.resize(atom.index() + 1, Named::Nothing);
        }
        self.names[atom.index()] = name;
    }

    pub fn name(&mut self, atom: AtomId, pred: PredId, args: &[Sym]) {
        self.set(atom, Named::Atom(pred, args.into()));
    }

    pub fn name_text(&mut self, atom: AtomId, text: String) {
        self.set(atom, Named::Text(text));
    }

    pub fn name_conjunction(&mut self, atom: AtomId, lits: &[Lit]) {
        self.set(atom, Named::All(lits.to_vec()));
    }

    pub fn name_not(&mut self, atom: AtomId, lit: Lit) {
        self.set(atom, Named::Not(lit));
    }

    pub fn fact(&mut self, _: &Symbols, pred: PredId, args: &[Sym]) {
        self.lines.push(Line::Fact(pred, args.into()));
    }

    pub fn rule(&mut self, head: Head<'_>, body: &[Lit]) {
        let (choice, head) = match head {
            Head::Choice(atoms) => (true, atoms.to_vec()),
            Head::Disjunction(atoms) => (false, atoms.to_vec()),
        };
        self.lines.push(Line::Rule { choice, head, body: body.to_vec() });
    }

    pub fn weak(&mut self, symbols: &Symbols, cost: i64, level: i64, rest: &[Sym], body: &[Lit]) {
        let mut end = format!(".[{cost}@{level}");
        for &sym in rest {
            end.push(',');
            symbols.write(&mut end, sym);
        }
        end.push(']');
        self.lines.push(Line::Wrapped(":~".to_string(), body.to_vec(), end));
    }

    pub fn show(&mut self, symbols: &Symbols, value: Sym, body: &[Lit]) {
        let colon = if body.is_empty() { "" } else { ":" };
        let start = format!("#show {}{colon}", symbols.show(value));
        self.lines.push(Line::Wrapped(start, body.to_vec(), ".".to_string()));
    }

    pub fn edge(&mut self, symbols: &Symbols, from: Sym, to: Sym, body: &[Lit]) {
        let colon = if body.is_empty() { "" } else { ":" };
        let start = format!("#edge({},{}){colon}", symbols.show(from), symbols.show(to));
        self.lines.push(Line::Wrapped(start, body.to_vec(), ".".to_string()));
    }

    pub fn external(&mut self, symbols: &Symbols, pred: PredId, args: &[Sym], kind: &str) {
        let mut start = "#external ".to_string();
        self.write_atom(symbols, pred, args, &mut start);
        self.lines.push(Line::Wrapped(start, Vec::new(), format!(".{kind}")));
    }

    pub fn line(&mut self, line: String) {
        self.lines.push(Line::Wrapped(line, Vec::new(), String::new()));
    }

    /// An atom printed as `head:condition`.
    pub fn conditional_head(
        &mut self,
        atom: AtomId,
        lits: &[Lit],
        program: &mut Program,
    ) -> AtomId {
        let both = program.new_atom();
        let mut all = vec![atom.lit()];
        all.extend_from_slice(lits);
        self.set(both, Named::All(all));
        both
    }

    fn write_atom(&self, symbols: &Symbols, pred: PredId, args: &[Sym], out: &mut String) {
        let signature = &self.signatures[pred.index()];
        if signature.negative {
            out.push('-');
        }
        // Names of helper predicates are no identifiers.
        match symbols.text(signature.name).strip_prefix('#') {
            Some(_) => out.push_str(&format!("__projection{}", pred.0)),
            None => out.push_str(symbols.text(signature.name)),
        }
        if !args.is_empty() {
            symbols.write_args(out, args, false);
        }
    }

    fn write_lit(&self, symbols: &Symbols, lit: Lit, out: &mut String) {
        let name = self.names.get(lit.atom().index()).unwrap_or(&Named::Nothing);
        if let (Named::Not(inner), false) = (name, lit.is_positive()) {
            out.push_str("not not ");
            return self.write_lit(symbols, *inner, out);
        }
        if !lit.is_positive() {
            out.push_str("not ");
        }
        match name {
            Named::Nothing => out.push_str(&format!("__helper{}", lit.atom().0)),
            Named::Atom(pred, args) => self.write_atom(symbols, *pred, args, out),
            Named::Text(text) => out.push_str(text),
            Named::All(lits) if lits.is_empty() => out.push_str("#true"),
            Named::All(lits) => self.write_lits(symbols, lits, ",", out),
            Named::Not(lit) => self.write_lit(symbols, !*lit, out),
        }
    }

    fn write_lits(&self, symbols: &Symbols, lits: &[Lit], between: &str, out: &mut String) {
        for (position, &lit) in lits.iter().enumerate() {
            if position > 0 {
                out.push_str(between);
            }
            self.write_lit(symbols, lit, out);
        }
    }

    fn write_head(&self, symbols: &Symbols, atom: AtomId, out: &mut String) {
        match self.names.get(atom.index()) {
            Some(Named::All(lits)) => {
                self.write_lit(symbols, lits[0], out);
                out.push(':');
                self.write_lits(symbols, &lits[1..], ",", out);
            }
            _ => self.write_lit(symbols, atom.lit(), out),
        }
    }

    /// The whole text.
    pub fn finish(&self, symbols: &Symbols) -> String {
        let mut out = String::new();
        for line in &self.lines {
            match line {
                Line::Fact(pred, args) => {
                    self.write_atom(symbols, *pred, args, &mut out);
                    out.push('.');
                }
                Line::Rule { choice, head, body } => {
                    if *choice {
                        out.push('{');
                    }
                    for (position, &atom) in head.iter().enumerate() {
                        if position > 0 {
                            out.push(';');
                        }
                        self.write_head(symbols, atom, &mut out);
                    }
                    if *choice {
                        out.push('}');
                    }
                    if head.is_empty() || !body.is_empty() {
                        out.push_str(":-");
                        self.write_lits(symbols, body, ";", &mut out);
                    }
                    out.push('.');
                }
                Line::Wrapped(start, body, end) => {
                    out.push_str(start);
                    self.write_lits(symbols, body, ",", &mut out);
                    out.push_str(end);
                }
            }
            out.push('\n');
        }
        out
    }
}

impl Grounder<'_> {
    /// A literal that is printed as a text.
    pub(super) fn text_atom(&mut self, text: String) -> Lit {
        let atom = self.program.new_atom();
        if let Some(out) = &mut self.text {
            out.name_text(atom, text);
        }
        atom.lit()
    }

    pub(super) fn show_aggregate(&self, instance: usize, guards: &[(Relation, Sym)]) -> String {
        let instance = &self.instances[instance];
        let Some(text) = &self.text else { return String::new() };
        let mut out = String::new();
        if let Some((relation, value)) = guards.first() {
            self.symbols.write(&mut out, *value);
            out.push_str(relation.mirror().text());
        }
        let function: Function = instance.function;
        out.push_str(function.text());
        out.push('{');
        for (position, element) in instance.elements.iter().enumerate() {
            if position > 0 {
                out.push(';');
            }
            for (position, &sym) in element.tuple.iter().enumerate() {
                if position > 0 {
                    out.push(',');
                }
                self.symbols.write(&mut out, sym);
            }
            let mut lits = element.lits.clone();
            if let Some((pred, row)) = element.head {
                let domain = &self.domains[pred.index()];
                if let (false, Some(atom)) = (domain.is_fact(row), domain.atom(row)) {
                    lits.insert(0, atom.lit());
                }
            }
            if !lits.is_empty() || element.tuple.is_empty() {
                out.push(':');
                text.write_lits(self.symbols, &lits, ",", &mut out);
            }
        }
        out.push('}');
        if let Some((relation, value)) = guards.get(1) {
            out.push_str(relation.text());
            self.symbols.write(&mut out, *value);
        }
        out
    }

    pub(super) fn implication_text(&mut self, implications: &[Implication]) -> Option<Vec<Lit>> {
        let mut all = Vec::new();
        for implication in implications {
            let Some(heads) = &implication.heads else { continue };
            if let (true, [lit]) = (implication.lits.is_empty(), &heads[..]) {
                all.push(*lit);
                continue;
            }
            let text = self.text.as_ref()?;
            let mut out = String::new();
            match heads[..] {
                [] if implication.lits.is_empty() => return None,
                [] => out.push_str("#false"),
                [lit] => text.write_lit(self.symbols, lit, &mut out),
                // Clingo prints `a|b:c` but does not read it.
                _ => text.write_lits(self.symbols, heads, "|", &mut out),
            }
            out.push(':');
            text.write_lits(self.symbols, &implication.lits, ",", &mut out);
            all.push(self.text_atom(out));
        }
        Some(all)
    }
}
