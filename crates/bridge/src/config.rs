//! What a bridge needs to know before it starts.

use std::path::PathBuf;
use std::time::Duration;

/// Ports, files and the token of one bridge.
#[derive(Clone, Debug)]
pub struct Config {
    /// Port of the HTTP API on 127.0.0.1.
    pub http_port: u16,
    /// Port of the extension's WebSocket on 127.0.0.1.
    pub ws_port: u16,
    /// Where the bearer token comes from.
    pub token: TokenSource,
    /// Directory of Kitsune's files; created with mode 0700.
    pub home: PathBuf,
    /// File with the daemon's process id, locked while it runs.
    pub pid_file: PathBuf,
    /// File whose lock serialises starting and stopping; taken before an idle bridge ends.
    pub lock_file: PathBuf,
    /// File that a running `kitsune launch` of this home holds locked.
    pub launch_lock: PathBuf,
    /// How long without a request until the bridge ends by itself; `None` means never.
    pub idle_timeout: Option<Duration>,
    /// Directory of screenshots that are saved without a name.
    pub screenshot_dir: PathBuf,
    /// A developer's unpacked extension: what a loaded one is compared with, and whose port is the
    /// extension's; `None` compares nothing.
    pub extension_dir: Option<PathBuf>,
    /// What actions' answers show of the page.
    pub post_action_snapshot: PostActionSnapshot,
    /// Build of this program, `<version>+<16 hex digits>`; clients compare it with theirs.
    pub build: String,
}

/// What actions' answers show of the page when their requests do not say it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PostActionSnapshot {
    /// Nothing, whatever a request says.
    Off,
    /// What the action changed.
    #[default]
    Delta,
    /// The same; a page that an action loads has its text, whatever its size.
    Text,
    /// The whole page.
    Full,
}

impl PostActionSnapshot {
    /// What the text of a setting means; any other text means [`Self::Delta`].
    pub fn from_setting(text: &str) -> Self {
        match text.trim().to_ascii_lowercase().as_str() {
            "0" | "false" | "no" | "off" => Self::Off,
            "text" => Self::Text,
            "full" => Self::Full,
            _ => Self::Delta,
        }
    }
}

/// Where the bearer token comes from.
#[derive(Clone)]
pub enum TokenSource {
    /// The environment gave it; the token file is neither read nor written.
    Given(String),
    /// The token file; it is created when it does not exist.
    File(PathBuf),
}

impl std::fmt::Debug for TokenSource {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Given(_) => f.write_str("Given([redacted])"),
            Self::File(path) => f.debug_tuple("File").field(path).finish(),
        }
    }
}
