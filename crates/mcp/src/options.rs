//! What an MCP server is started with, and the variables that say so.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use kitsune_client::{Launcher, Settings};
use kitsune_protocol::OwnerId;
use kitsune_protocol::access::{Group, Groups, Mode, Unknown, UserTabs};

/// Enabled groups: a comma list, or `all` for every group that is not personal.
const CAPS: &str = "KITSUNE_CAPS";
/// Task mode: `read`, `draft` or `act`.
const MODE: &str = "KITSUNE_MODE";
/// `writable` lets the client write tabs that it did not open.
const USER_TABS: &str = "KITSUNE_USER_TABS";
/// Tab owner id, for a client that keeps its tabs over restarts.
const OWNER_ID: &str = "KITSUNE_OWNER_ID";
/// Directory for relative `filename` arguments.
const OUTPUT_DIR: &str = "KITSUNE_OUTPUT_DIR";

/// What an MCP server is started with.
#[derive(Clone, Debug)]
pub struct Options {
    /// Where the bridge is.
    pub settings: Settings,
    /// How to start the bridge.
    pub launcher: Launcher,
    /// Build of this program; a bridge of another build is replaced.
    pub build: String,
    /// Enabled groups.
    pub groups: Groups,
    /// What the client's task may do at most.
    pub mode: Mode,
    /// Whether it may write tabs that it did not open.
    pub user_tabs: UserTabs,
    /// Tab owner; `None` derives it from the process that started the server.
    pub owner: Option<OwnerId>,
    /// Audit id of this process, such as `48213-9f2c1a`.
    pub client_id: String,
    /// Where relative file names are resolved when neither a setting nor the client names a
    /// directory.
    pub working_directory: PathBuf,
    /// Where relative file names are resolved.
    pub output_dir: Option<PathBuf>,
}

/// A variable whose value cannot be used. Its text names the variable.
#[derive(Debug, thiserror::Error)]
pub enum OptionsError {
    /// `KITSUNE_CAPS` names a group that does not exist.
    #[error("{CAPS} names {name:?}, which is no group; the groups are {}, and all", group_names())]
    Caps {
        /// The unknown name.
        name: String,
    },
    /// `KITSUNE_MODE` holds no mode.
    #[error("{MODE} must be read, draft or act, not {value:?}")]
    Mode {
        /// What it held.
        value: String,
    },
    /// `KITSUNE_USER_TABS` holds neither value.
    #[error("{USER_TABS} must be readonly or writable, not {value:?}")]
    UserTabs {
        /// What it held.
        value: String,
    },
    /// A variable holds bytes that are not text.
    #[error("{variable} must be valid UTF-8 text")]
    NotText {
        /// The variable's name.
        variable: &'static str,
    },
}

impl Options {
    /// Reads the variables through `var`; the rest is what the program knows of itself.
    pub fn read(
        var: impl Fn(&str) -> Option<OsString>,
        settings: Settings,
        launcher: Launcher,
        build: String,
        working_directory: PathBuf,
    ) -> Result<Self, OptionsError> {
        let groups = match text(&var, CAPS)?.filter(|text| !text.trim().is_empty()) {
            Some(text) => {
                Groups::from_setting(&text).map_err(|Unknown(name)| OptionsError::Caps { name })?
            }
            None => Groups::of(&[Group::Core]),
        };
        let mode = text(&var, MODE)?.unwrap_or_default();
        let user_tabs = text(&var, USER_TABS)?.unwrap_or_default();
        let output_dir = var(OUTPUT_DIR)
            .filter(|dir| !dir.is_empty())
            .map(|dir| working_directory.join(expand_home(&var, PathBuf::from(dir))));
        Ok(Self {
            settings,
            launcher,
            build,
            groups,
            mode: mode.parse().map_err(|Unknown(value)| OptionsError::Mode { value })?,
            user_tabs: user_tabs
                .parse()
                .map_err(|Unknown(value)| OptionsError::UserTabs { value })?,
            owner: text(&var, OWNER_ID)?.as_deref().and_then(OwnerId::new),
            client_id: client_id(),
            working_directory,
            output_dir,
        })
    }
}

