//! An obvious solver for plain 9x9 puzzles, to hold the other against.

/// Up to `most` solutions.
pub fn solutions(line: &str, most: usize) -> Vec<Vec<i64>> {
    let mut board = Board { digits: [0; 81], rows: [0; 9], cols: [0; 9], boxes: [0; 9] };
    for (cell, c) in line.chars().take(81).enumerate() {
        let digit = c.to_digit(10).unwrap_or(0) as usize;
        if digit > 0 && !board.put(cell, digit) {
            return vec![];
        }
    }
    let mut found = Vec::new();
    board.search(&mut found, most);
    found
}

/// Digits, and a bit for each digit used in each house.
struct Board {
    digits: [usize; 81],
    rows: [u16; 9],
    cols: [u16; 9],
    boxes: [u16; 9],
}

impl Board {
    fn used(&self, cell: usize) -> u16 {
        let (row, col) = (cell / 9, cell % 9);
        self.rows[row] | self.cols[col] | self.boxes[row / 3 * 3 + col / 3]
    }

    fn put(&mut self, cell: usize, digit: usize) -> bool {
        if self.used(cell) >> digit & 1 == 1 {
            return false;
        }
        self.flip(cell, digit);
        self.digits[cell] = digit;
        true
    }

    fn flip(&mut self, cell: usize, digit: usize) {
        let (row, col, bit) = (cell / 9, cell % 9, 1 << digit);
        self.rows[row] ^= bit;
        self.cols[col] ^= bit;
        self.boxes[row / 3 * 3 + col / 3] ^= bit;
    }

    /// Fills the cell with the fewest digits left.
    fn search(&mut self, found: &mut Vec<Vec<i64>>, most: usize) {
        let open = (0..81).filter(|&c| self.digits[c] == 0);
        let Some(cell) = open.max_by_key(|&c| self.used(c).count_ones()) else {
            return found.push(self.digits.iter().map(|&d| d as i64).collect());
        };
        for digit in 1..=9 {
            if found.len() < most && self.put(cell, digit) {
                self.search(found, most);
                self.flip(cell, digit);
                self.digits[cell] = 0;
            }
        }
    }
}
