//! The one table of HTTP routes (*HTTP bridge endpoints*).
//!
//! A route names what it runs; groups and modes of an action's route follow from the action.

use crate::access::{Group, Groups, Modes};
use crate::action::Action;

/// An HTTP method that a route accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads; the body is ignored.
    Get,
    /// Carries a JSON object.
    Post,
}

/// What a route runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Runs {
    /// An action in the browser.
    Action(Action),
    /// The bridge's status and diagnosis.
    Status,
    /// Versions of the bridge and the extension.
    Version,
    /// Stops the bridge.
    Shutdown,
    /// Registers a browser that `kitsune launch` manages, or ends that.
    ManagedLaunch,
    /// What the bridge keeps of pages' texts.
    Cache,
}

/// A route's row.
#[derive(Clone, Copy, Debug)]
pub struct Route {
    /// The canonical path, in kebab case.
    pub path: &'static str,
    /// Another accepted path, in camel case.
    pub alias: Option<&'static str>,
    /// Accepted methods.
    pub methods: &'static [Method],
    /// What it runs.
    pub runs: Runs,
}

impl Route {
    /// Groups of which any one suffices; `None` means open to every client.
    pub fn groups(&self) -> Option<Groups> {
        match self.runs {
            Runs::Action(action) => Some(action.spec().groups),
            Runs::Shutdown | Runs::ManagedLaunch | Runs::Cache => Some(Groups::of(&[Group::Admin])),
            Runs::Status | Runs::Version => None,
        }
    }

    /// Task modes that let the route through.
    pub fn modes(&self) -> Modes {
        match self.runs {
            Runs::Action(action) => action.spec().modes,
            Runs::Shutdown | Runs::ManagedLaunch | Runs::Cache => Modes::Act,
            Runs::Status | Runs::Version => Modes::All,
        }
    }

    /// What an error calls the request: the action's name, else the path.
    pub fn name(&self) -> &'static str {
        match self.runs {
            Runs::Action(action) => action.spec().name,
            _ => self.path,
        }
    }
}

const GET: &[Method] = &[Method::Get];
const POST: &[Method] = &[Method::Post];
const BOTH: &[Method] = &[Method::Get, Method::Post];

const fn row(path: &'static str, methods: &'static [Method], runs: Runs) -> Route {
    Route { path, alias: None, methods, runs }
}

const fn action(path: &'static str, methods: &'static [Method], action: Action) -> Route {
    row(path, methods, Runs::Action(action))
}

const fn aliased(path: &'static str, alias: &'static str, action: Action) -> Route {
    Route { path, alias: Some(alias), methods: POST, runs: Runs::Action(action) }
}

const fn read(path: &'static str, alias: &'static str, action: Action) -> Route {
    Route { path, alias: Some(alias), methods: BOTH, runs: Runs::Action(action) }
}

