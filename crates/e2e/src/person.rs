//! The person at the browser: real mouse and keyboard input, and the tabs a person opens.
//!
//! There is one person at one desk. A test that calls [`Kit::person`](crate::Kit::person) waits
//! for its turn and then has the window, the focus and the keyboard for itself until it ends.

use kitsune_protocol::ids::TabId;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::browser::Browser;

/// Acts as the person. Every method fails the test when Firefox does not do it.
pub struct Person<'a> {
    browser: &'a Browser,
}

impl<'a> Person<'a> {
    pub(crate) fn new(browser: &'a Browser) -> Self {
        Self { browser }
    }

    /// Opens a page in a new tab in front, and waits until it has loaded.
    pub async fn opens(&self, url: &str) -> TabId {
        self.does("openTab", json!([url])).await
    }

    /// Opens one of the extension's own pages, such as `popup/popup.html`, in a tab in front.
    pub async fn opens_extension_page(&self, path: &str) -> TabId {
        let url: String = self.does("extensionPage", json!([path])).await;
        self.opens(&url).await
    }

    /// Reloads the extension, as a developer does in about:debugging.
    pub async fn reloads_the_extension(&self) {
        self.does("reloadExtension", json!([])).await
    }

    /// Goes to another page in a tab, and waits until it has loaded.
    pub async fn navigates(&self, tab: TabId, url: &str) {
        self.does("navigate", json!([tab, url])).await
    }

    /// Brings a tab to the front.
    pub async fn looks_at(&self, tab: TabId) {
        self.does("selectTab", json!([tab])).await
    }

    /// Closes a tab.
    pub async fn closes(&self, tab: TabId) {
        self.does("closeTab", json!([tab])).await
    }

    /// The tab in front.
    pub async fn current_tab(&self) -> TabId {
        self.does("selectedTab", json!([])).await
    }

    /// The tab whose page has the keyboard focus.
    pub async fn focused_tab(&self) -> Option<TabId> {
        self.does("focusedTab", json!([])).await
    }

    /// The element that has the focus in a tab, as a CSS selector of tag and id; empty when the
    /// tab's page does not have the keyboard focus.
    pub async fn focused_element(&self, tab: TabId) -> String {
        if self.focused_tab().await != Some(tab) {
            return String::new();
        }
        let element = "((e = document.activeElement) => \
            e ? e.localName + (e.id && '#' + e.id) : '')()";
        self.does("evaluate", json!([tab, element])).await
    }

    /// Clicks the centre of an element, in front.
    pub async fn clicks(&self, tab: TabId, selector: &str) {
        self.does("click", json!([tab, selector])).await
    }

    /// Double-clicks the centre of an element, in front.
    pub async fn double_clicks(&self, tab: TabId, selector: &str) {
        self.does("click", json!([tab, selector, {"count": 2}])).await
    }

    /// Clicks a point of the page's viewport, in CSS pixels.
    pub async fn clicks_at(&self, tab: TabId, x: f64, y: f64) {
        self.does("clickAt", json!([tab, x, y])).await
    }

    /// Types text into what has the focus in a tab.
    pub async fn types(&self, tab: TabId, text: &str) {
        self.does("type", json!([tab, text])).await
    }

    /// Presses a key by its `KeyboardEvent.key` name, such as `Enter` or `Control+a`.
    pub async fn presses(&self, tab: TabId, key: &str) {
        self.does("pressKey", json!([tab, key])).await
    }

    /// Answers the native dialog over a tab's page by its first button, or by the one that cancels.
    /// `text` is what is typed into it before.
    pub async fn answers(&self, tab: TabId, accept: bool, text: Option<&str>) {
        self.does("answerDialog", json!([tab, accept, text])).await
    }

    /// Closes all windows; Firefox itself goes on, as it does on a Mac.
    pub async fn closes_every_window(&self) {
        let () = self.does("closeEveryWindow", json!([])).await;
        self.browser.disconnect().await;
    }

    /// Opens a normal window after [`closes_every_window`](Self::closes_every_window).
    pub async fn opens_a_window(&self) {
        self.does("openWindow", json!([])).await
    }

    /// Zooms a tab's page, as Ctrl and + do.
    pub async fn zooms(&self, tab: TabId, factor: f64) {
        self.does("zoomTab", json!([tab, factor])).await
    }

    /// Unloads a tab that is not in front, as its menu does.
    pub async fn unloads(&self, tab: TabId) {
        self.does("unloadTab", json!([tab])).await
    }

    /// Gives the extension access to all sites, or takes it away, as about:addons does.
    pub async fn allows_all_sites(&self, allowed: bool) {
        self.does("allowAllSites", json!([allowed])).await
    }

    /// Sets a preference, as about:config does; null resets it.
    pub async fn sets(&self, preference: &str, value: Value) {
        self.does("setPreference", json!([preference, value])).await
    }

    async fn does<T: DeserializeOwned>(&self, function: &str, arguments: Value) -> T {
        match self.browser.call(function, arguments.clone()).await {
            Ok(value) => value,
            Err(error) => panic!("the person could not {function} {arguments}: {error}"),
        }
    }
}
