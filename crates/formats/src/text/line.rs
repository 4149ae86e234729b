//! Writing a plain puzzle as one line of characters. Reading is [`crate::ClassicLine`]'s.

use pencilmark_puzzle::Puzzle;

use crate::classic::ClassicLine;
use crate::export::{Export, Houses, Losses, givens};

pub(crate) fn write(puzzle: &Puzzle) -> Result<Export, String> {
    let (n, grid) = (puzzle.grid.rows(), &puzzle.grid);
    if n != grid.cols() {
        return Err("a line of characters is for square grids".into());
    }
    let mut losses = Losses::all_but(puzzle, |c| c.kind.name == "given");
    Houses::of(puzzle).tell(puzzle, &mut losses);
    let digits = givens(puzzle).iter().map(|d| d.unwrap_or(0).clamp(0, 99) as u8).collect();
    let text = ClassicLine { n, givens: digits }.text();
    Ok(losses.export(puzzle, text + "\n"))
}