/// Every route, in the order of the contract.
pub const ROUTES: &[Route] = &[
    row("/", GET, Runs::Status),
    row("/api/status", GET, Runs::Status),
    row("/api/version", GET, Runs::Version),
    row("/api/shutdown", POST, Runs::Shutdown),
    row("/api/managed-launch", POST, Runs::ManagedLaunch),
    read("/api/page-info", "/api/pageInfo", Action::GetPageInfo),
    read("/api/page-text", "/api/pageText", Action::GetPageText),
    aliased("/api/page-text-by-tab-id", "/api/pageTextByTabId", Action::GetPageTextFromTab),
    action("/api/tabs", BOTH, Action::GetTabs),
    action("/api/dom", BOTH, Action::GetAccessibilityTree),
    action("/api/snapshot", BOTH, Action::Snapshot),
    action("/api/forms", BOTH, Action::GetFormFields),
    action("/api/screenshot", BOTH, Action::Screenshot),
    aliased("/api/element-screenshot", "/api/elementScreenshot", Action::ElementScreenshot),
    aliased("/api/full-page-screenshot", "/api/fullPageScreenshot", Action::FullPageScreenshot),
    action("/api/click", POST, Action::Click),
    aliased("/api/double-click", "/api/doubleClick", Action::DoubleClick),
    action("/api/hover", POST, Action::Hover),
    action("/api/drag", POST, Action::Drag),
    action("/api/type", POST, Action::Type),
    action("/api/fill", POST, Action::Fill),
    aliased("/api/set-editable-content", "/api/setEditableContent", Action::SetEditableContent),
    aliased("/api/select-option", "/api/selectOption", Action::SelectOption),
    action("/api/check", POST, Action::CheckBox),
    aliased("/api/form-fill", "/api/formFill", Action::FormFill),
    action("/api/keypress", POST, Action::Keypress),
    action("/api/scroll", POST, Action::Scroll),
    aliased("/api/submit-form", "/api/submitForm", Action::SubmitForm),
    action("/api/focus", POST, Action::FocusElement),
    action("/api/blur", POST, Action::BlurElement),
    action("/api/media", POST, Action::Media),
    aliased("/api/js", "/api/executeJS", Action::ExecuteJs),
    aliased(
        "/api/click-and-wait-navigation",
        "/api/clickAndWaitNavigation",
        Action::ClickAndWaitNavigation,
    ),
    aliased("/api/upload-file", "/api/uploadFile", Action::UploadFile),
    action("/api/navigate", POST, Action::Navigate),
    action("/api/back", POST, Action::GoBack),
    action("/api/forward", POST, Action::GoForward),
    aliased("/api/new-tab", "/api/newTab", Action::NewTab),
    aliased("/api/close-tab", "/api/closeTab", Action::CloseTab),
    aliased("/api/needs-user", "/api/needsUser", Action::NeedsUser),
    aliased("/api/handle-dialog", "/api/handleDialog", Action::HandleDialog),
    aliased("/api/reload-tab", "/api/reloadTab", Action::ReloadTabBrowser),
    aliased("/api/resize-window", "/api/resizeWindow", Action::ResizeWindow),
    aliased("/api/wait-for-element", "/api/waitForElement", Action::WaitForElement),
    action("/api/wait-for-text", POST, Action::WaitForText),
    aliased("/api/wait-for-result", "/api/waitForResult", Action::WaitForResult),
    aliased("/api/wait-for-url", "/api/waitForUrl", Action::WaitForUrl),
    aliased("/api/wait-for-title", "/api/waitForTitle", Action::WaitForTitle),
    aliased("/api/wait-for-network-idle", "/api/waitForNetworkIdle", Action::WaitForNetworkIdle),
    action("/api/query", POST, Action::Query),
    action("/api/html", POST, Action::GetHtml),
    action("/api/links", POST, Action::GetLinks),
    action("/api/images", POST, Action::GetImages),
    action("/api/meta", POST, Action::GetMeta),
    aliased("/api/structured-data", "/api/structuredData", Action::GetStructuredData),
    action("/api/readability", POST, Action::GetReadability),
    action("/api/markdown", POST, Action::GetMarkdown),
    action("/api/iframes", POST, Action::GetIframes),
    action("/api/bounds", POST, Action::GetBounds),
    aliased("/api/computed-style", "/api/computedStyle", Action::GetComputedStyle),
    aliased("/api/explain-selector", "/api/explainSelector", Action::ExplainSelector),
    aliased("/api/full-page-metrics", "/api/fullPageMetrics", Action::FullPageMetrics),
    action("/api/find", POST, Action::Find),
    action("/api/highlight", POST, Action::Highlight),
    aliased("/api/clear-highlight", "/api/clearHighlight", Action::ClearHighlight),
    row("/api/cache", POST, Runs::Cache),
];

/// The route at `path` (without its query), by its canonical path or its alias.
pub fn find(path: &str) -> Option<&'static Route> {
    ROUTES.iter().find(|route| route.path == path || route.alias == Some(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_and_aliases_are_unique() {
        let mut paths: Vec<_> =
            ROUTES.iter().flat_map(|route| [Some(route.path), route.alias]).flatten().collect();
        let count = paths.len();
        paths.sort_unstable();
        paths.dedup();
        assert_eq!(paths.len(), count);
    }

    #[test]
    fn every_action_has_a_route() {
        for action in Action::ALL {
            assert!(
                ROUTES.iter().any(|route| route.runs == Runs::Action(*action)),
                "{action:?} cannot be reached"
            );
        }
    }

    #[test]
    fn an_alias_leads_to_the_same_row() {
        assert_eq!(find("/api/newTab").unwrap().path, "/api/new-tab");
        assert!(find("/api/nothing").is_none());
    }
}
