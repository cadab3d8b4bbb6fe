//! `/api/wait-for-text`: single reads of the page, repeated until the deadline.
//!
//! Contract: *POST /api/wait-for-text*, *browser_wait_for*. The bridge repeats the reads, so
//! that a wait does not depend on the page's timers, which browsers slow in background tabs.
//! Each read waits for its own turn, so that a wait delays nobody else on the tab.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::command::{Answer, Command, NameMatch};
use kitsune_protocol::{ErrorCode, ErrorReply, TabId};

use super::{Call, Reply, arguments, unexpected};

/// Time between two reads.
const POLL: Duration = Duration::from_millis(100);
/// The last read starts this long before the deadline.
const LAST: Duration = Duration::from_millis(100);
/// A zero timeout is one read that may take this long.
const SINGLE: Duration = Duration::from_secs(5);
/// Elements that a failed wait names.
const MOST_NAMES: usize = 3;
/// Longest wait, in milliseconds.
const LONGEST_MS: f64 = 3_600_000.0;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WaitArguments {
    text: Option<String>,
    text_gone: Option<String>,
    timeout: Option<Value>,
    #[serde(default)]
    new_only: bool,
}

/// What is waited for.
struct Condition {
    text: Option<String>,
    text_gone: Option<String>,
    new_only: bool,
}

/// What one read found.
struct Seen {
    /// Occurrences of `text`.
    text: u32,
    /// Occurrences of `text_gone`.
    text_gone: u32,
    names: Vec<NameMatch>,
}

/// Waits for text to appear, to go, or both.
pub(super) async fn for_text(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let WaitArguments { text, text_gone, timeout, new_only } =
        arguments::parse(call.admitted.body().clone())?;
    let given = |text: Option<String>| text.filter(|text| !text.is_empty());
    let condition = Condition { text: given(text), text_gone: given(text_gone), new_only };
    if condition.text.is_none() && condition.text_gone.is_none() {
        return Err(arguments::invalid("Pass text or text_gone: what to wait for"));
    }
    let timeout = duration(timeout.as_ref())?;
    let tab_id = call.tab().await?;
    Waiting { call, tab_id, condition, start: Instant::now(), timeout }.run().await
}

fn duration(timeout: Option<&Value>) -> Result<Duration, ErrorReply> {
    let Some(value) = timeout.filter(|value| !value.is_null()) else {
        return Ok(Duration::from_secs(10));
    };
    value
        .as_f64()
        .filter(|ms| (0.0..=LONGEST_MS).contains(ms))
        .map(|ms| Duration::from_secs_f64(ms / 1_000.0))
        .ok_or_else(|| arguments::invalid("timeout must be a number of milliseconds from 0"))
}

struct Waiting<'a> {
    call: &'a Call<'a>,
    tab_id: TabId,
    condition: Condition,
    start: Instant,
    timeout: Duration,
}

