//! All formats in one table: names, what can be read and written, and in what units.

use pencilmark_puzzle::Puzzle;

use crate::export::Export;
use crate::import::{Import, Reading};
use crate::programs;
use crate::text::{candidates, drawing, jigsaw, line, ps, short_killer, sumocue, tatham};
use crate::write::write;
use crate::{fpuzzles, iss, json_board, link, lisudoku, own, penpa, sudokumaker, sudokupad};

/// A format of puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Format {
    /// Our own statements.
    Pencil,
    /// Our own JSON.
    Json,
    /// Plain puzzles, one on each line.
    Line,
    /// Rows of characters, with or without a frame.
    Grid,
    /// Rows of characters and remarks.
    Sdk,
    /// Rows of words: the candidates of each cell.
    Sdx,
    /// Rows of characters in a frame.
    Ss,
    /// All candidates on one line.
    Candidates,
    /// Givens and regions on one line.
    Jigsaw,
    /// A killer on one line of 81 characters.
    ShortKiller,
    /// A killer of Perfect Sudoku.
    Ps,
    /// A killer or jigsaw of SumoCue.
    SumoCue,
    /// A game id of Simon Tatham's Solo.
    Tatham,
    /// A link, of whatever program.
    Link,
    /// A link of f-puzzles.
    Fpuzzles,
    /// A board of f-puzzles as JSON.
    FpuzzlesJson,
    /// A link of SudokuPad.
    SudokuPad,
    /// A board of SudokuPad as JSON, plain or zipped.
    Scl,
    /// A link of SudokuMaker.
    SudokuMaker,
    /// A puzzle of SudokuMaker as JSON.
    SudokuMakerJson,
    /// The language of the Interactive Sudoku Solver.
    Iss,
    /// The same, one puzzle on each line.
    IssLines,
    /// A link of Penpa+.
    Penpa,
    /// A puzzle of lisudoku as JSON.
    Lisudoku,
    /// JSON, of whatever program.
    AnyJson,
    /// A Prolog program.
    Prolog,
    /// An answer set program.
    Asp,
    /// A MiniZinc model.
    MiniZinc,
}

/// How a stream is cut into puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// Statements up to `---`.
    Statements,
    /// Every line is a puzzle.
    Line,
    /// All up to `---` is one.
    Whole,
}

/// Writes a puzzle; an error says why the format has no place for its grid.
type Write = fn(&Puzzle) -> Result<Export, String>;

/// What there is to know about a format.
pub struct FormatInfo {
    /// The format.
    pub format: Format,
    /// Its name on the command line.
    pub name: &'static str,
    /// Other names, among them the endings of its files.
    pub aliases: &'static [&'static str],
    /// What it is, in a few words.
    pub summary: &'static str,
    pub(crate) unit: Unit,
    pub(crate) read: Option<fn(&str) -> Reading<Import>>,
    write: Option<Write>,
}

