//! Exact integers: a machine word while it fits, a big integer beyond.
//!
//! Invariant: `Big` never holds a value that fits a word, so equality is structural.
//! Powers and shifts are guarded: a result that could exhaust memory is an error value.

use std::cmp::Ordering;
use std::fmt;
use std::ops::{Add, Mul, Neg, Sub};

use dashu_int::IBig;
use dashu_int::ops::{BitTest, DivEuclid, Gcd, RemEuclid, UnsignedAbs};

use crate::error::{FdError, Stop};

/// The largest number of bits a power or a shift may produce.
const MAX_BITS: u64 = 1 << 27;

/// An integer of any size.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Int {
    /// Fits a machine word.
    Small(i64),
    /// Does not.
    Big(Box<IBig>),
}

use Int::{Big, Small};

impl Int {
    /// Zero.
    pub const ZERO: Int = Small(0);
    /// One.
    pub const ONE: Int = Small(1);

    /// From a big integer, normalised.
    pub fn from_big(big: IBig) -> Int {
        match i64::try_from(&big) {
            Ok(word) => Small(word),
            Err(_) => Big(Box::new(big)),
        }
    }

    /// From a double word.
    pub fn from_i128(wide: i128) -> Int {
        match i64::try_from(wide) {
            Ok(word) => Small(word),
            Err(_) => Big(Box::new(IBig::from(wide))),
        }
    }

    /// As a big integer.
    pub fn to_big(&self) -> IBig {
        match self {
            Small(word) => IBig::from(*word),
            Big(big) => (**big).clone(),
        }
    }

    /// The word, if it fits one.
    pub fn as_i64(&self) -> Option<i64> {
        match self {
            Small(word) => Some(*word),
            Big(_) => None,
        }
    }

