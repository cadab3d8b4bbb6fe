//! The bridge, the ports it needs, and what it says of the extension.

use std::io;
use std::time::Duration;

use kitsune_client::{Client, ClientError, Settings, running_pid};
use kitsune_protocol::ErrorReply;
use serde_json::{Map, Value};

use super::ports;
use super::report::Check;
use crate::{embedded, session, told};

/// How long a running bridge may take to answer.
const ANSWER: Duration = Duration::from_secs(2);
/// How long the extension may take to find a bridge that has just been started: it looks for one
/// about once a second.
const CONNECT: Duration = Duration::from_secs(5);

pub(super) async fn check(settings: &Settings) -> io::Result<Vec<Check>> {
    let client = session::manager(settings.clone());
    match client.get("/api/status", ANSWER).await {
        Ok(reply) if text(&reply.body, "status") == Some("running") => {
            Ok(running(settings, &reply.body))
        }
        Err(error @ ClientError::TokenMismatch { .. }) => {
            Ok(vec![ports::held(settings), failed(error), unknown()])
        }
        answer => match (running_pid(settings), answer) {
            (Some(pid), Err(ClientError::Timeout { .. })) => {
                let error = ClientError::NotResponding { pid: Some(pid), port: settings.http_port };
                Ok(vec![ports::held(settings), failed(error), unknown()])
            }
            // Nothing is there, or whatever answers is no bridge.
            _ => stopped(settings, &client).await,
        },
    }
}

/// Starts the bridge, as the first tool call would.
async fn stopped(settings: &Settings, client: &Client) -> io::Result<Vec<Check>> {
    let ports = ports::check(settings).await;
    if ports.remedy.is_some() {
        let bridge = Check::new("bridge").note(
            "not running; it is not started without its ports",
            "Mend the ports first, then run `kitsune doctor` again.",
        );
        return Ok(vec![ports, bridge, unknown()]);
    }
    match client.ensure_bridge(&session::launcher()?, embedded::BUILD).await {
        Ok(_) => (),
        Err(error) => return Ok(vec![ports, failed(error), unknown()]),
    }
    client.wait_for_extension(CONNECT).await;
    match client.get("/api/status", ANSWER).await {
        Ok(reply) => {
            let mut checks = running(settings, &reply.body);
            checks[0] = ports;
            Ok(checks)
        }
        Err(error) => Ok(vec![ports, failed(error), unknown()]),
    }
}

/// Ports, bridge and extension by the status of a running bridge.
fn running(settings: &Settings, status: &Map<String, Value>) -> Vec<Check> {
    vec![ports::held(settings), judge_bridge(status, embedded::BUILD), judge_extension(status)]
}

fn judge_bridge(status: &Map<String, Value>, own_build: &str) -> Check {
    let check = Check::new("bridge");
    let build = text(status, "build").unwrap_or("an unknown build");
    if build == own_build {
        return check.well(format!("running, {build}"));
    }
    check.note(
        format!("running, but of another build: {build}"),
        "The next tool call replaces it. To do it now, run `kitsune-bridge stop`.",
    )
}

/// The bridge's own diagnosis of its connection.
fn judge_extension(status: &Map<String, Value>) -> Check {
    let check = Check::new("extension");
    let diagnosis = status.get("diagnosis").and_then(Value::as_object);
    let of = |field| diagnosis.and_then(|diagnosis| text(diagnosis, field));
    let version = text(status, "extension_version");
    match of("code") {
        Some("connected") => {
            let browser = status.get("browser").and_then(Value::as_object);
            let browser = |field| browser.and_then(|browser| text(browser, field));
            check.well(format!(
                "version {} connected in {} {}",
                version.unwrap_or("unknown"),
                browser("name").unwrap_or("a browser"),
                browser("version").unwrap_or_default(),
            ))
        }
        code => {
            let code = code.unwrap_or("unknown");
            let finding = match (code, version) {
                ("extension_disconnected", _) => "no browser with Kitsune is connected".to_owned(),
                (_, Some(version)) => format!(
                    "version {version} is connected to a bridge of version {}, but something is \
                     in the way",
                    text(status, "bridge_version").unwrap_or("unknown"),
                ),
                (_, None) => "a browser with Kitsune cannot connect".to_owned(),
            };
            check.wrong(finding, of("hint").unwrap_or("Run `kitsune launch`.")).code(code)
        }
    }
}

/// A bridge that cannot be asked or started, with the client's own diagnosis.
fn failed(error: ClientError) -> Check {
    let reply = ErrorReply::from(error);
    let finding = told::finding(&reply);
    let remedy = reply.hint.unwrap_or_else(|| "Run `kitsune-bridge start` to see why.".to_owned());
    let check = Check::new("bridge").wrong(finding, remedy);
    match reply.code {
        Some(code) => check.code(code.name()),
        None => check,
    }
}

fn unknown() -> Check {
    let remedy = "Mend the bridge and its ports first, then run `kitsune doctor` again.";
    Check::new("extension").note("not checked: no bridge to ask", remedy)
}

fn text<'a>(map: &'a Map<String, Value>, field: &str) -> Option<&'a str> {
    map.get(field).and_then(Value::as_str)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::report::Outcome;
    use super::*;

    fn status(value: Value) -> Map<String, Value> {
        value.as_object().unwrap().clone()
    }

    #[test]
    fn a_bridge_of_another_build_is_worth_a_note() {
        let status = status(json!({"build": "1.0.0+aa"}));
        assert_eq!(judge_bridge(&status, "1.0.0+aa").outcome, Outcome::Well);
        assert_eq!(judge_bridge(&status, "1.0.0+bb").outcome, Outcome::Note);
    }

    #[test]
    fn the_extension_is_judged_by_the_bridges_diagnosis() {
        let browser = json!({"name": "Firefox", "version": "153.8"});
        let connected = json!({"diagnosis": {"code": "connected"}, "extension_version": "0.1.0",
            "browser": browser});
        let well = judge_extension(&status(connected));
        assert_eq!(well.finding, "version 0.1.0 connected in Firefox 153.8");
        for code in ["extension_disconnected", "host_permission_denied"] {
            let diagnosis = json!({"diagnosis": {"code": code, "hint": "Do this."}});
            let wrong = judge_extension(&status(diagnosis));
            assert_eq!(wrong.outcome, Outcome::Wrong);
            assert_eq!(wrong.code.as_deref(), Some(code));
            assert_eq!(wrong.remedy.as_deref(), Some("Do this."));
        }
    }

    #[test]
    fn a_refused_token_has_the_clients_code_and_hint() {
        let error = ClientError::TokenMismatch { port: 1, token_source: "KITSUNE_TOKEN".into() };
        let check = failed(error);
        assert_eq!(check.code.as_deref(), Some("token_mismatch"));
        assert!(check.remedy.unwrap().contains("KITSUNE_TOKEN"));
    }

    #[test]
    fn a_bridge_that_ended_is_told_with_its_last_line() {
        let log_excerpt = Some("KITSUNE_X is wrong".to_owned());
        let check = failed(ClientError::Exited { exit_code: Some(2), log_excerpt });
        assert!(check.finding.ends_with("starting: KITSUNE_X is wrong"), "{}", check.finding);
    }

    #[test]
    fn what_was_not_checked_is_not_said_to_be_well() {
        assert_eq!(unknown().outcome, Outcome::Note);
    }
}
