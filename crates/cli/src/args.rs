//! From the words of the command line to [`Options`].

use std::ffi::OsString;
use std::path::Path;

use lexopt::Arg;
use pencilmark::formats::nearest;
use pencilmark::logic::{ENTRIES, Technique};
use pencilmark_prolog::toplevel::Start;

use crate::asp;
use crate::flags::{ALIASES, COMMANDS, CommandEntry, Flag, Set, flags};
use crate::generate;
use crate::measure;
use crate::options::{Command, Options};
use crate::prolog;
#[cfg(feature = "board")]
use crate::serve;
use crate::variants::{self, Wanted};
use crate::words::pointed;

/// What a command line wants.
#[derive(Debug)]
pub enum Request {
    /// Work.
    Run(Box<Options>),
    /// A Prolog.
    Prolog(Box<Start>),
    /// The kinds of clues.
    Variants(Wanted),
    /// How long puzzles take.
    Bench(measure::Order),
    /// New puzzles.
    Generate(Box<generate::Order>),
    /// The board.
    #[cfg(feature = "board")]
    Serve(Box<serve::Order>),
    /// Answer sets.
    Asp(Box<asp::Settings>),
    /// Answer sets, but the options are wrong: clingo's exit code is another than ours.
    AspRefused(Complaint),
    /// The list of techniques, or one of them, as JSON or as text.
    Techniques(Option<Technique>, bool),
    /// The help of a command, or of all.
    Help(Option<&'static str>),
    /// The version.
    Version,
}

/// What a command line without a command is told.
const NEEDED: &str = "a command is needed: solve, check, count, candidates, explain, hint, grade, find, draw, \
     convert, minimise, redundant, complete, generate, variants, \
     techniques, bench, serve, prolog or asp";

/// What is wrong with a command line, in words.
pub type Complaint = String;

/// Reads the command line, without the name of the program.
pub fn parse(args: impl IntoIterator<Item = OsString>) -> Result<Request, Complaint> {
    let mut words = lexopt::Parser::from_args(args);
    let first = words.next().map_err(|e| e.to_string())?;
    match first {
        None => Err(NEEDED.into()),
        Some(Arg::Short('h') | Arg::Long("help")) => Ok(Request::Help(None)),
        Some(Arg::Short('V') | Arg::Long("version")) => Ok(Request::Version),
        Some(Arg::Value(word)) => match word.to_str() {
            Some("help") => help(&mut words),
            Some("prolog") => Ok(match prolog::parse(&mut words)? {
                Some(start) => Request::Prolog(Box::new(start)),
                None => Request::Help(Some("prolog")),
            }),
            Some("variants") => Ok(match variants::parse(&mut words)? {
                Some(wanted) => Request::Variants(wanted),
                None => Request::Help(Some("variants")),
            }),
            Some("bench") => Ok(match measure::parse(&mut words)? {
                Some(order) => Request::Bench(order),
                None => Request::Help(Some("bench")),
            }),
            Some("generate") => Ok(match generate::parse(&mut words)? {
                Some(order) => Request::Generate(Box::new(order)),
                None => Request::Help(Some("generate")),
            }),
            #[cfg(feature = "board")]
            Some("serve") => Ok(match serve::parse(&mut words)? {
                Some(order) => Request::Serve(Box::new(order)),
                None => Request::Help(Some("serve")),
            }),
            #[cfg(not(feature = "board"))]
            Some("serve") => Err("this program was built without the board".into()),
            Some("asp") => Ok(match asp::parse(&mut words) {
                Ok(asp::Asked::Run(settings)) => Request::Asp(settings),
                Ok(asp::Asked::Help) => Request::Help(Some("asp")),
                Ok(asp::Asked::Version) => Request::Version,
                Err(complaint) => Request::AspRefused(complaint),
            }),
            Some("techniques") => techniques(&mut words),
            name => match COMMANDS.iter().find(|c| Some(c.name) == name) {
                Some(entry) => options(entry, &mut words),
                None => Err(unknown_command(&word)),
            },
        },
        Some(arg) => {
            let name = spelled(&arg);
            Err(format!("the command comes first, then its options: there is no option `{name}`"))
        }
    }
}

/// Pages of help besides those of [`COMMANDS`].
pub const PAGES: [&str; 8] =
    ["prolog", "asp", "variants", "formats", "generate", "bench", "techniques", "serve"];

fn help(words: &mut lexopt::Parser) -> Result<Request, Complaint> {
    let Some(Arg::Value(word)) = words.next().map_err(|e| e.to_string())? else {
        return Ok(Request::Help(None));
    };
    if let Some(page) = PAGES.into_iter().find(|page| word == *page) {
        return Ok(Request::Help(Some(page)));
    }
    match COMMANDS.iter().find(|c| word == c.name) {
        Some(entry) => Ok(Request::Help(Some(entry.name))),
        None => Err(unknown_command(&word)),
    }
}

fn techniques(words: &mut lexopt::Parser) -> Result<Request, Complaint> {
    let (mut one, mut json) = (None, false);
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        match arg {
            Arg::Value(word) if one.is_none() => one = Some(technique("techniques", &word)?.0),
            Arg::Short('j') | Arg::Long("json") => json = true,
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help(Some("techniques"))),
            other => {
                let name = spelled(&other);
                let message = format!("`techniques` has no option `{name}`");
                return Err(pointed(&message, "pencilmark techniques ", &name));
            }
        }
    }
    Ok(Request::Techniques(one, json))
}

