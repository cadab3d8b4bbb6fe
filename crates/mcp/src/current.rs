//! The current tab: the one that calls act on. It lives as long as the server and no longer.

use std::sync::{Mutex, PoisonError};

use kitsune_protocol::TabId;

/// The tab that calls without one act on, if any.
#[derive(Debug, Default)]
pub(crate) struct CurrentTab(Mutex<Option<TabId>>);

impl CurrentTab {
    /// The current tab.
    pub(crate) fn get(&self) -> Option<TabId> {
        *self.lock()
    }

    /// Makes `tab` current.
    pub(crate) fn set(&self, tab: TabId) {
        *self.lock() = Some(tab);
    }

    /// Forgets `tab` if it is current: it was closed.
    pub(crate) fn forget(&self, tab: TabId) {
        let mut current = self.lock();
        if *current == Some(tab) {
            *current = None;
        }
    }

    /// Makes a tab that an action on `acted_on` opened current, unless another tab is; says
    /// whether it became so.
    pub(crate) fn adopt(&self, opened: TabId, acted_on: Option<TabId>) -> bool {
        let mut current = self.lock();
        let adopts = current.is_none() || *current == acted_on;
        if adopts {
            *current = Some(opened);
        }
        adopts
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Option<TabId>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tab(id: u64) -> TabId {
        TabId::new(id).unwrap()
    }

    #[test]
    fn only_the_current_tab_is_forgotten() {
        let current = CurrentTab::default();
        current.set(tab(1));
        current.forget(tab(2));
        assert_eq!(current.get(), Some(tab(1)));
        current.forget(tab(1));
        assert_eq!(current.get(), None);
    }

    #[test]
    fn a_tab_opened_from_another_tab_does_not_become_current() {
        let current = CurrentTab::default();
        assert!(current.adopt(tab(1), Some(tab(9))));
        assert!(current.adopt(tab(2), Some(tab(1))));
        assert!(!current.adopt(tab(3), Some(tab(9))));
        assert_eq!(current.get(), Some(tab(2)));
    }
}
