//! `load_more` of `browser_find`: scrolls a list that loads its next batch at its end.
//!
//! Contract: *browser_snapshot*, on the core `browser_find`. On a tab that this client cannot write,
//! what was scrolled is scrolled back; the extension refuses it while the tab is shown.

use std::time::{Duration, Instant};

use kitsune_protocol::access::UserTabs;
use kitsune_protocol::{Action, ErrorReply};
use serde_json::Value;

use super::find::{Page, read};
use crate::answer::{Object, is_failure};
use crate::body::Body;
use crate::call::Call;
use crate::no_tab;
use crate::tabs::{self, TABS};

/// Most scrolls of one call.
const MOST_SCROLLS: u32 = 10;
/// Time between two looks at the page after a scroll.
const LOOK: Duration = Duration::from_millis(250);
/// A page that has not changed so long after a scroll loads nothing more.
const PATIENCE: Duration = Duration::from_secs(3);

const SAME_HINT: &str = "The page stopped changing, so it has probably loaded all that it will. \
    Some lists load more only while their tab is shown.";
const MORE_HINT: &str =
    "The page may load more: call again with load_more, which goes on from here.";

/// The scrolls of one search.
pub(super) struct LoadMore<'a, 'c> {
    call: &'a Call<'c>,
    /// What was scrolled, and by how much.
    scrolled: Vec<(String, f64)>,
    scrolls: u32,
    /// Whether the last scroll changed nothing.
    is_over: bool,
}

/// What came of a scroll.
pub(super) enum Next {
    /// The page has changed.
    Page(Page),
    /// Nothing more comes.
    End,
    /// The bridge refused the scroll or the read.
    Failed(Object),
}

impl<'a, 'c> LoadMore<'a, 'c> {
    /// Scrolling writes the tab, so there must be one.
    pub(super) async fn begin(call: &'a Call<'c>) -> Result<Self, ErrorReply> {
        if call.tab.is_none() {
            let refusal = no_tab::refusal(call.session, call.tool.name).await;
            return Err(refusal.state("action", Action::Scroll.spec().name));
        }
        Ok(Self { call, scrolled: Vec::new(), scrolls: 0, is_over: false })
    }

    /// Scrolls to the bottom and waits until `page` has changed.
    pub(super) async fn next(&mut self, page: &Page) -> Result<Next, ErrorReply> {
        if self.is_over || self.scrolls == MOST_SCROLLS {
            return Ok(Next::End);
        }
        let reply = self.scroll(Body::new().with("direction", "bottom")).await?;
        if is_failure(&reply) {
            return Ok(Next::Failed(reply));
        }
        self.scrolls += 1;
        self.remember(&reply);
        let start = Instant::now();
        while start.elapsed() < PATIENCE {
            tokio::time::sleep(LOOK).await;
            match read(self.call).await? {
                Ok(now) if now.snapshot != page.snapshot => return Ok(Next::Page(now)),
                Ok(_) => (),
                Err(failure) => return Ok(Next::Failed(failure)),
            }
        }
        self.is_over = true;
        Ok(Next::End)
    }

    /// How often the page was scrolled.
    pub(super) fn scrolls(&self) -> u32 {
        self.scrolls
    }

    /// Whether it is worth going on, when nothing matches.
    pub(super) fn hint(&self) -> &'static str {
        if self.is_over { SAME_HINT } else { MORE_HINT }
    }

    /// Scrolls a tab of others back to where it was. A tab that is shown by now stays as it is.
    pub(super) async fn put_back(&self) {
        if self.scrolled.is_empty() || self.is_writable().await {
            return;
        }
        for (target, by) in self.scrolled.iter().rev() {
            let body = Body::new().with("direction", "up").with("amount", *by);
            let reference = (target != "window").then_some(target.as_str());
            if let Err(error) = self.scroll(body.with_some("ref", reference)).await {
                tracing::debug!(error = error.error, "a scroll was not taken back");
            }
        }
    }

    async fn scroll(&self, body: Body) -> Result<Object, ErrorReply> {
        let body = body.with("loadMore", true).with("includeSnapshot", false);
        self.call.post("/api/scroll", body).await
    }

    fn remember(&mut self, reply: &Object) {
        let target = reply.get("target").and_then(Value::as_str);
        let by = reply.get("scrolledPx").and_then(Value::as_f64).filter(|by| *by > 0.0);
        let (Some(target), Some(by)) = (target, by) else { return };
        match self.scrolled.last_mut().filter(|(last, _)| last == target) {
            Some((_, sum)) => *sum += by,
            None => self.scrolled.push((target.to_owned(), by)),
        }
    }

    async fn is_writable(&self) -> bool {
        if self.call.session.options.user_tabs == UserTabs::Writable {
            return true;
        }
        let Ok(reply) = self.call.get(TABS).await else { return false };
        let tab = tabs::read(&reply).into_iter().find(|tab| Some(tab.id) == self.call.tab);
        tab.is_some_and(|tab| tab.owned)
    }
}
