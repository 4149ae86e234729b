//! Clues as rules of an answer set program for clingo.
//!
//! Made from the meaning of the clues alone. What few cells say together is one rule, with
//! the cells' digits as variables: `:- cell(1,1,R1C1), cell(1,2,R1C2), R1C1 >= R1C2.` A sum is
//! an aggregate. Any other statement is evaluated bottom up: `value(I,V)` says that expression
//! I has the value V, `holds(I)` that statement I holds. An expression without a value has no
//! atom, and what is built on it does not hold, which is exactly what the language says.
//!
//! Limits: clingo computes with 32 bits, and it writes out every value of a named variable.

mod body;

use std::fmt::Write;

use pencilmark_kernel::expr::{Cmp, Expr, Formula, Rounding};

use crate::puzzle::{Clue, Name, Puzzle};
use body::Body;

/// Predicates that a program may have no rules for.
pub const ASP_DEFINED: &str = "\
#defined value/2. #defined holds/1. #defined state/3. #defined repeated/1.
#defined inside/2. #defined near/3. #defined reached/2. #defined apart/1.
";

/// The rules of one clue, for programs that put them together themselves. `ids` counts the
/// expressions numbered so far. [`ASP_DEFINED`] belongs into the same program.
pub fn asp_rules(puzzle: &Puzzle, clue: &Clue, ids: &mut usize) -> String {
    let mut translator = Translator { puzzle, out: String::new(), ids: *ids };
    clue.meaning(puzzle).iter().for_each(|formula| translator.require(formula));
    *ids = translator.ids;
    translator.out
}

struct Translator<'a> {
    puzzle: &'a Puzzle,
    out: String,
    ids: usize,
}

