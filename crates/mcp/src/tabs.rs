//! The list of tabs as the agent sees it: numbered over all windows, current and own marked.

use kitsune_protocol::TabId;
use kitsune_protocol::access::UserTabs;
use serde_json::Value;

use crate::answer::Object;
use crate::call::{Call, tab_id};

/// Where the bridge lists tabs.
pub(crate) const TABS: &str = "/api/tabs";

/// A tab, as the bridge tells it.
#[derive(Clone, Debug)]
pub(crate) struct Tab {
    /// Its id, which the agent never sees.
    pub(crate) id: TabId,
    /// Its place in the list over all windows.
    pub(crate) index: usize,
    /// Its title.
    pub(crate) title: String,
    /// Its address.
    pub(crate) url: String,
    /// Whether its window shows it.
    pub(crate) active: bool,
    /// Whether this client opened it.
    pub(crate) owned: bool,
}

impl Tab {
    /// Whether this client may write it.
    pub(crate) fn is_writable(&self, user_tabs: UserTabs) -> bool {
        self.owned || user_tabs == UserTabs::Writable
    }

    /// The tab in a list for the agent.
    pub(crate) fn entry(&self, current: Option<TabId>) -> Object {
        let mut entry = Object::new();
        entry.insert("index".to_owned(), self.index.into());
        entry.insert("title".to_owned(), self.title.clone().into());
        entry.insert("url".to_owned(), self.url.clone().into());
        for (key, is) in [("current", current == Some(self.id)), ("active", self.active)] {
            if is {
                entry.insert(key.to_owned(), true.into());
            }
        }
        entry.insert("owned".to_owned(), self.owned.into());
        entry
    }
}

/// Reads the bridge's list.
pub(crate) fn read(reply: &Object) -> Vec<Tab> {
    let tabs = reply.get("tabs").and_then(Value::as_array);
    let text = |tab: &Value, key: &str| tab[key].as_str().unwrap_or_default().to_owned();
    tabs.into_iter()
        .flatten()
        .enumerate()
        .filter_map(|(index, tab)| {
            Some(Tab {
                id: tab_id(tab.get("id"))?,
                index,
                title: text(tab, "title"),
                url: text(tab, "url"),
                active: tab["active"] == true,
                owned: tab["owned"] == true,
            })
        })
        .collect()
}

/// Lists the tabs for the agent, and forgets a current tab that is gone.
pub(crate) fn list(call: &Call<'_>, tabs: &[Tab]) -> Value {
    let current = &call.session.current;
    if let Some(gone) = current.get().filter(|id| tabs.iter().all(|tab| tab.id != *id)) {
        current.forget(gone);
    }
    let entries = tabs.iter().map(|tab| tab.entry(current.get()).into());
    Value::Array(entries.collect())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn an_entry_marks_only_what_is_so() {
        let reply = json!({"tabs": [
            {"id": 7, "title": "A", "url": "https://a.example/", "active": true, "owned": false},
            {"id": 9, "title": "B", "url": "https://b.example/", "active": false, "owned": true}
        ]});
        let tabs = read(reply.as_object().unwrap());
        let entries: Vec<_> =
            tabs.iter().map(|tab| Value::Object(tab.entry(TabId::new(9)))).collect();
        assert_eq!(
            Value::Array(entries),
            json!([
                {"index": 0, "title": "A", "url": "https://a.example/", "active": true, "owned": false},
                {"index": 1, "title": "B", "url": "https://b.example/", "current": true, "owned": true}
            ])
        );
    }

    #[test]
    fn a_list_that_is_none_has_no_tabs() {
        for reply in [json!({}), json!({"tabs": 5}), json!({"tabs": [{"id": 0}, null]})] {
            assert!(read(reply.as_object().unwrap()).is_empty(), "{reply}");
        }
    }
}
