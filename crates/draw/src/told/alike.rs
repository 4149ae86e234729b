//! Rules that say of two cells that they have the same region, or colour, or whatever each cell has
//! beside its digit: cell by cell they would fill a page, so they are told as groups of cells.

use std::collections::BTreeSet;

use pencilmark_puzzle::{CellId, Clue, Puzzle};

/// All rules of that sort, in the order in which they speak of something new.
#[derive(Default)]
pub(crate) struct Groups(Vec<Alike>);

impl Groups {
    /// Whether a clue is such a rule; then it is told with the others.
    pub(crate) fn take(&mut self, clue: &Clue, puzzle: &Puzzle) -> bool {
        let Some(own) = Alike::of(clue, puzzle) else { return false };
        let other = self.0.iter_mut().try_fold(own, |own, known| known.join(own));
        self.0.extend(other);
        true
    }

    /// A sentence for each thing that cells have alike.
    pub(crate) fn lines(&self, puzzle: &Puzzle) -> Vec<String> {
        self.0.iter().map(|own| own.line(puzzle)).collect()
    }
}

/// Cells that have the same of something, `region`.
struct Alike {
    what: String,
    groups: Vec<BTreeSet<CellId>>,
}

impl Alike {
    /// What a rule says, if it says just that of two cells.
    fn of(clue: &Clue, puzzle: &Puzzle) -> Option<Alike> {
        let names: Vec<_> = clue.formula.iter().flat_map(|f| f.variables()).collect();
        let &[a, b] = names.as_slice() else { return None };
        let words = clue.words(puzzle);
        let (left, right) =
            words.strip_prefix("the rule `")?.strip_suffix('`')?.split_once(" = ")?;
        // As it was written, or as people call it.
        let is =
            |side: &str, name| side == puzzle.name_text(name) || side == puzzle.name_told(name);
        if !(is(left, a) && is(right, b) || is(left, b) && is(right, a)) {
            return None;
        }
        let cells = [puzzle.cell_of(a)?, puzzle.cell_of(b)?];
        let what = |name, cell: CellId| -> Option<String> {
            let of = format!(" of {}", puzzle.grid.name(cell));
            Some(puzzle.name_told(name).strip_prefix("the ")?.strip_suffix(&of)?.to_string())
        };
        let own = what(a, cells[0])?;
        (what(b, cells[1])? == own).then(|| Alike { what: own, groups: vec![cells.into()] })
    }

    /// Takes in another rule if it is about the same thing; groups that share a cell become one.
    fn join(&mut self, other: Alike) -> Option<Alike> {
        if self.what != other.what {
            return Some(other);
        }
        for mut group in other.groups {
            let (near, far) = self.groups.drain(..).partition(|own| !own.is_disjoint(&group));
            self.groups = far;
            let near: Vec<BTreeSet<CellId>> = near;
            near.into_iter().for_each(|own| group.extend(own));
            self.groups.push(group);
        }
        None
    }

    /// `In each group all cells have the same region: r1c1-2; r4c5 r5c5.`
    fn line(&self, puzzle: &Puzzle) -> String {
        let mut groups: Vec<&BTreeSet<CellId>> = self.groups.iter().collect();
        groups.sort();
        let cells = |group: &&BTreeSet<CellId>| {
            puzzle.grid.list(&group.iter().copied().collect::<Vec<_>>())
        };
        let lists: Vec<String> = groups.iter().map(cells).collect();
        let what = &self.what;
        match lists.as_slice() {
            [only] => format!("All of {only} have the same {what}."),
            _ => format!("In each group all cells have the same {what}: {}.", lists.join("; ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Shape, View, picture, terminal};

    #[test]
    fn rules_about_one_region_are_told_as_groups() {
        let text = "grid 6\nboxes none\nchaos-construction\nrule region_r1c1 = region_r1c2\n\
                    rule region_r1c3 = region_r1c2\nrule region_r4c4 = region_r5c4\n\
                    rule region_r4c4 = r1c1\n";
        let puzzle = pencilmark_formats::parse("chaos", text).unwrap();
        let scene = picture(&View::new(&puzzle));
        let told: Vec<String> = scene
            .shapes()
            .into_iter()
            .filter_map(|shape| match shape {
                Shape::Text { text, .. } => Some(text.clone()),
                _ => None,
            })
            .collect();
        let told = told.join(" ");
        assert!(told.contains("the same region: r1c1-3; r4-5c4."), "{told}");
        assert!(told.contains("Rule `region_r4c4 = r1c1`"), "{told}");
        let letters = terminal::draw(&View::new(&puzzle), terminal::Options::default());
        assert!(letters.contains("the same region: r1c1-3; r4-5c4."), "{letters}");
        assert_eq!(letters.matches("rule").count(), 1, "{letters}");
    }
}
