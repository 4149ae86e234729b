//! Names for subexpressions: variables added by compilation, each with its definition.
//!
//! Every added variable follows from the problem's own, in every solution, or solutions
//! would be counted twice. Inside a statement that need not hold, an expression may have
//! no value; its variable is 0 then, and what uses it also asks the conditions under which
//! there is a value. Where the statement must hold, so must the conditions, and the
//! definition simply requires them.

use crate::compile::Compiler;
use crate::compile::form::{Compare, Form, is_ground};
use crate::constraint::Constraint;
use crate::expr::{Cmp, Expr, Formula, Rounding};
use crate::hash::QuickMap;
use crate::ids::VarId;
use crate::prop::bounds::{Range, times};
use crate::prop::div_rem::quotients_and_remainders;

/// Takes one posted constraint apart.
pub(super) struct Flattener<'c> {
    pub(super) compiler: &'c mut Compiler,
    /// What the added variables mean.
    pub(super) definitions: Vec<Constraint>,
    /// Added variables by what they stand for. Not kept for the next constraint: its
    /// reasons must not name this one's clue.
    known: QuickMap<Expr<VarId>, VarId>,
}

/// How an expression is used.
#[derive(Debug)]
pub(super) struct Use {
    /// The statement around it must hold.
    pub(super) must: bool,
    /// When it has a value; filled on the way.
    pub(super) conditions: Vec<Compare>,
}

impl Use {
    pub(super) fn new(must: bool) -> Self {
        Self { must, conditions: Vec::new() }
    }
}

impl<'c> Flattener<'c> {
    pub(super) fn new(compiler: &'c mut Compiler) -> Self {
        Self { compiler, definitions: Vec::new(), known: QuickMap::default() }
    }

    /// The expression as a linear form; none if it cannot be said in 64 bits.
    pub(super) fn form(&mut self, e: &Expr<VarId>, using: &mut Use) -> Option<Form> {
        if is_ground(e) {
            return Some(match e.eval(&|_| 0) {
                Some(n) => Form::number(n),
                None => {
                    using.conditions.push(Compare::never());
                    Form::number(0)
                }
            });
        }
        match e {
            Expr::Const(n) => Some(Form::number(*n)),
            Expr::Var(v) => Some(Form::var(*v)),
            Expr::Neg(e) => {
                let form = self.form(e, using)?;
                self.fitting(Form::number(0).plus(-1, &form)?, using)
            }
            Expr::Sum(list) => {
                let mut sum = Form::number(0);
                for e in list {
                    let form = self.form(e, using)?;
                    sum = self.fitting(sum.plus(1, &form)?, using)?;
                }
                Some(sum)
            }
            Expr::Mul(a, b) => {
                let (a, b) = (self.form(a, using)?, self.form(b, using)?);
                match (&a.terms[..], &b.terms[..]) {
                    ([], _) => self.fitting(Form::number(0).plus(a.constant, &b)?, using),
                    (_, []) => self.fitting(Form::number(0).plus(b.constant, &a)?, using),
                    _ => {
                        let (a, b) = (self.name(&a, using.must)?, self.name(&b, using.must)?);
                        self.product(a, b, using.must).map(Form::var)
                    }
                }
            }
            Expr::Div(a, b, rounding) => Some(Form::var(self.division(a, b, *rounding, using)?.0)),
            Expr::Rem(a, b, rounding) => Some(Form::var(self.division(a, b, *rounding, using)?.1)),
            Expr::Abs(e) => self.absolute(e, using),
            Expr::Min(list) | Expr::Max(list) => {
                let vars = self.names(list, using)?;
                let max = matches!(e, Expr::Max(_));
                Some(if vars.is_empty() {
                    using.conditions.push(Compare::never());
                    Form::number(0)
                } else {
                    Form::var(self.extreme(vars, max)?)
                })
            }
            Expr::Element(index, list) => self.element(index, list, using),
            Expr::Count(list, of) => self.count(list, of, using),
            Expr::Holds(f) => Some(Form::var(self.flag(f))),
        }
    }

    /// Adds the condition that a form fits 64 bits, if that is not certain.
    fn fitting(&mut self, form: Form, using: &mut Use) -> Option<Form> {
        let (lo, hi) = form.range(&self.compiler.model);
        for (op, limit, beyond) in
            [(Cmp::Ge, i64::MIN, lo < i64::MIN.into()), (Cmp::Le, i64::MAX, hi > i64::MAX.into())]
        {
            if beyond {
                let rhs = limit.checked_sub(form.constant)?;
                using.conditions.push(Compare { terms: form.terms.clone(), op, rhs });
            }
        }
        Some(form)
    }

