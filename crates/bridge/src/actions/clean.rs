//! Removes secrets from the errors inside an answer that is itself no error (*History URL redaction*).
//!
//! Why a page could not be read may name its address. Errors that are the whole answer are
//! redacted where they arrive.

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::Answer;

use crate::redact;

/// The answer with all addresses in its errors redacted.
pub(super) fn errors_within(mut answer: Answer) -> Answer {
    match &mut answer {
        Answer::Loaded { observation_error, .. } => text(observation_error),
        Answer::Acted { observation_error, done, .. } => {
            text(observation_error);
            done.fields.iter_mut().flatten().for_each(|field| error(&mut field.error));
        }
        Answer::Awaited { error: of, .. } | Answer::Marked { error: of, .. } => error(of),
        _ => (),
    }
    answer
}

fn text(text: &mut Option<String>) {
    *text = text.take().map(|text| redact::text(&text));
}

fn error(error: &mut Option<ErrorReply>) {
    *error = error.take().map(redact::error);
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    #[test]
    fn errors_in_an_answer_name_no_secret() {
        let error = json!({"error": "No page at http://a.b/?token=1", "state": {"url": "http://a.b/?token=1"}});
        let tab = json!({"id": 1, "url": "http://a.b/", "title": "", "active": true, "windowId": 1,
            "index": 0, "status": "complete", "discarded": false, "owned": true});
        for answer in [
            json!({"result": "loaded", "tab": tab, "timedOut": false, "stalled": false,
                "observationError": "No page at http://a.b/?token=1"}),
            json!({"result": "acted", "done": {"fields": [{"name": "a", "error": error}]},
                "observationError": "No page at http://a.b/?token=1", "hidden": false,
                "navigated": false, "navigationPending": false, "requestPending": false, "opened": []}),
            json!({"result": "awaited", "met": false, "looks": 1, "incomplete": false, "error": error}),
            json!({"result": "marked", "marks": {"url": "", "openings": 0, "navigations": 0, "objections": 0}, "error": error}),
        ] {
            let answer: Answer = serde_json::from_value(answer).unwrap();
            let clean = serde_json::to_value(errors_within(answer)).unwrap();
            assert!(has(&clean, "token=[redacted]") && !has(&clean, "token=1"), "{clean}");
        }
    }

    fn has(value: &Value, part: &str) -> bool {
        value.to_string().contains(part)
    }
}
