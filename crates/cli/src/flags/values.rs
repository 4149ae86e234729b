//! The values of options: from the word that was typed to what it means. An error says what
//! was expected.

use std::time::Duration;

use pencilmark::Strength;
use pencilmark::formats::Format;
use pencilmark::logic::story::Order;

use crate::options::{Engine, Form, Options, Strength as HintStrength};
use crate::terminal::Colour;

/// A number.
pub fn whole(text: &str) -> Result<u64, &'static str> {
    let digits = text.replace('_', "");
    digits.parse().map_err(|_| "a whole number, such as 1000 or 1_000_000")
}

/// A number that is not zero.
pub fn positive(text: &str) -> Result<u64, &'static str> {
    whole(text).ok().filter(|&n| n > 0).ok_or("a whole number from 1 up")
}

/// A length of time: `10s`, `500ms`, `2m`, `1.5`.
pub fn duration(text: &str) -> Result<Duration, &'static str> {
    const WANT: &str = "a time such as 10s, 500ms, 2m, 1h or 1.5 (seconds)";
    let split = text.find(|c: char| c.is_ascii_alphabetic()).unwrap_or(text.len());
    let (number, unit) = text.split_at(split);
    let number: f64 = number.trim().parse().map_err(|_| WANT)?;
    let seconds = match unit {
        "ms" => number / 1e3,
        "" | "s" => number,
        "m" | "min" => number * 60.0,
        "h" => number * 3600.0,
        _ => return Err(WANT),
    };
    // Longer than this no clock can add up.
    Duration::try_from_secs_f64(seconds.min(1e9)).map_err(|_| WANT)
}

/// A size of memory: `500m`, `2g`, a number of bytes.
pub fn bytes(text: &str) -> Result<usize, &'static str> {
    const WANT: &str = "a size such as 500m or 2g";
    let text = text.trim_end_matches(['b', 'B']);
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let shift = match text[digits.len()..].to_ascii_lowercase().as_str() {
        "" => 0,
        "k" => 10,
        "m" => 20,
        "g" => 30,
        _ => return Err(WANT),
    };
    let number: usize = digits.parse().map_err(|_| WANT)?;
    number.checked_mul(1 << shift).ok_or(WANT)
}

/// A format that can be written, or read.
pub fn format(text: &str, written: bool) -> Result<Format, &'static str> {
    let fits = |f: &Format| if written { f.info().writes() } else { f.info().reads() };
    Format::find(text).filter(fits).ok_or(match written {
        true => "a format that can be written; `pencilmark help formats` lists them",
        false => "a format that can be read; `pencilmark help formats` lists them",
    })
}

/// A format that can be written.
pub fn writable(text: &str) -> Result<Format, &'static str> {
    format(text, true)
}

/// The name of a kind of clue.
pub fn kind(text: &str) -> Result<String, &'static str> {
    let found = pencilmark::puzzle::kinds::find(text).map(|kind| kind.name.to_string());
    found.ok_or("a kind of clue; `pencilmark variants` lists them")
}

/// A range of steps: `5..9`, `5..`, `..9`, `7`.
pub fn steps(text: &str) -> Result<(usize, usize), &'static str> {
    const WANT: &str = "steps such as 5..9, 5.., ..9 or 7";
    let number = |part: &str, none: usize| match part {
        "" => Ok(none),
        part => part.parse::<usize>().map_err(|_| WANT),
    };
    let range = match text.split_once("..") {
        Some((a, b)) => (number(a, 1)?, number(b, usize::MAX)?),
        None => (number(text, 0)?, number(text, 0)?),
    };
    match range {
        (0, _) => Err(WANT),
        (a, b) if a > b => Err("the smaller number first"),
        range => Ok(range),
    }
}

/// How much a hint gives away.
pub fn hint_strength(text: &str) -> Result<HintStrength, &'static str> {
    match text {
        "where" => Ok(HintStrength::Where),
        "what" => Ok(HintStrength::What),
        "why" => Ok(HintStrength::Why),
        _ => Err("where, what or why"),
    }
}

/// Whose order of techniques.
pub fn order(text: &str) -> Result<Order, &'static str> {
    match text {
        "explainer" => Ok(Order::Explainer),
        "hodoku" => Ok(Order::Hodoku),
        _ => Err("explainer or hodoku"),
    }
}

/// How a solution is printed.
pub fn form(text: &str) -> Result<Form, &'static str> {
    match text {
        "grid" => Ok(Form::Grid),
        "rows" => Ok(Form::Rows),
        "line" => Ok(Form::Line),
        _ => Err("grid, rows or line"),
    }
}

/// When to use colours.
pub fn colour(text: &str) -> Result<Colour, &'static str> {
    match text {
        "auto" => Ok(Colour::Auto),
        "always" => Ok(Colour::Always),
        "never" => Ok(Colour::Never),
        _ => Err("auto, always or never"),
    }
}

/// A derivation to leave out.
pub fn without(options: &mut Options, text: &str) -> Result<(), &'static str> {
    const EXPECTED: &str =
        "intersections, fuse, leftovers, hidden-cages, innies, narrowed or tight";
    options.derive = options.derive.without(text).ok_or(EXPECTED)?;
    Ok(())
}

/// Who searches.
pub fn engine(text: &str) -> Result<Engine, &'static str> {
    match text {
        "marks" => Ok(Engine::Marks),
        "clauses" => Ok(Engine::Clauses),
        "turns" => Ok(Engine::Turns),
        _ => Err("turns, marks or clauses"),
    }
}

/// The strength of all-different.
pub fn strength(text: &str) -> Result<Strength, &'static str> {
    match text {
        "auto" => Ok(Strength::Auto),
        "weak" => Ok(Strength::Weak),
        "full" => Ok(Strength::Full),
        _ => Err("weak, full or auto"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        let seconds = |text| duration(text).map(|d| d.as_secs_f64());
        let good = [("10s", 10.0), ("500ms", 0.5), ("2m", 120.0), ("1.5", 1.5), ("1h", 3600.0)];
        for (text, want) in good {
            assert_eq!(seconds(text), Ok(want), "{text}");
        }
        for bad in ["", "s", "-1", "1x", "nan", "one"] {
            assert!(seconds(bad).is_err(), "{bad}");
        }
        assert!(seconds("99999999999h").is_ok(), "for ever");
    }
}