    /// -1, 0 or 1.
    pub fn sign(&self) -> i64 {
        match self {
            Small(word) => word.signum(),
            Big(big) if **big < IBig::ZERO => -1,
            Big(_) => 1,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        *self == Small(0)
    }

    /// Whether it is even.
    pub fn is_even(&self) -> bool {
        match self {
            Small(word) => word & 1 == 0,
            Big(big) => !big.bit(0),
        }
    }

    /// Absolute value.
    pub fn abs(&self) -> Int {
        if self.sign() < 0 { -self } else { self.clone() }
    }

    /// Division that rounds toward zero; `None` by zero.
    pub fn div_trunc(&self, by: &Int) -> Option<Int> {
        if by.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (self, by)
            && let Some(q) = a.checked_div(*b)
        {
            return Some(Small(q));
        }
        Some(Int::from_big(self.to_big() / by.to_big()))
    }

    /// Remainder with the sign of the dividend; `None` by zero.
    pub fn rem_trunc(&self, by: &Int) -> Option<Int> {
        if by.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (self, by) {
            return Some(Small(a.wrapping_rem(*b)));
        }
        Some(Int::from_big(self.to_big() % by.to_big()))
    }

    /// Division that rounds toward minus infinity; `None` by zero.
    pub fn div_floor(&self, by: &Int) -> Option<Int> {
        if by.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (self, by)
            && let Some(q) = a.checked_div(*b)
        {
            let inexact = a.wrapping_rem(*b) != 0;
            return Some(Small(if inexact && ((*a < 0) != (*b < 0)) { q - 1 } else { q }));
        }
        // Euclid rounds toward minus infinity for a positive divisor.
        let (a, b) = if by.sign() < 0 {
            ((-self).to_big(), (-by).to_big())
        } else {
            (self.to_big(), by.to_big())
        };
        Some(Int::from_big(a.div_euclid(b)))
    }

    /// Remainder with the sign of the divisor; `None` by zero.
    pub fn mod_floor(&self, by: &Int) -> Option<Int> {
        if by.is_zero() {
            return None;
        }
        if let (Small(a), Small(b)) = (self, by) {
            let r = a.wrapping_rem(*b);
            return Some(Small(if r != 0 && ((r < 0) != (*b < 0)) { r + b } else { r }));
        }
        if by.sign() < 0 {
            let r = (-self).to_big().rem_euclid((-by).to_big());
            return Some(-&Int::from_big(IBig::from(r)));
        }
        Some(Int::from_big(IBig::from(self.to_big().rem_euclid(by.to_big()))))
    }

    /// Greatest common divisor, never negative.
    pub fn gcd(&self, other: &Int) -> Int {
        if self.is_zero() {
            return other.abs();
        }
        if other.is_zero() {
            return self.abs();
        }
        if let (Small(a), Small(b)) = (self, other) {
            let (mut a, mut b) = (a.unsigned_abs(), b.unsigned_abs());
            while b != 0 {
                (a, b) = (b, a % b);
            }
            return Int::from_big(IBig::from(a));
        }
        Int::from_big(IBig::from(self.to_big().gcd(other.to_big())))
    }

    /// Power with a non-negative exponent, or exponent of any sign for bases -1 and 1.
    /// Anything else is not an integer and fails.
    pub fn pow(&self, exp: &Int) -> Result<Int, Stop> {
        match self {
            Small(1) => return Ok(Small(1)),
            Small(-1) => return Ok(Small(if exp.is_even() { 1 } else { -1 })),
            _ => {}
        }
        if exp.sign() < 0 {
            return Err(Stop::Fail);
        }
        if exp.is_zero() {
            return Ok(Small(1));
        }
        if self.is_zero() {
            return Ok(Small(0));
        }
        let too_big = Stop::from(FdError::Resource("memory"));
        let exp = exp.as_i64().and_then(|e| u32::try_from(e).ok()).ok_or(too_big.clone())?;
        if let Small(base) = self
            && let Some(p) = base.checked_pow(exp)
        {
            return Ok(Small(p));
        }
        if self.bits().saturating_mul(u64::from(exp)) > MAX_BITS {
            return Err(too_big);
        }
        Ok(Int::from_big(self.to_big().pow(exp as usize)))
    }

    /// Shift left, or right by a negative amount (rounding toward minus infinity).
    pub fn shift_left(&self, by: &Int) -> Result<Int, Stop> {
        let by = match by.as_i64() {
            Some(by) => by,
            None if by.sign() < 0 => i64::MIN,
            None => i64::MAX,
        };
        if by >= 0 {
            if self.is_zero() {
                return Ok(Small(0));
            }
            if self.bits().saturating_add(by as u64) > MAX_BITS {
                return Err(Stop::from(FdError::Resource("memory")));
            }
            return Ok(Int::from_big(self.to_big() << by as usize));
        }
        let by = by.unsigned_abs();
        if by > self.bits() + 1 {
            return Ok(Small(if self.sign() < 0 { -1 } else { 0 }));
        }
        Ok(Int::from_big(self.to_big() >> by as usize))
    }

    /// Number of bits of the magnitude.
    pub fn bits(&self) -> u64 {
        match self {
            Small(word) => u64::from(64 - word.unsigned_abs().leading_zeros()),
            Big(big) => big.bit_len() as u64,
        }
    }

    /// Bits set in both, in two's complement.
    pub fn and(&self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Small(a & b),
            _ => Int::from_big(self.to_big() & other.to_big()),
        }
    }

    /// Bits set in one or the other.
    pub fn or(&self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Small(a | b),
            _ => Int::from_big(self.to_big() | other.to_big()),
        }
    }

    /// Bits set in exactly one.
    pub fn xor(&self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Small(a ^ b),
            _ => Int::from_big(self.to_big() ^ other.to_big()),
        }
    }

    /// All bits flipped: `-x - 1`.
    pub fn not(&self) -> Int {
        -&(self + &Int::ONE)
    }

    /// Position of the highest bit of a positive number.
    pub fn msb(&self) -> Option<Int> {
        (self.sign() > 0).then(|| Small(self.bits() as i64 - 1))
    }

    /// Position of the lowest bit of a positive number.
    pub fn lsb(&self) -> Option<Int> {
        if self.sign() <= 0 {
            return None;
        }
        match self {
            Small(word) => Some(Small(i64::from(word.trailing_zeros()))),
            Big(big) => big.trailing_zeros().map(|n| Small(n as i64)),
        }
    }

    /// Number of bits set in a number that is not negative.
    pub fn popcount(&self) -> Option<Int> {
        match self {
            Small(word) if *word >= 0 => Some(Small(i64::from(word.count_ones()))),
            Big(big) if self.sign() > 0 => {
                Some(Small((**big).clone().unsigned_abs().count_ones() as i64))
            }
            _ => None,
        }
    }

    /// The largest `r` with `r^k =< self` for `k >= 1`; toward zero for negative numbers and odd
    /// `k`; `None` where there is no real root or `k` is out of reach.
    pub fn root_floor(&self, k: &Int) -> Option<Int> {
        if k.sign() <= 0 || (self.sign() < 0 && k.is_even()) {
            return None;
        }
        let k = match k.as_i64() {
            Some(k) if (k as u64) <= self.bits() => k as usize,
            // 2^k is already larger than the number.
            _ => return Some(Small(self.sign())),
        };
        if k == 1 {
            return Some(self.clone());
        }
        Some(Int::from_big(self.to_big().nth_root(k)))
    }

    /// The exact `k`-th root, if it is an integer.
    pub fn root_exact(&self, k: &Int) -> Option<Int> {
        let root = self.root_floor(k)?;
        (root.pow(k).ok()? == *self).then_some(root)
    }
}

