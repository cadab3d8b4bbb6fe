//! Writes `extension/src/protocol.ts`: the TypeScript types of the wire, and decoders for
//! what the extension receives.
//!
//! The source is the JSON Schema that `schemars` derives from the Rust types, so that serde's
//! names and tags are followed by construction. A test compares the file in the tree with
//! [`generate`].

use std::collections::BTreeSet;
use std::fmt::Write as _;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Map, Value};

use crate::condition::Seen;
use crate::dialog::DialogRecord;
use crate::error::Retry;
use crate::find::Hits;
use crate::inspect::{self, Finding};
use crate::page::{Done, Observation};
use crate::page_data::PageData;
use crate::structure::{ElementTree, Forms};
use crate::wire::{FromExtension, ToExtension, close};
use crate::{ErrorCode, ErrorReply, limits, page, wire};

/// How to refresh the generated file.
pub const COMMAND: &str =
    "cargo run -q -p kitsune-protocol --example typescript > extension/src/protocol.ts";

/// The text of `extension/src/protocol.ts`.
pub fn generate() -> String {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    generator.subschema_for::<FromExtension>();
    generator.subschema_for::<ToExtension>();
    let definitions = generator.take_definitions(true);
    // What the background reads: the bridge's messages, and what content scripts send of these.
    let received: BTreeSet<_> = [
        ToExtension::schema_name(),
        Observation::schema_name(),
        Done::schema_name(),
        ElementTree::schema_name(),
        Forms::schema_name(),
        PageData::schema_name(),
        Finding::schema_name(),
        Hits::schema_name(),
        DialogRecord::schema_name(),
        Seen::schema_name(),
        ErrorReply::schema_name(),
    ]
    .iter()
    .flat_map(|root| reachable(&definitions, root))
    .collect();

    let mut out = format!(
        "// The wire between bridge and extension. Generated from crates/protocol; do not edit.\n\
         // Refresh: {COMMAND}\n\n\
         import * as decode from './shared/decode';\n\n"
    );
    constants(&mut out);
    for (name, schema) in &definitions {
        out.push('\n');
        doc(&mut out, schema, "");
        let _ = writeln!(out, "export type {name} = {};", type_of(schema, ""));
    }
    for (name, schema) in &definitions {
        if received.contains(name) {
            let _ = writeln!(
                out,
                "\n/** Reads `{name}` from what came over the socket. */\n\
                 export const read{name}: decode.Decoder<{name}> = decode.lazy(() => {});",
                decoder_of(schema, "")
            );
        }
    }
    out
}

