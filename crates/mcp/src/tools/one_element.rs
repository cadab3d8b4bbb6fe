//! The arguments of tools that ask about one element of a page, and nothing else.

use kitsune_protocol::TabId;
use schemars::JsonSchema;
use serde::Deserialize;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct OneElement {
    /// The element, by a selector; the first match.
    selector: Option<String>,
    /// The tab; by default the current one.
    pub(super) tab_id: Option<TabId>,
    /// The element, by its ref of a snapshot, such as e12. Wins over selector.
    #[serde(rename = "ref")]
    reference: Option<String>,
    /// What the element is, for people who read the log.
    element: Option<String>,
}

impl OneElement {
    /// Asks a route about it.
    pub(super) async fn ask(self, call: &Call<'_>, route: &'static str) -> ToolResult {
        let body = Body::new().with_named(self.selector, self.reference, self.element);
        Ok(call.post(route, body).await?.into())
    }
}
