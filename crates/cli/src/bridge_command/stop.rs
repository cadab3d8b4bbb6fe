//! Stopping the bridge: a request, then SIGTERM and SIGKILL to the process that holds the process
//! id file.

use std::time::Duration;

use kitsune_client::{ClientError, LifecycleLock, LockError, Settings, running_pid};
use serde_json::Map;
use tokio::time::{Instant, sleep};

use crate::told::told;
use crate::{process, session};

/// How long a client may hold the lifecycle lock: it starts a bridge within 15 s.
const LOCK: Duration = Duration::from_secs(20);
/// How long the bridge may take to answer the request.
const ANSWER: Duration = Duration::from_secs(2);
/// When the process is told to end, counted from the request: it gives its own requests 3 s.
const TERMINATE: Duration = Duration::from_secs(4);
/// When the process is ended whatever it does, counted from the request: one that stands still
/// heeds neither the request nor the signal before.
const KILL: Duration = Duration::from_millis(4_500);
/// When a stop has failed, counted from the request.
const STOP: Duration = Duration::from_secs(5);
const POLL: Duration = Duration::from_millis(25);

/// Why the bridge may still run.
#[derive(Debug, thiserror::Error)]
pub(super) enum StopError {
    #[error("the bridge cannot be stopped now: {0}")]
    Lock(#[from] LockError),
    #[error("{}", told(.0))]
    Refused(#[from] ClientError),
    #[error("the bridge (process {pid}) did not end within {seconds} seconds", seconds = STOP.as_secs())]
    StillRunning { pid: u32 },
}

/// Stops the bridge of these settings; there being none is fine.
pub(super) async fn stop(settings: Settings) -> Result<(), StopError> {
    let _lock = match settings.home.is_dir() {
        true => Some(LifecycleLock::take(&settings, LOCK).await?),
        // Without a home there is nothing to serialise, and none is made for a stop.
        false => None,
    };
    let begin = Instant::now();
    let asked = session::manager(settings.clone()).post("/api/shutdown", &Map::new(), ANSWER).await;
    if asked.is_ok() && ended_by(begin + TERMINATE, &settings).await {
        return Ok(());
    }
    match (running_pid(&settings), asked) {
        (Some(pid), _) => {
            process::terminate(pid);
            if ended_by(begin + KILL, &settings).await {
                return Ok(());
            }
            // Looked at again: the number counts only while its file is locked.
            if let Some(pid) = running_pid(&settings) {
                process::kill(pid);
            }
            let ended = ended_by(begin + STOP, &settings).await;
            if ended { Ok(()) } else { Err(StopError::StillRunning { pid }) }
        }
        (None, Ok(_) | Err(ClientError::NotRunning { .. })) => Ok(()),
        // Something else has the port, or a bridge of another home with another token.
        (None, Err(error)) => Err(error.into()),
    }
}

/// Stops the bridge unless a client has used it, and waits until it has ended. One that cannot be
/// stopped stays, as a bridge does.
pub(crate) async fn stop_unused(settings: &Settings) {
    let Ok(_lock) = LifecycleLock::take(settings, STOP).await else {
        return;
    };
    let deadline = Instant::now() + STOP;
    let unused = Map::from_iter([("unused".to_owned(), true.into())]);
    let manager = session::manager(settings.clone());
    if let Ok(reply) = manager.post("/api/shutdown", &unused, ANSWER).await
        && reply.body.get("status").is_some_and(|status| status == "stopping")
    {
        ended_by(deadline, settings).await;
    }
}

/// Whether the bridge of this home has ended before `deadline`.
async fn ended_by(deadline: Instant, settings: &Settings) -> bool {
    while running_pid(settings).is_some() {
        if Instant::now() >= deadline {
            return false;
        }
        sleep(POLL).await;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings(home: &std::path::Path) -> Settings {
        Settings {
            home: home.to_owned(),
            http_port: 1,
            ws_port: 2,
            token: None,
            keeps_other_build: false,
        }
    }

    #[tokio::test]
    async fn without_a_bridge_there_is_nothing_to_stop() {
        let directory = tempfile::tempdir().unwrap();
        let never_used = settings(&directory.path().join("home"));
        stop(never_used.clone()).await.unwrap();
        assert!(!never_used.home.exists());
        // A number that a bridge left behind must not be signalled: here it is this test's own.
        let used = settings(directory.path());
        std::fs::write(used.pid_path(), std::process::id().to_string()).unwrap();
        stop(used).await.unwrap();
    }
}
