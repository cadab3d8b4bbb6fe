//! `/api/highlight` and `/api/clear-highlight`: red borders around elements.

use std::time::Duration;

use serde::Deserialize;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::page::Target;

use crate::actions::{Call, Reply, arguments, unexpected};

/// How long the bridge waits for the extension.
const PATIENCE: Duration = Duration::from_secs(35);

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

/// Draws a border around an element.
pub(crate) async fn show(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let target = arguments::require_target(&mut body)?;
    let NoArguments {} = arguments::parse(body)?;
    set(call, Some(target)).await
}

/// Takes all borders away: in the tab that is named, else in all of the caller's. What else the body
/// says is ignored.
pub(crate) async fn clear(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    match call.admitted.tab_id() {
        Some(_) => set(call, None).await,
        None => done(call.ask(None, Command::ClearHighlights {}, PATIENCE).await?),
    }
}

async fn set(call: &Call<'_>, target: Option<Target>) -> Result<Reply, ErrorReply> {
    let tab_id = call.tab().await?;
    done(call.ask_tab(tab_id, Command::Highlight { tab_id, target }, PATIENCE).await?)
}

fn done(answer: Answer) -> Result<Reply, ErrorReply> {
    match answer {
        Answer::Highlighted {} => Ok(Reply::from_iter([("ok".to_owned(), true.into())])),
        other => Err(unexpected(&other)),
    }
}
