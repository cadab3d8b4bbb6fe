//! `kitsune launch`: a Firefox of its own with the extension in it, connected to this bridge.
//!
//! It stays in the foreground. Firefox runs under [`guard`], so it ends with this process however
//! that ends. While it runs, the bridge serves no other browser. Neither Marionette nor the remote
//! agent is used: `navigator.webdriver` stays false.

mod browser;
mod connection;
mod error;
mod firefox;
pub mod guard;
mod lease;
mod package;
mod profile;
mod signals;

use std::ffi::OsString;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use kitsune_client::Client;
use kitsune_protocol::wire::Flavor;

use crate::{embedded, process, session};

use connection::Browser;
use error::LaunchError;
use firefox::{Firefox, Start};
use lease::Lease;
use package::Pairing;
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
    let launch = Launch {
        arguments,
        extension: embedded::extension(Flavor::Dev).ok_or(LaunchError::NoExtension)?,
        browser: find_browser(arguments.browser.as_deref())?,
        client: session::manager(session::settings()?),
    };
    launch.client.ensure_bridge(&session::launcher()?, embedded::BUILD).await?;

    // From here on there is something to undo, so signals are taken into our own hands.
    let mut signals = StopSignals::take()?;
    let lease = Lease::take(&launch.client).await?;
    let outcome = tokio::select! {
        outcome = launch.run(&lease, &mut signals) => outcome,
        never = lease.keep(&launch.client) => match never {},
    };
    lease.end(&launch.client).await;
    outcome
}

fn find_browser(named: Option<&Path>) -> Result<PathBuf, LaunchError> {
    let search_path = std::env::var_os("PATH").unwrap_or_default();
    Ok(browser::find(named, &search_path, Path::is_file)?)
}

/// What one launch works with.
struct Launch<'a> {
    arguments: &'a LaunchArguments,
    extension: &'static [u8],
    browser: PathBuf,
    client: Client,
}

impl Launch<'_> {
    /// Runs the browser until it ends or a signal comes, and leaves nothing of it behind.
    async fn run(&self, lease: &Lease, signals: &mut StopSignals) -> Result<ExitCode, LaunchError> {
        connection::wait_until_free(&self.client).await?;
        let profile = self.prepare_profile(lease)?;
        let mut firefox = self.start(&profile)?;
        let outcome = tokio::select! {
            () = signals.received() => Ok(ExitCode::SUCCESS),
            outcome = self.follow(&mut firefox, &profile) => outcome,
        };
        firefox.stop().await;
        outcome
    }

    fn prepare_profile(&self, lease: &Lease) -> Result<Profile, LaunchError> {
        let profile = Profile::open(self.arguments.profile.as_deref())?;
        let socket_port = self.client.settings().ws_port;
        profile.install(self.extension, Pairing { socket_port, secret: lease.secret() })?;
        profile.write_preferences()?;
        Ok(profile)
    }

    fn start(&self, profile: &Profile) -> Result<Firefox, LaunchError> {
        let started = Firefox::start(&Start {
            browser: &self.browser,
            profile: profile.path(),
            headless: self.arguments.headless,
            url: self.arguments.url.as_deref(),
            arguments: &self.arguments.firefox_arguments,
            log: &self.log(),
        });
        started.map_err(|source| LaunchError::NotStarted { browser: self.browser.clone(), source })
    }

    /// Says when the browser is connected and waits until it ends; the result is its exit code.
    async fn follow(
        &self,
        firefox: &mut Firefox,
        profile: &Profile,
    ) -> Result<ExitCode, LaunchError> {
        let connected = tokio::select! {
            status = firefox.ended() => {
                let code = process::exit_code(status.ok());
                return Err(LaunchError::ended_early(code, &self.log()));
            }
            connected = connection::wait(&self.client) => connected?,
        };
        self.announce(&connected, profile);
        let status = firefox.ended().await;
        Ok(ExitCode::from(process::exit_code(status.ok())))
    }

    fn announce(&self, browser: &Browser, profile: &Profile) {
        let line = format!(
            "Connected: {browser} with profile {}, bridge on 127.0.0.1:{}. Press Ctrl+C to stop.",
            profile.path().display(),
            self.client.settings().http_port,
        );
        // Nobody reading the line is no reason to end the browser.
        let _ = writeln!(io::stdout(), "{line}");
    }

    /// File that receives what the browser prints.
    fn log(&self) -> PathBuf {
        self.client.settings().home.join("browser.log")
    }
}
