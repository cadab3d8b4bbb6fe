//! The one table of actions: what the bridge can ask of the browser.
//!
//! Capability checks, modes, read-only tabs, task order and the route table read this table;
//! an action without a row does not compile.

use crate::access::{Group, Groups, Modes};

/// Groups of most actions.
const CORE: Groups = Groups::of(&[Group::Core]);
/// Groups of the reads beyond the core tools.
const READ: Groups = Groups::of(&[Group::Read]);
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
    /// Checks or unchecks a control.
    CheckBox, "checkBox", Write, Tab, BROWSE_CORE, Draft;
    /// Clicks an element.
    Click, "click", Write, Tab, CORE, Act;
    /// Closes a tab.
    CloseTab, "closeTab", Write, Tab, CORE, Act;
    /// Clicks an element twice.
    DoubleClick, "doubleClick", Write, Tab, CORE, Act;
    /// Captures one element.
    ElementScreenshot, "elementScreenshot", Read, Tab, CORE, Act;
    /// Runs the agent's JavaScript in a page.
    ExecuteJs, "js", Write, Tab, CORE, Act;
    /// Replaces a field's value.
    Fill, "fill", Write, Tab, CORE, Draft;
    /// Fills several fields.
    FormFill, "formFill", Write, Tab, CORE, Draft;
    /// Captures a whole page.
    FullPageScreenshot, "fullPageScreenshot", Read, Tab, CORE, Act;
    /// Reads a page as a tree of elements.
    GetAccessibilityTree, "dom", Read, Tab, READ, All;
    /// Lists the fields of a page's forms.
    GetFormFields, "forms", Read, Tab, READ, All;
    /// Lists tabs.
    GetTabs, "tabs", Read, None, CORE, All;
    /// Goes back in a tab's history.
    GoBack, "goBack", Write, Tab, CORE, Act;
    /// Presses a key.
    Keypress, "keypress", Write, Tab, CORE, Act;
    /// Loads a URL in a tab.
    Navigate, "navigate", Write, Tab, CORE, All;
    /// Opens a background tab.
    NewTab, "newTab", Write, Window, CORE, All;
    /// Captures what a tab's viewport shows.
    Screenshot, "screenshot", Read, Tab, CORE, Act;
    /// Chooses options of a select.
    SelectOption, "selectOption", Write, Tab, CORE, Draft;
    /// Reads a page as lines with refs.
    Snapshot, "snapshot", Read, Tab, CORE, All;
    /// Types text key by key.
    Type, "type", Write, Tab, CORE, Draft;
    /// Waits for page text to appear or to go.
    WaitForText, "waitForText", Read, Tab, CORE, All;
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
    fn read_mode_lets_nothing_through_that_writes_a_page() {
        let writes: Vec<_> = Action::ALL
            .iter()
            .map(|action| action.spec())
            .filter(|spec| spec.kind == Kind::Write && spec.modes.permit(Mode::Read))
            .map(|spec| spec.name)
            .collect();
        assert_eq!(writes, ["navigate", "newTab"]);
    }
}
