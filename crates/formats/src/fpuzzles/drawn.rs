//! What a board only draws or tells in words, and the warnings about it.

use pencilmark_puzzle::Puzzle;

use super::cells::{cells, list};
use crate::import::{Import, Reading, clue};
use crate::json::Json;

/// Drawings that copy a constraint of the board say so in one of these keys.
const COPIES: &[&str] = &["fromConstraint", "isNewConstraint", "fromRangskSolver"];

/// Reads drawings: some hold remarks, one form of text has a meaning, the rest is named.
pub(super) fn read(key: &str, json: &Json, import: &mut Import) -> Reading<()> {
    let own = |e: &&Json| COPIES.iter().all(|key| e.get(key).is_null());
    let mut unknown = 0;
    for entry in list(json, key)?.iter().filter(own) {
        let text = entry.get("value").text().unwrap_or_default().trim().to_string();
        if key == "cage" && (is_remark(&text, import) || digital_root(&text, entry, import)?) {
            continue;
        }
        unknown += 1;
    }
    if unknown > 0 {
        let plural = if unknown == 1 { "" } else { "s" };
        import.warn(format!(
            "only drawn, so a rule about it is lost: {unknown} {key}{plural} without a constraint"
        ));
    }
    Ok(())
}

/// `title: ...`, `rules: ...` and words for other programs.
fn is_remark(text: &str, import: &mut Import) -> bool {
    let (key, value) = text.split_once(':').unwrap_or((text, ""));
    let value = Some(value.trim().to_string()).filter(|v| !v.is_empty());
    let puzzle = &mut import.puzzle;
    match key.trim().to_lowercase().as_str() {
        "title" => puzzle.title = puzzle.title.take().or(value),
        "author" => puzzle.author = puzzle.author.take().or(value),
        "rules" => puzzle.rules = puzzle.rules.take().or(value),
        "fow" | "foglight" | "solution" | "msgcorrect" | "source" | "successmessage" => {}
        _ => return false,
    }
    true
}

/// `DR7`: the sum of the cage has this digital root.
fn digital_root(text: &str, entry: &Json, import: &mut Import) -> Reading<bool> {
    let root = text.strip_prefix("DR").and_then(|n| n.trim().parse::<i64>().ok());
    let Some(root) = root else { return Ok(false) };
    let cells = cells(entry.get("cells"), &import.puzzle.grid)?;
    import.add(clue("digital-root-cage").number(root).over(cells));
    Ok(true)
}

/// Words of rules, and the kinds of clues that they are about.
const WORDS: &[(&str, &[&str])] = &[
    ("knight", &["anti-knight", "knightmare", "chess"]),
    ("king's", &["anti-king"]),
    ("thermometer", &["thermo", "slow-thermo"]),
    ("killer", &["cage", "little-killer", "sum", "multi-cage"]),
    ("cage", &["cage", "sum", "rellik", "equality-cage", "digital-root-cage", "extra-region"]),
    ("arrow", &["arrow", "double-arrow", "little-killer", "chaos-arrow", "minimum", "maximum"]),
    ("palindrome", &["palindrome"]),
    ("renban", &["renban"]),
    ("whisper", &["whisper", "dutch-whisper"]),
    ("sandwich", &["sandwich", "lunchbox"]),
    ("skyscraper", &["skyscraper", "hidden-skyscraper"]),
    ("x-sum", &["x-sum"]),
    ("nonconsecutive", &["non-consecutive", "anti-consecutive"]),
    ("non-consecutive", &["non-consecutive", "anti-consecutive"]),
    ("disjoint", &["disjoint-groups"]),
    ("entropic", &["entropic-line", "global-entropy"]),
    ("entropy", &["entropic-line", "global-entropy"]),
    ("zipper", &["zipper"]),
    ("region sum", &["region-sum-line", "region-total-line"]),
    ("lockout", &["lockout"]),
    ("between line", &["between-line"]),
    ("little killer", &["little-killer"]),
    ("quadruple", &["quadruple"]),
    ("kropki", &["difference", "ratio", "strict-kropki"]),
    ("white dot", &["difference"]),
    ("black dot", &["ratio"]),
    (" xv ", &["x", "v", "negative-xv"]),
    ("indexer", &["row-indexer", "column-indexer", "box-indexer"]),
    ("clone", &["clone"]),
    ("nabner", &["nabner"]),
    ("modular", &["modular-line", "global-modular"]),
    ("parity line", &["parity-line", "modular-line"]),
    ("windoku", &["windoku", "extra-region"]),
    ("doubler", &["doublers"]),
    ("negator", &["negators"]),
    ("schrodinger", &["schroedinger"]),
    ("schrödinger", &["schroedinger"]),
    ("yin-yang", &["yin-yang"]),
    ("yin yang", &["yin-yang"]),
    ("chaos construction", &["chaos-construction"]),
    ("numbered room", &["numbered-room"]),
    ("counting circle", &["counting-circles"]),
    (
        "negative constraint",
        &["negative-ratio", "negative-xv", "strict-kropki", "negative-difference"],
    ),
    ("all possible", &["negative-ratio", "negative-xv", "strict-kropki", "non-consecutive"]),
    ("diagonal", &["diagonal", "diagonals", "little-killer", "anti-king"]),
];

/// Compares the words of the rules with the clues there are.
pub(crate) fn compare_with_rules(import: &mut Import) {
    let Some(rules) = import.puzzle.rules.as_ref().map(|r| r.to_lowercase()) else { return };
    let has = |puzzle: &Puzzle, kind: &str| puzzle.clues.iter().any(|c| c.kind.name == kind);
    for (word, kinds) in WORDS {
        let told = kinds.iter().any(|kind| has(&import.puzzle, kind));
        // "Without negative constraint", "there is no anti-knight".
        let meant = |(at, _): (usize, &str)| {
            let before = rules[..at].trim_end();
            !["without", "without a", "no", "not"].iter().any(|no| {
                before.strip_suffix(no).is_some_and(|b| !b.ends_with(char::is_alphanumeric))
            })
        };
        if rules.match_indices(word).any(meant) && !told {
            import.warn(format!("the rules in words mention `{word}`, but no constraint does"));
        }
    }
}
