//! Relations, state machines and regular expressions, as they are packed into arguments.

use std::borrow::Cow;
use std::sync::Arc;

use pencilmark_kernel::automaton::Automaton;
use pencilmark_kernel::expr::{Expr, Formula};
use pencilmark_puzzle::{CellId, Clue, Grid, regex, relation_told};

use super::names::Names;
use super::{Context, Statement, rule};
use crate::import::Reading;
use crate::pack::{base64_bits, base64_decode, base64_encode, percent_decode};

/// A relation between two digits: one bit for each two, the first digit in the outer loop.
pub(super) fn pairs(context: &Context, s: &Statement, every_two: bool) -> Reading<Vec<Clue>> {
    let legacy = s.kind.starts_with("Binary");
    let key: String = match legacy {
        // An older alphabet has these two the other way round.
        true => s
            .arg(0)
            .chars()
            .map(|c| {
                if c == '-' {
                    '_'
                } else if c == '_' {
                    '-'
                } else {
                    c
                }
            })
            .collect(),
        false => s.arg(0).to_string(),
    };
    let bits = base64_bits(&key).ok_or_else(|| s.fault("the relation is damaged"))?;
    let grid = &context.puzzle.grid;
    let n = grid.digit_count();
    let place = |d: i64| (d - grid.lo()) as usize;
    let holds = |a: i64, b: i64| bits.get(place(a) * n + place(b)) == Some(&true);
    let code = Codes::new(grid, holds);
    let digits: Vec<i64> = grid.digits().collect();
    let mut clues = Vec::new();
    for (name, group) in groups(s) {
        let cells = context.names.cells(s, group)?;
        let called = |a: CellId, b: CellId| {
            let both = context.names.listed(&[a, b]);
            if let Some(name) = &name {
                return format!("\u{201c}{name}\u{201d} on {both}");
            }
            let [first, second] = [a, b].map(|c| context.names.listed(&[c]));
            match relation_told(&digits, &holds, [&first, &second]) {
                Some(told) => format!("the rule that {told}"),
                None => format!("the relation of {both}"),
            }
        };
        for (i, &a) in cells.iter().enumerate() {
            let others = if every_two {
                &cells[i + 1..]
            } else {
                cells.get(i + 1..i + 2).unwrap_or_default()
            };
            clues.extend(others.iter().map(|&b| rule(code.related(a, b)).called(called(a, b))));
        }
    }
    Ok(clues)
}

/// Lists of cells, with a name before each, or an empty word: then it is called as the one before.
fn groups<'s>(s: &'s Statement<'_>) -> Vec<(Option<String>, &'s [Cow<'s, str>])> {
    let mut all = Vec::new();
    let (mut name, mut rest) = (None, s.rest(1));
    loop {
        let end = rest.iter().position(|a| a.is_empty() || a.starts_with('_'));
        let at = end.unwrap_or(rest.len());
        if at > 0 {
            all.push((name.clone(), &rest[..at]));
        }
        let Some(word) = rest.get(at) else { return all };
        if let Some(new) = word.strip_prefix('_') {
            name = Some(percent_decode(new)).filter(|n| !n.is_empty());
        }
        rest = &rest[at + 1..];
    }
}

/// Pairs of digits as numbers: the first times a base, plus the second.
struct Codes {
    base: i64,
    good: Vec<i64>,
}

impl Codes {
    fn new(grid: &Grid, holds: impl Fn(i64, i64) -> bool) -> Codes {
        let base = grid.hi() + 1;
        let pairs = grid.digits().flat_map(|x| grid.digits().map(move |y| (x, y)));
        let good = pairs.filter(|&(x, y)| holds(x, y)).map(|(x, y)| base * x + y).collect();
        Codes { base, good }
    }

    fn related(&self, a: CellId, b: CellId) -> Formula<pencilmark_puzzle::Name> {
        let first = Expr::Mul(Box::new(Expr::Const(self.base)), Box::new(Names::digit(a)));
        Formula::In(Expr::Sum(vec![first, Names::digit(b)]), self.good.clone())
    }
}

/// `PATTERN~CELLS`, an empty word between two lines.
pub(super) fn regular(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let packed = s.arg(0);
    let pattern = match packed.contains(['%', '.']) {
        true => percent_decode(packed),
        false => {
            let bytes = base64_decode(packed).map_err(|_| s.fault("the pattern is damaged"))?;
            String::from_utf8(bytes).map_err(|_| s.fault("the pattern is damaged"))?
        }
    };
    let grid = &context.puzzle.grid;
    let automaton = regex(&pattern, grid.digits()).map_err(|e| s.fault(e))?;
    let automaton = Arc::new(automaton);
    let mut clues = Vec::new();
    for line in s.rest(1).split(|word| word.is_empty()) {
        let cells = context.names.cells(s, line)?;
        if !cells.is_empty() {
            let name = format!("the pattern `{pattern}` along {}", context.names.listed(&cells));
            let line = cells.into_iter().map(Names::digit).collect();
            clues.push(rule(Formula::Regular(line, automaton.clone())).called(name));
        }
    }
    Ok(clues)
}

