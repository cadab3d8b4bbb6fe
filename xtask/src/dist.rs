//! `cargo xtask dist`: puts the packed extension into crates/cli/assets, from where the published
//! crate embeds it, and checks that the crate's package really carries it.

use std::fs;

use crate::ext;
use crate::step::{self, Failure, at, cargo};

/// Builds the extension, copies it and checks the list of packaged files.
pub(crate) fn run() -> Result<(), Failure> {
    ext::run()?;
    let assets = step::root().join("crates/cli/assets");
    fs::create_dir_all(&assets).map_err(at(&assets))?;
    for name in package_names() {
        let built = step::root().join("extension/dist").join(&name);
        fs::copy(&built, assets.join(&name)).map_err(at(&built))?;
    }
    let files = cargo()
        .args(["package", "--package", "kitsune", "--list", "--allow-dirty", "--offline"])
        .output()
        .ok_or_else(|| Failure::Check("cannot list the files of the crate kitsune".to_owned()))?;
    for name in package_names() {
        let path = format!("assets/{name}");
        if !files.lines().any(|line| line == path) {
            return Err(Failure::Check(format!("the crate kitsune lacks {path}; see its include")));
        }
    }
    eprintln!("    the crate kitsune carries both packages");
    Ok(())
}

fn package_names() -> impl Iterator<Item = String> {
    ext::FLAVORS.iter().map(|flavor| format!("kitsune-{flavor}.xpi"))
}
