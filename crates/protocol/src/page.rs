//! What a page is asked to do, and what it observes.
//!
//! The content script walks a document once and emits *records*; [`Observation`] carries them
//! as one string, because a string crosses the browser's process border many times faster than
//! an object. The bridge renders them (design: "the page observes, Rust presents").
//!
//! A record is one line; its fields are separated by tabs, in this order:
//!
//! | field | content |
//! |---|---|
//! | depth | nesting below the root, from 0 |
//! | level | DOM depth of the innermost element that holds this line and the one before it |
//! | marks | letters, see [`mark`] |
//! | ref | the element's number, or empty |
//! | role | ARIA role, `text` for readable text, `removed` for a line that went, `more` for items that are not listed |
//! | name | accessible name, or the text |
//! | states | `key=value` or `key`, separated by U+001F |
//! | url | absolute URL of a link, or empty |
//!
//! A `removed` record that stands for several has the states `more=N`, `under=ROLE` and
//! `underRef=NUMBER` of the parent that they had.
//!
//! The levels tell which lines belong together: an element's lines are a range whose inner levels are
//! all at least its own depth, whether or not the element has a line itself.
//!
//! A `more` record stands for a run of similar items: its ref is their container's, `count=N` says how
//! many, and `far` that a snapshot of the container does not list them either.
//!
//! What a frame of another origin shows is not among its page's records: a script of its own reads
//! it, and [`Observation::frames`] carries it to the bridge, which puts it below the frame's line.
//!
//! White space inside a field is folded to single spaces, so neither tab nor newline occurs.
//!
//! A `removed` record's first state is `role=<role of the line that went>` (`role=text` for a text,
//! which has no ref). More than three removals under one line are folded into one record: `more=<how
//! many others>`, and when that line is known `under=<its role>` and `underRef=<its ref>`. A
//! sensitive field has no `value=` state; it has `filled` when it holds something.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::Ref;
use crate::person::PersonNeeded;

/// Separates the states of a record.
pub const STATE_SEPARATOR: char = '\u{1f}';

/// Letters of a record's `marks` field.
pub mod mark {
    /// The line is new or changed since the record the delta compares with.
    pub const CHANGED: char = 'c';
    /// The acted-on element.
    pub const TARGET: char = 't';
    /// Of a delta: listed only for what a frame may show below it, and left out when that is
    /// nothing.
    pub const FRAME: char = 'f';
}

/// Which element an action or a read means; see *Target selectors*.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "by", rename_all = "camelCase", deny_unknown_fields)]
pub enum Target {
    /// A snapshot's element.
    Ref {
        /// Its number.
        #[serde(rename = "ref")]
        number: Ref,
    },
    /// The element that a selector names.
    #[serde(rename_all = "camelCase")]
    Selector {
        /// CSS or one of the accepted forms.
        selector: String,
        /// Takes the first of several matches.
        first: bool,
    },
    /// A form field by CSS selector, name attribute, label text or placeholder.
    #[serde(rename_all = "camelCase")]
    Field {
        /// The text that names it.
        key: String,
        /// Takes the first of several matches.
        first: bool,
    },
    /// What is at a point of the tab's viewport, also inside frames and shadow roots.
    Point {
        /// The point.
        at: Point,
    },
}

/// A point, in CSS pixels.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Point {
    /// From the left.
    pub x: f64,
    /// From the top.
    pub y: f64,
}

/// A mouse button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum MouseButton {
    /// The primary button.
    #[default]
    Left,
    /// The secondary button.
    Right,
    /// The wheel's button.
    Middle,
}

/// Keys held during a click or a key press.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Modifiers {
    /// Alt, Option on macOS.
    pub alt: bool,
    /// Control.
    pub ctrl: bool,
    /// Command on macOS, the Windows key elsewhere.
    pub meta: bool,
    /// Shift.
    pub shift: bool,
}

