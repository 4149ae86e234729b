//! The page of `explain --html` in a real browser: buttons, keys and what it tells.
//!
//! Needs the program (`PENCILMARK`), node, a Chromium (`PENCILMARK_CHROMIUM`) and the folder
//! with `playwright-core` (`PENCILMARK_PLAYWRIGHT`); `./test` sees to all of them.

use std::path::{Path, PathBuf};
use std::process::Command;

use pencilmark_spec::data;

/// The file that a variable names.
fn named(variable: &str) -> Option<PathBuf> {
    let path = std::env::var_os(variable).filter(|path| !path.is_empty())?;
    Some(PathBuf::from(path)).filter(|path| path.exists())
}

#[test]
fn the_player_shows_what_explain_says() {
    let tools = ["PENCILMARK", "PENCILMARK_CHROMIUM", "PENCILMARK_PLAYWRIGHT"].map(named);
    let [Some(program), Some(chromium), Some(playwright)] = tools else {
        return data::left_out("the player in a browser: no program, Chromium or playwright-core");
    };
    if Command::new("node").arg("--version").output().is_err() {
        return data::left_out("the player in a browser: no node");
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = std::env::temp_dir().join(format!("pencilmark-player-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for name in ["little-killer", "latin2"] {
        let puzzle = here.join(format!("../../puzzles/{name}.pencil"));
        let (page, steps) = (folder.join("page.html"), folder.join("steps.ndjson"));
        let explain = |more: &[&Path]| {
            let mut command = Command::new(&program);
            command.args(["explain", "--quiet"]).args(more).arg(&puzzle);
            let done = command.output().expect("the program can be run");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
            done.stdout
        };
        explain(&[Path::new("--html"), &page]);
        std::fs::write(&steps, explain(&[Path::new("--json")])).expect("a file can be written");
        let done = Command::new("node")
            .arg(here.join("tests/data/player.mjs"))
            .args([&page, &steps, &chromium])
            .env("PENCILMARK_PLAYWRIGHT", &playwright)
            .output()
            .expect("node can be run");
        let (out, err) =
            (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
        assert!(done.status.success(), "{name}: {out}{err}");
        data::tell(&format!("the player of {name} in a browser: {}", out.trim()));
    }
    let _ = std::fs::remove_dir_all(&folder);
}
