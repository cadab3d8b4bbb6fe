//! `kitsune launch`: a Firefox of its own with the extension in it, connected to this bridge.
//!
//! It stays in the foreground. Firefox runs under [`guard`], so it ends with this process however
//! that ends. Neither Marionette nor the remote agent is used: `navigator.webdriver` stays false.

mod browser;
mod connection;
mod error;
mod firefox;
pub mod guard;
mod package;
mod profile;
mod signals;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kitsune_client::{Client, Settings};
use kitsune_protocol::wire::Flavor;

use crate::{embedded, process, session};

use connection::Browser;
use error::LaunchError;
use firefox::{Firefox, Start};
use profile::Profile;
use signals::StopSignals;

/// Arguments of `kitsune launch`.
#[derive(Args, Debug)]
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
    let settings = session::settings()?;
    let extension = embedded::extension(Flavor::Dev).ok_or(LaunchError::NoExtension)?;
    let browser = find_browser(arguments.browser.as_deref())?;
    let client = session::manager(settings.clone());
    client.ensure_bridge(&session::launcher()?, embedded::BUILD).await?;
    connection::refuse_second_browser(&client).await?;

    // From here on there is something to clean up, so signals are taken into our own hands.
    let mut signals = StopSignals::take()?;
    let profile = Profile::open(arguments.profile.as_deref())?;
    profile.install(extension, settings.ws_port)?;
    profile.write_preferences()?;
    let log = settings.home.join("browser.log");
    let mut firefox = Firefox::start(&Start {
        browser: &browser,
        profile: profile.path(),
        headless: arguments.headless,
        url: arguments.url.as_deref(),
        arguments: &arguments.firefox_arguments,
        log: &log,
    })
    .map_err(|source| LaunchError::NotStarted { browser, source })?;
    let outcome = tokio::select! {
        () = signals.received() => Ok(ExitCode::SUCCESS),
        outcome = follow(&mut firefox, &client, &profile, &log) => outcome,
    };
    firefox.stop().await;
    outcome
}

fn find_browser(named: Option<&Path>) -> Result<PathBuf, LaunchError> {
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    Ok(browser::find(named, &search_path, Path::is_file)?)
}

/// Says when the browser is connected and waits until it ends; the result is its exit code.
async fn follow(
    firefox: &mut Firefox,
    client: &Client,
    profile: &Profile,
    log: &Path,
) -> Result<ExitCode, LaunchError> {
    let connected = tokio::select! {
        status = firefox.ended() => {
            return Err(LaunchError::ended_early(process::exit_code(status.ok()), log));
        }
        connected = connection::wait(client) => connected?,
    };
    announce(&connected, profile, client.settings());
    let status = firefox.ended().await;
    Ok(ExitCode::from(process::exit_code(status.ok())))
}

fn announce(browser: &Browser, profile: &Profile, settings: &Settings) {
    let line = format!(
        "Connected: {browser} with profile {}, bridge on 127.0.0.1:{}. Press Ctrl+C to stop.",
        profile.path().display(),
        settings.http_port,
    );
    // Nobody reading the line is no reason to end the browser.
    let _ = writeln!(io::stdout(), "{line}");
}
