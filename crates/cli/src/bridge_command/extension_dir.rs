//! Where a developer's unpacked extension lies: `KITSUNE_EXTENSION_DIR`, else in the checkout that
//! this program was built in and runs from. An installed program knows of none.

use std::path::{Path, PathBuf};

/// Directory of an unpacked extension, for build and port checks.
const VARIABLE: &str = "KITSUNE_EXTENSION_DIR";

/// The same below a checkout; `cargo xtask ext` makes it.
const IN_CHECKOUT: &str = "extension/dist/dev";

/// The directory, if there is one to look into.
pub(super) fn find() -> Option<PathBuf> {
    match std::env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        Some(directory) => Some(directory.into()),
        None => in_checkout_of(&std::env::current_exe().ok()?),
    }
}

/// The unpacked extension beside a program such as `target/debug/kitsune-bridge`.
fn in_checkout_of(program: &Path) -> Option<PathBuf> {
    let mut directories = program.ancestors().skip(1);
    let checkout =
        directories.find(|directory| directory.join("extension/manifest.json").is_file());
    Some(checkout?.join(IN_CHECKOUT)).filter(|directory| directory.is_dir())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_program_in_a_checkout_finds_its_extension_and_an_installed_one_none() {
        let checkout = tempfile::tempdir().unwrap();
        let program = checkout.path().join("target/debug/kitsune-bridge");
        assert_eq!(in_checkout_of(&program), None);
        let unpacked = checkout.path().join(IN_CHECKOUT);
        fs::create_dir_all(&unpacked).unwrap();
        assert_eq!(in_checkout_of(&program), None, "a directory of that name is no checkout");
        fs::write(checkout.path().join("extension/manifest.json"), "{}").unwrap();
        assert_eq!(in_checkout_of(&program), Some(unpacked));
    }
}