    /// A variable with the value of a form.
    pub(super) fn name(&mut self, form: &Form, must: bool) -> Option<VarId> {
        if let [(1, var)] = form.terms[..]
            && form.constant == 0
        {
            return Some(var);
        }
        let term =
            |&(c, v): &(i64, VarId)| Expr::Mul(Box::new(Expr::Const(c)), Box::new(Expr::Var(v)));
        let terms = form.terms.iter().map(term);
        let key = Expr::Sum(terms.chain([Expr::Const(form.constant)]).collect());
        let range = form.range(&self.compiler.model);
        let rhs = form.constant.checked_neg()?;
        self.named(key, range, must, |var| {
            let mut terms = form.terms.clone();
            terms.push((-1, var));
            vec![Constraint::Linear { terms, op: Cmp::Eq, rhs }]
        })
    }

    /// A variable for each expression of a list.
    pub(super) fn names(&mut self, list: &[Expr<VarId>], using: &mut Use) -> Option<Vec<VarId>> {
        let mut vars = Vec::with_capacity(list.len());
        for e in list {
            let form = self.form(e, using)?;
            vars.push(self.name(&form, using.must)?);
        }
        Some(vars)
    }

    /// The variable known by this key, or a new one with a range and a definition. Values
    /// beyond 64 bits are no values: none, unless the statement must hold anyway.
    fn named(
        &mut self,
        key: Expr<VarId>,
        (lo, hi): Range,
        must: bool,
        define: impl FnOnce(VarId) -> Vec<Constraint>,
    ) -> Option<VarId> {
        if let Some(&var) = self.known.get(&key) {
            return Some(var);
        }
        let (least, most) = (i128::from(i64::MIN), i128::from(i64::MAX));
        if !must && (lo < least || hi > most) {
            return None;
        }
        let (lo, hi) = (lo.clamp(least, most), hi.clamp(least, most));
        let var = self.compiler.model.add_var(lo as i64, hi as i64);
        if lo < hi || !is_ground(&key) {
            self.definitions.extend(define(var));
        }
        self.known.insert(key, var);
        Some(var)
    }

    fn range(&self, var: VarId) -> Range {
        let (lo, hi) = self.compiler.model.bounds(var);
        (lo.into(), hi.into())
    }

    fn product(&mut self, a: VarId, b: VarId, must: bool) -> Option<VarId> {
        let (a, b) = (a.min(b), a.max(b));
        let (x, y) = (self.range(a), self.range(b));
        let mut range = times(x, y);
        if a == b {
            let inside = x.0 <= 0 && x.1 >= 0;
            range.0 = if inside { 0 } else { (x.0 * x.0).min(x.1 * x.1) };
        }
        let key = Expr::Mul(Box::new(Expr::Var(a)), Box::new(Expr::Var(b)));
        self.named(key, range, must, |product| vec![Constraint::Product { a, b, product }])
    }

    /// Quotient and remainder.
    fn division(
        &mut self,
        a: &Expr<VarId>,
        b: &Expr<VarId>,
        rounding: Rounding,
        using: &mut Use,
    ) -> Option<(VarId, VarId)> {
        let (a, b) = (self.form(a, using)?, self.form(b, using)?);
        let (a, b) = (self.name(&a, using.must)?, self.name(&b, using.must)?);
        let divisor = self.range(b);
        let partial = divisor.0 <= 0 && divisor.1 >= 0;
        if partial {
            using.conditions.push(Compare::var(b, Cmp::Ne, 0));
        }
        let (mut quotients, mut remainders) =
            quotients_and_remainders(self.range(a), divisor, rounding);
        if divisor == (0, 0) {
            (quotients, remainders) = ((0, 0), (0, 0));
        }
        let pair = (Box::new(Expr::Var(a)), Box::new(Expr::Var(b)));
        let quotient_key = Expr::Div(pair.0.clone(), pair.1.clone(), rounding);
        let remainder_key = Expr::Rem(pair.0, pair.1, rounding);
        let total = partial && !using.must;
        if total {
            quotients = (quotients.0.min(0), quotients.1.max(0));
        }
        // Zero is always among the remainders' hull. The quotient's definition is the pair's.
        let quotient = self.named(quotient_key, quotients, using.must, |_| vec![])?;
        if let Some(&remainder) = self.known.get(&remainder_key) {
            return Some((quotient, remainder));
        }
        self.named(remainder_key, remainders, true, |remainder| {
            let divide = Constraint::DivRem { a, b, quotient, remainder, rounding };
            if !total {
                return vec![divide];
            }
            let zeros = [b, quotient, remainder];
            let undefined = zeros.map(|var| Constraint::Domain { var, values: vec![0] });
            vec![Constraint::Or(vec![vec![divide], undefined.to_vec()])]
        })
        .map(|remainder| (quotient, remainder))
    }

