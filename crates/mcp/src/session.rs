//! What lives as long as the server: its options, the current tab, the way to the bridge.

use kitsune_protocol::Mode;

use crate::current::CurrentTab;
use crate::link::Link;
use crate::options::Options;
use crate::tool::Entry;
use crate::tools::TOOLS;

/// One client's session.
#[derive(Debug)]
pub(crate) struct Session {
    /// What the server was started with.
    pub(crate) options: Options,
    /// The tab that calls act on.
    pub(crate) current: CurrentTab,
    /// The way to the bridge.
    pub(crate) link: Link,
}

impl Session {
    /// A session in which nothing has happened.
    pub(crate) fn new(options: Options) -> Self {
        Self { options, current: CurrentTab::default(), link: Link::default() }
    }

    /// The tools this server publishes, in their order.
    pub(crate) fn published(&self) -> impl Iterator<Item = &'static Entry> {
        TOOLS.iter().filter(|entry| self.publishes(entry))
    }

    /// Whether the server publishes `entry`.
    pub(crate) fn publishes(&self, entry: &Entry) -> bool {
        entry.modes.contains(&self.options.mode) && self.options.groups.contains(entry.group)
    }

    /// How many known tools it does not publish.
    pub(crate) fn unpublished(&self) -> usize {
        TOOLS
            .iter()
            .filter(|entry| entry.is_known_in(self.options.mode) && !self.publishes(entry))
            .count()
    }

    /// Whether the mode is restricted.
    pub(crate) fn is_restricted(&self) -> bool {
        self.options.mode != Mode::Act
    }
}
