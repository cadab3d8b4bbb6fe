//! The one table of actions: what the bridge can ask of the browser.
//!
//! Capability checks, modes, read-only tabs, task order and the route table read this table;
//! an action without a row does not compile.

use crate::access::{Group, Groups, Modes};

/// Groups of most actions.
const CORE: Groups = Groups::of(&[Group::Core]);
/// Groups of the reads beyond the core tools.
const READ: Groups = Groups::of(&[Group::Read]);
/// Groups of looks at elements and sizes.
const INSPECT: Groups = Groups::of(&[Group::Inspect]);
/// Groups of what goes beyond pressing and typing.
const BROWSE: Groups = Groups::of(&[Group::Browse]);
/// Groups of what is done to tabs as such.
const TABS: Groups = Groups::of(&[Group::Tabs]);
/// Groups of an action that both the core tools and the browse group use.
const BROWSE_CORE: Groups = Groups::of(&[Group::Browse, Group::Core]);

/// Whether an action may change something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It only observes; a repeat duplicates nothing.
    Read,
    /// It acts; an unknown outcome is never repeated blindly.
    Write,
}

/// Which queue an action waits in: one first-in, first-out queue per tab and one per window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lane {
    /// Runs at once.
    None,
    /// The queue of its tab.
    Tab,
    /// The queue of the window it acts in.
    Window,
}

/// An action's row.
#[derive(Clone, Copy, Debug)]
pub struct Spec {
    /// Name in containers and in the audit log.
    pub name: &'static str,
    /// Whether it may change something.
    pub kind: Kind,
    /// Which queue it waits in.
    pub lane: Lane,
    /// Groups of which any one suffices.
    pub groups: Groups,
    /// Task modes that let it through.
    pub modes: Modes,
}

