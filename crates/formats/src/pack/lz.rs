//! LZ-String: the compression of f-puzzles, SudokuPad and SudokuMaker links.
//!
//! Text is a sequence of UTF-16 units. A dictionary of phrases grows on both sides; the
//! stream holds codes of phrases, each as wide as the dictionary needs just then, lowest
//! bit first, six bits to a letter with the highest first. Code 0 introduces a new unit of
//! 8 bits, 1 one of 16 bits, 2 is the end.
//!
//! Cost: a phrase is kept as its predecessor and its last unit, so memory is linear in the
//! input; the output is limited.

use std::collections::HashMap;

use super::MAX_UNPACKED;
use super::base64::value;

/// Which letters the stream is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Alphabet {
    /// `+/`, padded with `=`.
    Base64,
    /// `+-`, padded with `$`: fit for a link.
    Uri,
}

const UNIT8: usize = 0;
const UNIT16: usize = 1;
const END: usize = 2;
/// Codes below this are not phrases.
const FIRST: usize = 3;

/// Unpacks a text.
pub(crate) fn unpack(text: &str, alphabet: Alphabet) -> Result<String, &'static str> {
    let mut bits = Bits { letters: text.as_bytes(), alphabet, held: 0, left: 0 };
    let mut phrases = Phrases { entries: Vec::new() };
    let first = match bits.read(2)? {
        UNIT8 => bits.read(8)?,
        UNIT16 => bits.read(16)?,
        _ => return Ok(String::new()),
    };
    let mut before = phrases.add(None, first as u16);
    let mut out = vec![first as u16];
    // The place that the first unit takes is counted twice by every encoder.
    let (mut width, mut room) = (3, 4);
    let mut next_code = 4;
    loop {
        let mut code = bits.read(width)?;
        let mut fresh = None;
        if code == UNIT8 || code == UNIT16 {
            let unit = bits.read(if code == UNIT8 { 8 } else { 16 })? as u16;
            fresh = Some(phrases.add(None, unit));
            code = next_code;
            next_code += 1;
            room -= 1;
        } else if code == END {
            return String::from_utf16(&out).map_err(|_| "its text is not Unicode");
        }
        if room == 0 {
            room = 1 << width;
            width += 1;
        }
        let index = match fresh {
            Some(index) => index,
            None if code < next_code => code - FIRST,
            // A phrase that is just being made: the one before, and its own first unit.
            None if code == next_code => phrases.entries.len(),
            None => return Err("its compressed data is damaged"),
        };
        let start = match index == phrases.entries.len() {
            true => phrases.first(before),
            false => phrases.first(index),
        };
        let made = phrases.add(Some(before), start);
        debug_assert_eq!(made, next_code - FIRST);
        next_code += 1;
        room -= 1;
        if room == 0 {
            room = 1 << width;
            width += 1;
        }
        phrases.write(index, &mut out);
        if out.len() > MAX_UNPACKED {
            return Err("it unpacks to too much");
        }
        if width > 30 {
            return Err("its compressed data is damaged");
        }
        before = index;
    }
}

/// The phrases known so far. Entry 0 has code 3.
struct Phrases {
    /// Predecessor, last unit, first unit, length.
    entries: Vec<(Option<usize>, u16, u16, usize)>,
}

impl Phrases {
    fn add(&mut self, before: Option<usize>, unit: u16) -> usize {
        let (first, length) = match before {
            Some(b) => (self.entries[b].2, self.entries[b].3 + 1),
            None => (unit, 1),
        };
        self.entries.push((before, unit, first, length));
        self.entries.len() - 1
    }

    fn first(&self, index: usize) -> u16 {
        self.entries[index].2
    }

    fn write(&self, index: usize, out: &mut Vec<u16>) {
        let start = out.len();
        let mut here = Some(index);
        // A phrase longer than the limit is cut; the caller notices.
        while let Some(i) = here.filter(|_| out.len() - start <= MAX_UNPACKED) {
            out.push(self.entries[i].1);
            here = self.entries[i].0;
        }
        out[start..].reverse();
    }
}

struct Bits<'a> {
    letters: &'a [u8],
    alphabet: Alphabet,
    held: u8,
    left: u32,
}

impl Bits<'_> {
    fn read(&mut self, width: u32) -> Result<usize, &'static str> {
        let mut code = 0;
        for i in 0..width {
            if self.left == 0 {
                self.held = self.letter()?;
                self.left = 6;
            }
            self.left -= 1;
            code |= usize::from(self.held >> self.left & 1) << i;
        }
        Ok(code)
    }

    fn letter(&mut self) -> Result<u8, &'static str> {
        let (&letter, rest) = self.letters.split_first().ok_or("it is cut short")?;
        self.letters = rest;
        let six = match (letter, self.alphabet) {
            (b'=' | b'$', _) => None,
            // Links turn `+` into a blank on their way.
            (b' ', _) => Some(62),
            (b'-', Alphabet::Uri) => Some(63),
            _ => value(letter),
        };
        six.ok_or("a letter does not belong there")
    }
}

/// Packs a text.
pub(crate) fn pack(text: &str, alphabet: Alphabet) -> String {
    let mut packer = Packer::new(alphabet);
    for unit in text.encode_utf16() {
        packer.unit(unit);
    }
    packer.finish()
}

struct Packer {
    alphabet: Alphabet,
    /// The code of a phrase by its predecessor's code, 0 for none, and its last unit.
    codes: HashMap<(usize, u16), usize>,
    /// Units whose code has not been used: the stream must spell them.
    unspelled: HashMap<u16, ()>,
    next_code: usize,
    phrase: Option<(usize, u16)>,
    width: u32,
    room: usize,
    out: String,
    held: u8,
    filled: u32,
}