/// What a field receives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum FieldValue {
    /// Whatever the field takes: text, an option's value, or a checked state as text.
    Any {
        /// The value as text.
        value: String,
    },
    /// Text of an input, a textarea, an editor or a slider.
    Text {
        /// The new text.
        value: String,
    },
    /// The state of a checkbox, a radio button or a switch.
    Checked {
        /// The new state.
        checked: bool,
    },
    /// Options of a select, each by value, else by its text.
    Options {
        /// The options that are chosen afterwards.
        values: Vec<String>,
    },
}

/// One field of a form and what it receives.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FieldFill {
    /// How the answer calls the field.
    pub name: String,
    /// The field.
    pub target: Target,
    /// What it receives.
    pub value: FieldValue,
}

/// One thing done to a page by its content script.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "act", rename_all = "camelCase", deny_unknown_fields)]
pub enum PageAction {
    /// Moves to an element, presses and releases.
    #[serde(rename_all = "camelCase")]
    Click {
        /// The element.
        target: Target,
        /// The pressed button.
        button: MouseButton,
        /// Keys held meanwhile.
        modifiers: Modifiers,
        /// Clicks twice, without holding.
        double: bool,
        /// How long the button stays down, in milliseconds; 0 for a plain click.
        hold_ms: u64,
        /// Where on the element, from the corner of its box; its centre when absent.
        position: Option<Point>,
    },
    /// Moves to an element and stays on it.
    #[serde(rename_all = "camelCase")]
    Hover {
        /// The element.
        target: Target,
        /// Further moves across it, at most 50.
        steps: u32,
        /// How long these take, in milliseconds.
        duration_ms: u64,
    },
    /// Presses an element, moves to another and lets go there.
    Drag {
        /// What is dragged.
        from: Target,
        /// Where it is dropped.
        to: Target,
    },
    /// Gives an element the focus.
    Focus {
        /// The element.
        target: Target,
    },
    /// Takes the focus away from an element, or from what has it.
    Blur {
        /// The element.
        target: Option<Target>,
    },
    /// Drives a video or audio element.
    Media {
        /// The element.
        target: Target,
        /// What to do with it.
        op: MediaOp,
    },
    /// Replaces the value of one field.
    Fill {
        /// The field.
        target: Target,
        /// The new text.
        value: String,
    },
    /// Fills several fields; one failing field does not stop the others.
    #[serde(rename_all = "camelCase")]
    FillForm {
        /// The fields, in order.
        fields: Vec<FieldFill>,
        /// Stops at the first field that fails.
        stop_at_failure: bool,
    },
    /// Types text key by key.
    Type {
        /// The field or editor.
        target: Target,
        /// The text.
        text: String,
        /// Empties it first.
        clear: bool,
    },
    /// Inserts text into a field or an editor, at once and without keys.
    Edit {
        /// The field or editor.
        target: Target,
        /// The text.
        value: String,
        /// What the text is.
        format: TextFormat,
        /// Replaces what is there.
        clear: bool,
    },
    /// Submits a form by its first submit control, else as if it had one.
    Submit {
        /// The form, or something in it. Without one: the form of the field that was filled or
        /// focused last, else the page's only one.
        target: Option<Target>,
    },
    /// Presses a key, on the focused element unless a target is given.
    Press {
        /// The element that receives the key.
        target: Option<Target>,
        /// The key, as `KeyboardEvent.key` names it.
        key: String,
        /// Keys held meanwhile.
        modifiers: Modifiers,
        /// Text that the key inserts, when it is not the key's own.
        text: Option<String>,
        /// How many times, from 1 to 100.
        repeat: u32,
    },
    /// Chooses options of a select.
    #[serde(rename_all = "camelCase")]
    Select {
        /// The select.
        target: Target,
        /// The options that are chosen afterwards.
        values: Vec<String>,
        /// What a value is compared with.
        by: OptionMatch,
    },
    /// Checks or unchecks a control.
    Check {
        /// The control.
        target: Target,
        /// The state afterwards.
        checked: bool,
    },
    /// Scrolls the page, or something in it.
    #[serde(rename_all = "camelCase")]
    Scroll {
        /// What scrolls, or something in it. Without one the page scrolls, or else what is at the
        /// middle of the viewport.
        target: Option<Target>,
        /// Where to.
        direction: ScrollDirection,
        /// How far, in CSS pixels; all the way means the end whatever this says.
        amount: f64,
        /// For a search that loads more of a list: it may scroll tabs of others that are not shown.
        load_more: bool,
    },
}

