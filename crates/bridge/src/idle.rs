//! The end of a bridge that nobody uses (`--idle-timeout`).
//!
//! Idle means: no request in progress, none ended within the limit, and no managed launch. The
//! lifecycle lock is taken first, so that no client finds the bridge just before it goes.

use std::fs::{File, OpenOptions};
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::bridge::Bridge;

/// How often the bridge looks whether it is idle.
const LOOK: Duration = Duration::from_secs(1);

/// Requests in progress, when the last one ended, and whether clients have come.
pub(crate) struct Requests(Mutex<Usage>);

struct Usage {
    running: usize,
    last: Instant,
    /// Whether a client came: one that names itself, or asked for something in the browser.
    has_clients: bool,
}

/// A request in progress, until it is dropped.
pub(crate) struct InProgress<'a>(&'a Requests);

impl Requests {
    /// None yet.
    pub(crate) fn new() -> Self {
        Self(Mutex::new(Usage { running: 0, last: Instant::now(), has_clients: false }))
    }

    fn usage(&self) -> MutexGuard<'_, Usage> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Counts a request until the returned value is dropped.
    pub(crate) fn begin(&self) -> InProgress<'_> {
        self.usage().running += 1;
        InProgress(self)
    }

    /// Notes that a client uses the bridge; looks at its state and a launch are no use.
    pub(crate) fn note_client(&self) {
        self.usage().has_clients = true;
    }

    /// Whether a client has ever used the bridge.
    pub(crate) fn had_clients(&self) -> bool {
        self.usage().has_clients
    }

    fn are_over_for(&self, limit: Duration) -> bool {
        let usage = self.usage();
        usage.running == 0 && usage.last.elapsed() >= limit
    }
}

impl Drop for InProgress<'_> {
    fn drop(&mut self) {
        let mut usage = self.0.usage();
        usage.running -= 1;
        usage.last = Instant::now();
    }
}

/// Stops the bridge when it has been idle for its limit; never without one.
pub(crate) async fn watch(bridge: &Bridge) {
    let Some(limit) = bridge.config.idle_timeout.filter(|limit| !limit.is_zero()) else {
        return std::future::pending().await;
    };
    loop {
        tokio::time::sleep(LOOK).await;
        let is_idle = || bridge.requests.are_over_for(limit) && !bridge.managed.is_registered();
        if !is_idle() {
            continue;
        }
        // A client that holds the lock is about to use the bridge.
        if let Some(_lock) = lifecycle_lock(&bridge.config.lock_file)
            && is_idle()
        {
            tracing::info!("bridge stops: nobody used it for {} s", limit.as_secs_f64());
            bridge.stop();
            return;
        }
    }
}

fn lifecycle_lock(path: &Path) -> Option<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    let file = options.open(path).ok()?;
    file.try_lock().ok()?;
    Some(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_in_progress_is_use() {
        let requests = Requests::new();
        let running = requests.begin();
        assert!(!requests.are_over_for(Duration::ZERO));
        drop(running);
        assert!(requests.are_over_for(Duration::ZERO));
        assert!(!requests.are_over_for(Duration::from_secs(60)));
    }
}
