//! Every variable that the programs read, in one table: which program reads it, and what its value
//! means where nothing follows it yet.
//!
//! No value is taken silently for more than it does. One that cannot be used stops the start with
//! the variable's name; one that asks for a protection which this version does not have stops it
//! too; any other that has no effect yet is told in one line on standard error.
//!
//! Contract: *Environment variables* in the configuration reference.

mod values;

use std::ffi::OsString;
use std::path::Path;

use values::Meaning;

/// Looks a variable up.
type Lookup<'a> = &'a dyn Fn(&str) -> Option<OsString>;

/// A program that reads variables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// `kitsune` without a command: the MCP server.
    Server,
    /// `kitsune-bridge start`.
    Bridge,
}

use Program::{Bridge, Server};

/// One row of the table.
struct Variable {
    name: &'static str,
    readers: &'static [Program],
    rule: Rule,
}

/// What is done with a value.
enum Rule {
    /// The part that follows it checks it, too.
    Followed,
    /// Nothing follows it yet: what its value means.
    NotYet(fn(&str, Lookup<'_>) -> Result<Meaning, String>),
}

use Rule::{Followed, NotYet};

const fn row(name: &'static str, readers: &'static [Program], rule: Rule) -> Variable {
    Variable { name, readers, rule }
}

const BOTH: &[Program] = &[Server, Bridge];

/// The variables of the contract, in its order; those of its tests are none of a program.
const VARIABLES: &[Variable] = &[
    row("KITSUNE_CAPS", &[Server], Followed),
    row("KITSUNE_PUBLISH", &[Server], NotYet(values::publish)),
    row("KITSUNE_MODE", &[Server], Followed),
    row("KITSUNE_USER_TABS", &[Server], Followed),
    row("KITSUNE_PROTECT_USER_TABS", &[Server], NotYet(values::protect_user_tabs)),
    row("KITSUNE_OWNER_ID", &[Server], Followed),
    row("KITSUNE_HTTP_PORT", BOTH, Followed),
    row("KITSUNE_WS_PORT", BOTH, Followed),
    row("KITSUNE_HOME", BOTH, Followed),
    row("KITSUNE_TOKEN", BOTH, Followed),
    row("KITSUNE_NO_BRIDGE_RESTART", &[Server], Followed),
    row("KITSUNE_OUTPUT_DIR", &[Server], Followed),
    row("KITSUNE_BRIDGE_IDLE_TIMEOUT", &[Bridge], Followed),
    // The bridge's, but people set it at their client, which would use a bridge that runs without.
    row("KITSUNE_ASK_BEFORE_ACT", BOTH, NotYet(values::ask_before_act)),
    row("KITSUNE_POST_ACTION_SNAPSHOT", &[Bridge], Followed),
    row("KITSUNE_EXTENSION_DIR", &[Bridge], Followed),
    row("KITSUNE_HISTORY_ALLOW_DOMAINS", &[Bridge], NotYet(values::history_domains)),
    row("KITSUNE_HISTORY_DENY_DOMAINS", &[Bridge], NotYet(values::history_domains)),
    row("KITSUNE_HISTORY_MAX_DAYS", &[Bridge], NotYet(values::history_days)),
    row("KITSUNE_BROWSER_WINDOW_TITLE", &[Bridge], NotYet(values::trusted_input)),
    row("KITSUNE_BROWSER_PROCESS", &[Bridge], NotYet(values::trusted_input)),
];

/// File of the home that keeps ask-before-act on for every bridge of that home.
const ASK_LOCK: &str = "ask-before-act-locked";

/// The environment keeps a program from starting. The text names the variable or the file.
#[derive(Debug, thiserror::Error)]
pub(crate) enum EnvironmentError {
    #[error("{variable} {problem}")]
    Invalid { variable: &'static str, problem: String },
    #[error(
        "{variable} asks for a confirmation before consequential actions, which this version of \
         Kitsune cannot give yet, so it does not start; unset {variable} to run without, or set \
         KITSUNE_MODE=read for an agent that only looks"
    )]
    Unprotected { variable: &'static str },
    #[error(
        "{path} keeps ask-before-act on, which this version of Kitsune cannot do yet, so it does \
         not start; remove that file to run without"
    )]
    Locked { path: String },
}

/// Checks what this process was given, and says which values have no effect.
pub(crate) fn check(program: Program, home: &Path) -> Result<(), EnvironmentError> {
    for notice in read(program, home, &|name| std::env::var_os(name))? {
        tracing::warn!("{notice}");
    }
    Ok(())
}

