//! The texts in a rendered page: names, readable text and values. Roles, refs, states and addresses
//! are our own words about the page and say nothing of what it shows.

/// Whether a text of the page contains `text`. What a delta says was removed is not there.
pub(crate) fn shows(snapshot: &str, text: &str) -> bool {
    snapshot.lines().flat_map(texts).any(|shown| shown.contains(text))
}

/// The name or text of a line, and its value.
fn texts(line: &str) -> impl Iterator<Item = String> {
    let (name, value) = parts(line).unwrap_or_default();
    name.into_iter().chain(value)
}

fn parts(line: &str) -> Option<(Option<String>, Option<String>)> {
    let (role, rest) = line.trim_start().strip_prefix("- ")?.split_once(' ')?;
    if role == "removed:" || role == "/url:" {
        return None;
    }
    match string(rest) {
        Some((name, states)) => Some((Some(name), value(states))),
        None => Some((None, value(&line[line.len() - rest.len() - 1..]))),
    }
}

/// The value among the states. Another state's text may look like one.
fn value(states: &str) -> Option<String> {
    const VALUE: &str = " [value=";
    let mut rest = states;
    loop {
        let quote = rest.find('"');
        if let Some(at) = rest.find(VALUE).filter(|at| quote.is_none_or(|quote| *at < quote)) {
            let value = &rest[at + VALUE.len()..];
            let plain = || value.split(']').next().map(str::to_owned);
            return string(value).map(|(value, _)| value).or_else(plain);
        }
        (_, rest) = string(&rest[quote?..])?;
    }
}

/// A JSON string at the beginning, and what follows it.
fn string(text: &str) -> Option<(String, &str)> {
    let mut strings = serde_json::Deserializer::from_str(text).into_iter::<String>();
    let string = strings.next()?.ok()?;
    Some((string, &text[strings.byte_offset()..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_texts_and_values_are_the_pages_own() {
        let page = "- status\n  - text \"All saved.\"\n- text \"say \\\"yes\\\"\"\n\
            - textbox \"City\" [ref=e3] [value=\"Bad [value=x] Ems\"]\n- spinbutton [ref=e4] [value=42]";
        for text in ["saved", "say \"yes\"", "City", "Bad [value=x] Ems", "42"] {
            assert!(shows(page, text), "{text}");
        }
    }

    #[test]
    fn what_we_say_of_the_page_is_not() {
        let page = "- button \"Go\" [ref=e4] [checked=false] [expanded=false]\n\
            - link \"Next\" [ref=e5]:\n  - /url: \"/orders\"\n- iframe [content=read src=\"/inner\"]\n\
            - removed: text \"Gone\"\n- … 5 more similar items; snapshot e9 to list all";
        for text in
            ["button", "e4", "checked", "expanded", "orders", "inner", "Gone", "similar", "/url"]
        {
            assert!(!shows(page, text), "{text}");
        }
        assert!(!shows("", "Saved"));
    }
}
