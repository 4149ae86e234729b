//! Reading programs: files, what they include, constants; then rewriting and grounding.

use std::collections::{HashMap, HashSet};
use std::path::{Path, PathBuf};

use crate::ast::{BodyKind, BodyPart, Head, TermKind};
use crate::ast::{Literal, LiteralKind, Sign, Signature, Statement, StatementKind, Term};
use crate::ground::{Cost, Grounder, Limits, Shown, Stop};
use crate::ir::{self, Predicates};
use crate::message::{Message, Severity, Warning};
use crate::parser::parse;
use crate::program::{Program, RuleId};
use crate::rewrite::{Rewriter, ground_value, pool_ways, signature_of, unpool};
use crate::safety;
use crate::source::{Sources, Span};
use crate::symbol::{Name, Sym, Symbols};

/// A program that has been read, with everything there is to say about it so far.
#[derive(Debug, Default)]
pub struct Reader {
    /// The texts.
    pub sources: Sources,
    /// Names and terms.
    pub symbols: Symbols,
    /// Errors and remarks.
    pub messages: Vec<Message>,
    statements: Vec<Statement>,
    /// Constants from the command line.
    constants: Vec<(Name, Term)>,
    /// Values of constants and statements of the part `base`, once [`Reader::ground`] needs them.
    prepared: Option<Prepared>,
    included: HashSet<PathBuf>,
}

#[derive(Debug)]
struct Prepared {
    constants: HashMap<Name, Sym>,
    statements: Vec<Statement>,
}

/// How to ground.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// When to give up.
    pub limits: Limits,
    /// Also make the text of the ground program.
    pub text: bool,
    /// Facts stay rules with their sources.
    pub keep_facts: bool,
    /// Only these rules, as if the others were not there.
    pub only: Option<HashSet<RuleId>>,
}

/// A program that has been grounded.
#[derive(Debug)]
pub struct Grounded {
    /// The ground program.
    pub program: Program,
    /// Its text, if asked for.
    pub text: Option<String>,
    /// Where statements stand, by [`RuleId`].
    pub statements: Vec<Span>,
    /// What statements cost.
    pub profile: HashMap<RuleId, Cost>,
    /// Whether `#project` or `#show` statements exist.
    pub has_show: bool,
}

impl Reader {
    /// A reader that has read nothing.
    pub fn new() -> Reader {
        Reader::default()
    }

    /// Sets a constant as `-c name=value` does.
    pub fn constant(&mut self, definition: &str) -> Result<(), String> {
        let complaint = || format!("`{definition}` should be NAME=TERM, as in n=8");
        let (name, value) = definition.split_once('=').ok_or_else(complaint)?;
        let text = self.sources.add("<cmd>", format!("#const {name}={value}."));
        let (statements, errors) = parse(&self.sources, text, &mut self.symbols);
        match &statements[..] {
            [Statement { kind: StatementKind::Const { name, term, .. }, .. }]
                if errors.is_empty() =>
            {
                if self.constants.iter().any(|(known, _)| known == name) {
                    return Err(format!("redefinition of constant:\n  {definition}"));
                }
                self.constants.push((*name, term.clone()));
                Ok(())
            }
            _ => Err(complaint()),
        }
    }

    /// The rules that [`Options::only`] can choose from, once grounded.
    pub fn rules(&self) -> Vec<(RuleId, Span)> {
        let statements = self.prepared.iter().flat_map(|prepared| &prepared.statements);
        let rules = statements.enumerate();
        use StatementKind::{Edge, External, Rule};
        let rules = rules.filter(|(_, s)| matches!(s.kind, Rule(..) | Edge(..) | External(..)));
        rules.map(|(number, s)| (RuleId(number as u32), s.span)).collect()
    }

    /// Whether something is wrong with what was read.
    pub fn has_errors(&self) -> bool {
        self.messages.iter().any(|message| message.severity == Severity::Error)
    }

    /// Reads a file. `Err` if it cannot be read.
    pub fn file(&mut self, name: &str) -> std::io::Result<()> {
        let text = read_text(Path::new(name))?;
        if let Ok(path) = std::fs::canonicalize(name)
            && !self.included.insert(path)
        {
            let text = self.sources.add("<cmd>", String::new());
            let span = Span { text, ..Span::default() };
            let message = Message::info(Warning::FileIncluded, span, "already included file");
            self.messages.push(message.detail(name));
            return Ok(());
        }
        self.text(name, text);
        Ok(())
    }

