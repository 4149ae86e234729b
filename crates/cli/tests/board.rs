//! The server of the board, asked over real connections.
// Processes are looked up in /proc.
#![cfg(all(feature = "board", target_os = "linux"))]

mod common;
#[path = "common/served.rs"]
mod served;

use std::io::{BufRead, BufReader};

use common::command;
use serde_json::{Value, json};
use served::Server;

const SPOONS: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// More solutions than anybody can count.
const EMPTY: &str = "grid 9\n";

#[test]
fn the_page_and_nothing_else_is_served() {
    let server = Server::start("");
    let page = server.get("/");
    assert_eq!(page.status, 200);
    assert!(page.body.contains("<html"), "{page:?}");
    let head = page.head.to_ascii_lowercase();
    assert!(head.contains("content-type: text/html"), "{head}");
    assert!(head.contains("content-security-policy: default-src 'self'"), "{head}");
    for (path, mime) in [
        ("/board.js", "text/javascript"),
        ("/board.css", "text/css"),
        ("/icon.svg", "image/svg+xml"),
    ] {
        let file = server.get(path);
        assert_eq!(file.status, 200, "{path}");
        assert!(file.head.contains(mime), "{path}");
    }
    for path in ["/nothing", "/../Cargo.toml", "/%2e%2e/Cargo.toml", "/ask"] {
        assert!([404, 405].contains(&server.get(path).status), "{path}");
    }
    assert_eq!(server.stop(), Some(130), "after Ctrl-C");
}

