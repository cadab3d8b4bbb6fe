//! What a launch does inside Firefox's own process: looking after the extension, and ending
//! Firefox so that preferences and session are written.
//!
//! No signal ends Firefox that way on Linux (SIGTERM kills it at once), and an extension cannot
//! quit it. So Firefox is started with its debugger listening where only this user can reach it;
//! once our one connection stands, Firefox stops listening, and that connection is kept for the end.

use std::ffi::OsString;
use std::io;
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::time::Duration;

use kitsune_debugger::{Address, Debugger, DebuggerError};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::profile::EXTENSION_ID;

/// How long Firefox may take until its debugger listens.
const START: Duration = Duration::from_secs(30);
/// Time between two attempts to connect.
const POLL: Duration = Duration::from_millis(50);
/// Longest path of the directory around the socket's own, in bytes: systems allow a socket's path
/// 103 bytes, and the directory and the socket need some.
const LONGEST_PARENT: usize = 65;
/// The argument that makes Firefox's debugger listen.
const ARGUMENT: &str = "start-debugger-server";

/// Where Firefox is to listen for the launch, and who said so.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Listener {
    pub(super) address: Address,
    /// The person's own arguments made Firefox listen there, so it stays open.
    pub(super) is_persons: bool,
}

impl Listener {
    /// The port that the person's own arguments name, or one that only this launch knows: Firefox
    /// heeds the first such argument alone.
    pub(super) fn choose(arguments: &[OsString], scratch: &Path) -> io::Result<Self> {
        if let Some(port) = named_port(arguments) {
            return Ok(Self { address: Address::Port(port), is_persons: true });
        }
        let address = if cfg!(unix) {
            Address::Socket(scratch.join("debugger"))
        } else {
            // Free now, and taken again a moment later by Firefox.
            let held = TcpListener::bind(("127.0.0.1", 0))?;
            Address::Port(held.local_addr()?.port())
        };
        Ok(Self { address, is_persons: false })
    }

    /// What it adds to Firefox's arguments.
    pub(super) fn arguments(&self) -> Vec<OsString> {
        let value = match &self.address {
            _ if self.is_persons => return Vec::new(),
            Address::Port(port) => port.to_string().into(),
            Address::Socket(path) => path.into(),
        };
        vec![format!("--{ARGUMENT}").into(), value]
    }
}

/// Where the directory of the socket is made: Kitsune's home, unless its path is so long that no
/// socket can have it.
pub(super) fn scratch_parent(home: &Path) -> PathBuf {
    match home.as_os_str().len() {
        ..=LONGEST_PARENT if home.is_absolute() => home.to_owned(),
        _ => std::env::temp_dir(),
    }
}

fn named_port(arguments: &[OsString]) -> Option<u16> {
    let is_it = |text: &OsString| {
        text.to_str().is_some_and(|text| text.trim_start_matches('-') == ARGUMENT)
    };
    let index = arguments.iter().position(is_it)?;
    arguments.get(index + 1)?.to_str()?.parse().ok()
}

/// Our connection into the running Firefox.
pub(super) struct Control {
    debugger: Debugger,
}

impl Control {
    /// Connects as soon as Firefox listens.
    pub(super) async fn attach(listener: &Listener) -> Result<Self, DebuggerError> {
        let deadline = Instant::now() + START;
        loop {
            match Debugger::connect(&listener.address).await {
                Ok(debugger) => return Ok(Self { debugger }),
                Err(DebuggerError::Connection(_)) if Instant::now() < deadline => {
                    sleep(POLL).await;
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// Whether Firefox runs the extension from the profile's package.
    pub(super) async fn is_extension_active(&mut self) -> Result<bool, DebuggerError> {
        let answer = self.call("isActive", &json!([EXTENSION_ID])).await?;
        Ok(answer == "true")
    }

    /// Installs the package for as long as Firefox runs, in place of one that Firefox refused.
    pub(super) async fn install_temporary(&mut self, package: &Path) -> Result<(), DebuggerError> {
        let arguments = json!([EXTENSION_ID, package.display().to_string()]);
        self.call("installTemporary", &arguments).await.map(drop)
    }

    /// Removes the extension with everything that Firefox keeps for it.
    pub(super) async fn uninstall(&mut self) -> Result<(), DebuggerError> {
        self.call("uninstall", &json!([EXTENSION_ID])).await.map(drop)
    }

    /// Makes Firefox take no further connection; `false` when that ended ours too.
    pub(super) async fn close_listener(&mut self) -> bool {
        self.call("closeListeners", &json!([])).await.is_ok()
    }

    /// Asks Firefox to end as a person would who says "quit".
    pub(super) async fn quit(&mut self) {
        // Firefox goes away instead of answering.
        let _ = self.call("quit", &json!([])).await;
    }

    async fn call(
        &mut self,
        function: &str,
        arguments: &serde_json::Value,
    ) -> Result<String, DebuggerError> {
        let script = format!(
            "(async () => {{ {}
                return String(await {function}(...{arguments}));
            }})().catch(error => 'error: ' + error)",
            include_str!("parent.js")
        );
        let answer = self.debugger.evaluate(&script).await?;
        match answer.strip_prefix("error: ") {
            Some(error) => Err(DebuggerError::Thrown(error.to_owned())),
            None => Ok(answer),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(arguments: &[&str]) -> Listener {
        let arguments: Vec<_> = arguments.iter().map(OsString::from).collect();
        Listener::choose(&arguments, Path::new("/run/scratch")).unwrap()
    }

    #[test]
    fn a_port_that_the_person_named_is_used_and_not_named_twice() {
        let listener = chosen(&["-P", "x", "-start-debugger-server", "6000"]);
        assert_eq!(listener, Listener { address: Address::Port(6000), is_persons: true });
        assert!(listener.arguments().is_empty());
    }

    #[test]
    #[cfg(unix)]
    fn otherwise_firefox_listens_where_only_this_launch_finds_it() {
        let listener = chosen(&["--safe-mode"]);
        assert!(!listener.is_persons);
        assert_eq!(listener.arguments(), ["--start-debugger-server", "/run/scratch/debugger"]);
    }
}