    /// Reads a text.
    pub fn text(&mut self, name: &str, text: String) {
        let number = self.sources.add(name, text);
        let (statements, errors) = parse(&self.sources, number, &mut self.symbols);
        self.messages.extend(errors);
        let base = self.symbols.name("base");
        self.statements.push(part(base, number));
        for statement in statements {
            match &statement.kind {
                StatementKind::Include(file) => self.include(file, statement.span, name),
                _ => self.statements.push(statement),
            }
        }
    }

    fn include(&mut self, file: &str, span: Span, from: &str) {
        let beside = Path::new(from).parent().map(|folder| folder.join(file));
        let search = std::env::var_os("CLINGOPATH").unwrap_or_default();
        let candidates = std::iter::once(PathBuf::from(file)).chain(beside);
        let candidates = candidates.chain(std::env::split_paths(&search).map(|p| p.join(file)));
        let Some(path) = candidates.into_iter().find(|path| path.is_file()) else {
            let text = "file could not be opened";
            self.messages.push(Message::error(span, text).detail(file));
            return;
        };
        let known = std::fs::canonicalize(&path).is_ok_and(|path| !self.included.insert(path));
        if known {
            let message = Message::info(Warning::FileIncluded, span, "already included file");
            self.messages.push(message.detail(file));
            return;
        }
        match read_text(&path) {
            Ok(text) => {
                self.text(&path.to_string_lossy(), text);
                let base = self.symbols.name("base");
                self.statements.push(part(base, span.text));
            }
            Err(_) => {
                let text = "file could not be opened";
                self.messages.push(Message::error(span, text).detail(file));
            }
        }
    }

    /// Grounds what was read. Errors are among the messages afterwards, and then there is
    /// no program.
    pub fn ground(&mut self, options: &Options) -> Result<Grounded, Stop> {
        let prepared = match self.prepared.take() {
            Some(prepared) => prepared,
            None => {
                let constants = self.resolve_constants();
                Prepared { constants, statements: self.base_statements() }
            }
        };
        let result = self.ground_prepared(options, &prepared);
        self.prepared = Some(prepared);
        result
    }

    fn ground_prepared(
        &mut self,
        options: &Options,
        prepared: &Prepared,
    ) -> Result<Grounded, Stop> {
        let Prepared { constants, statements } = prepared;
        let mut predicates = Predicates::default();
        let mut shown = Shown::default();
        let mut defined = HashSet::new();
        let mut facts = Vec::new();
        let mut show_signatures = Vec::new();
        let mut rewriter =
            Rewriter::new(&mut self.symbols, &mut predicates, constants, &mut self.messages);
        for (number, statement) in statements.iter().enumerate() {
            let source = RuleId(number as u32);
            let left_out = options.only.as_ref().is_some_and(|only| !only.contains(&source));
            if left_out && matches!(statement.kind, StatementKind::Rule(..)) {
                continue;
            }
            match &statement.kind {
                StatementKind::ShowNothing => {
                    shown.only.get_or_insert_default();
                }
                StatementKind::ShowSignature(signature) => {
                    shown.only.get_or_insert_default().insert(*signature);
                    show_signatures.push((*signature, statement.span));
                }
                StatementKind::Defined(signature) => {
                    defined.insert(*signature);
                }
                StatementKind::ProjectSignature(signature) => {
                    shown.project = true;
                    shown.project_signatures.push(*signature);
                }
                StatementKind::EmptyMinimize => {}
                StatementKind::Rule(Head::Literal(head), body) if body.is_empty() => {
                    match ground_fact(head, &mut rewriter) {
                        Some((signature, args)) => {
                            let pred = rewriter.predicates.get(signature);
                            facts.push((pred, args, source));
                        }
                        None => rewrite(statement, source, &mut rewriter),
                    }
                }
                _ => {
                    shown.project |= matches!(statement.kind, StatementKind::Project(..));
                    rewrite(statement, source, &mut rewriter);
                }
            }
        }
        let mut rules = std::mem::take(&mut rewriter.rules);
        for rule in &mut rules {
            safety::check(rule, &self.symbols, &predicates, &self.sources, &mut self.messages);
        }
        if self.has_errors() {
            let span = Span::default();
            return Err(Stop::Error(Message::error(span, "")));
        }
        self.undefined_atoms(&rules, &facts, &defined, &predicates);
        for (signature, span) in show_signatures {
            if predicates.find(signature).is_none() && !defined.contains(&signature) {
                let text = "no atoms over signature occur in program";
                let message = Message::info(Warning::AtomUndefined, span, text);
                let sign = if signature.negative { "-" } else { "" };
                let name = self.symbols.text(signature.name);
                self.messages.push(message.detail(format!("{sign}{name}/{}", signature.arity)));
            }
        }
        let has_show = shown.only.is_some();
        let mut grounder = Grounder::new(&mut self.symbols, &predicates, options.limits.clone());
        grounder.keep_facts = options.keep_facts;
        if options.text {
            grounder.with_text();
        }
        let run = || -> Result<(), Stop> {
            for (pred, args, source) in &facts {
                grounder.fact(*pred, args, *source)?;
            }
            grounder.ground(rules)?;
            grounder.finish(&shown)
        };
        let result = run();
        let text = grounder.take_text(&shown);
        let (program, profile) =
            (std::mem::take(&mut grounder.program), std::mem::take(&mut grounder.profile));
        let messages = std::mem::take(&mut grounder.messages);
        self.messages.extend(messages);
        if let Err(stop) = result {
            if let Stop::Error(message) = &stop {
                self.messages.push(message.clone());
            }
            return Err(stop);
        }
        let statements = statements.iter().map(|statement| statement.span).collect();
        Ok(Grounded { program, text, statements, profile, has_show })
    }

