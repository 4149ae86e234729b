//! Many questions at once, some of them meant to do harm: the others are answered, memory stays
//! bounded, and nothing is left behind.
// Processes are looked up in /proc.
#![cfg(all(feature = "board", target_os = "linux"))]

mod common;
#[path = "common/served.rs"]
mod served;

use std::io::Write;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;
use served::{Response, Server};

const PUZZLE: &str =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
/// Runs until it is stopped.
const ENDLESS: &str = "grid 9\n";

#[test]
fn two_hundred_at_once() {
    let server = Server::start("--time-limit 2s --memory 600m --threads 1 --workers 4");
    let before = server.memory();
    let (good, refused, limited) = (AtomicUsize::new(0), AtomicUsize::new(0), AtomicUsize::new(0));
    let highest = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let start = Instant::now();
    std::thread::scope(|scope| {
        for n in 0..200 {
            let (server, good, refused, limited) = (&server, &good, &refused, &limited);
            let done = &done;
            scope.spawn(move || {
                match n % 10 {
                    // A huge body.
                    0 => {
                        let body = vec![b'x'; 8 << 20];
                        let response = server.raw(&server.post(&body));
                        assert!([413, 0].contains(&response.status), "{response:?}");
                        refused.fetch_add(1, Ordering::SeqCst);
                    }
                    // A body that never ends: promised, but not sent.
                    1 => {
                        let mut stream = server.connect();
                        let head = format!(
                            "POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{}\r\n\
                             Content-Length: 1000000\r\nConnection: close\r\n\r\n{{",
                            server.port
                        );
                        stream.write_all(head.as_bytes()).unwrap();
                        let response = Response::read(stream);
                        assert_eq!(response.status, 408, "{response:?}");
                        refused.fetch_add(1, Ordering::SeqCst);
                    }
                    // Somebody else's name.
                    2 => {
                        let request = b"GET / HTTP/1.1\r\nHost: evil.example\r\n\
                                        Connection: close\r\n\r\n";
                        assert_eq!(server.raw(request).status, 403);
                        refused.fetch_add(1, Ordering::SeqCst);
                    }
                    // A puzzle that takes for ever; one of two leaves.
                    3 => {
                        let question = json!({"ask": "count", "text": ENDLESS});
                        let stream = server.begin(&question);
                        if n % 20 == 3 {
                            std::thread::sleep(Duration::from_millis(500));
                            drop(stream);
                        } else {
                            let answer = Response::read(stream).answer();
                            assert_eq!(answer.end["exit"], 3, "{answer:?}");
                        }
                        limited.fetch_add(1, Ordering::SeqCst);
                    }
                    // Headers that never end.
                    4 => {
                        let mut stream = server.connect();
                        stream.write_all(b"GET / HTTP/1.1\r\nHost: ").unwrap();
                        let response = Response::read(stream);
                        assert!([0, 408].contains(&response.status), "{response:?}");
                        refused.fetch_add(1, Ordering::SeqCst);
                    }
                    // Who does not read what is said.
                    5 => {
                        let text =
                            "q :- write(abcdefghijklmnopqrstuvwxyzabcdefghijklmnopqrs), nl, q.";
                        let question = json!({"ask": "prolog", "text": text, "goal": "q"});
                        let stream = server.begin(&question);
                        std::thread::sleep(Duration::from_secs(12));
                        drop(stream);
                        limited.fetch_add(1, Ordering::SeqCst);
                    }
                    _ => {
                        let answer = server.ask(&json!({"ask": "check", "text": PUZZLE}));
                        assert_eq!(answer.json()["status"], "unique");
                        good.fetch_add(1, Ordering::SeqCst);
                    }
                }
                done.fetch_add(1, Ordering::SeqCst);
            });
        }
        while done.load(Ordering::SeqCst) < 200 && start.elapsed() < Duration::from_secs(180) {
            highest.fetch_max(server.memory() as usize, Ordering::SeqCst);
            // Four that work, four that are halted, two that read or draw.
            assert!(server.workers().len() <= 10, "too many processes");
            std::thread::sleep(Duration::from_millis(50));
        }
    });
    assert_eq!(good.load(Ordering::SeqCst), 80);
    assert_eq!(refused.load(Ordering::SeqCst), 80);
    assert_eq!(limited.load(Ordering::SeqCst), 40);
    let grown = (highest.load(Ordering::SeqCst) as u64).saturating_sub(before);
    println!("{grown} kB more than before, {:?}", start.elapsed());
    assert!(grown < 150 << 10, "{grown} kB more than before");
    server.wait_until("all processes are gone", |server| server.workers().is_empty());
    // And it still answers at once.
    let start = Instant::now();
    assert_eq!(server.ask(&json!({"ask": "check", "text": PUZZLE})).json()["status"], "unique");
    assert!(start.elapsed() < Duration::from_secs(10));
}

#[test]
fn long_questions_leave_room_for_short_ones() {
    let server = Server::start("--memory 600m --threads 1 --workers 2");
    let endless = json!({"ask": "count", "text": ENDLESS});
    let counts: Vec<_> = (0..4).map(|_| server.begin(&endless)).collect();
    server.wait_until("one counts", |server| !server.workers().is_empty());
    for question in [
        json!({"ask": "read", "text": PUZZLE}),
        json!({"ask": "draw", "text": PUZZLE, "theme": "light"}),
        json!({"ask": "check", "text": PUZZLE}),
    ] {
        let answer = server.ask(&question);
        assert_eq!(answer.end["exit"], 0, "{answer:?}");
    }
    // One that turns out to be long is halted while there is no place for it, and goes on later.
    let program = json!({"ask": "prolog", "text": "p :- p.", "goal": "p", "time": 8});
    let halted = server.begin(&program);
    std::thread::sleep(Duration::from_secs(5));
    let answer = server.ask(&json!({"ask": "check", "text": PUZZLE}));
    assert_eq!(answer.json()["status"], "unique");
    drop(counts);
    let answer = Response::read(halted).answer();
    assert!(answer.waited, "{answer:?}");
    assert!(answer.end.is_object(), "{answer:?}");
}
