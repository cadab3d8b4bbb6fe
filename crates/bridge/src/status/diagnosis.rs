//! The first broken link between a client and a page, with what to do about it.
//!
//! Contract: *Connection diagnosis*. A tool that fails for the same reason gets the same code and
//! hint, see [`explain`]. Nothing here holds a token, an address or the content of a page.

use serde_json::{Map, Value, json};

use kitsune_protocol::wire::Flavor;
use kitsune_protocol::{ErrorCode, ErrorReply};

use super::unpacked::{self, Fingerprint};
use crate::bridge::Bridge;
use crate::extension::Connected;
use crate::managed;

/// What to do when no extension is connected.
pub(crate) const CONNECT_HINT: &str = concat!(
    "Open the browser profile where Kitsune is installed and check that Kitsune is enabled in \
     about:addons; a temporary add-on must be loaded again after each start of the browser. Or run \
     `kitsune launch` for a browser of its own. The extension connects within seconds; how to \
     install it: ",
    env!("CARGO_PKG_REPOSITORY"),
    "#use-it"
);
const VERSION_HINT: &str = "Install the extension of the bridge's version, or update Kitsune, and \
     run `kitsune-bridge stop`; then reload open tabs.";
const STALE_HINT: &str = "The extension's files have changed since the browser loaded it. Reload \
     Kitsune in about:debugging, or build kitsune again and restart `kitsune launch`; then reload \
     open tabs.";
const WINDOW_HINT: &str = "Open a normal window in that profile, allow Kitsune in private windows, \
     or pass the id of a tab.";
const SITES_HINT: &str = "Allow Kitsune on all sites: about:addons, Kitsune, Permissions.";
const RESTRICTED_HINT: &str = "The browser lets no extension use this site. Use another tab.";

/// A broken link.
#[derive(Debug)]
struct Diagnosis {
    code: ErrorCode,
    hint: String,
    state: Map<String, Value>,
}

/// What a diagnosis is made of.
struct Facts<'a> {
    bridge_version: &'a str,
    ws_port: u16,
    connected: Option<Connected>,
    /// Version of an extension that was just refused because it speaks another wire version.
    refused: Option<Option<String>>,
    /// Where the extension looks for a bridge, as long as none has ever found this one.
    extension_port: Option<u16>,
    /// Fingerprint of the developer's copy on disk.
    unpacked: Fingerprint,
}

/// The diagnosis as the status tells it.
pub(super) fn told(bridge: &Bridge) -> Value {
    match diagnose(bridge) {
        Ok(()) => json!({"code": "connected"}),
        Err(Diagnosis { code, hint, state }) => {
            json!({"code": code.name(), "hint": hint, "state": state})
        }
    }
}

/// Gives an error of the connection the code and hint that the status has. Its text stays.
pub(crate) fn explain(bridge: &Bridge, error: ErrorReply) -> ErrorReply {
    match error.code {
        // Nothing was sent. After sending, only the loss itself is certain.
        Some(ErrorCode::ExtensionDisconnected) if error.retryable == Some(true) => {
            match diagnose(bridge) {
                Err(diagnosis) if bridge.link.connected().is_none() => diagnosis.explaining(error),
                _ => error,
            }
        }
        None if error.error.starts_with("Unknown action:") => match diagnose(bridge) {
            Err(diagnosis) if diagnosis.code == ErrorCode::ExtensionVersionMismatch => {
                diagnosis.explaining(error)
            }
            _ => error,
        },
        Some(ErrorCode::BrowserWindowUnavailable) => error.hint(WINDOW_HINT),
        Some(ErrorCode::HostPermissionDenied) => {
            let reason = error.state.as_ref().and_then(|state| state.get("reason"));
            let is_restricted = reason.is_some_and(|reason| reason == "restricted_domain");
            error.hint(if is_restricted { RESTRICTED_HINT } else { SITES_HINT })
        }
        _ => error,
    }
}

fn diagnose(bridge: &Bridge) -> Result<(), Diagnosis> {
    first_broken(&Facts::of(bridge))
}

