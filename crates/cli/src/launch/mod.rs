//! `kitsune launch`: a Firefox with the extension in it, connected to this bridge.
//!
//! It stays in the foreground, or with `--detach` in the background until `--stop`. Firefox runs
//! under [`guard`], so it ends with this process however that ends. While it runs, the bridge serves
//! no other browser. Neither Marionette nor the remote agent is used: `navigator.webdriver` stays
//! false.

pub(crate) mod browser;
mod connection;
mod control;
mod detached;
mod earlier;
pub(crate) mod edition;
mod error;
mod files;
mod firefox;
mod foreground;
pub mod guard;
mod in_use;
mod lease;
mod output;
mod package;
mod preferences;
mod profile;
mod restore;
mod signals;
pub(crate) mod state;
mod supervision;

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;

use crate::session;

use error::LaunchError;

/// Arguments of `kitsune launch`.
#[derive(Args, Clone, Debug)]
pub struct LaunchArguments {
    /// Run without a window.
    #[arg(long)]
    headless: bool,
    /// Profile directory to use and keep; without it a temporary one is made and removed.
    #[arg(long, value_name = "DIR")]
    profile: Option<PathBuf>,
    /// Browser program to start, a path or a name in PATH.
    #[arg(long, value_name = "PATH")]
    browser: Option<PathBuf>,
    /// Return once it is connected, and leave it running.
    #[arg(long)]
    detach: bool,
    /// End the running launch and put its profile back as it was.
    #[arg(long, exclusive = true)]
    stop: bool,
    /// Say what is connected as one line of JSON.
    #[arg(long)]
    json: bool,
    /// Install the extension as a temporary add-on, as a Firefox that demands signatures needs it.
    #[arg(long, hide = true)]
    temporary_extension: bool,
    /// This is the process that `--detach` leaves running.
    #[arg(long, hide = true)]
    detached: bool,
    /// Page to open.
    url: Option<String>,
    /// Further arguments for Firefox.
    #[arg(last = true, value_name = "FIREFOX_ARGS")]
    firefox_arguments: Vec<OsString>,
}

/// Runs the command and says on standard error why it failed.
pub fn run(arguments: &LaunchArguments) -> ExitCode {
    let launched = session::runtime()
        .map_err(LaunchError::from)
        .and_then(|runtime| runtime.block_on(launch(arguments)));
    launched.unwrap_or_else(|error| {
        eprintln!("kitsune launch: {error}");
        ExitCode::FAILURE
    })
}

async fn launch(arguments: &LaunchArguments) -> Result<ExitCode, LaunchError> {
    if arguments.stop {
        return detached::stop(&session::settings()?).await;
    }
    if arguments.detach {
        return detached::start(arguments, &session::settings()?).await;
    }
    foreground::launch(arguments).await
}
