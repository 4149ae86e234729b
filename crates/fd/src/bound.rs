//! Ends of domains: an integer or an infinity, with the arithmetic propagators need.
//!
//! Sums and differences of opposite infinities take the left one, and a product of an infinity
//! with zero is zero: the conventions the answers of library(clpfd) rest on.

use std::cmp::Ordering;
use std::fmt;

use crate::Int;
use crate::error::{Res, Stop};

/// One end of a domain. The order of the variants is the order of the values.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Bound {
    /// Below every integer.
    Inf,
    /// An integer.
    N(Int),
    /// Above every integer.
    Sup,
}

use Bound::{Inf, N, Sup};

impl From<i64> for Bound {
    fn from(word: i64) -> Bound {
        N(Int::from(word))
    }
}

impl From<&Int> for Bound {
    fn from(int: &Int) -> Bound {
        N(int.clone())
    }
}

impl fmt::Display for Bound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Inf => write!(f, "inf"),
            N(n) => write!(f, "{n}"),
            Sup => write!(f, "sup"),
        }
    }
}

impl Bound {
    /// The integer, if it is one.
    pub fn int(&self) -> Option<&Int> {
        match self {
            N(n) => Some(n),
            _ => None,
        }
    }

    /// Whether it is an integer.
    pub fn finite(&self) -> bool {
        matches!(self, N(_))
    }

    /// The sign: infinities have one too.
    pub fn signum(&self) -> i64 {
        match self {
            Inf => -1,
            N(n) => n.sign(),
            Sup => 1,
        }
    }

    /// Compared with a word.
    pub fn cmp_i64(&self, word: i64) -> Ordering {
        match self {
            Inf => Ordering::Less,
            Sup => Ordering::Greater,
            N(n) => n.cmp(&Int::from(word)),
        }
    }

    /// Sum.
    pub fn add(&self, other: &Bound) -> Bound {
        match (self, other) {
            (Inf, _) => Inf,
            (Sup, _) => Sup,
            (_, Inf) => Inf,
            (_, Sup) => Sup,
            (N(a), N(b)) => N(a + b),
        }
    }

    /// Difference.
    pub fn sub(&self, other: &Bound) -> Bound {
        match (self, other) {
            (Inf, _) => Inf,
            (Sup, _) => Sup,
            (_, Inf) => Sup,
            (_, Sup) => Inf,
            (N(a), N(b)) => N(a - b),
        }
    }

    /// Sum with a word.
    pub fn plus(&self, word: i64) -> Bound {
        self.add(&Bound::from(word))
    }

    /// Negation.
    pub fn neg(&self) -> Bound {
        match self {
            Inf => Sup,
            Sup => Inf,
            N(n) => N(-n),
        }
    }

    /// Absolute value.
    pub fn abs(&self) -> Bound {
        match self {
            Inf | Sup => Sup,
            N(n) => N(n.abs()),
        }
    }

    /// Product.
    pub fn mul(&self, other: &Bound) -> Bound {
        if let (N(a), N(b)) = (self, other) {
            return N(a * b);
        }
        match self.signum() * other.signum() {
            0 => Bound::from(0),
            s if s > 0 => Sup,
            _ => Inf,
        }
    }

    /// Quotient rounded toward zero. By zero: the infinity of the dividend's sign.
    pub fn div_trunc(&self, by: &Bound) -> Bound {
        self.quotient(by, Int::div_trunc)
    }

    /// Quotient rounded toward minus infinity.
    pub fn div_floor(&self, by: &Bound) -> Bound {
        self.quotient(by, Int::div_floor)
    }

    fn quotient(&self, by: &Bound, div: fn(&Int, &Int) -> Option<Int>) -> Bound {
        match (self, by) {
            (Sup, _) => {
                if by.signum() >= 0 {
                    Sup
                } else {
                    Inf
                }
            }
            (Inf, _) => {
                if by.signum() >= 0 {
                    Inf
                } else {
                    Sup
                }
            }
            (N(_), Inf | Sup) => Bound::from(0),
            (N(a), N(b)) => match div(a, b) {
                Some(q) => N(q),
                None if a.sign() >= 0 => Sup,
                None => Inf,
            },
        }
    }

    /// Power.
    pub fn pow(&self, exp: &Bound) -> Res<Bound> {
        match (self, exp) {
            (Inf, N(e)) => Ok(if e.is_even() { Sup } else { Inf }),
            (Inf, _) => Err(Stop::Fail),
            (Sup, _) => Ok(Sup),
            (N(b), N(e)) => Ok(N(b.pow(e)?)),
            (N(_), e) => Ok(e.clone()),
        }
    }
}