impl From<i64> for Int {
    fn from(word: i64) -> Int {
        Small(word)
    }
}

impl std::str::FromStr for Int {
    type Err = ();
    fn from_str(text: &str) -> Result<Int, ()> {
        match text.parse::<i64>() {
            Ok(word) => Ok(Small(word)),
            Err(_) => text.parse::<IBig>().map(Int::from_big).map_err(|_| ()),
        }
    }
}

impl fmt::Display for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Small(word) => write!(f, "{word}"),
            Big(big) => write!(f, "{big}"),
        }
    }
}

impl fmt::Debug for Int {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl Ord for Int {
    fn cmp(&self, other: &Int) -> Ordering {
        match (self, other) {
            (Small(a), Small(b)) => a.cmp(b),
            (Big(a), Big(b)) => a.cmp(b),
            (Small(_), Big(_)) => 0.cmp(&other.sign()),
            (Big(_), Small(_)) => self.sign().cmp(&0),
        }
    }
}

impl PartialOrd for Int {
    fn partial_cmp(&self, other: &Int) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Add for &Int {
    type Output = Int;
    fn add(self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Int::from_i128(i128::from(*a) + i128::from(*b)),
            _ => Int::from_big(self.to_big() + other.to_big()),
        }
    }
}

impl Sub for &Int {
    type Output = Int;
    fn sub(self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Int::from_i128(i128::from(*a) - i128::from(*b)),
            _ => Int::from_big(self.to_big() - other.to_big()),
        }
    }
}

impl Mul for &Int {
    type Output = Int;
    fn mul(self, other: &Int) -> Int {
        match (self, other) {
            (Small(a), Small(b)) => Int::from_i128(i128::from(*a) * i128::from(*b)),
            _ => Int::from_big(self.to_big() * other.to_big()),
        }
    }
}

impl Neg for &Int {
    type Output = Int;
    fn neg(self) -> Int {
        match self {
            Small(a) => Int::from_i128(-i128::from(*a)),
            Big(a) => Int::from_big(-(**a).clone()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn int(text: &str) -> Int {
        text.parse().unwrap()
    }

    #[test]
    fn words_grow_and_shrink() {
        let big = &int("9223372036854775807") + &Int::ONE;
        assert_eq!(big.to_string(), "9223372036854775808");
        assert_eq!((&big - &Int::ONE).as_i64(), Some(i64::MAX));
        assert_eq!(Int::from(2).pow(&Int::from(66)).unwrap().to_string(), "73786976294838206464");
        assert!(Int::from(2).pow(&int("10000000000")).is_err());
        assert_eq!(
            int("-9223372036854775808").div_trunc(&Int::from(-1)).unwrap().to_string(),
            "9223372036854775808"
        );
    }

    #[test]
    fn roundings() {
        for a in -7i64..=7 {
            for b in [-3i64, -2, -1, 1, 2, 3] {
                let (x, y) = (Int::from(a), Int::from(b));
                let q = x.div_floor(&y).unwrap();
                let m = x.mod_floor(&y).unwrap();
                assert_eq!(&(&q * &y) + &m, x);
                assert!(m.is_zero() || m.sign() == y.sign());
                let shift = Int::from(2).pow(&Int::from(70)).unwrap();
                let (bx, by) = (&x * &shift, &y * &shift);
                assert_eq!(bx.div_floor(&by).unwrap(), q);
                assert_eq!(bx.mod_floor(&by).unwrap(), &m * &shift);
                assert_eq!(bx.div_trunc(&by), x.div_trunc(&y));
            }
        }
        assert_eq!(Int::from(-27).root_exact(&Int::from(3)), Some(Int::from(-3)));
        assert_eq!(Int::from(10).root_floor(&Int::from(2)), Some(Int::from(3)));
    }
}
