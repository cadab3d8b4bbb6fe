//! The `needs_user` hint: what only the person can do, as Kitsune sees it on a page or from a click
//! (*needs_user hints*). It holds nothing. `/api/needs-user` tells the one of a page.

use serde_json::{Value, json};
use url::Url;

use kitsune_protocol::ErrorReply;
use kitsune_protocol::page_data::{DataRead, PageData};
use kitsune_protocol::person::{Blocked, PersonNeeded};

use super::{Call, PATIENCE, Reply, page_data};
use crate::redact;

const HINT: &str = "Kitsune noticed this; nothing was held for it. If you cannot go on without the \
     user, ask them.";

const LINK_HINT: &str = "The link opens in a new tab, but no tab opened: Firefox blocks tabs after a \
     click that is not the person's own. If the page needs that tab, ask the user to click the link.";

const SCRIPT_HINT: &str = "A script of the page tried to open a popup, which Firefox blocks after a \
     synthetic click, so none opened. state.urls lists every refused address. If this click should \
     open one of them, such as a sign-in, ask the user to click it and go on in the new tab; if not, \
     for example an advertisement, ignore this warning.";

/// `/api/needs-user`: what a tab's page needs of the person now.
pub(super) async fn of_page(call: &Call<'_>) -> Result<Reply, ErrorReply> {
    page_data::without_arguments(call)?;
    let tab_id = call.tab().await?;
    let data = page_data::ask(call, tab_id, DataRead::PersonNeeded {}, PATIENCE).await?;
    let PageData::PersonNeeded { needed } = data else {
        return Err(page_data::other_data());
    };
    Ok(Reply::from_iter([
        ("ok".to_owned(), true.into()),
        ("tabId".to_owned(), json!(tab_id)),
        ("needs_user".to_owned(), needed.as_ref().map_or(Value::Null, on_page)),
    ]))
}

/// Adds what a page needs of the person. A hint that is there already is the action's own.
pub(super) fn add(out: &mut Reply, needed: Option<&PersonNeeded>) {
    if let Some(needed) = needed {
        out.entry("needs_user").or_insert_with(|| on_page(needed));
    }
}

/// Adds the warning about a tab or popup that the browser refused to a click, unless there is one
/// already, and what the person can do about it.
pub(super) fn add_blocked(out: &mut Reply, blocked: &Blocked) {
    let (warning, needed) = match blocked {
        Blocked::Link { url } => (
            json!({"code": "popup_blocked", "state": {"url": redact::url(url)}, "hint": LINK_HINT}),
            Some(trusted_input("Click the link yourself.", json!({"popup_blocked": "link"}))),
        ),
        Blocked::Script { urls } => (script_warning(urls), sign_in_popup(urls)),
    };
    out.entry("warning").or_insert(warning);
    if let Some(needed) = needed {
        out.insert("needs_user".into(), needed);
    }
}

fn script_warning(urls: &[String]) -> Value {
    let urls: Vec<_> = urls.iter().map(|url| redact::url(url)).collect();
    let mut state = json!({"urls": urls, "reason": "script_popup"});
    if let Some(first) = urls.first() {
        state["url"] = first.as_str().into();
    }
    json!({"code": "popup_blocked", "state": state, "hint": SCRIPT_HINT})
}

/// What only a real click does.
pub(super) fn trusted_input(message: &str, evidence: Value) -> Value {
    hint("trusted_input", message, evidence)
}

fn sign_in_popup(urls: &[String]) -> Option<Value> {
    let popup = urls.iter().find_map(|url| sign_in_request(url))?;
    let message = "Click the sign-in button yourself and sign in.";
    Some(hint("sign_in", message, json!({"popup": popup})))
}

/// Origin and path of an address that asks for a sign-in: by the parameters of the protocol, never by
/// what the page says of it.
fn sign_in_request(address: &str) -> Option<String> {
    let url = Url::parse(address).ok().filter(|url| matches!(url.scheme(), "http" | "https"))?;
    let has = |name: &str| url.query_pairs().any(|(key, _)| key == name);
    let is_oauth = has("client_id") && (has("response_type") || has("redirect_uri"));
    let is_firebase = url.path().ends_with("/__/auth/handler");
    (is_oauth || has("SAMLRequest") || is_firebase)
        .then(|| redact::url(&format!("{}{}", url.origin().ascii_serialization(), url.path())))
}

fn on_page(needed: &PersonNeeded) -> Value {
    match needed {
        PersonNeeded::SignIn { field } => {
            hint("sign_in", "Sign in on this page.", json!({"field": field}))
        }
        PersonNeeded::HumanCheck { widget, frame } => hint(
            "human_check",
            "Solve the check on this page that you are a person.",
            json!({"widget": widget, "frame": redact::url(frame)}),
        ),
    }
}

fn hint(reason: &str, message: &str, evidence: Value) -> Value {
    json!({"reason": reason, "message": message, "evidence": evidence, "hint": HINT})
}

#[cfg(test)]
mod tests {
    use super::*;
    use kitsune_protocol::person::SignInField;

    #[test]
    fn a_sign_in_is_told_by_the_parameters_of_its_protocol_only() {
        for (url, expected) in [
            (
                "https://a.example/auth?client_id=1&response_type=code",
                Some("https://a.example/auth"),
            ),
            ("https://a.example/auth?client_id=1&redirect_uri=x", Some("https://a.example/auth")),
            ("https://a.example/sso?SAMLRequest=x", Some("https://a.example/sso")),
            ("https://a.example/__/auth/handler?x=1", Some("https://a.example/__/auth/handler")),
            ("https://a.example/auth?client_id=1", None),
            ("https://a.example/login?response_type=code", None),
            ("https://a.example/sign-in-with-google", None),
            ("nonsense?client_id=1&response_type=code", None),
        ] {
            assert_eq!(sign_in_request(url).as_deref(), expected, "{url}");
        }
    }

    #[test]
    fn refused_popups_are_warned_of_with_redacted_addresses() {
        let urls = vec![
            "https://ads.example/?token=1".to_owned(),
            "https://a.example/auth?client_id=1&response_type=code&nonce=5".to_owned(),
        ];
        let mut out = Reply::new();
        add_blocked(&mut out, &Blocked::Script { urls });
        let state = &out["warning"]["state"];
        assert_eq!(state["url"], "https://ads.example/?token=[redacted]");
        assert_eq!(
            (&state["reason"], state["urls"].as_array().unwrap().len()),
            (&json!("script_popup"), 2)
        );
        assert_eq!(out["needs_user"]["reason"], "sign_in");
        assert_eq!(out["needs_user"]["evidence"]["popup"], "https://a.example/auth");
        let mut out = Reply::new();
        add_blocked(&mut out, &Blocked::Script { urls: Vec::new() });
        assert_eq!(out["warning"]["state"], json!({"urls": [], "reason": "script_popup"}));
        assert!(!out.contains_key("needs_user"));
    }

    #[test]
    fn an_earlier_warning_stays_and_the_clicks_own_hint_wins() {
        let mut out =
            Reply::from_iter([("warning".to_owned(), json!({"code": "hidden_or_covered"}))]);
        add_blocked(&mut out, &Blocked::Link { url: "https://a.example/".to_owned() });
        assert_eq!(out["warning"]["code"], "hidden_or_covered");
        add(&mut out, Some(&PersonNeeded::SignIn { field: SignInField::Password }));
        assert_eq!(out["needs_user"]["reason"], "trusted_input");
        assert_eq!(out["needs_user"]["evidence"], json!({"popup_blocked": "link"}));
    }
}