/// Every format, ours first.
pub const FORMATS: &[FormatInfo] = &[
    FormatInfo {
        format: Format::Pencil,
        name: "pencil",
        aliases: &[],
        summary: "statements: grid 9, cage 15 r1c1 r1c2",
        unit: Unit::Statements,
        read: None,
        write: Some(|puzzle| Ok(Export { text: write(puzzle), warnings: vec![] })),
    },
    FormatInfo {
        format: Format::Json,
        name: "json",
        aliases: &["jsonl"],
        summary: "everything a puzzle is, as JSON on one line",
        unit: Unit::Line,
        read: Some(own::read),
        write: Some(own::write),
    },
    FormatInfo {
        format: Format::Line,
        name: "line",
        aliases: &["sdm", "81", "classic"],
        summary: "plain puzzles, one on each line of 81 characters",
        unit: Unit::Line,
        read: None,
        write: Some(line::write),
    },
    FormatInfo {
        format: Format::Grid,
        name: "grid",
        aliases: &["drawing", "rows"],
        summary: "rows of characters, with or without lines between boxes",
        unit: Unit::Whole,
        read: Some(drawing::read),
        write: Some(|puzzle| drawing::write(puzzle, drawing::Style::Grid)),
    },
    FormatInfo {
        format: Format::Sdk,
        name: "sdk",
        aliases: &["sadman", "sudocue"],
        summary: "nine rows, and remarks such as #A for the author",
        unit: Unit::Whole,
        read: Some(drawing::read),
        write: Some(|puzzle| drawing::write(puzzle, drawing::Style::Sdk)),
    },
    FormatInfo {
        format: Format::Sdx,
        name: "sdx",
        aliases: &["pencilmark-grid"],
        summary: "nine rows of words, the candidates of each cell",
        unit: Unit::Whole,
        read: Some(drawing::read),
        write: Some(|puzzle| drawing::write(puzzle, drawing::Style::Sdx)),
    },
    FormatInfo {
        format: Format::Ss,
        name: "ss",
        aliases: &["simple-sudoku"],
        summary: "nine rows in a frame, as Simple Sudoku draws them",
        unit: Unit::Whole,
        read: Some(drawing::read),
        write: Some(|puzzle| drawing::write(puzzle, drawing::Style::Ss)),
    },
    FormatInfo {
        format: Format::Candidates,
        name: "candidates",
        aliases: &["729", "pencilmarks"],
        summary: "729 characters: nine marks for each cell, `.` where gone",
        unit: Unit::Line,
        read: Some(candidates::read),
        write: Some(candidates::write),
    },
    FormatInfo {
        format: Format::Jigsaw,
        name: "jigsaw",
        aliases: &[],
        summary: "81 givens and 81 letters for regions, or these alone",
        unit: Unit::Line,
        read: Some(jigsaw::read),
        write: Some(jigsaw::write),
    },
    FormatInfo {
        format: Format::ShortKiller,
        name: "killer",
        aliases: &["short-killer", "snarfable"],
        summary: "81 characters: the sum of a cage, or an arrow towards it",
        unit: Unit::Line,
        read: Some(short_killer::read),
        write: Some(short_killer::write),
    },
    FormatInfo {
        format: Format::Ps,
        name: "ps",
        aliases: &["perfect-sudoku", "sumocue-long"],
        summary: "killers of Perfect Sudoku: 3x3::k:3841:...",
        unit: Unit::Line,
        read: Some(ps::read),
        write: Some(ps::write),
    },
    FormatInfo {
        format: Format::SumoCue,
        name: "sumocue",
        aliases: &["sumocuev1"],
        summary: "killers and jigsaws of SumoCue: SumoCueV1=15+0...",
        unit: Unit::Line,
        read: Some(sumocue::read),
        write: Some(sumocue::write),
    },
    FormatInfo {
        format: Format::Tatham,
        name: "tatham",
        aliases: &["solo"],
        summary: "game ids of Simon Tatham's Solo: 3x3k:a5_3b...",
        unit: Unit::Line,
        read: Some(tatham::read),
        write: Some(tatham::write),
    },
    FormatInfo {
        format: Format::Fpuzzles,
        name: "fpuzzles",
        aliases: &["f-puzzles"],
        summary: "links of f-puzzles",
        unit: Unit::Line,
        read: Some(link::read),
        write: Some(fpuzzles::write_link),
    },
    FormatInfo {
        format: Format::FpuzzlesJson,
        name: "fpuzzles-json",
        aliases: &["f-puzzles-json"],
        summary: "boards of f-puzzles as JSON",
        unit: Unit::Whole,
        read: Some(fpuzzles::read),
        write: Some(fpuzzles::write_json),
    },
    FormatInfo {
        format: Format::SudokuPad,
        name: "sudokupad",
        aliases: &["ctc"],
        summary: "links and ids of SudokuPad",
        unit: Unit::Line,
        read: Some(link::read),
        write: Some(sudokupad::write_link),
    },
    FormatInfo {
        format: Format::Scl,
        name: "scl",
        aliases: &["sudokupad-json"],
        summary: "boards of SudokuPad as JSON, plain or zipped",
        unit: Unit::Whole,
        read: Some(sudokupad::read),
        write: Some(sudokupad::write_json),
    },
    FormatInfo {
        format: Format::SudokuMaker,
        name: "sudokumaker",
        aliases: &[],
        summary: "links of SudokuMaker",
        unit: Unit::Line,
        read: Some(link::read),
        write: Some(sudokumaker::write_link),
    },
    FormatInfo {
        format: Format::SudokuMakerJson,
        name: "sudokumaker-json",
        aliases: &[],
        summary: "puzzles of SudokuMaker as JSON",
        unit: Unit::Whole,
        read: Some(sudokumaker::read),
        write: Some(sudokumaker::write_json),
    },
    FormatInfo {
        format: Format::Iss,
        name: "iss",
        aliases: &["interactive-sudoku-solver"],
        summary: "the Interactive Sudoku Solver: .Cage~15~R1C1~R1C2",
        unit: Unit::Whole,
        read: Some(iss::read),
        write: Some(iss::write),
    },
    FormatInfo {
        format: Format::IssLines,
        name: "iss-lines",
        aliases: &[],
        summary: "the same, one puzzle on each line",
        unit: Unit::Line,
        read: Some(iss::read),
        write: None,
    },
    FormatInfo {
        format: Format::Penpa,
        name: "penpa",
        aliases: &["penpa+", "penpa-edit"],
        summary: "links of Penpa+: givens, cages, thermometers, arrows",
        unit: Unit::Line,
        read: Some(link::read),
        write: Some(penpa::write_link),
    },
    FormatInfo {
        format: Format::Lisudoku,
        name: "lisudoku",
        aliases: &["lisudoku-json"],
        summary: "puzzles of lisudoku as JSON",
        unit: Unit::Whole,
        read: Some(lisudoku::read),
        write: Some(lisudoku::write),
    },
    FormatInfo {
        format: Format::Link,
        name: "link",
        aliases: &["url"],
        summary: "links of any of these programs",
        unit: Unit::Line,
        read: Some(link::read),
        write: None,
    },
    FormatInfo {
        format: Format::AnyJson,
        name: "any-json",
        aliases: &[],
        summary: "JSON of any of these programs",
        unit: Unit::Whole,
        read: Some(json_board::read),
        write: None,
    },
    FormatInfo {
        format: Format::Prolog,
        name: "prolog",
        aliases: &["pl", "clpfd"],
        summary: "a Prolog program with library(clpfd)",
        unit: Unit::Whole,
        read: None,
        write: Some(programs::prolog::write),
    },
    FormatInfo {
        format: Format::Asp,
        name: "asp",
        aliases: &["lp", "clingo"],
        summary: "an answer set program for clingo",
        unit: Unit::Whole,
        read: None,
        write: Some(programs::asp::write),
    },
    FormatInfo {
        format: Format::MiniZinc,
        name: "minizinc",
        aliases: &["mzn"],
        summary: "a MiniZinc model",
        unit: Unit::Whole,
        read: None,
        write: Some(programs::minizinc::write),
    },
];

