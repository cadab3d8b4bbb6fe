//! Ending other processes, and their exit codes. Unix sends signals; Windows asks `taskkill`.

use std::process::ExitStatus;

pub(crate) use system::{
    end_group, kill, kill_group, leave_session, names, start_group, terminate,
};

/// The exit code that tells the same as `status`, as shells do: 128 and the number for a signal.
pub(crate) fn exit_code(status: Option<ExitStatus>) -> u8 {
    let code = status.and_then(|status| status.code().or_else(|| system::signal_code(status)));
    code.and_then(|code| u8::try_from(code).ok()).unwrap_or(u8::MAX)
}

#[cfg(unix)]
mod system {
    use std::os::unix::ffi::OsStrExt;
    use std::os::unix::process::{CommandExt, ExitStatusExt};
    use std::path::Path;
    use std::process::{Command, ExitStatus};

    use rustix::process::{Pid, Signal, kill_process, kill_process_group};

    /// Makes the program the first of a process group of its own.
    pub(crate) fn start_group(command: &mut Command) {
        command.process_group(0);
    }

    /// Leaves the terminal's session: its end is not meant for this process.
    pub(crate) fn leave_session() {
        // It fails for the first process of a group, which a terminal's job is and we are not.
        let _ = rustix::process::setsid();
    }

    /// Asks every process of the group to end.
    pub(crate) fn end_group(id: u32) {
        // Here and below: a process that is already gone is what we want.
        let _ = pid(id).map(|group| kill_process_group(group, Signal::TERM));
    }

    /// Ends every process of the group at once.
    pub(crate) fn kill_group(id: u32) {
        let _ = pid(id).map(|group| kill_process_group(group, Signal::KILL));
    }

    /// Asks one process to end.
    pub(crate) fn terminate(id: u32) {
        let _ = pid(id).map(|process| kill_process(process, Signal::TERM));
    }

    /// Ends one process at once, one that stands still too.
    pub(crate) fn kill(id: u32) {
        let _ = pid(id).map(|process| kill_process(process, Signal::KILL));
    }

    /// Whether the process runs and its command line names the path: a number that was written
    /// down may belong to anybody by now.
    pub(crate) fn names(id: u32, path: &Path) -> bool {
        let wanted = path.as_os_str().as_bytes();
        pid(id).is_some()
            && command_line(id).windows(wanted.len().max(1)).any(|part| part == wanted)
    }

    #[cfg(target_os = "linux")]
    fn command_line(id: u32) -> Vec<u8> {
        std::fs::read(format!("/proc/{id}/cmdline")).unwrap_or_default()
    }

    #[cfg(not(target_os = "linux"))]
    fn command_line(id: u32) -> Vec<u8> {
        let output =
            Command::new("ps").args(["-ww", "-o", "args=", "-p", &id.to_string()]).output();
        output.map(|output| output.stdout).unwrap_or_default()
    }

    pub(super) fn signal_code(status: ExitStatus) -> Option<i32> {
        status.signal().map(|signal| 128 + signal)
    }

    /// `None` also for 0 and 1: signals to them would reach our own group or every process.
    fn pid(id: u32) -> Option<Pid> {
        i32::try_from(id).ok().filter(|id| *id > 1).and_then(Pid::from_raw)
    }
}

#[cfg(not(unix))]
mod system {
    use std::path::Path;
    use std::process::{Command, ExitStatus, Stdio};

    /// Windows follows a program's children by itself.
    pub(crate) fn start_group(_: &mut Command) {}

    /// The flags of the start have done it.
    pub(crate) fn leave_session() {}

    /// Asks the program and its children to end.
    pub(crate) fn end_group(id: u32) {
        taskkill(&["/T"], id);
    }

    /// Ends the program and its children at once.
    pub(crate) fn kill_group(id: u32) {
        taskkill(&["/T", "/F"], id);
    }

    /// Ends one process; a program without windows cannot be asked.
    pub(crate) fn terminate(id: u32) {
        taskkill(&["/F"], id);
    }

    /// Ends one process at once.
    pub(crate) fn kill(id: u32) {
        terminate(id);
    }

    /// Nothing tells a process's command line here, so none is taken for one of ours.
    pub(crate) fn names(_: u32, _: &Path) -> bool {
        false
    }

    pub(super) fn signal_code(_: ExitStatus) -> Option<i32> {
        None
    }

    fn taskkill(options: &[&str], id: u32) {
        let mut command = Command::new("taskkill");
        command.args(options).args(["/PID", &id.to_string()]);
        // A process that is already gone is what we want.
        let _ = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::path::Path;

    use super::names;

    #[test]
    fn a_process_is_known_by_a_path_in_its_command_line() {
        let own = std::env::current_exe().unwrap();
        assert!(names(std::process::id(), &own));
        assert!(!names(std::process::id(), Path::new("/nowhere/profile")));
        assert!(!names(0, &own) && !names(u32::MAX, &own));
    }
}