/// The technique that `find` is asked for.
fn technique(command: &str, word: &OsString) -> Result<(Technique, bool), Complaint> {
    let text = word.to_string_lossy();
    if let Some(technique) = Technique::find(&text) {
        return Ok((technique, false));
    }
    // A fifth digit of a code means siamese fish.
    if let Some(code) = text.strip_suffix('1').filter(|c| c.len() == 4 && c.starts_with("03"))
        && let Some(technique) = Technique::find(code)
    {
        return Ok((technique, true));
    }
    let message = format!("there is no technique `{text}`");
    let message = match (&family(&text)[..], near_technique(&text)) {
        (&[only], _) => format!("{message}; did you mean `{only}`?"),
        ([], Some(near)) => format!("{message}; did you mean `{near}`?"),
        ([], None) => format!("{message}; `pencilmark techniques` lists them"),
        (all, _) => format!("`{text}` is several techniques: {}", all.join(", ")),
    };
    Err(pointed(&message, &format!("pencilmark {command} "), &text))
}

/// Letters with which a word begins that is another form of a known one: inny, innies.
const STEM: usize = 3;

/// The key that a word was probably meant for; dashes and blanks do not count.
pub fn near_technique(text: &str) -> Option<&'static str> {
    let bare = |s: &str| s.to_lowercase().replace(['-', ' '], "");
    let (word, keys) = (bare(text), ENTRIES.iter().map(|e| bare(e.key)).collect::<Vec<_>>());
    if let Some(near) = nearest(&word, keys.iter().map(String::as_str)) {
        return keys.iter().position(|key| key == near).map(|at| ENTRIES[at].key);
    }
    let stem: String = word.chars().take(STEM).collect();
    let mut alike = (0..keys.len()).filter(|&at| keys[at].starts_with(&stem));
    let only = alike.next().filter(|_| stem.chars().count() == STEM && alike.next().is_none());
    only.map(|at| ENTRIES[at].key)
}

/// The techniques that a word of people means together.
fn family(text: &str) -> Vec<&'static str> {
    let plain = |s: &str| -> String {
        s.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_lowercase()
    };
    let wanted = match plain(text).as_str() {
        "ur" | "uniquerectangle" | "uniquerectangles" => "uniquenesstest".into(),
        "colouring" | "coloring" | "simplecolours" | "simplecolouring" => "simplecolors".into(),
        "forcingnet" | "forcingnets" => "dynamic".into(),
        "als" => "almostlockedset".into(),
        word => String::from(word.strip_suffix('s').unwrap_or(word)),
    };
    let fits = |e: &&pencilmark::logic::Entry| {
        plain(e.key).contains(&wanted) || plain(e.name).contains(&wanted)
    };
    let all: Vec<_> = ENTRIES.iter().filter(fits).map(|e| e.key).collect();
    if wanted.len() < 3 { vec![] } else { all }
}

/// The first code of a format that nothing stands for, and what is before it.
fn unknown_code(format: &str) -> Option<(&str, &str)> {
    let mut chars = format.char_indices();
    while let Some((at, _)) = chars.by_ref().find(|&(_, c)| c == '%') {
        let next = chars.next();
        if next.is_none_or(|(_, c)| !"rpdlstnbcg%".contains(c)) {
            let end = next.map_or(format.len(), |(at, c)| at + c.len_utf8());
            return Some((&format[..at], &format[at..end]));
        }
    }
    None
}