impl Translator<'_> {
    fn rule(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.out.write_fmt(text);
        self.out.push_str(".\n");
    }

    fn id(&mut self) -> usize {
        self.ids += 1;
        self.ids
    }

    /// The literal that binds `value` to the value of a name.
    fn name(&self, name: Name, value: &str) -> String {
        let grid = &self.puzzle.grid;
        match name {
            Name::Cell(c) => format!("cell({},{},{value})", grid.row_of(c) + 1, grid.col_of(c) + 1),
            Name::Var(i) => format!("var({},{value})", i + 1),
        }
    }

    /// Forbids what contradicts a statement.
    fn require(&mut self, formula: &Formula<Name>) {
        match formula {
            Formula::And(parts) => return parts.iter().for_each(|part| self.require(part)),
            Formula::Distinct(list) => {
                if let Some(names) = plain(list) {
                    return self.all_differ(&names);
                }
            }
            _ => {}
        }
        if let Formula::Cmp(op, a, b) = formula
            && let Some((terms, rhs)) = linear(a, b)
            && terms.len() > 2
        {
            return self.sum(&terms, *op, rhs);
        }
        if let Some(body) = Body::of(formula, false, self.puzzle) {
            return self.rule(format_args!(":- {}", body.text(self)));
        }
        let id = self.formula(formula);
        self.rule(format_args!(":- not holds({id})"));
    }

    fn all_differ(&mut self, names: &[Name]) {
        for (j, &b) in names.iter().enumerate() {
            for &a in &names[..j] {
                let (a, b) = (self.name(a, "V"), self.name(b, "V"));
                self.rule(format_args!(":- {a}, {b}"));
            }
        }
    }

    fn sum(&mut self, terms: &[(i64, Name)], op: Cmp, rhs: i64) {
        let total = self.total(terms);
        self.rule(format_args!(":- {total} {} {rhs}", sign(op.negated())));
    }

    /// An aggregate that adds up names with coefficients.
    fn total(&self, terms: &[(i64, Name)]) -> String {
        let element = |(i, &(k, name)): (usize, &(i64, Name))| {
            let weight = match k {
                1 => "V".to_string(),
                k => format!("{k}*V"),
            };
            format!("{weight},{i} : {}", self.name(name, "V"))
        };
        let elements: Vec<String> = terms.iter().enumerate().map(element).collect();
        format!("#sum {{ {} }}", elements.join("; "))
    }

    /// The number of a statement, with rules for `holds` of it.
    fn formula(&mut self, formula: &Formula<Name>) -> usize {
        let id = self.id();
        if let Some(body) = Body::of(formula, true, self.puzzle) {
            self.rule(format_args!("holds({id}) :- {}", body.text(self)));
            return id;
        }
        match formula {
            Formula::Const(true) => self.rule(format_args!("holds({id})")),
            Formula::Const(false) => {}
            Formula::Cmp(op, a, b) => {
                if let Some((terms, rhs)) = linear(a, b) {
                    let total = self.total(&terms);
                    self.rule(format_args!("holds({id}) :- {total} {} {rhs}", sign(*op)));
                    return id;
                }
                let (a, b) = (self.value(a, "A"), self.value(b, "B"));
                self.rule(format_args!("holds({id}) :- {a}, {b}, A {} B", sign(*op)));
            }
            Formula::In(e, set) => {
                let e = self.value(e, "A");
                set.iter().for_each(|v| self.rule(format_args!("holds({id}) :- {e}, A = {v}")));
            }
            Formula::Distinct(list) => {
                let values: Vec<_> = list.iter().map(|e| self.value_twice(e)).collect();
                for j in 0..values.len() {
                    for i in 0..j {
                        let (a, b) = (&values[i].0, &values[j].1);
                        self.rule(format_args!("repeated({id}) :- {a}, {b}, A = B"));
                    }
                }
                let defined = self.defined(list);
                self.rule(format_args!("holds({id}) :- not repeated({id}){defined}"));
            }
            Formula::And(list) => {
                let parts: Vec<_> = list.iter().map(|f| self.literals(f)).collect();
                let body = if parts.is_empty() { "#true".into() } else { parts.join(", ") };
                self.rule(format_args!("holds({id}) :- {body}"));
            }
            Formula::Or(list) => {
                for part in list {
                    let part = self.literals(part);
                    self.rule(format_args!("holds({id}) :- {part}"));
                }
            }
            Formula::Not(f) => {
                let f = self.formula(f);
                self.rule(format_args!("holds({id}) :- not holds({f})"));
            }
            Formula::Iff(a, b) => {
                let (a, b) = (self.formula(a), self.formula(b));
                self.rule(format_args!("holds({id}) :- holds({a}), holds({b})"));
                self.rule(format_args!("holds({id}) :- not holds({a}), not holds({b})"));
            }
            Formula::Regular(line, automaton) => {
                self.rule(format_args!("state({id},0,{})", automaton.start));
                for (i, e) in line.iter().enumerate() {
                    let value = self.value(e, "A");
                    for &(from, v, to) in &automaton.arcs {
                        let (now, then) = (i, i + 1);
                        self.rule(format_args!(
                            "state({id},{then},{to}) :- state({id},{now},{from}), {value}, A = {v}"
                        ));
                    }
                }
                for state in &automaton.accepting {
                    self.rule(format_args!("holds({id}) :- state({id},{},{state})", line.len()));
                }
            }
            Formula::Connected(list, graph, values) => {
                for (i, e) in list.iter().enumerate() {
                    let value = self.value(e, "A");
                    for v in values {
                        self.rule(format_args!("inside({id},{i}) :- {value}, A = {v}"));
                    }
                }
                for (a, b) in graph.pairs() {
                    self.rule(format_args!("near({id},{a},{b})"));
                    self.rule(format_args!("near({id},{b},{a})"));
                }
                // From the first place, everything must be reached.
                self.rule(format_args!("first({id},M) :- M = #min {{ I : inside({id},I) }}"));
                self.rule(format_args!("reached({id},M) :- first({id},M), inside({id},M)"));
                self.rule(format_args!(
                    "reached({id},J) :- reached({id},I), near({id},I,J), inside({id},J)"
                ));
                self.rule(format_args!("apart({id}) :- inside({id},I), not reached({id},I)"));
                let defined = self.defined(list);
                self.rule(format_args!("holds({id}) :- not apart({id}){defined}"));
            }
        }
        id
    }

    /// Literals that are true if a statement holds. Only one part of a rule names variables, so
    /// that parts about different cells are not multiplied.
    fn literals(&mut self, formula: &Formula<Name>) -> String {
        match Body::of(formula, true, self.puzzle) {
            Some(body) if body.is_ground() => body.text(self),
            _ => format!("holds({})", self.formula(formula)),
        }
    }

    /// The literal that binds `value` to the value of an expression, with rules for it.
    fn value(&mut self, e: &Expr<Name>, value: &str) -> String {
        match e {
            Expr::Const(n) => format!("{value} = {n}"),
            Expr::Var(name) => self.name(*name, value),
            _ => format!("value({},{value})", self.expr(e)),
        }
    }

    /// The same expression bound to `A` and to `B`.
    fn value_twice(&mut self, e: &Expr<Name>) -> (String, String) {
        match e {
            Expr::Const(_) | Expr::Var(_) => (self.value(e, "A"), self.value(e, "B")),
            _ => {
                let id = self.expr(e);
                (format!("value({id},A)"), format!("value({id},B)"))
            }
        }
    }

    /// Literals, each after a comma, that all have a value. Names and numbers always do.
    fn defined(&mut self, list: &[Expr<Name>]) -> String {
        let open = list.iter().filter(|e| !matches!(e, Expr::Const(_) | Expr::Var(_)));
        let open: Vec<&Expr<Name>> = open.collect();
        open.into_iter().map(|e| format!(", value({},_)", self.expr(e))).collect()
    }

    /// The number of an expression, with rules for `value` of it.
    fn expr(&mut self, expr: &Expr<Name>) -> usize {
        let id = self.id();
        match expr {
            Expr::Const(n) => self.rule(format_args!("value({id},{n})")),
            Expr::Var(name) => {
                let name = self.name(*name, "A");
                self.rule(format_args!("value({id},A) :- {name}"));
            }
            Expr::Neg(e) => {
                let e = self.value(e, "A");
                self.rule(format_args!("value({id},0-A) :- {e}"));
            }
            Expr::Abs(e) => {
                let e = self.value(e, "A");
                self.rule(format_args!("value({id},|A|) :- {e}"));
            }
            Expr::Mul(a, b) => {
                let (a, b) = (self.value(a, "A"), self.value(b, "B"));
                self.rule(format_args!("value({id},A*B) :- {a}, {b}"));
            }
            Expr::Div(a, b, rounding) => self.divide(id, a, b, *rounding, false),
            Expr::Rem(a, b, rounding) => self.divide(id, a, b, *rounding, true),
            Expr::Sum(list) => return self.fold(list, Some(0), &[("A+B", "")]),
            Expr::Min(list) => {
                return self.fold(list, None, &[("A", ", A <= B"), ("B", ", B < A")]);
            }
            Expr::Max(list) => {
                return self.fold(list, None, &[("A", ", A >= B"), ("B", ", B > A")]);
            }
            Expr::Element(index, list) => {
                let index = self.value(index, "I");
                let defined = self.defined(list);
                for (i, e) in list.iter().enumerate() {
                    let item = self.value(e, "A");
                    self.rule(format_args!(
                        "value({id},A) :- {index}, I = {}, {item}{defined}",
                        i + 1
                    ));
                }
            }
            Expr::Count(list, of) => {
                let of = self.value(of, "V");
                let mut before = self.id();
                self.rule(format_args!("value({before},0)"));
                for e in list {
                    let (item, next) = (self.value(e, "A"), self.id());
                    let body = format!("value({before},N), {item}, {of}");
                    self.rule(format_args!("value({next},N+1) :- {body}, A = V"));
                    self.rule(format_args!("value({next},N) :- {body}, A != V"));
                    before = next;
                }
                // Without items the value counted must still exist.
                self.rule(format_args!("value({id},N) :- value({before},N), {of}"));
            }
            Expr::Holds(f) => {
                let f = self.formula(f);
                self.rule(format_args!("value({id},1) :- holds({f})"));
                self.rule(format_args!("value({id},0) :- not holds({f})"));
            }
        }
        id
    }

    /// Joins a list two by two; each step is a result and its condition over A and B.
    fn fold(&mut self, list: &[Expr<Name>], empty: Option<i64>, steps: &[(&str, &str)]) -> usize {
        let mut id = self.id();
        match (list.first(), empty) {
            (Some(first), _) => {
                let first = self.value(first, "A");
                self.rule(format_args!("value({id},A) :- {first}"));
            }
            (None, Some(value)) => self.rule(format_args!("value({id},{value})")),
            (None, None) => {}
        }
        for e in list.iter().skip(1) {
            let (item, next) = (self.value(e, "B"), self.id());
            for (result, condition) in steps {
                self.rule(format_args!(
                    "value({next},{result}) :- value({id},A), {item}{condition}"
                ));
            }
            id = next;
        }
        id
    }

    /// Division case by case, so that only numbers from 0 up are ever divided: systems
    /// do not agree on the others.
    fn divide(&mut self, id: usize, a: &Expr<Name>, b: &Expr<Name>, rounding: Rounding, rem: bool) {
        let (a, b) = (self.value(a, "A"), self.value(b, "B"));
        let toward_zero = "0-(|A|/|B|)";
        let mixed = match rounding {
            Rounding::Floor => "0-((|A|+|B|-1)/|B|)",
            Rounding::Truncate => toward_zero,
        };
        for (quotient, signs) in [("|A|/|B|", "A*B >= 0"), (mixed, "A*B < 0")] {
            let result = if rem { format!("A-B*({quotient})") } else { quotient.to_string() };
            self.rule(format_args!("value({id},{result}) :- {a}, {b}, B != 0, {signs}"));
        }
    }
}

