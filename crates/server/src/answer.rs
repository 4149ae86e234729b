//! `POST /ask`: a question in, events out.

use std::convert::Infallible;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_core::Stream;
use tokio::sync::mpsc;

use crate::ask::Question;
use crate::process::{self, Event, Job};
use crate::{Shared, body};

/// So many lines wait for a browser that does not read; then the process waits.
const WAITING: usize = 2;

/// Answers one question.
pub(crate) async fn answer(State(shared): State<Arc<Shared>>, body: Body) -> Response {
    let held = match body::read(body, &shared.room).await {
        Ok(held) => held,
        Err((status, why)) => return (status, why).into_response(),
    };
    let question: Question = match serde_json::from_slice(&held.bytes) {
        Ok(question) => question,
        Err(error) => {
            let why = format!("this is no question of the board: {error}");
            return (StatusCode::BAD_REQUEST, why).into_response();
        }
    };
    let room = held.into_room();
    let (events, stream) = mpsc::channel(WAITING);
    let job = Job::new(question, &shared.settings);
    tokio::spawn(async move {
        process::run(&shared, job, events).await;
        drop(room);
    });
    let head = [(header::CONTENT_TYPE, "text/event-stream"), (header::CACHE_CONTROL, "no-store")];
    (head, Body::from_stream(Events(stream))).into_response()
}

/// Events as they come. When the browser goes away this is dropped, and the process hears of it.
struct Events(mpsc::Receiver<Event>);

impl Stream for Events {
    type Item = Result<Bytes, Infallible>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        self.0.poll_recv(context).map(|event| event.map(|event| Ok(frame(&event).into())))
    }
}

/// An event in the form of server-sent events.
fn frame(event: &Event) -> String {
    let (name, data) = match event {
        Event::Out(line) => ("out", line.clone()),
        Event::Err(line) => ("err", line.clone()),
        Event::Wait => ("wait", String::new()),
        Event::End(end) => ("end", serde_json::to_string(end).unwrap_or_default()),
    };
    let mut text = format!("event: {name}\n");
    // A carriage return would end a line there, too.
    for line in data.split(['\r', '\n']) {
        text.push_str("data: ");
        text.push_str(line);
        text.push('\n');
    }
    text.push('\n');
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::process::End;

    #[test]
    fn lines_are_framed() {
        assert_eq!(frame(&Event::Out("{\"a\":1}".into())), "event: out\ndata: {\"a\":1}\n\n");
        assert_eq!(frame(&Event::Err("a\rb".into())), "event: err\ndata: a\ndata: b\n\n");
        let end = Event::End(End { exit: Some(0), why: None });
        assert_eq!(frame(&end), "event: end\ndata: {\"exit\":0,\"why\":null}\n\n");
    }
}
