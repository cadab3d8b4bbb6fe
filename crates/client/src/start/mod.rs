//! Making sure that a bridge of this build runs.
//!
//! ```text
//! look ─ ours ───────────────────────────────────────────▶ Running
//!   └─ none or another build ─▶ lock ─▶ look again ─▶ stop the other ─▶ start ─▶ Started
//! ```
//!
//! The lock is what makes ten clients that begin at once start one bridge. Contract:
//! *Connection diagnosis*; configuration reference: *Bridge start by a client*.

mod child;
mod lock;
mod log;
mod probe;
mod rotation;

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use hyper::Method;
use serde_json::Value;
use tokio::time::{Instant, sleep};

use crate::{Client, ClientError};

use child::Child;
use probe::Seen;

use lock::running_for;
pub use lock::{LifecycleLock, LockError, create_home, running_pid};
pub use probe::takes_connections;
pub use rotation::{LARGEST_LOG, rotate_log};

/// How long a started bridge may take until it answers.
const START: Duration = Duration::from_secs(15);
/// How long another client may hold the lock: its start, and a stop before it.
const LOCK: Duration = Duration::from_secs(25);
/// How long a bridge of another build may take to end.
const STOP: Duration = Duration::from_secs(6);
/// How long a running bridge may take to answer a probe.
const ANSWER: Duration = Duration::from_secs(2);
/// The same for a bridge that has just been started.
const FIRST_ANSWER: Duration = Duration::from_secs(1);
/// How long a started bridge may take connections without an answer.
const SILENCE: Duration = Duration::from_secs(3);
/// Time between two looks at a bridge that starts or stops.
const POLL: Duration = Duration::from_millis(25);
/// How long after a bridge's start an extension may take to connect.
const EXTENSION: Duration = Duration::from_secs(16);
/// Time between two looks for the extension.
const EXTENSION_POLL: Duration = Duration::from_millis(100);

/// How to start a bridge: a program that serves in the foreground until it is stopped.
#[derive(Clone, Debug)]
pub struct Launcher {
    /// The program.
    pub program: PathBuf,
    /// Its arguments.
    pub args: Vec<OsString>,
}

/// How a bridge came to be there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bridge {
    /// It has been running for a while.
    Running,
    /// Somebody else started it a moment ago, so the extension may still be on its way.
    New {
        /// How long ago.
        age: Duration,
    },
    /// This client has just started it; no extension is connected yet.
    Started,
}

impl Bridge {
    /// How long the first call should wait for the extension.
    pub fn extension_wait(self) -> Duration {
        match self {
            Self::Running => Duration::ZERO,
            Self::New { age } => EXTENSION.saturating_sub(age),
            Self::Started => EXTENSION,
        }
    }
}

/// What stands at the bridge's port.
enum Found {
    /// A bridge of our build, or one that is to be kept.
    Ours,
    /// A bridge of another build.
    Other,
    /// Nothing.
    Nothing,
}

impl Client {
    /// Makes sure that a bridge of `build` runs: starts one, or replaces one of another build
    /// unless the settings keep it.
    ///
    /// Ends within about 40 s. Any number of clients may call it at once.
    ///
    /// # Errors
    /// `bridge_unavailable`, `port_conflict` or `token_mismatch`, as *Connection diagnosis* says.
    pub async fn ensure_bridge(
        &self,
        launcher: &Launcher,
        build: &str,
    ) -> Result<Bridge, ClientError> {
        self.ensure(launcher, Some(build)).await
    }

    /// The same without replacing anything: a bridge of any build will do. It is for a client that
    /// has had its bridge. Two such clients of different builds would else replace each other's
    /// bridge for ever, and cut off the calls of everybody else.
    ///
    /// # Errors
    /// As of [`Client::ensure_bridge`].
    pub async fn ensure_any_bridge(&self, launcher: &Launcher) -> Result<Bridge, ClientError> {
        self.ensure(launcher, None).await
    }

    /// Makes sure that a bridge runs: of `build`, if one is named.
    async fn ensure(
        &self,
        launcher: &Launcher,
        build: Option<&str>,
    ) -> Result<Bridge, ClientError> {
        if let Found::Ours = self.look(build).await? {
            let age = running_for(self.settings()).filter(|age| *age < EXTENSION);
            return Ok(age.map_or(Bridge::Running, |age| Bridge::New { age }));
        }
        let _lock = LifecycleLock::take(self.settings(), LOCK).await?;
        match self.look(build).await? {
            // Another client has started it while this one waited for the lock.
            Found::Ours => return Ok(Bridge::New { age: Duration::ZERO }),
            Found::Other => self.stop_other().await?,
            Found::Nothing => (),
        }
        self.start(launcher).await
    }

