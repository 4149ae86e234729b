//! Every variable must get its values from somewhere.

use crate::ast::{Relation, Sign};
use crate::ground::solve_for::solvable;
use crate::ir::{Head, Literal, Predicates, Rule, Term, Var};
use crate::message::Message;
use crate::ranges;
use crate::rewrite::literals_vars;
use crate::source::{Sources, Span};
use crate::symbol::Symbols;

/// Checks a rule; variables that comparisons confine to a finite range get that range.
pub(crate) fn check(
    rule: &mut Rule,
    symbols: &Symbols,
    predicates: &Predicates,
    sources: &Sources,
    messages: &mut Vec<Message>,
) {
    let mut bound = vec![false; rule.vars.len()];
    let mut needed = Vec::new();
    let mut need = |var: Var| needed.push(var);
    match &rule.head {
        Head::Atom(atom) | Head::External(atom, _) | Head::Project(atom) => {
            atom.args.iter().for_each(|arg| arg.vars(&mut need));
        }
        Head::Choice { guards, .. } => guards.iter().for_each(|(_, term)| term.vars(&mut need)),
        Head::Weak { weight, priority, tuple, .. } => {
            weight.vars(&mut need);
            priority.vars(&mut need);
            tuple.iter().for_each(|term| term.vars(&mut need));
        }
        Head::Show(term) => term.vars(&mut need),
        Head::Edge(from, to) => {
            from.vars(&mut need);
            to.vars(&mut need);
        }
        Head::Constraint | Head::Disjunction(_) => {}
    }
    if let Head::External(_, Some(kind)) = &rule.head {
        kind.vars(&mut need);
    }
    literals_vars(&rule.body, &mut need);
    let mut unsafe_vars = Vec::new();
    bind(&mut rule.body, &needed, &mut bound, symbols, &mut unsafe_vars);
    report(rule, None, &unsafe_vars, symbols, predicates, sources, messages);
    if !unsafe_vars.is_empty() {
        return;
    }
    rule.globals.iter().for_each(|&var| bound[var as usize] = true);
    // What is inside literals and heads sees the variables of the body.
    let mut bad = Vec::new();
    for literal in &mut rule.body {
        match literal {
            Literal::Aggregate(aggregate) => {
                let span = aggregate.span;
                for element in &mut aggregate.elements {
                    let mut needed = Vec::new();
                    element.tuple.iter().for_each(|term| term.vars(&mut |var| needed.push(var)));
                    literals_vars(&element.condition, &mut |var| needed.push(var));
                    let mut vars = Vec::new();
                    bind(&mut element.condition, &needed, &mut bound.clone(), symbols, &mut vars);
                    bad.push((span, vars));
                }
            }
            Literal::Conditional(conditional) => {
                let mut needed = Vec::new();
                literals_vars(&conditional.condition, &mut |var| needed.push(var));
                let mut vars = Vec::new();
                let mut inside = bound.clone();
                bind(&mut conditional.condition, &needed, &mut inside, symbols, &mut vars);
                bad.push((conditional.span, vars));
                for head in &mut conditional.heads {
                    let mut needed = Vec::new();
                    literals_vars(head, &mut |var| needed.push(var));
                    let mut vars = Vec::new();
                    bind(head, &needed, &mut inside.clone(), symbols, &mut vars);
                    bad.push((conditional.span, vars));
                }
            }
            _ => {}
        }
    }
    let span = rule.span;
    if let Head::Disjunction(elements) | Head::Choice { elements, .. } = &mut rule.head {
        for element in elements {
            let mut needed = Vec::new();
            element.tuple.iter().for_each(|term| term.vars(&mut |var| needed.push(var)));
            literals_vars(&element.condition, &mut |var| needed.push(var));
            let mut vars = Vec::new();
            let mut inside = bound.clone();
            bind(&mut element.condition, &needed, &mut inside, symbols, &mut vars);
            bad.push((span, vars));
            for head in &mut element.heads {
                let mut needed = Vec::new();
                head.atom.args.iter().for_each(|arg| arg.vars(&mut |var| needed.push(var)));
                let mut vars = Vec::new();
                bind(&mut head.ranges, &needed, &mut inside.clone(), symbols, &mut vars);
                bad.push((span, vars));
            }
        }
    }
    for (span, vars) in bad {
        report(rule, Some(span), &vars, symbols, predicates, sources, messages);
    }
}

/// Finds what literals bind; unbound variables that comparisons confine get a range.
fn bind(
    literals: &mut Vec<Literal>,
    needed: &[Var],
    bound: &mut [bool],
    symbols: &Symbols,
    unsafe_vars: &mut Vec<Var>,
) {
    reach(literals, bound);
    let missing = |bound: &[bool]| -> Vec<Var> {
        let mut vars: Vec<Var> =
            needed.iter().copied().filter(|&var| !bound[var as usize]).collect();
        vars.sort_unstable();
        vars.dedup();
        vars
    };
    let vars = missing(bound);
    if vars.is_empty() {
        return;
    }
    for (var, low, high, span) in ranges::derive(literals, symbols) {
        if vars.contains(&var) {
            literals.push(Literal::Range(var, Term::Sym(low), Term::Sym(high), span));
        }
    }
    reach(literals, bound);
    *unsafe_vars = missing(bound);
}

