//! The words of `generate`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use lexopt::{Arg, Parser, ValueExt};
use pencilmark::formats::{Format, nearest};
use pencilmark::logic::{Level, Technique};
use pencilmark::make::{Bounds, Ingredient, Recipe, Symmetry};

use crate::args::{Complaint, near_technique};
use crate::flags::{duration, writable};

/// What was ordered.
#[derive(Clone, Debug)]
pub struct Order {
    /// What sort of puzzle.
    pub recipe: Recipe,
    /// How many.
    pub count: u64,
    /// A puzzle to be completed instead of a recipe.
    pub from: Option<OsString>,
    /// The format; by default lines for plain puzzles, statements for others.
    pub to: Option<Format>,
    /// A folder for pictures.
    pub pictures: Option<PathBuf>,
    /// How long one puzzle may take.
    pub time_limit: Duration,
    /// How many threads to use.
    pub threads: usize,
    /// One object for each puzzle.
    pub json: bool,
    /// No remarks.
    pub quiet: bool,
    /// Progress for a program.
    pub progress: bool,
}

/// One line for the list of commands.
pub const SUMMARY: &str = "make new puzzles, each with exactly one solution";

/// The help of this command.
pub const HELP: &str = "\
Make new puzzles, each with exactly one solution.

Usage: pencilmark generate [OPTIONS] [KIND...]

Kinds, which may be mixed: x, windoku, jigsaw, latin, anti-knight, anti-king,
non-consecutive, disjoint-groups, killer, thermo, arrow, little-killer, kropki,
xv, whisper, renban, sandwich. Without one: plain Sudoku. Killers have no givens
unless --clues or --level easy asks for some. Each puzzle is counted once more,
by the general solver, before it is printed. The same seed makes the same
puzzles on any number of threads.

Options:
  -n, --count N           how many (default 1)
      --with KIND         the same as KIND; may be repeated
      --size N            rows and columns, 4 to 16 (default 9)
      --level LEVEL       easy, medium, hard, unfair or extreme
      --rating A..B       Sudoku Explainer's rating, such as 3.0..4.5 or 7..
      --clues A..B        how many givens: 24, 22..26, ..30
      --symmetry HOW      none, rotate180, rotate90, mirror, flip or diagonal
      --minimal           no given can be left out
      --mask CELLS        where the givens are: a character for each cell, `.`
                          for none, row by row; or a file with that
      --must TECHNIQUE    it takes this technique; may be repeated. In
                          plain Sudoku one that Sudoku Explainer has is looked
                          for in its order, any other in HoDoKu's
      --must-not TECHNIQUE
                          it does not take this one; may be repeated
      --from FILE         keep this puzzle's constraints and find the numbers
                          written `?`, as in `cage ? r1c1 r1c2` or `given r1c1
                          ?`, and, without such, the givens that make it unique
      --seed N            where chance starts from (default: the clock)
      --to FORMAT         the format to write; by default lines for plain
                          puzzles, statements for others
      --pictures FOLDER   draw each puzzle, too
  -j, --json              one object on a line for each puzzle
  -t, --time-limit TIME   give up on a puzzle after TIME (default 60s); what
                          came nearest is printed
      --threads N         use N threads (default: one for each core)
  -q, --quiet             no remarks on standard error, only errors
      --progress          a line of JSON on standard error now and then
  -h, --help              this text

Examples:
  pencilmark generate -n 10 --level hard --symmetry rotate180
      ten hard ones
  pencilmark generate killer thermo --to fpuzzles
      one for f-puzzles
  pencilmark generate --from shapes.pencil
      sums for the cages that are drawn

Exit: 0 done, 2 bad input, 3 limit reached, 130 interrupted.
";

/// Reads the command line behind `generate`; none if help is wanted.
pub fn parse(words: &mut Parser) -> Result<Option<Order>, Complaint> {
    let clock = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |d| d.as_nanos() as u64);
    let mut order = Order {
        recipe: Recipe { seed: clock % 1_000_000_007, ..Recipe::default() },
        count: 1,
        from: None,
        to: None,
        pictures: None,
        time_limit: Duration::from_secs(60),
        threads: std::thread::available_parallelism().map_or(1, usize::from),
        json: false,
        quiet: false,
        progress: false,
    };
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        let name = match &arg {
            Arg::Short(c) => format!("-{c}"),
            Arg::Long(name) => format!("--{name}"),
            Arg::Value(word) => {
                let word = word.to_string_lossy().into_owned();
                order.recipe.with.push(ingredient(&word)?);
                continue;
            }
        };
        let option = OPTIONS.iter().find(|o| o.0 == name || o.1 == name);
        let Some(&(_, _, option)) = option else {
            return match name.as_str() {
                "-h" | "--help" => Ok(None),
                name => Err(unknown(name)),
            };
        };
        let value = match option {
            Set::Switch(set) => {
                set(&mut order);
                continue;
            }
            Set::Value(_) => words.value().map_err(|_| format!("`{name}` needs a value"))?,
        };
        let value = value.string().map_err(|_| format!("`{name}`: this is not text"))?;
        if let Set::Value(set) = option {
            set(&mut order, &value).map_err(|want| format!("`{name} {value}`: {want}"))?;
        }
    }
    let usual = Recipe::default();
    let Recipe { symmetry, minimal, ref mask, size, .. } = order.recipe;
    let shaped = symmetry != usual.symmetry || minimal || mask.is_some() || size != usual.size;
    let other = !order.recipe.with.is_empty() || order.recipe.is_graded() || shaped;
    if order.from.is_some() && other {
        return Err("`--from` keeps a puzzle as it is: besides it only --clues, --seed and what \
                    is done with the result can be said"
            .into());
    }
    order.recipe.with.sort();
    order.recipe.with.dedup();
    Ok(Some(order))
}