impl Format {
    /// The format with this name.
    pub fn find(name: &str) -> Option<Format> {
        let name = name.trim_start_matches('.').to_lowercase();
        let named = |f: &&FormatInfo| f.name == name || f.aliases.contains(&name.as_str());
        FORMATS.iter().find(named).map(|f| f.format)
    }

    /// What there is to know about it.
    pub fn info(self) -> &'static FormatInfo {
        FORMATS.iter().find(|f| f.format == self).unwrap_or(&FORMATS[0])
    }
}

impl FormatInfo {
    /// Whether puzzles can be read from it.
    pub fn reads(&self) -> bool {
        self.read.is_some() || matches!(self.format, Format::Pencil | Format::Line)
    }

    /// Whether puzzles can be written to it.
    pub fn writes(&self) -> bool {
        self.write.is_some()
    }
}

/// What stands between two puzzles of a format.
pub fn separator(format: Format) -> &'static str {
    match format.info().unit {
        _ if !format.info().reads() => "\n% ---\n\n",
        Unit::Line => "",
        Unit::Statements | Unit::Whole => "---\n",
    }
}

/// A puzzle as text of a format. An error says why the format has no place for this grid.
pub fn export(puzzle: &Puzzle, format: Format) -> Result<Export, String> {
    match format.info().write {
        Some(write) => write(puzzle),
        None => Err(format!("puzzles are not written as {}", format.info().name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_format_is_listed_once_and_found() {
        for info in FORMATS {
            assert_eq!(Format::find(info.name), Some(info.format));
            assert!(info.aliases.iter().all(|a| Format::find(a) == Some(info.format)));
            assert_eq!(info.format.info().name, info.name);
            assert!(info.reads() || info.writes());
        }
        assert_eq!(Format::find(".sdk"), Some(Format::Sdk));
        assert_eq!(Format::find("sdq"), None);
    }
}
