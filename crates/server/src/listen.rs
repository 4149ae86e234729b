//! Connections, with limits on how many there are and how slowly a request may arrive.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// So many connections at once; others wait to be accepted.
const CONNECTIONS: usize = 512;
/// A request line and its headers must be here by then.
const PATIENCE: Duration = Duration::from_secs(10);

/// Accepts connections for ever.
pub(crate) async fn listen(listener: TcpListener, router: Router) -> io::Result<()> {
    let room = Arc::new(Semaphore::new(CONNECTIONS));
    loop {
        let Ok(place) = room.clone().acquire_owned().await else { return Ok(()) };
        let Ok((stream, _)) = listener.accept().await else {
            // Gone before it was accepted, or no file descriptor left: others may end soon.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let service = TowerToHyperService::new(router.clone());
        tokio::spawn(async move {
            let mut builder = http1::Builder::new();
            builder.timer(TokioTimer::new()).header_read_timeout(PATIENCE);
            let connection = builder.serve_connection(TokioIo::new(stream), service);
            // A browser that goes away is not worth a word.
            let _ = connection.with_upgrades().await;
            drop(place);
        });
    }
}
