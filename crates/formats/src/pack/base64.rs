//! Base64, both alphabets, with or without padding.

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// The six bits of a letter, of either alphabet.
pub(crate) fn value(letter: u8) -> Option<u8> {
    match letter {
        b'A'..=b'Z' => Some(letter - b'A'),
        b'a'..=b'z' => Some(letter - b'a' + 26),
        b'0'..=b'9' => Some(letter - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    }
}

/// The bytes of a text; an error names the first letter that does not belong there.
pub(crate) fn decode(text: &str) -> Result<Vec<u8>, char> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let (mut held, mut bits) = (0u32, 0);
    for c in text.trim_end_matches('=').chars().filter(|c| !c.is_whitespace()) {
        let six = u8::try_from(c).ok().and_then(value).ok_or(c)?;
        held = held << 6 | u32::from(six);
        bits += 6;
        if bits >= 8 {
            bits -= 8;
            bytes.push((held >> bits) as u8);
            held &= (1 << bits) - 1;
        }
    }
    Ok(bytes)
}

/// The bits of a text, six to a letter, the lowest first; nothing if a letter does not belong
/// there.
pub(crate) fn bits(text: &str) -> Option<Vec<bool>> {
    let mut bits = Vec::with_capacity(6 * text.len());
    for letter in text.bytes() {
        let six = value(letter)?;
        bits.extend((0..6).map(|i| six >> i & 1 == 1));
    }
    Some(bits)
}

/// The text of some bits, six to a letter, the first one lowest, with `-` and `_`.
pub(crate) fn from_bits(bits: &[bool]) -> String {
    let letter = |six: &[bool]| {
        let value = six.iter().rev().fold(0, |held, &bit| held << 1 | usize::from(bit));
        match LETTERS[value] {
            b'+' => '-',
            b'/' => '_',
            letter => char::from(letter),
        }
    };
    bits.chunks(6).map(letter).collect()
}

/// The text of some bytes, with padding.
pub(crate) fn encode(bytes: &[u8]) -> String {
    let mut text = String::with_capacity(bytes.len().div_ceil(3) * 4);
    for chunk in bytes.chunks(3) {
        let byte = |i: usize| u32::from(chunk.get(i).copied().unwrap_or(0));
        let held = byte(0) << 16 | byte(1) << 8 | byte(2);
        for i in 0..4 {
            let letter = LETTERS[(held >> (18 - 6 * i) & 63) as usize];
            text.push(if i <= chunk.len() { char::from(letter) } else { '=' });
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_texts() {
        for (plain, coded) in [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foobar", "Zm9vYmFy")] {
            assert_eq!(encode(plain.as_bytes()), coded);
            assert_eq!(decode(coded).unwrap(), plain.as_bytes());
        }
        assert_eq!(decode("Zm8"), Ok(b"fo".to_vec()));
        assert_eq!(decode("-_8"), decode("+/8="));
        assert_eq!(decode("Zm?8"), Err('?'));
    }

    #[test]
    fn the_key_of_one_to_three_is_the_ratio_three() {
        let key = "EAEBEAAQAAAAE";
        let bits = bits(key).unwrap();
        let on = (0..81).filter(|&i| bits.get(i) == Some(&true)).map(|i| (i / 9 + 1, i % 9 + 1));
        assert_eq!(on.collect::<Vec<_>>(), [(1, 3), (2, 6), (3, 1), (3, 9), (6, 2), (9, 3)]);
        assert_eq!(from_bits(&bits), key);
    }
}
