//! For whom a client asks: the headers that go with its requests.

use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use kitsune_protocol::access::{Groups, Mode, UserTabs};
use kitsune_protocol::{OwnerId, headers};

/// Who asks, and what it may do. The bridge enforces it on each request.
#[derive(Clone, Debug, Default)]
pub struct Identity {
    /// Audit id of this process, such as `48213-9f2c1a`; absent when empty or not a client name.
    pub client: String,
    /// Owner of the tabs it opens; `None` owns nothing.
    pub owner: Option<OwnerId>,
    /// Enabled groups; `None` means unrestricted.
    pub caps: Option<Groups>,
    /// What its task may do at most.
    pub mode: Mode,
    /// Whether it may write tabs that it did not open.
    pub user_tabs: UserTabs,
}

impl Identity {
    /// The header with the name of this process, if it has one.
    pub(crate) fn name(&self) -> HeaderMap {
        let mut map = HeaderMap::new();
        if kitsune_protocol::ids::is_client_name(&self.client)
            && let Ok(value) = HeaderValue::from_str(&self.client)
        {
            map.insert(HeaderName::from_static(headers::CLIENT), value);
        }
        map
    }

    /// The headers that say so. Defaults are left out.
    pub(crate) fn headers(&self) -> HeaderMap {
        let mut map = self.name();
        let mut set = |name: &'static str, text: &str| {
            if let Ok(value) = HeaderValue::from_str(text) {
                map.insert(HeaderName::from_static(name), value);
            }
        };
        if let Some(owner) = &self.owner {
            set(headers::OWNER, owner.as_str());
        }
        if let Some(caps) = self.caps {
            set(headers::CAPS, &caps.to_string());
        }
        if self.mode != Mode::Act {
            set(headers::MODE, self.mode.name());
        }
        if self.user_tabs == UserTabs::Writable {
            set(headers::USER_TABS, "writable");
        }
        map
    }
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::Group;

    use super::*;

    #[test]
    fn defaults_send_no_header() {
        assert!(Identity::default().headers().is_empty());
    }

    #[test]
    fn a_restricted_client_says_all_of_it() {
        let identity = Identity {
            client: "7-a1b2c3".to_owned(),
            owner: OwnerId::new("claude-48190"),
            caps: Some(Groups::of(&[Group::Core, Group::Admin])),
            mode: Mode::Draft,
            user_tabs: UserTabs::Writable,
        };
        let headers = identity.headers();
        let get = |name: &str| headers[name].to_str().unwrap();
        assert_eq!(get("x-kitsune-client"), "7-a1b2c3");
        assert_eq!(get("x-kitsune-owner"), "claude-48190");
        assert_eq!(get("x-kitsune-caps"), "admin,core");
        assert_eq!(get("x-kitsune-mode"), "draft");
        assert_eq!(get("x-kitsune-user-tabs"), "writable");
    }

    #[test]
    fn a_client_without_groups_is_not_taken_for_an_unrestricted_one() {
        let none = Identity { caps: Some(Groups::NONE), ..Identity::default() };
        assert_eq!(none.headers()["x-kitsune-caps"], "");
    }
}
