//! The running programs that a test acts on: one bridge, one headless Firefox with the extension,
//! and the fixture server.
//!
//! [`run`](crate::run) shares one stage among all tests of a test program. A test that stops the
//! bridge or needs settings of its own builds one for itself with [`run_apart`](crate::run_apart).

use std::fs::{self, File};
use std::io;
use std::net::TcpListener;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::net::TcpStream;

use crate::browser::Browser;
use crate::home::Home;
use crate::pages::Pages;
use crate::programs::{Guarded, ProgramError};
use crate::wait::until;

/// How long the bridge may take to start.
const BRIDGE_DEADLINE: Duration = Duration::from_secs(15);

/// How long Firefox may take to start and connect, on a machine that compiles beside it.
const BROWSER_DEADLINE: Duration = Duration::from_secs(60);

/// The line of `kitsune launch` that says that the extension is connected.
const CONNECTED: &str = "Connected";

/// Preferences of the tests; `kitsune launch` adds its own.
const PREFERENCES: &str = r#"
// The person of the tests acts by the remote debugging protocol.
user_pref("devtools.debugger.remote-enabled", true);
user_pref("devtools.chrome.enabled", true);
user_pref("devtools.debugger.prompt-connection", false);
// Firefox ignores input to a page that has only just been painted; tests click at once.
user_pref("dom.input_events.security.minNumTicks", 0);
user_pref("dom.input_events.security.minTimeElapsedInMS", 0);
// The first tab is an empty page, and not the welcome of a new profile.
user_pref("browser.startup.page", 0);
user_pref("browser.startup.homepage_override.mstone", "ignore");
"#;

