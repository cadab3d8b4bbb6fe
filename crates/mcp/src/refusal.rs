//! Calls of tools that the server does not publish, or does not know.

use kitsune_protocol::{ErrorCode, ErrorReply, Groups, Mode};
use serde_json::{Value, json};

use crate::session::Session;
use crate::tool::Entry;
use crate::tools::TOOLS;

/// The published tool called `name`, or the error of its absence.
pub(crate) fn find(session: &Session, name: &str) -> Result<&'static Entry, ErrorReply> {
    let known =
        TOOLS.iter().find(|entry| entry.name == name && entry.is_known_in(session.options.mode));
    match known {
        Some(entry) if session.publishes(entry) => Ok(entry),
        Some(entry) => Err(not_published(session, entry)),
        None => Err(ErrorReply::unclassified(format!("Unknown tool: {name}"))
            .hint("Nothing was done. Call one of the tools that tools/list shows.")),
    }
}

fn not_published(session: &Session, entry: &Entry) -> ErrorReply {
    let options = &session.options;
    let mut settings = Vec::new();
    if !options.groups.contains(entry.group) {
        let groups: Vec<_> = options.groups.iter().chain([entry.group]).collect();
        settings.push(format!("KITSUNE_CAPS={}", Groups::of(&groups)));
    }
    if !entry.modes.contains(&options.mode) {
        let least = entry.modes.first().copied().unwrap_or(Mode::Act);
        settings.push(format!("KITSUNE_MODE={}", least.name()));
    }
    let refusal = ErrorReply::new(
        ErrorCode::ToolNotPublished,
        format!("{} is not published by this MCP server", entry.name),
    )
    .hint(format!(
        "Set {} in the MCP server environment, then restart the MCP client.",
        settings.join(" and ")
    ))
    .state("group", entry.group.name())
    .state("caps", caps(session));
    match options.mode {
        Mode::Act => refusal,
        mode => refusal.state("mode", mode.name()),
    }
}

/// The enabled groups, as errors and the status list them.
pub(crate) fn caps(session: &Session) -> Value {
    json!(session.options.groups.sorted_names())
}
