//! Writes `docs/tools.md` from the list of tools. A test compares the file in the tree.

use std::fmt::Write as _;

use serde_json::Value;

use crate::tool::Entry;
use crate::tools::TOOLS;

/// How to refresh the page.
pub const REFERENCE_COMMAND: &str =
    "cargo run -q -p kitsune-mcp --example reference > docs/tools.md";

/// The text of `docs/tools.md`.
pub fn reference() -> String {
    let mut out = format!(
        "# Tools\n\nGenerated from the tools themselves; refresh it with\n`{REFERENCE_COMMAND}`.\n\n\
         A tool is published when its group is in `KITSUNE_CAPS` (default `core`) and its modes\n\
         include `KITSUNE_MODE` (default `act`). An argument in *italics* may be left out.\n"
    );
    for tool in TOOLS {
        section(&mut out, tool);
    }
    out
}

fn section(out: &mut String, tool: &Entry) {
    let published = tool.to_mcp();
    let modes: Vec<_> = tool.modes.iter().map(|mode| mode.name()).collect();
    let about = published.description.as_deref().unwrap_or_default();
    let _ = write!(
        out,
        "\n## {}\n\n{about}\n\nGroup {}; modes {}.\n",
        tool.name,
        tool.group.name(),
        modes.join(", ")
    );
    let schema = published.schema_as_json_value();
    let Some(properties) = schema["properties"].as_object().filter(|map| !map.is_empty()) else {
        return;
    };
    out.push_str("\n| argument | type | meaning |\n|---|---|---|\n");
    rows(out, "", properties, &schema["required"]);
}

fn rows(
    out: &mut String,
    prefix: &str,
    properties: &serde_json::Map<String, Value>,
    required: &Value,
) {
    for (name, property) in properties {
        let is_required = required.as_array().is_some_and(|names| names.iter().any(|n| n == name));
        let shown =
            if is_required { format!("`{prefix}{name}`") } else { format!("*`{prefix}{name}`*") };
        let meaning = property["description"].as_str().unwrap_or_default().replace('|', "\\|");
        let _ = writeln!(out, "| {shown} | {} | {meaning} |", type_of(property));
        if let Some(inner) = property["items"]["properties"].as_object() {
            rows(out, &format!("{prefix}{name}[]."), inner, &property["items"]["required"]);
        }
    }
}

fn type_of(schema: &Value) -> String {
    if let Some(values) = schema["enum"].as_array() {
        let shown: Vec<_> = values.iter().map(Value::to_string).collect();
        return shown.join(", ").replace('"', "");
    }
    match schema["type"].as_str() {
        Some("array") => format!("list of {}", type_of(&schema["items"])),
        Some(name) => name.to_owned(),
        None => "any".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_checked_in_reference_is_current() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/tools.md");
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert!(stored == reference(), "docs/tools.md is stale; refresh it: {REFERENCE_COMMAND}");
    }
}
