//! Who may use what: capability groups, task modes and whose tabs may be written.
//!
//! Contract: *Capability enforcement*, *Task modes*, *Tab permissions*.

use std::fmt;
use std::str::FromStr;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A group of tools; `KITSUNE_CAPS` names the enabled ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Group {
    /// The tools of Playwright MCP, and asking the person.
    Core,
    /// Scrolling, focus, forms, trusted input.
    Browse,
    /// Page text, forms, markup, links.
    Read,
    /// Geometry, styles, selectors, highlights.
    Inspect,
    /// Tabs and windows.
    Tabs,
    /// Containers: batch, parallel, workflows.
    Automation,
    /// Captured requests, downloads, interception.
    Network,
    /// The bridge itself: status, policy, audit, logs.
    Admin,
    /// Cookies, page storage, clipboard, sessions: personal data.
    Storage,
    /// Browsing history and bookmarks: personal data.
    History,
}

impl Group {
    /// Every group, in the contract's order.
    pub const ALL: [Self; 10] = [
        Self::Core,
        Self::Browse,
        Self::Read,
        Self::Inspect,
        Self::Tabs,
        Self::Automation,
        Self::Network,
        Self::Admin,
        Self::Storage,
        Self::History,
    ];

    /// The group's name in settings and headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Core => "core",
            Self::Browse => "browse",
            Self::Read => "read",
            Self::Inspect => "inspect",
            Self::Tabs => "tabs",
            Self::Automation => "automation",
            Self::Network => "network",
            Self::Admin => "admin",
            Self::Storage => "storage",
            Self::History => "history",
        }
    }

    /// Whether the group reads personal data, so that `all` leaves it out.
    pub fn is_personal(self) -> bool {
        matches!(self, Self::Storage | Self::History)
    }
}

impl FromStr for Group {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        let name = text.trim().to_ascii_lowercase();
        Self::ALL.into_iter().find(|group| group.name() == name).ok_or(Unknown(name))
    }
}

/// A name that is not one of the known ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown(pub String);

/// A set of groups.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Groups(u16);

impl Groups {
    /// No group.
    pub const NONE: Self = Self(0);

    /// The set of `groups`.
    pub const fn of(groups: &[Group]) -> Self {
        let mut bits = 0;
        let mut index = 0;
        while index < groups.len() {
            bits |= 1 << groups[index] as u16;
            index += 1;
        }
        Self(bits)
    }

    /// Reads a setting: a comma list of groups, or `all` for every group that is not personal.
    pub fn from_setting(text: &str) -> Result<Self, Unknown> {
        let mut groups = Self::NONE;
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            if name.eq_ignore_ascii_case("all") {
                let shared: Vec<_> = Group::ALL.into_iter().filter(|g| !g.is_personal()).collect();
                groups.0 |= Self::of(&shared).0;
            } else {
                groups.0 |= Self::of(&[name.parse()?]).0;
            }
        }
        Ok(groups)
    }

    /// Reads the header: a comma list of groups; a client expands `all` itself.
    pub fn from_header(text: &str) -> Result<Self, Unknown> {
        let mut groups = Self::NONE;
        for name in text.split(',').filter(|name| !name.trim().is_empty()) {
            groups.0 |= Self::of(&[name.parse()?]).0;
        }
        Ok(groups)
    }

    /// Whether `group` is in the set.
    pub fn contains(self, group: Group) -> bool {
        self.0 & Self::of(&[group]).0 != 0
    }

    /// Whether the two sets share a group.
    pub fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// The groups of the set, in the contract's order.
    pub fn iter(self) -> impl Iterator<Item = Group> {
        Group::ALL.into_iter().filter(move |group| self.contains(*group))
    }

    /// The names of the set, sorted by letter, as errors list them.
    pub fn sorted_names(self) -> Vec<&'static str> {
        let mut names: Vec<_> = self.iter().map(Group::name).collect();
        names.sort_unstable();
        names
    }
}

impl fmt::Display for Groups {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.sorted_names().join(","))
    }
}

/// What a client's task may do at most (`KITSUNE_MODE`, `X-Kitsune-Mode`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Look only.
    Read,
    /// Look, and fill in without sending.
    Draft,
    /// Everything that the groups allow.
    #[default]
    Act,
}

impl Mode {
    /// The mode's name in settings and headers.
    pub fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Draft => "draft",
            Self::Act => "act",
        }
    }
}

impl FromStr for Mode {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text.trim().to_ascii_lowercase().as_str() {
            "" | "act" => Ok(Self::Act),
            "read" => Ok(Self::Read),
            "draft" => Ok(Self::Draft),
            other => Err(Unknown(other.to_owned())),
        }
    }
}

/// A set of modes, written as the least mode that is let through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Modes {
    /// read, draft and act.
    All,
    /// draft and act.
    Draft,
    /// act only.
    Act,
}

impl Modes {
    /// Whether the set holds `mode`.
    pub fn permit(self, mode: Mode) -> bool {
        match self {
            Self::All => true,
            Self::Draft => mode != Mode::Read,
            Self::Act => mode == Mode::Act,
        }
    }
}

/// Whether a client may write tabs that it did not open (`KITSUNE_USER_TABS`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum UserTabs {
    /// Tabs of the person and of other clients are read-only.
    #[default]
    Readonly,
    /// They may be written too; ownership does not change.
    Writable,
}

impl FromStr for UserTabs {
    type Err = Unknown;

    fn from_str(text: &str) -> Result<Self, Unknown> {
        match text.trim().to_ascii_lowercase().as_str() {
            "" | "readonly" => Ok(Self::Readonly),
            "writable" => Ok(Self::Writable),
            other => Err(Unknown(other.to_owned())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_leaves_out_the_groups_that_read_personal_data() {
        let all = Groups::from_setting(" ALL ").unwrap();
        assert_eq!(all.iter().count(), 8);
        assert!(!all.contains(Group::Storage) && !all.contains(Group::History));
        let named = Groups::from_setting("all,storage").unwrap();
        assert!(named.contains(Group::Storage));
    }

    #[test]
    fn a_header_must_spell_its_groups_out() {
        assert_eq!(Groups::from_header("all"), Err(Unknown("all".to_owned())));
        assert_eq!(Groups::from_header("core, browse").unwrap().to_string(), "browse,core");
    }

    #[test]
    fn an_empty_mode_is_act_and_an_unknown_one_is_refused() {
        assert_eq!("".parse(), Ok(Mode::Act));
        assert_eq!(" Draft ".parse(), Ok(Mode::Draft));
        assert!("write".parse::<Mode>().is_err());
    }

    #[test]
    fn modes_permit_from_their_least_upwards() {
        assert!(Modes::All.permit(Mode::Read));
        assert!(!Modes::Draft.permit(Mode::Read) && Modes::Draft.permit(Mode::Draft));
        assert!(!Modes::Act.permit(Mode::Draft) && Modes::Act.permit(Mode::Act));
    }
}
