//! Links: which program they belong to, and the puzzle inside.
//!
//! A link holds its puzzle, or a short name under which a server keeps it. We never ask
//! servers; such a link is an error that says so.

use crate::detect::of_line;
use crate::format::Format;
use crate::import::{Import, Reading, Trouble};
use crate::pack::{Alphabet, lz_unpack, percent_decode};
use crate::text::tatham;
use crate::{fpuzzles, iss, penpa, sudokumaker, sudokupad};

/// Whether a line can only be one of these.
pub(crate) fn fits(line: &str) -> bool {
    let line = line.trim();
    line.starts_with("http://")
        || line.starts_with("https://")
        || sudokupad::is_id(line)
        || is_bare(line)
}

/// Hosts whose links are known without `https://`, as browsers show them.
const HOSTS: &[&str] = &[
    "f-puzzles.com/",
    "sudokupad.app/",
    "sudokupad.svencodes.com/",
    "app.crackingthecryptic.com/",
    "sudokumaker.app/",
    "lisudoku.xyz/",
    "swaroopg92.github.io/penpa-edit",
    "sigh.github.io/",
    "chiark.greenend.org.uk/",
    "tinyurl.com/",
];

fn is_bare(line: &str) -> bool {
    let host = line.strip_prefix("www.").unwrap_or(line);
    HOSTS.iter().any(|known| host.get(..known.len()).is_some_and(|h| h.eq_ignore_ascii_case(known)))
}

/// Reads the puzzle in a link.
pub(crate) fn read(text: &str) -> Reading<Import> {
    let link = text.trim();
    if sudokupad::is_id(link) {
        return sudokupad::read_id(&percent_decode(link));
    }
    let parts = Link::split(link)
        .ok_or_else(|| Trouble::new("this is not a link").help("a link starts with `https://`"))?;
    let host = parts.host.to_lowercase();
    let is = |name: &str| host == name || host.ends_with(&format!(".{name}"));
    let path = parts.path.to_lowercase();
    if is("chiark.greenend.org.uk") {
        // What follows `#` is the id of the game; one with a `#` of its own is a number from
        // which the program makes a puzzle.
        return match parts.rest.strip_prefix('#').map(percent_decode) {
            Some(id) if id.contains('#') => Err(Trouble::new(
                "this link holds no puzzle, only \
                the number from which the program makes one",
            )
            .help("copy the link by game ID instead of the one by random seed")),
            Some(id) => tatham::read(&id).map_err(Trouble::unplaced),
            None => Err(Trouble::new("there is no game id behind `#` in the link, so no puzzle")),
        };
    }
    if is("f-puzzles.com") {
        return match (parts.query("load"), parts.query("id")) {
            (Some(packed), _) => fpuzzles::read_packed(&packed),
            (None, Some(id)) => Err(short(link, &id, "https://f-puzzles.com/?load=...")),
            _ => Err(missing("load=")),
        };
    }
    if is("sudokupad.app") || is("crackingthecryptic.com") || is("sudokupad.svencodes.com") {
        return read_sudokupad(&parts, link);
    }
    if is("sudokumaker.app") {
        return match parts.query("puzzle") {
            Some(packed) => sudokumaker::read_packed(&packed),
            None => Err(missing("puzzle=")),
        };
    }
    if path.contains("interactive-sudoku-solver")
        || parts.query("q").is_some_and(|q| q.starts_with('.'))
    {
        return match (parts.query("q"), parts.query("code")) {
            (Some(text), _) => read_iss(&text).map_err(Trouble::unplaced),
            (None, Some(_)) => {
                Err(Trouble::new("this link holds a program that makes puzzles, not a puzzle")
                    .help("run it in the solver's sandbox and copy the link it makes"))
            }
            _ => Err(missing("q=")),
        };
    }
    if path.contains("penpa-edit") || is("penpa.io") {
        return match parts.query("p") {
            Some(packed) => penpa::read_packed(&packed),
            None => Err(missing("p=")),
        };
    }
    if is("lisudoku.xyz") {
        return match parts.query("import") {
            Some(packed) => read_lisudoku(&packed),
            None => Err(missing("import=")),
        };
    }
    if SHORTENERS.iter().any(|name| is(name)) {
        let name = parts.path.trim_matches('/').to_string();
        return Err(short(link, &name, "the long link that it leads to"));
    }
    // No name of a host is longer.
    let host: String = parts.host.chars().take(253).collect();
    Err(Trouble::new(format!("links of `{host}` are not known")).help(
        "known: f-puzzles.com, sudokupad.app, sudokumaker.app, lisudoku.xyz, Penpa+, the Interactive \
         Sudoku Solver, Simon Tatham's Solo",
    ))
}