macro_rules! actions {
    ($(#[$doc:meta] $variant:ident, $name:literal, $kind:ident, $lane:ident, $groups:ident, $modes:ident;)*) => {
        /// One thing the bridge can ask of the browser.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Action {
            $(#[$doc] $variant,)*
        }

        impl Action {
            /// Every action, in the order of the table.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// The action's row.
            pub const fn spec(self) -> Spec {
                match self {
                    $(Self::$variant => Spec {
                        name: $name,
                        kind: Kind::$kind,
                        lane: Lane::$lane,
                        groups: $groups,
                        modes: Modes::$modes,
                    },)*
                }
            }
        }
    };
}

// Action, name, kind, queue, groups, modes.
actions! {
    /// Takes the focus away from an element.
    BlurElement, "blurElement", Write, Tab, BROWSE, Act;
    /// Checks or unchecks a control.
    CheckBox, "checkBox", Write, Tab, BROWSE_CORE, Draft;
    /// Takes away the borders around elements.
    ClearHighlight, "clearHighlight", Write, Tab, INSPECT, Act;
    /// Clicks an element.
    Click, "click", Write, Tab, CORE, Act;
    /// Closes a tab.
    CloseTab, "closeTab", Write, Tab, CORE, Act;
    /// Clicks an element and waits for the page that it leads to.
    ClickAndWaitNavigation, "clickAndWaitNavigation", Write, Tab, BROWSE, Act;
    /// Clicks an element twice.
    DoubleClick, "doubleClick", Write, Tab, CORE, Act;
    /// Drags an element to another.
    Drag, "drag", Write, Tab, CORE, Act;
    /// Captures one element.
    ElementScreenshot, "elementScreenshot", Read, Tab, CORE, Act;
    /// Runs the agent's JavaScript in a page.
    ExecuteJs, "js", Write, Tab, CORE, Act;
    /// Says what a selector matches.
    ExplainSelector, "explainSelector", Read, Tab, INSPECT, All;
    /// Replaces a field's value.
    Fill, "fill", Write, Tab, CORE, Draft;
    /// Finds elements by a selector or by what people call them.
    Find, "find", Read, Tab, CORE, All;
    /// Gives an element the focus.
    FocusElement, "focusElement", Write, Tab, BROWSE, Act;
    /// Fills several fields.
    FormFill, "formFill", Write, Tab, CORE, Draft;
    /// Captures a whole page.
    FullPageScreenshot, "fullPageScreenshot", Read, Tab, CORE, Act;
    /// Reads the sizes of a page.
    FullPageMetrics, "fullPageMetrics", Read, Tab, INSPECT, All;
    /// Reads a page as a tree of elements.
    GetAccessibilityTree, "dom", Read, Tab, READ, All;
    /// Reads where an element is.
    GetBounds, "getBounds", Read, Tab, INSPECT, All;
    /// Reads how an element is styled.
    GetComputedStyle, "getComputedStyle", Read, Tab, INSPECT, All;
    /// Lists the fields of a page's forms.
    GetFormFields, "forms", Read, Tab, READ, All;
    /// Reads an element's HTML.
    GetHtml, "getHTML", Read, Tab, READ, All;
    /// Lists a page's frames.
    GetIframes, "getIframes", Read, Tab, READ, All;
    /// Lists a page's images.
    GetImages, "getImages", Read, Tab, READ, All;
    /// Lists a page's links.
    GetLinks, "getLinks", Read, Tab, READ, All;
    /// Reads a page as Markdown.
    GetMarkdown, "getMarkdown", Read, Tab, READ, All;
    /// Reads what a page says of itself.
    GetMeta, "getMeta", Read, Tab, READ, All;
    /// Reads facts of a page.
    GetPageInfo, "pageInfo", Read, Tab, READ, All;
    /// Reads a page's text.
    GetPageText, "pageText", Read, Tab, READ, All;
    /// Reads the text of a page in a named tab.
    GetPageTextFromTab, "pageTextByTabId", Read, Tab, READ, All;
    /// Reads the article of a page.
    GetReadability, "getReadability", Read, Tab, READ, All;
    /// Reads a page's structured data.
    GetStructuredData, "getStructuredData", Read, Tab, READ, All;
    /// Lists tabs.
    GetTabs, "tabs", Read, None, CORE, All;
    /// Goes back in a tab's history.
    GoBack, "goBack", Write, Tab, CORE, Act;
    /// Goes forward in a tab's history.
    GoForward, "goForward", Write, Tab, BROWSE, Act;
    /// Says what answers a tab's native dialogs.
    HandleDialog, "handleDialog", Write, Tab, CORE, Act;
    /// Draws a border around an element.
    Highlight, "highlight", Write, Tab, INSPECT, Act;
    /// Points at an element.
    Hover, "hover", Write, Tab, CORE, Act;
    /// Presses a key.
    Keypress, "keypress", Write, Tab, CORE, Act;
    /// Plays, pauses, seeks or mutes a video or audio element.
    Media, "media", Write, Tab, BROWSE, Act;
    /// Loads a URL in a tab.
    Navigate, "navigate", Write, Tab, CORE, All;
    /// Opens a background tab.
    NewTab, "newTab", Write, Window, CORE, All;
    /// Says what a page needs of the person.
    NeedsUser, "needsUser", Read, Tab, CORE, All;
    /// Reads values of the elements that a selector matches.
    Query, "query", Read, Tab, READ, All;
    /// Loads a tab's page again.
    ReloadTabBrowser, "reloadTabBrowser", Write, Tab, TABS, Act;
    /// Changes the size of a tab's window.
    ResizeWindow, "resizeWindow", Write, Tab, CORE, Act;
    /// Captures what a tab's viewport shows.
    Screenshot, "screenshot", Read, Tab, CORE, Act;
    /// Scrolls the page, or something in it.
    Scroll, "scroll", Write, Tab, BROWSE, All;
    /// Chooses options of a select.
    SelectOption, "selectOption", Write, Tab, CORE, Draft;
    /// Inserts text into a field or an editor.
    SetEditableContent, "setEditableContent", Write, Tab, CORE, Draft;
    /// Reads a page as lines with refs.
    Snapshot, "snapshot", Read, Tab, CORE, All;
    /// Submits a form.
    SubmitForm, "submitForm", Write, Tab, BROWSE, Act;
    /// Types text key by key.
    Type, "type", Write, Tab, CORE, Draft;
    /// Gives files to a file input, or drops files and data on an element.
    UploadFile, "uploadFile", Write, Tab, CORE, Act;
    /// Waits for an element to be shown.
    WaitForElement, "waitForElement", Read, Tab, CORE, Act;
    /// Waits until a page requests nothing.
    WaitForNetworkIdle, "waitForNetworkIdle", Read, Tab, CORE, Act;
    /// Waits until the agent's JavaScript gives something.
    WaitForResult, "waitForResult", Write, Tab, CORE, Act;
    /// Waits for page text to appear or to go.
    WaitForText, "waitForText", Read, Tab, CORE, All;
    /// Waits for a tab's title.
    WaitForTitle, "waitForTitle", Read, Tab, CORE, Act;
    /// Waits for a tab's address.
    WaitForUrl, "waitForUrl", Read, Tab, CORE, Act;
}

impl Action {
    /// Whether it may wait for its target before it acts (*Actionability wait*).
    pub const fn waits(self) -> bool {
        matches!(
            self,
            Self::CheckBox
                | Self::Click
                | Self::DoubleClick
                | Self::Drag
                | Self::Fill
                | Self::Hover
                | Self::Keypress
                | Self::SelectOption
                | Self::SetEditableContent
                | Self::Type
        )
    }

    /// Whether its outcome can be looked for (*Action outcomes*).
    pub const fn expects(self) -> bool {
        self.waits()
            || matches!(
                self,
                Self::BlurElement
                    | Self::ClickAndWaitNavigation
                    | Self::FocusElement
                    | Self::FormFill
                    | Self::GoBack
                    | Self::GoForward
                    | Self::Navigate
                    | Self::ReloadTabBrowser
                    | Self::Scroll
                    | Self::SubmitForm
                    | Self::UploadFile
            )
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::access::Mode;

    #[test]
    fn action_names_are_unique() {
        let mut names: Vec<_> = Action::ALL.iter().map(|action| action.spec().name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Action::ALL.len());
    }

    #[test]
    fn read_mode_lets_nothing_through_that_changes_a_page() {
        let writes: Vec<_> = Action::ALL
            .iter()
            .map(|action| action.spec())
            .filter(|spec| spec.kind == Kind::Write && spec.modes.permit(Mode::Read))
            .map(|spec| spec.name)
            .collect();
        assert_eq!(writes, ["navigate", "newTab", "scroll"]);
    }
}