    /// The statements of the part `base`, without those that say what part they are in.
    fn base_statements(&mut self) -> Vec<Statement> {
        let base = self.symbols.name("base");
        let mut inside = true;
        let mut kept = Vec::new();
        for statement in std::mem::take(&mut self.statements) {
            let refused = match &statement.kind {
                StatementKind::Program(name, parameters) => {
                    inside = *name == base && *parameters == 0;
                    continue;
                }
                StatementKind::Script => Some("scripts are not supported"),
                StatementKind::Theory => Some("theories are not supported"),
                StatementKind::IncludeSystem(_) => Some("multi-shot solving is not supported"),
                StatementKind::Rule(Head::Theory, _) => Some("theory atoms are not supported"),
                kind if body_of(kind).iter().any(|p| matches!(p.kind, BodyKind::Theory)) => {
                    Some("theory atoms are not supported")
                }
                _ => None,
            };
            if let Some(text) = refused {
                self.messages.push(Message::error(statement.span, text));
                continue;
            }
            match &statement.kind {
                StatementKind::Const { .. } => {}
                StatementKind::Heuristic(..) if inside => {
                    let text = "heuristics are not used: answer sets may come in another order";
                    let message = Message::info(Warning::Other, statement.span, text);
                    self.messages.push(message);
                }
                // What is said about predicates holds whatever part it is said in.
                StatementKind::ShowNothing
                | StatementKind::ShowSignature(_)
                | StatementKind::Defined(_)
                | StatementKind::ProjectSignature(_) => kept.push(statement),
                _ if inside => kept.push(statement),
                _ => {}
            }
        }
        kept
    }

    /// Values of constants: those of the command line win, unless a definition overrides.
    fn resolve_constants(&mut self) -> HashMap<Name, Sym> {
        let mut definitions: HashMap<Name, (Term, Span, bool)> = HashMap::new();
        let mut order = Vec::new();
        let given: HashMap<Name, Term> = self.constants.iter().cloned().collect();
        for statement in &self.statements {
            let StatementKind::Const { name, term, overrides } = &statement.kind else { continue };
            match definitions.get(name) {
                Some((_, _, true)) if !overrides => {}
                Some((_, first, false)) if !overrides => {
                    let shown = self.sources.slice(statement.span).to_string();
                    let message = Message::error(statement.span, "redefinition of constant");
                    let note = "constant also defined here";
                    self.messages.push(message.detail(shown).note(*first, note));
                }
                Some(_) | None => {
                    order.push(*name);
                    definitions.insert(*name, (term.clone(), statement.span, *overrides));
                }
            }
        }
        for (name, term) in given {
            let overridden = definitions.get(&name).is_some_and(|(_, _, overrides)| *overrides);
            if !overridden {
                if !order.contains(&name) {
                    order.push(name);
                }
                let span = definitions.get(&name).map_or(term.span, |(_, span, _)| *span);
                definitions.insert(name, (term, span, false));
            }
        }
        let mut values = HashMap::new();
        let mut open = Vec::new();
        for name in order {
            self.constant_value(name, &definitions, &mut values, &mut open);
        }
        values
    }

