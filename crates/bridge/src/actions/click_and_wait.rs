//! `/api/click-and-wait-navigation`: a click, and the page that it leads to.
//!
//! Contract: *Interaction*. The moment is marked before the click, so that a page which comes at
//! once is not missed; the click itself is never repeated.

use std::time::{Duration, Instant};

use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::condition::{Condition, Marks, NoPage, Seen};
use kitsune_protocol::page::{Modifiers, MouseButton, PageAction, Show};
use kitsune_protocol::person::Blocked;
use kitsune_protocol::{ErrorCode, ErrorReply, TabId};

use super::{Call, PATIENCE, Reply, arguments, dialogs, leaving, needs_user, reply, unexpected};
use crate::redact;

/// How long the page may take to come when the request says no time.
const DEFAULT: Duration = Duration::from_secs(15);
/// How much longer the bridge waits for the extension's report.
const MARGIN: Duration = Duration::from_secs(2);
const POLL_MS: u64 = 100;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Arguments {
    timeout: Option<Value>,
}

/// Clicks, and waits for a load to end or for another address in the page.
pub(super) async fn run(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    arguments::ignore_wait(&mut body);
    let target = arguments::require_target(&mut body)?;
    let Arguments { timeout } = arguments::parse(body)?;
    let timeout = arguments::milliseconds("timeout", timeout.as_ref(), DEFAULT)?;
    let tab_id = call.tab().await?;
    let (button, modifiers) = (MouseButton::Left, Modifiers::default());
    let click =
        PageAction::Click { target, button, modifiers, double: false, hold_ms: 0, position: None };
    let turn = call.turn(tab_id).await?;
    let marks = mark(&call.in_turn(tab_id), tab_id).await?;
    let start = Instant::now();
    let mut out = Reply::from_iter([("clicked".to_owned(), true.into())]);
    let is_stopped = act(&call.in_turn(tab_id), tab_id, click, &mut out).await?;
    drop(turn);
    let navigation = match is_stopped {
        true => json!({"ok": false, "error": "A dialog of the page keeps it from going on"}),
        false => follow(call, tab_id, marks, timeout, start, &mut out).await,
    };
    out.insert("navigation".into(), navigation);
    Ok(out)
}

async fn mark(call: &Call<'_>, tab_id: TabId) -> Result<Marks, ErrorReply> {
    match call.ask_tab(tab_id, Command::Mark { tab_id, look: None, look_ms: 0 }, PATIENCE).await? {
        Answer::Marked { marks, .. } => Ok(marks),
        other => Err(unexpected(&other)),
    }
}

/// Clicks; says whether a dialog keeps the page from going on.
async fn act(
    call: &Call<'_>,
    tab_id: TabId,
    action: PageAction,
    out: &mut Reply,
) -> Result<bool, ErrorReply> {
    let command = Command::Act { tab_id, action, show: Show::Nothing, wait_ms: None };
    match call.ask_tab(tab_id, command, PATIENCE).await {
        Ok(Answer::Acted {
            done,
            opened,
            opened_left_out,
            fallback,
            blocked,
            dialog,
            left,
            dialogs: answered,
            ..
        }) => {
            if let Some(warning) = reply::done(&done).remove("warning") {
                out.insert("warning".into(), warning);
            }
            reply::add_all_opened(out, &opened, opened_left_out, fallback);
            // What a script was refused is not told here: it is only a likely cause.
            if let Some(link @ Blocked::Link { .. }) = &blocked {
                needs_user::add_blocked(out, link);
            }
            leaving::add(out, left);
            dialogs::add_answered(out, &answered);
            if let Some(dialog) = &dialog {
                dialogs::add_open(out, dialog);
            }
            Ok(dialog.is_some())
        }
        Ok(other) => Err(unexpected(&other)),
        // The page went before it could answer, which is what the click is for.
        Err(error) if went_away(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

fn went_away(error: &ErrorReply) -> bool {
    error.code == Some(ErrorCode::Navigating) && error.retryable == Some(false)
}

async fn follow(
    call: &Call<'_>,
    tab_id: TabId,
    marks: Marks,
    timeout: Duration,
    start: Instant,
    out: &mut Reply,
) -> Value {
    let Marks { url: from, navigations: since, objections, .. } = marks;
    let condition = Condition::Moved { since, objections, from };
    let timeout_ms = u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX);
    let command = Command::Await { tab_id, condition, timeout_ms, poll_ms: POLL_MS };
    let elapsed = || u64::try_from(start.elapsed().as_millis()).unwrap_or(u64::MAX);
    match call.ask(None, command, timeout + MARGIN).await {
        Ok(Answer::Awaited {
            met: true,
            seen: Some(Seen::Tab { url, title, ended, left }),
            ..
        }) => {
            let url = redact::url(&url);
            match ended {
                None | Some(NoPage::Failed) => leaving::add(out, left),
                Some(NoPage::Asked) => dialogs::add_open(out, &dialogs::leaving()),
                Some(NoPage::Kept) => (),
            }
            match ended {
                None => json!({"ok": true, "url": url, "title": title, "elapsed": elapsed()}),
                Some(end) => json!({"ok": false, "error": no_page(end), "url": url}),
            }
        }
        Ok(_) => json!({"ok": false, "timedOut": true}),
        Err(error) => json!({"ok": false, "error": error.error, "code": error.code}),
    }
}

fn no_page(end: NoPage) -> &'static str {
    match end {
        NoPage::Kept => "The address answered without a page, so the tab shows the one it had",
        NoPage::Failed => "The browser shows an error page",
        NoPage::Asked => "The browser asks the person whether the page may be left",
    }
}