impl<'a> Facts<'a> {
    fn of(bridge: &'a Bridge) -> Self {
        let extension_dir = bridge.config.extension_dir.as_deref();
        let connected = bridge.link.connected();
        let is_dev = connected.as_ref().is_some_and(|it| it.hello.flavor == Flavor::Dev);
        // A launch writes this bridge's port into the extension that it installs.
        let knows_port = bridge.link.was_ever_connected()
            || bridge.managed.is_registered()
            || managed::is_running(&bridge.config.launch_lock);
        Self {
            bridge_version: bridge.version(),
            ws_port: bridge.config.ws_port,
            connected,
            refused: bridge.link.refused_version(),
            extension_port: (!knows_port).then(|| unpacked::socket_port(extension_dir)),
            unpacked: extension_dir
                .filter(|_| is_dev)
                .map(unpacked::fingerprint)
                .unwrap_or_default(),
        }
    }
}

/// The first broken link, in the contract's order.
fn first_broken(facts: &Facts<'_>) -> Result<(), Diagnosis> {
    let Some(Connected { hello, state }) = &facts.connected else {
        return Err(disconnected(facts));
    };
    if hello.version != facts.bridge_version {
        return Err(version_mismatch(Some(&hello.version), facts.bridge_version));
    }
    let loaded =
        Fingerprint { source: hello.source_hash.clone(), manifest: hello.manifest_hash.clone() };
    if let Some(state) = difference(&loaded, &facts.unpacked) {
        return Err(Diagnosis::new(ErrorCode::ExtensionVersionMismatch, STALE_HINT, state));
    }
    match state {
        Some(state) if state.windows == 0 => Err(Diagnosis::new(
            ErrorCode::BrowserWindowUnavailable,
            WINDOW_HINT,
            json!({"windows": 0}),
        )),
        Some(state) if !state.all_sites => Err(Diagnosis::new(
            ErrorCode::HostPermissionDenied,
            SITES_HINT,
            json!({"reason": "not_granted"}),
        )),
        _ => Ok(()),
    }
}

/// Why no extension is connected, as far as it can be known from here.
fn disconnected(facts: &Facts<'_>) -> Diagnosis {
    if let Some(version) = &facts.refused {
        return version_mismatch(version.as_deref(), facts.bridge_version);
    }
    match facts.extension_port.filter(|port| *port != facts.ws_port) {
        Some(extension_port) => other_port(facts.ws_port, extension_port),
        None => Diagnosis::new(
            ErrorCode::ExtensionDisconnected,
            CONNECT_HINT,
            json!({"connected": false}),
        ),
    }
}

fn other_port(port: u16, extension_port: u16) -> Diagnosis {
    let hint = format!(
        "The extension looks for the bridge on port {extension_port}. Set KITSUNE_WS_PORT to \
         {extension_port} in every client, or leave it unset, and run `kitsune-bridge stop`; or \
         run `kitsune launch`, whose browser knows this bridge's port."
    );
    let state =
        json!({"port": port, "reason": "extension_ws_port", "extensionPort": extension_port});
    Diagnosis::new(ErrorCode::PortConflict, hint, state)
}

fn version_mismatch(extension: Option<&str>, bridge: &str) -> Diagnosis {
    let state = json!({"extensionVersion": extension, "bridgeVersion": bridge});
    Diagnosis::new(ErrorCode::ExtensionVersionMismatch, VERSION_HINT, state)
}

/// The hashes that differ; one that either side does not know is not compared.
fn difference(loaded: &Fingerprint, unpacked: &Fingerprint) -> Option<Value> {
    let mut state = json!({"reason": "stale_developer_build"});
    let mut differs = false;
    for (loaded, unpacked, names) in [
        (&loaded.source, &unpacked.source, ["extensionSourceHash", "expectedSourceHash"]),
        (&loaded.manifest, &unpacked.manifest, ["extensionManifestHash", "expectedManifestHash"]),
    ] {
        if let (Some(loaded), Some(unpacked)) = (loaded, unpacked)
            && loaded != unpacked
        {
            differs = true;
            state[names[0]] = loaded.as_str().into();
            state[names[1]] = unpacked.as_str().into();
        }
    }
    differs.then_some(state)
}

