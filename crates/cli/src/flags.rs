//! The commands and their options as tables. Parsing, help and "did you mean" all read them.

mod pictures;
mod values;

use crate::options::{Command, Options};
use values::{
    colour, engine, form, format, hint_strength, kind, order, positive, steps, strength, whole,
    without,
};

pub use values::{bytes, duration, writable};

/// A command and what its help says.
pub struct CommandEntry {
    /// What it is.
    pub command: Command,
    /// How it is typed.
    pub name: &'static str,
    /// What it does, in a few words.
    pub summary: &'static str,
    /// What it prints and how it ends.
    pub about: &'static str,
    /// Command lines with what they do.
    pub examples: &'static [(&'static str, &'static str)],
}

/// All commands.
pub const COMMANDS: &[CommandEntry] = &[
    CommandEntry {
        command: Command::Solve,
        name: "solve",
        summary: "print a solution and say whether it is the only one",
        about: "\
Prints solutions in the order they are found. Whether there are others is said
on standard error. A puzzle on one line gets its solution on one line: alone if
it is the only one, followed by `multiple` if not, by `unknown` if that was not
found out. In place of a solution stands `none`, `unknown` or `invalid`, so that
output and input stay in step. Exit 0: there is a solution.",
        examples: &[
            ("pencilmark solve killer.pencil", "the solution"),
            ("pencilmark solve --all --json miracle-blank.pencil", "all 72, for a program"),
            ("pencilmark solve --time-limit 1s < lines.txt > solved.txt", "one line for each line"),
        ],
    },
    CommandEntry {
        command: Command::Check,
        name: "check",
        summary: "say whether a puzzle has no, one or several solutions",
        about: "\
Prints one line for each puzzle: `unique`, `multiple`, `none`, `unknown` if a
limit was reached, or `invalid` if it cannot be read. Exit 0: exactly one
solution.",
        examples: &[
            ("pencilmark check puzzles/*.pencil", "a verdict on each"),
            ("pencilmark check --why broken.pencil", "the clues that contradict each other"),
        ],
    },
    CommandEntry {
        command: Command::Count,
        name: "count",
        summary: "say how many solutions a puzzle has",
        about: "\
Prints the number of solutions, or `at least N` if a limit was reached or Ctrl-C
was pressed. Exit 0: the number is exact.",
        examples: &[
            ("pencilmark count miracle-blank.pencil", "72"),
            ("pencilmark count --limit 1000 asp-givens.pencil", "at least 1000"),
        ],
    },
    CommandEntry {
        command: Command::Candidates,
        name: "candidates",
        summary: "list, for each cell, the digits that occur in some solution",
        about: "\
Prints one line for each row, with the digits of each cell; `-` for a cell that
has none. With --counts each digit is followed by the number of solutions that
have it there. Exit 0: there is a solution, and the list is complete.",
        examples: &[
            ("pencilmark candidates puzzle.pencil", "what is left of each cell"),
            ("pencilmark candidates --counts --cap 50 puzzle.pencil", "and how often, up to 50"),
        ],
    },
    CommandEntry {
        command: Command::Convert,
        name: "convert",
        summary: "write a puzzle in another format, or as a program",
        about: "\
Prints the puzzle in the format that --to names; `pencilmark help formats` lists
them. What the format cannot hold is named on standard error. Several puzzles
are separated by `---` where a line is not a puzzle. Exit 0: it was written.",
        examples: &[
            ("pencilmark convert --to fpuzzles killer.pencil", "a link"),
            ("pencilmark convert --to prolog killer.pencil > killer.pl", "a program"),
        ],
    },
    CommandEntry {
        command: Command::Explain,
        name: "explain",
        summary: "tell, step by step, why the solution is as it is",
        about: "\
Prints the steps that lead from the puzzle to its solution: which digits are
placed, which marks erased, and why. Plain Sudoku is told in the order and with
the ratings of Sudoku Explainer (--order hodoku: in HoDoKu's); of other clues
first each is looked at alone, then two, then the fewest that say something
together, and at last an assumption is followed to a contradiction. With --json
each step is an object on a line of its own. Exit 0: the steps lead to the end.",
        examples: &[
            ("pencilmark explain puzzles/killer.pencil", "all steps, in sentences"),
            ("pencilmark explain --short --steps 30..40 puzzles/spoons.pencil", "some, in a line"),
        ],
    },
    CommandEntry {
        command: Command::Hint,
        name: "hint",
        summary: "help with the next step, as little or as much as wanted",
        about: "\
Prints which house, clue or cell to look at (--tell where), the technique and
the digits or clues it is about (--tell what), or all of it (--tell why). With
--from the solver's own state is read from a file: digits and marks as
`candidates` prints them. A state that is already wrong is told first. Exit 0:
there is a next step.",
        examples: &[
            ("pencilmark hint puzzle.pencil", "where to look"),
            ("pencilmark hint --tell why --from mine.txt puzzle.pencil", "everything"),
        ],
    },
    CommandEntry {
        command: Command::Grade,
        name: "grade",
        summary: "say how hard a puzzle is",
        about: "\
Prints one line for each puzzle: the rating of its hardest step (for plain
Sudoku that of Sudoku Explainer: hardest step, hardest up to the first digit,
first step), level and score in HoDoKu's manner, the hardest technique, and the
bottleneck: the hardest step, of equally hard ones that with the fewest of its
technique to choose from.
In --format, %r is the rating, %p and %d its other two parts, %l the level, %s
the score, %t the hardest technique, %c how often each technique is used, %b the
bottleneck (its step and how many there are), %g the puzzle, %n its number, %% a
percent sign. Exit 0: the steps lead to the end.",
        examples: &[
            ("pencilmark grade puzzles/*.pencil", "a line on each"),
            ("pencilmark grade --format '%r %g' lines.txt", "ratings of many"),
        ],
    },
    CommandEntry {
        command: Command::Find,
        name: "find",
        summary: "list all instances of one technique in a state",
        about: "\
The technique comes first, by its name or by HoDoKu's code: `pencilmark find
x-wing puzzle.txt`, `pencilmark find 0300 puzzle.txt`. Printed is one line for
each conclusion that some instance of it draws. With --from the state is read
from a file: digits and marks as `candidates` prints them, or lines of HoDoKu's
regression library, which need no puzzle beside them. Exit 0: there is one.",
        examples: &[
            ("pencilmark find skyscraper --from state.txt puzzle.pencil", "all of them"),
            ("pencilmark find 0300 --json --from library.txt", "for each line of a library"),
        ],
    },
    CommandEntry {
        command: Command::Draw,
        name: "draw",
        summary: "make a picture of a puzzle, of a state or of the solution",
        about: "\
Prints the puzzle with letters, or writes it where -o says, as SVG, PNG, PDF or
text by the end of that name. Several puzzles go into a folder, each into a file
of its own, or with --page onto sheets of paper. With --dots marks that can be
erased are dots: small and black where a pair of cells shows it, larger and blue
where it takes one constraint alone, largest and orange where it takes several.
Exit 0: everything was drawn.",
        examples: &[
            ("pencilmark draw -o killer.svg puzzles/killer.pencil", "a picture"),
            ("pencilmark draw --page 2x3 -o sheet.pdf puzzles/*.pencil", "six on each sheet"),
            ("pencilmark draw --to png -o pictures/ lines.txt", "one file for each line"),
        ],
    },
    CommandEntry {
        command: Command::Minimise,
        name: "minimise",
        summary: "take away clues while one solution is left",
        about: "\
Prints the puzzle without clues that it does not need: a line for a line, else
statements, or what --to says. Clues are tried in random order; what is left can
do without none of them. Houses and rules for the whole grid stay unless --kind
names them. Exit 0: the puzzle has exactly one solution.",
        examples: &[
            ("pencilmark minimise lines.txt", "each line with fewer givens"),
            ("pencilmark minimise --kind cage killer.pencil", "cages that may go, gone"),
        ],
    },
    CommandEntry {
        command: Command::Redundant,
        name: "redundant",
        summary: "list the clues that follow from the others",
        about: "\
Prints one line for each clue that could be left out by itself: where it stands
and what it says. Often only one of several can go; `minimise` takes away as
many as it can. Exit 0: every clue is needed, 1: some are not.",
        examples: &[("pencilmark redundant --kind given puzzle.pencil", "givens to spare")],
    },
    CommandEntry {
        command: Command::Complete,
        name: "complete",
        summary: "find the fewest further clues that make a puzzle unique",
        about: "\
Prints the puzzle with the fewest further givens that leave one solution, or
with --kind a few clues of another kind; which they are, and whether fewer would
do, is said on standard error. If there are more than 40 solutions, 40 are tried
as the one to be left. Exit 0: it can be done.",
        examples: &[
            ("pencilmark complete draft.pencil", "the draft and some givens"),
            ("pencilmark complete --kind difference draft.pencil", "some dots instead"),
        ],
    },
];

/// An option.
pub struct Flag {
    /// Its name, typed after two dashes.
    pub long: &'static str,
    /// Its letter, typed after one dash.
    pub short: Option<char>,
    /// The commands that know it; none means all.
    pub of: &'static [Command],
    /// What it does.
    pub help: &'static str,
    /// Does it.
    pub set: Set,
}

/// How an option changes what is done.
pub enum Set {
    /// Being there is enough.
    Switch(fn(&mut Options)),
    /// It takes a value, which help calls so. An error says what was expected.
    Value(&'static str, fn(&mut Options, &str) -> Result<(), &'static str>),
}

impl Flag {
    /// Whether a command knows it.
    pub fn fits(&self, command: Command) -> bool {
        self.of.is_empty() || self.of.contains(&command)
    }
}

const NO_SHORT: Option<char> = None;
const ALL: &[Command] = &[];

/// All options but `--help` and `--version`, which every command line knows.
pub fn flags() -> impl Iterator<Item = &'static Flag> {
    FLAGS.iter().chain(pictures::FLAGS)
}

const FLAGS: &[Flag] = &[
    Flag {
        long: "number",
        short: Some('n'),
        of: &[Command::Solve],
        help: "print up to N solutions (default 1)",
        set: Set::Value("N", |o, v| positive(v).map(|n| o.wanted = n)),
    },
    Flag {
        long: "all",
        short: Some('a'),
        of: &[Command::Solve],
        help: "print all solutions",
        set: Set::Switch(|o| o.wanted = u64::MAX),
    },
    Flag {
        long: "random",
        short: NO_SHORT,
        of: &[Command::Solve],
        help: "any solution, not the first: chance starts from SEED",
        set: Set::Value("SEED", |o, v| whole(v).map(|n| o.random = Some(n))),
    },
    Flag {
        long: "output",
        short: Some('o'),
        of: &[Command::Solve],
        help: "grid (drawn), rows or line; by default a line for a line, else a grid on a \
               terminal and rows elsewhere",
        set: Set::Value("FORM", |o, v| form(v).map(|f| o.form = Some(f))),
    },
    Flag {
        long: "why",
        short: Some('w'),
        of: &[Command::Check],
        help: "if there is no solution, print a smallest set of clues that contradict each other",
        set: Set::Switch(|o| o.why = true),
    },
    Flag {
        long: "limit",
        short: Some('l'),
        of: &[Command::Count],
        help: "stop at N solutions",
        set: Set::Value("N", |o, v| positive(v).map(|n| o.limit = n)),
    },
    Flag {
        long: "estimate",
        short: NO_SHORT,
        of: &[Command::Count],
        help: "do not count: estimate by N random dives, for numbers beyond counting",
        set: Set::Value("N", |o, v| positive(v).map(|n| o.estimate = Some(n))),
    },
    Flag {
        long: "counts",
        short: Some('c'),
        of: &[Command::Candidates],
        help: "tell how many solutions have each digit",
        set: Set::Switch(|o| o.counts = true),
    },
    Flag {
        long: "cap",
        short: NO_SHORT,
        of: &[Command::Candidates],
        help: "count no further than N (default 1000); `N+` means at least N",
        set: Set::Value("N", |o, v| positive(v).map(|n| o.cap = n)),
    },
    Flag {
        long: "to",
        short: NO_SHORT,
        of: &[Command::Convert, Command::Minimise, Command::Complete],
        help: "the format to write; `pencilmark help formats` lists them",
        set: Set::Value("FORMAT", |o, v| format(v, true).map(|f| o.to = Some(f))),
    },
    Flag {
        long: "from",
        short: NO_SHORT,
        of: &[
            Command::Solve,
            Command::Check,
            Command::Count,
            Command::Candidates,
            Command::Convert,
            Command::Minimise,
            Command::Redundant,
            Command::Complete,
        ],
        help: "the format of the input; by default it is found out",
        set: Set::Value("FORMAT", |o, v| format(v, false).map(|f| o.from = Some(f))),
    },
    Flag {
        long: "kind",
        short: NO_SHORT,
        of: &[Command::Minimise, Command::Redundant, Command::Complete],
        help: "clues of this kind only, such as given or cage; may be repeated",
        set: Set::Value("KIND", |o, v| kind(v).map(|k| o.kinds.push(k))),
    },
    Flag {
        long: "seed",
        short: NO_SHORT,
        of: &[Command::Minimise, Command::Complete, Command::Count],
        help: "where chance starts from (default 0)",
        set: Set::Value("N", |o, v| whole(v).map(|n| o.seed = n)),
    },
    Flag {
        long: "short",
        short: Some('s'),
        of: &[Command::Explain],
        help: "one line for each step, no sentences",
        set: Set::Switch(|o| o.short = true),
    },
    Flag {
        long: "whole",
        short: NO_SHORT,
        of: &[Command::Explain, Command::Hint],
        help: "print long proofs in full, not in brief",
        set: Set::Switch(|o| o.whole = true),
    },
    Flag {
        long: "steps",
        short: NO_SHORT,
        of: &[Command::Explain],
        help: "print only the steps from A to B: 5..9, 5.., ..9 or 7",
        set: Set::Value("A..B", |o, v| steps(v).map(|s| o.steps = Some(s))),
    },
    Flag {
        long: "marks",
        short: NO_SHORT,
        of: &[Command::Explain],
        help: "with --json: digits and marks at the start and after each step",
        set: Set::Switch(|o| o.marks = true),
    },
    Flag {
        long: "verify",
        short: NO_SHORT,
        of: &[Command::Explain],
        help: "check each step: its premises imply its conclusion, and none is superfluous",
        set: Set::Switch(|o| o.verify = true),
    },
    Flag {
        long: "from",
        short: Some('f'),
        of: &[Command::Explain, Command::Hint, Command::Grade, Command::Find, Command::Draw],
        help: "a file: start from the state in it, a digit or the marks of each cell; or the \
               name of a format: that of the input; may be given twice",
        set: Set::Value("WHAT", |o, v| {
            match format(v, false) {
                Ok(known) => o.from = Some(known),
                Err(_) => o.state = Some((v.into(), String::new())),
            }
            Ok(())
        }),
    },
    Flag {
        long: "state",
        short: NO_SHORT,
        of: &[Command::Explain, Command::Hint, Command::Grade, Command::Find, Command::Draw],
        help: "start from this state, as --from does from that in a file",
        set: Set::Value("CELLS", |o, v| {
            let is_some = !v.trim().is_empty();
            o.state = is_some.then(|| ("--state".into(), v.into()));
            o.state.as_ref().map(|_| ()).ok_or("a digit or the marks of each cell")
        }),
    },
    Flag {
        long: "tell",
        short: NO_SHORT,
        of: &[Command::Hint],
        help: "how much to give away: where (default), what or why",
        set: Set::Value("HOW-MUCH", |o, v| hint_strength(v).map(|s| o.strength = s)),
    },
    Flag {
        long: "format",
        short: NO_SHORT,
        of: &[Command::Grade],
        help: "what to print: %r %p %d %l %s %t %c %b %g %n",
        set: Set::Value("TEXT", |o, v| {
            o.format = Some(v.into());
            Ok(())
        }),
    },
    Flag {
        long: "order",
        short: NO_SHORT,
        of: &[Command::Explain, Command::Hint],
        help: "whose order of techniques: explainer (default) or hodoku",
        set: Set::Value("WHOSE", |o, v| order(v).map(|x| o.manner.order = x)),
    },
    Flag {
        long: "no-uniqueness",
        short: NO_SHORT,
        of: &[Command::Explain, Command::Hint, Command::Grade],
        help: "use no technique that takes one solution for granted",
        set: Set::Switch(|o| o.manner.uniqueness = false),
    },
    Flag {
        long: "json",
        short: Some('j'),
        of: ALL,
        help: "print one JSON object on one line for each puzzle",
        set: Set::Switch(|o| o.json = true),
    },
    Flag {
        long: "time-limit",
        short: Some('t'),
        of: ALL,
        help: "give up on a puzzle after TIME: 10s, 500ms, 2m, 1.5",
        set: Set::Value("TIME", |o, v| duration(v).map(|d| o.time_limit = Some(d))),
    },
    Flag {
        long: "nodes",
        short: NO_SHORT,
        of: ALL,
        help: "give up on a puzzle after N guesses",
        set: Set::Value("N", |o, v| whole(v).map(|n| o.nodes = Some(n))),
    },
    Flag {
        long: "threads",
        short: NO_SHORT,
        of: ALL,
        help: "use N threads (default: one for each core); answers do not depend on it",
        set: Set::Value("N", |o, v| positive(v).map(|n| o.threads = n.min(MAX_THREADS) as usize)),
    },
    Flag {
        long: "colour",
        short: NO_SHORT,
        of: ALL,
        help: "auto (on a terminal), always or never; also --color",
        set: Set::Value("WHEN", |o, v| colour(v).map(|c| o.colour = c)),
    },
    Flag {
        long: "quiet",
        short: Some('q'),
        of: ALL,
        help: "no remarks on standard error, only errors",
        set: Set::Switch(|o| o.quiet = true),
    },
    Flag {
        long: "progress",
        short: NO_SHORT,
        of: ALL,
        help: "tell how far a long search is, as JSON lines on standard error",
        set: Set::Switch(|o| o.progress = true),
    },
    Flag {
        long: "engine",
        short: NO_SHORT,
        of: &[Command::Solve, Command::Check],
        help: "marks; clauses: learn from dead ends, mostly slower; turns, the \
               default: marks, and clauses where that takes long",
        set: Set::Value("WHICH", |o, v| engine(v).map(|e| o.engine = e)),
    },
    Flag {
        long: "without",
        short: NO_SHORT,
        of: ALL,
        help: "for development: do not derive intersections, leftovers, hidden-cages, innies, \
               narrowed, tight or joined, or do not fuse; may be repeated",
        set: Set::Value("WHAT", without),
    },
    Flag {
        long: "distinct",
        short: NO_SHORT,
        of: ALL,
        help: "for development: strength of `all different`: weak, full or auto",
        set: Set::Value("HOW", |o, v| strength(v).map(|s| o.compile.distinct = s)),
    },
];

/// More threads than this would only cost memory.
const MAX_THREADS: u64 = 1024;

/// Other spellings, each with the name in the table.
pub const ALIASES: &[(&str, &str)] = &[("color", "colour")];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_letters_are_used_once() {
        for command in COMMANDS {
            let known: Vec<_> = flags().filter(|f| f.fits(command.command)).collect();
            for (i, flag) in known.iter().enumerate() {
                let same =
                    |f: &&Flag| f.long == flag.long || f.short.is_some() && f.short == flag.short;
                assert!(!known[..i].iter().any(same), "{}", flag.long);
            }
        }
    }
}
