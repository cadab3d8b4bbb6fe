//! What the values of variables mean that nothing follows yet.

use kitsune_protocol::access::{Groups, Unknown};

use super::Lookup;

/// What a valid value asks for.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Meaning {
    /// What happens anyway.
    Default,
    /// Something else; what happens instead.
    Wish(&'static str),
    /// A protection.
    Protection,
}

/// Groups whose tools are listed at first; the others' could be found by searching.
pub(super) fn publish(value: &str, var: Lookup<'_>) -> Result<Meaning, String> {
    let listed = groups(value)?;
    let enabled = var("KITSUNE_CAPS").unwrap_or_default();
    let enabled = match enabled.to_string_lossy().trim() {
        "" => groups("core"),
        // A wrong name in KITSUNE_CAPS is told for that variable.
        text => groups(text),
    };
    let Ok(enabled) = enabled else { return Ok(Meaning::Default) };
    let missing = listed.iter().find(|group| !enabled.contains(*group));
    match missing {
        Some(group) => Err(format!("names {}, which KITSUNE_CAPS does not enable", group.name())),
        None if value.is_empty() || listed == enabled => Ok(Meaning::Default),
        None => Ok(Meaning::Wish("every tool of KITSUNE_CAPS is listed from the start")),
    }
}

fn groups(text: &str) -> Result<Groups, String> {
    Groups::from_setting(text).map_err(|Unknown(name)| format!("names {name:?}, which is no group"))
}

pub(super) fn protect_user_tabs(value: &str, _: Lookup<'_>) -> Result<Meaning, String> {
    Ok(match is_on(value) {
        true => Meaning::Wish("tabs of the person are read-only unless KITSUNE_USER_TABS says so"),
        false => Meaning::Default,
    })
}

pub(super) fn ask_before_act(value: &str, _: Lookup<'_>) -> Result<Meaning, String> {
    Ok(if is_on(value) { Meaning::Protection } else { Meaning::Default })
}

/// Domains to which lookups in the history are limited, or from which they are kept away.
pub(super) fn history_domains(value: &str, _: Lookup<'_>) -> Result<Meaning, String> {
    let mut domains = value.split(',').map(str::trim).filter(|name| !name.is_empty()).peekable();
    if domains.peek().is_none() {
        return Ok(Meaning::Default);
    }
    match domains.find(|name| !is_domain(name.strip_prefix("*.").unwrap_or(name))) {
        Some(name) => Err(format!("names {name:?}, which is no domain such as example.com")),
        None => Ok(NO_HISTORY),
    }
}

pub(super) fn history_days(value: &str, _: Lookup<'_>) -> Result<Meaning, String> {
    match value.parse::<u32>() {
        _ if value.is_empty() => Ok(Meaning::Default),
        Ok(days) if days >= 1 => Ok(NO_HISTORY),
        _ => Err(format!("must be a whole number of days of 1 or more, not {value:?}")),
    }
}

/// The browser that input of the operating system goes to.
pub(super) fn trusted_input(value: &str, _: Lookup<'_>) -> Result<Meaning, String> {
    Ok(match value {
        "" => Meaning::Default,
        _ => Meaning::Wish("this version sends no input of the operating system"),
    })
}

const NO_HISTORY: Meaning = Meaning::Wish("this version reads no history and no bookmarks");

fn is_on(value: &str) -> bool {
    ["1", "true", "yes", "on"].iter().any(|on| value.eq_ignore_ascii_case(on))
}

fn is_domain(name: &str) -> bool {
    let is_label = |label: &str| {
        !label.is_empty() && label.chars().all(|char| char.is_alphanumeric() || "-_".contains(char))
    };
    name.split('.').all(is_label)
}
