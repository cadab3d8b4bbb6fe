//! The generated TypeScript in the tree is the one that the Rust types give.

use kitsune_protocol::typescript;

#[test]
fn the_checked_in_typescript_is_current() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../extension/src/protocol.ts");
    let stored = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        stored == typescript::generate(),
        "extension/src/protocol.ts is stale; refresh it: {}",
        typescript::COMMAND
    );
}
