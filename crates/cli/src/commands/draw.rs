//! `draw`: a picture of the puzzle, of a state or of the solution.

use pencilmark::draw::{Erased, Scene, View, picture};
use pencilmark::formats::{Item, Place};
use pencilmark::logic::oracle::Oracle;
use pencilmark::logic::story::Truth;
use pencilmark::logic::{Board, Marks, state};
use pencilmark::{CellId, Diagnostic, Puzzle, Status};

use super::{Ask, Out};
use crate::album::{drawn, letters, stem, write};
use crate::exit::Exit;
use crate::picture::{PictureFormat, Target};

/// Nodes for what one constraint says: more is no glance.
const NODES: u64 = 4000;

pub(super) fn draw(
    ask: &Ask<'_>,
    item: &Item,
    sink: &mut Out<'_>,
) -> Result<Exit, Vec<Diagnostic>> {
    let puzzle = ask.puzzle(item)?;
    let mut view = View::new(&puzzle);
    let exit = fill(ask, &puzzle, &mut view, sink)?;
    let options = &ask.options().picture;
    let album = &ask.context.album;
    let sheets = album.is_sheets(options);
    view.title = options.title || sheets;
    let complaint = |message: String| vec![complaint((ask.label)(), message)];
    if sheets {
        album.keep(ask.order, picture(&view));
        return Ok(exit);
    }
    // Escape sequences are for terminals, not for files.
    let colour = ask.context.terminal.colour && album.target == Target::Screen;
    let path = match &album.target {
        Target::Screen => None,
        Target::File(path) => Some(path.clone()),
        Target::Folder(folder) => {
            let name = stem(ask.file, ask.position.number, ask.is_line && !ask.context.single);
            Some(folder.join(format!("{name}.{}", album.format.ending())))
        }
    };
    if let (Target::File(_), PictureFormat::Text, false) =
        (&album.target, album.format, ask.context.single)
    {
        album.keep_text(ask.order, letters(&view, options, false));
        return Ok(exit);
    }
    let bytes = drawn(&view, album.format, options, colour).map_err(complaint)?;
    if let Some(path) = &path {
        write(path, &bytes).map_err(complaint)?;
    }
    if ask.options().json {
        let mut object = ask.object(sink.out());
        object.text("format", album.format.ending());
        match &path {
            Some(path) => object.text("written", &path.to_string_lossy()),
            None => object.text("text", &String::from_utf8_lossy(&bytes)),
        };
        if album.format == PictureFormat::Svg {
            // Where the picture is, in cells, for what is laid over it: r1c1 is from 0,0 to 1,1.
            let Scene { from, to, .. } = picture(&view);
            let place = [from.x, from.y, to.x - from.x, to.y - from.y];
            object.list("box", place, crate::json::plain);
            object.plain("rows", puzzle.grid.rows()).plain("columns", puzzle.grid.cols());
        }
        object.end_line();
    } else if path.is_none() {
        if ask.order > 0 {
            sink.out().push(b'\n');
        }
        sink.out().extend_from_slice(&bytes);
    }
    Ok(exit)
}

/// Digits, candidates and dots, as far as they were asked for.
fn fill(
    ask: &Ask<'_>,
    puzzle: &Puzzle,
    view: &mut View<'_>,
    sink: &mut Out<'_>,
) -> Result<Exit, Vec<Diagnostic>> {
    let options = ask.options();
    let wanted = &options.picture;
    if wanted.solution {
        let answer = ask.solver(puzzle).solve(1);
        let Some(solution) = answer.solutions.first() else {
            let (words, exit) = match (answer.status, answer.stopped) {
                (_, Some(stop)) => ("the solution was not found within the limits", Exit::of(stop)),
                (Status::Unknown, None) => ("the solution was not found", Exit::Limit),
                _ => ("there is no solution", Exit::No),
            };
            sink.err().push_str(&format!("{}: {words}\n", (ask.label)()));
            return Ok(exit);
        };
        view.digits = solution.cells.iter().map(|&digit| Some(digit)).collect();
        return Ok(Exit::Yes);
    }
    if options.state.is_none() && !wanted.candidates && !wanted.dots {
        return Ok(Exit::Yes);
    }
    let board = Board::new(puzzle);
    let marks = match &options.state {
        Some((file, text)) => state::read(&board, text)
            .map_err(|wrong| vec![super::logic::unread(&file.to_string_lossy(), text, &wrong)])?,
        None => Marks::start(&board),
    };
    view.digits = digits(&board, &marks);
    if !wanted.dots {
        view.candidates = Some(candidates(&board, &|cell| marks.of[cell]));
        return Ok(Exit::Yes);
    }
    let truth = Truth::of(&board, &ask.limits);
    let left = match &truth {
        Truth::Known(cells) => cells,
        Truth::None | Truth::Unknown => {
            let (words, exit) = match truth {
                Truth::None => ("there is no solution", Exit::No),
                _ => ("the solutions were not found within the limits", Exit::Limit),
            };
            sink.err().push_str(&format!("{}: {words}\n", (ask.label)()));
            return Ok(exit);
        }
    };
    let facts = (0..board.cells).map(|cell| marks.left_of(cell)).collect();
    let alone = Oracle::new(&board).alone(&facts, NODES);
    view.candidates = Some(candidates(&board, &|cell| marks.of[cell] & left[cell]));
    for cell in (0..board.cells).filter(|&c| marks.value[c].is_none()) {
        for digit in 0..board.digits {
            let level = match [marks.of[cell], alone[cell], left[cell]].map(|m| m >> digit & 1) {
                [0, ..] => 0,
                [_, 0, _] => 1,
                [_, _, 0] => 2,
                _ => continue,
            };
            let (cell, digit) = (CellId::new(cell), board.value(digit));
            view.erased.push(Erased { cell, digit, level });
        }
    }
    Ok(Exit::Yes)
}

/// The digits written down.
pub(super) fn digits(board: &Board, marks: &Marks) -> Vec<Option<i64>> {
    marks.value.iter().map(|value| value.map(|d| board.value(d.into()))).collect()
}

/// The marks of every cell as digits.
pub(super) fn candidates(board: &Board, of: &dyn Fn(usize) -> u64) -> Vec<Vec<i64>> {
    let digits = |mask: u64| (0..board.digits).filter(move |d| mask >> d & 1 == 1);
    (0..board.cells).map(|cell| digits(of(cell)).map(|d| board.value(d)).collect()).collect()
}

pub(super) fn complaint(file: String, message: String) -> Diagnostic {
    let place = Place { line: 0, column: 0, width: 0, source: String::new() };
    Diagnostic { file, place, message, help: None, also: None }
}
