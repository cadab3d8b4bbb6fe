//! What a page is asked to do.
//!
//! Contract: *Interaction*.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::{DroppedData, GiveBy, OfferedFile, Point, Target};

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
    /// Gives files to a file input, or drops files and data on an element.
    #[serde(rename_all = "camelCase")]
    Upload {
        /// The input, something around it, or what the drop goes to. Without one: the page's only
        /// file input, or its body for a drop.
        target: Option<Target>,
        /// How the page gets them.
        by: GiveBy,
        /// Of several file inputs without a target, the first.
        first: bool,
        /// Without a target, the input that a click asked for last, if one did.
        last_clicked: bool,
        /// The files.
        files: Vec<OfferedFile>,
        /// What a drop has besides.
        data: Vec<DroppedData>,
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
