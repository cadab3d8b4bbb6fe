//! What an action says of itself, read back once the page has settled.
//!
//! Contract: *Post-action snapshots*, *Opened popups*, *Media*, `browser_submit_form`.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{Given, MouseButton};
use crate::ids::Ref;

/// What the page says of the thing it did.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Done {
    /// Tag of the acted-on element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tag: Option<String>,
    /// Its text, redacted and cut.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The value read back after the page has settled, unless the field is sensitive.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// The values of a multiple select, read back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub values: Option<Vec<String>>,
    /// The checked state, read back.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub checked: Option<bool>,
    /// The key with its modifiers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key: Option<String>,
    /// What the key changed: an input type, or `null` when nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub effect: Option<String>,
    /// The page cancelled the key or the edit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prevented: Option<bool>,
    /// A default that was not applied, or another remark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// How long the button of a held click was down, in milliseconds. Named as replies name it.
    #[serde(default, rename = "held_ms", skip_serializing_if = "Option::is_none")]
    pub held_ms: Option<u64>,
    /// The button of a click, unless it is the left one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<MouseButton>,
    /// How many times the pointer moved on a hovered element.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub moves: Option<u32>,
    /// How long these moves took, in milliseconds. Named as replies name it.
    #[serde(default, rename = "hovered_ms", skip_serializing_if = "Option::is_none")]
    pub hovered_ms: Option<u64>,
    /// How a drag was carried out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub via: Option<DragVia>,
    /// A video or audio element after the action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<Media>,
    /// How many times the key was pressed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub repeat: Option<u32>,
    /// Where a slider or spinbutton stands now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stepped: Option<Stepped>,
    /// How a form was submitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub submitted: Option<Submitted>,
    /// The form that was submitted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub form: Option<FormFacts>,
    /// A remark about a success that may not be one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub warning: Option<Warning>,
    /// The menu, list or dialog that a click or hover opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_popup: Option<OpenedPopup>,
    /// What became of each field of a form, in order.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fields: Option<Vec<FieldOutcome>>,
    /// Where a scroll has come to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scrolled: Option<Scrolled>,
    /// The files that the page was given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub given: Option<Given>,
}

/// Where a scroll has come to. Lengths are CSS pixels.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Scrolled {
    /// `window`, the selector that named what was scrolled, or its ref.
    pub target: String,
    /// How far the scroll went, along its axis; negative to the left and to the top.
    pub by: f64,
    /// The position from the left, once the page has settled.
    pub x: f64,
    /// The same from the top.
    pub y: f64,
    /// The largest position from the left.
    pub max_x: f64,
    /// The same from the top.
    pub max_y: f64,
    /// Whether nothing more comes in the scroll's direction.
    pub at_end: bool,
}

/// A slider or spinbutton that keys have set.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Stepped {
    /// `slider` or `spinbutton`.
    pub role: String,
    /// Where it stands.
    pub value: f64,
    /// Where it should.
    pub target: f64,
    /// Its least value, if it says one.
    pub min: Option<f64>,
    /// Its greatest value, if it says one.
    pub max: Option<f64>,
    /// Keys that were pressed.
    pub keys: u32,
}

/// How a form was submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Submitted {
    /// By a click on its first submit control.
    Button,
    /// As if it had one.
    RequestSubmit,
}

/// A form of a page.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct FormFacts {
    /// The form.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Where it is sent, as its attribute says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub action: Option<String>,
    /// How, as its attribute says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub method: Option<String>,
    /// Label of its first submit control.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub button: Option<String>,
}

/// A menu, list or dialog that an action opened, perhaps far from the control that did.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct OpenedPopup {
    /// The popup.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its role.
    pub role: String,
    /// Its name; empty when it has none.
    pub name: String,
    /// The acted-on element, unless it is gone.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_by: Option<Ref>,
    /// Whether the page has painted it.
    pub rendered: bool,
    /// Its first items.
    pub items: Vec<PopupItem>,
}

/// One item of a popup.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct PopupItem {
    /// The item.
    #[serde(rename = "ref")]
    pub number: Ref,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
}

/// How a drag was carried out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum DragVia {
    /// By the events of HTML drag and drop; the destination took the drop.
    Html5,
    /// By moves of the pressed pointer. Nothing tells whether the page did something with them.
    Pointer,
}

/// The state of a video or audio element.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Media {
    /// The current source, without query.
    pub src: Option<String>,
    /// Its length in seconds; null while unknown.
    pub duration: Option<f64>,
    /// Where it is, in seconds; null while unknown.
    pub current_time: Option<f64>,
    /// Whether it does not play.
    pub paused: bool,
    /// Whether its sound is off.
    pub muted: bool,
    /// Whether the browser shows its own controls.
    pub controls: bool,
    /// Why playback did not start, as a sentence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
    /// The same as a word.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<NotPlaying>,
}

/// Why playback did not start (*Media*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum NotPlaying {
    /// The browser wants the person's own input before it plays with sound.
    AutoplayBlocked,
    /// The browser cannot play the source.
    Refused,
    /// The browser plays nothing in a tab that was never shown.
    BackgroundTab,
}

/// What became of one field of a form.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FieldOutcome {
    /// How the request called the field.
    pub name: String,
    /// What was done; absent when it failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub done: Option<Box<Done>>,
    /// Why it was not filled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub error: Option<crate::error::ErrorReply>,
}

/// A remark about an action that ran but may not have had its effect.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Warning {
    /// `hidden_or_covered`, `popup_blocked` or `value_differs`.
    pub code: String,
    /// The facts behind it.
    pub state: serde_json::Map<String, serde_json::Value>,
    /// What to do next.
    pub hint: String,
}