    /// Evaluates a constant after those it needs.
    fn constant_value(
        &mut self,
        name: Name,
        definitions: &HashMap<Name, (Term, Span, bool)>,
        values: &mut HashMap<Name, Sym>,
        open: &mut Vec<Name>,
    ) {
        if values.contains_key(&name) || open.contains(&name) {
            return;
        }
        let Some((term, span, _)) = definitions.get(&name) else { return };
        open.push(name);
        let mut needed = Vec::new();
        constants_in(term, &mut needed);
        for other in needed.into_iter().filter(|other| *other != name) {
            if let Some(at) = open.iter().position(|o| *o == other) {
                if let Some((_, first, _)) = definitions.get(&open[at]) {
                    let mut message = Message::error(*first, "cyclic constant definition")
                        .detail(self.sources.slice(*first));
                    for member in &open[at + 1..] {
                        if let Some((_, span, _)) = definitions.get(member) {
                            let shown = self.sources.slice(*span);
                            let note = format!("cycle involves definition:\n  {shown}");
                            message = message.note(*span, note);
                        }
                    }
                    self.messages.push(message);
                }
                continue;
            }
            self.constant_value(other, definitions, values, open);
        }
        open.pop();
        let mut predicates = Predicates::default();
        let mut rewriter =
            Rewriter::new(&mut self.symbols, &mut predicates, values, &mut self.messages);
        match ground_value(term, &mut rewriter) {
            Some(value) => {
                values.insert(name, value);
            }
            None => {
                let message = Message::error(*span, "this constant has no value");
                self.messages.push(message.detail(self.sources.slice(term.span)));
            }
        }
    }

    /// Remarks on atoms that nothing derives.
    fn undefined_atoms(
        &mut self,
        rules: &[ir::Rule],
        facts: &[(ir::PredId, Vec<Sym>, RuleId)],
        defined: &HashSet<Signature>,
        predicates: &Predicates,
    ) {
        let mut derived = vec![false; predicates.signatures.len()];
        let mut known: Vec<Vec<Vec<ir::Term>>> = vec![Vec::new(); predicates.signatures.len()];
        for (pred, args, _) in facts {
            derived[pred.index()] = true;
            // Among many facts there is one.
            if known[pred.index()].len() <= COMPARED {
                known[pred.index()].push(args.iter().map(|arg| ir::Term::Sym(*arg)).collect());
            }
        }
        for atom in rules.iter().flat_map(|rule| rule.head.atoms()) {
            known[atom.pred.index()].push(atom.args.to_vec());
        }
        rules
            .iter()
            .flat_map(|rule| rule.head.atoms())
            .for_each(|a| derived[a.pred.index()] = true);
        let mut said = HashSet::new();
        for rule in rules {
            let mut check = |atom: &ir::Atom| {
                let signature = predicates.signatures[atom.pred.index()];
                let heads = &known[atom.pred.index()];
                let fits = |head: &Vec<ir::Term>| {
                    let mut args = head.iter().zip(&atom.args);
                    args.all(|(a, b)| a.may_equal(b, &self.symbols))
                };
                let found = heads.len() > COMPARED || heads.iter().any(fits);
                if found || defined.contains(&signature) {
                    return;
                }
                let place = (atom.span.text, atom.span.start);
                if !said.insert(place) {
                    return;
                }
                let text = "atom does not occur in any rule head";
                let message = Message::info(Warning::AtomUndefined, atom.span, text);
                let mut message = message.detail(self.sources.slice(atom.span));
                message.help = similar(signature, &derived, predicates, &self.symbols);
                self.messages.push(message);
            };
            atoms_of(&rule.body, &mut check);
            rule.head.elements().iter().for_each(|e| atoms_of(&e.condition, &mut check));
            for (sign, atom) in
                rule.head.elements().iter().flat_map(|e| e.heads.iter().map(|h| (h.sign, &h.atom)))
            {
                if sign != Sign::Positive {
                    check(atom);
                }
            }
        }
    }
}

/// Heads beyond this many are taken to contain what is looked for.
const COMPARED: usize = 1000;

/// A predicate that is defined and has nearly the same name.
fn similar(
    signature: Signature,
    derived: &[bool],
    predicates: &Predicates,
    symbols: &Symbols,
) -> Option<String> {
    let name = symbols.text(signature.name);
    for (other, _) in predicates.signatures.iter().zip(derived).filter(|(_, derived)| **derived) {
        let known = symbols.text(other.name);
        if known == name && other.negative == signature.negative && *other != signature {
            return Some(format!("{known}/{} exists, with {} arguments", other.arity, other.arity));
        }
    }
    None
}

