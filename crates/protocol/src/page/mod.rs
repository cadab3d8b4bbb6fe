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

mod action;
mod done;
mod files;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::ids::Ref;
use crate::person::PersonNeeded;

pub use action::*;
pub use done::*;
pub use files::*;

/// Separates the states of a record.
pub const STATE_SEPARATOR: char = '\u{1f}';

/// How the hint of a cut snapshot begins. The core tool says in its place what its client can do.
pub const CUT_HINT: &str = "Read a part of the page to see the rest.";

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
