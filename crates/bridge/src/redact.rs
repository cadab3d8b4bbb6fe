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
/// Least characters after such a beginning: `sk-SK` is a language.
const SHORT: usize = 5;
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

/// The same for an address that may be relative to a page's.
pub(crate) fn reference(text: &str) -> String {
    const BASE: &str = "http://page.invalid";
    let Some(start) = text.find(['?', '#']).filter(|_| Url::parse(text).is_err()) else {
        return url(text);
    };
    // Only query and fragment are of interest: the path is put back as it is written.
    let (path, rest) = text.split_at(start);
    let redacted = url(&format!("{BASE}/{rest}"));
    match redacted.strip_prefix(BASE).and_then(|rest| rest.strip_prefix('/')) {
        Some(rest) => format!("{path}{rest}"),
        None => path.to_owned(),
    }
}

/// A title. A page without one of its own has its address there, without the scheme.
pub(crate) fn title(text: &str) -> String {
    if text.contains(char::is_whitespace) { text.to_owned() } else { reference(text) }
}

/// An error of the extension without secrets in the addresses that it names.
pub(crate) fn error(mut error: ErrorReply) -> ErrorReply {
    error.error = text(&error.error);
    error.hint = error.hint.as_deref().map(text);
    error.state.iter_mut().flat_map(|state| state.values_mut()).for_each(value);
    if let Some(Value::String(of)) = error.state.as_mut().and_then(|state| state.get_mut("title")) {
        *of = title(of);
    }
    error
}

/// The same for every text in a value.
pub(crate) fn value(json: &mut Value) {
    match json {
        Value::String(string) => *string = text(string),
        Value::Array(values) => values.iter_mut().for_each(value),
        Value::Object(values) => values.values_mut().for_each(value),
        Value::Null | Value::Bool(_) | Value::Number(_) => (),
    }
}

/// A text whose words may be addresses.
pub(crate) fn text(text: &str) -> String {
    if !text.contains("://") {
        return text.to_owned();
    }
    text.split_inclusive(char::is_whitespace).map(spaced_word).collect()
}

fn spaced_word(text: &str) -> String {
    let end = text.trim_end().len();
    format!("{}{}", word(&text[..end]), &text[end..])
}

fn word(word: &str) -> String {
    let end = word.trim_end_matches(['.', ',', ';', ':', ')', '"', '\'']).len();
    let (address, rest) = word.split_at(end);
    let Some(scheme) = address.find("://") else {
        return word.to_owned();
    };
    // What stands before an address is no part of it, as in `url=https://a.example`.
    let is_scheme = |letter: char| letter.is_ascii_alphanumeric() || "+-.".contains(letter);
    let start = scheme - address[..scheme].chars().rev().take_while(|c| is_scheme(*c)).count();
    format!("{}{}{rest}", &address[..start], url(&address[start..]))
}

