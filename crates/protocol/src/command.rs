//! What the bridge asks of the extension, and what it answers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::access::UserTabs;
use crate::condition::{Condition, Marks, Seen};
use crate::dialog::{Dialog, DialogHistory, DialogPolicy, DialogRecord};
use crate::error::ErrorReply;
use crate::find::Hits;
use crate::ids::{OwnerId, TabId, WindowId};
use crate::inspect::{Finding, Question};
use crate::page::{Done, Observation, PageAction, Scope, Show, Target};
use crate::page_data::{DataRead, PageData};
use crate::person::Blocked;
use crate::structure::{Bounds, ElementTree, Forms, TreeScope};

/// For whom a command runs. The bridge sets it; arguments of a request never do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Caller {
    /// The tab owner; absent when the request named none.
    pub owner: Option<OwnerId>,
    /// Whether tabs of others may be written.
    pub user_tabs: UserTabs,
}

/// One thing the extension is asked to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "command", rename_all = "camelCase", deny_unknown_fields)]
pub enum Command {
    /// Lists tabs in the order of their windows and positions.
    ListTabs {
        /// Only the caller's own, the most recently opened first.
        mine: bool,
    },
    /// Says which tab a request without a tab means: the active one.
    ActiveTab {},
    /// Opens a background tab that the caller owns.
    #[serde(rename_all = "camelCase")]
    NewTab {
        /// Where it goes.
        url: String,
        /// Waits for the load.
        wait: bool,
        /// Longest wait, in milliseconds.
        timeout_ms: u64,
        /// Adds an observation of the loaded page.
        observe: bool,
    },
    /// Closes a tab.
    #[serde(rename_all = "camelCase")]
    CloseTab {
        /// The tab.
        tab_id: TabId,
        /// Keeps the page from asking whether to leave.
        force: bool,
    },
    /// Loads a URL.
    #[serde(rename_all = "camelCase")]
    Navigate {
        /// The tab.
        tab_id: TabId,
        /// The URL.
        url: String,
        /// Longest wait for the load, in milliseconds.
        timeout_ms: u64,
        /// Adds an observation of the loaded page.
        observe: bool,
    },
    /// Goes back in the tab's history.
    #[serde(rename_all = "camelCase")]
    GoBack {
        /// The tab.
        tab_id: TabId,
        /// Waits for the page it loads and adds an observation of it.
        observe: bool,
    },
    /// Goes forward in the tab's history.
    #[serde(rename_all = "camelCase")]
    GoForward {
        /// The tab.
        tab_id: TabId,
    },
    /// Loads the tab's page again.
    #[serde(rename_all = "camelCase")]
    Reload {
        /// The tab.
        tab_id: TabId,
        /// Asks the site for everything anew.
        bypass_cache: bool,
    },
    /// Changes the size of the tab's window.
    #[serde(rename_all = "camelCase")]
    ResizeWindow {
        /// The tab.
        tab_id: TabId,
        /// Width with the window's frame, in CSS pixels.
        width: u32,
        /// Height with the window's frame.
        height: u32,
    },
    /// Reads a page.
    #[serde(rename_all = "camelCase")]
    Observe {
        /// The tab.
        tab_id: TabId,
        /// Which part.
        scope: Scope,
    },
    /// Reads a page as a tree of elements.
    #[serde(rename_all = "camelCase")]
    ReadTree {
        /// The tab.
        tab_id: TabId,
        /// Which part.
        scope: TreeScope,
    },
    /// Lists the fields of a page's forms.
    #[serde(rename_all = "camelCase")]
    ReadForms {
        /// The tab.
        tab_id: TabId,
    },
    /// Reads data of a page.
    #[serde(rename_all = "camelCase")]
    ReadData {
        /// The tab.
        tab_id: TabId,
        /// Which.
        read: DataRead,
    },
    /// Asks a page one question.
    #[serde(rename_all = "camelCase")]
    Inspect {
        /// The tab.
        tab_id: TabId,
        /// The question.
        question: Question,
    },
    /// Finds elements by a selector or by what people call them.
    #[serde(rename_all = "camelCase")]
    Find {
        /// The tab.
        tab_id: TabId,
        /// CSS, or words.
        query: String,
    },
    /// Draws a border around an element, or takes all such borders away.
    #[serde(rename_all = "camelCase")]
    Highlight {
        /// The tab.
        tab_id: TabId,
        /// The element; absent to take the borders away.
        target: Option<Target>,
    },
    /// Takes away the borders in all tabs that the caller may write.
    ClearHighlights {},
    /// Does something to a page.
    #[serde(rename_all = "camelCase")]
    Act {
        /// The tab.
        tab_id: TabId,
        /// What.
        action: PageAction,
        /// What the answer shows.
        show: Show,
        /// How long it may wait for its target, in milliseconds; absent to act at once.
        wait_ms: Option<u64>,
    },
    /// Looks again and again, until a condition is met or the time is over.
    #[serde(rename_all = "camelCase")]
    Await {
        /// The tab.
        tab_id: TabId,
        /// What is waited for.
        condition: Condition,
        /// How long, in milliseconds; 0 for one look of at most [`crate::limits::SINGLE_LOOK_MS`].
        timeout_ms: u64,
        /// Time between two looks, in milliseconds.
        poll_ms: u64,
    },
    /// Marks the moment before an action whose outcome is looked for afterwards.
    #[serde(rename_all = "camelCase")]
    Mark {
        /// The tab.
        tab_id: TabId,
        /// Looked at once, in so far as the page can be read.
        look: Option<Condition>,
        /// How long the page may take for that, in milliseconds.
        look_ms: u64,
    },
    /// Says what a tab has come to after an action whose outcome did not show. What cannot be read
    /// in time is left out.
    #[serde(rename_all = "camelCase")]
    Aftermath {
        /// The tab.
        tab_id: TabId,
        /// Before the action; see [`Marks`].
        openings: u64,
        /// The element that was clicked.
        clicked: Option<Target>,
    },
    /// Captures a tab without showing it.
    #[serde(rename_all = "camelCase")]
    Capture {
        /// The tab.
        tab_id: TabId,
        /// What of it.
        area: Area,
        /// Encoding.
        format: ImageFormat,
        /// Pixels of the image per CSS pixel, from 1 to 4; a preview may have fewer.
        scale: f64,
        /// An image small enough for a model to take in: see [`crate::limits::PREVIEW_SIDE`].
        preview: bool,
        /// Where the image is posted: an address of the bridge, good for one body.
        upload: String,
    },
    /// Says what answers a tab's next native dialogs.
    #[serde(rename_all = "camelCase")]
    HandleDialog {
        /// The tab.
        tab_id: TabId,
        /// What answers them; absent to leave them to the person.
        policy: Option<DialogPolicy>,
    },
    /// Runs JavaScript in the page's own world (developer build).
    #[serde(rename_all = "camelCase")]
    Evaluate {
        /// The tab.
        tab_id: TabId,
        /// A function, or an expression.
        code: String,
        /// Passed to the function.
        target: Option<Target>,
        /// Longest wait for a promise, in milliseconds.
        timeout_ms: u64,
    },
}

