//! Finding all-different constraints in clauses.
//!
//! *Rows* are clauses that share no literal: each needs a true literal. *Columns* are
//! at-most-one sets. Where the literals of some rows lie in few columns, rows must take different
//! columns, like pigeons their holes: values in cells, queens on lines. If there are as many
//! columns as rows each column is taken, which is a clause for each; otherwise the theory in `matching`
//! watches that the rows still fit.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap, HashSet};

use crate::cliques::gather;
use crate::core::Search;
use crate::lit::Lit;
use crate::matching::AllDifferent as Theory;
use crate::solver::Solver;

/// What was found.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Lifted {
    /// At-most-one sets.
    pub sets: usize,
    /// All-different constraints.
    pub all_different: usize,
    /// Clauses added because every column is taken.
    pub clauses: usize,
}

/// How many incidences may be looked at before the search stops.
const EFFORT: u64 = 3_000_000;

impl Solver {
    /// Looks for at-most-one sets and all-different constraints in what was added so far, and
    /// strengthens propagation with them. The models stay the same.
    pub fn lift(&mut self) -> Lifted {
        self.reset();
        if !self.propagate_root() {
            return Lifted::default();
        }
        self.search.sets_from_sums();
        gather(&mut self.search);
        let mut lifted = Lifted { sets: self.search.sets.len(), ..Lifted::default() };
        if lifted.sets == 0 {
            return lifted;
        }
        self.group_sums();
        if !self.search.ok {
            return lifted;
        }
        let finder = Finder::new(&self.search);
        let mut known: HashSet<Vec<Lit>> = finder.rows.iter().cloned().collect();
        let mut theory = Theory::default();
        for found in finder.all(&self.search) {
            // Where most columns are clauses too, those propagate well enough, and there may be
            // many such constraints: every value in every two directions.
            let told = found.columns.iter().filter(|&column| known.contains(column)).count();
            if found.columns.len() == found.rows.len() {
                for column in &found.columns {
                    if known.insert(column.clone()) {
                        lifted.clauses += 1;
                        self.add_clause(column);
                    }
                }
            }
            if 2 * told <= found.columns.len() && !found.has_clauses {
                lifted.all_different += 1;
                theory.add(&found.rows, &found.columns);
            }
        }
        if lifted.all_different > 0 {
            theory.post(self);
        }
        lifted
    }
}

/// Rows and columns that cross; both as sorted literals.
struct AllDifferent {
    rows: Vec<Vec<Lit>>,
    columns: Vec<Vec<Lit>>,
    /// Most of the columns' sets are clauses, too.
    has_clauses: bool,
}

struct Finder {
    /// Clauses all of whose literals are in sets.
    rows: Vec<Vec<Lit>>,
    /// By literal: the rows that contain it.
    rows_of: Vec<Vec<u32>>,
}

impl Finder {
    fn new(search: &Search) -> Finder {
        let mut rows: Vec<Vec<Lit>> = Vec::new();
        let mut rows_of = vec![Vec::new(); search.values.len()];
        for &clause in &search.originals {
            let mut lits: Vec<Lit> = search.arena.lits(clause).collect();
            if lits.iter().any(|&lit| search.is_true(lit)) {
                continue;
            }
            lits.retain(|&lit| search.is_open(lit));
            if lits.iter().any(|lit| search.sets_of[lit.index()].is_empty()) {
                continue;
            }
            lits.sort_unstable();
            for &lit in &lits {
                rows_of[lit.index()].push(rows.len() as u32);
            }
            rows.push(lits);
        }
        Finder { rows, rows_of }
    }

    /// Every all-different constraint, each once.
    fn all(&self, search: &Search) -> Vec<AllDifferent> {
        let mut found = Vec::new();
        // Sets and rows that cross in a constraint found already.
        let mut done: HashSet<(u32, u32)> = HashSet::new();
        let mut effort = EFFORT;
        let clauses: HashSet<&[Lit]> = self.rows.iter().map(Vec::as_slice).collect();
        let is_clause: Vec<bool> = search
            .sets
            .iter()
            .map(|set| {
                let mut open: Vec<Lit> =
                    set.iter().copied().filter(|&lit| search.is_open(lit)).collect();
                open.sort_unstable();
                clauses.contains(open.as_slice())
            })
            .collect();
        for set in 0..search.sets.len() as u32 {
            let Some(&first) = search.sets[set as usize].iter().find(|&&lit| search.is_open(lit))
            else {
                continue;
            };
            for &row in &self.rows_of[first.index()] {
                if effort == 0
                    || done.contains(&(set, row))
                    || self.within(search, row, set, &mut effort)
                {
                    continue;
                }
                done.insert((set, row));
                let mut rows = self.rows_across(search, set, row, &mut effort);
                if rows.len() < 2 {
                    continue;
                }
                self.complete(search, &mut rows, &mut effort);
                if rows.len() < 3 {
                    continue;
                }
                let Some(columns) = self.columns(search, &rows, &mut effort) else { continue };
                for (&set, lits) in &columns {
                    for &row in lits.iter().flat_map(|lit| &self.rows_of[lit.index()]) {
                        if rows.contains(&row) {
                            done.insert((set, row));
                        }
                    }
                }
                // Looser ones hardly ever exclude anything; large ones cost memory and time.
                let size: usize = columns.values().map(Vec::len).sum();
                effort = effort.saturating_sub(10 * size as u64);
                if 2 * columns.len() > 3 * rows.len() {
                    continue;
                }
                let clauses = columns.keys().filter(|&&set| is_clause[set as usize]).count();
                let has_clauses = 2 * clauses > columns.len();
                if has_clauses && columns.len() != rows.len() {
                    continue;
                }
                let rows = rows.iter().map(|&row| self.rows[row as usize].clone()).collect();
                found.push(AllDifferent {
                    rows,
                    has_clauses,
                    columns: columns.into_values().collect(),
                });
            }
        }
        found
    }

