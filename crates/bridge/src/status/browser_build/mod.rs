//! Whether the running browser is the one that is installed: after an update that waits for a
//! restart it is not, and pages may then fail in strange ways.
//!
//! ```text
//! hello's build id ──────────────────────────────┐
//! socket's peer ─▶ process ─▶ its directory ─▶ application.ini ─▶ compared
//! ```
//!
//! Contract: *Browser build diagnostics*. The browser is found through the connection itself, never
//! by name; the answer holds no path, process id or address.

mod application_ini;
#[cfg(target_os = "linux")]
#[path = "linux.rs"]
mod process;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod process;

use std::net::{Ipv4Addr, SocketAddrV4};
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use kitsune_protocol::wire::BrowserInfo;

use crate::bridge::Bridge;

/// How long the search for the process may take, on a machine that has other things to do.
const LOOKUP: Duration = Duration::from_secs(3);
/// How long all of the inspection may take.
const INSPECTION: Duration = Duration::from_secs(5);
/// Digits of a build id: year, month, day, hour, minute, second.
const BUILD_ID_DIGITS: usize = 14;

const RESTART_HINT: &str = "The connected browser runs another build than the one that is \
     installed. Ask the user to save their work and restart the browser, then ask for the status \
     and list the tabs again.";

/// Why builds could not be compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[expect(dead_code, reason = "each system has reasons that others have not")]
pub(super) enum Unknown {
    ExtensionDisconnected,
    RuntimeInfoUnavailable,
    UnsupportedPlatform,
    ConnectionAddressUnavailable,
    BrowserProcessUnavailable,
    AmbiguousBrowserProcess,
    ProcessLookupUnavailable,
    ProcessLookupFailed,
    ProcessLookupTimeout,
    BrowserBundleUnavailable,
    InstalledMetadataUnavailable,
    BuildIdUnavailable,
    ConnectionChanged,
}

impl Unknown {
    fn reason(self) -> &'static str {
        match self {
            Self::ExtensionDisconnected => "extension_disconnected",
            Self::RuntimeInfoUnavailable => "runtime_info_unavailable",
            Self::UnsupportedPlatform => "unsupported_platform",
            Self::ConnectionAddressUnavailable => "connection_address_unavailable",
            Self::BrowserProcessUnavailable => "browser_process_unavailable",
            Self::AmbiguousBrowserProcess => "ambiguous_browser_process",
            Self::ProcessLookupUnavailable => "process_lookup_unavailable",
            Self::ProcessLookupFailed => "process_lookup_failed",
            Self::ProcessLookupTimeout => "process_lookup_timeout",
            Self::BrowserBundleUnavailable => "browser_bundle_unavailable",
            Self::InstalledMetadataUnavailable => "installed_metadata_unavailable",
            Self::BuildIdUnavailable => "build_id_unavailable",
            Self::ConnectionChanged => "connection_changed",
        }
    }
}

/// What is known of the installed browser.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Installed {
    build: BrowserInfo,
    /// Whether the running program is still the file on disk.
    current: bool,
}

/// `browser_diagnostics` of the status.
pub(super) async fn report(bridge: &Bridge) -> Value {
    let Some(peer) = bridge.link.peer() else {
        return told(None, Err(Unknown::ExtensionDisconnected));
    };
    let runtime = peer.browser;
    if runtime.build_id.is_empty() {
        return told(None, Err(Unknown::RuntimeInfoUnavailable));
    }
    let inspected = match peer.address {
        Some(browser) => {
            let bridge_end = SocketAddrV4::new(Ipv4Addr::LOCALHOST, bridge.config.ws_port);
            inspect(Ends { browser, bridge: bridge_end }).await
        }
        None => Err(Unknown::ConnectionAddressUnavailable),
    };
    let is_same = bridge.link.peer().is_some_and(|now| now.generation == peer.generation);
    told(Some(&runtime), if is_same { inspected } else { Err(Unknown::ConnectionChanged) })
}

/// The two ends of the extension's socket.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(target_os = "linux"), expect(dead_code, reason = "nothing is looked for there"))]
pub(super) struct Ends {
    browser: SocketAddrV4,
    bridge: SocketAddrV4,
}