#[test]
fn strangers_are_refused() {
    let server = Server::start("");
    let port = server.port;
    let with = |head: &str| server.raw(format!("GET / HTTP/1.1\r\n{head}\r\n\r\n").as_bytes());
    assert_eq!(with(&format!("Host: localhost:{port}\r\nConnection: close")).status, 200);
    for head in [
        format!("Host: evil.example:{port}\r\nConnection: close"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: https://evil.example\r\nConnection: close"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: https://f-puzzles.com\r\nConnection: close"),
        format!("Host: 127.0.0.1:{port}\r\nOrigin: null\r\nConnection: close"),
    ] {
        assert_eq!(with(&head).status, 403, "{head}");
    }
}

#[test]
fn what_is_no_question_is_refused_with_a_sentence() {
    let server = Server::start("");
    for body in
        ["", "{", "[]", "{}", r#"{"ask":"format the disk"}"#, r#"{"ask":"count","limit":"x"}"#]
    {
        let answer = server.raw(&server.post(body.as_bytes()));
        assert_eq!(answer.status, 400, "{body}");
        assert!(answer.body.starts_with("this is no question of the board"), "{answer:?}");
    }
    // A value is never taken for an option.
    let sly = json!({"ask": "convert", "to": "pencil\n--html=x.html", "text": SPOONS});
    assert_eq!(server.ask(&sly).end["exit"], 2);
    let large = vec![b' '; 3 << 20];
    assert_eq!(server.raw(&server.post(&large)).status, 413);
    // A body that does not say how large it is.
    let port = server.port;
    let mut chunked = format!(
        "POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
         Transfer-Encoding: chunked\r\n\r\n"
    )
    .into_bytes();
    for _ in 0..50 {
        chunked.extend_from_slice(b"10000\r\n");
        chunked.extend_from_slice(&[b' '; 0x10000]);
        chunked.extend_from_slice(b"\r\n");
    }
    assert_eq!(server.raw(&chunked).status, 413);
}

#[test]
fn answers_are_those_of_the_command() {
    let server = Server::start("");
    let check = server.ask(&json!({"ask": "check", "text": SPOONS}));
    assert_eq!(check.json()["status"], "unique");
    assert_eq!(check.end, json!({"exit": 0, "why": null}));
    let error = server.ask(&json!({"ask": "check", "text": "grid 9\ncage 100 r1c1-2\n"}));
    let fault = &error.json()["errors"][0];
    assert_eq!(
        (&fault["line"], &fault["column"], &fault["width"]),
        (&json!(2), &json!(6), &json!(3))
    );
    assert_eq!(error.end["exit"], 2);
    let none = "grid 9\ncage 17 r1c1-2\ngiven r1c1 1\n";
    let why = server.ask(&json!({"ask": "check", "why": true, "text": none})).json();
    let lines: Vec<&Value> = why["why"].as_array().unwrap().iter().map(|w| &w["line"]).collect();
    assert_eq!(lines, [2, 3]);
    // Every step, the same as without a server.
    let steps = server.ask(&json!({"ask": "explain", "text": SPOONS}));
    let direct = common::feed("explain --json", SPOONS);
    assert_eq!(steps.out, direct.out.lines().collect::<Vec<_>>());
    // Digits of the picture's frame.
    let drawn = server.ask(&json!({"ask": "draw", "theme": "dark", "text": SPOONS})).json();
    let text = drawn["text"].as_str().unwrap();
    let numbers: Vec<String> =
        drawn["box"].as_array().unwrap().iter().map(Value::to_string).collect();
    assert!(text.contains(&format!("viewBox=\"{}\"", numbers.join(" "))), "{numbers:?}");
}

#[test]
fn steps_come_as_they_are_found() {
    let server = Server::start("");
    let text = std::fs::read_to_string(common::root().join("puzzles/sixteen.pencil")).unwrap();
    let stream = server.begin(&json!({"ask": "explain", "text": text, "time": 60}));
    let mut lines = BufReader::new(stream).lines();
    assert!(lines.any(|line| line.unwrap().contains(r#""n":1,"#)));
    // There are many more, and each takes a while.
    assert!(!server.workers().is_empty(), "all steps came at the end");
}

#[test]
fn hints_come_from_the_state() {
    let server = Server::start("");
    let hint = |state: &str| {
        server.ask(&json!({"ask": "hint", "tell": "why", "state": state, "text": SPOONS})).json()
    };
    let start = hint(SPOONS);
    assert_eq!(start["place"].as_array().unwrap().len(), 1);
    // 9 is not what stands in r1c3.
    let wrong = hint(&SPOONS.replacen('.', "9", 1));
    assert_eq!(wrong["cells"], json!([[1, 3]]));
    let nonsense = server.ask(&json!({"ask": "hint", "tell": "why", "state": "1", "text": SPOONS}));
    assert_eq!(nonsense.end["exit"], 2);
}

#[test]
fn programs_run_but_get_at_nothing() {
    let server = Server::start("");
    let program = "p(1).\np(2).\nq(X) :- p(X.\n";
    let prolog = |goal: &str| server.ask(&json!({"ask": "prolog", "text": program, "goal": goal}));
    let answer = prolog("forall(p(X), (print(X), nl))");
    assert_eq!(answer.out, ["1", "2"]);
    assert!(answer.err[0].contains("program.pl:3:"), "{answer:?}");
    let file = prolog("catch(open('/etc/passwd', read, _), _, (write(no), nl))");
    assert_eq!(file.out, ["no"], "{file:?}");
    let mark = std::env::temp_dir().join(format!("pencilmark-board-{}", server.id()));
    let shell = format!("shell('touch {}')", mark.display());
    let shell = format!("catch({shell}, error(permission_error(_, _, _), _), (write(no), nl))");
    assert_eq!(prolog(&shell).out, ["no"]);
    assert!(!mark.exists(), "a program was started");
    let asp = server.ask(&json!({"ask": "asp", "models": 0, "text": "1 {a; b} 1."}));
    let asp: Value = serde_json::from_str(&asp.out.join("\n")).unwrap();
    assert_eq!(asp["Models"]["Number"], 2);
    let bad = server.ask(&json!({"ask": "asp", "models": 0, "text": "a :- b(.\n"}));
    assert!(bad.err[0].starts_with("<stdin>:1:8"), "{bad:?}");
}

#[test]
fn limits_end_a_question() {
    let server = Server::start("--memory 600m");
    let late = server.ask(&json!({"ask": "count", "text": EMPTY, "time": 0.3}));
    assert_eq!(late.end, json!({"exit": 3, "why": null}), "{late:?}");
    assert_eq!(late.json()["stopped"], "time");
    let large = "p(1..2000). q(X,Y,Z) :- p(X), p(Y), p(Z).";
    let large = server.ask(&json!({"ask": "asp", "models": 1, "text": large}));
    assert_eq!(large.end, json!({"exit": null, "why": "memory"}), "{large:?}");
    // A Prolog that fills its stacks hears of it and may go on.
    let goal = "catch(numlist(1, 1000000000, _), error(resource_error(_), _), (write(full), nl))";
    let full = server.ask(&json!({"ask": "prolog", "text": "", "goal": goal}));
    assert_eq!(full.out, ["full"], "{full:?}");
}

#[test]
fn progress_is_told_while_it_lasts() {
    let server = Server::start("");
    let answer = server.ask(&json!({"ask": "count", "progress": true, "text": EMPTY, "time": 1.5}));
    let far: Vec<Value> = answer.err.iter().filter_map(|l| serde_json::from_str(l).ok()).collect();
    let counts: Vec<u64> = far.iter().filter_map(|l| l["solutions"].as_u64()).collect();
    assert!(counts.len() > 1 && counts.is_sorted(), "{counts:?}");
    // Each solution that is found stands for all names of the nine digits.
    assert!(counts.iter().all(|count| count % 362_880 == 0), "{counts:?}");
    // 6.67 sextillions, which dives should find within a factor.
    let guess = server.ask(&json!({"ask": "estimate", "dives": 2000, "text": EMPTY})).json();
    let estimate = guess["estimate"].as_f64().unwrap();
    assert!((5e21..9e21).contains(&estimate), "{guess}");
}

#[test]
fn leaving_the_page_ends_its_work() {
    let server = Server::start("");
    let stream = server.begin(&json!({"ask": "count", "text": EMPTY}));
    server.wait_until("the count begins", |server| !server.workers().is_empty());
    let worker = server.workers()[0];
    drop(stream);
    server.wait_until("the count ends", |_| !std::fs::exists(format!("/proc/{worker}")).unwrap());
}

#[test]
fn the_end_of_the_server_is_the_end_of_its_work() {
    let server = Server::start("");
    let _stream = server.begin(&json!({"ask": "count", "text": EMPTY}));
    server.wait_until("the count begins", |server| !server.workers().is_empty());
    let worker = format!("/proc/{}", server.workers()[0]);
    assert_eq!(server.stop(), Some(130));
    let start = std::time::Instant::now();
    while std::fs::exists(&worker).unwrap() {
        assert!(start.elapsed().as_secs() < 10, "the process goes on");
        std::thread::sleep(std::time::Duration::from_millis(20));
    }
}

#[test]
fn a_taken_port_is_told() {
    let server = Server::start("");
    let port = server.port.to_string();
    let mut command = command();
    let second = command.args(["serve", "--no-open", "--port", &port]).output().unwrap();
    assert_eq!(second.status.code(), Some(2));
    let said = String::from_utf8_lossy(&second.stderr).into_owned();
    assert!(said.contains(&format!("port {port} is taken")) && said.contains("--port N"), "{said}");
    // Of two ports the one that is meant is named.
    let order = ["serve", "--no-open", "--port", "0", &format!("--fpuzzles={port}")];
    let third = common::command().args(order).output().unwrap();
    let said = String::from_utf8_lossy(&third.stderr).into_owned();
    assert!(said.contains(&format!("port {port} is taken")), "{said}");
    assert!(said.contains("--fpuzzles=N"), "{said}");
}

#[test]
fn limits_that_allow_nothing_are_refused() {
    for (words, possible) in [
        ("--memory 1", "from 600m up"),
        ("--memory 599m", "from 600m up"),
        ("-t 0", "from 100ms up"),
        ("--time-limit 99ms", "from 100ms up"),
        ("--threads 0", "from 1 to 256"),
        ("--port 65536", "from 0 to 65535"),
    ] {
        let mut command = command();
        let ran = command.args(["serve", "--no-open"]).args(words.split(' ')).output().unwrap();
        let said = String::from_utf8_lossy(&ran.stderr).into_owned();
        assert_eq!(ran.status.code(), Some(2), "{words}: {said}");
        assert!(said.contains(possible), "{words}: {said}");
    }
    // What is just allowed answers everything.
    let server = Server::start("--memory 600m -t 10s --threads 8");
    assert_eq!(server.ask(&json!({"ask": "check", "text": SPOONS})).json()["status"], "unique");
    let asp = server.ask(&json!({"ask": "asp", "models": 0, "text": "{a}."}));
    assert_eq!(asp.end["exit"], 30, "{asp:?}");
    let prolog =
        server.ask(&json!({"ask": "prolog", "text": "", "goal": "X is 1 + 2, print(X), nl"}));
    assert_eq!(prolog.out, ["3"], "{prolog:?}");
}
