//! `/api/query`: values of the elements that a selector matches.

use serde::Deserialize;
use serde_json::{Value, json};

use kitsune_protocol::inspect::{Finding, Question};
use kitsune_protocol::{ErrorReply, limits};

use super::{addresses, ask, mismatch};
use crate::actions::{Call, Reply, arguments};

const FIELDS: [&str; 7] = ["text", "href", "value", "src", "alt", "id", "name"];
const CUT_HINT: &str = "More elements match: pass a narrower selector, a higher limit, or fewer \
     fields.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct QueryArguments {
    selector: String,
    fields: Option<Vec<String>>,
    limit: Option<Value>,
}

/// Reads fields of each match.
pub(crate) async fn query(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let question = question(arguments::parse(call.admitted.body().clone())?)?;
    match ask(call, question).await? {
        Finding::Rows { rows, total } => Ok(reply(rows.into_iter().map(Value::Object), total)),
        other => Err(mismatch(other)),
    }
}

fn question(arguments: QueryArguments) -> Result<Question, ErrorReply> {
    let QueryArguments { selector, fields, limit } = arguments;
    if selector.trim().is_empty() {
        return Err(arguments::invalid("selector must name something to look for"));
    }
    let limit = limit.filter(|limit| !limit.is_null()).map(|limit| rows(&limit)).transpose()?;
    let fields = fields
        .filter(|fields| !fields.is_empty())
        .unwrap_or_else(|| FIELDS.map(str::to_owned).into());
    if fields.len() > limits::QUERY_FIELDS {
        let text = format!("fields must be at most {}", limits::QUERY_FIELDS);
        return Err(arguments::invalid(text));
    }
    let limit = limit.unwrap_or(limits::QUERY_ROWS).min(limits::QUERY_ROWS_MAX);
    Ok(Question::Query { selector, fields, limit })
}

/// A number of rows; more than there may be are as many as there may be.
fn rows(limit: &Value) -> Result<u32, ErrorReply> {
    arguments::whole(limit)
        .filter(|limit| *limit > 0)
        .ok_or_else(|| arguments::invalid("limit must be a whole number from 1"))
}

fn reply(rows: impl Iterator<Item = Value>, total: u32) -> Reply {
    let items: Vec<_> = rows.map(row).collect();
    let count = items.len();
    let is_cut = count < total as usize;
    let mut out = Reply::from_iter([
        ("count".to_owned(), json!(count)),
        ("total".to_owned(), total.into()),
        ("truncated".to_owned(), is_cut.into()),
    ]);
    if is_cut {
        out.insert("hint".into(), CUT_HINT.into());
    }
    out.insert("items".into(), items.into());
    out
}

/// HTML is the only field in which addresses stand inside other text.
fn row(mut row: Value) -> Value {
    if let Some(fields) = row.as_object_mut() {
        for (name, value) in fields {
            match value {
                Value::String(text) if name.eq_ignore_ascii_case("html") => {
                    *text = addresses::html(text);
                }
                _ => addresses::json(value),
            }
        }
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(body: Value) -> Result<Question, ErrorReply> {
        arguments::parse(body.as_object().unwrap().clone()).and_then(question)
    }

    #[test]
    fn a_limit_is_at_most_500_and_fields_have_a_default() {
        let Question::Query { fields, limit, .. } = asked(json!({"selector": "a"})).unwrap() else {
            panic!()
        };
        assert_eq!((fields.len(), limit), (7, 50));
        let more = json!({"selector": "a", "limit": 9000, "fields": ["id"]});
        let Question::Query { fields, limit, .. } = asked(more).unwrap() else { panic!() };
        assert_eq!((fields, limit), (vec!["id".to_owned()], 500));
    }

    #[test]
    fn what_cannot_be_asked_is_refused_by_name() {
        for (body, named) in [
            (json!({}), "selector"),
            (json!({"selector": " "}), "selector"),
            (json!({"selector": "a", "limit": 0}), "limit"),
            (json!({"selector": "a", "limit": "5"}), "limit"),
            (json!({"selector": "a", "fields": "id"}), "sequence"),
            (json!({"selector": "a", "fields": vec!["a"; 51]}), "fields"),
            (json!({"selector": "a", "ref": "e1"}), "ref"),
        ] {
            let error = asked(body.clone()).unwrap_err();
            assert!(error.error.contains(named), "{body}: {}", error.error);
        }
    }

    #[test]
    fn more_matches_than_items_are_told() {
        let reply = Value::Object(reply([json!({"id": "a"})].into_iter(), 3));
        assert_eq!((&reply["count"], &reply["total"]), (&json!(1), &json!(3)));
        assert_eq!(reply["truncated"], true);
        let whole = super::reply([json!({"id": "a"})].into_iter(), 1);
        assert_eq!((&whole["truncated"], whole.get("hint")), (&json!(false), None));
    }
}
