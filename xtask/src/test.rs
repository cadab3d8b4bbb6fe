//! `cargo xtask test`: the extension's unit tests and every Rust test, those in a real Firefox
//! included.

use std::fs;
use std::path::{Path, PathBuf};

use crate::step::{self, Failure, Step, at, cargo, node};
use crate::{ext, setup};

/// The Python MCP client of the smoke test.
const PYTHON_CLIENT: &str = "mcp==2.3.0";

/// Names the Python that has [`PYTHON_CLIENT`] to the tests.
const PYTHON_VARIABLE: &str = "KITSUNE_TEST_PYTHON";

/// Builds the extension and runs every test, or those that `arguments` for `cargo test` choose.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    setup::ensure(&[setup::NODE, setup::BROWSER, setup::TEST])?;
    ext::run()?;
    node("extension/tools/test.mjs").run()?;
    let python = python_with_client()?;
    if arguments.is_empty() {
        return cargo_test(&python, &["--workspace".to_owned()]);
    }
    // The tests in a browser start the programs, which cargo builds by itself only for a test of
    // the whole workspace.
    cargo().args(["build", "--package", "kitsune"]).run()?;
    cargo_test(&python, arguments)
}

fn cargo_test(python: &Path, arguments: &[String]) -> Result<(), Failure> {
    cargo().args(["test"]).args(arguments).env(PYTHON_VARIABLE, python).run()
}

/// Makes a Python environment below target/ that has the client, once per pinned version.
fn python_with_client() -> Result<PathBuf, Failure> {
    let environment = step::root().join("target/python");
    let python = environment.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    let installed = environment.join("installed");
    if fs::read_to_string(&installed).is_ok_and(|name| name == PYTHON_CLIENT) {
        return Ok(python);
    }
    Step::new("python3").args(["-m", "venv", "--clear"]).args([&environment]).run()?;
    Step::new(&python)
        .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PYTHON_CLIENT])
        .run()?;
    fs::write(&installed, PYTHON_CLIENT).map_err(at(&installed))?;
    Ok(python)
}