/// `MACHINE~_NAME~CELLS`; `-` starts a new segment, which the machine reads as one more
/// letter.
pub(super) fn machine(context: &Context, s: &Statement) -> Reading<Vec<Clue>> {
    let grid = &context.puzzle.grid;
    let automaton =
        unpack(s.arg(0), grid).ok_or_else(|| s.fault("the state machine is damaged"))?;
    let automaton = Arc::new(automaton);
    let mut clues = Vec::new();
    for (name, line) in groups(s) {
        let (mut cells, mut listed) = (Vec::new(), Vec::new());
        for word in line {
            cells.push(match &**word {
                "-" => Expr::Const(grid.hi() + 1),
                word => {
                    let cell = context.names.want(s, word)?;
                    listed.push(cell);
                    Names::digit(cell)
                }
            });
        }
        let listed = context.names.listed(&listed);
        let called = match name {
            Some(name) => format!("\u{201c}{name}\u{201d} on {listed}"),
            None => format!("the state machine on {listed}"),
        };
        clues.push(rule(Formula::Regular(cells, automaton.clone())).called(called));
    }
    Ok(clues)
}

/// A stream of bits, highest first.
struct Bits {
    bytes: Vec<u8>,
    at: usize,
}

impl Bits {
    fn left(&self) -> usize {
        self.bytes.len() * 8 - self.at
    }

    fn read(&mut self, width: usize) -> Option<usize> {
        if self.left() < width || width > 40 {
            return None;
        }
        let mut value = 0;
        for _ in 0..width {
            value = value << 1 | usize::from(self.bytes[self.at / 8] >> (7 - self.at % 8) & 1);
            self.at += 1;
        }
        Some(value)
    }
}

/// The text of a machine; nothing if it has too many states or reads too many letters. Letters
/// are the digits and, if there are segments, what stands between them.
pub(super) fn pack(automaton: &Automaton, grid: &Grid, segments: bool) -> Option<String> {
    let symbols = grid.digit_count() + usize::from(segments);
    if automaton.states == 0 || automaton.states > MAX_STATES || symbols > MAX_SYMBOLS {
        return None;
    }
    let accepts = |s: &usize| automaton.accepting.contains(s);
    let others = || (0..automaton.states).filter(|s| *s != automaton.start);
    let order: Vec<usize> = std::iter::once(automaton.start)
        .chain(others().filter(accepts))
        .chain(others().filter(|s| !accepts(s)))
        .collect();
    let mut number = vec![0; automaton.states];
    order.iter().enumerate().for_each(|(i, &s)| number[s] = i);
    let mut arcs: Vec<Vec<(usize, usize)>> = vec![vec![]; automaton.states];
    for &(from, value, to) in &automaton.arcs {
        let symbol = usize::try_from(value - grid.lo()).ok().filter(|s| *s < symbols);
        arcs[number[from]].extend(symbol.map(|symbol| (symbol, number[to])));
    }
    for list in &mut arcs {
        list.sort_unstable();
        list.dedup();
    }
    // One way at most for each letter: then a bit tells whether there is one.
    let packed = arcs.iter().all(|list| list.windows(2).all(|w| w[0].0 != w[1].0));
    let width = |n: usize| (usize::BITS - n.leading_zeros()).max(1) as usize;
    let state_bits = width(automaton.states - 1);
    let mut bits: Vec<bool> = Vec::new();
    let mut write = |n: usize, width: usize| bits.extend((0..width).rev().map(|i| n >> i & 1 == 1));
    write(usize::from(packed), 2);
    write(state_bits - 1, 4);
    write(symbols - 1, 4);
    write(1, state_bits);
    write(others().filter(accepts).count(), state_bits);
    write(usize::from(accepts(&automaton.start)), 1);
    let count_bits = width(arcs.iter().map(Vec::len).max().unwrap_or(0));
    if !packed {
        write(count_bits, 4);
    }
    for list in &arcs {
        match packed {
            true => write(list.iter().map(|(symbol, _)| 1 << symbol).sum(), symbols),
            false => write(list.len(), count_bits),
        }
        for &(symbol, to) in list {
            if !packed {
                write(symbol, width(symbols - 1));
            }
            write(to, state_bits);
        }
    }
    let byte =
        |eight: &[bool]| (0..8).fold(0, |b, i| b << 1 | u8::from(eight.get(i) == Some(&true)));
    let bytes: Vec<u8> = bits.chunks(8).map(byte).collect();
    Some(base64_encode(&bytes).trim_end_matches('=').replace('+', "-").replace('/', "_"))
}

