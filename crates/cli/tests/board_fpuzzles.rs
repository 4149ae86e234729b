//! The socket that the solver script of f-puzzles talks to, over a real WebSocket: messages as the
//! script sends them, and replies in the shapes that it reads.
// Processes are looked up in /proc.
#![cfg(all(feature = "board", target_os = "linux"))]

mod common;
#[path = "common/served.rs"]
mod served;

use std::net::TcpStream;
use std::time::Duration;

use serde_json::{Value, json};
use served::Server;
use tungstenite::client::IntoClientRequest;
use tungstenite::{Message, WebSocket};

const SPOONS: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

/// The script in a page of f-puzzles.
struct Script(WebSocket<TcpStream>);

impl Script {
    fn connect(server: &Server) -> Script {
        Script::from(server, Some("https://www.f-puzzles.com")).unwrap()
    }

    fn from(server: &Server, origin: Option<&str>) -> Result<Script, tungstenite::Error> {
        let port = server.socket.unwrap();
        let mut request = format!("ws://localhost:{port}").into_client_request()?;
        if let Some(origin) = origin {
            request.headers_mut().insert("Origin", origin.parse().unwrap());
        }
        let stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
        match tungstenite::client(request, stream) {
            Ok((socket, _)) => Ok(Script(socket)),
            Err(tungstenite::HandshakeError::Failure(error)) => Err(error),
            Err(other) => panic!("{other}"),
        }
    }

    fn say(&mut self, message: &Value) {
        self.0.send(Message::text(message.to_string())).unwrap();
    }

    fn ask(&mut self, nonce: u32, command: &str, data: &str) {
        self.say(
            &json!({"nonce": nonce, "command": command, "dataType": "fpuzzles", "data": data}),
        );
    }

    fn hear(&mut self) -> Value {
        loop {
            if let Message::Text(text) = self.0.read().unwrap() {
                return serde_json::from_str(text.as_str()).unwrap();
            }
        }
    }
}

/// What the script puts into a message: the board of f-puzzles, packed.
fn packed(text: &str) -> String {
    let link = common::feed("convert --to fpuzzles", text).out;
    let data = link.trim().split_once("?load=").unwrap().1;
    let data = data.replace("%2B", "+").replace("%2F", "/").replace("%3D", "=");
    data.to_string()
}

/// A board as JSON, packed by another packer than ours.
fn board(json: &Value) -> String {
    lz_str::compress_to_base64(json.to_string().as_str())
}

/// The JSON of a board with these givens.
fn nine(givens: &str) -> Value {
    let cells: Vec<Value> = givens
        .chars()
        .map(|c| match c.to_digit(10) {
            Some(digit @ 1..) => json!({"value": digit, "given": true}),
            _ => json!({}),
        })
        .collect();
    json!({"size": 9, "grid": cells.chunks(9).collect::<Vec<_>>()})
}

