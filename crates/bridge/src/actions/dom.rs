//! `/api/dom`: a page as a JSON tree of elements (*browser_dom*).
//!
//! The content script has walked the page up to the limit. Here addresses are redacted, which may
//! make them longer, so what no longer fits is cut once more; then the list is nested.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::structure::{ElementTree, TreeNode, TreeScope};
use kitsune_protocol::{ErrorReply, limits};

use super::told::{self, bounds, reference};
use super::{Call, PATIENCE, Reply, arguments, unexpected};
use crate::redact;

const CUT_HINT: &str = "Pass a ref from the tree as ref to read that part, a smaller maxDepth, or \
     take a snapshot, which is shorter.";
const EMPTY_HINT: &str = "Nothing there is rendered.";

#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct DomArguments {
    max_depth: Option<Value>,
}

/// Reads a page, or a part of it, as a tree.
pub(super) async fn tree(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let mut body = call.admitted.body().clone();
    let root = arguments::take_target(&mut body)?;
    let DomArguments { max_depth } = arguments::parse(body)?;
    let scope = TreeScope { root, max_depth: depth(max_depth.as_ref())? };
    let tab_id = call.tab().await?;
    match call.ask_tab(tab_id, Command::ReadTree { tab_id, scope }, PATIENCE).await? {
        Answer::Tree { tree } => Ok(reply(&tree)),
        other => Err(unexpected(&other)),
    }
}

/// A whole number from 0. The contract gives this error no code, and so HTTP status 200.
fn depth(value: Option<&Value>) -> Result<u32, ErrorReply> {
    let Some(value) = value else { return Ok(limits::TREE_DEPTH) };
    arguments::whole(value).ok_or_else(|| {
        ErrorReply::unclassified("maxDepth must be a whole number from 0")
            .hint("Correct maxDepth or leave it out. Nothing was read.")
    })
}

fn reply(tree: &ElementTree) -> Reply {
    let Nested { root, count, cut } = nest(&tree.nodes, limits::TREE);
    let mut out = Reply::from_iter([
        ("tree".to_owned(), root.map_or(Value::Null, Value::Object)),
        ("refs".to_owned(), count.into()),
    ]);
    if tree.truncated || cut {
        out.insert("truncated".into(), true.into());
        out.insert("hint".into(), CUT_HINT.into());
    } else if count == 0 {
        out.insert("hint".into(), EMPTY_HINT.into());
    }
    told::add_frames_left_out(&mut out, tree.frames_left_out);
    out
}

/// A tree made of a list.
struct Nested {
    root: Option<Map<String, Value>>,
    count: usize,
    cut: bool,
}

