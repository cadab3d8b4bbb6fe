//! Embeds the packed extension, if it was built, and computes the build id
//! `<version>+<16 hex>` that a client compares with a running bridge's.
//!
//! The extension is taken from extension/dist in a checkout and from assets/ in the published
//! crate. Nothing is built here: without a package the program compiles and `launch` says how to
//! get one.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

use sha2::{Digest, Sha256};

const FLAVORS: [&str; 2] = ["dev", "signed"];

fn main() -> io::Result<()> {
    let own = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let packages = FLAVORS.map(|flavor| find_package(&own, flavor));
    watch_packages(&own, &packages);

    let output = PathBuf::from(variable("OUT_DIR")?).join("embedded.rs");
    fs::write(output, embedding(&packages))?;

    let version = variable("CARGO_PKG_VERSION")?;
    let digest = digest(&sources(&own)?, packages.iter().flatten())?;
    println!("cargo::rustc-env=KITSUNE_BUILD={version}+{digest}");
    Ok(())
}

fn variable(name: &str) -> io::Result<String> {
    env::var(name).map_err(|error| io::Error::other(format!("{name}: {error}")))
}

/// Where the packed extension can be, the checkout's own build first: a copy in assets/ may be
/// older.
fn package_directories(own: &Path) -> [PathBuf; 2] {
    [own.join("../../extension/dist"), own.join("assets")]
}

fn find_package(own: &Path, flavor: &str) -> Option<PathBuf> {
    package_directories(own)
        .into_iter()
        .map(|directory| directory.join(format!("kitsune-{flavor}.xpi")))
        .find(|path| path.is_file())
}

/// Cargo takes a watched path that does not exist for changed, each time. So a missing package is
/// awaited by watching the nearest directory that exists.
fn watch_packages(own: &Path, packages: &[Option<PathBuf>]) {
    for package in packages {
        match package {
            Some(path) => watch(path),
            None => package_directories(own)
                .iter()
                .filter_map(|directory| directory.ancestors().find(|path| path.is_dir()))
                .for_each(watch),
        }
    }
}

fn watch(path: &Path) {
    println!("cargo::rerun-if-changed={}", path.display());
}

/// Rust source of two constants, `DEV` and `SIGNED`.
fn embedding(packages: &[Option<PathBuf>]) -> String {
    let mut source = String::new();
    for (flavor, package) in FLAVORS.iter().zip(packages) {
        let value = match package {
            Some(path) => format!("Some(include_bytes!({path:?}))"),
            None => "None".to_owned(),
        };
        let name = flavor.to_uppercase();
        // Writing to a string cannot fail.
        let _ = writeln!(source, "const {name}: Option<&[u8]> = {value};");
    }
    source
}

/// Every file that decides what the programs do: the sources of all crates that go into them, or
/// of this crate alone when it is built from its package, and the lock file.
fn sources(own: &Path) -> io::Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    let workspace = own.join("../..");
    let lock = workspace.join("Cargo.lock");
    if lock.is_file() {
        watch(&lock);
        for entry in fs::read_dir(workspace.join("crates"))? {
            let directory = entry?.path();
            // The browser tests are no part of the programs.
            if !directory.ends_with("e2e") {
                watch(&directory.join("src"));
                collect(&directory.join("src"), &mut files)?;
            }
        }
        files.push(lock);
    } else {
        watch(&own.join("src"));
        collect(&own.join("src"), &mut files)?;
    }
    files.sort();
    Ok(files)
}

fn collect(directory: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(directory)? {
        let path = entry?.path();
        if path.is_dir() { collect(&path, files)? } else { files.push(path) }
    }
    Ok(())
}

/// The first 16 hex digits of the SHA-256 over all names and contents.
fn digest<'a>(
    sources: &'a [PathBuf],
    packages: impl Iterator<Item = &'a PathBuf>,
) -> io::Result<String> {
    let mut hash = Sha256::new();
    for path in sources.iter().chain(packages) {
        let content = fs::read(path)?;
        hash.update(path.file_name().unwrap_or_default().as_encoded_bytes());
        hash.update([0]);
        hash.update(u64::try_from(content.len()).unwrap_or(u64::MAX).to_le_bytes());
        hash.update(content);
    }
    let bytes = hash.finalize();
    Ok(bytes[..8].iter().map(|byte| format!("{byte:02x}")).collect())
}