/// Where a scroll goes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ScrollDirection {
    /// By an amount to the top.
    Up,
    /// By an amount to the bottom.
    #[default]
    Down,
    /// By an amount to the left.
    Left,
    /// By an amount to the right.
    Right,
    /// All the way to the top.
    Top,
    /// All the way to the bottom.
    Bottom,
}

/// What a text for an editor is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum TextFormat {
    /// Characters and line breaks.
    #[default]
    Text,
    /// Markup, whose scripts would run in the page (developer build).
    Html,
}

/// What is done to a video or audio element.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "camelCase", deny_unknown_fields)]
pub enum MediaOp {
    /// Starts to play.
    Play {},
    /// Stops where it is.
    Pause {},
    /// Goes to a time.
    Seek {
        /// Seconds from the beginning.
        time: f64,
    },
    /// Turns its sound off.
    Mute {},
    /// Turns its sound on.
    Unmute {},
}

/// What a select's option is found by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum OptionMatch {
    /// Its value.
    Value,
    /// Its text.
    Text,
    /// Its value, else its text.
    Either,
}

/// What an action's answer shows of the page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Show {
    /// Nothing; the answer comes at once.
    Nothing,
    /// What the action changed, once the page has reacted.
    Delta,
    /// The whole page.
    Full,
}

/// Which part of a page a read walks.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Scope {
    /// The root; the body when absent.
    pub root: Option<Target>,
    /// DOM depth below the root; all when absent.
    pub max_depth: Option<u32>,
    /// Adds each element's box to its line.
    pub boxes: bool,
    /// Whether the answer will show readable text: prose is not folded then.
    pub text: bool,
    /// Folds runs of similar items.
    pub collapse: bool,
    /// Reads only what changed since the last whole read or delta of the document.
    pub since_observation: bool,
}

/// What one walk over a document found.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Observation {
    /// The records, one a line; see the module's text.
    pub records: String,
    /// Whether the records are only what changed, with their ancestors.
    pub delta: bool,
    /// The document's URL.
    pub url: String,
    /// The document's title.
    pub title: String,
    /// `loading`, `interactive` or `complete`.
    pub ready_state: String,
    /// Whether the tab is in the background or its window minimised.
    pub hidden: bool,
    /// The acted-on element, when it is still there.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub target: Option<Ref>,
    /// Whether the document's URL is another than when the delta's record was taken.
    pub url_changed: bool,
    /// The same of its title.
    pub title_changed: bool,
    /// Whether the page changed in ways the records may not show.
    pub unshown_change: bool,
    /// What frames of other origins show, those inside each other too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub frames: Vec<Frame>,
    /// How many more frames there are to read than one read may.
    #[serde(default)]
    pub frames_left_out: u32,
    /// What only the person can do on the page.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub person_needed: Option<PersonNeeded>,
}

/// What one frame of another origin shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Frame {
    /// The frame's element, in the page or in another frame. Absent for the frame that holds what
    /// was asked for, where no page is read around it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub under: Option<Ref>,
    /// Its records, whose boxes are in its own viewport.
    pub records: String,
    /// Whether they are only what changed.
    pub delta: bool,
    /// Where its viewport begins in the top one, in CSS pixels.
    pub x: f64,
    /// The same from the top.
    pub y: f64,
}

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
