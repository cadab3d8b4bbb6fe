//! `cargo xtask bench`: speed and memory, measured on release builds.

use crate::step::{Failure, cargo};
use crate::{ext, setup};

/// Builds what is measured and measures it.
pub(crate) fn run(what: &str) -> Result<(), Failure> {
    setup::ensure(&[setup::NODE, setup::BROWSER])?;
    ext::run()?;
    cargo().args(["build", "--release", "--package", "kitsune"]).run()?;
    cargo()
        .args(["run", "--quiet", "--release", "--package", "kitsune-e2e", "--example", "bench"])
        .args(["--", what])
        .run()
}
