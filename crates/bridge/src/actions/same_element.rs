//! What an agent may try when its ref is of another document: the one element of the targeted page
//! with the role and name that the ref's line had.
//!
//! Contract: *Ref lifetime*. The page is only read; nothing is sent to the element.

use std::time::Duration;

use serde_json::json;
use tokio::time::timeout;

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::page::Scope;
use kitsune_protocol::{ErrorCode, ErrorReply, Ref, TabId};

use super::Call;
use crate::render::{self, Wish};

/// How long the page may take; after it the error says no more than it did.
const PATIENCE: Duration = Duration::from_secs(2);

/// Adds `state.same_element` to an error about a ref of another document, if there is one.
pub(super) async fn add(call: &Call<'_>, error: ErrorReply) -> ErrorReply {
    match wanted(&error) {
        Some((reference, tab_id)) if call.bridge.listed.knows(reference) => {
            let page = timeout(PATIENCE, read(call, tab_id)).await.ok().flatten();
            page.map_or(error.clone(), |page| naming(call, error, reference, &page))
        }
        _ => error,
    }
}

/// The ref that the error is about, and the tab that was meant.
fn wanted(error: &ErrorReply) -> Option<(Ref, TabId)> {
    let state = error.state.as_ref().filter(|_| error.code == Some(ErrorCode::StaleRef))?;
    if state.get("reason")? != "other_document" {
        return None;
    }
    let tab_id = TabId::new(state.get("tabId")?.as_u64()?)?;
    Some((state.get("ref")?.as_str()?.parse().ok()?, tab_id))
}

/// Every line of the tab's page. A read of a part leaves alone what the page's next "what changed"
/// compares with, so this asks for all levels.
async fn read(call: &Call<'_>, tab_id: TabId) -> Option<String> {
    let scope = Scope { max_depth: Some(u32::MAX), ..Scope::default() };
    match call.ask_tab(tab_id, Command::Observe { tab_id, scope }, PATIENCE).await {
        Ok(Answer::Observed { observation }) => {
            Some(render::render(&observation, Wish { text: false, limit: None }).text)
        }
        _ => None,
    }
}

fn naming(call: &Call<'_>, error: ErrorReply, reference: Ref, page: &str) -> ErrorReply {
    let Some(line) = call.bridge.listed.same_in(page, reference) else { return error };
    let (role, here) = (line.role, line.reference);
    let name: String = serde_json::from_str(line.name).unwrap_or_default();
    let called = if line.name.is_empty() { String::new() } else { format!(" {}", line.name) };
    error
        .hint(format!("The same {role}{called} here is {here}; retry with it."))
        .state("same_element", json!({"ref": here.to_string(), "role": role, "name": name}))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_ref_of_another_document_is_looked_for() {
        let error = |code, reason: &str| {
            ErrorReply::new(code, "").state("reason", reason).state("ref", "e5").state("tabId", 7)
        };
        let of_other = error(ErrorCode::StaleRef, "other_document");
        assert_eq!(wanted(&of_other), Ref::new(5).zip(TabId::new(7)));
        for other in [
            error(ErrorCode::StaleRef, "element_removed"),
            error(ErrorCode::Navigating, "other_document"),
            ErrorReply::unclassified("Element not found"),
        ] {
            assert_eq!(wanted(&other), None, "{other:?}");
        }
    }
}
