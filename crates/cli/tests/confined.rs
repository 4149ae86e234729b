//! A process that a host runs on behalf of others ends when the host does.
#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};

#[test]
fn no_question_outlives_its_host() {
    // Counting an empty grid does not end by itself; the shell leaves it behind.
    let script = r#"
        printf '%081d' 0 | "$0" --confined --cpu=60 count >/dev/null 2>&1 &
        echo $!
        sleep 0.5
    "#;
    let host = Command::new("sh").args(["-c", script, env!("CARGO_BIN_EXE_pencilmark")]).output();
    let id = String::from_utf8(host.unwrap().stdout).unwrap();
    let line = Path::new("/proc").join(id.trim()).join("cmdline");
    // The line of a process that has ended is empty until somebody has asked how it ended.
    let runs = || std::fs::read_to_string(&line).is_ok_and(|words| words.contains("count"));
    assert!(runs(), "it was not left behind");
    let start = Instant::now();
    while runs() && start.elapsed() < Duration::from_secs(20) {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!runs(), "it goes on without its host");
}
