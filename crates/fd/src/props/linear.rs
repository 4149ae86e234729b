//! Sums of multiples: bounds, with whatever simpler constraint is left when few variables remain.

use super::{LinRel, Prop};
use crate::bound::Bound;
use crate::error::{Res, Stop, ensure};
use crate::expr::{Arg, Expr, Op2, Rel};
use crate::int::Int;
use crate::store::{FdVar, PropId, Store};

/// The open part of a sum: coefficients, variables, and what is left for them to add up to.
struct Rest {
    cs: Vec<Int>,
    vs: Vec<FdVar>,
    p: Int,
}

/// Finite parts of the smallest and largest sum, and the terms that make them infinite.
#[derive(Default)]
struct Sums {
    low: Int2,
    high: Int2,
    lows: Vec<usize>,
    highs: Vec<usize>,
}

type Int2 = Option<Int>;

/// Factors with their variables.
#[derive(Debug)]
pub(crate) enum Products {
    /// The usual case: variables with factors that keep sums within a double word.
    Words(Box<[(i64, FdVar)]>),
    /// Anything else.
    Wide(Box<[(Int, Arg)]>),
}

/// Factors up to this keep sums of products within a double word.
const MAX_FACTOR: u64 = 1 << 32;

impl Products {
    fn new(cs: Vec<Int>, vs: Vec<Arg>) -> Products {
        let word = |(c, v): (&Int, &Arg)| match (c, v) {
            (Int::Small(c), Arg::Var(v)) if c.unsigned_abs() <= MAX_FACTOR => Some((*c, *v)),
            _ => None,
        };
        match cs.iter().zip(&vs).map(word).collect() {
            Some(words) => Products::Words(words),
            None => Products::Wide(cs.into_iter().zip(vs).collect()),
        }
    }

    /// All of them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Int, Arg)> + '_ {
        let (words, wide): (&[_], &[_]) = match self {
            Products::Words(words) => (words, &[]),
            Products::Wide(wide) => (&[], wide),
        };
        let words = words.iter().map(|(c, v)| (Int::from(*c), Arg::Var(*v)));
        words.chain(wide.iter().cloned())
    }
}

pub(super) fn run(s: &mut Store, id: PropId, rel: LinRel, sum: &Products, c: &Int) -> Res {
    if let Products::Words(words) = sum
        && super::linear_words::run(s, id, rel, words, c)?
    {
        return Ok(());
    }
    let rest = open_part(s, sum, c);
    match rel {
        LinRel::Eq => equal(s, id, &rest),
        LinRel::Neq => different(s, id, &rest),
        LinRel::Leq => at_most(s, id, &rest),
    }
}

fn open_part(s: &Store, sum: &Products, c: &Int) -> Rest {
    let mut rest = Rest { cs: Vec::new(), vs: Vec::new(), p: c.clone() };
    for (c, v) in sum.iter() {
        match s.deref(&v) {
            Arg::Int(n) => rest.p = &rest.p - &(&c * &n),
            Arg::Var(v) => {
                rest.cs.push(c);
                rest.vs.push(v);
            }
        }
    }
    rest
}

fn words(cs: &[Int]) -> Option<[i64; 3]> {
    let mut out = [0; 3];
    for (at, c) in cs.iter().enumerate() {
        *out.get_mut(at)? = c.as_i64()?;
    }
    Some(out)
}

fn equal(s: &mut Store, id: PropId, rest: &Rest) -> Res {
    let (cs, p) = (&rest.cs, &rest.p);
    let var = |at: usize| Expr::Var(rest.vs[at]);
    let sum = |a: Expr, b: Expr| Expr::op2(Op2::Add, a, b);
    match rest.vs.len() {
        0 => {
            s.kill(id);
            return ensure(p.is_zero());
        }
        1 => {
            s.kill(id);
            ensure(p.mod_floor(&cs[0]) == Some(Int::ZERO))?;
            let value = p.div_trunc(&cs[0]).ok_or(Stop::Fail)?;
            return s.bind(rest.vs[0], &value);
        }
        2 => {
            if let Some([one @ (1 | -1), other @ (1 | -1), _]) = words(cs) {
                s.kill(id);
                return pair(s, (one, rest.vs[0]), (other, rest.vs[1]), p);
            }
        }
        3 if p.is_zero() => {
            let order = match words(cs) {
                Some([1, 1, -1]) => Some((0, 1, 2)),
                Some([1, -1, 1]) => Some((0, 2, 1)),
                Some([-1, 1, 1]) => Some((1, 2, 0)),
                _ => None,
            };
            if let Some((a, b, c)) = order {
                s.kill(id);
                return s.post(Rel::Eq, &sum(var(a), var(b)), &var(c));
            }
        }
        _ => {}
    }
    let sums = Sums::of(s, rest);
    let (low, high) = (sums.low(), sums.high());
    let (d1, d2) = (p - &low, &high - p);
    s.quietly(|s| match (sums.lows.as_slice(), sums.highs.as_slice()) {
        ([], []) => {
            ensure(low <= *p && *p <= high)?;
            (0..rest.vs.len()).try_for_each(|at| squeeze(s, rest, at, &d1, Some(&d2)))
        }
        (lows, []) => {
            ensure(*p <= high)?;
            lows.iter().try_for_each(|&at| near_high(s, rest, at, &d2))
        }
        ([], highs) => {
            ensure(low <= *p)?;
            highs.iter().try_for_each(|&at| near_low(s, rest, at, &d1))
        }
        ([one], [other]) => {
            push_low(s, rest, *other, &d2)?;
            push_high(s, rest, *one, &d1)
        }
        ([one], _) => push_high(s, rest, *one, &d1),
        (_, [other]) => push_low(s, rest, *other, &d2),
        _ => Ok(()),
    })
}

