//! The arguments of tools that do something to one element, and nothing else.

use kitsune_protocol::TabId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneTarget {
    /// The element, by a selector that matches one.
    selector: Option<String>,
    /// The tab; by default the current one.
    pub(super) tab_id: Option<TabId>,
    /// The element, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
    /// Take the first of several matches.
    first: Option<bool>,
}

impl OneTarget {
    /// Asks a route to do it.
    pub(super) async fn act(self, call: &Call<'_>, route: &'static str) -> ToolResult {
        let body = Body::new()
            .with_named(self.selector, self.reference, self.element)
            .with_some("first", self.first);
        Ok(call.post(route, body).await?.into())
    }
}
