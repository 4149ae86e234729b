//! "Did you mean": the known word nearest to a misspelt one.

/// The closest of the known words, if any is close enough to be meant.
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let word: Vec<char> = word.to_lowercase().chars().take(40).collect();
    // One slip in a short word, up to three in a long one.
    let allowed = (word.len() / 3).clamp(1, 3);
    let scored = known.into_iter().map(|k| (distance(&word, k), k));
    scored
        .filter(|&(d, k)| d <= allowed && d < k.chars().count())
        .min_by_key(|&(d, _)| d)
        .map(|s| s.1)
}

/// Edit distance where swapping two neighbours counts as one slip.
fn distance(a: &[char], b: &str) -> usize {
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut rows: Vec<Vec<usize>> = vec![(0..=b.len()).collect()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let same = usize::from(a[i - 1] != b[j - 1]);
            let mut best = (rows[i - 1][j - 1] + same).min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn slips_are_recognised() {
        let known = ["thermo", "cage", "anti-knight", "x", "title"];
        assert_eq!(nearest("termo", known), Some("thermo"));
        assert_eq!(nearest("Thermos", known), Some("thermo"));
        assert_eq!(nearest("caeg", known), Some("cage"));
        assert_eq!(nearest("antiknight", known), Some("anti-knight"));
        assert_eq!(nearest("sandwich", known), None);
        assert_eq!(nearest("q", known), None);
    }
}
