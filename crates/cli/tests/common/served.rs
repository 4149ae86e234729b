//! A server of the board, and a client of a few lines that can also misbehave.
#![allow(dead_code)] // each test file uses its part

use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::common::command;

/// A server that ends with the test.
pub struct Server {
    child: Child,
    pub port: u16,
    /// The port for f-puzzles, if that is served.
    pub socket: Option<u16>,
}

impl Server {
    /// Starts it on any port.
    pub fn start(options: &str) -> Server {
        let mut command = command();
        command.args(["serve", "--port", "0", "--no-open"]).args(options.split_whitespace());
        let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        let mut port = |start: &str| -> u16 {
            let line = lines.next().unwrap().unwrap();
            line.strip_prefix(start).unwrap().trim_end_matches('/').parse().unwrap()
        };
        let page = port("http://127.0.0.1:");
        let socket = options.contains("--fpuzzles").then(|| port("ws://localhost:"));
        Server { child, port: page, socket }
    }

    /// The number of its process.
    pub fn id(&self) -> u32 {
        self.child.id()
    }

    pub fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", self.port)).unwrap();
        stream.set_read_timeout(Some(Duration::from_secs(120))).unwrap();
        stream
    }

    /// Sends these bytes and reads the answer to its end.
    pub fn raw(&self, request: &[u8]) -> Response {
        let mut stream = self.connect();
        // It may be refused before all of it is sent.
        let _ = stream.write_all(request);
        Response::read(stream)
    }

    pub fn get(&self, path: &str) -> Response {
        let port = self.port;
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\r\n");
        self.raw(request.as_bytes())
    }

    /// The request of a question.
    pub fn request(&self, question: &Value) -> Vec<u8> {
        self.post(question.to_string().as_bytes())
    }

    pub fn post(&self, body: &[u8]) -> Vec<u8> {
        let (port, length) = (self.port, body.len());
        let mut request = format!(
            "POST /ask HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n\
             Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
        )
        .into_bytes();
        request.extend_from_slice(body);
        request
    }

    /// Asks and waits for the whole answer.
    pub fn ask(&self, question: &Value) -> Answer {
        self.raw(&self.request(question)).answer()
    }

    /// Asks and goes on; dropping the stream is leaving the page.
    pub fn begin(&self, question: &Value) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(&self.request(question)).unwrap();
        stream
    }

    /// The processes that work for it now.
    pub fn workers(&self) -> Vec<u32> {
        let tasks = format!("/proc/{}/task", self.id());
        let mut all = Vec::new();
        for task in std::fs::read_dir(tasks).unwrap() {
            let file = task.unwrap().path().join("children");
            let text = std::fs::read_to_string(file).unwrap_or_default();
            all.extend(text.split_whitespace().map(|id| id.parse::<u32>().unwrap()));
        }
        all
    }

    /// Waits until something is so.
    pub fn wait_until(&self, what: &str, is_so: impl Fn(&Server) -> bool) {
        let start = Instant::now();
        while !is_so(self) {
            assert!(start.elapsed() < Duration::from_secs(30), "{what}");
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// The memory that it holds, in kilobytes.
    pub fn memory(&self) -> u64 {
        let text = std::fs::read_to_string(format!("/proc/{}/status", self.id())).unwrap();
        let line = text.lines().find(|line| line.starts_with("VmRSS:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    /// Ends it as Ctrl-C does, and gives back its exit code.
    pub fn stop(mut self) -> Option<i32> {
        let id = self.id().to_string();
        std::process::Command::new("kill").args(["-INT", &id]).status().unwrap();
        self.child.wait().unwrap().code()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An answer of HTTP.
#[derive(Debug)]
pub struct Response {
    pub status: u16,
    pub head: String,
    pub body: String,
}

impl Response {
    pub fn read(mut stream: TcpStream) -> Response {
        let mut bytes = Vec::new();
        let mut part = [0; 1 << 16];
        // A connection that is reset after a refusal still had something to say.
        while let Ok(n @ 1..) = stream.read(&mut part) {
            bytes.extend_from_slice(&part[..n]);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let Some((head, body)) = text.split_once("\r\n\r\n") else {
            return Response { status: 0, head: text, body: String::new() };
        };
        let status = head.split(' ').nth(1).and_then(|s| s.parse().ok()).unwrap_or(0);
        let chunked = head.to_ascii_lowercase().contains("transfer-encoding: chunked");
        let body = if chunked { unchunked(body) } else { body.into() };
        Response { status, head: head.into(), body }
    }

    /// The events in the body.
    pub fn answer(&self) -> Answer {
        assert_eq!(self.status, 200, "{self:?}");
        let mut answer = Answer { out: vec![], err: vec![], end: Value::Null, waited: false };
        for event in self.body.split("\n\n").filter(|event| !event.trim().is_empty()) {
            let mut lines = event.lines();
            let name = lines.next().unwrap().strip_prefix("event: ").unwrap();
            let data: Vec<&str> = lines.map(|l| l.strip_prefix("data: ").unwrap()).collect();
            let data = data.join("\n");
            match name {
                "out" => answer.out.push(data),
                "err" => answer.err.push(data),
                "wait" => answer.waited = true,
                "end" => answer.end = serde_json::from_str(&data).unwrap(),
                other => panic!("{other}"),
            }
        }
        answer
    }
}

fn unchunked(body: &str) -> String {
    let (mut rest, mut text) = (body, String::new());
    while let Some((size, more)) = rest.split_once("\r\n") {
        let size = usize::from_str_radix(size.trim(), 16).unwrap();
        if size == 0 {
            break;
        }
        text.push_str(&more[..size]);
        rest = more[size..].strip_prefix("\r\n").unwrap_or("");
    }
    text
}

/// What was answered to a question.
#[derive(Debug)]
pub struct Answer {
    pub out: Vec<String>,
    pub err: Vec<String>,
    pub end: Value,
    /// Whether it was told that others are before it.
    pub waited: bool,
}

impl Answer {
    /// The first line, which is JSON.
    pub fn json(&self) -> Value {
        let line = self.out.first().unwrap_or_else(|| panic!("{self:?}"));
        serde_json::from_str(line).unwrap()
    }
}
