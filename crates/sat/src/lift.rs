//! Finding all-different constraints in clauses.
//!
//! *Rows* are clauses that share no literal: each needs a true literal. *Columns* are
//! at-most-one sets. Where the literals of some rows lie in few columns, rows must take different
//! columns, like pigeons their holes: values in cells, queens on lines. If there are as many
//! columns as rows each column is taken, which is a clause for each; otherwise the theory in `matching`
//! watches that the rows still fit.

use std::collections::HashSet;

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
const EFFORT: u64 = 30_000_000;

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
        let finder = Finder::new(&self.search);
        let mut known: HashSet<Vec<Lit>> = finder.rows.iter().cloned().collect();
        let mut theory = Theory::default();
        for found in finder.all(&self.search) {
            lifted.all_different += 1;
            if found.columns.len() == found.rows.len() {
                for column in &found.columns {
                    if known.insert(column.clone()) {
                        lifted.clauses += 1;
                        self.add_clause(column);
                    }
                }
            }
            theory.add(&found.rows, &found.columns);
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
        for set in 0..search.sets.len() as u32 {
            let Some(&first) = search.sets[set as usize].iter().find(|&&lit| search.is_open(lit))
            else {
                continue;
            };
            for &row in &self.rows_of[first.index()] {
                if effort == 0 || done.contains(&(set, row)) || self.within(search, row, set) {
                    continue;
                }
                done.insert((set, row));
                let rows = self.rows_across(search, set, row, &mut effort);
                if rows.len() < 3 {
                    continue;
                }
                let Some(columns) = self.columns(search, &rows, &mut done, &mut effort) else {
                    continue;
                };
                if columns.len() > 2 * rows.len() {
                    continue;
                }
                let rows = rows.iter().map(|&row| self.rows[row as usize].clone()).collect();
                found.push(AllDifferent { rows, columns });
            }
        }
        found
    }

    /// Whether a row has more than one literal in a set: then it does not cross it.
    fn within(&self, search: &Search, row: u32, set: u32) -> bool {
        let lits = self.rows[row as usize].iter();
        lits.filter(|lit| search.sets_of[lit.index()].contains(&set)).count() > 1
    }

    /// One row for each literal of a set, the one that is most alike to the first.
    fn rows_across(&self, search: &Search, set: u32, first: u32, effort: &mut u64) -> Vec<u32> {
        let mut links = std::collections::HashMap::new();
        for &lit in &self.rows[first as usize] {
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
            let candidates = self.rows_of[lit.index()].iter();
            let best =
                candidates.filter(|&&row| !self.within(search, row, set)).max_by_key(|&&row| {
                    (links.get(&row).copied().unwrap_or(0), std::cmp::Reverse(row))
                });
            let Some(&row) = best else { continue };
            // Rows must not share literals, or one literal could serve two of them.
            if self.rows[row as usize].iter().all(|lit| !taken.contains(lit)) {
                taken.extend(&self.rows[row as usize]);
                rows.push(row);
            }
        }
        rows
    }

    /// Sorts the literals of rows into columns, the sets that cross most rows first.
    fn columns(
        &self,
        search: &Search,
        rows: &[u32],
        done: &mut HashSet<(u32, u32)>,
        effort: &mut u64,
    ) -> Option<Vec<Vec<Lit>>> {
        let lits: Vec<(Lit, u32)> = rows
            .iter()
            .flat_map(|&row| self.rows[row as usize].iter().map(move |&lit| (lit, row)))
            .collect();
        let mut crossings: std::collections::HashMap<u32, u32> = Default::default();
        for &(lit, _) in &lits {
            for &set in &search.sets_of[lit.index()] {
                *crossings.entry(set).or_default() += 1;
                *effort = effort.saturating_sub(1);
            }
        }
        // A set that holds a whole row is that row, not a column.
        for &row in rows {
            let lits = &self.rows[row as usize];
            for set in &search.sets_of[lits[0].index()] {
                if lits.len() > 1 && search.sets_of[lits[1].index()].contains(set) {
                    crossings.remove(set);
                }
            }
        }
        let mut columns: std::collections::BTreeMap<u32, Vec<Lit>> = Default::default();
        for &(lit, row) in &lits {
            let sets = search.sets_of[lit.index()].iter();
            let best = sets
                .filter_map(|set| crossings.get(set).map(|&count| (count, std::cmp::Reverse(*set))))
                .max();
            let (_, std::cmp::Reverse(set)) = best?;
            done.insert((set, row));
            columns.entry(set).or_default().push(lit);
        }
        Some(
            columns
                .into_values()
                .map(|mut column| {
                    column.sort_unstable();
                    column
                })
                .collect(),
        )
    }
}
