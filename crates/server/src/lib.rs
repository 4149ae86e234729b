//! The board in the browser.
//!
//! A thin server: every question becomes a command line of ours, run as a process of its own
//! with limits on time, threads and memory; what it prints is streamed to the page. Ending the
//! process cancels it, and so does leaving the page. Only the loopback address is served, and
//! only to pages that came from it (`guard`).

mod answer;
pub mod answers;
mod ask;
mod body;
mod fpuzzles;
mod guard;
mod listen;
mod page;
mod process;
mod turns;
#[cfg(test)]
mod types;

pub use fpuzzles::PORT as FPUZZLES_PORT;

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::Semaphore;

/// The port that is tried first if none is asked for. What a page has stored belongs to its
/// address, so it should not change from day to day.
pub const PORT: u16 = 4546;

/// How to serve.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The port; 0 for any that is free, none for [`PORT`] if it is free.
    pub port: Option<u16>,
    /// The port for f-puzzles, if it is to be served.
    pub fpuzzles: Option<u16>,
    /// The program that answers: ours.
    pub program: PathBuf,
    /// How long one question may take.
    pub time_limit: Duration,
    /// How much memory one question may take, in bytes.
    pub memory: u64,
    /// How many threads one question may use.
    pub threads: usize,
    /// How many questions are worked on at once; others wait. Half of the places are for long
    /// ones; reading and drawing have two places more.
    pub workers: usize,
    /// A folder to take the page from instead of what was built in, for those who write it.
    pub assets: Option<PathBuf>,
}

/// What all requests share.
pub(crate) struct Shared {
    pub(crate) settings: Settings,
    /// A place for each process that may run.
    pub(crate) turns: turns::Turns,
    /// A permit for each kilobyte of questions that are held in memory.
    pub(crate) room: Arc<Semaphore>,
    /// The port in use.
    pub(crate) port: u16,
}

/// What is served, once it can be opened.
#[derive(Clone, Debug)]
pub struct Addresses {
    /// The page.
    pub page: String,
    /// The socket for f-puzzles.
    pub fpuzzles: Option<String>,
}

/// Serves until somebody presses Ctrl-C. `ready` is told the addresses once they can be opened.
pub fn serve(settings: Settings, ready: impl FnOnce(&Addresses)) -> io::Result<()> {
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let (mut stop, mut end) =
            (signal(SignalKind::interrupt())?, signal(SignalKind::terminate())?);
        let listener =
            bind(settings.port).await.map_err(|e| refused(e, settings.port, "--port "))?;
        let port = listener.local_addr()?.port();
        let turns = turns::Turns::new(settings.workers);
        let room = Arc::new(Semaphore::new(body::ROOM_KB));
        let socket = match settings.fpuzzles {
            Some(port) => {
                let refused = |e| refused(e, Some(port), "--fpuzzles=");
                Some(bind(Some(port)).await.map_err(refused)?)
            }
            None => None,
        };
        let shared = Arc::new(Shared { settings, turns, room, port });
        let mut addresses = Addresses { page: format!("http://127.0.0.1:{port}/"), fpuzzles: None };
        if let Some(socket) = socket {
            let port = socket.local_addr()?.port();
            addresses.fpuzzles = Some(format!("ws://localhost:{port}"));
            tokio::spawn(listen::listen(socket, fpuzzles::router(shared.clone(), port)));
        }
        ready(&addresses);
        // What still runs ends with the runtime: whoever holds a process ends it when dropped.
        tokio::select! {
            result = listen::listen(listener, page::router(shared)) => result,
            _ = stop.recv() => Ok(()),
            _ = end.recv() => Ok(()),
        }
    })
}

/// Which port it is that cannot be had, and what to do.
fn refused(error: io::Error, port: Option<u16>, option: &str) -> io::Error {
    let port = port.unwrap_or(PORT);
    let why = match error.kind() {
        io::ErrorKind::AddrInUse => {
            let other = if option.ends_with('=') { "" } else { ", or 0 for any that is free" };
            format!(
                "port {port} is taken, perhaps by another board; end that, or choose another port: \
                 {option}N{other}"
            )
        }
        io::ErrorKind::PermissionDenied => {
            format!("port {port} is not for everybody; choose one from 1024 to 65535: {option}N")
        }
        _ => format!("port {port} cannot be used: {error}"),
    };
    io::Error::new(error.kind(), why)
}

/// Takes the port, or the usual one, or any.
async fn bind(port: Option<u16>) -> io::Result<TcpListener> {
    let at = |port| SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    match port {
        Some(port) => TcpListener::bind(at(port)).await,
        None => match TcpListener::bind(at(PORT)).await {
            Ok(listener) => Ok(listener),
            Err(_) => TcpListener::bind(at(0)).await,
        },
    }
}
