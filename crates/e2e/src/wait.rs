//! Waiting for a condition that has a name and a deadline, never for a time.

use std::time::{Duration, Instant};

/// How often a condition is looked at.
const PACE: Duration = Duration::from_millis(25);

/// Waits until `condition` holds; panics with `what` when it does not within `deadline`.
pub async fn eventually(what: &str, deadline: Duration, mut condition: impl AsyncFnMut() -> bool) {
    let held = until(deadline, async || condition().await.then_some(())).await;
    assert!(held.is_some(), "waited {deadline:?}, but not: {what}");
}

/// The first value that `attempt` gives; `None` when it gives none within `deadline`.
pub(crate) async fn until<T>(
    deadline: Duration,
    mut attempt: impl AsyncFnMut() -> Option<T>,
) -> Option<T> {
    let start = Instant::now();
    loop {
        if let Some(value) = attempt().await {
            return Some(value);
        }
        if start.elapsed() >= deadline {
            return None;
        }
        tokio::time::sleep(PACE).await;
    }
}
