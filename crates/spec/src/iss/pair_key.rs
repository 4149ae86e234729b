//! The relation of a `Pair`: one bit for each two digits, six bits to a character.

use crate::{ReadError, Reading};

const LETTERS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// Bits from characters, lowest bit of each first. Zeros at the end may be left out.
pub(super) fn bits(text: &str) -> Reading<Vec<bool>> {
    let mut bits = Vec::with_capacity(6 * text.len());
    for c in text.chars() {
        let word = LETTERS.find(c).ok_or_else(|| ReadError::broken(format!("key `{text}`")))?;
        bits.extend((0..6).map(|i| word >> i & 1 == 1));
    }
    Ok(bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_one_to_three_is_the_ratio_three() {
        let bits = bits("EAEBEAAQAAAAE").unwrap();
        let on = (0..81).filter(|&i| bits.get(i) == Some(&true)).map(|i| (i / 9 + 1, i % 9 + 1));
        assert_eq!(on.collect::<Vec<_>>(), [(1, 3), (2, 6), (3, 1), (3, 9), (6, 2), (9, 3)]);
    }
}