/// What a capture shows.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "area", rename_all = "camelCase", deny_unknown_fields)]
pub enum Area {
    /// What the tab shows.
    Viewport {},
    /// The whole page.
    Page {},
    /// One element.
    Element {
        /// The element.
        target: Target,
    },
}

/// Encoding of a capture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum ImageFormat {
    /// Lossless.
    #[default]
    Png,
    /// Smaller.
    Jpeg,
}

/// A tab as the browser has it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Tab {
    /// The tab.
    pub id: TabId,
    /// Its address.
    pub url: String,
    /// Its title.
    pub title: String,
    /// Whether its window shows it.
    pub active: bool,
    /// Its window.
    pub window_id: WindowId,
    /// Its place in the list over all windows, from 0.
    pub index: u32,
    /// `loading` or `complete`.
    pub status: String,
    /// Whether the browser has unloaded it.
    pub discarded: bool,
    /// Whether the caller owns it.
    pub owned: bool,
}

/// A captured image, once it was posted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Capture {
    /// How it is encoded: a preview may be smaller than was asked for.
    pub format: ImageFormat,
    /// What is on it, in the page's viewport while it was captured.
    pub bounds: Bounds,
    /// Pixels of the image per CSS pixel.
    pub scale: f64,
    /// Width of all that was asked for, in CSS pixels.
    pub whole_width: f64,
    /// Height of all that was asked for, in CSS pixels.
    pub whole_height: f64,
    /// Whether all that was asked for is on it.
    pub complete: bool,
    /// The page's address.
    pub url: String,
    /// The page's title.
    pub title: String,
}

/// An element that a text wait found by its name instead.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct NameMatch {
    /// The element.
    #[serde(rename = "ref")]
    pub number: crate::ids::Ref,
    /// Its role.
    pub role: String,
    /// Its name.
    pub name: String,
    /// The attribute that holds the name.
    pub source: String,
}

/// What may be lost with a page that was left. The browser asks the person only about pages that a
/// person has used.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub enum Left {
    /// It had asked to be kept, as one with unsaved text does.
    Unsaved,
    /// It did not answer in time, so it was not asked.
    Unasked,
}

/// A page that is not read: what the browser says of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct Address {
    /// Its address.
    pub url: String,
    /// Its title; empty as long as it has none.
    pub title: String,
}

