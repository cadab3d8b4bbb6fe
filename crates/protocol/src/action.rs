//! The one table of actions: what the bridge can ask of the browser.
//!
//! Capability checks, modes, read-only tabs, task order and the route table read this table;
//! an action without a row does not compile.

use crate::access::{Group, Groups, Modes};

/// One thing the bridge can ask of the browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// Checks or unchecks a control.
    CheckBox,
    /// Clicks an element.
    Click,
    /// Closes a tab.
    CloseTab,
    /// Clicks an element twice.
    DoubleClick,
    /// Captures one element.
    ElementScreenshot,
    /// Runs the agent's JavaScript in a page.
    ExecuteJs,
    /// Replaces a field's value.
    Fill,
    /// Fills several fields.
    FormFill,
    /// Captures a whole page.
    FullPageScreenshot,
    /// Lists tabs.
    GetTabs,
    /// Goes back in a tab's history.
    GoBack,
    /// Presses a key.
    Keypress,
    /// Loads a URL in a tab.
    Navigate,
    /// Opens a background tab.
    NewTab,
    /// Captures what a tab's viewport shows.
    Screenshot,
    /// Chooses options of a select.
    SelectOption,
    /// Reads a page as lines with refs.
    Snapshot,
    /// Types text key by key.
    Type,
    /// Waits for page text to appear or to go.
    WaitForText,
}

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

impl Action {
    /// Every action.
    pub const ALL: &[Self] = &[
        Self::CheckBox,
        Self::Click,
        Self::CloseTab,
        Self::DoubleClick,
        Self::ElementScreenshot,
        Self::ExecuteJs,
        Self::Fill,
        Self::FormFill,
        Self::FullPageScreenshot,
        Self::GetTabs,
        Self::GoBack,
        Self::Keypress,
        Self::Navigate,
        Self::NewTab,
        Self::Screenshot,
        Self::SelectOption,
        Self::Snapshot,
        Self::Type,
        Self::WaitForText,
    ];

    /// The action's row.
    pub const fn spec(self) -> Spec {
        const CORE: Groups = Groups::of(&[Group::Core]);
        const CHECK: Groups = Groups::of(&[Group::Browse, Group::Core]);
        match self {
            Self::CheckBox => write("checkBox", Lane::Tab, CHECK, Modes::Draft),
            Self::Click => write("click", Lane::Tab, CORE, Modes::Act),
            Self::CloseTab => write("closeTab", Lane::Tab, CORE, Modes::Act),
            Self::DoubleClick => write("doubleClick", Lane::Tab, CORE, Modes::Act),
            Self::ElementScreenshot => read("elementScreenshot", Lane::Tab, CORE, Modes::Act),
            Self::ExecuteJs => write("js", Lane::Tab, CORE, Modes::Act),
            Self::Fill => write("fill", Lane::Tab, CORE, Modes::Draft),
            Self::FormFill => write("formFill", Lane::Tab, CORE, Modes::Draft),
            Self::FullPageScreenshot => read("fullPageScreenshot", Lane::Tab, CORE, Modes::Act),
            Self::GetTabs => read("tabs", Lane::None, CORE, Modes::All),
            Self::GoBack => write("goBack", Lane::Tab, CORE, Modes::Act),
            Self::Keypress => write("keypress", Lane::Tab, CORE, Modes::Act),
            Self::Navigate => write("navigate", Lane::Tab, CORE, Modes::All),
            Self::NewTab => write("newTab", Lane::Window, CORE, Modes::All),
            Self::Screenshot => read("screenshot", Lane::Tab, CORE, Modes::Act),
            Self::SelectOption => write("selectOption", Lane::Tab, CORE, Modes::Draft),
            Self::Snapshot => read("snapshot", Lane::Tab, CORE, Modes::All),
            Self::Type => write("type", Lane::Tab, CORE, Modes::Draft),
            Self::WaitForText => read("waitForText", Lane::Tab, CORE, Modes::All),
        }
    }
}

const fn read(name: &'static str, lane: Lane, groups: Groups, modes: Modes) -> Spec {
    Spec { name, kind: Kind::Read, lane, groups, modes }
}

const fn write(name: &'static str, lane: Lane, groups: Groups, modes: Modes) -> Spec {
    Spec { name, kind: Kind::Write, lane, groups, modes }
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
