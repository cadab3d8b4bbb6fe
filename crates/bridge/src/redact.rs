//! Removes secrets from URLs before they leave the bridge (*History URL redaction*).

use kitsune_protocol::ErrorReply;
use serde_json::Value;
use url::Url;

const REDACTED: &str = "[redacted]";

/// Words that make a parameter's name sensitive.
const WORDS: &[&str] = &[
    "token",
    "secret",
    "password",
    "passwd",
    "pwd",
    "pass",
    "auth",
    "authorization",
    "apikey",
    "key",
    "sig",
    "signature",
    "hmac",
    "session",
    "sid",
    "jwt",
    "otp",
    "code",
    "ticket",
    "nonce",
    "credential",
    "credentials",
    "saml",
    "samlrequest",
    "samlresponse",
    "assertion",
];
/// Parts that make a name sensitive wherever they stand in it.
const PARTS: &[&str] = &["token", "secret", "passw", "sessid", "sessionid", "apikey", "credential"];
/// How well-known credentials begin.
const PREFIXES: &[&str] = &[
    "ghp_",
    "gho_",
    "ghu_",
    "ghs_",
    "ghr_",
    "github_pat_",
    "glpat-",
    "xoxb-",
    "xoxa-",
    "xoxp-",
    "xoxr-",
    "xoxs-",
    "sk-",
    "sk_live_",
    "sk_test_",
    "rk_live_",
    "AKIA",
    "ASIA",
    "ya29.",
    "AIza",
];
/// Shortest text that may be a credential by its characters alone.
const LONG: usize = 32;

/// `text` without user names, passwords and values that look like secrets. A text that is not
/// a URL is returned as it is.
pub(crate) fn url(text: &str) -> String {
    let Ok(mut url) = Url::parse(text) else {
        return text.to_owned();
    };
    let has_user = !url.username().is_empty() || url.password().is_some();
    if has_user {
        // Fails only for URLs that cannot have a user name.
        let _ = url.set_username("");
        let _ = url.set_password(None);
    }
    let query = url.query().map(parameters);
    let fragment = url.fragment().map(fragment);
    if !has_user && query.as_deref() == url.query() && fragment.as_deref() == url.fragment() {
        return text.to_owned();
    }
    // Written by hand: the `url` crate would percent-encode the brackets of the placeholder.
    url.set_query(None);
    url.set_fragment(None);
    let mut out = String::from(url);
    if let Some(query) = query {
        out.push('?');
        out.push_str(&query);
    }
    if let Some(fragment) = fragment {
        out.push('#');
        out.push_str(&fragment);
    }
    out
}

/// An error of the extension without secrets in the addresses that it names.
pub(crate) fn error(mut error: ErrorReply) -> ErrorReply {
    error.error = text(&error.error);
    error.hint = error.hint.as_deref().map(text);
    error.state.iter_mut().flat_map(|state| state.values_mut()).for_each(state);
    error
}

fn state(value: &mut Value) {
    match value {
        Value::String(string) => *string = text(string),
        Value::Array(values) => values.iter_mut().for_each(state),
        Value::Object(values) => values.values_mut().for_each(state),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

/// A text whose words may be addresses.
fn text(text: &str) -> String {
    if !text.contains("://") {
        return text.to_owned();
    }
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

fn word(word: &str) -> String {
    let end = word.trim_end_matches(['.', ',', ';', ':', ')', '"', '\'']).len();
    let (address, rest) = word.split_at(end);
    let start = address.find(|letter: char| letter.is_ascii_alphabetic()).unwrap_or(0);
    if !address.contains("://") {
        return word.to_owned();
    }
    format!("{}{}{rest}", &address[..start], url(&address[start..]))
}

/// A fragment is parameters, a route with a query, or one value.
fn fragment(fragment: &str) -> String {
    if let Some((route, query)) = fragment.split_once('?') {
        return format!("{route}?{}", parameters(query));
    }
    if fragment.contains('=') {
        return parameters(fragment);
    }
    if is_credential(&decoded(fragment)) { REDACTED.to_owned() } else { fragment.to_owned() }
}

fn parameters(query: &str) -> String {
    query.split('&').map(parameter).collect::<Vec<_>>().join("&")
}

fn parameter(parameter: &str) -> String {
    let Some((name, value)) = parameter.split_once('=') else {
        let is_secret = is_credential(&decoded(parameter));
        return if is_secret { REDACTED.to_owned() } else { parameter.to_owned() };
    };
    if !value.is_empty() && (is_sensitive_name(&decoded(name)) || is_credential(&decoded(value))) {
        return format!("{name}={REDACTED}");
    }
    parameter.to_owned()
}

fn decoded(text: &str) -> String {
    // A name is put before the text so that the parser takes it as one value.
    let pair = format!("v={}", text.replace('&', "%26"));
    url::form_urlencoded::parse(pair.as_bytes())
        .next()
        .map_or_else(|| text.to_owned(), |(_, value)| value.into_owned())
}

fn is_sensitive_name(name: &str) -> bool {
    let lower = name.to_lowercase();
    PARTS.iter().any(|part| lower.contains(part))
        || words(name).any(|word| WORDS.contains(&word.as_str()))
}

/// The words of a name, split at punctuation and at capitals.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut after_lower = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (letter.is_uppercase() && after_lower) {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        after_lower = letter.is_lowercase() || letter.is_numeric();
    }
    words.into_iter().filter(|word| !word.is_empty())
}

fn is_credential(value: &str) -> bool {
    let is_prefixed = PREFIXES
        .iter()
        .any(|prefix| value.strip_prefix(prefix).is_some_and(|rest| rest.len() >= 8));
    let bearer = value.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("bearer "));
    is_prefixed || bearer || is_jwt(value) || is_hex(value) || is_mixed(value)
}

