//! What the tasks need from the machine. On Debian as root it is installed; elsewhere the task
//! stops with one line that names it.

use crate::step::{Failure, Step};

/// Something a task needs: how to find it, and the Debian package that brings it.
pub(crate) struct Need {
    name: &'static str,
    package: &'static str,
    found: fn() -> bool,
}

/// Node.js and npm, which build and check the extension.
pub(crate) const NODE: &[Need] = &[
    Need { name: "Node.js", package: "nodejs", found: || on_path(&["node"]) },
    Need { name: "npm", package: "npm", found: || on_path(&["npm", "npm.cmd"]) },
];

/// A Firefox that accepts an unsigned extension.
pub(crate) const BROWSER: &[Need] = &[Need {
    name: "Firefox ESR",
    package: "firefox-esr",
    found: || on_path(&["firefox-esr", "firefox"]),
}];

/// What tests use besides the browser: Python for the test with its MCP client.
pub(crate) const TEST: &[Need] =
    &[Need { name: "Python 3 with venv", package: "python3-venv", found: python_with_venv }];

const OLDEST_NODE: u32 = 20;

/// Makes everything in `needs` available, or names what is missing.
pub(crate) fn ensure(needs: &[&[Need]]) -> Result<(), Failure> {
    let missing: Vec<&Need> =
        needs.iter().copied().flatten().filter(|need| !(need.found)()).collect();
    if missing.is_empty() {
        return Ok(());
    }
    if debian_as_root() {
        install(missing.iter().map(|need| need.package))?;
        match missing.iter().find(|need| !(need.found)()) {
            None => return Ok(()),
            Some(need) => return Err(Failure::Missing(need.name.to_owned())),
        }
    }
    let names: Vec<&str> = missing.iter().map(|need| need.name).collect();
    let packages: Vec<&str> = missing.iter().map(|need| need.package).collect();
    Err(Failure::Missing(format!(
        "{} (Debian: apt-get install {})",
        names.join(", "),
        packages.join(" ")
    )))
}

/// Like [`ensure`] for [`NODE`], and refuses a Node.js that is too old for the tools.
pub(crate) fn ensure_node() -> Result<(), Failure> {
    ensure(&[NODE])?;
    let version = Step::new("node").args(["--version"]).output().unwrap_or_default();
    if major(&version).is_some_and(|major| major >= OLDEST_NODE) {
        return Ok(());
    }
    Err(Failure::Missing(format!("Node.js {OLDEST_NODE} or newer (found {version:?})")))
}

/// The first number of a version such as `v20.19.2`.
fn major(version: &str) -> Option<u32> {
    version.trim_start_matches('v').split('.').next()?.parse().ok()
}

fn install(packages: impl Iterator<Item = &'static str>) -> Result<(), Failure> {
    apt_get().args(["update", "-q"]).run()?;
    apt_get().args(["install", "-y", "-q", "--no-install-recommends"]).args(packages).run()
}

fn apt_get() -> Step {
    Step::new("apt-get").env("DEBIAN_FRONTEND", "noninteractive")
}

fn debian_as_root() -> bool {
    let system = std::fs::read_to_string("/etc/os-release").unwrap_or_default();
    system.lines().any(|line| line == "ID=debian")
        && Step::new("id").args(["-u"]).output().as_deref() == Some("0")
}

fn python_with_venv() -> bool {
    Step::new("python3").args(["-c", "import venv, ensurepip"]).output().is_some()
}

fn on_path(names: &[&str]) -> bool {
    let path = std::env::var_os("PATH").unwrap_or_default();
    std::env::split_paths(&path)
        .any(|directory| names.iter().any(|name| directory.join(name).is_file()))
}
