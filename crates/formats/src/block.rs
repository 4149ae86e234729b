//! Many plain 9x9 lines taken from a stream at once.
//!
//! Cost: each byte is looked at once and copied once; nothing is allocated for a line. A block
//! holds only lines that reading one by one would take for the same plain puzzles, so it ends
//! before a comment, a puzzle of another kind, or a line whose company is not yet in sight.

use std::io::BufRead;

use crate::classic::ClassicLine;
use crate::diagnostic::Diagnostic;
use crate::lines::Lines;
use crate::reader::{Item, Position};
use pencilmark_puzzle::Origin;

/// How many cells a line has.
const CELLS: usize = 81;

/// Lines of 81 cells, one after another in a file.
#[derive(Clone, Debug, Default)]
pub struct Block {
    /// The lines before the first one, and the puzzles.
    lines: usize,
    puzzles: usize,
    /// The lines as they stand in the file, and where each ends.
    text: Vec<u8>,
    ends: Vec<usize>,
}

impl Block {
    /// How many puzzles there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The cells of each puzzle: digits, and `.` or `0` for none.
    pub fn cells(&self) -> impl Iterator<Item = &[u8; CELLS]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.filter_map(|start| self.text.get(start..)?.first_chunk())
    }

    /// One of the puzzles as reading it alone gives it. `name` is what errors call the file.
    pub fn item(&self, nth: usize, name: &str) -> (Position, Result<Item, Vec<Diagnostic>>) {
        let start = if nth == 0 { 0 } else { self.ends[nth - 1] };
        let text = String::from_utf8_lossy(&self.text[start..self.ends[nth]]);
        let text = text.trim_end();
        let position = Position { number: self.puzzles + nth + 1, line: self.lines + nth + 1 };
        let origin = Origin { line: position.line, text: text.to_string() };
        let line = ClassicLine::parse(name, position.line, text);
        (position, line.map(|line| Item::Classic(line, origin)).map_err(|e| vec![*e]))
    }
}

impl<R: BufRead> Lines<R> {
    /// The plain lines that are in the buffer, up to `most`. Empty if the next one is not plain,
    /// or if it cannot be seen what stands below it.
    pub(crate) fn block(&mut self, puzzles: usize, most: usize) -> Block {
        let mut block = Block { lines: self.number, puzzles, ..Block::default() };
        let Ok(buffer) = self.input.fill_buf() else { return block };
        block.ends.reserve(most.min(buffer.len() / CELLS));
        let (mut end, mut at) = (0, 0);
        // One line more is looked at than is taken.
        while block.ends.len() < most {
            let Some(length) = plain_line(&buffer[at..]) else { break };
            if at > 0 {
                block.ends.push(at);
                end = at;
            }
            at += length;
        }
        block.text.extend_from_slice(&buffer[..end]);
        self.number += block.ends.len();
        self.more |= end > 0;
        self.input.consume(end);
        block
    }

    /// Whether there is such a block.
    pub(crate) fn is_block_next(&mut self) -> bool {
        let two = |buffer: &[u8]| plain_line(&buffer[plain_line(buffer)?..]);
        self.more && self.input.fill_buf().is_ok_and(|buffer| two(buffer).is_some())
    }

    /// Whether a plain line, which is no layout, is seen to follow.
    pub(crate) fn is_plain_next(&mut self) -> bool {
        self.more && self.input.fill_buf().is_ok_and(|buffer| plain_line(buffer).is_some())
    }
}

/// The length of the first line, if all of it is there and it is a plain puzzle that cannot be
/// the regions of the line above.
fn plain_line(buffer: &[u8]) -> Option<usize> {
    let cells: &[u8; CELLS] = buffer.first_chunk()?;
    let (mut strange, mut dots, mut zeros) = (false, 0u8, 0u8);
    for &cell in cells {
        strange |= !cell.is_ascii_digit() & (cell != b'.');
        dots += u8::from(cell == b'.');
        zeros += u8::from(cell == b'0');
    }
    // Nine regions of nine cells leave no dot and no more than nine noughts.
    if strange || dots == 0 && zeros <= 9 {
        return None;
    }
    match buffer.get(CELLS..CELLS + 2)? {
        [b'\n', _] => Some(CELLS + 1),
        b"\r\n" => Some(CELLS + 2),
        // A solution or a number behind a comma, as tables have it.
        [b',', _] => {
            let rest = &buffer[CELLS + 1..];
            let rest = &rest[..rest.len().min(CELLS + 1)];
            let end = rest.iter().position(|b| !b.is_ascii_digit() && *b != b'.')?;
            (rest[end] == b'\n').then_some(CELLS + 2 + end)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reader::items;
    use std::io::BufReader;

    /// A file of many kinds of lines, some of them plain.
    fn file(seed: u64) -> Vec<u8> {
        let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let mut random = move |below: usize| {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 33) as usize % below
        };
        let mut text = vec![b'.'; 81];
        text.push(b'\n');
        for _ in 0..200 {
            let blank = [b'.', b'0'][random(2)];
            let mut line: Vec<u8> =
                (0..81).map(|_| [blank, blank, b'1' + random(9) as u8][random(3)]).collect();
            match random(24) {
                0 => line = b"# a remark".to_vec(),
                1 => line.clear(),
                2 => line.truncate(random(81)),
                3 => line[random(81)] = b"x*?A-_"[random(6)],
                4 => line = (0..81).map(|i| b'0' + (i / 9) as u8).collect(),
                5 => line = (0..81).map(|i| b'A' + (i % 9 / 3 + i / 27 * 3) as u8).collect(),
                6 => line.iter_mut().enumerate().for_each(|(i, c)| *c = b'1' + (i % 9) as u8),
                7 => line.extend(b" easy"),
                8 => line.extend(b",1.5"),
                9 => line.extend(format!(",{}", "123456789".repeat(9)).bytes()),
                10 => line.extend(b"\r"),
                11 => line.extend(b",1,2"),
                12 => line.extend(b","),
                _ => {}
            }
            text.extend(line);
            text.push(b'\n');
        }
        text.truncate(text.len() - random(3));
        text
    }

    #[test]
    fn blocks_are_the_lines_one_by_one() {
        let (mut in_blocks, mut alone, mut seen) = (0, 0, 0);
        for seed in 1..60 {
            let text = file(seed);
            let one_by_one: Vec<_> = items(&text[..], "t").collect();
            for room in [100, 500, 1 << 16] {
                let mut stream = items(BufReader::with_capacity(room, &text[..]), "t");
                let mut found = vec![stream.next().unwrap()];
                loop {
                    let foreseen = stream.is_block_next();
                    let block = stream.block(7);
                    assert!(block.len() <= 7 && (!foreseen || !block.is_empty()));
                    seen += usize::from(foreseen);
                    assert_eq!(block.cells().count(), block.len());
                    for (nth, cells) in block.cells().enumerate() {
                        let (position, item) = block.item(nth, "t");
                        let Ok(Item::Classic(line, _)) = &item else { panic!("{item:?}") };
                        let digit = |c: &u8| if *c == b'.' { 0 } else { c - b'0' };
                        assert_eq!(line.givens, cells.iter().map(digit).collect::<Vec<_>>());
                        found.push((position, item));
                    }
                    in_blocks += block.len();
                    let Some(next) = stream.next() else { break };
                    alone += 1;
                    found.push(next);
                }
                assert_eq!(found, one_by_one, "seed {seed}, {room} bytes at a time");
            }
        }
        assert!(in_blocks > 2000 && alone > 2000 && seen > 1000, "{in_blocks} {alone} {seen}");
    }
}