/// Nests nodes that come parents first, as many as fit.
fn nest(nodes: &[TreeNode], limit: usize) -> Nested {
    // The node that was added last and those above it, with the children they have so far.
    let mut open: Vec<Open> = Vec::new();
    let (mut size, mut count) = (0, 0);
    for node in nodes {
        let json = present(node);
        let is_first_child = open.last().is_some_and(|last| last.depth < node.depth);
        let list = if is_first_child { r#","children":[]"#.len() } else { ",".len() };
        size += Value::Object(json.clone()).to_string().chars().count() + list;
        if size > limit {
            return Nested { root: close(open), count, cut: true };
        }
        close_to(&mut open, node.depth);
        open.push(Open { depth: node.depth, json, children: Vec::new() });
        count += 1;
    }
    Nested { root: close(open), count, cut: false }
}

struct Open {
    depth: u32,
    json: Map<String, Value>,
    children: Vec<Value>,
}

/// Ends the nodes that are not above a node of `depth`; the root stays.
fn close_to(open: &mut Vec<Open>, depth: u32) {
    while open.len() > 1 && open.last().is_some_and(|last| last.depth >= depth) {
        let done = open.pop().map(finish);
        if let (Some(parent), Some(done)) = (open.last_mut(), done) {
            parent.children.push(done.into());
        }
    }
}

fn close(mut open: Vec<Open>) -> Option<Map<String, Value>> {
    close_to(&mut open, 0);
    open.pop().map(finish)
}

fn finish(Open { mut json, children, .. }: Open) -> Map<String, Value> {
    if !children.is_empty() {
        json.insert("children".into(), children.into());
    }
    json
}

/// One node, without its children.
fn present(node: &TreeNode) -> Map<String, Value> {
    let mut out = Map::new();
    out.insert("ref".into(), reference(node.number));
    out.insert("tag".into(), node.tag.clone().into());
    let texts = [
        ("role", &node.role),
        ("type", &node.kind),
        ("name", &node.name),
        ("text", &node.text),
        ("id", &node.id),
    ];
    for (key, text) in texts {
        if let Some(text) = text {
            out.insert(key.into(), text.clone().into());
        }
    }
    told::add_value(&mut out, node.value.as_deref(), node.has_value);
    told::add_states(&mut out, &node.states);
    if let Some(href) = &node.href {
        out.insert("href".into(), redact::url(href).into());
    }
    if let Some(content) = &node.content {
        out.insert("content".into(), content.clone().into());
    }
    if let Some(frame) = &node.frame {
        out.insert("frame".into(), frame.clone().into());
    }
    if let Some(src) = &node.src {
        out.insert("src".into(), redact::url(src).into());
    }
    if let Some(more) = node.more {
        out.insert("more".into(), json!(more));
    }
    out.insert("bounds".into(), bounds(node.bounds));
    out
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::Ref;
    use kitsune_protocol::structure::Bounds;
    use proptest::prelude::*;

    use super::*;

    fn node(depth: u32, number: u64, tag: &str) -> TreeNode {
        TreeNode {
            depth,
            number: Ref::new(number).unwrap(),
            tag: tag.to_owned(),
            role: None,
            name: None,
            text: None,
            id: None,
            kind: None,
            value: None,
            has_value: None,
            href: None,
            states: Vec::new(),
            content: None,
            src: None,
            frame: None,
            more: None,
            bounds: Bounds { x: 1.0, y: -2.0, width: 30.4, height: 4.0 },
        }
    }

    fn json(nodes: &[TreeNode]) -> Value {
        Value::Object(reply(&ElementTree {
            nodes: nodes.to_vec(),
            truncated: false,
            frames_left_out: 0,
        }))
    }

    #[test]
    fn a_list_becomes_a_tree() {
        let nodes = [
            node(0, 1, "body"),
            node(1, 2, "p"),
            node(2, 3, "b"),
            node(1, 4, "a"),
            node(1, 5, "i"),
        ];
        let reply = json(&nodes);
        assert_eq!(reply["refs"], 5);
        assert!(reply.get("truncated").is_none());
        let children = reply["tree"]["children"].as_array().unwrap();
        let tags: Vec<_> = children.iter().map(|child| child["tag"].as_str().unwrap()).collect();
        assert_eq!(tags, ["p", "a", "i"]);
        let leaf = json!({"ref": "e3", "tag": "b", "bounds": [1, -2, 30, 4]});
        assert_eq!(children[0]["children"], json!([leaf]));
    }

    #[test]
    fn nothing_rendered_is_an_empty_tree() {
        assert_eq!(json(&[]), json!({"tree": null, "refs": 0, "hint": EMPTY_HINT}));
    }

    #[test]
    fn a_node_tells_its_states_and_never_a_sensitive_value() {
        let mut field = node(0, 7, "input");
        field.has_value = Some(true);
        field.states = ["level=2", "disabled", "checked=mixed", "current=page", "expanded=false"]
            .map(str::to_owned)
            .into();
        field.href = Some("https://a.example/?token=abc".to_owned());
        let tree = &json(&[field])["tree"];
        assert_eq!((&tree["redacted"], &tree["hasValue"]), (&json!(true), &json!(true)));
        assert!(tree.get("value").is_none());
        assert_eq!(tree["href"], "https://a.example/?token=[redacted]");
        let states = json!({"level": 2, "disabled": true, "checked": "mixed", "current": "page",
            "expanded": false});
        assert_eq!(tree["states"], states);
    }

    #[test]
    fn a_depth_is_a_whole_number_from_0_and_its_error_has_no_code() {
        let read = |value: Value| depth(Some(&value));
        assert_eq!(depth(None).unwrap(), 6);
        assert_eq!(read(json!(0)).unwrap(), 0);
        assert_eq!(read(json!(2.0)).unwrap(), 2);
        assert_eq!(read(json!(5_000_000_000_u64)).unwrap(), u32::MAX);
        for value in [json!(-1), json!("2"), json!(1.5), json!(true), json!([])] {
            let error = read(value.clone()).unwrap_err();
            assert_eq!((error.code, error.status()), (None, 200), "{value}");
        }
    }

    proptest! {
        #[test]
        fn a_tree_holds_a_beginning_of_the_list_within_the_limit(
            depths in prop::collection::vec(0_u32..12, 0..60),
            limit in 0_usize..4000,
        ) {
            let nodes: Vec<_> = depths.iter().zip(1..).map(|(depth, number)| {
                node(if number == 1 { 0 } else { depth + 1 }, number, "div")
            }).collect();
            let Nested { root, count, cut } = nest(&nodes, limit);
            let text = Value::Object(root.unwrap_or_default()).to_string();
            prop_assert!(text.chars().count() <= limit.max(2));
            prop_assert_eq!(cut, count < nodes.len());
            let found = text.matches("\"ref\":").count();
            prop_assert_eq!(found, count);
        }
    }
}
