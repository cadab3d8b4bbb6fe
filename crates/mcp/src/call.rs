//! What one call works with: the session, its tool, and the tab it means.

use std::time::Duration;

use kitsune_protocol::{ErrorCode, ErrorReply, TabId};
use rmcp::service::{Peer, RoleServer};
use serde_json::Value;

use crate::answer::Object;
use crate::arguments;
use crate::body::Body;
use crate::link::Request;
use crate::no_tab;
use crate::session::Session;
use crate::tool::Entry;

/// How long the bridge may take with an action: longer than its own limits, so that it is the
/// bridge that says what was slow.
const ACTION: Duration = Duration::from_secs(45);
/// The same of one that moves files.
pub(crate) const UPLOAD: Duration = Duration::from_secs(320);

/// Who calls which tool; the tab is not settled yet.
pub(crate) struct Caller<'a> {
    /// The session.
    pub(crate) session: &'a Session,
    /// The called tool.
    pub(crate) tool: &'static Entry,
    /// The client, if it can be asked for its directories.
    pub(crate) roots: Option<Peer<RoleServer>>,
}

impl<'a> Caller<'a> {
    /// Settles the tab: the named one, else the current one. A write needs one.
    pub(crate) async fn call(self, named: Option<TabId>) -> Result<Call<'a>, ErrorReply> {
        let tab = named.or_else(|| self.session.current.get());
        if tab.is_none() && self.tool.needs_tab {
            return Err(no_tab::refusal(self.session, self.tool.name).await);
        }
        Ok(Call { session: self.session, tool: self.tool, roots: self.roots, tab })
    }
}

/// One call of a tool.
pub(crate) struct Call<'a> {
    /// The session.
    pub(crate) session: &'a Session,
    /// The called tool.
    pub(crate) tool: &'static Entry,
    /// The client, if it can be asked for its directories.
    pub(crate) roots: Option<Peer<RoleServer>>,
    /// The tab that the call means; `None` is the active tab, and only for reads.
    pub(crate) tab: Option<TabId>,
}

impl Call<'_> {
    /// Sends a request about the call's tab. It may take longer by what the request waits for.
    pub(crate) async fn post(&self, path: &str, body: Body) -> Result<Object, ErrorReply> {
        let waits = body.waits();
        self.post_for(path, body, ACTION + waits).await
    }

    /// [`Call::post`] that may take `timeout`.
    pub(crate) async fn post_for(
        &self,
        path: &str,
        body: Body,
        timeout: Duration,
    ) -> Result<Object, ErrorReply> {
        let body = body.with_some("tabId", self.tab.map(TabId::get));
        let mut reply = self.send(Request::post(path, body.into_object(), timeout)).await?;
        self.follow(&mut reply);
        Ok(reply)
    }

    /// Sends a request that names no tab, or another one.
    pub(crate) async fn post_as_is(&self, path: &str, body: Body) -> Result<Object, ErrorReply> {
        self.send(Request::post(path, body.into_object(), ACTION)).await
    }

    /// Reads the call's tab: by a GET when neither a tab nor anything else is named.
    pub(crate) async fn read(&self, path: &str, body: Body) -> Result<Object, ErrorReply> {
        match self.tab {
            None if body.is_empty() => self.get(path).await,
            _ => self.post(path, body).await,
        }
    }

    /// Sends a GET.
    pub(crate) async fn get(&self, path: &str) -> Result<Object, ErrorReply> {
        self.send(Request::get(path, ACTION)).await
    }

    /// The error of an argument that cannot be used.
    pub(crate) fn invalid(&self, problem: impl AsRef<str>) -> ErrorReply {
        arguments::invalid(self.tool.name, problem.as_ref())
            .hint("Nothing was done. Correct the argument and call again.")
    }

    async fn send(&self, request: Request) -> Result<Object, ErrorReply> {
        let Session { options, link, .. } = self.session;
        link.send(options, &request).await
    }

    /// Keeps the current tab right: a closed one is forgotten, an opened one taken up.
    fn follow(&self, reply: &mut Object) {
        let is_closed =
            reply.get("code").and_then(Value::as_str) == Some(ErrorCode::TabClosed.name());
        if let Some(tab) = self.tab.filter(|_| is_closed) {
            self.session.current.forget(tab);
        }
        let opened = reply.get("opened_tabs").and_then(Value::as_array);
        let last = opened.and_then(|tabs| tab_id(tabs.last()?.get("tabId")));
        if let Some(opened) = last
            && self.session.current.adopt(opened, self.tab)
        {
            reply.insert("current_tab".to_owned(), opened.get().into());
        }
    }
}

/// Reads a tab id.
pub(crate) fn tab_id(value: Option<&Value>) -> Option<TabId> {
    TabId::new(value?.as_u64()?)
}