    fn absolute(&mut self, e: &Expr<VarId>, using: &mut Use) -> Option<Form> {
        let form = self.form(e, using)?;
        let (lo, hi) = form.range(&self.compiler.model);
        let (a, b) = match form.terms[..] {
            [(1, a), (-1, b)] | [(-1, b), (1, a)] if form.constant == 0 => (a, b),
            _ => (self.name(&form, using.must)?, self.name(&Form::number(0), true)?),
        };
        let least = if lo <= 0 && hi >= 0 { 0 } else { lo.abs().min(hi.abs()) };
        let key = Expr::Abs(Box::new(Expr::minus(Expr::Var(a), Expr::Var(b))));
        let range = (least, lo.abs().max(hi.abs()));
        self.named(key, range, using.must, |diff| vec![Constraint::AbsDiff { a, b, diff }])
            .map(Form::var)
    }

    fn extreme(&mut self, vars: Vec<VarId>, max: bool) -> Option<VarId> {
        let ranges = vars.iter().map(|&v| self.range(v));
        let range = ranges.reduce(|x, y| {
            if max { (x.0.max(y.0), x.1.max(y.1)) } else { (x.0.min(y.0), x.1.min(y.1)) }
        });
        let list = vars.iter().map(|&v| Expr::Var(v)).collect();
        let key = if max { Expr::Max(list) } else { Expr::Min(list) };
        let define = |result| vec![Constraint::Extreme { vars, result, max }];
        self.named(key, range.unwrap_or((0, 0)), true, define)
    }

    fn element(
        &mut self,
        index: &Expr<VarId>,
        list: &[Expr<VarId>],
        using: &mut Use,
    ) -> Option<Form> {
        let place = self.form(index, using)?;
        let list = self.names(list, using)?;
        let n = list.len() as i64;
        if place.terms.is_empty() {
            let at = usize::try_from(place.constant).ok().and_then(|i| list.get(i.checked_sub(1)?));
            return Some(at.map_or_else(
                || {
                    using.conditions.push(Compare::never());
                    Form::number(0)
                },
                |&var| Form::var(var),
            ));
        }
        let index = self.name(&place, using.must)?;
        let (lo, hi) = self.compiler.model.bounds(index);
        let partial = lo < 1 || hi > n;
        if partial {
            using.conditions.push(Compare::var(index, Cmp::Ge, 1));
            using.conditions.push(Compare::var(index, Cmp::Le, n));
        }
        let total = partial && !using.must;
        let ranges = list.iter().map(|&v| self.range(v)).chain(total.then_some((0, 0)));
        let range = ranges.reduce(|x, y| (x.0.min(y.0), x.1.max(y.1))).unwrap_or((0, 0));
        let vars = list.iter().map(|&v| Expr::Var(v)).collect();
        let key = Expr::Element(Box::new(Expr::Var(index)), vars);
        let define = |value| {
            let pick = Constraint::Element { index, list, value };
            if !total {
                return vec![pick];
            }
            let zero = Constraint::Domain { var: value, values: vec![0] };
            let outside = |op, rhs| {
                let terms = vec![(1, index)];
                vec![Constraint::Linear { terms, op, rhs }, zero.clone()]
            };
            vec![Constraint::Or(vec![vec![pick], outside(Cmp::Le, 0), outside(Cmp::Gt, n)])]
        };
        self.named(key, range, true, define).map(Form::var)
    }

    fn count(&mut self, list: &[Expr<VarId>], of: &Expr<VarId>, using: &mut Use) -> Option<Form> {
        let of = self.form(of, using)?;
        let vars = self.names(list, using)?;
        if of.terms.is_empty() {
            let wanted = of.constant;
            let list = vars.iter().map(|&v| Expr::Var(v)).collect();
            let key = Expr::Count(list, Box::new(Expr::Const(wanted)));
            let range = (0, vars.len() as i128);
            let define = |count| vec![Constraint::Count { vars, values: vec![wanted], count }];
            return self.named(key, range, true, define).map(Form::var);
        }
        let of = self.name(&of, using.must)?;
        let mut sum = Form::number(0);
        for var in vars {
            let equal = Formula::Cmp(Cmp::Eq, Expr::Var(var), Expr::Var(of));
            sum = sum.plus(1, &Form::var(self.flag(&equal)))?;
        }
        Some(sum)
    }

    /// A variable that is 1 if the formula holds and 0 if not.
    pub(super) fn flag(&mut self, f: &Formula<VarId>) -> VarId {
        let key = Expr::Holds(Box::new(f.clone()));
        if let Some(&flag) = self.known.get(&key) {
            return flag;
        }
        let flag = self.compiler.model.add_var(0, 1);
        let meaning = self.flag_means(flag, f);
        self.definitions.extend(meaning);
        self.known.insert(key, flag);
        flag
    }
}
