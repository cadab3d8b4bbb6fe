//! Where the bridge lives: the settings that every program of Kitsune shares.
//!
//! Only the binaries read the environment; they pass a lookup function to
//! [`Settings::read`]. See *Environment variables* in the configuration reference.

use std::ffi::OsString;
use std::path::PathBuf;

/// Directory for the token, the log and the lock files.
pub const HOME: &str = "KITSUNE_HOME";
/// Port of the HTTP API on 127.0.0.1.
pub const HTTP_PORT: &str = "KITSUNE_HTTP_PORT";
/// Port of the extension's WebSocket on 127.0.0.1.
pub const WS_PORT: &str = "KITSUNE_WS_PORT";
/// Bearer token that replaces the token file.
pub const TOKEN: &str = "KITSUNE_TOKEN";
/// `1` lets a running bridge of another build be; every other value counts as not set.
pub const NO_BRIDGE_RESTART: &str = "KITSUNE_NO_BRIDGE_RESTART";

/// Ports, home directory and token of one bridge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Directory of the token, the log and the lock files.
    pub home: PathBuf,
    /// Port of the HTTP API.
    pub http_port: u16,
    /// Port of the extension's WebSocket.
    pub ws_port: u16,
    /// Token given by the environment; `None` means the token file.
    pub token: Option<String>,
    /// Whether a running bridge of another build is used as it is, and not replaced.
    pub keeps_other_build: bool,
}

/// A variable whose value cannot be used. Its text names the variable.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// A port variable does not hold a port number.
    #[error("{variable} must be a port number from 1 to 65535, not {value:?}")]
    Port {
        /// The variable's name.
        variable: &'static str,
        /// What it held.
        value: String,
    },
    /// The variable holds bytes that are not text.
    #[error("{variable} must be valid UTF-8 text")]
    NotText {
        /// The variable's name.
        variable: &'static str,
    },
    /// The token is nothing that a request could carry.
    #[error("{TOKEN} must be one word of visible ASCII characters")]
    Token,
    /// Both ports are the same, so that the second one would seem to be another program's.
    #[error("{HTTP_PORT} and {WS_PORT} must be different ports, not both {port}")]
    SamePort {
        /// The port.
        port: u16,
    },
    /// No home directory is known, and none was given.
    #[error("no home directory is known; set {HOME} to a directory for Kitsune's files")]
    NoHome,
}

impl Settings {
    /// Reads the settings through `var`, which returns a variable's value.
    pub fn read(var: impl Fn(&str) -> Option<OsString>) -> Result<Self, SettingsError> {
        let home = match var(HOME).filter(|value| !value.is_empty()) {
            Some(home) => PathBuf::from(home),
            None => user_home(&var).ok_or(SettingsError::NoHome)?.join(".kitsune"),
        };
        let http_port = port(&var, HTTP_PORT, 47651)?;
        let ws_port = port(&var, WS_PORT, 47652)?;
        if http_port == ws_port {
            return Err(SettingsError::SamePort { port: http_port });
        }
        Ok(Self {
            home,
            http_port,
            ws_port,
            token: token(&var)?,
            keeps_other_build: var(NO_BRIDGE_RESTART).is_some_and(|value| value == "1"),
        })
    }

    /// File that holds the bearer token.
    pub fn token_path(&self) -> PathBuf {
        self.home.join("token")
    }

    /// File that receives the output of a bridge started by a client.
    pub fn log_path(&self) -> PathBuf {
        self.home.join("bridge.log")
    }

    /// File whose lock serialises starting and stopping a bridge.
    pub fn lock_path(&self) -> PathBuf {
        self.home.join("bridge.lock")
    }

    /// File with the running bridge's process id, locked while it runs.
    pub fn pid_path(&self) -> PathBuf {
        self.home.join("bridge.pid")
    }

    /// File that is locked while a `kitsune launch` of this home runs.
    pub fn launch_lock_path(&self) -> PathBuf {
        self.home.join("launch.lock")
    }

    /// Directory for screenshots that are saved without a name.
    pub fn screenshot_dir(&self) -> PathBuf {
        self.home.join("screenshots")
    }
}

fn user_home(var: &impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let named = |name: &&str| var(name).filter(|value| !value.is_empty());
    ["HOME", "USERPROFILE"].iter().find_map(named).map(PathBuf::from)
}