/// Checks what `program` reads; the result says which values have no effect.
fn read(program: Program, home: &Path, var: Lookup<'_>) -> Result<Vec<String>, EnvironmentError> {
    let lock = home.join(ASK_LOCK);
    // Whatever stands there locks: an unreadable file or a link to nowhere too.
    if lock.symlink_metadata().is_ok() {
        return Err(EnvironmentError::Locked { path: lock.display().to_string() });
    }
    let mut notices = Vec::new();
    for Variable { name, readers, rule } in VARIABLES {
        let NotYet(meaning) = rule else { continue };
        let Some(value) = var(name).filter(|_| readers.contains(&program)) else { continue };
        match meaning(value.to_string_lossy().trim(), var) {
            Ok(Meaning::Default) => (),
            Ok(Meaning::Wish(instead)) => notices.push(format!("{name} has no effect: {instead}")),
            Ok(Meaning::Protection) => {
                return Err(EnvironmentError::Unprotected { variable: name });
            }
            Err(problem) => return Err(EnvironmentError::Invalid { variable: name, problem }),
        }
    }
    Ok(notices)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checked(program: Program, pairs: &[(&str, &str)]) -> Result<Vec<String>, String> {
        let var = |name: &str| {
            let pair = pairs.iter().find(|(key, _)| *key == name);
            pair.map(|(_, value)| OsString::from(value))
        };
        read(program, Path::new("/nowhere"), &var).map_err(|error| error.to_string())
    }

    /// What starts as if the variable were not set, each program by itself.
    #[test]
    fn a_value_that_asks_for_nothing_starts_without_a_word() {
        for (variable, value) in [
            ("KITSUNE_PUBLISH", ""),
            ("KITSUNE_PUBLISH", " CORE "),
            ("KITSUNE_PROTECT_USER_TABS", "0"),
            ("KITSUNE_ASK_BEFORE_ACT", "0"),
            ("KITSUNE_ASK_BEFORE_ACT", "maybe"),
            ("KITSUNE_HISTORY_ALLOW_DOMAINS", " , "),
            ("KITSUNE_HISTORY_MAX_DAYS", ""),
            ("KITSUNE_BROWSER_PROCESS", ""),
        ] {
            for program in [Server, Bridge] {
                assert_eq!(
                    checked(program, &[(variable, value)]),
                    Ok(vec![]),
                    "{variable}={value}"
                );
            }
        }
    }

    #[test]
    fn a_value_without_effect_is_told_by_the_program_that_reads_it() {
        for (program, variable, value) in [
            (Server, "KITSUNE_PROTECT_USER_TABS", "1"),
            (Bridge, "KITSUNE_HISTORY_ALLOW_DOMAINS", "example.com, *.example.org,"),
            (Bridge, "KITSUNE_HISTORY_DENY_DOMAINS", "bücher.example"),
            (Bridge, "KITSUNE_HISTORY_MAX_DAYS", " 7 "),
            (Bridge, "KITSUNE_BROWSER_WINDOW_TITLE", "Nightly"),
            (Bridge, "KITSUNE_BROWSER_PROCESS", "firefox"),
        ] {
            let notices = checked(program, &[(variable, value)]).unwrap();
            assert!(matches!(&*notices, [line] if line.starts_with(variable)), "{notices:?}");
            let other = if program == Server { Bridge } else { Server };
            assert_eq!(checked(other, &[(variable, value)]), Ok(vec![]), "{variable}");
        }
    }

    #[test]
    fn a_value_that_cannot_be_used_stops_the_program_that_reads_it_with_the_variables_name() {
        for (program, variable, value) in [
            (Server, "KITSUNE_PUBLISH", "core,brwse"),
            (Server, "KITSUNE_PUBLISH", "core,admin"),
            (Bridge, "KITSUNE_HISTORY_ALLOW_DOMAINS", "https://example.com/"),
            (Bridge, "KITSUNE_HISTORY_ALLOW_DOMAINS", "example..com"),
            (Bridge, "KITSUNE_HISTORY_DENY_DOMAINS", "*.*.example.com"),
            (Bridge, "KITSUNE_HISTORY_DENY_DOMAINS", "example.com:8080"),
            (Bridge, "KITSUNE_HISTORY_MAX_DAYS", "0"),
            (Bridge, "KITSUNE_HISTORY_MAX_DAYS", "-3"),
            (Bridge, "KITSUNE_HISTORY_MAX_DAYS", "1.5"),
            (Bridge, "KITSUNE_HISTORY_MAX_DAYS", "many"),
        ] {
            let error = checked(program, &[(variable, value)]).unwrap_err();
            assert!(error.starts_with(variable), "{error}");
            let other = if program == Server { Bridge } else { Server };
            assert_eq!(checked(other, &[(variable, value)]), Ok(vec![]), "{variable}");
        }
    }

    #[test]
    fn groups_to_list_must_be_among_the_enabled_ones() {
        let listed = |caps, publish| {
            checked(Server, &[("KITSUNE_CAPS", caps), ("KITSUNE_PUBLISH", publish)])
        };
        assert_eq!(listed("all", "all"), Ok(vec![]));
        assert_eq!(listed("", "core"), Ok(vec![]));
        assert!(listed("core,admin", "core").unwrap()[0].contains("KITSUNE_CAPS"));
        let error = listed("core", "core,history").unwrap_err();
        assert!(error.contains("history") && error.contains("KITSUNE_CAPS"), "{error}");
    }

    #[test]
    fn nobody_runs_unprotected_who_asked_for_protection() {
        for value in ["1", "true", "YES", " On "] {
            for program in [Server, Bridge] {
                let error = checked(program, &[("KITSUNE_ASK_BEFORE_ACT", value)]).unwrap_err();
                assert!(error.starts_with("KITSUNE_ASK_BEFORE_ACT asks"), "{error}");
            }
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_home_that_is_locked_to_ask_mode_starts_nothing() {
        let home = tempfile::tempdir().unwrap();
        let error = || read(Bridge, home.path(), &|_| None).err().map(|error| error.to_string());
        assert_eq!(error(), None);
        std::os::unix::fs::symlink("/nowhere", home.path().join(ASK_LOCK)).unwrap();
        assert!(error().unwrap().contains(ASK_LOCK));
    }

    /// The scope of the history is nothing to protect as long as nothing reads it.
    #[test]
    fn no_action_reads_the_history() {
        use kitsune_protocol::{Action, Group};
        let reads = |action: &Action| action.spec().groups.contains(Group::History);
        assert_eq!(Action::ALL.iter().find(|action| reads(action)), None);
    }

    #[test]
    fn the_settings_page_names_every_variable() {
        let page = include_str!("../../../../docs/usage.md");
        for Variable { name, .. } in VARIABLES {
            assert!(page.contains(&format!("`{name}`")), "docs/usage.md does not name {name}");
        }
    }
}
