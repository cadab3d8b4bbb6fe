//! `browser_tabs`: list, open, close and select tabs.

use kitsune_protocol::{Action, ErrorCode, ErrorReply, Group, TabId};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use crate::answer::{Object, ToolResult, is_failure};
use crate::body::Body;
use crate::call::{Call, tab_id};
use crate::tabs::{self, TABS, Tab};
use crate::tool::Tool;

/// Where the bridge opens tabs.
pub(super) const NEW_TAB: &str = "/api/new-tab";

const READ_ONLY_HINT: &str = "Reads act on this tab; writes do not: it is not yours. To write, \
    open your own tab with browser_tabs action=new.";

pub(super) struct Tabs;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// What to do. select makes a tab the current one without showing it.
    action: What,
    /// Tab of the list, for close and select; close without it closes the current tab.
    index: Option<f64>,
    /// Address for new.
    url: Option<String>,
    /// The tab that `request` asks for, in place of its index.
    #[schemars(skip)]
    tab_id: Option<TabId>,
    /// Why `request` asks for it.
    #[schemars(skip)]
    reason: Option<String>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum What {
    List,
    New,
    Close,
    Select,
    #[schemars(skip)]
    Request,
}

impl Tool for Tabs {
    const NAME: &'static str = "browser_tabs";
    const TITLE: &'static str = "Tabs";
    const ABOUT: &'static str = "List tabs, open one of your own in the background, close one, or \
        select the current one, which later calls act on.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::CloseTab);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        // Ignored, a tab_id would let another tab be closed than the one it names.
        if !matches!(args.action, What::Request) && (args.tab_id.is_some() || args.reason.is_some())
        {
            return Err(call.invalid("tab_id and reason go with action=request only"));
        }
        match args.action {
            What::List => Ok(fetch(call).await?.into()),
            What::New => open(call, args.url).await,
            What::Close => close(call, args.index).await,
            What::Select => select(call, args.index).await,
            What::Request => Err(no_handoff()),
        }
    }
}

fn no_handoff() -> ErrorReply {
    ErrorReply::new(
        ErrorCode::NotSupported,
        "This version cannot ask the person to hand over a tab; nothing was asked",
    )
    .hint("Open the page in a tab of your own with browser_tabs action=new.")
}

/// The list for the agent: `{tabs}`, or the bridge's error.
pub(super) async fn fetch(call: &Call<'_>) -> Result<Object, ErrorReply> {
    let mut reply = call.get(TABS).await?;
    if !is_failure(&reply) {
        let list = tabs::list(call, &tabs::read(&reply));
        reply.insert("tabs".to_owned(), list);
    }
    Ok(reply)
}

async fn open(call: &Call<'_>, url: Option<String>) -> ToolResult {
    let body = match url {
        Some(url) => Body::new().with("url", url).with("wait", true).with("pageText", true),
        None => Body::new(),
    };
    let mut opened = call.post_as_is(NEW_TAB, body).await?;
    let Some(tab) = tab_id(opened.get("tabId")) else {
        return Ok(opened.into());
    };
    call.session.current.set(tab);
    // The tab is open whatever becomes of the list; then its id is all there is to name it.
    let Ok(listed) = call.get(TABS).await else {
        return Ok(opened.into());
    };
    let listed = tabs::read(&listed);
    if let Some(found) = listed.iter().find(|other| other.id == tab) {
        opened.shift_remove("tabId");
        opened.insert("index".to_owned(), found.index.into());
        opened.insert("tabs".to_owned(), tabs::list(call, &listed));
    }
    Ok(opened.into())
}

/// Closes the tab at `index`, else the current tab, else the only active one.
pub(super) async fn close(call: &Call<'_>, index: Option<f64>) -> ToolResult {
    let tab = match (index, call.tab) {
        (None, Some(current)) => current,
        (index, _) => {
            let reply = call.get(TABS).await?;
            if is_failure(&reply) {
                return Ok(reply.into());
            }
            let listed = tabs::read(&reply);
            match index {
                Some(index) => at(call, &listed, index)?.id,
                None => only_active(&listed)?.id,
            }
        }
    };
    let body = Body::new().with("tabId", tab.get());
    let reply = call.post_as_is("/api/close-tab", body).await?;
    let is_gone = reply.get("code").and_then(Value::as_str) == Some(ErrorCode::TabClosed.name());
    if is_gone || !is_failure(&reply) {
        call.session.current.forget(tab);
    }
    Ok(reply.into())
}

async fn select(call: &Call<'_>, index: Option<f64>) -> ToolResult {
    let Some(index) = index else {
        return Err(call.invalid("index: select needs the index of a tab in the list"));
    };
    let reply = call.get(TABS).await?;
    if is_failure(&reply) {
        return Ok(reply.into());
    }
    let listed = tabs::read(&reply);
    let tab = at(call, &listed, index)?;
    call.session.current.set(tab.id);
    let mut selected = Object::from_iter([("ok".to_owned(), true.into())]);
    selected.append(&mut tab.entry(None));
    if !tab.is_writable(call.session.options.user_tabs) {
        selected.insert("read_only".to_owned(), true.into());
        selected.insert("hint".to_owned(), READ_ONLY_HINT.into());
    }
    Ok(selected.into())
}

fn at<'a>(call: &Call<'_>, listed: &'a [Tab], index: f64) -> Result<&'a Tab, ErrorReply> {
    // Compared as numbers: a fraction or a negative number is no tab's index.
    listed.iter().find(|tab| tab.index as f64 == index).ok_or_else(|| {
        let last = listed.len().saturating_sub(1);
        call.invalid(format!("index: no tab is at {index}; the list goes from 0 to {last}"))
    })
}

fn only_active(listed: &[Tab]) -> Result<&Tab, ErrorReply> {
    let active: Vec<_> = listed.iter().filter(|tab| tab.active).collect();
    match active.as_slice() {
        [only] => Ok(only),
        [] => Err(ErrorReply::new(
            ErrorCode::BrowserWindowUnavailable,
            "There is no current tab and no active one; nothing was closed",
        )
        .hint("Pass the index of a tab in the list of browser_tabs action=list.")),
        several => {
            let ids: Vec<_> = several.iter().map(|tab| tab.id.get()).collect();
            let indexes: Vec<_> = several.iter().map(|tab| tab.index.to_string()).collect();
            Err(ErrorReply::new(
                ErrorCode::AmbiguousTarget,
                "There is no current tab, and several windows have an active one; nothing was closed",
            )
            .hint(format!(
                "Pass the index of the tab to close; the active tabs are {}.",
                indexes.join(", ")
            ))
            .state("tabIds", ids))
        }
    }
}