#[derive(Clone, Copy)]
enum Set {
    Switch(fn(&mut Order)),
    Value(fn(&mut Order, &str) -> Result<(), String>),
}

/// Long name, short name, what it does.
const OPTIONS: &[(&str, &str, Set)] = &[
    ("--count", "-n", Set::Value(|o, v| above_zero(v).map(|n| o.count = n))),
    ("--with", "", Set::Value(|o, v| ingredient(v).map(|i| o.recipe.with.push(i)))),
    ("--size", "", Set::Value(|o, v| above_zero(v).map(|n| o.recipe.size = n as usize))),
    ("--level", "", Set::Value(|o, v| level(v).map(|l| o.recipe.level = Some(l)))),
    ("--rating", "", Set::Value(|o, v| bounds(v, tenth, 200).map(|b| o.recipe.rating = Some(b)))),
    ("--clues", "", Set::Value(|o, v| bounds(v, whole, 256).map(|b| o.recipe.clues = Some(b)))),
    ("--symmetry", "", Set::Value(|o, v| symmetry(v).map(|s| o.recipe.symmetry = s))),
    ("--minimal", "", Set::Switch(|o| o.recipe.minimal = true)),
    ("--mask", "", Set::Value(|o, v| mask(v).map(|m| o.recipe.mask = Some(m)))),
    ("--must", "", Set::Value(|o, v| technique(v).map(|t| o.recipe.must.push(t)))),
    ("--must-not", "", Set::Value(|o, v| technique(v).map(|t| o.recipe.must_not.push(t)))),
    (
        "--from",
        "",
        Set::Value(|o, v| {
            o.from = Some(v.into());
            Ok(())
        }),
    ),
    (
        "--seed",
        "",
        Set::Value(|o, v| {
            let seed = v.parse().map_err(|_| "expected a whole number".to_string())?;
            o.recipe.seed = seed;
            Ok(())
        }),
    ),
    (
        "--to",
        "",
        Set::Value(|o, v| {
            o.to = Some(writable(v).map_err(|want| format!("expected {want}"))?);
            Ok(())
        }),
    ),
    (
        "--pictures",
        "",
        Set::Value(|o, v| {
            o.pictures = Some(v.into());
            Ok(())
        }),
    ),
    ("--json", "-j", Set::Switch(|o| (o.json, o.recipe.scored) = (true, true))),
    (
        "--time-limit",
        "-t",
        Set::Value(|o, v| {
            o.time_limit = duration(v).map_err(|want| format!("expected {want}"))?;
            Ok(())
        }),
    ),
    (
        "--threads",
        "",
        Set::Value(|o, v| {
            o.threads = above_zero(v)?.min(1024) as usize;
            Ok(())
        }),
    ),
    ("--quiet", "-q", Set::Switch(|o| o.quiet = true)),
    ("--progress", "", Set::Switch(|o| o.progress = true)),
];

fn unknown(name: &str) -> Complaint {
    let names = OPTIONS.iter().map(|o| o.0).chain(["--help"]);
    match nearest(name, names) {
        Some(near) => format!("`generate` has no option `{name}`; did you mean `{near}`?"),
        None => format!("`generate` has no option `{name}`"),
    }
}

fn above_zero(text: &str) -> Result<u64, String> {
    let number = text.replace('_', "").parse().ok().filter(|n| *n > 0);
    number.ok_or_else(|| "expected a whole number from 1 up".into())
}

fn ingredient(text: &str) -> Result<Ingredient, Complaint> {
    // Words that people also use.
    let name = match text {
        "x-sudoku" | "diagonal" | "diagonals" => "x",
        "whispers" | "german-whisper" | "german-whispers" => "whisper",
        "thermometer" | "thermos" => "thermo",
        "arrows" => "arrow",
        "antiknight" => "anti-knight",
        "antiking" => "anti-king",
        "nonconsecutive" => "non-consecutive",
        "latin-square" => "latin",
        "irregular" => "jigsaw",
        other => other,
    };
    Ingredient::find(name).ok_or_else(|| {
        let message = format!("there is no kind `{text}` to make puzzles of");
        match nearest(text, Ingredient::all().map(Ingredient::name)) {
            Some(near) => format!("{message}; did you mean `{near}`?"),
            None => format!("{message}; `pencilmark help generate` lists them"),
        }
    })
}

