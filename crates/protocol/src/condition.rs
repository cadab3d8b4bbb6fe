//! What can be waited for in a tab, and what one look at it finds.
//!
//! Contract: *browser_wait_for*, *Action outcomes*. A condition is looked at once and answered at
//! once; the extension's background repeats that until a deadline, because the timers of a page in
//! a hidden tab are slow.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::command::{Left, NameMatch, Tab};
use crate::ids::Ref;
use crate::page::Target;

/// A state that a tab may come to.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "of", rename_all = "camelCase", deny_unknown_fields)]
pub enum Condition {
    /// Something that its page shows.
    Page {
        /// What.
        page: PageCondition,
    },
    /// Its address matches a JavaScript regular expression.
    Url {
        /// The expression.
        pattern: String,
    },
    /// Its address is another.
    UrlChanged {
        /// What it was.
        from: String,
    },
    /// Its title matches a JavaScript regular expression.
    Title {
        /// The expression.
        pattern: String,
    },
    /// Its page has opened a tab.
    TabOpened {
        /// After this moment; see [`Marks`].
        since: u64,
    },
    /// It has gone to another page, or to another address in its page.
    Moved {
        /// After this moment; see [`Marks`].
        since: u64,
        /// Documents that asked to be kept count after this one.
        objections: u64,
        /// Its address then.
        from: String,
    },
    /// Its page requests nothing.
    #[serde(rename_all = "camelCase")]
    NetworkIdle {
        /// For so long, in milliseconds.
        idle_ms: u64,
    },
    /// The agent's JavaScript gives something (developer build).
    Result {
        /// A function, or an expression.
        code: String,
    },
}

/// Something that a page may come to show.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "when", rename_all = "camelCase", deny_unknown_fields)]
pub enum PageCondition {
    /// An element that the target names is rendered.
    Shown {
        /// The element.
        target: Target,
    },
    /// No element that the selector matches is rendered.
    Gone {
        /// The selector.
        selector: String,
    },
    /// The first match holds a value.
    Value {
        /// The selector.
        selector: String,
        /// The value.
        value: String,
    },
    /// The first match holds another value.
    ValueChanged {
        /// The selector.
        selector: String,
        /// What it held; absent when there was no such element.
        before: Option<String>,
    },
    /// The page's text holds a text, no longer holds one, or both.
    #[serde(rename_all = "camelCase")]
    Text {
        /// The text that is to be there.
        text: Option<String>,
        /// The text that is not to be there.
        text_gone: Option<String>,
        /// Only more occurrences than the first look found count.
        new_only: bool,
    },
}

/// What one look found, met or not.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "seen", rename_all = "camelCase")]
pub enum Seen {
    /// An element.
    Element {
        /// Whether it is rendered.
        visible: bool,
        /// Which it is, when it is rendered.
        #[serde(default, rename = "ref", skip_serializing_if = "Option::is_none")]
        number: Option<Ref>,
    },
    /// A value.
    Value {
        /// The value; absent when there is no such element or it holds none.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        value: Option<String>,
        /// Whether it must not be told.
        redacted: bool,
    },
    /// The page's text.
    #[serde(rename_all = "camelCase")]
    Text {
        /// How often the text that is to be there occurs.
        text: u32,
        /// How often the text that is not to be there occurs.
        text_gone: u32,
        /// Elements that the text names instead, of a last look.
        names: Vec<NameMatch>,
    },
    /// The tab.
    Tab {
        /// Its address.
        url: String,
        /// Its title.
        title: String,
        /// How the load of another page ended otherwise than with it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        ended: Option<NoPage>,
        /// What was lost of the page that it left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Left>,
    },
    /// Tabs that its page opened.
    Tabs {
        /// The tabs.
        opened: Vec<Tab>,
    },
    /// Its requests.
    Network {
        /// How many are running.
        running: u32,
    },
    /// What the JavaScript gave.
    Result {
        /// As of [`crate::command::Answer::Evaluated`].
        #[serde(default, skip_serializing_if = "Option::is_none")]
        json: Option<String>,
        /// Whether it was cut.
        truncated: bool,
    },
}

/// How a load ended that brought no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum NoPage {
    /// With the document that was there: a download, or an empty answer.
    Kept,
    /// With the browser's page about an error.
    Failed,
    /// Not at all: the browser asks the person whether the page may be left.
    Asked,
}

/// A moment in a tab's life, from which later events are told.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Marks {
    /// The tab's address.
    pub url: String,
    /// Counts tabs that pages opened.
    pub openings: u64,
    /// Counts loads and moves of tabs.
    pub navigations: u64,
    /// Counts documents that asked to be kept when they were left.
    pub objections: u64,
}
