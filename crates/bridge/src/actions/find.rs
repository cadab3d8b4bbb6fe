//! `/api/find`: elements by a selector, or by what people call them (*POST /api/find*).

use serde::Deserialize;
use serde_json::{Map, Value};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::find::{Hit, Hits};
use kitsune_protocol::{ErrorReply, limits};

use super::told::{self, bounds, reference};
use super::{Call, PATIENCE, Reply, arguments, unexpected};

const NOTHING_HINT: &str = "Nothing matches. Use fewer or other words, or take a snapshot to see what \
     the page has; what it shows only after a scroll, a click or more loading is not there yet.";

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct FindArguments {
    query: Option<String>,
    selector: Option<String>,
}

/// Finds elements of a page.
pub(super) async fn elements(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let query = query(arguments::parse(call.admitted.body().clone())?)?;
    let tab_id = call.tab().await?;
    match call.ask_tab(tab_id, Command::Find { tab_id, query }, PATIENCE).await? {
        Answer::Hits { hits } => Ok(reply(&hits)),
        other => Err(unexpected(&other)),
    }
}

/// What is searched for; `query` wins.
fn query(arguments: FindArguments) -> Result<String, ErrorReply> {
    let FindArguments { query, selector } = arguments;
    let given = |text: Option<String>| text.filter(|text| !text.trim().is_empty());
    let query = given(query).or_else(|| given(selector));
    let query = query.ok_or_else(|| arguments::invalid("Pass query: what to look for"))?;
    if query.chars().count() > limits::FIND_QUERY {
        let text = format!("query must be at most {} characters", limits::FIND_QUERY);
        return Err(arguments::invalid(text));
    }
    Ok(query)
}

fn reply(hits: &Hits) -> Reply {
    let results: Vec<_> = hits.hits.iter().map(result).collect();
    let is_empty = results.is_empty();
    let mut out = Reply::from_iter([("results".to_owned(), results.into())]);
    if is_empty {
        out.insert("hint".into(), NOTHING_HINT.into());
    }
    told::add_frames_left_out(&mut out, hits.frames_left_out);
    out
}

fn result(hit: &Hit) -> Value {
    let mut out = Map::from_iter([
        ("ref".to_owned(), reference(hit.number)),
        ("tag".to_owned(), hit.tag.clone().into()),
        ("text".to_owned(), hit.text.clone().into()),
    ]);
    if let Some(selector) = &hit.selector {
        out.insert("selector".into(), selector.clone().into());
    }
    out.insert("bounds".into(), bounds(hit.bounds));
    if let Some(score) = hit.score {
        out.insert("score".into(), score.into());
    }
    if !hit.options.is_empty() {
        out.insert("options".into(), hit.options.clone().into());
    }
    out.into()
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::Ref;
    use kitsune_protocol::structure::Bounds;
    use serde_json::json;

    use super::*;

    fn asked(body: Value) -> Result<String, ErrorReply> {
        arguments::parse(body.as_object().unwrap().clone()).and_then(query)
    }

    #[test]
    fn a_selector_is_a_query_too() {
        assert_eq!(asked(json!({"selector": "a.link"})).unwrap(), "a.link");
        assert_eq!(asked(json!({"query": "save", "selector": "a"})).unwrap(), "save");
        for body in [json!({}), json!({"query": " "}), json!({"query": "a".repeat(1_001)})] {
            assert!(asked(body.clone()).unwrap_err().error.contains("query"), "{body}");
        }
        assert!(asked(json!({"query": "a", "limit": 5})).unwrap_err().error.contains("limit"));
    }

    #[test]
    fn a_result_has_what_is_known_and_nothing_found_a_hint() {
        let hit = Hit {
            number: Ref::new(7).unwrap(),
            tag: "a".to_owned(),
            text: "Home".to_owned(),
            selector: None,
            bounds: Bounds { x: 1.2, y: 2.0, width: 30.0, height: 4.0 },
            score: Some(11),
            options: Vec::new(),
        };
        let found = reply(&Hits { hits: vec![hit], by_selector: false, frames_left_out: 0 });
        let expected = json!({"results": [
            {"ref": "e7", "tag": "a", "text": "Home", "bounds": [1, 2, 30, 4], "score": 11}
        ]});
        assert_eq!(Value::Object(found), expected);
        let nothing = reply(&Hits { hits: Vec::new(), by_selector: false, frames_left_out: 0 });
        assert_eq!(nothing["results"], json!([]));
        assert!(nothing["hint"].is_string());
    }
}
