//! `browser_cache`: the texts of pages that the bridge keeps.

use kitsune_protocol::{Action, Group, Mode};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::{Hints, Tool};

pub(super) struct Cache;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// clear forgets them, status counts them, ttl says how long they are good.
    #[serde(default)]
    action: What,
    /// For ttl: so many seconds. By default 5.
    seconds: Option<u32>,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(inline)]
enum What {
    #[default]
    Clear,
    Status,
    Ttl,
}

impl Tool for Cache {
    const NAME: &'static str = "browser_cache";
    const TITLE: &'static str = "Page text cache";
    const ABOUT: &'static str = "Clear or count the page texts that are kept for 5 seconds, or set \
        for how long. Nothing else is kept.";
    const GROUP: Group = Group::Admin;
    const ACTION: Option<Action> = None;
    const APPROVABLE: bool = false;
    const MODES: &'static [Mode] = &[Mode::Act];
    const HINTS: Hints = Hints { read_only: false, destructive: true, idempotent: Some(false) };
    type Args = Args;

    async fn run(call: &Call<'_>, Args { action, seconds }: Args) -> ToolResult {
        let action: Value = json!(action);
        let body = Body::new().with("action", action).with_some("seconds", seconds);
        Ok(call.post_as_is("/api/cache", body).await?.into())
    }
}
