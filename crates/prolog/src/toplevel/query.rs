//! Reading queries.

use super::terminal::{Line, Talk, key};
use crate::{
    atom::Atom,
    cell::Cell,
    machine::Machine,
    native::{
        Table,
        read::{module_options, names, syntax_throw},
        text::{self, Accept},
    },
    read::{self, TextSource},
    store::NIL,
    stream::{StreamSource, USER_INPUT},
    throw::{Outcome, Throw},
};

/// Predicates of the toplevel.
pub const NATIVES: Table = &[
    ("$read_query", 1, read_query),
    ("$parse_query", 3, parse_query),
    ("$answer_key", 1, answer_key),
    ("$is_defined", 1, |m| Ok(definition(m)?.is_some())),
    ("$definition_module", 2, definition_module),
    ("$interactive", 0, |_| Ok(Talk::is_interactive())),
    ("$set_prompt", 1, set_prompt),
    ("$factorize", 4, super::cycle::factorize),
    ("$dwim_predicates", 2, super::dwim::predicates),
    ("$blank_before_parenthesis", 3, blank_before_parenthesis),
];

/// `'$read_query'(Text)`: the text of the next query without its full stop, or `end_of_file`.
fn read_query(m: &mut Machine) -> Outcome {
    let text = if Talk::is_interactive() { from_person(m)? } else { from_stream(m)? };
    let cell = match text {
        Some(text) => m.store.heap.put_string(&text),
        None => Cell::atom(Atom::END_OF_FILE),
    };
    m.unify_arg(0, cell)
}

fn from_stream(m: &mut Machine) -> Result<Option<String>, Throw> {
    let options = module_options(m, Atom::USER);
    let Some(stream) = m.text.streams.get_mut(USER_INPUT) else { return Ok(None) };
    let mut source = StreamSource { stream, error: None };
    match read::read_text(&mut source, &options) {
        Ok((text, _)) if text == "end_of_file. " => Ok(None),
        Ok((text, _)) => {
            skip_line(m);
            Ok(Some(without_stop(&text).to_string()))
        }
        Err(error) => Err(syntax_throw(m, None, &error)),
    }
}

/// What follows a query on its line is no part of the next answer to a question.
fn skip_line(m: &mut Machine) {
    let Some(stream) = m.text.streams.get_mut(USER_INPUT) else { return };
    while let Ok(Some(c)) = stream.peek_char() {
        if !c.is_whitespace() {
            break;
        }
        let _ = stream.get_char();
        if c == '\n' {
            break;
        }
    }
}

fn from_person(m: &mut Machine) -> Result<Option<String>, Throw> {
    m.text.streams.flush_user();
    let mut text = String::new();
    loop {
        let prompt = if text.is_empty() { "?- " } else { "|    " };
        match m.talk.line(prompt) {
            Line::Text(line) => {
                text.push_str(&line);
                text.push('\n');
            }
            Line::Interrupted => text.clear(),
            Line::End => return Ok(None),
        }
        if text.trim().is_empty() {
            text.clear();
        } else if is_complete(m, &text) {
            m.talk.remember(&text);
            return Ok(Some(without_stop(&text).to_string()));
        }
    }
}

/// Does the text hold a whole query? It does if the reader finds its full stop: a source in
/// memory that has one after all of the text would end there instead.
fn is_complete(m: &Machine, text: &str) -> bool {
    let options = module_options(m, Atom::USER);
    let marked = format!("{text} pencilmark_unfinished");
    let mut source = TextSource::new(&marked);
    match read::read_text(&mut source, &options) {
        Ok((taken, _)) => !taken.contains("pencilmark_unfinished"),
        // An open quote or comment goes on; anything else is better shown than asked for.
        Err(error) => !format!("{:?}", error.fault).contains("end_of_file"),
    }
}

fn without_stop(text: &str) -> &str {
    let text = text.trim_end();
    text.strip_suffix('.').unwrap_or(text).trim_end()
}