/// A fragment is parameters, a route with a query, or one value.
fn fragment(fragment: &str) -> String {
    match fragment.split_once('?') {
        // An address as a value has a mark too; what stands before it are parameters then.
        Some((start, query)) if start.contains('=') => {
            format!("{}?{}", parameters(start), parameters(query))
        }
        Some((route, query)) => format!("{route}?{}", parameters(query)),
        None => parameters(fragment),
    }
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

/// The words of a name, split at punctuation and at capitals: `jwtValue` and `JWTValue` have two.
fn words(name: &str) -> impl Iterator<Item = String> {
    let mut words = vec![String::new()];
    let mut before = ' ';
    let mut letters = name.chars().peekable();
    while let Some(letter) = letters.next() {
        let ends_capitals =
            before.is_uppercase() && letters.peek().is_some_and(|next| next.is_lowercase());
        let begins = letter.is_uppercase() && (!before.is_uppercase() || ends_capitals);
        if begins || !letter.is_alphanumeric() {
            words.push(String::new());
        }
        if letter.is_alphanumeric()
            && let Some(word) = words.last_mut()
        {
            word.extend(letter.to_lowercase());
        }
        before = letter;
    }
    words.into_iter().filter(|word| !word.is_empty())
}

fn is_credential(value: &str) -> bool {
    let is_prefixed = PREFIXES
        .iter()
        .any(|prefix| value.strip_prefix(prefix).is_some_and(|rest| rest.len() >= SHORT));
    let bearer = value.get(..7).is_some_and(|start| start.eq_ignore_ascii_case("bearer "));
    is_prefixed || bearer || is_jwt(value) || is_hex(value) || is_mixed(value)
}

/// Three base64url parts, five when it is encrypted, of which the first begins like a JSON object.
fn is_jwt(value: &str) -> bool {
    let parts = value.split('.').count();
    value.starts_with("eyJ") && (parts == 3 || parts == 5) && value.len() >= LONG / 2
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
            ("https://ada@a.example/x", "https://a.example/x"),
            (
                "https://a.example/?JWTValue=1&OTPCode=2",
                "https://a.example/?JWTValue=[redacted]&OTPCode=[redacted]",
            ),
            (
                "https://a.example/?user%5Bpassword%5D=1",
                "https://a.example/?user%5Bpassword%5D=[redacted]",
            ),
            (
                "https://a.example/?saml_request=1&Sid=2&HMAC=3",
                "https://a.example/?saml_request=[redacted]&Sid=[redacted]&HMAC=[redacted]",
            ),
            (
                "https://a.example/?x=AIzaSyD4x&y=ya29.abcdef",
                "https://a.example/?x=[redacted]&y=[redacted]",
            ),
            (
                "https://a.example/?x=%41bcdefghijklmnopqrstuvwxyz012345",
                "https://a.example/?x=[redacted]",
            ),
            (
                "https://a.example/?ABCdef0123456789ABCdef0123456789",
                "https://a.example/?[redacted]",
            ),
            (
                "https://a.example/#access_token=1&next=/b?c=2&key=3",
                "https://a.example/#access_token=[redacted]&next=/b?c=2&key=[redacted]",
            ),
            (
                "https://a.example/#0123456789abcdef0123456789ABCDEF",
                "https://a.example/#[redacted]",
            ),
            ("https://a.example/#!/x?code=1", "https://a.example/#!/x?code=[redacted]"),
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
    fn a_title_that_is_an_address_is_redacted() {
        for (text, expected) in [
            ("a.example:80/x.json?token=1&n=2", "a.example:80/x.json?token=[redacted]&n=2"),
            ("a.example/x.json?token=1", "a.example/x.json?token=[redacted]"),
            ("Which token=1? All", "Which token=1? All"),
            ("C#", "C#"),
            ("", ""),
        ] {
            assert_eq!(title(text), expected);
        }
    }

    #[test]
    fn ordinary_values_are_kept() {
        for text in [
            "https://a.example/?q=firefox+history&page=2#top",
            "https://a.example/a/b?slug=a-long-lowercase-slug-with-many-many-words",
            "https://a.example/?keyboard=iso&design=x&monkey=1",
            "https://a.example/?token=",
            "https://a.example/?hl=sk-SK&author=ada&passage=2&keys=a",
            "https://a.example/?id=123e4567-e89b-12d3-a456-426614174000",
            "https://a.example/#/orders/17?page=2",
            "https://a.example/reset/ABCdef0123456789ABCdef0123456789",
            "about:blank",
            "not a url",
        ] {
            assert_eq!(url(text), text);
        }
    }

    #[test]
    fn a_relative_address_keeps_its_path() {
        for (text, expected) in [
            ("/pay", "/pay"),
            ("", ""),
            ("?token=1", "?token=[redacted]"),
            ("../a b?x=1&token=1#y", "../a b?x=1&token=[redacted]#y"),
            ("//a.example/?token=1", "//a.example/?token=[redacted]"),
            ("https://a.example/?token=1", "https://a.example/?token=[redacted]"),
        ] {
            assert_eq!(reference(text), expected);
        }
    }
}
