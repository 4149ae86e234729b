//! `convert`: the puzzle in another format.

use pencilmark::Diagnostic;
use pencilmark::formats::{Format, Item, Place, export, separator};

use super::{Ask, Out, string, warn};

pub(super) fn convert(
    ask: &Ask<'_>,
    item: &Item,
    sink: &mut Out<'_>,
) -> Result<(), Vec<Diagnostic>> {
    let puzzle = ask.puzzle(item)?;
    let to = ask.options().to.unwrap_or(Format::Pencil);
    let export = export(&puzzle, to).map_err(|message| {
        let place = Place { line: 0, column: 0, width: 0, source: String::new() };
        let file = (ask.label)();
        vec![Diagnostic { file, place, message, help: None, also: None }]
    })?;
    if ask.options().json {
        let mut object = ask.object(sink.out());
        object.text("format", to.info().name).text("text", &export.text);
        object.list("lost", &export.warnings, |out, warning| string(out, warning));
        object.end_line();
        return Ok(());
    }
    if !is_first(ask) {
        sink.out().extend_from_slice(separator(to).as_bytes());
    }
    sink.out().extend_from_slice(export.text.as_bytes());
    warn(ask, &export.warnings, sink);
    Ok(())
}

/// Whether nothing has been written before.
pub(super) fn is_first(ask: &Ask<'_>) -> bool {
    let files = &ask.options().files;
    let first_file = files.len() < 2 || files.first().is_some_and(|f| *f == *ask.file);
    ask.position.number == 1 && first_file
}
