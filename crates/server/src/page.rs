//! The page itself: a few files that are part of the program, and where its questions go.

use std::path::Path;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::{StatusCode, Uri, header};
use axum::middleware::from_fn_with_state;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};

use crate::{Shared, answer, guard};

/// One file of the page.
struct Asset {
    /// What a browser asks for.
    path: &'static str,
    /// The name in the folder.
    name: &'static str,
    /// What it is.
    mime: &'static str,
    /// What is in it.
    bytes: &'static [u8],
}

const ASSETS: &[Asset] = &[
    Asset {
        path: "/",
        name: "index.html",
        mime: "text/html; charset=utf-8",
        bytes: include_bytes!("../assets/index.html"),
    },
    Asset {
        path: "/board.js",
        name: "board.js",
        mime: "text/javascript; charset=utf-8",
        bytes: include_bytes!("../assets/board.js"),
    },
    Asset {
        path: "/board.css",
        name: "board.css",
        mime: "text/css; charset=utf-8",
        bytes: include_bytes!("../assets/board.css"),
    },
    Asset {
        path: "/icon.svg",
        name: "icon.svg",
        mime: "image/svg+xml",
        bytes: include_bytes!("../assets/icon.svg"),
    },
];

/// Everything that is served.
pub(crate) fn router(shared: Arc<Shared>) -> Router {
    let mut router = Router::new().route("/ask", post(answer::answer));
    for asset in ASSETS {
        router = router.route(asset.path, get(file));
    }
    router.layer(from_fn_with_state(shared.clone(), guard::guard)).with_state(shared)
}

async fn file(State(shared): State<Arc<Shared>>, uri: Uri) -> Response {
    let Some(asset) = ASSETS.iter().find(|asset| asset.path == uri.path()) else {
        return StatusCode::NOT_FOUND.into_response();
    };
    let head = [(header::CONTENT_TYPE, asset.mime), (header::CACHE_CONTROL, "no-cache")];
    match &shared.settings.assets {
        None => (head, asset.bytes).into_response(),
        Some(folder) => match read(folder, asset) {
            Ok(bytes) => (head, bytes).into_response(),
            Err(error) => {
                (StatusCode::NOT_FOUND, format!("{}: {error}", asset.name)).into_response()
            }
        },
    }
}

/// Only for those who write the page, so that waiting for the disk matters to nobody.
fn read(folder: &Path, asset: &Asset) -> std::io::Result<Vec<u8>> {
    std::fs::read(folder.join(asset.name))
}
