//! `cargo xtask lint`: formatting, clippy, TypeScript, eslint and the add-on linter.

use crate::ext;
use crate::step::{Failure, cargo, node};

/// Runs every check, the quick ones first.
pub(crate) fn run() -> Result<(), Failure> {
    cargo().args(["fmt", "--all", "--check"]).run()?;
    // Builds the extension, which the add-on linter reads and the program embeds.
    ext::run()?;
    for project in ["extension", "extension/test"] {
        node("node_modules/typescript/bin/tsc").args(["--project", project]).run()?;
    }
    node("node_modules/eslint/bin/eslint.js").args(["--max-warnings", "0", "."]).run()?;
    node("extension/tools/lint.mjs").run()?;
    cargo().args(["clippy", "--workspace", "--all-targets", "--", "-D", "warnings"]).run()
}
