//! `not p(_,X)`: there is no p(..,X). A helper predicate says whether there is one.

use super::{Rewriter, Scope, Use, signature_of};
use crate::ast::{self, Sign, Signature, TermKind};
use crate::ir::{Atom, Head, Literal, Rule, Term, Var};
use crate::program::RuleId;
use crate::rewrite::convert::has_anonymous;

impl Rewriter<'_> {
    /// The helper's atom for an atom with anonymous variables.
    pub(super) fn projection(&mut self, atom: &ast::Term, scope: &mut Scope) -> Atom {
        let Some((negative, name, args)) = signature_of(atom) else {
            return self.atom(atom, Use::Value, scope);
        };
        let signature = Signature { negative, name, arity: args.len() as u32 };
        let pred = self.predicates.get(signature);
        // The pattern has a variable for everything that is not anonymous.
        let mut shape = format!("#p{}", pred.0);
        let mut vars = Vec::new();
        let mut kept = Vec::new();
        let pattern: Vec<Term> =
            args.iter().map(|arg| self.hole(arg, &mut shape, &mut vars, &mut kept)).collect();
        let values: Box<[Term]> =
            kept.iter().map(|(term, _)| self.term(term, Use::Value, scope)).collect();
        let arity = values.len() as u32;
        let helper = match self.projections.get(&shape) {
            Some(&helper) => helper,
            None => {
                let name = self.symbols.name(&shape);
                let helper = self.predicates.get(Signature { negative: false, name, arity });
                self.projections.insert(shape, helper);
                let head: Box<[Term]> = kept.iter().map(|(_, var)| Term::Var(*var)).collect();
                let span = atom.span;
                let body = Atom { pred, args: pattern.into(), span };
                self.rules.push(Rule {
                    source: RuleId::NONE,
                    span,
                    head: Head::Atom(Atom { pred: helper, args: head, span }),
                    body: vec![Literal::Atom(Sign::Positive, body)],
                    globals: (0..vars.len() as Var).collect(),
                    vars,
                });
                helper
            }
        };
        Atom { pred: helper, args: values, span: atom.span }
    }

    fn hole(
        &mut self,
        term: &ast::Term,
        shape: &mut String,
        vars: &mut Vec<(crate::symbol::Name, crate::source::Span)>,
        kept: &mut Vec<(ast::Term, Var)>,
    ) -> Term {
        let var = vars.len() as Var;
        match &term.kind {
            TermKind::Anonymous => {
                shape.push_str(",_");
                vars.push((self.empty, term.span));
                Term::Var(var)
            }
            TermKind::Fun(name, args) if has_anonymous(term) => {
                shape.push_str(&format!(",{}(", self.symbols.text(*name)));
                let args = args.iter().map(|arg| self.hole(arg, shape, vars, kept)).collect();
                shape.push(')');
                Term::Fun(*name, args)
            }
            _ => {
                shape.push_str(",*");
                vars.push((self.empty, term.span));
                kept.push((term.clone(), var));
                Term::Var(var)
            }
        }
    }
}
