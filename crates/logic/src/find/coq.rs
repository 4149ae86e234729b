//! Sue de Coq: where a line and a box cross.

use super::{Sink, View};
use crate::board::{Mark, Shape};
use crate::found::{Found, Pattern};
use crate::sets::{Cells, Digits, Each, choose, count};
use crate::technique::Technique;

/// Looks at every crossing of a line and a box.
pub fn find(view: View<'_>, sink: &mut Sink<'_>) -> bool {
    let houses = &view.board.houses;
    let boxes = || (0..houses.len()).filter(|&h| houses[h].shape == Shape::Box);
    let lines = || (0..houses.len()).filter(|&h| houses[h].shape != Shape::Box);
    for block in boxes() {
        for line in lines() {
            let cross: Vec<usize> = (view.open(block) & houses[line].cells).collect();
            for size in [2, 3] {
                let stop = choose(&cross, size, &mut |chosen| {
                    crossing(view, line, block, chosen.iter().copied().collect(), sink)
                });
                if stop {
                    return true;
                }
            }
        }
    }
    false
}

fn digits_of(view: View<'_>, cells: Cells) -> Digits {
    cells.fold(0, |all, c| all | view.marks.of[c])
}

/// Sets of cells whose digits fit, with those digits.
fn parts(view: View<'_>, cells: Cells, most: usize) -> Vec<(Cells, Digits)> {
    let list: Vec<usize> = cells.collect();
    let mut all = Vec::new();
    for size in 1..=most.min(list.len()) {
        choose(&list, size, &mut |chosen| {
            let set: Cells = chosen.iter().copied().collect();
            all.push((set, digits_of(view, set)));
            false
        });
    }
    all
}

fn crossing(view: View<'_>, line: usize, block: usize, cross: Cells, sink: &mut Sink<'_>) -> bool {
    let houses = &view.board.houses;
    let own = digits_of(view, cross);
    let extra = count(own) as isize - cross.len() as isize;
    if extra < 2 {
        return false;
    }
    let in_line = view.open(line) - houses[block].cells;
    let in_block = view.open(block) - houses[line].cells;
    let block_parts = parts(view, in_block, in_block.len());
    for (line_cells, line_digits) in parts(view, in_line, in_line.len()) {
        if line_digits & own == 0 {
            continue;
        }
        for &(block_cells, block_digits) in &block_parts {
            let all = own | line_digits | block_digits;
            let cells = cross.len() + line_cells.len() + block_cells.len();
            if block_digits & own == 0 || line_digits & block_digits != 0 || count(all) != cells {
                continue;
            }
            let from_line = line_digits | own & !block_digits;
            let from_block = block_digits | own & !line_digits;
            let rest_line = houses[line].cells - cross - line_cells;
            let rest_block = houses[block].cells - cross - block_cells;
            let gone = |digits: Digits, cells: Cells| -> Vec<Mark> {
                Each(digits).flat_map(|d| view.marks_in(d, cells)).collect()
            };
            let mut marks = gone(from_line, rest_line);
            marks.extend(gone(from_block, rest_block));
            let pattern = Pattern::Coq {
                cross,
                line: (line_cells, line_digits),
                block: (block_cells, block_digits),
            };
            if !marks.is_empty() && sink(Found::new(Technique::SueDeCoq, pattern).removing(marks)) {
                return true;
            }
        }
    }
    false
}