fn constants(out: &mut String) {
    let mut number = |name: &str, value: u64| {
        let _ = writeln!(out, "export const {name} = {value};");
    };
    number("WIRE_VERSION", wire::WIRE_VERSION.into());
    number("CLOSE_REPLACED", close::REPLACED.into());
    number("CLOSE_PROTOCOL", close::PROTOCOL.into());
    number("CLOSE_WIRE_VERSION", close::WIRE_VERSION.into());
    number("CLOSE_OTHER_BROWSER", close::OTHER_BROWSER.into());
    number("SETTLE_VISIBLE_MS", limits::SETTLE_VISIBLE_MS);
    number("SETTLE_HIDDEN_MS", limits::SETTLE_HIDDEN_MS);
    number("QUIET_MS", limits::QUIET_MS);
    number("SETTLE_CAP_MS", limits::SETTLE_CAP_MS);
    number("SETTLE_CAP_PENDING_MS", limits::SETTLE_CAP_PENDING_MS);
    number("NAVIGATED_MS", limits::NAVIGATED_MS);
    number("NAME_LENGTH", limits::NAME as u64);
    number("TEXT_LINE_LENGTH", limits::TEXT_LINE as u64);
    number("FRAMES", limits::FRAMES as u64);
    number("FRAME_LEVELS", limits::FRAME_LEVELS as u64);
    number("FRAMES_MS", limits::FRAMES_MS);
    number("FRAME_SIDE", limits::FRAME_SIDE);
    number("TREE_CHARACTERS", limits::TREE as u64);
    number("TREE_NESTING", limits::TREE_NESTING.into());
    number("FIND_HITS", limits::FIND_HITS as u64);
    number("FIELDS_LISTED", limits::FIELDS as u64);
    number("FIELDS_CHARACTERS", limits::FIELDS_SIZE as u64);
    number("FIELD_VALUE_LENGTH", limits::FIELD_VALUE as u64);
    number("FIELD_OPTIONS", limits::FIELD_OPTIONS as u64);
    number("PAGE_TEXT_CHARACTERS", limits::PAGE_TEXT as u64);
    number("DATA_LISTED", limits::DATA as u64);
    number("DATA_CHARACTERS", limits::DATA_SIZE as u64);
    number("ADDRESS_LENGTH", limits::ADDRESS as u64);
    number("MARKUP_CHARACTERS", limits::MARKUP as u64);
    number("QUERY_CHARACTERS", limits::QUERY as u64);
    number("QUERY_VALUE_LENGTH", limits::QUERY_VALUE as u64);
    number("DIALOGS_KEPT", limits::DIALOGS as u64);
    number("DIALOG_TEXT_LENGTH", limits::DIALOG_TEXT as u64);
    number("POPUP_ITEMS", limits::POPUP_ITEMS as u64);
    number("CANDIDATES", limits::CANDIDATES as u64);
    number("VALUE_LENGTH", limits::WAITED_VALUE as u64);
    number("LAST_LOOK_MS", limits::LAST_LOOK_MS);
    number("SINGLE_LOOK_MS", limits::SINGLE_LOOK_MS);
    number("READY_POLL_MS", limits::READY_POLL_MS);
    number("SCRIPT_RESULT_BYTES", limits::SCRIPT_RESULT_BYTES as u64);
    number("PREVIEW_SIDE", limits::PREVIEW_SIDE);
    number("PREVIEW_SIZE", limits::PREVIEW_SIZE);
    let _ = writeln!(out, "export const CONTENT_SCRIPT = '{}';", wire::CONTENT_SCRIPT);
    for (name, mark) in [("ADDRESS", inspect::ADDRESS), ("ABSOLUTE", inspect::ABSOLUTE)] {
        let code = u32::from(mark);
        let _ = writeln!(out, "export const MARK_{name} = '\\u{{{code:x}}}';");
    }
    let _ = writeln!(out, "export const STATE_SEPARATOR = '\\u{{1f}}';");
    let marks = [
        ("CHANGED", page::mark::CHANGED),
        ("TARGET", page::mark::TARGET),
        ("FRAME", page::mark::FRAME),
    ];
    for (name, letter) in marks {
        let _ = writeln!(out, "export const MARK_{name} = '{letter}';");
    }
    not_retryable(out);
}

/// The codes after which a repeat is of no use or not safe, whatever was sent.
fn not_retryable(out: &mut String) {
    let _ = writeln!(out, "export const NOT_RETRYABLE: ReadonlySet<string> = new Set([");
    for code in ErrorCode::ALL {
        if matches!(code.retry(), Retry::Unsafe | Retry::Persistent) {
            let _ = writeln!(out, "  '{}',", code.name());
        }
    }
    let _ = writeln!(out, "]);");
}

/// Names of the definitions that `root` leads to, itself included.
fn reachable(definitions: &Map<String, Value>, root: &str) -> BTreeSet<String> {
    fn collect(definitions: &Map<String, Value>, value: &Value, found: &mut BTreeSet<String>) {
        match value {
            Value::Object(object) => {
                if let Some(name) = object.get("$ref").and_then(Value::as_str).map(referred) {
                    visit(definitions, name, found);
                }
                object.values().for_each(|value| collect(definitions, value, found));
            }
            Value::Array(items) => items.iter().for_each(|item| collect(definitions, item, found)),
            _ => (),
        }
    }
    fn visit(definitions: &Map<String, Value>, name: &str, found: &mut BTreeSet<String>) {
        if found.insert(name.to_owned())
            && let Some(schema) = definitions.get(name)
        {
            collect(definitions, schema, found);
        }
    }
    let mut found = BTreeSet::new();
    visit(definitions, root, &mut found);
    found
}

fn referred(reference: &str) -> &str {
    reference.rsplit('/').next().unwrap_or(reference)
}