/// The stage could not be set.
#[derive(Debug, thiserror::Error)]
pub enum StageError {
    /// A program is missing or cannot be started.
    #[error(transparent)]
    Program(#[from] ProgramError),
    /// A file, directory or port cannot be used.
    #[error("cannot prepare the tests' directory: {0}")]
    Io(#[from] io::Error),
    /// A program did not get ready.
    #[error("{program} did not get ready within {deadline:?}; it printed:\n{log}")]
    NotReady {
        /// Its name.
        program: &'static str,
        /// How long it had.
        deadline: Duration,
        /// What it printed.
        log: String,
    },
}

/// Ports of one stage.
#[derive(Clone, Copy, Debug)]
pub struct Ports {
    /// The bridge's HTTP API.
    pub http: u16,
    /// The bridge's socket for the extension.
    pub socket: u16,
    /// Firefox's debugger.
    pub debugger: u16,
}

/// The running programs. Dropping it ends them.
pub struct Stage {
    ports: Ports,
    home: Home,
    pub(crate) pages: Pages,
    /// Whoever holds it is the person at the desk.
    pub(crate) desk: Arc<tokio::sync::Mutex<()>>,
    tests: AtomicU32,
    browser: Mutex<Option<Guarded>>,
    bridge: Mutex<Option<Guarded>>,
}

impl Stage {
    /// Starts the programs and waits until the extension is connected.
    pub(crate) async fn set() -> Result<Self, StageError> {
        let stage = Self::set_without_browser().await?;
        stage.start_browser().await?;
        Ok(stage)
    }

    /// Starts the programs without a browser.
    pub(crate) async fn set_without_browser() -> Result<Self, StageError> {
        let stage = Self {
            ports: free_ports()?,
            home: Home::make()?,
            pages: Pages::start().await?,
            desk: Arc::default(),
            tests: AtomicU32::new(0),
            browser: Mutex::default(),
            bridge: Mutex::default(),
        };
        stage.start_bridge().await?;
        Ok(stage)
    }

    /// Starts the bridge and waits until it listens.
    pub async fn start_bridge(&self) -> Result<(), StageError> {
        self.start_bridge_with(&[]).await
    }

    /// Starts the bridge with further arguments and waits until it listens.
    pub async fn start_bridge_with(&self, arguments: &[&str]) -> Result<(), StageError> {
        let bridge = self.start("kitsune-bridge", &[&["start"], arguments].concat())?;
        *lock(&self.bridge) = Some(bridge);
        let listening = async || {
            let connection = TcpStream::connect(("127.0.0.1", self.ports.http)).await.ok();
            connection.filter(|_| self.token().is_some())
        };
        until(BRIDGE_DEADLINE, listening)
            .await
            .map(drop)
            .ok_or_else(|| self.not_ready("kitsune-bridge", BRIDGE_DEADLINE))
    }

    /// Ends the bridge.
    pub fn stop_bridge(&self) {
        lock(&self.bridge).take();
    }

    /// Starts Firefox and waits until the extension is connected and the first window is there.
    pub async fn start_browser(&self) -> Result<(), StageError> {
        fs::write(self.home.profile().join("user.js"), PREFERENCES)?;
        let profile = self.home.profile().display().to_string();
        let port = self.ports.debugger.to_string();
        let arguments =
            ["launch", "--headless", "--profile", &profile, "--", "--start-debugger-server", &port];
        *lock(&self.browser) = Some(self.start("kitsune", &arguments)?);
        until(BROWSER_DEADLINE, async || self.browser_stands())
            .await
            .filter(|connected| *connected)
            .ok_or_else(|| self.not_ready("kitsune", BROWSER_DEADLINE))?;
        let browser = Browser::on_port(self.ports.debugger);
        until(BROWSER_DEADLINE, async || browser.is_ready().await.then_some(()))
            .await
            .ok_or_else(|| self.not_ready("kitsune", BROWSER_DEADLINE))
    }

    /// Ends Firefox.
    pub fn stop_browser(&self) {
        lock(&self.browser).take();
    }

    /// Whether Firefox is connected, or has ended before that; `None` while it starts.
    fn browser_stands(&self) -> Option<bool> {
        let connected = self.printed("kitsune").lines().any(|line| line.starts_with(CONNECTED));
        let ended = lock(&self.browser).as_mut().is_none_or(|browser| browser.ended().is_some());
        (connected || ended).then_some(connected && !ended)
    }

    /// Ports of the bridge and of Firefox.
    pub fn ports(&self) -> Ports {
        self.ports
    }

    /// Directory of the programs' homes and logs.
    pub fn directory(&self) -> &Path {
        self.home.path()
    }

    /// The process of the running bridge.
    pub fn bridge_process(&self) -> Option<u32> {
        fs::read_to_string(self.home.kitsune().join("bridge.pid")).ok()?.trim().parse().ok()
    }

    /// `KITSUNE_EXTENSION_DIR` of the stage's programs. It does not exist until a test makes it, so
    /// that builds in the checkout cannot change what the bridge says of the extension.
    pub fn extension_directory(&self) -> PathBuf {
        self.home.path().join("unpacked")
    }

    /// The bridge's bearer token, once it has written one.
    pub fn token(&self) -> Option<String> {
        let text = fs::read_to_string(self.home.kitsune().join("token")).ok()?;
        Some(text.trim().to_owned()).filter(|token| !token.is_empty())
    }

    /// The variables that lead a program to this stage's bridge.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        let home = self.home.kitsune().display().to_string();
        vec![
            ("HOME", home.clone()),
            ("KITSUNE_HOME", home),
            ("KITSUNE_HTTP_PORT", self.ports.http.to_string()),
            ("KITSUNE_WS_PORT", self.ports.socket.to_string()),
            ("KITSUNE_EXTENSION_DIR", self.extension_directory().display().to_string()),
        ]
    }

    /// What a program has printed so far.
    pub(crate) fn printed(&self, program: &str) -> String {
        text_of(&self.home.log(program))
    }

    /// What the bridge has logged so far.
    pub fn bridge_log(&self) -> String {
        self.printed("kitsune-bridge")
    }

    /// What Firefox itself has printed; `kitsune launch` keeps it in its home.
    pub(crate) fn browser_log(&self) -> String {
        text_of(&self.home.kitsune().join("browser.log"))
    }

    /// A number for a test, counted from 1.
    pub(crate) fn next_test(&self) -> u32 {
        self.tests.fetch_add(1, Ordering::Relaxed) + 1
    }

    /// A file for a program to print into, after what it has printed before.
    pub(crate) fn log_to(&self, program: &str) -> io::Result<File> {
        File::options().create(true).append(true).open(self.home.log(program))
    }

    fn start(&self, program: &str, arguments: &[&str]) -> Result<Guarded, StageError> {
        let log = self.log_to(program)?;
        Ok(Guarded::start(program, arguments, &self.variables(), log)?)
    }

    fn not_ready(&self, program: &'static str, deadline: Duration) -> StageError {
        StageError::NotReady { program, deadline, log: self.printed(program) }
    }
}

/// Ports of the stages: below those that the system gives to outgoing connections, which would
/// otherwise take one between its choice and its use.
const PORTS: Range<u16> = 20_000..32_000;

/// Three ports that nobody uses now and no other stage of this program gets.
fn free_ports() -> io::Result<Ports> {
    Ok(Ports { http: free_port()?, socket: free_port()?, debugger: free_port()? })
}

/// A port that nobody uses now and that no one else of this program gets.
pub fn free_port() -> io::Result<u16> {
    static TAKEN: AtomicU32 = AtomicU32::new(0);
    let count = u32::from(PORTS.end - PORTS.start);
    // Test programs that run at the same time begin at different places.
    let first = std::process::id().wrapping_mul(97);
    for _ in 0..count {
        let step = first.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed)) % count;
        let port = u16::try_from(u32::from(PORTS.start) + step).unwrap_or(PORTS.start);
        if TcpListener::bind(("127.0.0.1", port)).is_ok() {
            return Ok(port);
        }
    }
    Err(io::Error::other("no port is free"))
}

fn text_of(log: &Path) -> String {
    String::from_utf8_lossy(&fs::read(log).unwrap_or_default()).into_owned()
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
