//! The socket that the solver script of f-puzzles talks to: `ws://localhost:4545`.
//!
//! A message asks one thing of one board; every new message ends what is still worked on, as
//! does closing the socket. Each question is a process like those of our own page. The shapes of
//! messages are those of Rangsk's SudokuSolver, for which the script was written.

mod board;
mod reply;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::routing::any;
use serde::Deserialize;
use tokio::sync::mpsc;

use crate::ask::{Ask, Question};
use crate::process::{self, End, Event, Job};
use crate::{Shared, guard};
use board::Board;
use reply::Reply;

/// Where the script looks for us.
pub const PORT: u16 = 4545;

/// A message may have so many bytes.
const MOST: usize = 2 << 20;
/// So many events wait until they are turned into replies.
const WAITING: usize = 8;

/// What is asked.
#[derive(Debug, Deserialize)]
struct Request {
    nonce: i64,
    command: String,
    #[serde(default, rename = "dataType")]
    data_type: String,
    #[serde(default)]
    data: String,
}

/// Only the socket.
pub(crate) fn router(shared: Arc<Shared>, port: u16) -> Router {
    let upgrade = move |State(shared): State<Arc<Shared>>, headers: HeaderMap, up| {
        greet(shared, headers, port, up)
    };
    Router::new().route("/", any(upgrade)).with_state(shared)
}

async fn greet(
    shared: Arc<Shared>,
    headers: HeaderMap,
    port: u16,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_fpuzzles(&headers, port) {
        let why = "this socket is for pages of f-puzzles.com";
        return (StatusCode::FORBIDDEN, why).into_response();
    }
    let upgrade = upgrade.max_message_size(MOST).max_frame_size(MOST);
    upgrade.on_upgrade(move |socket| talk(shared, socket))
}

/// Whether a page of f-puzzles asks, or a program on this machine, which says no origin.
fn is_fpuzzles(headers: &HeaderMap, port: u16) -> bool {
    let is_site = |origin: &str| {
        let name = origin.strip_prefix("https://");
        name.is_some_and(|name| name == "f-puzzles.com" || name.ends_with(".f-puzzles.com"))
    };
    let origin = headers.get(header::ORIGIN).map(|value| value.to_str().unwrap_or("?"));
    guard::is_host(headers, port) && origin.is_none_or(is_site)
}

/// A question that is worked on.
struct Running {
    nonce: i64,
    what: What,
    board: Board,
    events: mpsc::Receiver<Event>,
    out: Vec<String>,
    err: Vec<String>,
}

/// What the answer is made into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    TrueCandidates,
    Solve,
    Check,
    Count,
    Estimate,
    SolvePath,
    Step,
}

async fn talk(shared: Arc<Shared>, mut socket: WebSocket) {
    let mut running: Option<Running> = None;
    loop {
        let replies = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => heard(&shared, text.as_str(), &mut running),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => continue,
            },
            event = next(&mut running) => told(event, &mut running),
        };
        for reply in replies {
            let Ok(text) = serde_json::to_string(&reply) else { continue };
            if socket.send(Message::Text(text.into())).await.is_err() {
                return;
            }
        }
    }
}

/// The next event of what is worked on; never, if nothing is.
async fn next(running: &mut Option<Running>) -> Option<Event> {
    match running {
        Some(running) => running.events.recv().await,
        None => std::future::pending().await,
    }
}

/// A message ends what runs and begins what it asks for.
fn heard(shared: &Arc<Shared>, text: &str, running: &mut Option<Running>) -> Vec<Reply> {
    // Dropping the receiver of its events ends the process.
    let ended = running.take().map(|old| Reply::canceled(old.nonce));
    let mut replies: Vec<Reply> = ended.into_iter().collect();
    let request: Request = match serde_json::from_str(text) {
        Ok(request) => request,
        Err(error) => {
            let nonce = serde_json::from_str::<serde_json::Value>(text).unwrap_or_default();
            let nonce = nonce["nonce"].as_i64().unwrap_or(0);
            replies.push(Reply::invalid(nonce, format!("this is no message: {error}")));
            return replies;
        }
    };
    let nonce = request.nonce;
    if request.command == "cancel" {
        replies.push(Reply::canceled(nonce));
        return replies;
    }
    match start(shared, request) {
        Ok(begun) => *running = Some(begun),
        Err(why) => replies.push(Reply::invalid(nonce, why)),
    }
    replies
}