/// What a schema says, as far as our types use JSON Schema.
enum Shape<'a> {
    Reference(&'a str),
    Literal(&'a str),
    Literals(Vec<&'a str>),
    Nullable(Value),
    Tagged { tag: &'a str, variants: Vec<(&'a str, &'a Value)> },
    Object { fields: Vec<Field<'a>>, closed: bool },
    List(&'a Value),
    Dictionary,
    Text,
    Number,
    Integer,
    Flag,
    Anything,
}

struct Field<'a> {
    name: &'a str,
    schema: &'a Value,
    required: bool,
}

fn shape(schema: &Value) -> Shape<'_> {
    let text = |key: &str| schema.get(key).and_then(Value::as_str);
    if let Some(reference) = text("$ref") {
        return Shape::Reference(referred(reference));
    }
    if let Some(literal) = text("const") {
        return Shape::Literal(literal);
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return Shape::Literals(values.iter().filter_map(Value::as_str).collect());
    }
    if let Some(choices) = schema.get("anyOf").and_then(Value::as_array) {
        let other = choices.iter().find(|choice| choice["type"] != "null");
        return Shape::Nullable(other.cloned().unwrap_or_default());
    }
    if let Some(variants) = schema.get("oneOf").and_then(Value::as_array) {
        return one_of(variants);
    }
    match schema.get("type") {
        Some(Value::Array(types)) => {
            let mut inner = schema.clone();
            let other = types.iter().find(|name| *name != "null");
            inner["type"] = other.cloned().unwrap_or_default();
            Shape::Nullable(inner)
        }
        Some(Value::String(name)) => match name.as_str() {
            "string" => Shape::Text,
            "integer" => Shape::Integer,
            "number" => Shape::Number,
            "boolean" => Shape::Flag,
            "array" => Shape::List(&schema["items"]),
            _ => object(schema),
        },
        _ => Shape::Anything,
    }
}

fn object(schema: &Value) -> Shape<'_> {
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let Some(properties) = schema.get("properties").and_then(Value::as_object) else {
        return if closed {
            Shape::Object { fields: Vec::new(), closed }
        } else {
            Shape::Dictionary
        };
    };
    let required = schema.get("required").and_then(Value::as_array);
    let fields = properties
        .iter()
        .map(|(name, schema)| Field {
            name,
            schema,
            required: required.is_some_and(|names| names.iter().any(|other| other == name)),
        })
        .collect();
    Shape::Object { fields, closed }
}

/// Either an enumeration with documented values, or a union told apart by one field.
fn one_of(variants: &[Value]) -> Shape<'_> {
    let literals: Vec<_> = variants
        .iter()
        .flat_map(|variant| match shape(variant) {
            Shape::Literal(literal) => vec![literal],
            Shape::Literals(literals) => literals,
            _ => Vec::new(),
        })
        .collect();
    if !literals.is_empty() {
        return Shape::Literals(literals);
    }
    let tag = variants
        .first()
        .and_then(|variant| variant["properties"].as_object())
        .and_then(|fields| fields.iter().find(|(_, field)| field.get("const").is_some()))
        .map_or("", |(name, _)| name.as_str());
    let variants = variants
        .iter()
        .map(|variant| (variant["properties"][tag]["const"].as_str().unwrap_or_default(), variant))
        .collect();
    Shape::Tagged { tag, variants }
}

fn quoted(literal: &str) -> String {
    format!("'{literal}'")
}

fn type_of(schema: &Value, indent: &str) -> String {
    match shape(schema) {
        Shape::Reference(name) => name.to_owned(),
        Shape::Literal(literal) => quoted(literal),
        Shape::Literals(literals) => {
            literals.into_iter().map(quoted).collect::<Vec<_>>().join(" | ")
        }
        Shape::Nullable(inner) => format!("{} | null", type_of(&inner, indent)),
        Shape::Tagged { variants, .. } => variants
            .iter()
            .map(|(_, variant)| format!("\n{indent}  | {}", type_of(variant, &deeper(indent, 2))))
            .collect(),
        Shape::Object { fields, .. } => object_type(&fields, indent),
        Shape::List(items) => match shape(items) {
            Shape::Nullable(_) | Shape::Literals(_) => format!("({})[]", type_of(items, indent)),
            _ => format!("{}[]", type_of(items, indent)),
        },
        Shape::Dictionary => "Record<string, unknown>".to_owned(),
        Shape::Text => "string".to_owned(),
        Shape::Number | Shape::Integer => "number".to_owned(),
        Shape::Flag => "boolean".to_owned(),
        Shape::Anything => "unknown".to_owned(),
    }
}

fn object_type(fields: &[Field<'_>], indent: &str) -> String {
    if fields.is_empty() {
        return "Record<string, never>".to_owned();
    }
    let inner = deeper(indent, 1);
    let mut out = "{\n".to_owned();
    for field in fields {
        doc(&mut out, field.schema, &inner);
        let mark = if field.required { "" } else { "?" };
        let _ = writeln!(out, "{inner}{}{mark}: {};", field.name, type_of(field.schema, &inner));
    }
    let _ = write!(out, "{indent}}}");
    out
}

fn decoder_of(schema: &Value, indent: &str) -> String {
    match shape(schema) {
        Shape::Reference(name) => format!("read{name}"),
        Shape::Literal(literal) => format!("decode.literals({})", quoted(literal)),
        Shape::Literals(literals) => {
            let list: Vec<_> = literals.into_iter().map(quoted).collect();
            format!("decode.literals({})", list.join(", "))
        }
        Shape::Nullable(inner) => format!("decode.nullable({})", decoder_of(&inner, indent)),
        Shape::Tagged { tag, variants } => {
            let inner = deeper(indent, 1);
            let mut out = format!("decode.tagged({}, {{\n", quoted(tag));
            for (name, variant) in variants {
                let _ = writeln!(out, "{inner}{name}: {},", decoder_of(variant, &inner));
            }
            let _ = write!(out, "{indent}}})");
            out
        }
        Shape::Object { fields, closed } => object_decoder(&fields, closed, indent),
        Shape::List(items) => format!("decode.list({})", decoder_of(items, indent)),
        Shape::Dictionary => "decode.dictionary".to_owned(),
        Shape::Text => "decode.text".to_owned(),
        Shape::Number => "decode.number".to_owned(),
        Shape::Integer => format!("decode.integer({})", schema["minimum"].as_u64().unwrap_or(0)),
        Shape::Flag => "decode.flag".to_owned(),
        Shape::Anything => "decode.anything".to_owned(),
    }
}

fn object_decoder(fields: &[Field<'_>], closed: bool, indent: &str) -> String {
    let inner = deeper(indent, 1);
    let constructor = if closed { "closed" } else { "open" };
    if fields.is_empty() {
        return format!("decode.{constructor}({{}})");
    }
    let mut out = format!("decode.{constructor}({{\n");
    for field in fields {
        let decoder = decoder_of(field.schema, &inner);
        let decoder = if field.required { decoder } else { format!("decode.optional({decoder})") };
        let _ = writeln!(out, "{inner}{}: {decoder},", field.name);
    }
    let _ = write!(out, "{indent}}})");
    out
}

fn deeper(indent: &str, steps: usize) -> String {
    format!("{indent}{}", "  ".repeat(steps))
}

fn doc(out: &mut String, schema: &Value, indent: &str) {
    if let Some(text) = schema.get("description").and_then(Value::as_str) {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ").replace("*/", "* /");
        let _ = writeln!(out, "{indent}/** {text} */");
    }
}

#[cfg(test)]
mod tests {
    use serde::Serialize;
    use serde_json::json;

    use super::*;

    #[derive(Serialize, JsonSchema)]
    #[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
    #[expect(dead_code, reason = "only its schema is read")]
    enum Sample {
        /// The first.
        First {
            a_number: crate::TabId,
        },
        Second {
            list: Vec<String>,
            other: Option<bool>,
        },
    }

    fn sample() -> Value {
        serde_json::to_value(
            SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<Sample>(),
        )
        .unwrap()
    }

    #[test]
    fn a_tagged_union_becomes_a_union_of_objects() {
        insta::assert_snapshot!(type_of(&sample(), ""));
    }

    #[test]
    fn a_decoder_is_closed_where_the_type_is() {
        insta::assert_snapshot!(decoder_of(&sample(), ""));
    }

    #[test]
    fn an_enumeration_with_documented_values_is_a_union_of_literals() {
        let schema = json!({"oneOf": [{"const": "left", "description": "x"}, {"enum": ["right"]}]});
        assert_eq!(type_of(&schema, ""), "'left' | 'right'");
    }
}
