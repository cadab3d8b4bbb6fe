//! `browser_status`: the bridge, the extension, and this server.

use std::time::Duration;

use kitsune_protocol::{Action, Group, Mode};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::answer::{Answer, Object, ToolResult, to_object};
use crate::call::Call;
use crate::link::Request;
use crate::refusal;
use crate::tool::{Hints, Tool};

/// Where the bridge tells its status.
const STATUS: &str = "/api/status";
/// The same with the browser's builds compared.
const WITH_DIAGNOSTICS: &str = "/api/status?diagnostics=true";
/// How long the bridge may take to tell its status.
const LIMIT: Duration = Duration::from_secs(2);
/// How long it may take to compare builds.
const DIAGNOSTICS_LIMIT: Duration = Duration::from_secs(10);

pub(super) struct Status;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Also tell whether the running browser's build is the installed one.
    #[serde(default)]
    diagnostics: bool,
}

impl Tool for Status {
    const NAME: &'static str = "browser_status";
    const TITLE: &'static str = "Connection status";
    const ABOUT: &'static str =
        "Tell whether the bridge and the browser extension are connected, and what to do if not.";
    const GROUP: Group = Group::Admin;
    const ACTION: Option<Action> = None;
    const HINTS: Hints = Hints { read_only: true, destructive: false, idempotent: Some(true) };
    type Args = Args;

    async fn run(call: &Call<'_>, Args { diagnostics }: Args) -> ToolResult {
        let session = call.session;
        let request = match diagnostics {
            true => Request::get(WITH_DIAGNOSTICS, DIAGNOSTICS_LIMIT),
            false => Request::get(STATUS, LIMIT),
        };
        let mut status = match session.link.send_to_bridge(&session.options, &request).await {
            Ok(status) => status,
            Err(error) => with_diagnosis(to_object(&error)),
        };
        status.insert("mcp_tools".to_owned(), mcp_tools(call).await);
        Ok(Answer::Json(status))
    }
}

/// The error of a bridge that cannot be reached is the diagnosis, too.
fn with_diagnosis(mut error: Object) -> Object {
    let facts = ["code", "hint", "state"]
        .iter()
        .filter_map(|key| Some(((*key).to_owned(), error.get(*key)?.clone())));
    let diagnosis = Object::from_iter(facts);
    error.insert("diagnosis".to_owned(), diagnosis.into());
    error
}

async fn mcp_tools(call: &Call<'_>) -> Value {
    let session = call.session;
    let identity = session.link.identity(&session.options).await;
    let mut facts = json!({
        "caps": refusal::caps(session),
        "unpublished": session.unpublished(),
        "client": identity.client,
        "owner": identity.owner,
    });
    if session.options.mode != Mode::Act {
        facts["mode"] = session.options.mode.name().into();
    }
    facts
}
