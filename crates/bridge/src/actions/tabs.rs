//! Tabs: list, open, close, load an address, go back.

use std::time::Duration;

use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::command::{Answer, Command, Left, Tab};
use kitsune_protocol::page::{Observation, Show};
use kitsune_protocol::{ErrorCode, ErrorReply, TabId, limits};

use super::{Call, PATIENCE, Reply, arguments, leaving, reply, unexpected};
use crate::config::PostActionSnapshot;
use crate::lanes::LaneKey;
use crate::redact;

const NO_PAGE_HINT: &str = "The address answered without a page: a download or an empty answer. \
     The tab still shows the page it had.";

/// How much longer than a load the bridge waits for its report.
const LOAD_MARGIN: Duration = Duration::from_secs(10);
/// Longest load that a caller may ask for, in milliseconds.
const LONGEST_LOAD_MS: u64 = 300_000;
/// Longest wait for a page from history: a second to start and ten to finish, and the read.
const BACK: Duration = Duration::from_secs(20);

const STALLED_HINT: &str = "The tab stayed blank, and trying again will not mend it. The browser \
     may need an update or a restart; tell the person, and go on only after they say it is mended.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListArguments {
    #[serde(default)]
    mine: bool,
}

/// `/api/tabs`.
pub(super) async fn list(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let ListArguments { mine } = arguments::parse(call.admitted.body().clone())?;
    match call.ask(None, Command::ListTabs { mine }, PATIENCE).await? {
        Answer::Tabs { mut tabs } => {
            // Who names no owner owns nothing by name.
            if call.admitted.caller().owner.is_none() {
                tabs.iter_mut().for_each(|tab| tab.owned = false);
                tabs.retain(|_| !mine);
            }
            let tabs: Vec<_> = tabs.iter().map(reply::tab).collect();
            Ok(Reply::from_iter([("tabs".to_owned(), tabs.into())]))
        }
        other => Err(unexpected(&other)),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct OpenArguments {
    #[serde(default = "blank")]
    url: String,
    #[serde(default)]
    wait: bool,
    #[serde(default = "load_ms")]
    timeout: u64,
    #[serde(default)]
    page_text: bool,
    /// Images open as the browser shows them, with or without it.
    #[serde(default, rename = "raw")]
    _raw: bool,
}

fn blank() -> String {
    "about:blank".to_owned()
}

fn load_ms() -> u64 {
    limits::LOAD_MS
}

/// `/api/new-tab`: a background tab that the caller owns.
pub(super) async fn open(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let OpenArguments { url, wait, timeout, page_text, .. } =
        arguments::parse(call.admitted.body().clone())?;
    if timeout > LONGEST_LOAD_MS {
        return Err(arguments::invalid(format!("timeout must be at most {LONGEST_LOAD_MS} ms")));
    }
    let patience = if wait { Duration::from_millis(timeout) + LOAD_MARGIN } else { PATIENCE };
    let command = Command::NewTab {
        url,
        wait,
        timeout_ms: timeout,
        observe: wait && page_text && shows_pages(call),
    };
    // A load that is waited for must not hold the window's queue: a site that hangs would keep
    // every other client from opening tabs.
    let lane = (!wait).then_some(LaneKey::Window(None));
    let answer = match call.ask(lane, command, patience).await {
        Err(error) if error.code == Some(ErrorCode::ErrorPage) => return Ok(unreached(error)),
        answer => answer?,
    };
    let loaded = Loaded::of(answer)?;
    let mut out = Reply::from_iter([
        ("ok".to_owned(), json!(!loaded.timed_out)),
        ("tabId".to_owned(), json!(loaded.tab.id)),
    ]);
    if wait {
        out.insert("url".into(), redact::url(&loaded.tab.url).into());
        out.insert("status".into(), loaded.tab.status.clone().into());
    }
    loaded.add_timeout(&mut out, ErrorCode::NewTabStalled, timeout);
    loaded.add_doubts(&mut out);
    if let Some(page) = &loaded.observation {
        out.insert("title".into(), page.title.clone().into());
        reply::add_small_page(&mut out, page);
    }
    Ok(out)
}

/// The tab is open all the same, and the answer names it.
fn unreached(error: ErrorReply) -> Reply {
    let mut out = Reply::from_iter([("ok".to_owned(), false.into())]);
    for key in ["tabId", "url", "status"] {
        if let Some(value) = error.state.as_ref().and_then(|state| state.get(key)) {
            out.insert(key.to_owned(), value.clone());
        }
    }
    if let Value::Object(error) = json!(error) {
        out.extend(error);
    }
    out
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CloseArguments {
    #[serde(default)]
    force: bool,
}

/// `/api/close-tab`.
pub(super) async fn close(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let CloseArguments { force } = arguments::parse(call.admitted.body().clone())?;
    let tab_id = call.tab().await?;
    // A forced close is the remedy for a tab that is stuck: it does not wait for what is.
    let lane = (!force).then_some(LaneKey::Tab(tab_id));
    match call.ask(lane, Command::CloseTab { tab_id, force }, PATIENCE).await? {
        Answer::Closed { left } => {
            let mut out = Reply::from_iter([("ok".to_owned(), true.into())]);
            leaving::add(&mut out, left);
            Ok(out)
        }
        other => Err(unexpected(&other)),
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct NavigateArguments {
    url: String,
    expect_title: Option<String>,
    /// Images open as the browser shows them, with or without it.
    #[serde(default, rename = "raw")]
    _raw: bool,
}

/// `/api/navigate`.
pub(super) async fn navigate(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    arguments::take_wait(&mut body, false)?;
    let shown = arguments::take_show(&mut body, call.bridge.config.post_action_snapshot, true)?;
    let NavigateArguments { url, expect_title, .. } = arguments::parse(body)?;
    let tab_id = call.tab().await?;
    let timeout_ms = limits::LOAD_MS;
    let command =
        Command::Navigate { tab_id, url, timeout_ms, observe: shown.show != Show::Nothing };
    let patience = Duration::from_millis(timeout_ms) + LOAD_MARGIN;
    let answer = call.ask_tab(tab_id, command, patience).await.map_err(leaving::explain)?;
    let loaded = Loaded::of(answer)?;
    let mut out = Reply::from_iter([
        ("ok".to_owned(), json!(!loaded.timed_out)),
        ("url".to_owned(), redact::url(&loaded.tab.url).into()),
        ("title".to_owned(), redact::title(&loaded.tab.title).into()),
    ]);
    loaded.add_timeout(&mut out, ErrorCode::NavigationStalled, timeout_ms);
    loaded.add_doubts(&mut out);
    if let Some(expected) = expect_title.filter(|expected| !loaded.tab.title.contains(expected)) {
        let text = format!("The title is {:?}, not {expected:?}", loaded.tab.title);
        reply::add_warning(&mut out, text.into());
    }
    if let Some(page) = &loaded.observation {
        reply::add_page(&mut out, page, shown.text);
    }
    Ok(out)
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct BackArguments {
    #[serde(default)]
    page_text: bool,
}

/// `/api/back`.
pub(super) async fn back(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    arguments::take_wait(&mut body, false)?;
    let BackArguments { page_text } = arguments::parse(body)?;
    let tab_id = call.tab().await?;
    let command = Command::GoBack { tab_id, observe: page_text && shows_pages(call) };
    let loaded = Loaded::of(call.ask_tab(tab_id, command, BACK).await?)?;
    let mut out =
        Reply::from_iter([("ok".to_owned(), true.into()), ("tabId".to_owned(), json!(tab_id))]);
    loaded.add_doubts(&mut out);
    if let Some(page) = &loaded.observation {
        out.insert("url".into(), redact::url(&page.url).into());
        out.insert("title".into(), page.title.clone().into());
        reply::add_small_page(&mut out, page);
    }
    Ok(out)
}

/// Whether actions' answers show pages at all.
fn shows_pages(call: &Call<'_>) -> bool {
    call.bridge.config.post_action_snapshot != PostActionSnapshot::Off
}

/// The answer of a command that loads a page.
struct Loaded {
    tab: Tab,
    timed_out: bool,
    stalled: bool,
    kept: bool,
    left: Option<Left>,
    observation: Option<Observation>,
    observation_error: Option<String>,
}

impl Loaded {
    fn of(answer: Answer) -> Result<Self, ErrorReply> {
        match answer {
            Answer::Loaded {
                tab,
                timed_out,
                stalled,
                kept,
                left,
                observation,
                observation_error,
            } => Ok(Self { tab, timed_out, stalled, kept, left, observation, observation_error }),
            other => Err(unexpected(&other)),
        }
    }

    /// Says what an agent could take for a success: no page came, or it could not be read.
    fn add_doubts(&self, out: &mut Reply) {
        if self.kept {
            reply::add_warning(out, json!({"code": "no_page", "hint": NO_PAGE_HINT}));
        }
        leaving::add(out, self.left);
        if let Some(error) = &self.observation_error {
            out.insert("snapshot_error".into(), error.clone().into());
        }
    }

    /// Says that the load did not end, and whether the tab stayed blank.
    fn add_timeout(&self, out: &mut Reply, stalled: ErrorCode, timeout_ms: u64) {
        if !self.timed_out {
            return;
        }
        let tab_id: TabId = self.tab.id;
        out.insert("timedOut".into(), true.into());
        out.insert(
            "error".into(),
            format!("Tab {tab_id} did not finish loading within {timeout_ms} ms").into(),
        );
        if self.stalled {
            out.insert("code".into(), stalled.name().into());
            out.insert("retryable".into(), false.into());
            out.insert("hint".into(), STALLED_HINT.into());
        } else {
            out.insert(
                "hint".into(),
                "The tab stays open and goes on loading; take a snapshot to see what is there."
                    .into(),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_load_that_left_the_tab_blank_is_not_tried_again() {
        let tab = json!({"id": 4, "url": "about:blank", "title": "", "active": false, "windowId": 1,
            "index": 0, "status": "complete", "discarded": false, "owned": true});
        let answer = json!({"result": "loaded", "tab": tab, "timedOut": true, "stalled": true});
        for code in [ErrorCode::NewTabStalled, ErrorCode::NavigationStalled] {
            let loaded = Loaded::of(serde_json::from_value(answer.clone()).unwrap()).unwrap();
            let mut out = Reply::new();
            loaded.add_timeout(&mut out, code, 15_000);
            assert_eq!((&out["code"], &out["retryable"]), (&json!(code.name()), &json!(false)));
            assert!(out["hint"].as_str().unwrap().contains("will not mend it"), "{out:?}");
            assert_eq!(out["timedOut"], true);
        }
    }
}
