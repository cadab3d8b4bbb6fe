//! Whether a request may run: pure gates in the contract's order.
//!
//! ```text
//! host, token ─▶ mode, groups ─▶ tab id ─▶ address ─▶ expect ─▶ Admitted
//! ```
//!
//! The first two run in `http`, before a body is read ([`may_use`]); the others on the body
//! ([`admit`]). Only this module makes an [`Admitted`], and only that reaches the extension.

use serde_json::{Map, Value};
use url::Url;

use kitsune_protocol::access::{Group, Groups, Mode, UserTabs};
use kitsune_protocol::action::{Action, Kind};
use kitsune_protocol::command::Caller;
use kitsune_protocol::route::{Method, Route, Runs};
use kitsune_protocol::{ErrorCode, ErrorReply, OwnerId, TabId};

use crate::any_body;
use crate::expect::Expect;

/// What a request's headers say of the client.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    /// What its task may do.
    pub(crate) mode: Mode,
    /// Its enabled groups; `None` means unrestricted.
    pub(crate) caps: Option<Groups>,
    /// Whether it may write tabs of others.
    pub(crate) user_tabs: UserTabs,
    /// The owner of its tabs.
    pub(crate) owner: Option<OwnerId>,
}

/// A request that passed every gate.
#[derive(Debug)]
pub(crate) struct Admitted {
    action: Action,
    method: Method,
    client: Client,
    tab_id: Option<TabId>,
    expect: Option<Expect>,
    body: Map<String, Value>,
}

impl Admitted {
    /// What was asked for.
    pub(crate) fn action(&self) -> Action {
        self.action
    }

    /// How it was asked for: a GET has no arguments, and may answer in another form.
    pub(crate) fn method(&self) -> Method {
        self.method
    }

    /// The same request, asked for by a GET.
    pub(crate) fn by_get(mut self) -> Self {
        self.method = Method::Get;
        self
    }

    /// Whether it may change something.
    pub(crate) fn is_write(&self) -> bool {
        self.action.spec().kind == Kind::Write
    }

    /// The tab it names.
    pub(crate) fn tab_id(&self) -> Option<TabId> {
        self.tab_id
    }

    /// The outcome that it expects.
    pub(crate) fn expect(&self) -> Option<&Expect> {
        self.expect.as_ref()
    }

    /// Its arguments, without the tab and the expected outcome.
    pub(crate) fn body(&self) -> &Map<String, Value> {
        &self.body
    }

    /// For whom it runs, as the extension is told.
    pub(crate) fn caller(&self) -> Caller {
        Caller { owner: self.client.owner.clone(), user_tabs: self.client.user_tabs }
    }
}

/// The gates that need no body: task mode, then capability groups.
pub(crate) fn may_use(route: &Route, client: &Client) -> Result<(), ErrorReply> {
    if !route.modes().permit(client.mode) {
        return Err(mode_restricted(route.name(), client.mode));
    }
    match route.groups() {
        Some(_) if depends_on_body(route) && has_groups(client, CORE) => Ok(()),
        Some(needed) => in_groups(route.name(), needed, client),
        None => Ok(()),
    }
}

const CORE: Groups = Groups::of(&[Group::Core]);

/// Whether a client of the core group may use the route for some bodies: `browser_find`, a core
/// tool, scrolls to load more of a list.
fn depends_on_body(route: &Route) -> bool {
    route.runs == Runs::Action(Action::Scroll)
}

fn has_groups(client: &Client, needed: Groups) -> bool {
    client.caps.is_none_or(|caps| needed.intersects(caps))
}

fn in_groups(name: &str, needed: Groups, client: &Client) -> Result<(), ErrorReply> {
    match client.caps {
        Some(caps) if !needed.intersects(caps) => Err(capability_restricted(name, needed, caps)),
        _ => Ok(()),
    }
}

