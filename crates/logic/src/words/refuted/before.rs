//! What was told before in the same step and is not told again: why a clue fails or erases something,
//! and what houses and sums leave.

use super::told::Told;

/// Characters of a reason that is not told twice.
const LONG_WHY: usize = 60;

/// What was written, each with the number of its case.
#[derive(Default)]
pub(super) struct Before<'t> {
    pub cases: Vec<(String, &'t Told)>,
    /// Clues that fail, and why.
    ends: Vec<(String, &'t str)>,
    /// Why clues erase something.
    thoughts: Vec<(String, String)>,
    /// What houses and sums leave.
    pub sums: Vec<String>,
}

impl<'t> Before<'t> {
    /// What some sums leave was told in another part of the step.
    pub(super) fn knowing(sums: Vec<String>) -> Before<'t> {
        Before { sums, ..Before::default() }
    }

    /// The number of the case in which something was told in full.
    pub(super) fn number_of(&self, told: &Told) -> Option<String> {
        let known = self.cases.iter().find(|(_, known)| *known == told);
        known.map(|(number, _)| number.trim_end_matches('.').to_string())
    }

    /// Sentences whose last tells at length why a clue fails, unless another case told that.
    pub(super) fn shortened(&mut self, number: &str, sentences: &'t str) -> String {
        let last = sentences.rfind(" Then ").map_or(0, |at| at);
        let (before, end) = sentences.split_at(last);
        let Some((clue, why)) = end.split_once(", for ").filter(|(_, why)| why.len() > LONG_WHY)
        else {
            return sentences.into();
        };
        match self.ends.iter().find(|(_, told)| *told == end) {
            Some((other, _)) if !other.is_empty() => {
                format!("{before}{clue}, as in {}.", other.trim_end_matches('.'))
            }
            _ => {
                self.ends.push((number.to_string(), end));
                format!("{before}{clue}, for {why}")
            }
        }
    }
}

impl Before<'_> {
    /// What houses and sums leave is so whatever is supposed: told once, it is known.
    pub(super) fn sums_once(&mut self, sentences: &str) -> String {
        let all: Vec<&str> = sentences.split(". ").collect();
        let mut told: Vec<String> = Vec::new();
        let mut at = 0;
        while let Some(&sentence) = all.get(at) {
            at += 1;
            let sum = all.get(at).filter(|next| is_total(sentence) && next.contains(", so "));
            match sum.and_then(|sum| Some((sum, sum.rsplit_once(", so ")?.1))) {
                Some((sum, makes)) if self.sums.iter().any(|known| known == sum) => {
                    let space = if sentence.starts_with(' ') { " " } else { "" };
                    told.push(format!("{space}As before, {makes}"));
                    at += 1;
                }
                Some((sum, _)) => {
                    self.sums.push(sum.to_string());
                    told.push(sentence.into());
                }
                None => told.push(sentence.into()),
            }
        }
        told.join(". ")
    }

    /// A long thought in brackets is told in full once, then by the case where it was told.
    pub(super) fn thoughts_once(&mut self, number: &str, sentences: &str) -> String {
        let (mut told, mut rest) = (String::new(), sentences);
        while let Some((start, end)) = brackets(rest) {
            let inside = &rest[start + 1..end];
            let long = inside.split_once(": ").filter(|(_, why)| why.len() > LONG_WHY);
            let known = self.thoughts.iter().find(|(_, known)| known == inside);
            told.push_str(&rest[..=start]);
            match (long, known) {
                (Some((name, _)), Some((case, _))) => {
                    // Of which of its cells the clue says it was told there, too.
                    let name = name.split_once(" (").map_or(name, |(name, _)| name);
                    told.push_str(&match case.as_str() {
                        "" => format!("{name}, as said"),
                        case => format!("{name}, as in {}", case.trim_end_matches('.')),
                    });
                }
                (Some(_), None) => {
                    self.thoughts.push((number.into(), inside.into()));
                    told.push_str(inside);
                }
                (None, _) => told.push_str(inside),
            }
            rest = &rest[end..];
        }
        told + rest
    }
}

/// Where the first bracket opens, and where it closes.
fn brackets(text: &str) -> Option<(usize, usize)> {
    let start = text.find('(')?;
    let mut depth = 0;
    let end = text[start..].find(|c: char| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth == 0
    })?;
    Some((start, start + end))
}

/// Whether a sentence tells what some houses make.
fn is_total(sentence: &str) -> bool {
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
    let total = sentence.rsplit_once(" make ").or_else(|| sentence.rsplit_once(" makes "));
    total.is_some_and(|(_, total)| is_number(total))
}

#[cfg(test)]
mod tests {
    use super::Before;

    #[test]
    fn what_sums_leave_is_told_in_full_once() {
        let full = " Row 1 makes 45. The cages 10 in r1c1-2 and 30 in r1c4-9 make 40 and leave out \
                    r1c3, so r1c3 is 5. Then r2c3 cannot be 5 (column 3).";
        let mut before = Before::default();
        assert_eq!(before.sums_once(full), full);
        let again = " As before, r1c3 is 5. Then r2c3 cannot be 5 (column 3).";
        assert_eq!(before.sums_once(full), again);
        let other = " Row 2 makes 45. The cage 40 in r2c1-8 leaves out r2c9, so r2c9 is 5.";
        assert_eq!(before.sums_once(other), other);
        assert_eq!(before.sums_once(" Then r1c1 is 4."), " Then r1c1 is 4.");
    }

    #[test]
    fn why_a_clue_fails_is_told_at_length_once() {
        let why = "1 and 9 could only be in r2c9 and r7c9, where r3-6c9 cannot make 25 with that";
        let (first, other) =
            (format!(" Then A is so. Then it fails, for {why}."), "other".repeat(20));
        let (again, else_) =
            (format!(" Then it fails, for {why}."), format!(" Then it fails, for {other}."));
        let mut before = Before::default();
        assert_eq!(before.shortened("1.2.", &first), first);
        assert_eq!(before.shortened("1.3.", &again), " Then it fails, as in 1.2.");
        assert_eq!(before.shortened("2.", &else_), else_);
        assert_eq!(
            before.shortened("3.", " Then it fails, for r1c1 is 1."),
            " Then it fails, for r1c1 is 1."
        );
    }

    #[test]
    fn a_long_thought_is_told_once() {
        let why = "the line (r1c1-4 r2c4): r1c1-2 make at most 24 with no digit twice in box 1 and \
                   r1c3-4 make at least 20";
        let told =
            |by: &str| format!(" Then r1c1 is 3 (row 1). Then r1c6 cannot be 5 ({by}), but so.");
        let mut before = Before::default();
        assert_eq!(before.thoughts_once("2.1.", &told(why)), told(why));
        assert_eq!(before.thoughts_once("2.3.", &told(why)), told("the line, as in 2.1"));
        let other = why.replace("24", "23");
        assert_eq!(before.thoughts_once("2.3.", &told(&other)), told(&other));
        let short = "the line: r1c1 is 3";
        let twice = [1, 2].map(|_| before.thoughts_once("3.", &told(short)));
        assert_eq!(twice, [told(short), told(short)]);
        let mut first = Before::default();
        first.thoughts_once("", &told(why));
        assert_eq!(first.thoughts_once("1.", &told(why)), told("the line, as said"));
    }
}
