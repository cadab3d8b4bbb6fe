//! The published schema of a tool's arguments, made from the struct that reads them.
//!
//! Its structure is what Playwright MCP's tools publish (a test compares them): no titles, no
//! number formats, no `null` among the types of an argument that may be left out.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::Value;

use crate::answer::Object;

/// The schema of `A`. Fields marked `#[schemars(skip)]` are accepted, but not in it.
pub(crate) fn published<A: JsonSchema>() -> Object {
    let settings =
        SchemaSettings::draft2020_12().with(|settings| settings.inline_subschemas = true);
    let schema = settings.into_generator().into_root_schema_for::<A>();
    let mut schema = match schema.to_value() {
        Value::Object(schema) => schema,
        _ => Object::new(),
    };
    simplify(&mut schema);
    // The struct's own text says to readers of the code what the tool's text says to clients.
    schema.shift_remove("description");
    schema.entry("properties").or_insert_with(|| Object::new().into());
    schema
}

fn simplify(schema: &mut Object) {
    schema.shift_remove("title");
    schema.shift_remove("format");
    if schema.get("default") == Some(&Value::Null) {
        schema.shift_remove("default");
    }
    if let Some(Value::Array(types)) = schema.get_mut("type") {
        types.retain(|kind| kind != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            schema.insert("type".to_owned(), only);
        }
    }
    if let Some(Value::Array(values)) = schema.get_mut("enum") {
        values.retain(|value| !value.is_null());
    }
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        properties.values_mut().filter_map(Value::as_object_mut).for_each(simplify);
    }
    if let Some(Value::Object(items)) = schema.get_mut("items") {
        simplify(items);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[derive(JsonSchema)]
    #[serde(deny_unknown_fields, rename_all = "camelCase")]
    #[expect(dead_code, reason = "only its schema is read")]
    struct Sample {
        /// A number.
        a_number: Option<f64>,
        /// A choice.
        choice: Option<Choice>,
        /// A list.
        list: Vec<Choice>,
        #[schemars(skip)]
        hidden: Option<u32>,
    }

    #[derive(JsonSchema)]
    #[serde(rename_all = "lowercase")]
    #[expect(dead_code, reason = "only its schema is read")]
    enum Choice {
        Left,
        Right,
    }

    #[test]
    fn a_schema_has_no_nulls_titles_or_formats() {
        let choice = json!({"type": "string", "enum": ["left", "right"]});
        let expected = json!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": {
                "aNumber": {"type": "number", "description": "A number."},
                "choice": {
                    "type": "string",
                    "enum": ["left", "right"],
                    "description": "A choice."
                },
                "list": {"type": "array", "items": choice, "description": "A list."}
            },
            "required": ["list"],
            "additionalProperties": false
        });
        assert_eq!(Value::Object(published::<Sample>()), expected);
    }

    #[test]
    fn no_arguments_are_an_empty_object() {
        #[derive(JsonSchema)]
        #[serde(deny_unknown_fields)]
        struct Nothing {}
        assert_eq!(published::<Nothing>()["properties"], json!({}));
    }
}