fn options(entry: &'static CommandEntry, words: &mut lexopt::Parser) -> Result<Request, Complaint> {
    let mut options = Options::new(entry.command);
    while let Some(arg) = words.next().map_err(|e| e.to_string())? {
        let name = spelled(&arg);
        match arg {
            Arg::Value(word) if entry.command == Command::Find && options.technique.is_none() => {
                options.technique = Some(technique(entry.name, &word)?);
            }
            Arg::Value(file) => options.files.push(file),
            Arg::Short('h') | Arg::Long("help") => return Ok(Request::Help(Some(entry.name))),
            Arg::Short('V') | Arg::Long("version") => return Ok(Request::Version),
            Arg::Short(_) | Arg::Long(_) => {
                let flag = find(&name).find(|f| f.fits(entry.command));
                let flag = flag.ok_or_else(|| unknown_option(&name, entry))?;
                apply(flag, &name, words, &mut options)?;
            }
        }
    }
    if entry.command == Command::Convert && options.to.is_none() {
        return Err(
            "which format? Name one with `--to`; `pencilmark help formats` lists them".into()
        );
    }
    if entry.command == Command::Find && options.technique.is_none() {
        return Err("which technique? `pencilmark techniques` lists them".into());
    }
    if let Some(format) = &options.format
        && let Some((before, code)) = unknown_code(format)
    {
        let message = format!(
            "`{code}` in `--format` stands for nothing; \
             there are %r %p %d %l %s %t %n %b %c %g and %%"
        );
        return Err(pointed(&message, &format!("--format {before}"), code));
    }
    if entry.command == Command::Draw {
        options.picture.target()?;
    }
    Ok(Request::Run(Box::new(options)))
}

fn apply(
    flag: &Flag,
    name: &str,
    words: &mut lexopt::Parser,
    options: &mut Options,
) -> Result<(), Complaint> {
    let (what, set) = match flag.set {
        // A value for an option that takes none is reported by lexopt at the next word.
        Set::Switch(set) => {
            set(options);
            return Ok(());
        }
        Set::Value(what, set) => (what, set),
    };
    let value = words.value().map_err(|_| format!("`{name}` needs a value: {name} {what}"))?;
    let value = value.to_string_lossy();
    set(options, &value).map_err(|want| {
        let message = format!("`{name} {value}`: expected {want}");
        pointed(&message, &format!("{name} "), &value)
    })
}

/// The options of this name: one word may mean different things to different commands.
fn find(name: &str) -> impl Iterator<Item = &'static Flag> {
    let long = name.strip_prefix("--").map(|long| {
        let alias = ALIASES.iter().find(|(from, _)| *from == long);
        alias.map_or(long.to_string(), |(_, to)| to.to_string())
    });
    let short = name.strip_prefix('-').and_then(|name| name.chars().next());
    flags().filter(move |flag| match &long {
        Some(long) => flag.long == long,
        None => flag.short.is_some() && flag.short == short,
    })
}

fn spelled(arg: &Arg<'_>) -> String {
    match arg {
        Arg::Short(c) => format!("-{c}"),
        Arg::Long(name) => format!("--{name}"),
        Arg::Value(value) => value.to_string_lossy().into_owned(),
    }
}

fn unknown_command(word: &OsString) -> Complaint {
    let shown = word.to_string_lossy();
    let message = format!("there is no command `{shown}`");
    if Path::new(word).exists() {
        return format!("{message}; did you mean `pencilmark solve {shown}`?");
    }
    let others = PAGES.into_iter().filter(|page| *page != "formats").chain(["help"]);
    let message = match nearest(&shown, COMMANDS.iter().map(|c| c.name).chain(others)) {
        Some(near) => format!("{message}; did you mean `{near}`?"),
        None => message,
    };
    pointed(&message, "pencilmark ", &shown)
}

