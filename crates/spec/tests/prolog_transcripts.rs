//! Sessions with the programs of the founding documents, and of the scripting interface:
//! the answers, residual constraints, messages and exit codes are SWI-Prolog's.
//!
//! `PENCILMARK_BLESS=1` writes what SWI-Prolog prints now into the transcripts.

use pencilmark_spec::prolog::{System, Transcript};

fn check(system: &System) {
    let mut wrong = Vec::new();
    let all = Transcript::all();
    assert!(all.len() >= 5, "one at least for each program");
    for (file, transcript) in all {
        let name = file.file_stem().map(|n| n.to_string_lossy().into_owned());
        let differences = transcript.differences(&transcript.run(system));
        let name = name.unwrap_or_default();
        wrong.extend(differences.iter().map(|difference| format!("{name}: {difference}")));
    }
    assert!(wrong.is_empty(), "{system}:\n{}", wrong.join("\n"));
}

#[test]
fn our_transcripts() {
    let Some(system) = System::under_test("transcripts") else { return };
    check(&system);
}

#[test]
fn swi_prolog_prints_the_transcripts() {
    let Some(system) = System::swi("transcripts") else { return };
    if std::env::var_os("PENCILMARK_BLESS").is_some() {
        for (file, transcript) in Transcript::all() {
            let text = std::fs::read_to_string(&file).expect("it was read before");
            let output = transcript.run(&system);
            let text = transcript.rewritten(Transcript::head(&text), &output);
            std::fs::write(&file, text).expect("it can be written");
        }
    }
    check(&system);
}
