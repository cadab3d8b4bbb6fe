//! The process at the other end of a loopback socket, by the system's own tables: the connection's
//! inode in `/proc/net/tcp`, then the one process that has it open.

use std::ffi::OsStr;
use std::fs;
use std::io::ErrorKind;
use std::net::SocketAddrV4;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::time::Instant;

use super::{Ends, Unknown};

/// The system's table of IPv4 connections.
const CONNECTIONS: &str = "/proc/net/tcp";
/// State of a connection that is open at both ends.
const ESTABLISHED: &str = "01";
/// What the system adds to the path of a program whose file is gone.
const DELETED: &[u8] = b" (deleted)";

/// The browser's process.
#[derive(Debug)]
pub(super) struct Process {
    /// Its program's directory, as the process itself sees it: it may run in a container.
    pub(super) directory: PathBuf,
    /// Whether its program is still the file of that name.
    pub(super) current: bool,
    inode: u64,
}

impl Process {
    /// Whether the connection is still the one that led here.
    pub(super) fn still_has(&self, ends: Ends) -> bool {
        inode(ends).is_ok_and(|inode| inode == self.inode)
    }
}

/// Finds the process that has the browser's end open.
pub(super) fn find(ends: Ends, deadline: Instant) -> Result<Process, Unknown> {
    let inode = inode(ends)?;
    let process = owner(inode, deadline)?;
    let program = fs::read_link(process.join("exe")).map_err(|error| match error.kind() {
        ErrorKind::PermissionDenied => Unknown::ProcessLookupUnavailable,
        _ => Unknown::BrowserBundleUnavailable,
    })?;
    let bytes = program.as_os_str().as_bytes();
    let kept = bytes.strip_suffix(DELETED);
    let directory = Path::new(OsStr::from_bytes(kept.unwrap_or(bytes)))
        .parent()
        .and_then(|directory| directory.strip_prefix("/").ok())
        .ok_or(Unknown::BrowserBundleUnavailable)?;
    Ok(Process { directory: process.join("root").join(directory), current: kept.is_none(), inode })
}

fn inode(ends: Ends) -> Result<u64, Unknown> {
    let table = fs::read_to_string(CONNECTIONS).map_err(|_| Unknown::ProcessLookupUnavailable)?;
    inode_in(&table, ends).ok_or(Unknown::BrowserProcessUnavailable)
}

/// The inode of the browser's end. Lines read `sl local remote state … inode …`.
fn inode_in(table: &str, ends: Ends) -> Option<u64> {
    let (local, remote) = (written(ends.browser), written(ends.bridge));
    table.lines().find_map(|line| {
        let columns: Vec<_> = line.split_ascii_whitespace().collect();
        let is_it = columns.get(1..4)? == [local.as_str(), remote.as_str(), ESTABLISHED];
        is_it.then(|| columns.get(9)?.parse().ok()).flatten().filter(|inode| *inode != 0)
    })
}

/// An address as the table has it: the bytes as one number of this machine, then the port.
fn written(address: SocketAddrV4) -> String {
    let number = u32::from_ne_bytes(address.ip().octets());
    format!("{number:08X}:{:04X}", address.port())
}

/// The directory below `/proc` of the only process with this socket.
fn owner(inode: u64, deadline: Instant) -> Result<PathBuf, Unknown> {
    let wanted = format!("socket:[{inode}]");
    let mut owners = Vec::new();
    let mut hidden = false;
    for entry in fs::read_dir("/proc").map_err(|_| Unknown::ProcessLookupUnavailable)? {
        if Instant::now() >= deadline {
            return Err(Unknown::ProcessLookupTimeout);
        }
        let Ok(entry) = entry else { continue };
        let is_process = entry.file_name().as_bytes().iter().all(u8::is_ascii_digit);
        if !is_process {
            continue;
        }
        match has_open(&entry.path(), &wanted) {
            Ok(true) => owners.push(entry.path()),
            Ok(false) => (),
            Err(ErrorKind::PermissionDenied) => hidden = true,
            // It has ended meanwhile.
            Err(_) => (),
        }
    }
    match owners.len() {
        1 => owners.pop().ok_or(Unknown::ProcessLookupFailed),
        0 if hidden => Err(Unknown::ProcessLookupUnavailable),
        0 => Err(Unknown::BrowserProcessUnavailable),
        _ => Err(Unknown::AmbiguousBrowserProcess),
    }
}

fn has_open(process: &Path, wanted: &str) -> Result<bool, ErrorKind> {
    let files = fs::read_dir(process.join("fd")).map_err(|error| error.kind())?;
    Ok(files
        .flatten()
        .any(|file| fs::read_link(file.path()).is_ok_and(|target| target.as_os_str() == wanted)))
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, SocketAddr, TcpListener, TcpStream};
    use std::time::Duration;

    use super::*;

    fn ends(browser: u16, bridge: u16) -> Ends {
        let address = |port| SocketAddrV4::new(Ipv4Addr::LOCALHOST, port);
        Ends { browser: address(browser), bridge: address(bridge) }
    }

    #[test]
    #[cfg(target_endian = "little")]
    fn only_the_open_connection_of_both_ends_counts() {
        let row = |local: &str, remote: &str, state: &str, inode: u64| {
            format!(
                "   1: {local} {remote} {state} 00000000:00000000 00:00000000 00000000  1000        0 {inode} 1 0 20 4 30 10 -1\n"
            )
        };
        let here = "0100007F:C000";
        let there = "0100007F:BA24";
        let table = row("00000000:BA24", "00000000:0000", "0A", 1)
            + &row(there, here, "01", 2)
            + &row(here, there, "06", 0)
            + &row(here, "0100007F:BA23", "01", 3);
        assert_eq!(inode_in(&table, ends(0xC000, 47652)), None);
        let table = table + &row(here, there, "01", 4);
        assert_eq!(inode_in(&table, ends(0xC000, 47652)), Some(4));
        assert_eq!(inode_in("half a line: 1", ends(1, 2)), None);
    }

    #[test]
    fn a_connection_leads_to_its_process_and_its_programs_directory() {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let client = TcpStream::connect(listener.local_addr().unwrap()).unwrap();
        let (_server, _) = listener.accept().unwrap();
        let (SocketAddr::V4(browser), SocketAddr::V4(bridge)) =
            (client.local_addr().unwrap(), client.peer_addr().unwrap())
        else {
            panic!("loopback is IPv4 here");
        };
        let ends = Ends { browser, bridge };

        let found = find(ends, Instant::now() + Duration::from_secs(10)).unwrap();

        let own = std::env::current_exe().unwrap();
        assert!(found.current && found.still_has(ends));
        assert!(found.directory.ends_with(own.parent().unwrap().strip_prefix("/").unwrap()));
        assert!(found.directory.is_dir());
        drop(client);
        assert!(!found.still_has(ends));
        assert!(find(ends, Instant::now() + Duration::from_secs(10)).is_err());
    }
}