/// Two variables are left of a sum, each with the factor 1 or -1: `X + Y #= P` or `X #= P + Y`.
pub(super) fn pair(s: &mut Store, one: (i64, FdVar), other: (i64, FdVar), p: &Int) -> Res {
    let ((c, x), (d, y)) = (one, other);
    if c == d {
        let total = if c == 1 { p.clone() } else { -p };
        s.post_args(Prop::Plus(Arg::Var(x), Arg::Var(y), Arg::Int(total)))?;
        s.reinforce(x);
        s.reinforce(y);
    } else {
        let (x, y) = if c == 1 { (x, y) } else { (y, x) };
        s.post_args(Prop::Plus(Arg::Int(p.clone()), Arg::Var(y), Arg::Var(x)))?;
        s.reinforce(x);
    }
    s.run_queue()
}

fn at_most(s: &mut Store, id: PropId, rest: &Rest) -> Res {
    let p = &rest.p;
    if rest.vs.is_empty() {
        s.kill(id);
        return ensure(p.sign() >= 0);
    }
    let sums = Sums::of(s, rest);
    let (low, high) = (sums.low(), sums.high());
    let d1 = p - &low;
    s.quietly(|s| match (sums.lows.as_slice(), sums.highs.as_slice()) {
        ([], []) => {
            ensure(low <= *p)?;
            if high <= *p {
                s.kill(id);
                return Ok(());
            }
            (0..rest.vs.len()).try_for_each(|at| squeeze(s, rest, at, &d1, None))
        }
        ([], highs) => {
            ensure(low <= *p)?;
            highs.iter().try_for_each(|&at| near_low(s, rest, at, &d1))
        }
        ([one], _) => push_high(s, rest, *one, &d1),
        _ => Ok(()),
    })
}

fn different(s: &mut Store, id: PropId, rest: &Rest) -> Res {
    let (cs, p) = (&rest.cs, &rest.p);
    let arg = |at: usize| Arg::Var(rest.vs[at]);
    match (rest.vs.len(), words(cs)) {
        (0, _) => {
            s.kill(id);
            ensure(!p.is_zero())
        }
        (1, _) => {
            s.kill(id);
            if cs[0] == Int::ONE {
                return s.exclude_value(&arg(0), p);
            }
            let product = Expr::op2(Op2::Mul, Expr::Int(cs[0].clone()), Expr::Var(rest.vs[0]));
            s.post(Rel::Neq, &product, &Expr::Int(p.clone()))
        }
        (2, Some([1, -1, _])) => {
            s.kill(id);
            s.post_neq_plus(&arg(0), &arg(1), &Arg::Int(p.clone()))
        }
        (2, Some([-1, 1, _])) => {
            s.kill(id);
            s.post_neq_plus(&arg(1), &arg(0), &Arg::Int(p.clone()))
        }
        (3, Some([1, 1, -1])) if p.is_zero() => {
            s.kill(id);
            s.post_neq_plus(&arg(2), &arg(0), &arg(1))
        }
        (3, Some([1, -1, 1])) if p.is_zero() => {
            s.kill(id);
            s.post_neq_plus(&arg(1), &arg(0), &arg(2))
        }
        (3, Some([-1, 1, 1])) if p.is_zero() => {
            s.kill(id);
            s.post_neq_plus(&arg(0), &arg(1), &arg(2))
        }
        _ => Ok(()),
    }
}

impl Sums {
    fn of(s: &Store, rest: &Rest) -> Sums {
        let mut sums = Sums { low: Some(Int::ZERO), high: Some(Int::ZERO), ..Sums::default() };
        let add = |to: &mut Int2, c: &Int, n: &Int| {
            if let Some(sum) = to {
                *sum = &*sum + &(c * n);
            }
        };
        for (at, (c, v)) in rest.cs.iter().zip(&rest.vs).enumerate() {
            let dom = s.domain(*v);
            let negative = c.sign() < 0;
            match dom.min() {
                Bound::N(n) => add(if negative { &mut sums.high } else { &mut sums.low }, c, &n),
                _ if negative => sums.highs.push(at),
                _ => sums.lows.push(at),
            }
            match dom.max() {
                Bound::N(n) => add(if negative { &mut sums.low } else { &mut sums.high }, c, &n),
                _ if negative => sums.lows.push(at),
                _ => sums.highs.push(at),
            }
        }
        sums
    }

