//! Who is asking: the host, the token and the client's headers, before anything is read.

use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode, header};

use kitsune_protocol::access::{Groups, Unknown, UserTabs};
use kitsune_protocol::ids::is_client_name;
use kitsune_protocol::{ErrorCode, ErrorReply, OwnerId, headers};

use super::Refusal;
use crate::admission::Client;
use crate::bridge::Bridge;

/// Whether the request was sent to this machine's loopback by name or number, as ours are.
/// A page that rebinds a name of its own to 127.0.0.1 sends that name.
pub(crate) fn is_own_host(headers: &HeaderMap, port: u16) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next().and_then(|host| host.to_str().ok());
    hosts.next().is_none()
        && host.is_some_and(|host| {
            host == format!("127.0.0.1:{port}") || host == format!("localhost:{port}")
        })
}

/// Checks host, token and headers; the client is what the headers say.
pub(super) fn check(bridge: &Bridge, parts: &Parts) -> Result<Client, Refusal> {
    if !is_own_host(&parts.headers, bridge.config.http_port) {
        tracing::warn!("refused a request for another host");
        let reply = ErrorReply::unclassified("This host name is not served here");
        return Err(Refusal::of_a_stranger(StatusCode::FORBIDDEN, reply));
    }
    // A web page always names its origin; no client of ours does.
    if let Some(origin) = parts.headers.get(header::ORIGIN)
        && !origin.as_bytes().starts_with(b"moz-extension://")
    {
        tracing::warn!(?origin, "refused a request of a web page");
        let reply = ErrorReply::unclassified("Web pages may not use this bridge");
        return Err(Refusal::of_a_stranger(StatusCode::FORBIDDEN, reply));
    }
    if !bearer(&parts.headers).is_some_and(|token| bridge.token.matches(token)) {
        let reply = ErrorReply::unclassified("Missing or wrong bearer token")
            .hint("Send Authorization: Bearer with the token of KITSUNE_TOKEN or KITSUNE_HOME.");
        return Err(Refusal::of_a_stranger(StatusCode::UNAUTHORIZED, reply));
    }
    client(&parts.headers).map_err(Refusal::of_a_client)
}

fn bearer(headers: &HeaderMap) -> Option<&str> {
    let value = headers.get(header::AUTHORIZATION)?.to_str().ok()?;
    let (scheme, token) = value.split_once(' ')?;
    scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
}

fn client(headers: &HeaderMap) -> Result<Client, ErrorReply> {
    let read = |name: &str| headers.get(name).and_then(|value| value.to_str().ok());
    Ok(Client {
        mode: parsed(read(headers::MODE), ErrorCode::InvalidMode, "read, draft or act")?,
        caps: groups(read(headers::CAPS))?,
        user_tabs: parsed::<UserTabs>(
            read(headers::USER_TABS),
            ErrorCode::InvalidUserTabs,
            "readonly or writable",
        )?,
        owner: read(headers::OWNER).filter(|text| is_client_name(text)).and_then(OwnerId::new),
    })
}

fn parsed<T: std::str::FromStr<Err = Unknown> + Default>(
    text: Option<&str>,
    code: ErrorCode,
    accepted: &str,
) -> Result<T, ErrorReply> {
    text.unwrap_or_default().parse().map_err(|Unknown(name)| {
        ErrorReply::new(code, format!("{name:?} is not {accepted}"))
            .hint("Correct the setting of the client, then restart it.")
    })
}

fn groups(text: Option<&str>) -> Result<Option<Groups>, ErrorReply> {
    text.map(Groups::from_header).transpose().map_err(|Unknown(name)| {
        ErrorReply::new(ErrorCode::InvalidCaps, format!("{name:?} is not a capability group"))
            .hint("The header lists the groups themselves; a client spells `all` out.")
    })
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    fn with(pairs: &[(&'static str, &'static str)]) -> HeaderMap {
        pairs
            .iter()
            .map(|(name, value)| {
                (header::HeaderName::from_static(name), HeaderValue::from_static(value))
            })
            .collect()
    }

    #[test]
    fn only_loopback_by_name_or_number_is_our_host() {
        assert!(is_own_host(&with(&[("host", "127.0.0.1:7")]), 7));
        assert!(is_own_host(&with(&[("host", "localhost:7")]), 7));
        for host in ["127.0.0.1", "127.0.0.1:8", "evil.example:7", "localhost", "127.0.0.2:7", ""] {
            assert!(!is_own_host(&with(&[("host", host)]), 7), "{host}");
        }
        assert!(!is_own_host(&HeaderMap::new(), 7));
    }

    #[test]
    fn a_header_that_is_not_known_is_refused_with_its_code() {
        let code = |pairs| client(&with(pairs)).err().and_then(|reply| reply.code);
        assert_eq!(code(&[("x-kitsune-mode", "write")]), Some(ErrorCode::InvalidMode));
        assert_eq!(code(&[("x-kitsune-caps", "core,all")]), Some(ErrorCode::InvalidCaps));
        assert_eq!(code(&[("x-kitsune-user-tabs", "1")]), Some(ErrorCode::InvalidUserTabs));
        assert_eq!(code(&[("x-kitsune-mode", " READ ")]), None);
    }

    #[test]
    fn an_owner_of_another_form_counts_as_absent() {
        let owner = |text| client(&with(&[("x-kitsune-owner", text)])).ok().unwrap().owner;
        assert!(owner("claude-48190").is_some());
        assert!(owner("a b").is_none());
    }
}
