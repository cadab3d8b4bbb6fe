//! What an answer says of a page that was left with something unsaved: never nothing.

use serde_json::{Value, json};

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::Left;

use super::{Reply, reply};

const UNSAVED_HINT: &str = "The page that was left had asked to be kept, as pages with unsaved \
     changes do, and the browser did not ask the person: what was entered there is gone, unless the \
     page or the browser has kept it.";

const UNASKED_HINT: &str = "The page that was left did not answer, so it was not asked whether it had \
     unsaved changes: what was entered there may be gone.";

/// Warns of what was lost.
pub(super) fn add(out: &mut Reply, left: Option<Left>) {
    if let Some(left) = left {
        reply::add_warning(out, warning(left));
    }
}

fn warning(left: Left) -> Value {
    match left {
        Left::Unsaved => json!({"code": "left_unsaved", "hint": UNSAVED_HINT}),
        Left::Unasked => json!({"code": "left_unasked", "hint": UNASKED_HINT}),
    }
}

/// The error about a page that did not come says, too, what was lost of the one before.
pub(super) fn explain(mut error: ErrorReply) -> ErrorReply {
    let state = error.state.as_mut();
    let Some(left) = state.and_then(|state| state.remove("left")) else { return error };
    let Ok(left) = serde_json::from_value(left) else { return error };
    error.state("warning", warning(left))
}
