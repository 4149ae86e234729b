//! Random choices from a seed.

use pencilmark_kernel::search::Rng;

/// A stream of random choices: the same seed gives the same ones everywhere.
#[derive(Clone, Debug)]
pub struct Chance(Rng);

impl Chance {
    /// The stream of one attempt at one puzzle. Streams of different numbers have nothing to do
    /// with each other.
    pub fn new(seed: u64, puzzle: u64, attempt: u64) -> Chance {
        let mut mix = Rng::new(seed);
        let mut state = mix.next_u64();
        for number in [puzzle, attempt] {
            state = Rng::new(state ^ number.wrapping_mul(0xd6e8_feb8_6659_fd93)).next_u64();
        }
        Chance(Rng::new(state))
    }

    /// A number below `n`; 0 if there is none.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.below(n as u64) as usize
    }

    /// True this often.
    pub fn happens(&mut self, times: usize, of: usize) -> bool {
        self.below(of) < times
    }

    /// One of these.
    pub fn pick<'a, T>(&mut self, all: &'a [T]) -> Option<&'a T> {
        all.get(self.below(all.len()))
    }

    /// In any order.
    pub fn shuffle<T>(&mut self, all: &mut [T]) {
        for last in (1..all.len()).rev() {
            all.swap(last, self.below(last + 1));
        }
    }

    /// The numbers below `n` in any order.
    pub fn order(&mut self, n: usize) -> Vec<usize> {
        let mut all: Vec<usize> = (0..n).collect();
        self.shuffle(&mut all);
        all
    }

    /// Bits for somebody else's seed.
    pub fn seed(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streams_are_their_own() {
        let draw = |seed, puzzle, attempt| Chance::new(seed, puzzle, attempt).seed();
        let all = [draw(1, 0, 0), draw(1, 0, 1), draw(1, 1, 0), draw(2, 0, 0)];
        assert_eq!(all.iter().collect::<std::collections::HashSet<_>>().len(), 4);
        assert_eq!(draw(1, 0, 1), all[1]);
        assert_eq!(Chance::new(1, 0, 0).below(0), 0);
    }

    #[test]
    fn every_order_comes_up() {
        let mut seen = std::collections::HashMap::new();
        for attempt in 0..6000 {
            *seen.entry(Chance::new(7, 0, attempt).order(3)).or_insert(0) += 1;
        }
        assert_eq!(seen.len(), 6);
        // Five standard deviations around 1000.
        assert!(seen.values().all(|n| (855..=1145).contains(n)), "{seen:?}");
    }
}