    /// Waits until an extension is connected, at most `limit`; says whether one is.
    pub async fn wait_for_extension(&self, limit: Duration) -> bool {
        let deadline = Instant::now() + limit;
        loop {
            let connected = match self.manage(Method::GET, probe::STATUS, ANSWER).await {
                Ok(reply) => reply.body.get("extension_connected") == Some(&Value::Bool(true)),
                // What is wrong with the bridge is for the call itself to tell.
                Err(_) => return false,
            };
            if connected || Instant::now() >= deadline {
                return connected;
            }
            sleep(EXTENSION_POLL).await;
        }
    }

    async fn look(&self, build: Option<&str>) -> Result<Found, ClientError> {
        let wanted = build.filter(|_| !self.settings().keeps_other_build);
        match self.probe(ANSWER).await? {
            Seen::Bridge { build: theirs } => match wanted {
                Some(build) if theirs.as_deref() != Some(build) => Ok(Found::Other),
                _ => Ok(Found::Ours),
            },
            Seen::Nothing => Ok(Found::Nothing),
            Seen::Silence => Err(self.silent()),
        }
    }

    /// What a port that takes connections but does not answer means.
    fn silent(&self) -> ClientError {
        let port = self.settings().http_port;
        match running_pid(self.settings()) {
            Some(pid) => ClientError::NotResponding { pid: Some(pid), port },
            None => ClientError::PortInUse { port, exit_code: None, log_excerpt: None },
        }
    }

    async fn stop_other(&self) -> Result<(), ClientError> {
        tracing::info!("replacing a bridge of another build");
        let deadline = Instant::now() + STOP;
        let asked = self.manage(Method::POST, "/api/shutdown", ANSWER).await;
        if let Err(error @ ClientError::TokenMismatch { .. }) = asked {
            return Err(error);
        }
        // The process outlives its port for a moment, and a new bridge refuses to start until
        // the old one has let go of its process id file.
        while running_pid(self.settings()).is_some() || self.is_port_taken().await {
            if Instant::now() >= deadline {
                return Err(ClientError::NotResponding {
                    pid: running_pid(self.settings()),
                    port: self.settings().http_port,
                });
            }
            sleep(POLL).await;
        }
        Ok(())
    }

    async fn is_port_taken(&self) -> bool {
        takes_connections(self.settings().http_port).await
    }

    async fn start(&self, launcher: &Launcher) -> Result<Bridge, ClientError> {
        let mut child = Child::spawn(launcher, self.settings())?;
        let started = Instant::now();
        let mut silent_since = None;
        loop {
            match self.probe(FIRST_ANSWER).await? {
                Seen::Bridge { .. } => return Ok(self.whose(child.id())),
                Seen::Nothing => silent_since = None,
                Seen::Silence => {
                    let since = *silent_since.get_or_insert_with(Instant::now);
                    if since.elapsed() >= SILENCE {
                        return Err(ClientError::NotResponding {
                            pid: child.id(),
                            port: self.settings().http_port,
                        });
                    }
                }
            }
            if let Some(exit_code) = child.ended_within(POLL).await {
                return self.after_exit(exit_code, &child).await;
            }
            if started.elapsed() >= START {
                return Err(ClientError::NotListening {
                    pid: child.id(),
                    port: self.settings().http_port,
                });
            }
        }
    }

    /// How the bridge that answers came to be there, when `child` is the one that was started.
    fn whose(&self, child: Option<u32>) -> Bridge {
        match running_pid(self.settings()) {
            running @ Some(_) if running != child => Bridge::New { age: Duration::ZERO },
            _ => Bridge::Started,
        }
    }

    /// A bridge that ended may have lost against one that somebody started by hand.
    async fn after_exit(
        &self,
        exit_code: Option<i32>,
        child: &Child,
    ) -> Result<Bridge, ClientError> {
        if let Seen::Bridge { .. } = self.probe(ANSWER).await? {
            return Ok(Bridge::New { age: Duration::ZERO });
        }
        let settings = self.settings();
        let token = self.token();
        let log_excerpt = child.last_line(token.as_deref());
        for port in [settings.http_port, settings.ws_port] {
            if takes_connections(port).await {
                return Err(ClientError::PortInUse { port, exit_code, log_excerpt });
            }
        }
        Err(ClientError::Exited { exit_code, log_excerpt })
    }
}
