//! Limits that a process sets itself before it reads anything, for hosts that run us on behalf of
//! others: `pencilmark --confined --memory=1g --cpu=30 COMMAND ...`.
//!
//! They are the system's, so that no bug and no program that we run gets around them.

use std::ffi::OsString;
use std::os::unix::process::parent_id;
use std::time::Duration;

use nix::sys::resource::{Resource, setrlimit};

use crate::args::Complaint;
use crate::flags::bytes;

const CONFINED: &str = "--confined";

/// Standard input, output and error stay; nothing else can be opened or connected, and no other
/// program can be started, as it could not open its libraries.
const FILES: u64 = 3;

/// How often a confined process looks whether its host is still there.
const LOOK: Duration = Duration::from_secs(1);

/// Sets the limits that stand before the command, and gives back the rest of the words.
pub fn confine(words: impl Iterator<Item = OsString>) -> Result<Vec<OsString>, Complaint> {
    let mut words: Vec<OsString> = words.collect();
    let is_limit = |word: &OsString| word.to_str().is_some_and(|word| limit(word).is_some());
    let count = words.iter().take_while(|word| is_limit(word)).count();
    if words[..count].iter().any(|word| word == CONFINED) {
        leave_with_the_host();
    }
    for word in words.drain(..count) {
        let word = word.to_string_lossy();
        let (resource, value) = limit(&word)
            .unwrap_or(Err("a limit"))
            .map_err(|want| format!("`{word}`: expected {want}"))?;
        // At the softer limit of time a signal tells why, at the harder one there is no appeal.
        let harder = if resource == Resource::RLIMIT_CPU { value.saturating_add(5) } else { value };
        setrlimit(resource, value, harder).map_err(|error| format!("`{word}`: {error}"))?;
    }
    Ok(words)
}

/// Ends this process when its parent is gone: a host that was killed cannot stop it any more, and
/// nobody reads what it finds.
fn leave_with_the_host() {
    let host = parent_id();
    std::thread::spawn(move || {
        while parent_id() == host {
            std::thread::sleep(LOOK);
        }
        std::process::exit(1);
    });
}

type Limit = Result<(Resource, u64), &'static str>;

/// The limit that a word sets, or what was expected; none if it is no such word.
fn limit(word: &str) -> Option<Limit> {
    if word == CONFINED {
        return Some(Ok((Resource::RLIMIT_NOFILE, FILES)));
    }
    match word.split_once('=')? {
        ("--memory", size) => Some(bytes(size).map(|n| (Resource::RLIMIT_AS, n as u64))),
        ("--cpu", seconds) => {
            let seconds = seconds.parse().map_err(|_| "seconds");
            Some(seconds.map(|n| (Resource::RLIMIT_CPU, n)))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_stands_before_the_command_is_a_limit() {
        let confine = |line: &str| confine(line.split(' ').map(OsString::from));
        assert_eq!(confine("solve --memory=1g").unwrap(), ["solve", "--memory=1g"]);
        assert_eq!(confine("--json solve").unwrap(), ["--json", "solve"]);
        assert!(confine("--memory=much solve").unwrap_err().contains("a size such as"));
        assert!(confine("--cpu=1s solve").is_err());
    }
}