/// The gates on a request's arguments.
pub(crate) fn admit(
    action: Action,
    client: Client,
    mut body: Map<String, Value>,
) -> Result<Admitted, ErrorReply> {
    if action == Action::Scroll && body.get("loadMore") != Some(&Value::Bool(true)) {
        in_groups(action.spec().name, action.spec().groups, &client)?;
    }
    let tab_id = tab_id(body.remove("tabId"))?;
    any_body::drop_idle(action, &mut body)?;
    if let (Action::Navigate | Action::NewTab, Some(url)) = (action, body.get("url")) {
        address(url, client.mode)?;
    }
    let is_html = body.get("format").is_some_and(|format| format == "html");
    if action == Action::SetEditableContent && is_html && client.mode != Mode::Act {
        return Err(mode_restricted("format html", client.mode));
    }
    let expect = match body.remove_entry("expect").filter(|(_, value)| !value.is_null()) {
        None => None,
        Some((_, value)) if action.expects() => Some(Expect::read(&value)?),
        // The action refuses it by its name, as any other key.
        Some((key, value)) => {
            body.insert(key, value);
            None
        }
    };
    Ok(Admitted { action, method: Method::Post, client, tab_id, expect, body })
}

/// Only a positive safe integer names a tab; a decimal string is taken as its number. Anything
/// else never falls back to the active tab.
fn tab_id(value: Option<Value>) -> Result<Option<TabId>, ErrorReply> {
    let number = match &value {
        None | Some(Value::Null) => return Ok(None),
        Some(Value::Number(number)) => number.as_u64(),
        Some(Value::String(text)) if text.bytes().all(|byte| byte.is_ascii_digit()) => {
            text.parse().ok()
        }
        Some(_) => None,
    };
    number.and_then(TabId::new).map(Some).ok_or_else(|| {
        let shown = value.unwrap_or_default();
        ErrorReply::new(ErrorCode::InvalidTabId, format!("{shown} is not a tab id"))
            .hint("Pass the id of a tab from the tab list. Nothing was sent.")
            .state("tabId", shown)
    })
}

/// An address that a tab may be sent to: no script in disguise, and in the restricted modes
/// only the web.
fn address(value: &Value, mode: Mode) -> Result<(), ErrorReply> {
    let Some(text) = value.as_str() else {
        return Err(not_an_address(&value.to_string()));
    };
    let url = Url::parse(text.trim()).map_err(|_| not_an_address(text))?;
    let is_web = matches!(url.scheme(), "http" | "https") || text.trim() == "about:blank";
    if mode != Mode::Act && !is_web {
        return Err(mode_restricted(&format!("opening {}: addresses", url.scheme()), mode));
    }
    if matches!(url.scheme(), "javascript" | "data") {
        let text = format!("A tab cannot be sent to a {}: address", url.scheme());
        return Err(ErrorReply::new(ErrorCode::InvalidArgument, text)
            .hint("Pass an http(s) address. Nothing was sent.")
            .state("scheme", url.scheme()));
    }
    Ok(())
}

fn not_an_address(text: &str) -> ErrorReply {
    let shown: String = text.chars().take(200).collect();
    ErrorReply::new(ErrorCode::InvalidArgument, format!("Not an absolute address: {shown}"))
        .hint("Pass an absolute address such as https://example.com/. Nothing was sent.")
}

fn mode_restricted(name: &str, mode: Mode) -> ErrorReply {
    let text = format!("{name} is not allowed in {} mode", mode.name());
    ErrorReply::new(ErrorCode::ModeRestricted, text)
        .hint("Only a client with another KITSUNE_MODE can do this. Nothing was sent.")
        .state("mode", mode.name())
}

