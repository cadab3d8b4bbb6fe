//! `/api/forms`: the fields of a page's forms (*GET /api/forms*).

use serde::Deserialize;
use serde_json::{Map, Value, json};

use kitsune_protocol::ErrorReply;
use kitsune_protocol::command::{Answer, Command};
use kitsune_protocol::structure::{FormField, Forms, UnreadFrame};

use super::told::{self, bounds, reference};
use super::{Call, PATIENCE, Reply, arguments, unexpected};
use crate::redact;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoArguments {}

/// Lists the fields of a page.
pub(super) async fn list(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    let NoArguments {} = arguments::parse(call.admitted.body().clone())?;
    let tab_id = call.tab().await?;
    match call.ask_tab(tab_id, Command::ReadForms { tab_id }, PATIENCE).await? {
        Answer::Forms { forms } => Ok(reply(&forms)),
        other => Err(unexpected(&other)),
    }
}

fn reply(forms: &Forms) -> Reply {
    let fields: Vec<_> = forms.fields.iter().map(field).collect();
    let listed = fields.len();
    let mut out = Reply::from_iter([("fields".to_owned(), fields.into())]);
    if !forms.unavailable_frames.is_empty() {
        let frames: Vec<_> = forms.unavailable_frames.iter().map(frame).collect();
        out.insert("unavailableFrames".into(), frames.into());
    }
    if listed < forms.total as usize {
        out.insert("truncated".into(), true.into());
        let hint = format!(
            "The first {listed} of {} fields are listed. Read a part of the page as a tree or \
             snapshot, by a ref or selector, to see the others.",
            forms.total
        );
        out.insert("hint".into(), hint.into());
    }
    told::add_frames_left_out(&mut out, forms.frames_left_out);
    out
}

fn field(field: &FormField) -> Value {
    let mut out = Map::new();
    out.insert("ref".into(), reference(field.number));
    let texts = [
        ("tag", &field.tag),
        ("type", &field.kind),
        ("name", &field.name),
        ("id", &field.id),
        ("placeholder", &field.placeholder),
    ];
    for (key, text) in texts {
        out.insert(key.into(), text.clone().into());
    }
    told::add_value(&mut out, field.value.as_deref(), field.has_value);
    out.insert("label".into(), field.label.clone().into());
    out.insert("required".into(), field.required.into());
    if let Some(selector) = &field.selector {
        out.insert("selector".into(), selector.clone().into());
    }
    if let Some(options) = &field.options {
        out.insert("options".into(), json!(options));
    }
    if let Some(count) = field.option_count {
        out.insert("optionCount".into(), count.into());
    }
    told::add_states(&mut out, &field.states);
    if field.hidden {
        out.insert("hidden".into(), true.into());
    }
    if let Some(frame) = &field.frame {
        out.insert("frame".into(), redact::url(frame).into());
    }
    out.insert("bounds".into(), bounds(field.bounds));
    out.into()
}

fn frame(frame: &UnreadFrame) -> Value {
    let mut out = json!({
        "ref": reference(frame.number),
        "name": redact::url(&frame.name),
        "content": frame.content,
    });
    if let Some(src) = &frame.src {
        out["src"] = redact::url(src).into();
    }
    out
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::Ref;
    use kitsune_protocol::structure::Bounds;

    use super::*;

    fn password() -> FormField {
        FormField {
            number: Ref::new(4).unwrap(),
            tag: "input".to_owned(),
            kind: "password".to_owned(),
            name: "pw".to_owned(),
            id: String::new(),
            placeholder: String::new(),
            value: None,
            has_value: Some(false),
            label: "Password".to_owned(),
            required: true,
            selector: Some("#pw".to_owned()),
            options: None,
            option_count: None,
            states: Vec::new(),
            hidden: false,
            frame: None,
            bounds: Bounds { x: 1.0, y: 2.0, width: 3.0, height: 4.0 },
        }
    }

    #[test]
    fn a_sensitive_field_says_only_whether_it_holds_something() {
        let forms = Forms {
            fields: vec![password()],
            unavailable_frames: Vec::new(),
            total: 1,
            frames_left_out: 0,
        };
        let expected = json!({"fields": [{
            "ref": "e4", "tag": "input", "type": "password", "name": "pw", "id": "",
            "placeholder": "", "redacted": true, "hasValue": false, "label": "Password",
            "required": true, "selector": "#pw", "bounds": [1, 2, 3, 4]
        }]});
        assert_eq!(Value::Object(reply(&forms)), expected);
    }

    #[test]
    fn a_cut_list_and_unread_frames_are_told() {
        let frame = UnreadFrame {
            number: Ref::new(9).unwrap(),
            name: "Payment".to_owned(),
            content: "cross_origin".to_owned(),
            src: Some("https://ada:pw@pay.example/w".to_owned()),
        };
        let field = FormField {
            value: Some("Ada".to_owned()),
            has_value: None,
            frame: Some("https://ada:pw@a.example/".to_owned()),
            ..password()
        };
        let forms = Forms {
            fields: vec![field],
            unavailable_frames: vec![frame],
            total: 900,
            frames_left_out: 2,
        };
        let reply = Value::Object(reply(&forms));
        assert_eq!(reply["truncated"], true);
        let hint = reply["hint"].as_str().unwrap();
        assert!(
            hint.contains("first 1 of 900") && hint.contains("2 more cross-origin frames"),
            "{hint}"
        );
        let unread = json!([{"ref": "e9", "name": "Payment", "content": "cross_origin",
            "src": "https://pay.example/w"}]);
        assert_eq!(reply["unavailableFrames"], unread);
        assert_eq!(reply["fields"][0]["value"], "Ada");
        assert_eq!(reply["fields"][0]["frame"], "https://a.example/");
    }
}
