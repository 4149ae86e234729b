//! What sort of puzzle is asked for.

use std::fmt;

use pencilmark_logic::{Level, Technique};
use pencilmark_puzzle::{CellId, Grid};

use crate::symmetry::Symmetry;

/// A number between two others.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The smallest.
    pub lo: usize,
    /// The largest.
    pub hi: usize,
}

impl Bounds {
    /// How far a number is from being between them.
    pub fn distance(self, n: usize) -> usize {
        self.lo.saturating_sub(n).max(n.saturating_sub(self.hi))
    }
}

/// Something that puzzles are made with besides digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[expect(missing_docs, reason = "the names say it, and `about` says more")]
pub enum Ingredient {
    Latin,
    Jigsaw,
    X,
    Windoku,
    AntiKnight,
    AntiKing,
    NonConsecutive,
    DisjointGroups,
    Killer,
    Thermo,
    Arrow,
    LittleKiller,
    Kropki,
    Xv,
    Whisper,
    Renban,
    Sandwich,
}

/// Each with its name and what it adds.
const INGREDIENTS: [(Ingredient, &str, &str); 17] = [
    (Ingredient::Latin, "latin", "rows and columns only, no boxes"),
    (Ingredient::Jigsaw, "jigsaw", "random regions instead of boxes"),
    (Ingredient::X, "x", "both diagonals hold every digit"),
    (Ingredient::Windoku, "windoku", "four windows hold every digit"),
    (Ingredient::AntiKnight, "anti-knight", "no equal digits a knight's move apart"),
    (Ingredient::AntiKing, "anti-king", "no equal digits touch at a corner"),
    (Ingredient::NonConsecutive, "non-consecutive", "neighbours are not consecutive"),
    (Ingredient::DisjointGroups, "disjoint-groups", "no digit in the same place of two boxes"),
    (Ingredient::Killer, "killer", "cages with sums; without givens unless --clues asks for some"),
    (Ingredient::Thermo, "thermo", "thermometers"),
    (Ingredient::Arrow, "arrow", "arrows"),
    (Ingredient::LittleKiller, "little-killer", "sums of diagonals"),
    (Ingredient::Kropki, "kropki", "all white and black dots"),
    (Ingredient::Xv, "xv", "all X and V marks"),
    (Ingredient::Whisper, "whisper", "German whispers"),
    (Ingredient::Renban, "renban", "renban lines"),
    (Ingredient::Sandwich, "sandwich", "sandwich sums of all rows and columns"),
];

impl Ingredient {
    /// All of them.
    pub fn all() -> impl Iterator<Item = Ingredient> {
        INGREDIENTS.iter().map(|entry| entry.0)
    }

    /// Its name.
    pub fn name(self) -> &'static str {
        INGREDIENTS[self as usize].1
    }

    /// What it adds, in a few words.
    pub fn about(self) -> &'static str {
        INGREDIENTS[self as usize].2
    }

    /// The one of this name.
    pub fn find(name: &str) -> Option<Ingredient> {
        INGREDIENTS.iter().find(|entry| entry.1 == name).map(|entry| entry.0)
    }
}

/// What is asked for.
#[derive(Clone, Debug)]
pub struct Recipe {
    /// Rows, columns and digits.
    pub size: usize,
    /// What the puzzles are made with.
    pub with: Vec<Ingredient>,
    /// Where randomness comes from.
    pub seed: u64,
    /// How the pattern of givens looks.
    pub symmetry: Symmetry,
    /// How many givens; as few as come out if nothing is said.
    pub clues: Option<Bounds>,
    /// Whether every given must be needed.
    pub minimal: bool,
    /// The cells that have givens, all of them and no others.
    pub mask: Option<Vec<bool>>,
    /// How hard in a word.
    pub level: Option<Level>,
    /// How hard in tenths.
    pub rating: Option<Bounds>,
    /// Whether scores and ratings of extreme puzzles are wanted: that a puzzle is extreme is
    /// known long before its last step.
    pub scored: bool,
    /// Techniques that must be used.
    pub must: Vec<Technique>,
    /// Techniques that must not be used.
    pub must_not: Vec<Technique>,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            size: 9,
            with: vec![],
            seed: 0,
            symmetry: Symmetry::None,
            clues: None,
            minimal: false,
            mask: None,
            level: None,
            rating: None,
            scored: false,
            must: vec![],
            must_not: vec![],
        }
    }
}

/// Why nothing can be made by a recipe.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecipeError(pub String);

impl fmt::Display for RecipeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for RecipeError {}

impl Recipe {
    /// Whether it has this ingredient.
    pub fn has(&self, ingredient: Ingredient) -> bool {
        self.with.contains(&ingredient)
    }

    /// Whether the puzzle must be graded to know that it is the right one.
    pub fn is_graded(&self) -> bool {
        self.level.is_some()
            || self.rating.is_some()
            || !self.must.is_empty()
            || !self.must_not.is_empty()
    }

    /// How many givens it may have.
    pub(crate) fn givens(&self) -> Bounds {
        let killer = self.has(Ingredient::Killer) && self.mask.is_none();
        let cells = self.size * self.size;
        let most = match self.level {
            // Cages alone are never easy.
            Some(Level::Easy) if killer => cells / 2,
            _ if killer => 0,
            _ => cells,
        };
        self.clues.unwrap_or(Bounds { lo: 0, hi: most })
    }