impl Packer {
    fn new(alphabet: Alphabet) -> Packer {
        Packer {
            alphabet,
            codes: HashMap::new(),
            unspelled: HashMap::new(),
            next_code: FIRST,
            phrase: None,
            width: 2,
            room: 2,
            out: String::new(),
            held: 0,
            filled: 0,
        }
    }

    fn unit(&mut self, unit: u16) {
        if !self.codes.contains_key(&(0, unit)) {
            self.codes.insert((0, unit), self.next_code);
            self.next_code += 1;
            self.unspelled.insert(unit, ());
        }
        let before = self.phrase.map_or(0, |(code, _)| code);
        if let Some(&code) = self.codes.get(&(before, unit)) {
            let first = self.phrase.map_or(unit, |(_, first)| first);
            self.phrase = Some((code, first));
            return;
        }
        self.flush();
        self.codes.insert((before, unit), self.next_code);
        self.next_code += 1;
        self.phrase = Some((self.codes[&(0, unit)], unit));
    }

    /// Writes the phrase collected so far.
    fn flush(&mut self) {
        let Some((code, unit)) = self.phrase.take() else { return };
        let single = self.codes.get(&(0, unit)) == Some(&code);
        if single && self.unspelled.remove(&unit).is_some() {
            let wide = unit > 255;
            self.write(if wide { UNIT16 } else { UNIT8 }, self.width);
            self.write(unit.into(), if wide { 16 } else { 8 });
            self.count();
        } else {
            self.write(code, self.width);
        }
        self.count();
    }

    fn count(&mut self) {
        self.room -= 1;
        if self.room == 0 {
            self.room = 1 << self.width;
            self.width += 1;
        }
    }

    fn write(&mut self, code: usize, width: u32) {
        for i in 0..width {
            self.held = self.held << 1 | (code >> i & 1) as u8;
            self.filled += 1;
            if self.filled == 6 {
                self.push();
            }
        }
    }

    fn push(&mut self) {
        let letters = match self.alphabet {
            Alphabet::Base64 => b"+/",
            Alphabet::Uri => b"+-",
        };
        let letter = match self.held {
            0..=25 => b'A' + self.held,
            26..=51 => b'a' + self.held - 26,
            52..=61 => b'0' + self.held - 52,
            n => letters[usize::from(n) - 62],
        };
        self.out.push(char::from(letter));
        (self.held, self.filled) = (0, 0);
    }

    fn finish(mut self) -> String {
        self.flush();
        self.write(END, self.width);
        // A stream always ends with at least one bit of filling.
        loop {
            self.held <<= 1;
            self.filled += 1;
            if self.filled == 6 {
                self.push();
                break;
            }
        }
        if self.alphabet == Alphabet::Base64 {
            while !self.out.len().is_multiple_of(4) {
                self.out.push('=');
            }
        }
        self.out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another implementation, a port of the JavaScript original, agrees letter by letter.
    #[test]
    fn another_implementation_agrees() {
        let long: String = (0..3000u32).map(|i| char::from(b'a' + (i * i % 19) as u8)).collect();
        let board = r#"{"size":9,"grid":[[{},{"value":5,"given":true}]],"thermometer":[{"lines":[["R1C1"]]}]}"#;
        for text in ["a", "aaaaaaaaa", "abcabcabc", "é and Ω", "{\"size\":9}", board, &long] {
            let theirs = lz_str::compress_to_base64(text);
            // The original pads to four letters; this port adds one more at times.
            let letters = |packed: &str| packed.trim_end_matches('=').to_string();
            assert_eq!(letters(&pack(text, Alphabet::Base64)), letters(&theirs), "{text}");
            assert_eq!(unpack(&theirs, Alphabet::Base64).as_deref(), Ok(text));
            let uri = lz_str::compress_to_encoded_uri_component(text);
            assert_eq!(unpack(&uri, Alphabet::Uri).as_deref(), Ok(text));
        }
    }

    #[test]
    fn bombs_are_refused() {
        let bomb = pack(&"a".repeat(MAX_UNPACKED + 1), Alphabet::Base64);
        assert!(bomb.len() < 20_000);
        assert_eq!(unpack(&bomb, Alphabet::Base64), Err("it unpacks to too much"));
    }

    /// Texts and what the JavaScript original makes of them.
    const KNOWN: &[(&str, &str)] = &[("", "Q==="), ("a", "IZA=")];

    #[test]
    fn known_texts() {
        for (plain, packed) in KNOWN {
            assert_eq!(unpack(packed, Alphabet::Base64).as_deref(), Ok(*plain));
            assert_eq!(pack(plain, Alphabet::Base64), *packed);
        }
    }

    #[test]
    fn what_is_packed_is_unpacked() {
        let long: String = (0..5000u32).map(|i| char::from(b'a' + (i * i % 23) as u8)).collect();
        let texts = ["aaaaaaaaaaaaaaaa", "{\"size\":9,\"grid\":[[{},{}]]}", "Σ𝄞 é", &long];
        for text in texts {
            for alphabet in [Alphabet::Base64, Alphabet::Uri] {
                let packed = pack(text, alphabet);
                assert_eq!(unpack(&packed, alphabet).as_deref(), Ok(text));
                for end in 0..packed.len().min(300) {
                    let _ = unpack(&packed[..end], alphabet);
                }
            }
        }
    }
}
