//! Forms: several fields in one request, as an object of keys or as a list of targets.
//!
//! Contract: *browser_form_fill*. Every field is read and checked before the first is filled.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::ErrorReply;
use kitsune_protocol::page::{Done, FieldFill, FieldValue, PageAction, Target};

use super::Reply;
use super::arguments::{invalid, require_target};

/// Most fields of one request.
const MOST_FIELDS: usize = 500;

/// A form: an object of keys and values, or a list of fields with their kinds.
pub(super) fn read(mut body: Map<String, Value>) -> Result<PageAction, ErrorReply> {
    let first = match body.remove("first") {
        None | Some(Value::Null) => false,
        Some(Value::Bool(first)) => first,
        Some(_) => return Err(invalid("first must be true or false")),
    };
    let fields = body.remove("fields").unwrap_or_default();
    if let Some(key) = body.keys().next() {
        return Err(invalid(format!("{key} is not an argument of a form")));
    }
    let (fields, stop_at_failure) = match fields {
        Value::Object(fields) => (by_key(fields, first)?, false),
        Value::Array(fields) => (by_target(fields)?, true),
        _ => return Err(invalid("fields must be an object or a list")),
    };
    if fields.is_empty() || fields.len() > MOST_FIELDS {
        return Err(invalid(format!("fields must hold 1 to {MOST_FIELDS} fields")));
    }
    Ok(PageAction::FillForm { fields, stop_at_failure })
}

fn by_key(fields: Map<String, Value>, first: bool) -> Result<Vec<FieldFill>, ErrorReply> {
    fields
        .into_iter()
        .map(|(key, value)| {
            let value = match value {
                Value::String(value) => value,
                Value::Bool(value) => value.to_string(),
                Value::Number(value) => value.to_string(),
                Value::Null => String::new(),
                _ => return Err(invalid(format!("The value of {key:?} must be text"))),
            };
            Ok(FieldFill {
                name: key.clone(),
                target: Target::Field { key, first },
                value: FieldValue::Any { value },
            })
        })
        .collect()
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FormField {
    name: String,
    target: String,
    #[serde(rename = "type")]
    kind: FieldKind,
    value: String,
    #[serde(rename = "element")]
    _element: Option<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum FieldKind {
    Textbox,
    Slider,
    Checkbox,
    Radio,
    Combobox,
}

fn by_target(fields: Vec<Value>) -> Result<Vec<FieldFill>, ErrorReply> {
    fields
        .into_iter()
        .map(|field| {
            let FormField { name, target, kind, value, .. } =
                serde_json::from_value(field).map_err(|error| invalid(error.to_string()))?;
            let mut naming = Map::from_iter([("selector".to_owned(), target.into())]);
            let target = require_target(&mut naming)?;
            let value = match kind {
                FieldKind::Textbox | FieldKind::Slider => FieldValue::Text { value },
                FieldKind::Checkbox | FieldKind::Radio => {
                    FieldValue::Checked { checked: checked_state(&value)? }
                }
                FieldKind::Combobox => FieldValue::Options { values: vec![value] },
            };
            Ok(FieldFill { name, target, value })
        })
        .collect()
}

/// A checked state as text; anything else is refused before the first field is filled.
fn checked_state(value: &str) -> Result<bool, ErrorReply> {
    match value.to_ascii_lowercase().as_str() {
        "true" | "on" | "yes" | "1" => Ok(true),
        "false" | "off" | "no" | "0" => Ok(false),
        _ => Err(invalid(format!("Invalid checkbox value: {value}"))),
    }
}

/// `{results: {key: …}}`, an error when nothing was filled.
pub(super) fn reply(done: &Done) -> Reply {
    let outcomes = done.fields.as_deref().unwrap_or_default();
    let results: Map<_, _> = outcomes
        .iter()
        .map(|outcome| (outcome.name.clone(), super::reply::field(outcome)))
        .collect();
    let mut out = Reply::from_iter([("results".to_owned(), Value::Object(results))]);
    if outcomes.iter().all(|outcome| outcome.done.is_none()) {
        out.insert("error".into(), "No field was filled".into());
    }
    out
}

/// `{ok, filled}`, or the first failure with the field it met.
pub(super) fn list_reply(done: &Done) -> Reply {
    let outcomes = done.fields.as_deref().unwrap_or_default();
    let filled: Vec<_> = outcomes
        .iter()
        .filter(|outcome| outcome.done.is_some())
        .map(|outcome| outcome.name.clone())
        .collect();
    let failed = outcomes.iter().find_map(|outcome| Some((outcome, outcome.error.as_ref()?)));
    let mut out = match failed {
        Some((outcome, error)) => {
            let mut out = match json!(error) {
                Value::Object(error) => error,
                _ => Reply::new(),
            };
            out.insert("field".into(), outcome.name.clone().into());
            out
        }
        None => Reply::from_iter([("ok".to_owned(), true.into())]),
    };
    out.insert("filled".into(), filled.into());
    let differing: Map<_, _> = outcomes
        .iter()
        .filter_map(|outcome| Some((outcome, outcome.done.as_ref()?)))
        .filter(|(_, done)| done.warning.is_some())
        .map(|(outcome, done)| (outcome.name.clone(), Value::Object(super::reply::done(done))))
        .collect();
    if !differing.is_empty() {
        out.insert("check".into(), Value::Object(differing));
    }
    out
}