/// Marks what is bound, until nothing new is.
fn reach(literals: &[Literal], bound: &mut [bool]) {
    loop {
        let before = bound.iter().filter(|b| **b).count();
        for literal in literals {
            bind_one(literal, bound);
        }
        if bound.iter().filter(|b| **b).count() == before {
            return;
        }
    }
}

fn bind_one(literal: &Literal, bound: &mut [bool]) {
    let mut vars = Vec::new();
    let is_bound = |var: Var| bound[var as usize];
    let known = |term: &Term| term.all_vars(is_bound);
    match literal {
        Literal::Atom(Sign::Positive, atom) => {
            atom.args.iter().for_each(|arg| arg.vars(&mut |var| vars.push(var)));
        }
        Literal::Compare(Relation::Equal, left, right, _) => {
            for (unknown, value) in [(left, right), (right, left)] {
                if !known(value) {
                    continue;
                }
                if unknown.is_pattern() {
                    unknown.vars(&mut |var| vars.push(var));
                } else {
                    vars.extend(solvable(unknown, &is_bound, false));
                }
            }
        }
        Literal::Range(var, low, high, _) if known(low) && known(high) => vars.push(*var),
        Literal::Aggregate(aggregate)
            if aggregate.sign == Sign::Positive
                && aggregate.globals.iter().all(|&v| is_bound(v)) =>
        {
            for (relation, term) in &aggregate.guards {
                if let (Relation::Equal, Term::Var(var)) = (relation, term) {
                    vars.push(*var);
                }
            }
        }
        _ => {}
    }
    vars.into_iter().for_each(|var| bound[var as usize] = true);
}

fn report(
    rule: &Rule,
    inner: Option<Span>,
    vars: &[Var],
    symbols: &Symbols,
    predicates: &Predicates,
    sources: &Sources,
    messages: &mut Vec<Message>,
) {
    // Variables that we made depend on those that the program names, except `_`.
    let named: Vec<Var> =
        vars.iter().copied().filter(|&var| is_written(rule, var, symbols, sources)).collect();
    if vars.is_empty() {
        return;
    }
    let span = inner.unwrap_or(rule.span);
    let shown = sources.slice(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut message = Message::error(span, "unsafe variables in").detail(shown);
    for &var in if named.is_empty() { vars } else { &named } {
        let (name, place) = rule.vars[var as usize];
        let name = match symbols.text(name) {
            "" => sources.slice(place),
            name => name,
        };
        message = message.note(place, format!("'{name}' is unsafe"));
    }
    if let Some(help) = named.first().and_then(|&var| advice(rule, var, symbols, predicates)) {
        message = message.help(help);
    }
    // An atom and the tuple it is counted by have the same variables.
    if !messages.contains(&message) {
        messages.push(message);
    }
}

fn is_written(rule: &Rule, var: Var, symbols: &Symbols, sources: &Sources) -> bool {
    let (name, place) = rule.vars[var as usize];
    !symbols.text(name).is_empty() || sources.slice(place) == "_"
}

/// What could bind a variable.
fn advice(rule: &Rule, var: Var, symbols: &Symbols, predicates: &Predicates) -> Option<String> {
    let name = match symbols.text(rule.vars[var as usize].0) {
        "" => return Some("`_` has no value here".to_string()),
        name => name,
    };
    let has = |term: &Term| !term.all_vars(|other| other != var);
    let mut parts = Vec::new();
    for literal in &rule.body {
        match literal {
            Literal::Atom(sign, atom) if *sign != Sign::Positive && atom.args.iter().any(has) => {
                let signature = &predicates.signatures[atom.pred.index()];
                let predicate = symbols.text(signature.name);
                parts.push(format!("`not {predicate}(..)` only tests {name}, it gives no values"));
            }
            Literal::Compare(Relation::Equal, left, right, _) if has(left) || has(right) => {
                parts.push(format!("no equation here can be solved for {name}"));
            }
            Literal::Compare(_, left, right, _) if has(left) || has(right) => {
                parts.push(format!("the comparison only tests {name}, it gives no values"));
            }
            Literal::Conditional(conditional) if conditional.globals.contains(&var) => {
                parts.push(format!("`:` does not give values to {name} outside"));
            }
            _ => {}
        }
    }
    parts.dedup();
    parts.push(format!("give {name} values with a positive atom or `{name} = 1..n` in the body"));
    Some(parts.join("; "))
}