/// `'$parse_query'(Text, Term, Bindings)`: names stand for all variables but `_`.
fn parse_query(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let text = text::want(m, cell, Accept::ALL)?;
    let options = module_options(m, Atom::USER);
    let mut source = TextSource::new(&text);
    let heap = &mut m.store.heap;
    match read::read_term(heap, &mut m.atoms, &m.text.ops, &mut source, &options) {
        Ok(found) => {
            let bindings = names(m, &found, |_| true);
            Ok(m.unify_arg(1, found.term)? && m.unify_arg(2, bindings)?)
        }
        Err(error) => Err(syntax_throw(m, None, &error)),
    }
}

/// The module in which the predicate of the goal in the first argument is defined, after
/// loading the library that has it.
fn definition(m: &mut Machine) -> Result<Option<Atom>, Throw> {
    let (module, goal) = m.strip_module(m.arg(0), Atom::USER);
    let Some((name, arity)) = m.functor_of(goal) else { return Ok(None) };
    let found = match m.definition(module, name, arity) {
        Some(pred) => Some(pred),
        None => m.autoload(name, arity)?,
    };
    Ok(found.map(|pred| m.preds[pred as usize].module))
}

/// `'$definition_module'(:Goal, -Module)`.
fn definition_module(m: &mut Machine) -> Outcome {
    match definition(m)? {
        Some(module) => m.unify_arg(1, Cell::atom(module)),
        None => Ok(false),
    }
}

/// `'$set_prompt'(Text)`: what a person is shown when a program reads a line.
fn set_prompt(m: &mut Machine) -> Outcome {
    let cell = m.arg(0);
    let text = text::want(m, cell, Accept::ALL)?.to_string();
    if let Some(stream) = m.text.streams.get_mut(USER_INPUT) {
        stream.prompt = text;
    }
    Ok(true)
}

/// `'$answer_key'(Code)`: a key pressed on the terminal.
fn answer_key(m: &mut Machine) -> Outcome {
    m.text.streams.flush_user();
    let code = key().map_or(-1, i32::from);
    m.unify_arg(0, Cell::small(code))
}

/// `'$blank_before_parenthesis'(Where, At, Name)`: at this place of a file (`File:Line`, a
/// column) or of a text (an offset) stands a name with blanks between it and a parenthesis.
fn blank_before_parenthesis(m: &mut Machine) -> Outcome {
    let (place, at) = (m.arg(0), m.arg(1));
    let at = crate::native::args::natural(m, at)?;
    let line = match m.store.heap.args::<2>(place, Atom::COLON) {
        Some([file, line]) => {
            let file = text::want(m, file, Accept::ALL)?;
            let number = crate::native::args::natural(m, line)?;
            let Ok(text) = std::fs::read_to_string(&*file) else { return Ok(false) };
            text.lines().nth(number.saturating_sub(1)).unwrap_or_default().to_string()
        }
        None => text::want(m, place, Accept::ALL)?.to_string(),
    };
    let chars: Vec<char> = line.chars().collect();
    // The reported place is near the blank: look at the first parenthesis from the name on.
    let from = at.min(chars.len());
    let Some(open) = (from..chars.len().min(from + 3)).find(|&i| chars[i] == '(') else {
        return Ok(false);
    };
    let blanks = chars[..open].iter().rev().take_while(|c| c.is_whitespace()).count();
    let name: String = chars[..open - blanks]
        .iter()
        .rev()
        .take_while(|c| c.is_alphanumeric() || **c == '_')
        .collect::<Vec<_>>()
        .into_iter()
        .rev()
        .collect();
    if blanks == 0 || !name.starts_with(char::is_alphabetic) {
        return Ok(false);
    }
    let name = Cell::atom(m.atoms.intern(&name));
    Ok(name != NIL && m.unify_arg(2, name)?)
}
