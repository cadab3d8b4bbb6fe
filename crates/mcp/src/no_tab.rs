//! The refusal of a write that names no tab: it must not land in the tab the person looks at.
//!
//! It offers what the agent can do next, from one quick look at a bridge that already runs.
//! Contract: *No current tab*.

use std::time::Duration;

use kitsune_protocol::access::UserTabs;
use kitsune_protocol::{ErrorCode, ErrorReply};
use serde_json::{Value, json};

use crate::answer::Object;
use crate::body::Body;
use crate::link::Request;
use crate::session::Session;
use crate::tabs::{self, TABS, Tab};

/// How long the look may take.
const LOOK: Duration = Duration::from_secs(3);
/// Most own tabs that the refusal names.
const MOST_OWN: usize = 5;

/// What the look found.
#[derive(Default)]
struct Offer {
    /// Own tabs, the most recently opened first.
    own: Vec<Tab>,
    /// The one active tab, when there is exactly one.
    viewed: Option<Tab>,
}

/// The refusal of a call of `tool`.
pub(crate) async fn refusal(session: &Session, tool: &str) -> ErrorReply {
    // What a restricted mode publishes makes no other tab current, so none is offered.
    let offer = match session.is_restricted() {
        true => Offer::default(),
        false => look(session).await,
    };
    write(session, tool, &offer)
}

async fn look(session: &Session) -> Offer {
    let Session { options, link, .. } = session;
    let all = Request::get(TABS, LOOK);
    let own = Request::post(TABS, Body::new().with("mine", true).into_object(), LOOK);
    let (all, own) =
        tokio::join!(link.send_if_running(options, &all), link.send_if_running(options, &own),);
    let (Some(all), Some(own)) = (all, own) else {
        return Offer::default();
    };
    offer(&tabs::read(&all), &own)
}

fn offer(all: &[Tab], own: &Object) -> Offer {
    // The list of own tabs has their order, the list of all tabs their index.
    let own = tabs::read(own);
    let own = own
        .iter()
        .filter_map(|tab| all.iter().find(|other| other.id == tab.id))
        .take(MOST_OWN)
        .cloned()
        .collect();
    let mut active = all.iter().filter(|tab| tab.active);
    let viewed = match (active.next(), active.next()) {
        (Some(only), None) => Some(only.clone()),
        _ => None,
    };
    Offer { own, viewed }
}

fn write(session: &Session, tool: &str, offer: &Offer) -> ErrorReply {
    let user_tabs = session.options.user_tabs;
    let mut hint = format!("Nothing was dispatched. {tool} acts on the current tab: ");
    hint += match session.is_restricted() {
        true => "open a tab of your own with browser_tab_list new_tab=<url> and work there",
        false => {
            "open a tab of your own with browser_tabs action=new url=<url> and work there, or make \
             one of your tabs current with browser_tabs action=select"
        }
    };
    hint += match user_tabs {
        UserTabs::Readonly => "; user and other clients' tabs stay read-only.",
        UserTabs::Writable => ".",
    };
    let latest = offer.own.first();
    if let Some(Tab { index, .. }) = latest {
        hint += &format!(
            " Tab {index} is the tab this MCP client opened most recently (state.ownTabs), maybe in \
             an earlier conversation: to keep working in it, browser_tabs action=select \
             index={index}."
        );
    }
    let is_another = |viewed: &&Tab| latest.is_none_or(|latest| latest.id != viewed.id);
    if let Some(viewed) = offer.viewed.as_ref().filter(is_another) {
        hint += &about_viewed(viewed, user_tabs);
    }
    let refusal = ErrorReply::new(
        ErrorCode::NoCurrentTab,
        format!(
            "{tool} writes a tab but names none, and there is no current tab, so it was not sent \
             to the tab the user is viewing"
        ),
    )
    .hint(hint)
    .state("tool", tool);
    if offer.own.is_empty() {
        return refusal;
    }
    let own = offer
        .own
        .iter()
        .map(|tab| json!({"tabId": tab.id.get(), "url": tab.url, "title": tab.title}));
    refusal.state("ownTabs", Value::Array(own.collect()))
}

fn about_viewed(viewed: &Tab, user_tabs: UserTabs) -> String {
    let Tab { index, url, .. } = viewed;
    if viewed.is_writable(user_tabs) {
        return format!(
            " The user is viewing tab {index} ({url}), which this client can write: to act on it, \
             browser_tabs action=select index={index}."
        );
    }
    let viewing =
        format!(" The user is viewing tab {index} ({url}), which this client cannot write");
    // A page of the browser itself cannot be opened by its address.
    match url.starts_with("https://") || url.starts_with("http://") {
        true => format!(
            "{viewing}: to write it, open your own copy with browser_tabs action=new url={url}."
        ),
        false => format!("{viewing}."),
    }
}
