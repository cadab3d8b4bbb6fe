//! What the bridge says of itself: status, versions, and which link is broken.
//!
//! Contract: *Connection diagnosis*, *Status & Info*.

use serde_json::{Map, Value, json};

use kitsune_protocol::ErrorCode;
use kitsune_protocol::wire::WIRE_VERSION;

use crate::bridge::Bridge;
use crate::extension::Connected;

/// Version of the HTTP API.
const API: &str = "1";

/// What to do when no extension is connected.
pub(crate) const CONNECT_HINT: &str = "Open the browser profile where Kitsune is installed and \
     check that Kitsune is enabled in about:addons, or run `kitsune launch` for a browser of \
     its own. The extension connects within seconds of the bridge's start.";

/// The answer of `GET /api/status`.
pub(crate) fn status(bridge: &Bridge) -> Map<String, Value> {
    let connected = bridge.link.connected();
    let mut reply = object(json!({
        "status": "running",
        "extension_connected": connected.is_some(),
        "port": bridge.config.http_port,
        "ws_port": bridge.config.ws_port,
        "screenshot_dir": bridge.config.screenshot_dir.display().to_string(),
        "bridge_version": bridge.version(),
        "build": bridge.config.build,
        "diagnosis": diagnosis(bridge.version(), connected.as_ref()),
    }));
    if let Some(Connected { hello, .. }) = connected {
        reply.insert("extension_version".into(), hello.version.into());
        reply.insert("extension_build".into(), hello.flavor.name().into());
        let browser = json!({"name": hello.browser.name, "version": hello.browser.version});
        reply.insert("browser".into(), browser);
    }
    reply
}

/// The answer of `GET /api/version`.
pub(crate) fn version(bridge: &Bridge) -> Map<String, Value> {
    let connected = bridge.link.connected();
    let hello = connected.map(|connected| connected.hello);
    object(json!({
        "bridge": bridge.version(),
        "api": API,
        "extension_connected": hello.is_some(),
        "extension_version": hello.as_ref().map(|hello| hello.version.clone()),
        "extension_build": hello.as_ref().map(|hello| hello.flavor.name()),
        "extension": hello.map_or_else(|| json!("not connected"), |_| json!(WIRE_VERSION)),
    }))
}

/// The first broken link, in the contract's order; all of them are worth a repeat once mended.
fn diagnosis(bridge_version: &str, connected: Option<&Connected>) -> Value {
    let broken = |code: ErrorCode, hint: &str, state: Value| json!({"code": code.name(), "hint": hint, "state": state});
    let Some(Connected { hello, state }) = connected else {
        return json!({"code": ErrorCode::ExtensionDisconnected.name(), "hint": CONNECT_HINT});
    };
    if hello.version != bridge_version {
        return broken(
            ErrorCode::ExtensionVersionMismatch,
            "Install the extension of the bridge's version, or update Kitsune; then reload open \
             tabs.",
            json!({"extensionVersion": hello.version, "bridgeVersion": bridge_version}),
        );
    }
    match state {
        Some(state) if state.windows == 0 => broken(
            ErrorCode::BrowserWindowUnavailable,
            "Open a normal window in that profile, or allow Kitsune in private windows.",
            json!({"windows": 0}),
        ),
        Some(state) if !state.all_sites => broken(
            ErrorCode::HostPermissionDenied,
            "Allow access to all sites in about:addons, Kitsune, Permissions.",
            json!({"reason": "not_granted"}),
        ),
        _ => json!({"code": "connected"}),
    }
}

fn object(value: Value) -> Map<String, Value> {
    match value {
        Value::Object(map) => map,
        _ => Map::new(),
    }
}

#[cfg(test)]
mod tests {
    use kitsune_protocol::wire::{BrowserInfo, BrowserState, Flavor, Hello};

    use super::*;

    fn connected(version: &str, windows: u32, all_sites: bool) -> Connected {
        let browser = BrowserInfo {
            name: "Firefox".into(),
            vendor: "Mozilla".into(),
            version: "153.0".into(),
            build_id: "1".into(),
        };
        let hello =
            Hello { pairing: None, wire: 1, version: version.into(), flavor: Flavor::Dev, browser };
        Connected { hello, state: Some(BrowserState { windows, all_sites }) }
    }

    #[test]
    fn the_first_broken_link_is_named() {
        let code = |connected: Option<Connected>| {
            diagnosis("1.0.0", connected.as_ref())["code"].as_str().unwrap().to_owned()
        };
        assert_eq!(code(None), "extension_disconnected");
        assert_eq!(code(Some(connected("0.9.0", 0, false))), "extension_version_mismatch");
        assert_eq!(code(Some(connected("1.0.0", 0, false))), "browser_window_unavailable");
        assert_eq!(code(Some(connected("1.0.0", 1, false))), "host_permission_denied");
        assert_eq!(code(Some(connected("1.0.0", 1, true))), "connected");
    }
}