/// The most states and letters that a machine may have there.
const MAX_STATES: usize = 4096;
const MAX_SYMBOLS: usize = 16;

/// A machine: states that start, then others that accept, then the rest; for each its arcs.
fn unpack(text: &str, grid: &Grid) -> Option<Automaton> {
    if text.is_empty() {
        return Some(Automaton { states: 1, start: 0, accepting: vec![], arcs: vec![] });
    }
    let mut bits = Bits { bytes: base64_decode(text).ok()?, at: 0 };
    let packed = match bits.read(2)? {
        0 => false,
        1 => true,
        _ => return None,
    };
    let state_bits = bits.read(4)? + 1;
    let symbols = bits.read(4)? + 1;
    let symbol_bits = (usize::BITS - (symbols - 1).leading_zeros()) as usize;
    let (starts, accepts) = (bits.read(state_bits)?, bits.read(state_bits)?);
    if starts == 0 || starts > bits.left() {
        return None;
    }
    let mut accepting: Vec<usize> = Vec::new();
    // The mask is one number: its lowest bit is the first state.
    let mask: Vec<usize> = (0..starts).map(|_| bits.read(1)).collect::<Option<_>>()?;
    accepting.extend((0..starts).filter(|i| mask[starts - 1 - i] == 1));
    accepting.extend(starts..starts + accepts);
    let count_bits = if packed { 0 } else { bits.read(4)? };
    let mut arcs = Vec::new();
    let mut states = 0;
    let least = if packed { symbols } else { count_bits.max(1) };
    while bits.left() >= least && (packed || count_bits > 0) {
        // What is left of the last byte is filled with zeros and may look like more states.
        let targets: Vec<(usize, usize)> = if packed {
            let mask = bits.read(symbols)?;
            // Bit k of the mask, counted from the lowest, is symbol k.
            let on: Vec<usize> = (0..symbols).filter(|k| mask >> k & 1 == 1).collect();
            on.into_iter().map(|k| Some((k, bits.read(state_bits)?))).collect::<Option<_>>()?
        } else {
            let count = bits.read(count_bits)?;
            (0..count)
                .map(|_| Some((bits.read(symbol_bits)?, bits.read(state_bits)?)))
                .collect::<Option<_>>()?
        };
        arcs.extend(
            targets.into_iter().map(|(symbol, to)| (states, grid.lo() + symbol as i64, to)),
        );
        states += 1;
    }
    let most = arcs.iter().map(|a| a.2 + 1).max().unwrap_or(0).max(starts + accepts).max(states);
    Some(with_one_start(Automaton { states: most, start: 0, accepting, arcs }, starts))
}

/// One more state that starts wherever one of the first states does.
fn with_one_start(mut automaton: Automaton, starts: usize) -> Automaton {
    if starts == 1 {
        return automaton;
    }
    let fresh = automaton.states;
    let first: Vec<_> =
        automaton.arcs.iter().filter(|a| a.0 < starts).map(|a| (fresh, a.1, a.2)).collect();
    automaton.arcs.extend(first);
    if automaton.accepting.iter().any(|&a| a < starts) {
        automaton.accepting.push(fresh);
    }
    Automaton { states: fresh + 1, start: fresh, ..automaton }
}

#[cfg(test)]
mod tests {
    use super::*;
    use pencilmark_puzzle::random::Rng;

    /// Machines at random, with one way for each letter and with several, read the same lines
    /// when they have been packed and unpacked.
    #[test]
    fn what_is_packed_is_unpacked() {
        let mut rng = Rng::new(3);
        for round in 0..200 {
            let grid = Grid::new(4, 4).unwrap().with_digits(round % 2, 3 + round % 5).unwrap();
            let segments = round % 3 == 0;
            let states = 1 + rng.below(9);
            let mut arcs = Vec::new();
            for _ in 0..rng.below(30) {
                let letters = grid.digit_count() + usize::from(segments);
                let value = grid.lo() + rng.below(letters) as i64;
                let arc = (rng.below(states), value, rng.below(states));
                let several = round % 4 == 1;
                if several || !arcs.iter().any(|&(s, v, _)| (s, v) == (arc.0, arc.1)) {
                    arcs.push(arc);
                }
            }
            let accepting = (0..states).filter(|_| rng.chance(1, 3)).collect();
            let machine = Automaton { states, start: rng.below(states), accepting, arcs };
            let text = pack(&machine, &grid, segments).unwrap();
            let again = unpack(&text, &grid).unwrap_or_else(|| panic!("{machine:?} {text}"));
            for _ in 0..200 {
                let letters = grid.digit_count() + usize::from(segments);
                let line: Vec<i64> =
                    (0..rng.below(6)).map(|_| grid.lo() + rng.below(letters) as i64).collect();
                assert_eq!(again.accepts(&line), machine.accepts(&line), "{machine:?} {line:?}");
            }
        }
    }
}
