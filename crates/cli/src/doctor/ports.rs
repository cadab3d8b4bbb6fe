//! Whether the bridge's ports are free, and by whom one is held.

use std::process::Stdio;
use std::time::Duration;

use kitsune_client::{Settings, takes_connections};
use tokio::process::Command;
use tokio::time::timeout;

use super::report::Check;

/// How long `lsof` may take.
const LSOF: Duration = Duration::from_secs(2);

/// A port and who holds it.
#[derive(Debug)]
struct Port {
    name: &'static str,
    number: u16,
    /// Whether something takes connections there.
    taken: bool,
    /// Name and process id of the holder, where the system tells.
    holder: Option<String>,
}

/// The ports while no bridge of ours runs: each must be free.
pub(super) async fn check(settings: &Settings) -> Check {
    let http = look("KITSUNE_HTTP_PORT", settings.http_port).await;
    judge(&[http, look("KITSUNE_WS_PORT", settings.ws_port).await])
}

/// The ports while a bridge of ours holds them.
pub(super) fn held(settings: &Settings) -> Check {
    let (http, ws) = (settings.http_port, settings.ws_port);
    Check::new("ports").well(format!("{http} and {ws} are held by the bridge"))
}

async fn look(name: &'static str, number: u16) -> Port {
    let taken = takes_connections(number).await;
    let holder = if taken { holder(number).await } else { None };
    Port { name, number, taken, holder }
}

fn judge(ports: &[Port; 2]) -> Check {
    let check = Check::new("ports");
    match ports.iter().find(|port| port.taken) {
        None => check.well(format!("{} and {} are free", ports[0].number, ports[1].number)),
        Some(Port { name, number, holder, .. }) => {
            let holder = holder.as_deref().unwrap_or("another program");
            check
                .wrong(
                    format!("{number} is held by {holder}"),
                    format!("End that program, or set {name} to another port in every client."),
                )
                .code("port_conflict")
        }
    }
}

/// Asks `lsof`, which Linux and macOS have; without it the holder stays unknown.
async fn holder(port: u16) -> Option<String> {
    let mut command = Command::new("lsof");
    command
        .args(["-nP", &format!("-iTCP:{port}"), "-sTCP:LISTEN", "-Fpc"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .kill_on_drop(true);
    let output = timeout(LSOF, command.output()).await.ok()?.ok()?;
    holder_in(&String::from_utf8_lossy(&output.stdout))
}

/// The first process in `lsof`'s output of fields, one a line.
fn holder_in(output: &str) -> Option<String> {
    let field = |letter| output.lines().find_map(|line| line.strip_prefix(letter));
    let pid: u32 = field('p')?.parse().ok()?;
    Some(format!("{} (process {pid})", field('c').unwrap_or("a program")))
}

#[cfg(test)]
mod tests {
    use super::super::report::Outcome;
    use super::*;

    fn ports(taken: bool, holder: Option<&str>) -> [Port; 2] {
        let free = Port { name: "KITSUNE_HTTP_PORT", number: 1, taken: false, holder: None };
        let holder = holder.map(str::to_owned);
        [free, Port { name: "KITSUNE_WS_PORT", number: 2, taken, holder }]
    }

    #[test]
    fn the_holder_of_a_port_is_named_as_well_as_it_is_known() {
        assert_eq!(judge(&ports(false, None)).outcome, Outcome::Well);
        let known = judge(&ports(true, holder_in("p4711\ncnode\nf12\n").as_deref()));
        assert_eq!(known.finding, "2 is held by node (process 4711)");
        assert!(known.remedy.unwrap().contains("KITSUNE_WS_PORT"));
        assert_eq!(judge(&ports(true, None)).finding, "2 is held by another program");
        assert_eq!(holder_in(""), None);
    }
}
