//! Properties of all parsers: they end, they never panic, and writing is undone by reading.

use pencilmark_formats::{ClassicLine, detect, items, parse, parse_bytes, puzzles, write};
use pencilmark_puzzle::random::{Rng, random_puzzle};

/// Bytes that parsers care about.
const ALPHABET: &[u8] =
    b"r1c1-9 r2-3c4,\n\n  \t#=|()<>+*/.:;{}0123456789abcgixand or not sum(\r\xc3\xa9\xff\0";

fn random_bytes(rng: &mut Rng) -> Vec<u8> {
    let length = rng.below(300);
    let wild = rng.chance(1, 4);
    let byte = |rng: &mut Rng| {
        if wild { rng.next_u64() as u8 } else { *rng.pick(ALPHABET) }
    };
    (0..length).map(|_| byte(rng)).collect()
}

/// Reads the bytes in every way; what errors there are must print.
fn read_all(bytes: &[u8]) {
    let show = |errors: Vec<pencilmark_formats::Diagnostic>| {
        assert!(!errors.is_empty() && errors.len() <= 10);
        errors.iter().for_each(|e| assert!(!e.to_string().is_empty()));
    };
    if let Err(errors) = parse_bytes("fuzz", bytes) {
        show(errors);
    }
    for (_, result) in puzzles(bytes, "fuzz") {
        if let Err(errors) = result {
            show(errors);
        }
    }
    assert!(items(bytes, "fuzz").count() > 0, "a stream says at least why it is empty");
    let text = String::from_utf8_lossy(bytes);
    detect(&text);
    for (i, line) in text.lines().enumerate() {
        if let Err(error) = ClassicLine::parse("fuzz", i + 1, line) {
            show(vec![*error]);
        }
    }
}

#[test]
fn any_bytes_are_read_without_panic() {
    let mut rng = Rng::new(1);
    for _ in 0..4000 {
        read_all(&random_bytes(&mut rng));
    }
}

#[test]
fn damaged_puzzles_are_read_without_panic() {
    let mut rng = Rng::new(2);
    for seed in 0..150 {
        let text = write(&random_puzzle(seed)).into_bytes();
        for _ in 0..12 {
            let mut damaged = text.clone();
            for _ in 0..1 + rng.below(6) {
                let at = rng.below(damaged.len().max(1));
                match rng.below(4) {
                    0 if !damaged.is_empty() => damaged[at] = *rng.pick(ALPHABET),
                    1 if !damaged.is_empty() => drop(damaged.remove(at)),
                    2 => damaged.insert(at, *rng.pick(ALPHABET)),
                    _ => {
                        // Twice the same piece: duplicates and overlong lines.
                        let end = (at + rng.below(40)).min(damaged.len());
                        let piece = damaged[at.min(end)..end].to_vec();
                        damaged.splice(at..at, piece);
                    }
                }
            }
            read_all(&damaged);
        }
    }
}

#[test]
fn deep_and_long_rules_end() {
    for unit in [
        "(",
        "|",
        "not ",
        "-",
        "1+",
        "1*",
        "r1c1=1 and ",
        "r1c1=1 -> ",
        "each cell a in r1c1: ",
        "sum(",
        "1<",
        "{",
        "r1c1 ",
    ] {
        for n in [100, 20_000] {
            let _ = parse("deep", &format!("rule {}", unit.repeat(n)));
        }
    }
}

#[test]
fn what_is_written_reads_back_equal() {
    for seed in 0..600 {
        let puzzle = random_puzzle(seed);
        let text = write(&puzzle);
        match parse("again", &text) {
            Ok(again) => assert_eq!(again, puzzle, "seed {seed}\n{text}"),
            Err(errors) => panic!("seed {seed}: {}\n{text}", errors[0]),
        }
    }
}

#[test]
fn plain_lines_round_trip() {
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let n = 1 + rng.below(25);
        let givens = (0..n * n).map(|_| if rng.chance(1, 3) { 1 + rng.below(n) as u8 } else { 0 });
        let line = ClassicLine { n, givens: givens.collect() };
        assert_eq!(ClassicLine::parse("again", 1, &line.text()).unwrap(), line);
    }
}