impl Diagnosis {
    fn new(code: ErrorCode, hint: impl Into<String>, state: Value) -> Self {
        Self { code, hint: hint.into(), state: super::object(state) }
    }

    /// The error of a request that this kept from being sent.
    fn explaining(self, error: ErrorReply) -> ErrorReply {
        let reply = ErrorReply::new(self.code, error.error).hint(self.hint);
        self.state.into_iter().fold(reply, |reply, (key, value)| reply.state(&key, value))
    }
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::wire::{BrowserInfo, BrowserState, Hello};

    use super::*;

    fn connected(version: &str, windows: u32, all_sites: bool) -> Connected {
        let browser = BrowserInfo {
            name: "Firefox".into(),
            vendor: "Mozilla".into(),
            version: "153.0".into(),
            build_id: "1".into(),
        };
        let hello = Hello {
            pairing: None,
            wire: 1,
            version: version.into(),
            flavor: Flavor::Dev,
            browser,
            source_hash: Some("aa".into()),
            manifest_hash: Some("bb".into()),
        };
        Connected { hello, state: Some(BrowserState { windows, all_sites }) }
    }

    fn facts(connected: Option<Connected>) -> Facts<'static> {
        Facts {
            bridge_version: "1.0.0",
            ws_port: 47652,
            connected,
            refused: None,
            extension_port: None,
            unpacked: Fingerprint::default(),
        }
    }

    fn broken(facts: &Facts<'_>) -> (&'static str, Value) {
        let Diagnosis { code, state, .. } = first_broken(facts).unwrap_err();
        (code.name(), Value::Object(state))
    }

    #[test]
    fn the_first_broken_link_is_named() {
        let code = |connected| broken(&facts(connected)).0;
        assert_eq!(code(None), "extension_disconnected");
        assert_eq!(code(Some(connected("0.9.0", 0, false))), "extension_version_mismatch");
        assert_eq!(code(Some(connected("1.0.0", 0, false))), "browser_window_unavailable");
        assert_eq!(code(Some(connected("1.0.0", 1, false))), "host_permission_denied");
        assert!(first_broken(&facts(Some(connected("1.0.0", 1, true)))).is_ok());
    }

    #[test]
    fn an_extension_that_looks_elsewhere_is_a_conflict_of_ports() {
        let found = broken(&Facts { extension_port: Some(50000), ..facts(None) });
        let state = json!({"port": 47652, "reason": "extension_ws_port", "extensionPort": 50000});
        assert_eq!(found, ("port_conflict", state));
        let same = Facts { extension_port: Some(47652), ..facts(None) };
        assert_eq!(broken(&same), ("extension_disconnected", json!({"connected": false})));
    }

    #[test]
    fn a_refused_version_is_named_even_when_it_is_unknown() {
        let refused = |version: Option<&str>| {
            broken(&Facts { refused: Some(version.map(str::to_owned)), ..facts(None) }).1
        };
        let expected = |version| json!({"extensionVersion": version, "bridgeVersion": "1.0.0"});
        assert_eq!(refused(Some("0.5.0")), expected(json!("0.5.0")));
        assert_eq!(refused(None), expected(Value::Null));
    }

    #[test]
    fn a_developer_build_is_stale_when_a_hash_differs_that_both_sides_know() {
        let stale = |source: Option<&str>, manifest: Option<&str>| {
            let unpacked = Fingerprint {
                source: source.map(str::to_owned),
                manifest: manifest.map(str::to_owned),
            };
            let facts = Facts { unpacked, ..facts(Some(connected("1.0.0", 1, true))) };
            first_broken(&facts).err().map(|found| Value::Object(found.state))
        };
        assert_eq!(stale(None, None), None);
        assert_eq!(stale(Some("aa"), Some("bb")), None);
        assert_eq!(
            stale(Some("cc"), Some("bb")),
            Some(json!({"reason": "stale_developer_build", "extensionSourceHash": "aa",
                "expectedSourceHash": "cc"}))
        );
        assert_eq!(
            stale(None, Some("dd")),
            Some(json!({"reason": "stale_developer_build", "extensionManifestHash": "bb",
                "expectedManifestHash": "dd"}))
        );
    }
}