fn text(
    var: &impl Fn(&str) -> Option<OsString>,
    variable: &'static str,
) -> Result<Option<String>, OptionsError> {
    var(variable)
        .map(OsString::into_string)
        .transpose()
        .map_err(|_| OptionsError::NotText { variable })
}

fn expand_home(var: &impl Fn(&str) -> Option<OsString>, path: PathBuf) -> PathBuf {
    match (path.strip_prefix("~"), var("HOME")) {
        (Ok(rest), Some(home)) => Path::new(&home).join(rest),
        _ => path,
    }
}

/// The process id and a random suffix: process ids come round again.
fn client_id() -> String {
    let mut suffix = [0_u8; 3];
    // Without random bytes the process id alone still tells concurrent clients apart.
    let _ = getrandom::fill(&mut suffix);
    let [a, b, c] = suffix;
    format!("{}-{a:02x}{b:02x}{c:02x}", std::process::id())
}

fn group_names() -> String {
    Group::ALL.map(Group::name).join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Options, OptionsError> {
        let settings = Settings {
            home: "/h".into(),
            http_port: 1,
            ws_port: 2,
            token: None,
            keeps_other_build: false,
        };
        let launcher = Launcher { program: "/bin/kitsune".into(), args: vec!["bridge".into()] };
        let var = |name: &str| {
            let pair = pairs.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| OsString::from(value))
        };
        Options::read(var, settings, launcher, "1+a".into(), "/work".into())
    }

    #[test]
    fn a_server_without_settings_has_the_core_group_and_acts() {
        for pairs in [&[][..], &[(CAPS, ""), (MODE, ""), (USER_TABS, "")]] {
            let options = read(pairs).unwrap();
            assert_eq!(options.groups, Groups::of(&[Group::Core]));
            assert_eq!(options.mode, Mode::Act);
            assert_eq!(options.user_tabs, UserTabs::Readonly);
            assert_eq!((options.owner, options.output_dir), (None, None));
        }
    }

    #[test]
    fn a_value_that_is_none_names_its_variable() {
        for (variable, value) in [(CAPS, "core,brwse"), (MODE, "write"), (USER_TABS, "1")] {
            let error = read(&[(variable, value)]).unwrap_err().to_string();
            assert!(error.starts_with(variable), "{error}");
        }
        let error = read(&[(CAPS, "core, brwse")]).unwrap_err().to_string();
        assert!(error.contains("\"brwse\"") && error.contains("automation"), "{error}");
    }

    #[test]
    fn an_owner_id_of_another_form_is_ignored() {
        let owner = |value| read(&[(OWNER_ID, value)]).unwrap().owner;
        assert_eq!(owner("claude-1"), OwnerId::new("claude-1"));
        assert_eq!(owner("not an id"), None);
    }

    #[test]
    fn an_output_directory_is_below_home_or_the_working_directory() {
        let dir = |value| {
            let options = read(&[(OUTPUT_DIR, value), ("HOME", "/home/ada")]);
            options.unwrap().output_dir.unwrap()
        };
        assert_eq!(dir("~/shots"), Path::new("/home/ada/shots"));
        assert_eq!(dir("shots"), Path::new("/work/shots"));
        assert_eq!(dir("/shots"), Path::new("/shots"));
    }

    #[test]
    fn a_client_id_is_the_process_and_six_hex_digits() {
        let id = read(&[]).unwrap().client_id;
        let suffix = id.strip_prefix(&format!("{}-", std::process::id())).unwrap();
        assert!(suffix.len() == 6 && u32::from_str_radix(suffix, 16).is_ok(), "{id}");
    }
}
