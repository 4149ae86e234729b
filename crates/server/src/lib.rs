//! The board in the browser.
//!
//! A thin server: every question becomes a command line of ours, run as a process of its own
//! with limits on time, threads and memory; what it prints is streamed to the page. Ending the
//! process cancels it, and so does leaving the page. Only the loopback address is served, and
//! only to pages that came from it (`guard`).

mod ask;
mod guard;
mod listen;
mod page;
mod work;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 for any that is free.
    pub port: u16,
    /// The program that answers: ours.
    pub program: PathBuf,
    /// How long one question may take.
    pub time_limit: Duration,
    /// How much memory one question may take, in kilobytes.
    pub memory: u64,
    /// How many questions are worked on at once; others wait.
    pub workers: usize,
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    /// A permit for each process that may run.
    pub(crate) workers: Arc<Semaphore>,
    /// The port in use.
    pub(crate) port: u16,
}

/// Serves until the process ends. `ready` is told the address once it can be opened.
pub fn serve(settings: Settings, ready: impl FnOnce(&str)) -> io::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, settings.port));
        let listener = TcpListener::bind(address).await?;
        let port = listener.local_addr()?.port();
        let workers = Arc::new(Semaphore::new(settings.workers.max(1)));
        let shared = Arc::new(Shared { settings, workers, port });
        ready(&format!("http://127.0.0.1:{port}/"));
        listen::listen(listener, page::router(shared)).await
    })
}