/// What the extension answers.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "result", rename_all = "camelCase")]
#[expect(clippy::large_enum_variant, reason = "one at a time, consumed where it is made")]
pub enum Answer {
    /// Of `listTabs`.
    Tabs {
        /// The tabs.
        tabs: Vec<Tab>,
    },
    /// Of `activeTab`.
    Tab {
        /// The tab.
        tab: Tab,
    },
    /// Of `newTab`, `navigate` and `goBack`.
    #[serde(rename_all = "camelCase")]
    Loaded {
        /// The tab afterwards.
        tab: Tab,
        /// Whether the load did not finish in time.
        timed_out: bool,
        /// Whether the tab stayed blank although a page was asked for.
        stalled: bool,
        /// Whether the address gave no page, as a download or an empty answer does, so that the
        /// tab shows what it did before.
        #[serde(default)]
        kept: bool,
        /// What was lost of the page that was left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Left>,
        /// The page, when it was asked for and could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        observation: Option<Observation>,
        /// Why the page could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        observation_error: Option<String>,
    },
    /// Of `closeTab`.
    Closed {
        /// What was lost of its page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Left>,
    },
    /// Of `goForward` and `reload`.
    Started {
        /// Whether a load or a move within the document began.
        begun: bool,
        /// What is lost of the page that is left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Left>,
    },
    /// Of `resizeWindow`.
    Resized {
        /// The width that the window has now.
        width: u32,
        /// The height that it has now.
        height: u32,
        /// Whether the window shows the tab: a page in the background keeps its size until then.
        shown: bool,
    },
    /// Of `observe`.
    Observed {
        /// The page.
        observation: Observation,
    },
    /// Of `readTree`.
    Tree {
        /// The elements.
        tree: ElementTree,
    },
    /// Of `readForms`.
    Forms {
        /// The fields.
        forms: Forms,
    },
    /// Of `readData`.
    Data {
        /// What was read.
        data: PageData,
    },
    /// Of `inspect`.
    Found {
        /// What the page answers.
        finding: Finding,
    },
    /// Of `find`.
    Hits {
        /// What was found.
        hits: Hits,
    },
    /// Of `highlight`.
    Highlighted {},
    /// Of `act`.
    #[serde(rename_all = "camelCase")]
    Acted {
        /// What was done.
        done: Done,
        /// The page afterwards, when it was asked for and could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        observation: Option<Observation>,
        /// Why the page could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        observation_error: Option<String>,
        /// Whether the tab was in the background, or its window minimised, when the page acted.
        hidden: bool,
        /// Whether the action loaded another document.
        navigated: bool,
        /// Where the tab is or goes then, when that document could not be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        address: Option<Address>,
        /// Whether that document is still loading.
        navigation_pending: bool,
        /// Whether a request of the action was still running.
        request_pending: bool,
        /// Tabs that the action opened.
        opened: Vec<Tab>,
        /// How many more tabs it opened.
        #[serde(default)]
        opened_left_out: u32,
        /// The one of them that was opened in the place of the clicked link's own.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        fallback: Option<TabId>,
        /// The tab or popup that the browser refused to the click.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        blocked: Option<Blocked>,
        /// A native dialog that keeps the page from going on.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        dialog: Option<Dialog>,
        /// What was lost of the page that the action left.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left: Option<Left>,
        /// The dialogs that were answered meanwhile.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        dialogs: Vec<DialogRecord>,
    },
    /// Of `await`.
    Awaited {
        /// Whether the condition was met.
        met: bool,
        /// What the last look that ended found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Seen>,
        /// How many looks ended.
        looks: u32,
        /// Whether a look was under way when the time was over.
        incomplete: bool,
        /// Why the last look could not read the page.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ErrorReply>,
    },
    /// Of `mark`.
    Marked {
        /// The moment.
        marks: Marks,
        /// What the look found.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seen: Option<Seen>,
        /// Why it found nothing.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        error: Option<ErrorReply>,
    },
    /// Of `aftermath`.
    Aftermath {
        /// The tab, when it could be read.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        tab: Option<Tab>,
        /// Whether it is closed.
        closed: bool,
        /// Tabs that its page has opened.
        opened: Vec<Tab>,
        /// Whether the clicked element is still shown.
        visible: bool,
    },
    /// Of `capture`.
    Captured {
        /// The image.
        capture: Capture,
    },
    /// Of `handleDialog`.
    Dialogs {
        /// What is known of the tab's dialogs.
        history: DialogHistory,
    },
    /// Of `evaluate`.
    Evaluated {
        /// The value as JSON text, always valid; absent for `undefined`. Of a value that was cut,
        /// it is a string: the beginning of the value, or of its JSON text.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        json: Option<String>,
        /// Whether the value was cut.
        truncated: bool,
    },
}
