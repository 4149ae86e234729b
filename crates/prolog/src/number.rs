//! Numbers as arithmetic sees them, free of the heap.

use std::cmp::Ordering;

use dashu_int::IBig;
use dashu_ratio::RBig;

/// A number; integers within 64 bits are always [`Number::Int`].
#[derive(Clone, Debug, PartialEq)]
pub enum Number {
    /// An integer of 64 bits.
    Int(i64),
    /// A larger integer.
    Big(IBig),
    /// A rational that is not an integer.
    Ratio(RBig),
    /// A float.
    Float(f64),
}

impl Number {
    /// An integer in its smallest representation.
    pub fn big(value: IBig) -> Number {
        match i64::try_from(&value) {
            Ok(small) => Number::Int(small),
            Err(_) => Number::Big(value),
        }
    }
}

impl Number {
    /// The standard order of terms: by exact value, a float before an equal exact number, and
    /// what is not a number (NaN) before all numbers.
    pub fn standard_order(&self, other: &Number) -> Ordering {
        let kind = |n: &Number| !matches!(n, Number::Float(_));
        match self.compare(other) {
            Some(order) => order.then(kind(self).cmp(&kind(other))).then_with(|| {
                // The negative zero comes first.
                match (self, other) {
                    (Number::Float(a), Number::Float(b)) => a.total_cmp(b),
                    _ => Ordering::Equal,
                }
            }),
            None => other.is_nan().cmp(&self.is_nan()),
        }
    }

    /// Is this the float that is not a number?
    pub fn is_nan(&self) -> bool {
        matches!(self, Number::Float(value) if value.is_nan())
    }

    /// Order by exact value; `None` where one is not a number (NaN).
    pub fn compare(&self, other: &Number) -> Option<Ordering> {
        match (self, other) {
            (Number::Int(a), Number::Int(b)) => Some(a.cmp(b)),
            (Number::Float(a), Number::Float(b)) => a.partial_cmp(b),
            (Number::Float(a), exact) => compare_float(*a, exact),
            (exact, Number::Float(b)) => compare_float(*b, exact).map(Ordering::reverse),
            (a, b) => Some(a.to_ratio().cmp(&b.to_ratio())),
        }
    }

    /// An exact number as a rational; a float that is no number becomes zero.
    fn to_ratio(&self) -> RBig {
        match self {
            Number::Int(a) => RBig::from(*a),
            Number::Big(a) => RBig::from(a.clone()),
            Number::Ratio(a) => a.clone(),
            Number::Float(a) => RBig::try_from(*a).unwrap_or(RBig::ZERO),
        }
    }
}

fn compare_float(float: f64, exact: &Number) -> Option<Ordering> {
    if float.is_nan() {
        return None;
    }
    if float.is_infinite() {
        return Some(if float > 0.0 { Ordering::Greater } else { Ordering::Less });
    }
    Some(Number::Float(float).to_ratio().cmp(&exact.to_ratio()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_compare_exactly_with_integers() {
        let big = Number::Int((1 << 53) + 1);
        assert_eq!(Number::Float((1u64 << 53) as f64).compare(&big), Some(Ordering::Less));
        assert_eq!(Number::Float(1.0).standard_order(&Number::Int(1)), Ordering::Less);
        assert_eq!(Number::Float(f64::INFINITY).compare(&big), Some(Ordering::Greater));
        assert_eq!(Number::Float(f64::NAN).compare(&big), None);
    }
}
