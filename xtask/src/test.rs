//! `cargo xtask test`: the extension's unit tests and every Rust test, those in a real Firefox
//! included.

use std::fs;
use std::path::PathBuf;

use crate::step::{self, Failure, Step, at, cargo, node};
use crate::{ext, setup};

/// The Python MCP client of the smoke test.
const PYTHON_CLIENT: &str = "mcp==2.3.0";

/// Names the Python that has [`PYTHON_CLIENT`] to the tests.
const PYTHON_VARIABLE: &str = "KITSUNE_TEST_PYTHON";

/// Builds the extension and runs the tests; `arguments` go to `cargo test`.
pub(crate) fn run(arguments: &[String]) -> Result<(), Failure> {
    setup::ensure(&[setup::NODE, setup::BROWSER, setup::TEST])?;
    ext::run()?;
    node("extension/tools/test.mjs").run()?;
    let python = python_with_client()?;
    // The e2e tests start the binaries, which `cargo test` builds only for their own crate.
    cargo().args(["build", "--package", "kitsune"]).run()?;
    cargo()
        .args(["test", "--workspace"])
        .args(arguments)
        .env(PYTHON_VARIABLE, python)
        .run()
}

/// Makes a Python environment below target/ that has the client, once per pinned version.
fn python_with_client() -> Result<PathBuf, Failure> {
    let environment = step::root().join("target/python");
    let python = environment.join(if cfg!(windows) {
        "Scripts/python.exe"
    } else {
        "bin/python"
    });
    let installed = environment.join("installed");
    if fs::read_to_string(&installed).is_ok_and(|name| name == PYTHON_CLIENT) {
        return Ok(python);
    }
    Step::new("python3")
        .args(["-m", "venv", "--clear"])
        .args([&environment])
        .run()?;
    Step::new(&python)
        .args([
            "-m",
            "pip",
            "install",
            "--quiet",
            "--disable-pip-version-check",
            PYTHON_CLIENT,
        ])
        .run()?;
    fs::write(&installed, PYTHON_CLIENT).map_err(at(&installed))?;
    Ok(python)
}
