//! The tab owner id of a client that sets none: the process that launched this server.
//!
//! It survives a restart of the server, because the client stays the same process. Package
//! runners between the two are skipped. Contract: *Tab owners*.

use kitsune_protocol::OwnerId;

/// Programs that run another package's program, and end with it.
const RUNNERS: &[&str] =
    &["uv", "uvx", "npm", "npx", "pnpm", "pnpx", "yarn", "bunx", "pipx", "cargo"];
/// Shells that a runner starts its program in.
const SHELLS: &[&str] = &["sh", "bash", "dash", "zsh"];
/// How many processes above this one may be the client.
const LEVELS: usize = 4;

/// A process above this one.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Process {
    id: u32,
    name: String,
}

/// Finds the owner id of the process that launched this one.
pub(crate) async fn derive() -> Option<OwnerId> {
    let own = std::process::id();
    let Some(parent) = parent_of_self() else {
        return OwnerId::new(&format!("pid-{own}"));
    };
    let mut ancestors = Vec::new();
    let mut next = parent;
    // One more than may be chosen: whether a shell belongs to a runner shows above it.
    while next > 1 && ancestors.len() <= LEVELS {
        let Some((name, above)) = system::look_up(next).await else {
            break;
        };
        ancestors.push(Process { id: next, name });
        next = above;
    }
    OwnerId::new(&choose(own, parent, &ancestors))
}

/// The owner id, given the processes above `own` from its parent upwards.
fn choose(own: u32, parent: u32, ancestors: &[Process]) -> String {
    let is_runner = |process: &Process| RUNNERS.contains(&first_word(&process.name));
    let is_runners_shell = |index: usize| {
        SHELLS.contains(&first_word(&ancestors[index].name))
            && ancestors.get(index + 1).is_some_and(is_runner)
    };
    // The init process adopts orphans of every client, so it is nobody's name.
    if parent <= 1 {
        return format!("pid-{own}");
    }
    ancestors
        .iter()
        .enumerate()
        .take(LEVELS)
        .find(|(index, process)| !is_runner(process) && !is_runners_shell(*index))
        .map_or_else(|| format!("ppid-{parent}"), |(_, process)| name(process))
}

/// `<name>-<pid>` in the characters and the length of an owner id.
fn name(process: &Process) -> String {
    let id = process.id.to_string();
    let fit = |letter: char| {
        if letter.is_ascii_alphanumeric() || "._:-".contains(letter) { letter } else { '_' }
    };
    let name: String = process.name.chars().map(fit).take(63 - id.len()).collect();
    format!("{name}-{id}")
}

/// A runner may say in its name what it runs: `npm exec kitsune`.
fn first_word(name: &str) -> &str {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.split(' ').next().unwrap_or(file)
}

#[cfg(unix)]
fn parent_of_self() -> Option<u32> {
    Some(std::os::unix::process::parent_id())
}

#[cfg(not(unix))]
fn parent_of_self() -> Option<u32> {
    None
}

#[cfg(target_os = "linux")]
mod system {
    /// Name and parent of a process.
    pub(super) async fn look_up(id: u32) -> Option<(String, u32)> {
        parse(&std::fs::read_to_string(format!("/proc/{id}/stat")).ok()?)
    }

    /// Reads `id (name) state parent …`; the name may hold spaces and brackets.
    pub(super) fn parse(stat: &str) -> Option<(String, u32)> {
        let (head, tail) = stat.rsplit_once(')')?;
        let (_, name) = head.split_once('(')?;
        let parent = tail.split_whitespace().nth(1)?.parse().ok()?;
        Some((name.to_owned(), parent))
    }
}

#[cfg(not(target_os = "linux"))]
mod system {
    use std::time::Duration;

    use tokio::process::Command;

    /// How long `ps` may take.
    const LIMIT: Duration = Duration::from_secs(2);

    /// Name and parent of a process.
    pub(super) async fn look_up(id: u32) -> Option<(String, u32)> {
        let mut command = Command::new("ps");
        command.args(["-o", "ppid=,comm=", "-p", &id.to_string()]);
        let output = tokio::time::timeout(LIMIT, command.kill_on_drop(true).output());
        let output = output.await.ok()?.ok()?;
        parse(&String::from_utf8_lossy(&output.stdout))
    }

    /// Reads `parent path/of/program`.
    pub(super) fn parse(line: &str) -> Option<(String, u32)> {
        let (parent, path) = line.trim().split_once(char::is_whitespace)?;
        let name = path.trim().rsplit('/').next()?;
        Some((name.to_owned(), parent.parse().ok()?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chosen(names: &[&str]) -> String {
        let ancestors: Vec<_> = names
            .iter()
            .zip(100..)
            .map(|(name, id)| Process { id, name: (*name).to_owned() })
            .collect();
        choose(7, 100, &ancestors)
    }

    #[test]
    fn the_nearest_process_that_is_no_runner_owns_the_tabs() {
        for (names, expected) in [
            (&["claude", "bash"][..], "claude-100"),
            (&["uv", "uvx", "claude"], "claude-102"),
            (&["sh", "npm exec kitsu", "claude"], "claude-102"),
            (&["sh", "claude"], "sh-100"),
            (&["python3", "claude"], "python3-100"),
            (&["uv", "uv", "uv", "uv", "claude"], "ppid-100"),
            (&["uvx"], "ppid-100"),
            (&[], "ppid-100"),
        ] {
            assert_eq!(chosen(names), expected, "{names:?}");
        }
    }

    #[test]
    fn an_orphan_shares_its_id_with_nobody() {
        assert_eq!(choose(7, 1, &[]), "pid-7");
        assert_eq!(choose(7, 0, &[]), "pid-7");
    }

    #[test]
    fn a_name_is_made_to_fit() {
        assert_eq!(chosen(&["Claude Helper (Renderer)"]), "Claude_Helper__Renderer_-100");
        let long = chosen(&[&"a".repeat(100)]);
        assert!(long.len() == 64 && OwnerId::new(&long).is_some(), "{long}");
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_name_may_hold_brackets_and_spaces() {
        let stat = "42 (tmux: (client) x) S 17 42 0 0";
        assert_eq!(system::parse(stat), Some(("tmux: (client) x".to_owned(), 17)));
    }

    #[tokio::test]
    #[cfg(target_os = "linux")]
    async fn the_system_knows_the_parent_of_a_process() {
        let (_, parent) = system::look_up(std::process::id()).await.unwrap();
        assert_eq!(Some(parent), parent_of_self());
        assert_eq!(system::look_up(u32::MAX).await, None);
    }
}
