//! The body of a question: how large, how slow and how many at once are limited.
//!
//! Invariant: the bytes of all bodies together are at most [`ROOM_KB`] kilobytes. A body holds
//! room for what has arrived of it, not for what it promises, so that slow ones take little.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::http::StatusCode;
use http_body_util::BodyExt;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;

/// A body has at most so many bytes.
const MOST: usize = 2 << 20;
/// All bodies together have at most so many kilobytes.
pub(crate) const ROOM_KB: usize = 64 << 10;
/// A body must be here by then.
const PATIENCE: Duration = Duration::from_secs(10);

/// A body that has arrived, and the room that it takes as long as it is kept.
pub(crate) struct Held {
    pub(crate) bytes: Vec<u8>,
    room: Vec<OwnedSemaphorePermit>,
}

impl Held {
    /// The room alone, for what was made of the bytes.
    pub(crate) fn into_room(self) -> Vec<OwnedSemaphorePermit> {
        self.room
    }
}

/// Why a body is not taken, for the person at the browser.
pub(crate) type Refusal = (StatusCode, &'static str);

/// Reads a body.
pub(crate) async fn read(body: Body, room: &Arc<Semaphore>) -> Result<Held, Refusal> {
    match timeout(PATIENCE, collect(body, room)).await {
        Ok(result) => result,
        Err(_) => Err((StatusCode::REQUEST_TIMEOUT, "the question took too long to arrive")),
    }
}

async fn collect(mut body: Body, room: &Arc<Semaphore>) -> Result<Held, Refusal> {
    let mut held = Held { bytes: Vec::new(), room: Vec::new() };
    let large = (StatusCode::PAYLOAD_TOO_LARGE, "a question may have 2 MB");
    // What says beforehand that it is too large need not be read.
    if http_body::Body::size_hint(&body).lower() > MOST as u64 {
        return Err(large);
    }
    while let Some(frame) = body.frame().await {
        let broken = (StatusCode::BAD_REQUEST, "the question broke off");
        let Ok(frame) = frame else { return Err(broken) };
        let Ok(data) = frame.into_data() else { continue };
        if held.bytes.len() + data.len() > MOST {
            return Err(large);
        }
        // Room is counted in kilobytes that are begun.
        let had = held.bytes.len().div_ceil(1024);
        held.bytes.extend_from_slice(&data);
        let more = held.bytes.len().div_ceil(1024) - had;
        match room.clone().try_acquire_many_owned(more as u32) {
            Ok(permit) => held.room.push(permit),
            Err(_) => return Err((StatusCode::SERVICE_UNAVAILABLE, "too much at once")),
        }
    }
    Ok(held)
}
