//! Reads a call's arguments. Wrong ones are a result, never a protocol error: the agent can
//! read a result.

use kitsune_protocol::{ErrorCode, ErrorReply, Mode};
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::answer::Object;
use crate::schema;

/// The arguments as the tool's type.
pub(crate) fn parse<A: DeserializeOwned + JsonSchema>(
    tool: &str,
    arguments: Object,
) -> Result<A, ErrorReply> {
    serde_path_to_error::deserialize(Value::Object(arguments)).map_err(|error| {
        let path = error.path().to_string();
        let problem = error.into_inner().to_string();
        let problem = match path.as_str() {
            "." | "?" => problem,
            _ => format!("{path}: {problem}"),
        };
        invalid(tool, &problem).hint(accepted(tool, &schema::published::<A>()))
    })
}

/// Takes the approval token that writing tools accept without listing it (*Task modes*,
/// *Ask-before-act*). No call is held yet, so it changes nothing; the restricted modes cannot
/// approve, and say so.
pub(crate) fn take_confirm_token(
    tool: &str,
    mode: Mode,
    arguments: &mut Object,
) -> Result<(), ErrorReply> {
    match arguments.remove("confirm_token") {
        None | Some(Value::Null) => Ok(()),
        Some(Value::String(_)) if mode == Mode::Act => Ok(()),
        Some(Value::String(_)) => {
            let text = format!("confirm_token is not allowed in {} mode", mode.name());
            Err(ErrorReply::new(ErrorCode::ModeRestricted, text)
                .hint("This mode cannot approve. Nothing was done.")
                .state("mode", mode.name()))
        }
        Some(_) => Err(invalid(tool, "confirm_token: expected a string")),
    }
}

/// An argument that cannot be used.
pub(crate) fn invalid(tool: &str, problem: &str) -> ErrorReply {
    ErrorReply::new(ErrorCode::InvalidArgument, format!("Invalid arguments for {tool}: {problem}"))
}

/// Names the arguments that a tool takes.
fn accepted(tool: &str, schema: &Object) -> String {
    let required = |name: &str| {
        schema
            .get("required")
            .and_then(Value::as_array)
            .is_some_and(|names| names.iter().any(|required| required == name))
    };
    let properties = schema.get("properties").and_then(Value::as_object);
    let names: Vec<_> = properties
        .into_iter()
        .flatten()
        .map(|(name, property)| match required(name) {
            true => format!("{name}: {} (required)", kind(property)),
            false => format!("{name}: {}", kind(property)),
        })
        .collect();
    if names.is_empty() {
        return format!("Nothing was done. {tool} takes no arguments.");
    }
    format!("Nothing was done. {tool} takes {}.", names.join(", "))
}

fn kind(property: &Value) -> String {
    if let Some(values) = property["enum"].as_array() {
        let values: Vec<_> = values.iter().filter_map(Value::as_str).collect();
        return values.join(" | ");
    }
    match (property["type"].as_str(), property.get("items")) {
        (Some("array"), Some(items)) => format!("list of {}", kind(items)),
        (Some(kind), _) => kind.to_owned(),
        (None, _) => "any value".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::*;

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only its reading is tested")]
    struct Sample {
        /// Where.
        target: String,
        /// How.
        how: Option<How>,
        /// What.
        fields: Option<Vec<Field>>,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    #[serde(rename_all = "lowercase")]
    enum How {
        Fast,
        Slow,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    struct Field {
        /// The value.
        #[expect(dead_code, reason = "only its reading is tested")]
        value: String,
    }

    fn problem(arguments: Value) -> ErrorReply {
        parse::<Sample>("browser_sample", arguments.as_object().unwrap().clone()).unwrap_err()
    }

    #[test]
    fn a_wrong_argument_is_named_where_it_stands() {
        for (arguments, expected) in [
            (json!({}), "missing field `target`"),
            (json!({"target": 5}), "target: invalid type: integer `5`"),
            (json!({"target": "a", "how": "x"}), "how: unknown variant `x`"),
            (json!({"target": "a", "fields": [{"value": 1}]}), "fields[0].value: invalid type"),
            (json!({"target": "a", "speed": 1}), "unknown field `speed`"),
        ] {
            let error = problem(arguments).error;
            assert!(error.contains(expected), "{error}");
        }
    }

    #[test]
    fn the_hint_names_what_is_accepted() {
        let error = problem(json!({}));
        assert_eq!(
            error.hint.as_deref(),
            Some(
                "Nothing was done. browser_sample takes target: string (required), \
                 how: fast | slow, fields: list of object."
            )
        );
        assert_eq!(error.retryable, Some(false));
    }

    #[test]
    fn an_explicit_null_counts_as_left_out() {
        let arguments = json!({"target": "a", "how": null});
        assert!(parse::<Sample>("x", arguments.as_object().unwrap().clone()).is_ok());
    }

    #[test]
    fn an_approval_token_is_accepted_where_something_can_be_approved() {
        let take = |mode, token: Value| {
            let mut arguments = Object::from_iter([("confirm_token".to_owned(), token)]);
            let taken = take_confirm_token("browser_click", mode, &mut arguments);
            assert!(arguments.is_empty());
            taken.map_err(|error| error.code)
        };
        assert_eq!(take(Mode::Act, json!("t")), Ok(()));
        assert_eq!(take(Mode::Draft, Value::Null), Ok(()));
        assert_eq!(take(Mode::Draft, json!("t")), Err(Some(ErrorCode::ModeRestricted)));
        assert_eq!(take(Mode::Act, json!(1)), Err(Some(ErrorCode::InvalidArgument)));
    }
}