const SHORTENERS: &[&str] =
    &["tinyurl.com", "bit.ly", "git.io", "is.gd", "t.co", "goo.gl", "youtu.be"];

/// The error for a link whose puzzle is on a server.
fn short(link: &str, id: &str, long: &str) -> Trouble {
    let shown: String = id.chars().take(40).collect();
    Trouble::new(format!("`{shown}` is a short name that only the server of the link can resolve"))
        .at(0..link.len())
        .help(format!("open it in a browser and export the whole puzzle: {long}"))
}

/// The error for a link of whose puzzle only the start is there.
fn cut(link: &str) -> Trouble {
    Trouble::new("the packed part of the link cannot be read: it is cut short")
        .at(0..link.len())
        .help("copy the whole link again; they are easily cut")
}

fn missing(key: &str) -> Trouble {
    Trouble::new(format!("there is no `{key}` in the link, so no puzzle"))
}

fn read_sudokupad(parts: &Link<'_>, link: &str) -> Reading<Import> {
    let path = percent_decode(parts.path.trim_start_matches('/'));
    let mut id = path.as_str();
    for lead in ["sudoku/", "sudoku.html", "sudoku", "puzzle/"] {
        if let Some(rest) = id.strip_prefix(lead)
            && (lead.ends_with('/') || rest.is_empty())
        {
            id = rest;
        }
    }
    let named = parts.query("puzzleid");
    let id = named.as_deref().unwrap_or(id);
    match sudokupad::is_id(id) {
        true => sudokupad::read_id(id),
        false if id.is_empty() => Err(missing("puzzleid=")),
        false if sudokupad::is_cut(id) => Err(cut(link)),
        false => Err(short(link, id, "https://sudokupad.app/scl...")),
    }
}

/// Statements, or a puzzle as a line of characters.
fn read_iss(text: &str) -> Reading<Import> {
    let format = if iss::fits(text) { None } else { of_line(text) };
    match format {
        Some(Format::Line) => read_plain(text),
        // A link in a link is nobody's puzzle.
        Some(format) if ![Format::Link, Format::AnyJson].contains(&format) => {
            format.info().read.map_or_else(|| iss::read(text), |read| read(text))
        }
        _ => iss::read(text),
    }
}

fn read_plain(text: &str) -> Reading<Import> {
    let line = crate::classic::ClassicLine::parse("", 1, text).map_err(|e| Trouble {
        at: None,
        message: e.message,
        help: e.help,
    })?;
    let puzzle = line.to_puzzle(None).ok_or_else(|| Trouble::new("no such grid"))?;
    Ok(Import::new(puzzle))
}

fn read_lisudoku(packed: &str) -> Reading<Import> {
    if of_line(packed) == Some(Format::Line) {
        return read_plain(packed);
    }
    let text = lz_unpack(packed, Alphabet::Base64).map_err(|why| {
        Trouble::new(format!("the packed part of the link cannot be read: {why}"))
    })?;
    crate::lisudoku::read(&text).map_err(Trouble::unplaced)
}

/// The pieces of a link.
struct Link<'a> {
    host: &'a str,
    path: &'a str,
    rest: &'a str,
}