fn unknown_option(name: &str, entry: &CommandEntry) -> Complaint {
    if find(name).next().is_some() {
        let others = COMMANDS.iter().filter(|c| find(name).any(|f| f.fits(c.command)));
        let others: Vec<_> = others.map(|c| format!("`{}`", c.name)).collect();
        let message =
            format!("`{name}` is an option of {}, not of `{}`", others.join(", "), entry.name);
        return pointed(&message, &format!("pencilmark {} ", entry.name), name);
    }
    let message = format!("`{}` has no option `{name}`", entry.name);
    let known = flags().filter(|f| f.fits(entry.command)).map(|f| f.long);
    let near = name.strip_prefix("--").and_then(|n| nearest(n, known.chain(["help", "version"])));
    let message = match near {
        Some(near) => format!("{message}; did you mean `--{near}`?"),
        None => message,
    };
    pointed(&message, &format!("pencilmark {} ", entry.name), name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Form;

    fn run(line: &str) -> Options {
        match parse(line.split_whitespace().map(OsString::from)) {
            Ok(Request::Run(options)) => *options,
            other => panic!("{other:?}"),
        }
    }

    fn complaint(line: &str) -> String {
        parse(line.split_whitespace().map(OsString::from)).unwrap_err()
    }

    #[test]
    fn options_and_files_in_any_order() {
        let options = run("solve -n5 a.pencil --json --threads=3 - -o rows --color never");
        assert_eq!(options.command, Command::Solve);
        assert_eq!((options.wanted, options.threads, options.json), (5, 3, true));
        assert_eq!(
            (options.files, options.form),
            (vec!["a.pencil".into(), "-".into()], Some(Form::Rows))
        );
        let options = run("count --limit 1_000 --without innies --without leftovers -- --odd-name");
        assert_eq!((options.limit, options.files), (1000, vec!["--odd-name".into()]));
        assert!(!options.derive.innies && !options.derive.leftovers && options.derive.hidden_cages);
    }

    #[test]
    fn mistakes_are_told_with_what_was_meant() {
        let cases = [
            ("", NEEDED),
            ("find bug p", "`bug` is several techniques: bug-plus-1, bug-2, bug-3, bug-4"),
            (
                "grade --format %z p",
                "`%z` in `--format` stands for nothing; there are %r %p %d %l %s %t %n %b %c %g and %%",
            ),
            ("find x-wnig p", "there is no technique `x-wnig`; did you mean `x-wing`?"),
            ("find", "which technique? `pencilmark techniques` lists them"),
            ("find innis p", "there is no technique `innis`; did you mean `innies`?"),
            ("techniques inny", "there is no technique `inny`; did you mean `innies`?"),
            (
                "techniques hidden",
                "`hidden` is several techniques: hidden-single, direct-hidden-pair, \
                 direct-hidden-triple, hidden-pair, hidden-triple, hidden-quadruple, \
                 hidden-rectangle",
            ),
            ("techniques --jsno", "`techniques` has no option `--jsno`"),
            ("explain --steps 9..5", "`--steps 9..5`: expected the smaller number first"),
            ("sovle x", "there is no command `sovle`; did you mean `solve`?"),
            ("help chek", "there is no command `chek`; did you mean `check`?"),
            ("solve --jsno", "`solve` has no option `--jsno`; did you mean `--json`?"),
            ("solve --why", "`--why` is an option of `check`, not of `solve`"),
            ("solve -n", "`-n` needs a value: -n N"),
            ("solve -n 0", "`-n 0`: expected a whole number from 1 up"),
            (
                "count --time-limit soon",
                "`--time-limit soon`: expected a time such as 10s, 500ms, 2m, 1h or 1.5 (seconds)",
            ),
            (
                "--json solve",
                "the command comes first, then its options: there is no option `--json`",
            ),
        ];
        for (line, want) in cases {
            let told = complaint(line);
            assert_eq!(told.lines().next().unwrap_or_default(), want, "{line}");
        }
        let under = |line: &str| complaint(line).lines().skip(1).collect::<Vec<_>>().join("\n");
        assert_eq!(under("find x-wnig p"), "  pencilmark find x-wnig\n                  ^^^^^^");
        assert_eq!(under("find innis p"), "  pencilmark find innis\n                  ^^^^^");
        assert_eq!(under("find bug p"), "  pencilmark find bug\n                  ^^^");
        assert_eq!(
            under("explain --stepz 3"),
            "  pencilmark explain --stepz\n                     ^^^^^^^"
        );
        assert_eq!(under("sovle x"), "  pencilmark sovle\n             ^^^^^");
        assert_eq!(under("grade --format x%r%é p"), "  --format x%r%é\n              ^^");
        assert_eq!(under("grade --format %r% p"), "  --format %r%\n             ^");
        assert_eq!(under("draw -o a/x.gif p"), "  -o a/x.gif\n        ^^^^");
        assert_eq!(under("draw -o picture p"), "  -o picture\n     ^^^^^^^");
        assert_eq!(under("explain --steps 5..x"), "  --steps 5..x\n          ^^^^");
        assert!(complaint("find xwng p").contains("did you mean `x-wing`?"));
        assert!(complaint("solve --json=yes").contains("json"));
    }

    #[test]
    fn help_and_version_win() {
        let request = |line: &str| parse(line.split_whitespace().map(OsString::from)).unwrap();
        assert!(matches!(request("--version"), Request::Version));
        assert!(matches!(request("help count"), Request::Help(Some("count"))));
        assert!(matches!(request("solve x --help"), Request::Help(Some("solve"))));
    }
}