fn capability_restricted(name: &str, needed: Groups, caps: Groups) -> ErrorReply {
    let names = needed.sorted_names();
    let text = format!("{name} needs the {} capability", names.join(" or "));
    ErrorReply::new(ErrorCode::CapabilityRestricted, text)
        .hint("Enable that group in this MCP server's KITSUNE_CAPS, then restart the MCP client.")
        .state("groups", names)
        .state("caps", caps.sorted_names())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use kitsune_protocol::ids::MAX_SAFE_INTEGER;
    use kitsune_protocol::route;

    use super::*;

    fn client(mode: Mode, caps: Option<Groups>) -> Client {
        Client { mode, caps, user_tabs: UserTabs::Readonly, owner: None }
    }

    fn admit_body(action: Action, mode: Mode, body: Value) -> Result<Admitted, ErrorReply> {
        admit(action, client(mode, None), body.as_object().unwrap().clone())
    }

    #[test]
    fn every_route_by_mode_and_group() {
        let mut table = String::new();
        for route in route::ROUTES {
            let allowed: Vec<_> = [Mode::Read, Mode::Draft, Mode::Act]
                .into_iter()
                .filter(|mode| may_use(route, &client(*mode, None)).is_ok())
                .map(Mode::name)
                .collect();
            let groups = route.groups().map_or("open".to_owned(), |groups| groups.to_string());
            table.push_str(&format!("{:28} {:16} {}\n", route.path, allowed.join(","), groups));
        }
        insta::assert_snapshot!(table);
    }

    #[test]
    fn a_missing_group_is_named_with_the_enabled_ones() {
        let caps = Groups::of(&[Group::Core, Group::Automation]);
        let route = route::find("/api/shutdown").unwrap();
        let error = may_use(route, &client(Mode::Act, Some(caps))).unwrap_err();
        assert_eq!(error.code, Some(ErrorCode::CapabilityRestricted));
        assert_eq!(
            Value::Object(*error.state.unwrap()),
            json!({"groups": ["admin"], "caps": ["automation", "core"]})
        );
    }

    #[test]
    fn a_scroll_needs_browse_unless_it_loads_more_of_a_list() {
        let route = route::find("/api/scroll").unwrap();
        let refused = |group, body: Value| {
            let client = client(Mode::Read, Some(Groups::of(&[group])));
            let admitted = may_use(route, &client)
                .and_then(|()| admit(Action::Scroll, client, body.as_object().unwrap().clone()));
            admitted.err().and_then(|error| error.code)
        };
        let restricted = Some(ErrorCode::CapabilityRestricted);
        assert_eq!(refused(Group::Browse, json!({})), None);
        assert_eq!(refused(Group::Core, json!({"loadMore": true})), None);
        assert_eq!(refused(Group::Read, json!({"loadMore": true})), restricted);
        for body in [json!({}), json!({"loadMore": false}), json!({"loadMore": "true"})] {
            assert_eq!(refused(Group::Core, body.clone()), restricted, "{body}");
        }
    }

    #[test]
    fn a_tab_id_is_a_positive_safe_integer() {
        for value in [json!(12), json!("12"), json!(MAX_SAFE_INTEGER)] {
            let admitted = admit_body(Action::Click, Mode::Act, json!({"tabId": value})).unwrap();
            assert!(admitted.tab_id().is_some());
        }
        let admitted = admit_body(Action::Click, Mode::Act, json!({"tabId": null})).unwrap();
        assert_eq!(admitted.tab_id(), None);
        for value in [
            json!(0),
            json!(-1),
            json!(1.5),
            json!(""),
            json!("${$1.tabId}"),
            json!(true),
            json!([1]),
            json!({}),
            json!(MAX_SAFE_INTEGER + 1),
        ] {
            let error = admit_body(Action::Click, Mode::Act, json!({"tabId": value})).unwrap_err();
            assert_eq!(error.code, Some(ErrorCode::InvalidTabId), "{value}");
        }
    }

    #[test]
    fn only_plain_text_goes_into_editors_in_draft_mode() {
        let html = json!({"format": "html"});
        let edit = |mode, body| admit_body(Action::SetEditableContent, mode, body);
        let error = edit(Mode::Draft, html.clone()).unwrap_err();
        assert_eq!(error.code, Some(ErrorCode::ModeRestricted));
        assert!(edit(Mode::Draft, json!({"format": "text"})).is_ok());
        assert!(edit(Mode::Act, html).is_ok());
    }

    #[test]
    fn a_script_is_not_an_address() {
        for url in
            ["javascript:alert(1)", " JavaScript:alert(1)", "data:text/html,x", "nonsense", ""]
        {
            let error = admit_body(Action::Navigate, Mode::Act, json!({"url": url})).unwrap_err();
            assert_eq!(error.code, Some(ErrorCode::InvalidArgument), "{url}");
        }
        assert!(admit_body(Action::NewTab, Mode::Act, json!({})).is_ok());
        assert!(admit_body(Action::Navigate, Mode::Act, json!({"url": "file:///tmp/a"})).is_ok());
    }

    #[test]
    fn the_restricted_modes_open_only_the_web() {
        for mode in [Mode::Read, Mode::Draft] {
            assert!(admit_body(Action::NewTab, mode, json!({"url": "https://a.example/"})).is_ok());
            assert!(admit_body(Action::NewTab, mode, json!({"url": "about:blank"})).is_ok());
            for url in ["file:///tmp/a", "javascript:1", "about:config"] {
                let error = admit_body(Action::Navigate, mode, json!({"url": url})).unwrap_err();
                assert_eq!(error.code, Some(ErrorCode::ModeRestricted), "{url}");
            }
        }
    }
}
