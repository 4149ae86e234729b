//! Graphs over the places of a list, for constraints about what hangs together.

/// Which places of a list are neighbours.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Graph {
    neighbours: Vec<Vec<usize>>,
    /// The same as rows of bits, one after the other.
    rows: Vec<u64>,
    /// For how many each place counts; where there is none, for one.
    weights: Vec<usize>,
}

impl Graph {
    /// So many places and the pairs that are neighbours; pairs of places that do not exist,
    /// or of a place with itself, say nothing.
    pub fn new(places: usize, pairs: impl IntoIterator<Item = (usize, usize)>) -> Graph {
        let mut neighbours = vec![Vec::new(); places];
        let width = places.div_ceil(64);
        let mut rows = vec![0; places * width];
        for (a, b) in pairs {
            if a != b && a < places && b < places && rows[a * width + b / 64] >> (b % 64) & 1 == 0 {
                neighbours[a].push(b);
                neighbours[b].push(a);
                rows[a * width + b / 64] |= 1 << (b % 64);
                rows[b * width + a / 64] |= 1 << (a % 64);
            }
        }
        Graph { neighbours, rows, weights: Vec::new() }
    }

    /// The same with places that stand for several each, for one at least.
    pub fn weighted(
        mut weights: Vec<usize>,
        pairs: impl IntoIterator<Item = (usize, usize)>,
    ) -> Graph {
        weights.iter_mut().for_each(|w| *w = (*w).max(1));
        let places = weights.len();
        Graph { weights, ..Graph::new(places, pairs) }
    }

    /// For how many a place counts.
    pub fn weight(&self, place: usize) -> usize {
        self.weights.get(place).copied().unwrap_or(1)
    }

    /// How many places there are.
    pub fn len(&self) -> usize {
        self.neighbours.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.neighbours.is_empty()
    }

    /// The neighbours of a place.
    pub fn near(&self, place: usize) -> &[usize] {
        self.neighbours.get(place).map_or(&[], Vec::as_slice)
    }

    /// The neighbours of a place as bits.
    pub(crate) fn row(&self, place: usize) -> &[u64] {
        let width = self.len().div_ceil(64);
        &self.rows[place * width..][..width]
    }

    /// Whether every place counts for one.
    pub(crate) fn is_plain(&self) -> bool {
        self.weights.is_empty()
    }

    /// All pairs of neighbours, each once.
    pub fn pairs(&self) -> impl Iterator<Item = (usize, usize)> + '_ {
        let of = |(a, list): (usize, &Vec<usize>)| {
            list.iter().copied().filter(move |&b| a < b).map(move |b| (a, b)).collect::<Vec<_>>()
        };
        self.neighbours.iter().enumerate().flat_map(of)
    }

    /// Whether the places told hang together. No places do.
    pub fn connects(&self, inside: &[bool]) -> bool {
        let Some(first) = inside.iter().position(|&b| b) else { return true };
        let mut reached = vec![false; inside.len()];
        reached[first] = true;
        let mut open = vec![first];
        while let Some(place) = open.pop() {
            for &next in self.near(place) {
                if inside.get(next) == Some(&true) && !reached[next] {
                    reached[next] = true;
                    open.push(next);
                }
            }
        }
        reached == inside
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_with_a_gap_does_not_hang_together() {
        let path = Graph::new(4, [(0, 1), (1, 2), (2, 3), (1, 1), (7, 8)]);
        assert!(path.connects(&[true, true, true, false]) && path.connects(&[false; 4]));
        assert!(!path.connects(&[true, true, false, true]));
        assert_eq!(path.pairs().collect::<Vec<_>>(), [(0, 1), (1, 2), (2, 3)]);
    }
}
