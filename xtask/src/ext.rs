//! `cargo xtask ext`: the extension's tools, both unpacked flavors, both packages.

use std::fs;

use crate::step::{self, Failure, at, node, npm};
use crate::{pack, setup};

/// The two flavors of the extension; see extension/tools/build.mjs.
pub(crate) const FLAVORS: [&str; 2] = ["dev", "signed"];

/// Builds and packs both flavors into extension/dist.
pub(crate) fn run() -> Result<(), Failure> {
    install_tools()?;
    node("extension/tools/build.mjs").args([env!("CARGO_PKG_VERSION")]).run()?;
    let dist = step::root().join("extension/dist");
    for flavor in FLAVORS {
        let package = dist.join(format!("kitsune-{flavor}.xpi"));
        pack::pack(&dist.join(flavor), &package)?;
        eprintln!("    {}", package.display());
    }
    Ok(())
}

/// Runs `npm ci` unless the installed packages are those of the lock file.
pub(crate) fn install_tools() -> Result<(), Failure> {
    setup::ensure_node()?;
    let lock_path = step::root().join("package-lock.json");
    let lock = fs::read(&lock_path).map_err(at(&lock_path))?;
    // A copy of the lock file, written last, says that the installation was completed.
    let installed = step::root().join("node_modules/.installed-lock.json");
    if fs::read(&installed).is_ok_and(|content| content == lock) {
        return Ok(());
    }
    npm().args(["ci", "--no-audit", "--no-fund"]).run()?;
    fs::write(&installed, lock).map_err(at(&installed))
}