fn start(shared: &Arc<Shared>, request: Request) -> Result<Running, String> {
    if request.data_type != "fpuzzles" {
        return Err(format!("boards of f-puzzles are understood, not `{}`", request.data_type));
    }
    let board = Board::read(&request.data)?;
    let marks = |last| Ask::Explain { state: Some(board.state()), marks: true, last };
    // The first four are about the givens, the others about what was entered, too.
    let (what, ask) = match request.command.as_str() {
        "truecandidates" => (What::TrueCandidates, Ask::Candidates { cap: board.cap() }),
        "solve" => (What::Solve, Ask::Solve { number: 1, random: Some(seed()) }),
        "check" => (What::Check, Ask::Count { limit: Some(2), progress: false }),
        "count" => (What::Count, Ask::Count { limit: None, progress: true }),
        "estimate" => (What::Estimate, Ask::Estimate { dives: u32::MAX, progress: true }),
        "solvepath" => (What::SolvePath, marks(None)),
        "step" => (What::Step, marks(Some(1))),
        other => return Err(format!("there is no command `{other}`")),
    };
    let text = match what {
        What::TrueCandidates | What::Solve | What::Check | What::Count => board.text(),
        What::Estimate => board.entered(true),
        What::SolvePath | What::Step => board.entered(false),
    };
    let job = Job::new(Question::new(ask, text), &shared.settings);
    let (sender, events) = mpsc::channel(WAITING);
    let shared = shared.clone();
    tokio::spawn(async move { process::run(&shared, job, sender).await });
    Ok(Running { nonce: request.nonce, what, board, events, out: vec![], err: vec![] })
}

/// A solution that is asked for again may be another one.
fn seed() -> u32 {
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    now.map_or(0, |time| time.subsec_nanos())
}

/// What an event is worth telling, and the end of it.
fn told(event: Option<Event>, running: &mut Option<Running>) -> Vec<Reply> {
    let Some(now) = running.as_mut() else { return vec![] };
    let end = match event {
        Some(Event::Out(line)) => {
            now.out.push(line);
            return vec![];
        }
        Some(Event::Err(line)) => {
            let reply = reply::progress(now.what, now.nonce, &line);
            if reply.is_none() {
                now.err.push(line);
            }
            return reply.into_iter().collect();
        }
        // There is no word for it.
        Some(Event::Wait) => return vec![],
        Some(Event::End(end)) => end,
        None => End { exit: None, why: None },
    };
    let Some(Running { nonce, what, board, out, err, .. }) = running.take() else {
        return vec![];
    };
    reply::finished(what, nonce, &board, &out, &err, end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_pages_of_fpuzzles_may_ask() {
        let allowed = |host: &str, origin: Option<&str>| {
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            if let Some(origin) = origin {
                headers.insert(header::ORIGIN, origin.parse().unwrap());
            }
            is_fpuzzles(&headers, PORT)
        };
        for origin in ["https://f-puzzles.com", "https://www.f-puzzles.com"] {
            assert!(allowed("localhost:4545", Some(origin)), "{origin}");
        }
        assert!(allowed("127.0.0.1:4545", None));
        for origin in [
            "http://f-puzzles.com",
            "https://f-puzzles.com.evil.example",
            "https://evil-f-puzzles.com",
            "http://localhost:4546",
            "null",
        ] {
            assert!(!allowed("localhost:4545", Some(origin)), "{origin}");
        }
        assert!(!allowed("evil.example:4545", None));
    }
}