fn sign(op: Cmp) -> &'static str {
    match op {
        Cmp::Eq => "=",
        Cmp::Ne => "!=",
        Cmp::Lt => "<",
        Cmp::Le => "<=",
        Cmp::Gt => ">",
        Cmp::Ge => ">=",
    }
}

fn plain(list: &[Expr<Name>]) -> Option<Vec<Name>> {
    let name = |e: &Expr<Name>| match e {
        Expr::Var(name) => Some(*name),
        _ => None,
    };
    list.iter().map(name).collect()
}

/// `a - b` as a sum of names with coefficients, each once, and the number on the right.
fn linear(a: &Expr<Name>, b: &Expr<Name>) -> Option<(Vec<(i64, Name)>, i64)> {
    let (mut terms, mut constant) = (Vec::new(), 0);
    collect(a, 1, &mut terms, &mut constant)?;
    collect(b, -1, &mut terms, &mut constant)?;
    Some((terms, -constant))
}

fn collect(
    e: &Expr<Name>,
    factor: i64,
    terms: &mut Vec<(i64, Name)>,
    constant: &mut i64,
) -> Option<()> {
    match e {
        Expr::Const(n) => *constant = constant.checked_add(factor.checked_mul(*n)?)?,
        Expr::Var(name) => match terms.iter_mut().find(|(_, n)| n == name) {
            Some((k, _)) => *k = k.checked_add(factor)?,
            None => terms.push((factor, *name)),
        },
        Expr::Neg(e) => collect(e, factor.checked_neg()?, terms, constant)?,
        Expr::Sum(list) => {
            for e in list {
                collect(e, factor, terms, constant)?;
            }
        }
        Expr::Mul(a, b) => match (&**a, &**b) {
            (Expr::Const(k), e) | (e, Expr::Const(k)) => {
                collect(e, factor.checked_mul(*k)?, terms, constant)?;
            }
            _ => return None,
        },
        _ => return None,
    }
    Some(())
}