/// Reads files of the system, so it runs on a thread of its own.
async fn inspect(ends: Ends) -> Result<Installed, Unknown> {
    let inspection = tokio::task::spawn_blocking(move || {
        process::find(ends, Instant::now() + LOOKUP).and_then(|browser| {
            let build = application_ini::read(&browser.directory)?;
            // Numbers of processes and ports are used again: what was read must still belong to it.
            if !browser.still_has(ends) {
                return Err(Unknown::ConnectionChanged);
            }
            Ok(Installed { build, current: browser.current })
        })
    });
    match tokio::time::timeout(INSPECTION, inspection).await {
        Ok(Ok(inspected)) => inspected,
        Ok(Err(_)) => Err(Unknown::ProcessLookupFailed),
        Err(_) => Err(Unknown::ProcessLookupTimeout),
    }
}

fn told(runtime: Option<&BrowserInfo>, inspected: Result<Installed, Unknown>) -> Value {
    let mut out = json!({"status": "unknown", "comparison": "gecko_build_id"});
    if let Some(runtime) = runtime {
        out["runtime"] = described(runtime, "browser.runtime.getBrowserInfo");
    }
    let compared = inspected.and_then(|Installed { build, current }| {
        out["installed"] = described(&build, "application.ini [App]");
        let mapped_bundle = if current { "current" } else { "backup" };
        out["process"] = json!({"source": "websocket_peer", "mapped_bundle": mapped_bundle});
        let runtime = runtime.ok_or(Unknown::RuntimeInfoUnavailable)?;
        let both_known = is_build_id(&runtime.build_id) && is_build_id(&build.build_id);
        if both_known {
            Ok(runtime.build_id == build.build_id)
        } else {
            Err(Unknown::BuildIdUnavailable)
        }
    });
    match compared {
        Ok(true) => {
            out["status"] = "match".into();
            out["restart_recommended"] = false.into();
        }
        Ok(false) => {
            out["status"] = "mismatch".into();
            out["restart_recommended"] = true.into();
            out["hint"] = RESTART_HINT.into();
        }
        Err(unknown) => {
            out["restart_recommended"] = Value::Null;
            out["reason"] = unknown.reason().into();
        }
    }
    out
}

fn described(build: &BrowserInfo, source: &str) -> Value {
    let BrowserInfo { name, vendor, version, build_id: id } = build;
    json!({"name": name, "vendor": vendor, "version": version, "buildID": id, "source": source})
}

fn is_build_id(text: &str) -> bool {
    text.len() == BUILD_ID_DIGITS && text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn build(build_id: &str) -> BrowserInfo {
        let [name, vendor, version] = ["Zen", "Mozilla", "1.23.4b"].map(str::to_owned);
        BrowserInfo { name, vendor, version, build_id: build_id.to_owned() }
    }

    fn compared(runtime: &str, installed: &str) -> Value {
        told(Some(&build(runtime)), Ok(Installed { build: build(installed), current: true }))
    }

    #[test]
    fn builds_match_by_their_build_ids_alone() {
        let same = compared("20261020090730", "20261020090730");
        assert_eq!(
            (&same["status"], &same["restart_recommended"]),
            (&json!("match"), &json!(false))
        );
        assert_eq!(same["installed"]["buildID"], "20261020090730");
        assert_eq!(
            same["process"],
            json!({"source": "websocket_peer", "mapped_bundle": "current"})
        );
        let other = compared("20261020090730", "20261029123729");
        assert_eq!(other["restart_recommended"], true);
        assert!(other["hint"].as_str().is_some_and(|hint| hint.contains("restart")));
    }

    #[test]
    fn a_build_id_of_another_form_is_not_compared() {
        for (runtime, installed) in [("20261020090730", ""), ("1", "1"), ("2026102009073x", "x")] {
            let told = compared(runtime, installed);
            assert_eq!(told["reason"], "build_id_unavailable", "{told}");
            assert_eq!(
                (&told["status"], &told["restart_recommended"]),
                (&json!("unknown"), &Value::Null)
            );
        }
    }

    #[test]
    fn what_is_unknown_has_a_reason_and_no_advice() {
        let told = told(Some(&build("20261020090730")), Err(Unknown::AmbiguousBrowserProcess));
        assert_eq!(told["reason"], "ambiguous_browser_process");
        assert_eq!(told["runtime"]["name"], "Zen");
        assert!(told.get("installed").is_none() && told.get("hint").is_none());
    }
}
