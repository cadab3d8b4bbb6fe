//! What every command begins with: the settings from the environment, a client, a runtime, a log.

use std::fs::OpenOptions;
use std::io;

use kitsune_client::{Client, Identity, Launcher, Settings, SettingsError};
use tokio::runtime::{Builder, Runtime};
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// Sends log lines to standard error; standard output belongs to the commands' answers.
///
/// Libraries only warn: what they say of each connection would bury our own lines.
pub fn start_logging() {
    let levels =
        Targets::new().with_default(LevelFilter::WARN).with_target("kitsune", LevelFilter::INFO);
    let lines = tracing_subscriber::fmt::layer().with_writer(io::stderr).with_target(false);
    tracing_subscriber::registry().with(levels).with(lines).init();
}

/// The settings that the environment gives.
pub(crate) fn settings() -> Result<Settings, SettingsError> {
    Settings::read(|name| std::env::var_os(name))
}

/// A client that manages the bridge and acts for nobody.
pub(crate) fn manager(settings: Settings) -> Client {
    Client::new(settings, &Identity::default())
}

/// How clients start a bridge: with this same program.
pub(crate) fn launcher() -> io::Result<Launcher> {
    let program = std::env::current_exe()?;
    Ok(Launcher { program, args: vec!["bridge".into(), "start".into()] })
}

/// One thread is enough for every command and keeps resident memory low.
pub(crate) fn runtime() -> io::Result<Runtime> {
    Builder::new_current_thread().enable_all().build()
}

/// Opens a file for writing and creates it so that only this user can read it.
pub(crate) fn private_file() -> OpenOptions {
    let mut options = OpenOptions::new();
    options.write(true).create(true);
    #[cfg(unix)]
    {
        use std::os::unix::fs::OpenOptionsExt;
        options.mode(0o600);
    }
    options
}
