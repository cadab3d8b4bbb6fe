//! `cargo xtask bench`: speed and memory, measured on release builds.

use crate::step::{Failure, cargo};
use crate::{ext, setup};

/// What can be measured; see `crates/e2e/examples/bench`.
pub(crate) const KINDS: [&str; 5] = ["start", "read", "act", "screenshots", "browser"];

/// Builds what is measured and measures it.
pub(crate) fn run(what: Option<&str>) -> Result<(), Failure> {
    setup::ensure(&[setup::NODE, setup::BROWSER])?;
    ext::run()?;
    cargo().args(["build", "--release", "--package", "kitsune"]).run()?;
    let kinds = what.map_or(KINDS.to_vec(), |kind| vec![kind]);
    kinds.iter().try_for_each(|kind| {
        cargo()
            .args(["run", "--quiet", "--release", "--package", "kitsune-e2e", "--example", "bench"])
            .args(["--", kind])
            .run()
    })
}