/// The token, without the space and line ends that copying one brings along.
fn token(var: &impl Fn(&str) -> Option<OsString>) -> Result<Option<String>, SettingsError> {
    let Some(value) = text(var, TOKEN)? else {
        return Ok(None);
    };
    match value.trim() {
        "" => Ok(None),
        token if token.bytes().all(|byte| byte.is_ascii_graphic()) => Ok(Some(token.to_owned())),
        _ => Err(SettingsError::Token),
    }
}

fn port(
    var: &impl Fn(&str) -> Option<OsString>,
    variable: &'static str,
    default: u16,
) -> Result<u16, SettingsError> {
    let Some(value) = text(var, variable)? else {
        return Ok(default);
    };
    match value.trim().parse::<u16>() {
        Ok(port) if port > 0 => Ok(port),
        _ => Err(SettingsError::Port { variable, value }),
    }
}

fn text(
    var: &impl Fn(&str) -> Option<OsString>,
    variable: &'static str,
) -> Result<Option<String>, SettingsError> {
    match var(variable).map(OsString::into_string) {
        None => Ok(None),
        Some(Ok(value)) => Ok(Some(value).filter(|value| !value.is_empty())),
        Some(Err(_)) => Err(SettingsError::NotText { variable }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Settings, SettingsError> {
        Settings::read(|name| {
            pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| OsString::from(value))
        })
    }

    #[test]
    fn defaults_are_the_documented_ports_below_the_users_home() {
        let settings = read(&[("HOME", "/home/ada")]).unwrap();
        assert_eq!(settings.home, PathBuf::from("/home/ada/.kitsune"));
        assert_eq!((settings.http_port, settings.ws_port), (47651, 47652));
        assert_eq!(settings.token, None);
        assert!(!settings.keeps_other_build);
    }

    #[test]
    fn only_1_keeps_a_bridge_of_another_build() {
        let keeps =
            |value| read(&[("HOME", "/h"), (NO_BRIDGE_RESTART, value)]).unwrap().keeps_other_build;
        assert!(keeps("1"));
        for value in ["", "0", "true", "yes", " 1", "11"] {
            assert!(!keeps(value), "{value:?}");
        }
    }

    #[test]
    fn a_port_that_is_not_a_number_names_its_variable() {
        for value in ["http", "0", "65536", "-1", "1.5"] {
            let error = read(&[("HOME", "/h"), (WS_PORT, value)]).unwrap_err();
            assert!(error.to_string().starts_with("KITSUNE_WS_PORT must be a port"), "{error}");
        }
    }

    #[test]
    fn an_empty_value_counts_as_not_set() {
        let settings = read(&[("HOME", "/h"), (HTTP_PORT, ""), (TOKEN, ""), (HOME, "")]).unwrap();
        assert_eq!(settings.http_port, 47651);
        assert_eq!(settings.token, None);
        assert_eq!(settings.home, PathBuf::from("/h/.kitsune"));
        let settings = read(&[("HOME", ""), ("USERPROFILE", "/u")]).unwrap();
        assert_eq!(settings.home, PathBuf::from("/u/.kitsune"));
        let nowhere = read(&[("HOME", "")]).unwrap_err();
        assert!(matches!(nowhere, SettingsError::NoHome), "{nowhere}");
    }

    #[test]
    fn a_token_is_trimmed_and_must_be_one_that_a_request_can_carry() {
        let token = |value| read(&[("HOME", "/h"), (TOKEN, value)]).map(|settings| settings.token);
        for value in ["abc", " abc ", "abc\r", "\tabc\n"] {
            assert_eq!(token(value).unwrap().as_deref(), Some("abc"), "{value:?}");
        }
        assert_eq!(token(" \r\n").unwrap(), None);
        for value in ["t\u{f6}k", "a b", "a\rb", "a\u{7f}"] {
            let error = token(value).unwrap_err().to_string();
            assert!(error.starts_with("KITSUNE_TOKEN must be"), "{error}");
        }
    }

    #[test]
    fn the_same_port_for_both_is_refused_with_both_names() {
        let default = read(&[("HOME", "/h"), (HTTP_PORT, "47652")]).unwrap_err().to_string();
        let equal = [("HOME", "/h"), (HTTP_PORT, "5000"), (WS_PORT, "5000")];
        for (error, port) in [(default, "47652"), (read(&equal).unwrap_err().to_string(), "5000")] {
            assert!(error.contains(HTTP_PORT) && error.contains(WS_PORT), "{error}");
            assert!(error.ends_with(port), "{error}");
        }
    }
}
