//! Answer set programs of other people with complete results, and clingo's messages.

use std::time::Duration;

use pencilmark_spec::asp::cases::{Case, Report, command, known, run};
use pencilmark_spec::asp::{Answers, answers, clingo};
use pencilmark_spec::data::{find, json_lines, tell};

/// Slow machines and loaded ones get their time.
const PATIENCE: Duration = Duration::from_secs(60);

#[test]
fn cases() {
    let Some(file) = find("asp/cases.jsonl") else { return };
    let Some(command) = command("answer set cases") else { return };
    let records = json_lines(&file).expect("readable records");
    let cases: Vec<Case> = records.iter().filter_map(Case::new).collect();
    assert_eq!(cases.len(), records.len(), "every record is a case");
    let report = Report::run(&cases, &command, PATIENCE);
    tell(report.to_string().trim_end());
    let known = known();
    let mut wrong = Vec::new();
    for (name, reason) in &report.failures {
        tell(&format!("    {name}: {reason}"));
        if !known.contains_key(name) {
            wrong.push(name);
        }
    }
    let failed = |name: &String| report.failures.iter().any(|(failure, _)| failure == name);
    let names: Vec<&String> = cases.iter().map(|case| &case.name).collect();
    let listed = known.keys().filter(|name| names.contains(name) && !failed(name));
    let listed: Vec<&String> = listed.collect();
    assert!(wrong.is_empty(), "not listed: {wrong:?}");
    assert!(listed.is_empty(), "listed, but right: {listed:?}");
    for (level, (right, all)) in &report.levels {
        let least = if *level < 4 { 99 } else { 95 };
        assert!(right * 100 >= all * least, "level {level}: {right} of {all}");
    }
}

#[test]
fn messages() {
    let Some(file) = find("asp/messages.jsonl") else { return };
    let Some(command) = command("messages about answer set programs") else { return };
    let known = known();
    let (mut same, mut all, mut wrong) = (0, 0, Vec::new());
    for record in json_lines(&file).expect("readable records") {
        let text = |key: &str| record[key].as_str().unwrap_or("").to_string();
        let files = [("prog.lp".to_string(), text("program"))];
        let printed = run(&command, &files, &[], PATIENCE).expect("an answer in time");
        let code = record["clingo_5_4_1"]["exit_code"].as_i64().map(|code| code as i32);
        if (printed.code == code) == known.contains_key(&text("name")) {
            wrong.push(format!("{}: exit {:?}, clingo's {code:?}", text("name"), printed.code));
        }
        // The line that says what and where; below it we say more.
        let first = |text: &str| -> Vec<String> {
            let lines = text.lines().filter(|l| l.contains(": error: ") || l.contains(": info: "));
            lines.map(String::from).collect()
        };
        all += 1;
        same += usize::from(first(&printed.err) == first(&text("clingo_5_8_stderr")));
    }
    tell(&format!("messages: {same} of {all} begin as clingo's, {} exits differ", wrong.len()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(same * 10 >= all * 9, "{same} of {all} messages begin as clingo's");
}

#[test]
fn grammar() {
    let Some(file) = find("asp/parse.jsonl") else { return };
    let mut wrong = Vec::new();
    let records = json_lines(&file).expect("readable records");
    for record in &records {
        let text = record["text"].as_str().unwrap_or("");
        let mut sources = pencilmark_asp::source::Sources::default();
        let number = sources.add("prog.lp", text.to_string());
        let mut symbols = pencilmark_asp::symbol::Symbols::new();
        let (_, errors) = pencilmark_asp::parser::parse(&sources, number, &mut symbols);
        if let Some(error) = errors.first() {
            wrong.push(format!("{text}\n{}", error.render(&sources)));
        }
    }
    tell(&format!("grammar: {} of {} accepted", records.len() - wrong.len(), records.len()));
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Texts that are no programs.
const WRONG: &[&str] = &[
    "a",
    "a :- b",
    "a.b",
    ":- .. ",
    "a :- not.",
    "a :- b,.",
    "a :- ,b.",
    "{a;}.",
    "{;a}.",
    "a;;b.",
    "a :- b;;c.",
    "#const n=(1;2).",
    "#const n=1..3.",
    "#const n=X.",
    "#const n.",
    "#const 3=n.",
    "#show a/.",
    "#show /1.",
    "#minimize{1@:a}.",
    "#minimize{:a}.",
    ":~ a.",
    ":~ a. [",
    "#sum{1:a}>.",
    "a :- #sum{1:a",
    "a :- #foo{1:a}.",
    "#foo.",
    "p(.",
    "p(1,).",
    "p(1;;2",
    "p(,1).",
    "a :- X==.",
    "a :- 1<.",
    "a :- <1.",
    "\"abc.",
    "p(\"a\nb\").",
    "a :- not not not b.",
    "#external.",
    "#external a",
    "#include a.",
    "#program.",
    "#defined a.",
    "#defined a/1",
    "#edge(1).",
    "#edge (1,2",
    "#project a/",
    "X.",
    "X :- a.",
    "not.",
    "1.",
    "a(X) : b(X) c.",
    "a :- b c.",
    "%* no end",
    "a :- {b;c} 1 2 3.",
    "-X.",
    "- - a.",
    "a :- - - b.",
    "@f.",
    "a :- p(X:Y).",
    "p(a:b).",
    "p((1,2).",
    "#inf.",
    "a :- #sup.",
    "a. b. c :- ,.",
    "{a : b : c}.",
    "a : b : c.",
    "a :- b : c : d.",
    "#true :- a",
    "__.",
    "p(~).",
    "p(1 2).",
    "a=b=c=.",
    "[a].",
    "a :- [b].",
    "a|.",
    "|a.",
    "a,.",
    "#heuristic a. [1]",
    "#theory.",
    "#script.",
];

#[test]
fn wrong_texts_are_refused() {
    let texts: Vec<String> = WRONG.iter().map(|text| text.to_string()).collect();
    for text in &texts {
        let seen = answers(text, 10, PATIENCE);
        assert_eq!(seen, Answers::Refused, "{text}");
    }
    for (text, judged) in texts.iter().zip(clingo::answers(&texts, 10).unwrap_or_default()) {
        assert_eq!(judged, Answers::Refused, "clingo accepts {text}");
    }
}
