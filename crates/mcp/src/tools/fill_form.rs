//! `browser_fill_form`: fill several fields in one request.

use kitsune_protocol::{Action, ErrorReply, Group};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::answer::ToolResult;
use crate::body::Body;
use crate::call::Call;
use crate::tool::Tool;

pub(super) struct FillForm;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct Args {
    /// Fields, in order.
    fields: Vec<Field>,
}

#[derive(Deserialize, JsonSchema, Serialize)]
#[serde(deny_unknown_fields)]
struct Field {
    /// What the element is, in words for people.
    #[serde(skip_serializing_if = "Option::is_none")]
    element: Option<String>,
    /// Ref from a snapshot, such as e12, or a selector that matches one field.
    target: String,
    /// Name of the field, for the result.
    name: String,
    /// Kind of field.
    #[serde(rename = "type")]
    kind: Kind,
    /// Text; true or false for a checkbox or radio; an option's value or text for a combobox;
    /// a number for a slider.
    value: String,
}

#[derive(Clone, Copy, Deserialize, JsonSchema, Serialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    Textbox,
    Checkbox,
    Radio,
    Combobox,
    Slider,
}

impl Tool for FillForm {
    const NAME: &'static str = "browser_fill_form";
    const TITLE: &'static str = "Fill form";
    const ABOUT: &'static str = "Fill several fields of a form and return what changed. Stops at the first field that fails.";
    const GROUP: Group = Group::Core;
    const ACTION: Option<Action> = Some(Action::FormFill);
    type Args = Args;

    async fn run(call: &Call<'_>, args: Args) -> ToolResult {
        if args.fields.is_empty() {
            return Err(call.invalid("fields: must hold at least one field"));
        }
        for (index, field) in args.fields.iter().enumerate() {
            check(field).map_err(|problem| refused(call, index, field, &problem))?;
        }
        let body = Body::new().with("fields", json!(args.fields));
        Ok(call.post("/api/form-fill", body).await?.into())
    }
}

/// Whether a field can be filled at all; every field is checked before the first is filled.
fn check(field: &Field) -> Result<(), String> {
    if field.target.trim().is_empty() {
        return Err("target: must be a ref or a selector".to_owned());
    }
    let value = field.value.trim();
    match field.kind {
        Kind::Checkbox | Kind::Radio if !is_truth(value) => {
            Err(format!("value: must be true or false, not {value:?}"))
        }
        Kind::Slider if !value.parse().is_ok_and(f64::is_finite) => {
            Err(format!("value: must be a number, not {value:?}"))
        }
        _ => Ok(()),
    }
}

fn is_truth(value: &str) -> bool {
    value.eq_ignore_ascii_case("true") || value.eq_ignore_ascii_case("false")
}

fn refused(call: &Call<'_>, index: usize, field: &Field, problem: &str) -> ErrorReply {
    call.invalid(format!("fields[{index}] ({}): {problem}", field.name))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_accepted(kind: Kind, value: &str) -> bool {
        let field = Field {
            element: None,
            target: "e1".to_owned(),
            name: "A".to_owned(),
            kind,
            value: value.to_owned(),
        };
        check(&field).is_ok()
    }

    #[test]
    fn a_value_fits_its_kind_of_field() {
        for (kind, value, expected) in [
            (Kind::Textbox, "", true),
            (Kind::Checkbox, "TRUE", true),
            (Kind::Radio, "false", true),
            (Kind::Checkbox, "yes", false),
            (Kind::Checkbox, "", false),
            (Kind::Slider, "-2.5", true),
            (Kind::Slider, "NaN", false),
            (Kind::Slider, "ten", false),
            (Kind::Combobox, "anything", true),
        ] {
            assert_eq!(is_accepted(kind, value), expected, "{value:?}");
        }
    }
}
