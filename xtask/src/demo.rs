//! `cargo xtask demo`: the main job, before your eyes. An MCP client opens a form in a real
//! Firefox, reads it, fills it in, sends it and sees the result.

use crate::step::{Failure, cargo};
use crate::{ext, setup};

/// Builds what the demonstration needs and runs it.
pub(crate) fn run() -> Result<(), Failure> {
    setup::ensure(&[setup::NODE, setup::BROWSER])?;
    ext::run()?;
    cargo().args(["build", "--package", "kitsune"]).run()?;
    cargo().args(["run", "--quiet", "--package", "kitsune-e2e", "--example", "demo"]).run()
}