    /// Whether a row has more than one literal in a set: then it does not cross it.
    fn within(&self, search: &Search, row: u32, set: u32, effort: &mut u64) -> bool {
        let lits = &self.rows[row as usize];
        *effort = effort.saturating_sub(lits.len() as u64);
        let mut inside = lits.iter().filter(|lit| search.sets_of[lit.index()].contains(&set));
        inside.nth(1).is_some()
    }

    /// One row for each literal of a set, the one that is most alike to the first.
    fn rows_across(&self, search: &Search, set: u32, first: u32, effort: &mut u64) -> Vec<u32> {
        let mut links = HashMap::new();
        for &lit in &self.rows[first as usize] {
            if *effort == 0 {
                return Vec::new();
            }
            for &crossing in &search.sets_of[lit.index()] {
                for &other in &search.sets[crossing as usize] {
                    for &row in &self.rows_of[other.index()] {
                        *links.entry(row).or_insert(0u32) += 1;
                        *effort = effort.saturating_sub(1);
                    }
                }
            }
        }
        let mut rows = Vec::new();
        let mut taken: HashSet<Lit> = HashSet::new();
        for &lit in &search.sets[set as usize] {
            if *effort == 0 {
                return Vec::new();
            }
            let mut best: Option<(u32, u32)> = None;
            for &row in &self.rows_of[lit.index()] {
                let link = links.get(&row).copied().unwrap_or(0);
                if best.is_none_or(|(most, _)| link > most)
                    && !self.within(search, row, set, effort)
                {
                    best = Some((link, row));
                }
            }
            let Some((_, row)) = best else { continue };
            // Rows must not share literals, or one literal could serve two of them.
            if self.rows[row as usize].iter().all(|lit| !taken.contains(lit)) {
                taken.extend(&self.rows[row as usize]);
                rows.push(row);
            }
        }
        rows
    }

    /// Adds the rows that lie in the same columns but miss the set they were found by: values
    /// that are excluded already leave gaps.
    fn complete(&self, search: &Search, rows: &mut Vec<u32>, effort: &mut u64) {
        let mut taken: HashSet<Lit> = HashSet::new();
        for &row in rows.iter() {
            taken.extend(&self.rows[row as usize]);
        }
        // A second time only to see what the first time brought within reach.
        for _ in 0..2 {
            let Some(columns) = self.columns(search, rows, effort) else { return };
            let mut shared: BTreeMap<u32, usize> = BTreeMap::new();
            for &set in columns.keys() {
                for lit in search.sets[set as usize].iter().filter(|lit| !taken.contains(lit)) {
                    for &row in &self.rows_of[lit.index()] {
                        *shared.entry(row).or_default() += 1;
                        *effort = effort.saturating_sub(1);
                    }
                }
            }
            let before = rows.len();
            for (row, count) in shared {
                let lits = &self.rows[row as usize];
                let alike = 2 * count > lits.len();
                if alike && lits.iter().all(|lit| !taken.contains(lit)) && !rows.contains(&row) {
                    taken.extend(lits);
                    rows.push(row);
                }
            }
            if rows.len() == before {
                return;
            }
        }
    }

    /// Sorts the literals of rows into columns, each into the set that crosses most rows.
    fn columns(
        &self,
        search: &Search,
        rows: &[u32],
        effort: &mut u64,
    ) -> Option<BTreeMap<u32, Vec<Lit>>> {
        let lits = || rows.iter().flat_map(|&row| &self.rows[row as usize]);
        let mut crossings: HashMap<u32, u32> = HashMap::new();
        for lit in lits() {
            for &set in &search.sets_of[lit.index()] {
                *crossings.entry(set).or_default() += 1;
                *effort = effort.saturating_sub(1);
            }
        }
        // A set that holds a whole row is that row, not a column.
        for &row in rows {
            if let [first, second, ..] = self.rows[row as usize][..] {
                for set in &search.sets_of[first.index()] {
                    if search.sets_of[second.index()].contains(set) {
                        crossings.remove(set);
                    }
                }
            }
        }
        let mut columns: BTreeMap<u32, Vec<Lit>> = BTreeMap::new();
        for &lit in lits() {
            let sets = search.sets_of[lit.index()].iter();
            let best = sets
                .filter_map(|set| crossings.get(set).map(|&count| (count, Reverse(*set))))
                .max();
            let (_, Reverse(set)) = best?;
            columns.entry(set).or_default().push(lit);
        }
        for column in columns.values_mut() {
            column.sort_unstable();
        }
        Some(columns)
    }
}
