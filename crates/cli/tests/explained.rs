//! The explanations in `docs/explained` are what the program prints.

mod common;
use common::*;

#[test]
fn the_explained_puzzles_are_told_as_they_stand_there() {
    for name in ["killer", "spoons"] {
        let page = root().join(format!("docs/explained/{name}.md"));
        let text = std::fs::read_to_string(&page).unwrap();
        let want = text.split("```text\n").nth(1).and_then(|t| t.split("```").next()).unwrap();
        let ran = run(&format!("explain puzzles/{name}.pencil"));
        assert_eq!(ran.code, 0, "{}", ran.err);
        let pairs = ran.out.lines().zip(want.lines());
        let other = pairs.clone().find(|(a, b)| a != b);
        assert_eq!(other, None, "{name}.md: write it anew with what `explain` prints");
        assert_eq!(ran.out.lines().count(), want.lines().count(), "{name}.md");
        let steps = ran.out.lines().filter(|line| !line.starts_with("      ")).count();
        // Of the two pages this one tells their number.
        assert!(name != "killer" || text.contains(&format!("prints: {steps} steps,")), "{steps}");
    }
}
