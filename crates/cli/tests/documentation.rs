//! What the documents say of broken connections is what the programs say.

#![expect(clippy::unwrap_used, reason = "a panic is how a test fails")]

use kitsune_protocol::ErrorCode;

/// The codes in the first column of a section's tables, in their order.
fn codes_in(page: &str, heading: &str) -> Vec<String> {
    let (_, section) = page.split_once(heading).unwrap();
    let section = section.split("\n## ").next().unwrap_or(section);
    let first = section.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    first.map(str::to_owned).collect()
}

#[test]
fn the_readmes_troubleshooting_names_each_code_of_a_connection() {
    let readme = include_str!("../../../README.md");
    let expected: Vec<_> = ErrorCode::CONNECTION.iter().map(|code| code.name()).collect();
    assert_eq!(codes_in(readme, "\n## When it does not work\n"), expected);
}

#[test]
fn the_manual_explains_each_code_of_a_connection() {
    let manual = include_str!("../../../docs/usage.md");
    let explained = codes_in(manual, "\n## When something is not connected\n");
    for code in ErrorCode::CONNECTION {
        assert!(explained.contains(&code.name().to_owned()), "{} is missing", code.name());
    }
    for code in explained {
        let known = code == "connected" || ErrorCode::ALL.iter().any(|known| known.name() == code);
        assert!(known, "{code} is no code");
    }
}
