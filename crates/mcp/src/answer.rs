//! What a call answers, and when that is an error (*MCP error results*).

use kitsune_protocol::ErrorReply;
use rmcp::model::{CallToolResult, ContentBlock};
use serde_json::{Map, Value};

const AMBIGUOUS_HINT: &str =
    "Nothing was done. Pass the ref of one of state.candidates, or a more specific selector.";

/// A JSON object, as the bridge and the tools speak it.
pub(crate) type Object = Map<String, Value>;

/// What a tool's run ends with. An object with `error` is an answer too: it keeps its fields.
pub(crate) type ToolResult = Result<Answer, ErrorReply>;

/// What a tool answers.
#[derive(Debug)]
pub(crate) enum Answer {
    /// One text item of compact JSON.
    Json(Object),
    /// An image, followed by what is known of it.
    Image {
        /// The image in base64.
        data: String,
        /// Its media type.
        media_type: String,
        /// Facts about it.
        facts: Object,
    },
}

impl From<Object> for Answer {
    fn from(object: Object) -> Self {
        Self::Json(object)
    }
}

/// Makes the MCP result.
pub(crate) fn to_mcp(result: ToolResult) -> CallToolResult {
    match result {
        Ok(Answer::Json(object)) if is_failure(&object) => CallToolResult::error(text(object)),
        Ok(Answer::Json(object)) => CallToolResult::success(text(object)),
        Ok(Answer::Image { data, media_type, facts }) => {
            let mut content = vec![ContentBlock::image(data, media_type)];
            content.extend(text(facts));
            CallToolResult::success(content)
        }
        Err(error) => CallToolResult::error(text(to_object(&error))),
    }
}

/// Whether an object reports a failure: a non-empty error, or `ok: false`.
pub(crate) fn is_failure(object: &Object) -> bool {
    let has_error = match object.get("error") {
        None | Some(Value::Null) => false,
        Some(Value::String(text)) => !text.is_empty(),
        Some(_) => true,
    };
    has_error || object.get("ok") == Some(&Value::Bool(false))
}

/// The object that carries an error on every wire.
pub(crate) fn to_object(error: &ErrorReply) -> Object {
    match serde_json::to_value(error) {
        Ok(Value::Object(object)) => object,
        _ => Object::from_iter([("error".to_owned(), error.error.clone().into())]),
    }
}

/// Some hints name what HTTP accepts; the tools have other arguments.
fn for_tools(mut object: Object) -> Object {
    let names_first =
        object.get("hint").is_some_and(|hint| hint.to_string().contains("first: true"));
    if names_first {
        object.insert("hint".to_owned(), AMBIGUOUS_HINT.into());
    }
    object
}

fn text(object: Object) -> Vec<ContentBlock> {
    let object = for_tools(object);
    vec![ContentBlock::text(Value::Object(object).to_string())]
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_failure_has_an_error_or_is_not_ok() {
        for (value, expected) in [
            (json!({"error": "no"}), true),
            (json!({"ok": false, "timedOut": true}), true),
            (json!({"error": ""}), false),
            (json!({"error": null, "ok": true}), false),
            (json!({"ok": true, "warning": {"code": "hidden_or_covered"}}), false),
            (json!({"extension_connected": false}), false),
            (json!({"clicked": true, "navigation": {"ok": false}}), false),
        ] {
            assert_eq!(is_failure(value.as_object().unwrap()), expected, "{value}");
        }
    }

    #[test]
    fn a_hint_names_no_argument_that_the_tools_lack() {
        let from_the_bridge = json!({"hint": "Pass a ref, or first: true for the first match."});
        let hint = for_tools(from_the_bridge.as_object().unwrap().clone())["hint"].to_string();
        assert!(!hint.contains("first"), "{hint}");
    }

    #[test]
    fn the_text_is_compact_and_keeps_its_letters() {
        let object = json!({"title": "알림 é", "ok": true}).as_object().unwrap().clone();
        let result = to_mcp(Ok(object.into()));
        let text = result.content[0].as_text().unwrap();
        assert_eq!(text.text, r#"{"title":"알림 é","ok":true}"#);
    }
}