/// Three base64url parts of which the first begins like a JSON object.
fn is_jwt(value: &str) -> bool {
    let parts: Vec<_> = value.split('.').collect();
    parts.len() == 3 && value.starts_with("eyJ") && parts[..2].iter().all(|part| part.len() >= 8)
}

fn is_hex(value: &str) -> bool {
    value.len() >= LONG && value.bytes().all(|byte| byte.is_ascii_hexdigit())
}

fn is_mixed(value: &str) -> bool {
    let has = |class: fn(&u8) -> bool| value.as_bytes().iter().any(class);
    value.len() >= LONG
        && value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.~+/=".contains(&byte))
        && has(u8::is_ascii_uppercase)
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_digit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secrets_in_urls_are_redacted() {
        for (given, expected) in [
            ("https://ada:pw@a.example/x", "https://a.example/x"),
            (
                "https://a.example/?access_token=1&q=a",
                "https://a.example/?access_token=[redacted]&q=a",
            ),
            ("https://a.example/?apiKey=1", "https://a.example/?apiKey=[redacted]"),
            (
                "https://a.example/?X-Amz-Signature=1",
                "https://a.example/?X-Amz-Signature=[redacted]",
            ),
            ("https://a.example/?PHPSESSID=1", "https://a.example/?PHPSESSID=[redacted]"),
            (
                "https://a.example/#access_token=1&state=2",
                "https://a.example/#access_token=[redacted]&state=2",
            ),
            ("https://a.example/#/inbox?token=1", "https://a.example/#/inbox?token=[redacted]"),
            (
                "https://a.example/?x=0123456789abcdef0123456789abcdef",
                "https://a.example/?x=[redacted]",
            ),
            ("https://a.example/?h=Bearer%20abc", "https://a.example/?h=[redacted]"),
            ("https://a.example/?x=ghp_12345678", "https://a.example/?x=[redacted]"),
            ("https://a.example/#eyJhbGciOi1.eyJzdWIiOi1.sig", "https://a.example/#[redacted]"),
        ] {
            assert_eq!(url(given), expected);
        }
    }

    #[test]
    fn addresses_in_errors_are_redacted_too() {
        let raw = ErrorReply::unclassified("Tab 3 (https://a.example/?token=1) shows an error.")
            .hint("Load https://a.example/?token=1.")
            .state("url", "https://a.example/?token=1#x")
            .state("note", "no address");
        let clean = error(raw);
        assert_eq!(clean.error, "Tab 3 (https://a.example/?token=[redacted]) shows an error.");
        assert_eq!(clean.hint.unwrap(), "Load https://a.example/?token=[redacted].");
        let state = clean.state.unwrap();
        assert_eq!(state["url"], "https://a.example/?token=[redacted]#x");
        assert_eq!(state["note"], "no address");
    }

    #[test]
    fn ordinary_values_are_kept() {
        for text in [
            "https://a.example/?q=firefox+history&page=2#top",
            "https://a.example/a/b?slug=a-long-lowercase-slug-with-many-many-words",
            "https://a.example/?keyboard=iso&design=x&monkey=1",
            "https://a.example/?token=",
            "about:blank",
            "not a url",
        ] {
            assert_eq!(url(text), text);
        }
    }
}