fn level(text: &str) -> Result<Level, String> {
    let all = [Level::Easy, Level::Medium, Level::Hard, Level::Unfair, Level::Extreme];
    let found = all.into_iter().find(|level| level.name().eq_ignore_ascii_case(text));
    found.ok_or_else(|| "expected easy, medium, hard, unfair or extreme".into())
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    let found = Symmetry::ALL.into_iter().find(|symmetry| symmetry.name() == text);
    found.ok_or_else(|| {
        let names: Vec<_> = Symmetry::ALL.iter().map(|s| s.name()).collect();
        format!("expected one of {}", names.join(", "))
    })
}

fn technique(text: &str) -> Result<Technique, String> {
    Technique::find(text).ok_or_else(|| {
        let several = Technique::beginning_with(text);
        if !several.is_empty() {
            let keys: Vec<_> = several.iter().map(|t| format!("`{}`", t.entry().key)).collect();
            return format!("there is no such technique; did you mean {}?", keys.join(" or "));
        }
        match near_technique(text) {
            Some(near) => format!("there is no such technique; did you mean `{near}`?"),
            None => "there is no such technique; `pencilmark techniques` lists them".into(),
        }
    })
}

fn whole(text: &str) -> Option<usize> {
    text.parse().ok()
}

/// A rating in tenths.
fn tenth(text: &str) -> Option<usize> {
    let rating: f64 = text.parse().ok().filter(|r| (0.0..=20.0).contains(r))?;
    Some((rating * 10.0).round() as usize)
}

/// `5..9`, `5..`, `..9` or `7`.
fn bounds(text: &str, number: fn(&str) -> Option<usize>, most: usize) -> Result<Bounds, String> {
    let part = |part: &str, open: usize| if part.is_empty() { Some(open) } else { number(part) };
    let (lo, hi) = text.split_once("..").unwrap_or((text, text));
    let found = part(lo, 0).zip(part(hi, most)).filter(|(lo, hi)| lo <= hi && !text.is_empty());
    let bounds = found.filter(|_| text != "..").map(|(lo, hi)| Bounds { lo, hi });
    bounds.ok_or_else(|| "expected a number or a range such as 5..9, 5.. or ..9".into())
}

fn mask(text: &str) -> Result<Vec<bool>, String> {
    let text = match std::path::Path::new(text).is_file() {
        true => std::fs::read_to_string(text).map_err(|e| format!("cannot be read: {e}"))?,
        false => text.into(),
    };
    let cells = text.chars().filter(|c| !c.is_whitespace());
    Ok(cells.map(|c| !matches!(c, '.' | '0' | '-' | '_' | '*')).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn order(line: &str) -> Result<Option<Order>, Complaint> {
        parse(&mut Parser::from_args(line.split_whitespace()))
    }

    #[test]
    fn orders_are_read() {
        let got =
            order("killer thermo -n 3 --clues 2..5 --rating 3.0..4.5 --seed 9").unwrap().unwrap();
        assert_eq!(got.recipe.with, [Ingredient::Killer, Ingredient::Thermo]);
        assert_eq!((got.count, got.recipe.seed), (3, 9));
        assert_eq!(got.recipe.clues, Some(Bounds { lo: 2, hi: 5 }));
        assert_eq!(got.recipe.rating, Some(Bounds { lo: 30, hi: 45 }));
        assert!(order("--help").unwrap().is_none());
    }

    #[test]
    fn mistakes_are_told() {
        let complaint = |line: &str| order(line).unwrap_err();
        assert!(complaint("kiler").contains("did you mean `killer`?"));
        assert!(complaint("--clues 9..5").contains("a range such as"));
        assert!(complaint("--levle easy").contains("did you mean `--level`?"));
        assert!(complaint("--level nice").contains("medium"));
        assert!(complaint("--must x-wnig").contains("did you mean `x-wing`?"));
        assert!(complaint("--must simple-colours").contains("`simple-colors-trap` or `simple-"));
        assert!(complaint("--must unique-rectangle").contains("`uniqueness-test-6`"));
        assert!(order("--must hidden-quad --must-not bug+1").is_ok());
        assert!(complaint("-n 0").contains("from 1 up"));
        assert!(complaint("--from x killer").contains("as it is"));
        assert!(complaint("--from x --minimal").contains("as it is"));
    }

    #[test]
    fn every_option_is_in_the_help() {
        for (long, short, _) in OPTIONS {
            assert!(HELP.contains(long) && HELP.contains(short), "{long}");
        }
        for ingredient in Ingredient::all() {
            assert!(HELP.contains(ingredient.name()), "{}", ingredient.name());
        }
    }
}