impl<'a> Link<'a> {
    fn split(link: &'a str) -> Option<Link<'a>> {
        let scheme = link.split_once("://").map(|(_, after)| after);
        let after = scheme.or(is_bare(link).then_some(link))?;
        let end = after.find(['/', '?', '#']).unwrap_or(after.len());
        let (host, after) = after.split_at(end);
        let end = after.find(['?', '#']).unwrap_or(after.len());
        let (path, rest) = after.split_at(end);
        Some(Link { host: host.split(':').next().unwrap_or(host), path, rest })
    }

    /// The value of a key behind `?`, `&` or `#`.
    fn query(&self, key: &str) -> Option<String> {
        let mut pairs = self.rest.split(['?', '&', '#']).filter_map(|pair| pair.split_once('='));
        pairs.find(|(k, _)| *k == key).map(|(_, value)| percent_decode(value))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_links_say_that_a_server_has_the_puzzle() {
        let links = [
            "https://f-puzzles.com/?id=y2xs7sw3",
            "https://sudokupad.app/pbwqsppuho",
            "https://app.crackingthecryptic.com/sudoku/7DbqLfGR3N",
            "https://sudokupad.app/sudoku.html?puzzleid=abc123",
            "https://tinyurl.com/2p8sxyz",
        ];
        for link in links {
            let error = read(link).unwrap_err();
            assert!(error.message.contains("only the server"), "{link}: {error:?}");
            assert!(error.help.is_some());
        }
    }

    #[test]
    fn cut_links_are_told_from_short_ones() {
        let puzzle = crate::parse("t", "grid 9\ncage 15 r1c1-3\n").unwrap();
        let written = [
            sudokupad::write_link(&puzzle).unwrap().text,
            sudokumaker::write_link(&puzzle).unwrap().text,
            fpuzzles::write_link(&puzzle).unwrap().text,
        ];
        for link in written {
            let link = link.trim();
            let start = link.find("N4Ig").expect("packed");
            for end in [start + 4, start + 20, start + 41, link.len() - 5] {
                let error = read(&link[..end]).unwrap_err();
                let told = error.message.contains("packed part of the link cannot be read");
                assert!(told, "{}: {error:?}", &link[..end]);
                assert!(error.help.is_some_and(|help| help.contains("whole link")));
            }
        }
        let error = read("https://sudokumaker.app/?puzzle=xx").unwrap_err();
        assert!(error.message.contains("packed part of the link"), "{error:?}");
    }

    #[test]
    fn links_may_come_without_their_start() {
        let puzzle = crate::parse("t", "grid 9\ncage 15 r1c1-3\n").unwrap();
        let link = fpuzzles::write_link(&puzzle).unwrap().text;
        let bare = link.trim().strip_prefix("https://").unwrap();
        assert_eq!(read(bare).unwrap().puzzle, puzzle);
        assert!(crate::is_puzzle(bare) && crate::is_puzzle("www.f-puzzles.com/?load=N4"));
        assert!(!crate::is_puzzle("puzzles/f-puzzles.com"), "a file");
        let pad = sudokupad::write_link(&puzzle).unwrap().text;
        let pad = pad.trim().strip_prefix("https://").unwrap();
        assert_eq!(read(pad).unwrap().puzzle, puzzle);
    }

    #[test]
    fn solo_and_plain_text_in_links() {
        let solo =
            "https://www.chiark.greenend.org.uk/~sgtatham/puzzles/js/solo.html#2x2:a1b2c3d4b";
        assert_eq!(read(solo).unwrap().puzzle.clues_of("given").count(), 4);
        let seed = solo.replace("2x2:a1b2c3d4b", "2x2%23123");
        assert!(read(&seed).unwrap_err().message.contains("holds no puzzle"));
        let iss = "https://sigh.github.io/Interactive-Sudoku-Solver/?q=";
        assert_eq!(read(&format!("{iss}1...............")).unwrap().puzzle.grid.rows(), 4);
        let jigsaw = read(&format!("{iss}AABBAABBCCDDCCDD")).unwrap().puzzle;
        assert_eq!(jigsaw.clues_of("region").count(), 4);
        assert!(read(&format!("{iss}{iss}.AntiKing")).is_err());
    }

    #[test]
    fn other_links_are_told_apart() {
        assert!(read("https://example.org/x").unwrap_err().message.contains("not known"));
        assert!(read("https://f-puzzles.com/").unwrap_err().message.contains("load="));
        assert!(read("https://sudokupad.app/").unwrap_err().message.contains("no puzzle"));
        assert!(read("hello").is_err());
    }

    #[test]
    fn queries_are_found_wherever_they_stand() {
        let link = Link::split("https://a.b/c?x=1&p=a%2Bb#m=edit&q=2").unwrap();
        assert_eq!((link.host, link.path), ("a.b", "/c"));
        assert_eq!(link.query("p").as_deref(), Some("a+b"));
        assert_eq!(link.query("q").as_deref(), Some("2"));
        assert_eq!(link.query("m").as_deref(), Some("edit"));
        assert_eq!(link.query("z"), None);
    }
}