impl Waiting<'_> {
    async fn run(self) -> Result<Reply, ErrorReply> {
        let mut last_seen = None;
        let mut occurrences_at_start = None;
        loop {
            let is_last = self.start.elapsed() + LAST >= self.timeout;
            let patience = self.patience();
            let outcome = self.read(is_last, patience).await;
            match outcome {
                Ok(seen) => {
                    let before = *occurrences_at_start.get_or_insert(seen.text);
                    let is_first = last_seen.is_none();
                    if self.is_met(&seen, before) {
                        return Ok(self.met(is_first));
                    }
                    last_seen = Some(seen);
                }
                Err(error) if !is_worth_repeating(&error) => return Err(error),
                Err(_) if is_last => return self.unanswered(last_seen),
                Err(_) => (),
            }
            if is_last {
                return Ok(self.unmet(last_seen.as_ref(), false));
            }
            tokio::time::sleep(self.pause()).await;
        }
    }

    /// How long a read may take: to the deadline, or five seconds for a single one.
    fn patience(&self) -> Duration {
        if self.timeout.is_zero() {
            return SINGLE;
        }
        self.timeout.saturating_sub(self.start.elapsed()).max(Duration::from_millis(1))
    }

    /// Until the next read; the last one starts 100 ms before the deadline.
    fn pause(&self) -> Duration {
        let until_last = self.timeout.saturating_sub(LAST).saturating_sub(self.start.elapsed());
        POLL.min(until_last)
    }

    async fn read(&self, names: bool, patience: Duration) -> Result<Seen, ErrorReply> {
        let Condition { text, text_gone, .. } = &self.condition;
        let texts: Vec<_> = [text, text_gone].into_iter().flatten().cloned().collect();
        let names = names && text.is_some();
        let command = Command::ReadText { tab_id: self.tab_id, texts, names };
        let asked = self.call.ask_tab(self.tab_id, command, patience);
        // A reply that comes later does not count, whatever it says.
        match tokio::time::timeout(patience, asked).await.map_err(|_| late(patience))?? {
            Answer::Text { counts, names } => {
                let mut counts = counts.into_iter();
                let mut next = |wanted: bool| {
                    if wanted { counts.next().unwrap_or(0) } else { 0 }
                };
                Ok(Seen { text: next(text.is_some()), text_gone: next(text_gone.is_some()), names })
            }
            other => Err(unexpected(&other)),
        }
    }

    fn is_met(&self, seen: &Seen, occurrences_at_start: u32) -> bool {
        let least = if self.condition.new_only { occurrences_at_start + 1 } else { 1 };
        (self.condition.text.is_none() || seen.text >= least)
            && (self.condition.text_gone.is_none() || seen.text_gone == 0)
    }

    fn facts(&self, ok: bool) -> Reply {
        let elapsed = u64::try_from(self.start.elapsed().as_millis()).unwrap_or(u64::MAX);
        let mut out = Reply::new();
        out.insert("ok".into(), ok.into());
        for (key, text) in
            [("text", &self.condition.text), ("text_gone", &self.condition.text_gone)]
        {
            if let Some(text) = text {
                out.insert(key.into(), text.clone().into());
            }
        }
        out.insert("elapsed".into(), elapsed.into());
        out
    }

    fn met(&self, at_once: bool) -> Reply {
        let mut out = self.facts(true);
        if at_once && self.condition.text.is_some() && self.condition.text_gone.is_none() {
            out.insert("already_present".into(), true.into());
            out.insert(
                "hint".into(),
                "The text was on the page before the wait began. If it should come anew, wait \
                 for new text only, or for other text."
                    .into(),
            );
        }
        out
    }

    fn unmet(&self, seen: Option<&Seen>, incomplete: bool) -> Reply {
        let mut out = self.facts(false);
        let ms = self.timeout.as_millis();
        let text = if incomplete {
            format!("Not observed within {ms}ms, but the final read did not finish")
        } else {
            format!("Not observed within {ms}ms")
        };
        out.insert("error".into(), text.into());
        if incomplete {
            out.insert("observationIncomplete".into(), true.into());
        }
        let names = seen.map(|seen| seen.names.as_slice()).unwrap_or_default();
        if !names.is_empty() {
            let shown: Vec<_> = names.iter().take(MOST_NAMES).map(name_match).collect();
            out.insert("matched_as".into(), "accessible_name".into());
            out.insert("name_matches".into(), shown.into());
            out.insert(
                "hint".into(),
                "The text is the name of a visible element, not page text: act on its ref, or \
                 wait for text that the page shows."
                    .into(),
            );
        }
        out
    }

    /// The last read had no answer: what is known is the read before it, if there was one.
    fn unanswered(&self, seen: Option<Seen>) -> Result<Reply, ErrorReply> {
        match seen {
            Some(seen) => Ok(self.unmet(Some(&seen), true)),
            None => {
                let ms = self.timeout.as_millis();
                let text = format!("The page did not answer within {ms}ms");
                Err(ErrorReply::new(ErrorCode::Timeout, text)
                    .hint("Whether the text is there is unknown; try again with a longer timeout.")
                    .state("timeoutSeconds", self.timeout.as_secs_f64()))
            }
        }
    }
}

fn late(patience: Duration) -> ErrorReply {
    ErrorReply::new(ErrorCode::Timeout, "The page did not answer in time")
        .state("timeoutSeconds", patience.as_secs_f64())
}

fn name_match(found: &NameMatch) -> Value {
    json!({
        "ref": found.number.to_string(),
        "role": found.role,
        "name": found.name,
        "source": found.source,
    })
}

/// A page that is loading or did not answer is read again; a tab that is gone is not.
fn is_worth_repeating(error: &ErrorReply) -> bool {
    matches!(
        error.code,
        Some(ErrorCode::Timeout | ErrorCode::Navigating | ErrorCode::ContentUnavailable)
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timeout_is_a_number_of_milliseconds_from_zero() {
        assert_eq!(duration(None).unwrap(), Duration::from_secs(10));
        assert_eq!(duration(Some(&json!(0))).unwrap(), Duration::ZERO);
        for value in [json!(-1), json!("5"), json!(true), json!(1e12)] {
            assert!(duration(Some(&value)).is_err(), "{value}");
        }
    }
}