fn atoms_of(literals: &[ir::Literal], f: &mut impl FnMut(&ir::Atom)) {
    // Where a constant operation is undefined nothing is ever looked up.
    let never = |literal: &ir::Literal| match literal {
        ir::Literal::Compare(_, ir::Term::Var(_), term, _) => {
            !term.is_pattern() && term.all_vars(|_| false)
        }
        _ => false,
    };
    if literals.iter().any(never) {
        return;
    }
    for literal in literals {
        match literal {
            ir::Literal::Atom(_, atom) => f(atom),
            ir::Literal::Aggregate(aggregate) => {
                aggregate.elements.iter().for_each(|element| atoms_of(&element.condition, f));
            }
            ir::Literal::Conditional(conditional) => {
                conditional.heads.iter().for_each(|head| atoms_of(head, f));
                atoms_of(&conditional.condition, f);
            }
            _ => {}
        }
    }
}

/// Pools that stand for more than this are an error.
const MOST_WAYS: u64 = 1_000_000;

fn rewrite(statement: &Statement, source: RuleId, rewriter: &mut Rewriter<'_>) {
    let ways = pool_ways(statement);
    if ways > MOST_WAYS {
        let text = match ways {
            u64::MAX => "the pools of this statement stand for too many statements".to_string(),
            _ => format!("the pools of this statement stand for {ways} statements or elements"),
        };
        let message = Message::error(statement.span, text);
        let help = format!("at most {MOST_WAYS} are made; a predicate can hold the values instead");
        rewriter.messages.push(message.help(help));
        return;
    }
    for alternative in unpool::statement(statement) {
        rewriter.statement(&alternative, source);
    }
}

/// The atom of a fact that needs no evaluation but of constants.
fn ground_fact(head: &Literal, rewriter: &mut Rewriter<'_>) -> Option<(Signature, Vec<Sym>)> {
    let (LiteralKind::Atom(atom), Sign::Positive) = (&head.kind, head.sign) else { return None };
    let (negative, name, args) = signature_of(atom)?;
    if !args.iter().all(is_plain) {
        return None;
    }
    let values: Option<Vec<Sym>> = args.iter().map(|arg| ground_value(arg, rewriter)).collect();
    Some((Signature { negative, name, arity: args.len() as u32 }, values?))
}

/// Without variables, intervals and pools.
fn is_plain(term: &Term) -> bool {
    match &term.kind {
        TermKind::Sym(_) => true,
        TermKind::Fun(_, args) => args.iter().all(is_plain),
        TermKind::Unary(_, inner) => is_plain(inner),
        _ => false,
    }
}

fn constants_in(term: &Term, out: &mut Vec<Name>) {
    match &term.kind {
        TermKind::Fun(name, args) => {
            if args.is_empty() {
                out.push(*name);
            }
            args.iter().for_each(|arg| constants_in(arg, out));
        }
        TermKind::Unary(_, inner) => constants_in(inner, out),
        TermKind::Binary(_, sides) | TermKind::Interval(sides) => {
            constants_in(&sides.0, out);
            constants_in(&sides.1, out);
        }
        TermKind::External(_, args) | TermKind::Pool(args) => {
            args.iter().for_each(|arg| constants_in(arg, out));
        }
        TermKind::Sym(_) | TermKind::Var(_) | TermKind::Anonymous => {}
    }
}

fn body_of(kind: &StatementKind) -> &[BodyPart] {
    match kind {
        StatementKind::Rule(_, body)
        | StatementKind::Weak { body, .. }
        | StatementKind::ShowTerm(_, body)
        | StatementKind::External(_, body, _)
        | StatementKind::Project(_, body)
        | StatementKind::Edge(_, body)
        | StatementKind::Heuristic(_, body) => body,
        _ => &[],
    }
}

/// A text begins in the part `base`.
fn part(base: Name, text: u32) -> Statement {
    let span = Span { text, ..Span::default() };
    Statement { span, kind: StatementKind::Program(base, 0) }
}

fn read_text(path: &Path) -> std::io::Result<String> {
    let bytes = std::fs::read(path)?;
    Ok(String::from_utf8(bytes).unwrap_or_else(|e| String::from_utf8_lossy(e.as_bytes()).into()))
}
