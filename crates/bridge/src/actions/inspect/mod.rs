//! What is asked of a page besides its lines: HTML, Markdown, articles, single values, sizes,
//! styles, and what a selector matches; and borders around elements.

mod addresses;
mod elements;
mod highlight;
mod markup;
mod query;
mod reading;

use std::time::Duration;

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::inspect::{Finding, Question};
use kitsune_protocol::{ErrorReply, limits};

use super::{Call, unexpected};

pub(super) use elements::{bounds, explain, metrics, style};
pub(super) use highlight::{clear, show};
pub(super) use markup::{html, markdown, readability};
pub(super) use query::query;

const PATIENCE: Duration = Duration::from_millis(limits::INSPECT_MS);

/// Asks the tab that the request means.
async fn ask(call: &Call<'_>, question: Question) -> Result<Finding, ErrorReply> {
    let tab_id = call.tab().await?;
    match call.ask_tab(tab_id, Command::Inspect { tab_id, question }, PATIENCE).await? {
        Answer::Found { finding } => Ok(finding),
        other => Err(unexpected(&other)),
    }
}

/// The page answered another question.
fn mismatch(finding: Finding) -> ErrorReply {
    unexpected(&Answer::Found { finding })
}
