//! Waits: for an element, for text, for a tab's address or title, for a quiet network, for what the
//! agent's JavaScript gives.
//!
//! Contract: *browser_wait_for*, *Waiting*. The extension looks again and again, where timers are
//! exact; a wait holds no queue, so it delays nobody else on the tab. What is in this file is the
//! same for all: how long, how often, and what is said of a wait that was not met.

mod element;
mod script;
mod tab;
mod text;

use std::time::{Duration, Instant};

use serde_json::Value;

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::condition::{Condition, Seen};
use kitsune_protocol::{ErrorCode, ErrorReply, TabId, limits};

use super::{Call, Reply, arguments, unexpected};

pub(super) use element::for_element;
pub(super) use script::for_result;
pub(super) use tab::{for_network_idle, for_title, for_url};
pub(super) use text::for_text;

/// How much longer than its time the bridge waits for the extension's report.
const MARGIN: Duration = Duration::from_secs(2);
/// A wait lasts so long when the request says no time.
const DEFAULT: Duration = Duration::from_secs(10);
/// Shortest time between two looks: a page has other things to do.
const SHORTEST_POLL: Duration = Duration::from_millis(20);

/// What is waited for, how long, and how often it is looked for.
pub(super) struct Wait {
    pub(super) tab_id: TabId,
    pub(super) condition: Condition,
    pub(super) timeout: Duration,
    pub(super) poll: Duration,
}

/// How a wait ended.
pub(super) struct Ended {
    pub(super) met: bool,
    pub(super) seen: Option<Seen>,
    pub(super) looks: u32,
    incomplete: bool,
    pub(super) error: Option<ErrorReply>,
    elapsed: Duration,
    timeout: Duration,
}

impl Wait {
    /// Waits; an error says that the tab or the condition is of no use.
    pub(super) async fn run(self, call: &Call<'_>) -> Result<Ended, ErrorReply> {
        let Self { tab_id, condition, timeout, poll } = self;
        let start = Instant::now();
        let command = Command::Await {
            tab_id,
            condition,
            timeout_ms: millis(timeout),
            poll_ms: millis(poll.max(SHORTEST_POLL)),
        };
        let single = Duration::from_millis(limits::SINGLE_LOOK_MS);
        let patience = timeout.max(single) + MARGIN;
        match call.ask(None, command, patience).await? {
            Answer::Awaited { met, seen, looks, incomplete, error } => {
                let elapsed = start.elapsed();
                Ok(Ended { met, seen, looks, incomplete, error, elapsed, timeout })
            }
            other => Err(unexpected(&other)),
        }
    }
}

impl Ended {
    /// `ok` and `elapsed`.
    pub(super) fn facts(&self) -> Reply {
        Reply::from_iter([
            ("ok".to_owned(), self.met.into()),
            ("elapsed".to_owned(), millis(self.elapsed).into()),
        ])
    }

    /// Says that the wait was not met. It is an error when nothing is known.
    pub(super) fn add_unmet(&self, out: &mut Reply) -> Result<(), ErrorReply> {
        if self.met {
            return Ok(());
        }
        let ms = millis(self.timeout);
        match (&self.seen, &self.error) {
            (None, Some(error)) if !self.incomplete => return Err(error.clone()),
            (None, _) => return Err(unanswered(self.timeout)),
            (Some(_), Some(_)) if self.incomplete => {
                let text = format!("Not observed within {ms}ms, but the final read did not finish");
                out.insert("error".into(), text.into());
                out.insert("observationIncomplete".into(), true.into());
            }
            (Some(_), Some(error)) => {
                let text =
                    format!("Not observed within {ms}ms; the last read failed: {}", error.error);
                out.insert("error".into(), text.into());
            }
            (Some(_), None) => {
                out.insert("error".into(), format!("Not observed within {ms}ms").into());
            }
        }
        Ok(())
    }
}

/// Without a time there is one read, which has a time of its own.
fn unanswered(timeout: Duration) -> ErrorReply {
    let single = Duration::from_millis(limits::SINGLE_LOOK_MS);
    let timeout = if timeout.is_zero() { single } else { timeout };
    let text = format!("The page did not answer within {}ms", millis(timeout));
    ErrorReply::new(ErrorCode::Timeout, text)
        .hint("Whether it is so is unknown; try again with a longer timeout.")
        .state("timeoutSeconds", timeout.as_secs_f64())
}

/// A wait's `timeout`.
pub(super) fn timeout(value: Option<&Value>) -> Result<Duration, ErrorReply> {
    arguments::milliseconds("timeout", value, DEFAULT)
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