    /// The board, if there is nothing wrong with the recipe.
    pub(crate) fn grid(&self) -> Result<Grid, RecipeError> {
        let wrong = |message: String| Err(RecipeError(message));
        let size = self.size;
        let Some(grid) = Grid::new(size, size).filter(|_| (4..=16).contains(&size)) else {
            return wrong(format!("sizes go from 4 to 16, not {size}"));
        };
        let boxless = self.has(Ingredient::Latin) || self.has(Ingredient::Jigsaw);
        if grid.default_box().is_none() && !boxless {
            let a = if size == 11 { "an" } else { "a" };
            return wrong(format!(
                "{a} {size}x{size} grid has no boxes; ask for `jigsaw` or `latin`"
            ));
        }
        if self.has(Ingredient::Latin) && self.has(Ingredient::Jigsaw) {
            return wrong("`latin` has no regions, `jigsaw` has some: ask for one of them".into());
        }
        for (ingredient, sizes) in
            [(Ingredient::Windoku, 9..=9), (Ingredient::Xv, 6..=16), (Ingredient::Whisper, 5..=16)]
        {
            if self.has(ingredient) && !sizes.contains(&size) {
                return wrong(format!("`{}` is not for {size}x{size} grids", ingredient.name()));
            }
        }
        if self.has(Ingredient::DisjointGroups) && self.has(Ingredient::Latin) {
            return wrong("`disjoint-groups` needs boxes or regions".into());
        }
        if !self.symmetry.fits(&grid) {
            return wrong(format!("such a grid cannot be symmetric by {}", self.symmetry.name()));
        }
        let mask = self.mask.as_ref().map(|mask| (mask.len(), mask.iter().filter(|m| **m).count()));
        if let Some((cells, _)) = mask.filter(|(cells, _)| *cells != grid.size()) {
            return wrong(format!("the mask has {cells} cells, the grid {}", grid.size()));
        }
        let torn = |mask: &Vec<bool>| {
            let differs = |orbit: &[CellId]| {
                orbit.iter().any(|cell| mask[cell.index()] != mask[orbit[0].index()])
            };
            self.symmetry.orbits(&grid).iter().any(|orbit| differs(orbit))
        };
        if self.mask.as_ref().is_some_and(torn) {
            let name = self.symmetry.name();
            return wrong(format!("the mask is not symmetric by {name}"));
        }
        if let Some(both) = self.must.iter().find(|t| self.must_not.contains(t)) {
            return wrong(format!("{} must be taken and must not: what now?", both.name()));
        }
        let outside = |&(_, shown): &(usize, usize)| {
            self.clues.is_some_and(|bounds| bounds.distance(shown) > 0)
        };
        if let Some((_, shown)) = mask.filter(outside) {
            return wrong(format!(
                "the mask has {shown} givens, which is not as many as asked for"
            ));
        }
        if self.clues.is_some_and(|bounds| bounds.lo > grid.size()) {
            return wrong(format!("the grid has only {} cells", grid.size()));
        }
        if self.level == Some(Level::Easy) && self.givens().hi == 0 {
            return wrong("without givens no puzzle is easy: ask for some, or for medium".into());
        }
        for bounds in [self.clues, self.rating].into_iter().flatten() {
            if bounds.lo > bounds.hi {
                return wrong(format!("nothing is between {} and {}", bounds.lo, bounds.hi));
            }
        }
        Ok(grid)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_in_the_order_of_the_enum() {
        for (place, ingredient) in Ingredient::all().enumerate() {
            assert_eq!(ingredient as usize, place);
            assert_eq!(Ingredient::find(ingredient.name()), Some(ingredient));
        }
    }

    #[test]
    fn what_cannot_be_is_refused() {
        let error = |recipe: Recipe| recipe.grid().unwrap_err().0;
        assert!(error(Recipe { size: 7, ..Recipe::default() }).contains("no boxes"));
        assert!(error(Recipe { size: 17, ..Recipe::default() }).contains("4 to 16"));
        let both = vec![Ingredient::Latin, Ingredient::Jigsaw];
        assert!(error(Recipe { with: both, ..Recipe::default() }).contains("one of them"));
        let mask = Some(vec![true; 80]);
        assert!(error(Recipe { mask, ..Recipe::default() }).contains("80 cells"));
        assert!(error(Recipe { size: 11, ..Recipe::default() }).starts_with("an 11x11 grid"));
        let x_wing = vec![Technique::XWing];
        let both = Recipe { must: x_wing.clone(), must_not: x_wing, ..Recipe::default() };
        assert!(error(both).contains("X-Wing"));
        assert!(
            Recipe { size: 7, with: vec![Ingredient::Jigsaw], ..Recipe::default() }.grid().is_ok()
        );
    }

    #[test]
    fn a_mask_has_to_be_as_symmetric_as_asked_for() {
        let made = |cells: &[usize], symmetry| {
            let mask = Some((0..81).map(|at| cells.contains(&at)).collect());
            Recipe { mask, symmetry, ..Recipe::default() }.grid()
        };
        for (cells, symmetry, fits) in [
            (&[0, 8][..], Symmetry::Mirror, true),
            (&[0, 8], Symmetry::Flip, false),
            (&[0, 8], Symmetry::Rotate180, false),
            (&[0, 8], Symmetry::None, true),
            (&[0, 80], Symmetry::Rotate180, true),
            (&[1, 9], Symmetry::Diagonal, true),
            (&[1, 10], Symmetry::Diagonal, false),
        ] {
            assert_eq!(made(cells, symmetry).is_ok(), fits, "{cells:?} {symmetry:?}");
        }
    }
}