    fn low(&self) -> Int {
        self.low.clone().unwrap_or(Int::ZERO)
    }

    fn high(&self) -> Int {
        self.high.clone().unwrap_or(Int::ZERO)
    }
}

fn open(s: &Store, rest: &Rest, at: usize) -> Option<(FdVar, crate::Domain, Int)> {
    let (var, dom) = s.free_dom(&Arg::Var(rest.vs[at]))?;
    Some((var, dom, rest.cs[at].clone()))
}

fn div(a: &Int, b: &Int) -> Int {
    a.div_trunc(b).unwrap_or(Int::ZERO)
}

/// The slack above the smallest sum bounds one end, the slack below the largest sum the other.
fn squeeze(s: &mut Store, rest: &Rest, at: usize, d1: &Int, d2: Option<&Int>) -> Res {
    let Some((var, dom, c)) = open(s, rest, at) else { return Ok(()) };
    let (Bound::N(min), Bound::N(max)) = (dom.min(), dom.max()) else { return Ok(()) };
    let dom = if c.sign() < 0 {
        let dom = dom.at_least(&Bound::N(&max + &div(d1, &c)));
        match (d2, dom.min()) {
            (Some(d2), Bound::N(min)) => dom.at_most(&Bound::N(&min - &div(d2, &c))),
            _ => dom,
        }
    } else {
        let dom = dom.at_most(&Bound::N(&min + &div(d1, &c)));
        match (d2, dom.max()) {
            (Some(d2), Bound::N(max)) => dom.at_least(&Bound::N(&max - &div(d2, &c))),
            _ => dom,
        }
    };
    s.put(var, dom)
}

/// Keeps a term near the smallest sum, whose parts are all finite.
fn near_low(s: &mut Store, rest: &Rest, at: usize, d: &Int) -> Res {
    let Some((var, dom, c)) = open(s, rest, at) else { return Ok(()) };
    let dom = match (c.sign() < 0, dom.max(), dom.min()) {
        (true, Bound::N(max), _) => dom.at_least(&Bound::N(&max + &div(d, &c))),
        (false, _, Bound::N(min)) => dom.at_most(&Bound::N(&min + &div(d, &c))),
        _ => dom,
    };
    s.put(var, dom)
}

/// Keeps a term near the largest sum, whose parts are all finite.
fn near_high(s: &mut Store, rest: &Rest, at: usize, d: &Int) -> Res {
    let Some((var, dom, c)) = open(s, rest, at) else { return Ok(()) };
    let dom = match (c.sign() < 0, dom.min(), dom.max()) {
        (true, Bound::N(min), _) => dom.at_most(&Bound::N(&min - &div(d, &c))),
        (false, _, Bound::N(max)) => dom.at_least(&Bound::N(&max - &div(d, &c))),
        _ => dom,
    };
    s.put(var, dom)
}

/// The only term without a finite smallest part: all others leave it at most this much.
fn push_high(s: &mut Store, rest: &Rest, at: usize, most: &Int) -> Res {
    let Some((var, dom, c)) = open(s, rest, at) else { return Ok(()) };
    let end = Bound::N(div(most, &c));
    s.put(var, if c.sign() < 0 { dom.at_least(&end) } else { dom.at_most(&end) })
}

/// The only term without a finite largest part: all others ask at least this much of it.
fn push_low(s: &mut Store, rest: &Rest, at: usize, least: &Int) -> Res {
    let Some((var, dom, c)) = open(s, rest, at) else { return Ok(()) };
    let end = Bound::N(div(&-least, &c));
    s.put(var, if c.sign() < 0 { dom.at_most(&end) } else { dom.at_least(&end) })
}

impl Store {
    /// Posts a sum of multiples compared with a constant.
    pub(crate) fn post_linear(&mut self, rel: LinRel, cs: Vec<Int>, vs: Vec<Arg>, c: Int) -> Res {
        let args: Vec<Arg> = vs.clone();
        let prop = Prop::Linear(rel, Products::new(cs, vs), c);
        self.post_prop(&args.iter().collect::<Vec<_>>(), prop)
    }

    /// Posts the same for different open variables and words.
    pub(crate) fn post_words(&mut self, rel: LinRel, sum: &[(i64, FdVar)], c: i64) -> Res {
        let prop = Prop::Linear(rel, Products::Words(sum.into()), Int::from(c));
        let id = self.add_prop(prop);
        for (_, var) in sum {
            self.attach_open(*var, id);
        }
        self.trigger_once(id)
    }
}