fn keys(value: &Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

fn solution() -> Vec<i64> {
    let out = common::feed("solve", SPOONS).out;
    out.trim().chars().map(|c| c.to_digit(10).unwrap().into()).collect()
}

#[test]
fn only_pages_of_fpuzzles_are_let_in() {
    let server = Server::start("--fpuzzles=0");
    assert!(Script::from(&server, Some("https://f-puzzles.com")).is_ok());
    assert!(Script::from(&server, None).is_ok());
    for origin in ["https://evil.example", "null", "https://f-puzzles.com.evil.example"] {
        assert!(Script::from(&server, Some(origin)).is_err(), "{origin}");
    }
}

#[test]
fn a_puzzle_with_one_solution() {
    let server = Server::start("--fpuzzles=0");
    let mut script = Script::connect(&server);
    let data = packed(SPOONS);

    script.ask(1, "truecandidates", &data);
    let reply = script.hear();
    assert_eq!(keys(&reply), ["nonce", "solutionsPerCandidate", "type"]);
    assert_eq!((&reply["nonce"], &reply["type"]), (&json!(1), &json!("truecandidates")));
    let mut want = vec![0; 729];
    for (cell, digit) in solution().into_iter().enumerate() {
        want[cell * 9 + digit as usize - 1] = 1;
    }
    assert_eq!(reply["solutionsPerCandidate"], json!(want));

    script.ask(2, "solve", &data);
    assert_eq!(script.hear(), json!({"nonce": 2, "type": "solved", "solution": solution()}));
    script.ask(3, "check", &data);
    assert_eq!(
        script.hear(),
        json!({"nonce": 3, "type": "count", "count": 1, "inProgress": false})
    );
    script.ask(4, "count", &data);
    assert_eq!(
        script.hear(),
        json!({"nonce": 4, "type": "count", "count": 1, "inProgress": false})
    );

    script.ask(5, "solvepath", &data);
    let path = script.hear();
    assert_eq!(keys(&path), ["cells", "isValid", "message", "nonce", "type"]);
    assert_eq!((&path["type"], &path["isValid"]), (&json!("logical"), &json!(true)));
    let digits: Vec<i64> =
        path["cells"].as_array().unwrap().iter().map(|c| c["value"].as_i64().unwrap()).collect();
    assert_eq!(digits, solution());
    let steps = common::feed("explain --json --quiet", SPOONS).out.lines().count();
    assert_eq!(path["message"].as_str().unwrap().lines().count(), steps);
}

#[test]
fn steps_go_on_from_what_the_page_shows() {
    let server = Server::start("--fpuzzles=0");
    let mut script = Script::connect(&server);
    let mut page = nine(SPOONS);
    let mut entered = 0;
    for nonce in 1.. {
        script.ask(nonce, "step", &board(&page));
        let reply = script.hear();
        assert_eq!(reply["isValid"], json!(true), "{reply}");
        let message = reply["message"].as_str().unwrap();
        match nonce {
            1 => assert_eq!(message, "Initial candidates.\n"),
            _ => assert!(message.ends_with('\n') && message.lines().count() == 1, "{message}"),
        }
        // What the script does with it: digits and centre marks of all cells but givens.
        let mut open = 0;
        for (at, cell) in reply["cells"].as_array().unwrap().iter().enumerate() {
            let shown = &mut page["grid"][at / 9][at % 9];
            if shown["given"] == true {
                assert_eq!(shown["value"], cell["value"]);
                continue;
            }
            open += u32::from(cell["value"] == 0);
            *shown = match cell["value"].as_i64() {
                Some(0) => json!({"value": 0, "centerPencilMarks": cell["candidates"]}),
                _ => json!({"value": cell["value"]}),
            };
        }
        entered += 1;
        if open == 0 {
            break;
        }
        assert!(entered < 200, "no end");
    }
    let digits: Vec<i64> =
        (0..81).map(|at| page["grid"][at / 9][at % 9]["value"].as_i64().unwrap()).collect();
    assert_eq!(digits, solution());
    // A digit that is wrong is told.
    page["grid"][0][2]["value"] = json!(9);
    script.ask(999, "step", &board(&page));
    let reply = script.hear();
    assert_eq!(reply["isValid"], json!(false));
    assert_eq!(reply["cells"].as_array().unwrap().len(), 81);
    // But the first four commands look at givens alone.
    script.ask(1000, "check", &board(&page));
    assert_eq!(script.hear()["count"], 1);
}

#[test]
fn candidates_are_counted_as_far_as_the_page_wants() {
    let server = Server::start("--fpuzzles=0");
    let mut script = Script::connect(&server);
    let four = |options: Value| json!({"size": 4, "grid": vec![vec![json!({}); 4]; 4], "truecandidatesoptions": options});
    for (options, cap) in [
        (json!([]), 1),
        (json!(["colored"]), 8),
        (json!(["colored", "truecandidatesnumsolutions=20"]), 20),
    ] {
        script.ask(1, "truecandidates", &board(&four(options)));
        let reply = script.hear();
        // Each of the 288 grids of this size has every digit in every cell equally often: 72.
        assert_eq!(reply["solutionsPerCandidate"], json!(vec![cap; 64]), "{reply}");
    }
    script.ask(2, "count", &board(&four(json!([]))));
    let last = loop {
        let reply = script.hear();
        if reply["inProgress"] == false {
            break reply;
        }
    };
    assert_eq!(last["count"], 288);
    script.ask(3, "estimate", &board(&four(json!([]))));
    let reply = script.hear();
    assert_eq!(
        keys(&reply),
        [
            "ci95_lower",
            "ci95_upper",
            "estimate",
            "iterations",
            "nonce",
            "relErrPercent",
            "stderr",
            "type"
        ]
    );
    let number = |key: &str| reply[key].as_f64().unwrap();
    assert!((number("estimate") - 288.0).abs() <= 4.0 * number("stderr") + 1e-6, "{reply}");
    let half = 1.96 * number("stderr");
    assert!((number("ci95_upper") - number("estimate") - half).abs() < 1e-6);
}

#[test]
fn a_new_message_ends_the_old_one() {
    let server = Server::start("--fpuzzles=0");
    let mut script = Script::connect(&server);
    let empty = board(&nine(&".".repeat(81)));
    script.ask(1, "count", &empty);
    // It tells how far it is, until something else is asked.
    let mut before = 0;
    for _ in 0..3 {
        let reply = script.hear();
        assert_eq!((&reply["type"], &reply["inProgress"]), (&json!("count"), &json!(true)));
        let count = reply["count"].as_u64().unwrap();
        assert!(count >= before);
        before = count;
    }
    assert!(before > 0);
    let worker = server.workers()[0];
    script.ask(2, "check", &packed(SPOONS));
    let mut replies = Vec::new();
    while replies.last().is_none_or(|reply: &Value| reply["nonce"] != 2) {
        replies.push(script.hear());
    }
    assert!(replies.contains(&json!({"nonce": 1, "type": "canceled"})), "{replies:?}");
    assert_eq!(replies.last().unwrap()["count"], 1);
    server.wait_until("the count ends", |_| !std::fs::exists(format!("/proc/{worker}")).unwrap());

    script.ask(3, "count", &empty);
    script.hear();
    script.say(&json!({"nonce": 4, "command": "cancel"}));
    while script.hear() != json!({"nonce": 4, "type": "canceled"}) {}
    server.wait_until("nothing runs", |server| server.workers().is_empty());

    script.ask(5, "count", &empty);
    script.hear();
    drop(script);
    server.wait_until("nothing runs", |server| server.workers().is_empty());
}

#[test]
fn boards_are_as_large_as_grids() {
    let server = Server::start("--fpuzzles=0");
    let mut script = Script::connect(&server);
    for size in [1, 16, 17, 25] {
        let row = vec![json!({}); size];
        let empty = board(&json!({"size": size, "grid": vec![row; size]}));
        script.ask(9, "solve", &empty);
        let reply = script.hear();
        assert_eq!(reply["type"], "solved", "{size}: {reply}");
        let solution = reply["solution"].as_array().unwrap();
        assert_eq!(solution.len(), size * size);
        for row in solution.chunks(size) {
            let mut digits: Vec<u64> = row.iter().map(|d| d.as_u64().unwrap()).collect();
            digits.sort_unstable();
            assert!(digits.into_iter().eq(1..=size as u64), "{size}");
        }
    }
    script.ask(10, "check", &board(&json!({"size": 26})));
    assert_eq!(script.hear()["type"], "invalid");
}

#[test]
fn what_makes_no_sense_is_told() {
    let server = Server::start("--fpuzzles=0");
    let mut script = Script::connect(&server);
    let mut invalid = |message: Value| {
        script.say(&message);
        let reply = script.hear();
        assert_eq!(keys(&reply), ["message", "nonce", "type"], "{reply}");
        assert_eq!(reply["type"], "invalid");
        reply["nonce"].clone()
    };
    let spoons = packed(SPOONS);
    let with = |command: &str, kind: &str, data: &str| json!({"nonce": 7, "command": command, "dataType": kind, "data": data});
    assert_eq!(invalid(json!([])), 0);
    assert_eq!(invalid(json!({"nonce": 3})), 3);
    assert_eq!(invalid(with("dance", "fpuzzles", &spoons)), 7);
    assert_eq!(invalid(with("check", "morse", &spoons)), 7);
    assert_eq!(invalid(with("check", "fpuzzles", "!!!")), 7);
    assert_eq!(invalid(with("check", "fpuzzles", &board(&json!({"size": 4000})))), 7);
    assert_eq!(invalid(with("check", "fpuzzles", &board(&json!({"size": 9, "grid": 5})))), 7);
    // No solution.
    let two = board(&nine(&format!("55{}", ".".repeat(79))));
    for command in ["truecandidates", "solve"] {
        assert_eq!(invalid(with(command, "fpuzzles", &two)), 7);
    }
}

#[test]
fn a_limit_is_no_verdict() {
    let server = Server::start("--fpuzzles=0 --time-limit 100ms --threads 1");
    let mut script = Script::connect(&server);
    // More solutions than are counted in that time, and no first step that follows.
    let empty = board(&nine(&".".repeat(81)));
    script.ask(1, "count", &empty);
    let mut replies = vec![script.hear()];
    while replies.last().unwrap()["type"] != "canceled" {
        replies.push(script.hear());
    }
    replies.pop();
    let counting = |reply: &Value| reply["type"] == "count" && reply["inProgress"] == true;
    assert!(!replies.is_empty() && replies.iter().all(counting), "{replies:?}");
    let hard = packed("grid 16\ncage 30 r1c1-2\nanti-knight\n");
    for command in ["truecandidates", "solvepath", "step"] {
        script.ask(2, command, &hard);
        let reply = script.hear();
        assert_ne!(reply["type"], "invalid", "{command}: {reply}");
        assert_ne!(reply["isValid"], false, "{command}: {reply}");
    }
}

#[test]
fn long_counts_do_not_keep_others_waiting() {
    let server = Server::start("--fpuzzles=0 --workers 4 --threads 1");
    let empty = board(&nine(&".".repeat(81)));
    let counting: Vec<Script> = (0..6)
        .map(|nonce| {
            let mut script = Script::connect(&server);
            script.ask(nonce, "estimate", &empty);
            script
        })
        .collect();
    server.wait_until("some run", |server| server.workers().len() >= 2);
    let mut script = Script::connect(&server);
    script.ask(9, "check", &packed(SPOONS));
    assert_eq!(script.hear()["count"], 1);
    drop(counting);
    server.wait_until("nothing runs", |server| server.workers().is_empty());
}
