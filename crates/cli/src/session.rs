//! What every command begins with: the settings from the environment, a client, a runtime.

use std::fs::OpenOptions;
use std::io;

use kitsune_client::{Client, Identity, Launcher, Settings, SettingsError};
use tokio::runtime::{Builder, Runtime};

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
    Ok(Launcher { program, args: vec!["bridge".into(), "start".into(), "--keep-log".into()] })
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
