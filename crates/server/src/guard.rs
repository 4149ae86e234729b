//! Who may ask: only a browser that was sent here by a page from here.
//!
//! A page elsewhere could make a browser send requests to the loopback address, or have a
//! name of its own point there; both are told by the headers.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::Shared;

/// Lets a request pass, or refuses it.
pub(crate) async fn guard(
    State(shared): State<Arc<Shared>>,
    request: Request,
    next: Next,
) -> Response {
    if !is_ours(request.headers(), shared.port) {
        return (StatusCode::FORBIDDEN, "this board serves only pages of its own").into_response();
    }
    let mut response = next.run(request).await;
    let headers = response.headers_mut();
    // Everything the page needs comes from here, and nobody may put it into a frame.
    let policy = "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; \
                  object-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";
    for (name, value) in [
        (header::CONTENT_SECURITY_POLICY, policy),
        (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (header::REFERRER_POLICY, "no-referrer"),
    ] {
        if let Ok(value) = value.parse() {
            headers.insert(name, value);
        }
    }
    response
}

/// Whether the request names us as its host and, if it says where it comes from, us again.
fn is_ours(headers: &HeaderMap, port: u16) -> bool {
    let from =
        |origin: &str| names(port).iter().any(|name| origin.strip_prefix("http://") == Some(name));
    is_host(headers, port) && text(headers, header::ORIGIN).is_none_or(from)
}

/// Whether the request names us as its host.
pub(crate) fn is_host(headers: &HeaderMap, port: u16) -> bool {
    text(headers, header::HOST).is_some_and(|host| names(port).iter().any(|name| host == name))
}

fn names(port: u16) -> [String; 2] {
    [format!("127.0.0.1:{port}"), format!("localhost:{port}")]
}

/// What a header says; something that nobody is called if it cannot be read.
fn text(headers: &HeaderMap, name: HeaderName) -> Option<&str> {
    headers.get(name).map(|value| value.to_str().unwrap_or("?"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(host: Option<&str>, origin: Option<&str>) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in [(header::HOST, host), (header::ORIGIN, origin)] {
            if let Some(value) = value {
                headers.insert(name, value.parse().unwrap());
            }
        }
        is_ours(&headers, 4000)
    }

    #[test]
    fn strangers_are_refused() {
        assert!(ours(Some("127.0.0.1:4000"), None));
        assert!(ours(Some("localhost:4000"), Some("http://localhost:4000")));
        for (host, origin) in [
            (None, None),
            (Some("127.0.0.1:4001"), None),
            (Some("evil.example:4000"), None),
            (Some("127.0.0.1:4000"), Some("https://evil.example")),
            (Some("127.0.0.1:4000"), Some("null")),
            (Some("127.0.0.1:4000"), Some("http://127.0.0.1:4000.evil.example")),
        ] {
            assert!(!ours(host, origin), "{host:?} {origin:?}");
        }
    }
}
