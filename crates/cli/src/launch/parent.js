// Runs in Firefox's parent process; see control.rs. The last line is a call of one of these.

const { AddonManager } = ChromeUtils.importESModule("resource://gre/modules/AddonManager.sys.mjs");

async function isActive(id) {
  // The add-ons are read a moment after the debugger listens.
  await AddonManager.readyPromise;
  const addon = await AddonManager.getAddonByID(id);
  return addon?.isActive ?? false;
}

async function installTemporary(id, path) {
  await AddonManager.readyPromise;
  await uninstall(id);
  const { FileUtils } = ChromeUtils.importESModule("resource://gre/modules/FileUtils.sys.mjs");
  await AddonManager.installTemporaryAddon(new FileUtils.File(path));
}

async function uninstall(id) {
  const addon = await AddonManager.getAddonByID(id);
  await addon?.uninstall();
}

// Firefox's own way to stop listening also ends the connections that were accepted there, and ours
// must stay. Where Firefox has no such socket any more, its own way is taken.
function closeListeners() {
  const { useDistinctSystemPrincipalLoader } = ChromeUtils.importESModule(
    "resource://devtools/shared/loader/DistinctSystemPrincipalLoader.sys.mjs",
    { global: "shared" },
  );
  const { DevToolsServer } = useDistinctSystemPrincipalLoader({}).require(
    "resource://devtools/server/devtools-server.js",
  );
  const { DevToolsSocketStatus } = ChromeUtils.importESModule(
    "resource://devtools/shared/security/DevToolsSocketStatus.sys.mjs",
    { global: "shared" },
  );
  for (const listener of DevToolsServer._listeners ?? []) {
    if (listener._socket?.close) {
      listener._socket.close();
      listener._socket = null;
      // The mark of a remote-controlled browser leaves the address bar.
      DevToolsSocketStatus.notifySocketClosed({ fromBrowserToolbox: false });
    }
  }
  const open = (DevToolsServer._listeners ?? [{}]).some((listener) => listener._socket !== null);
  if (open) {
    DevToolsServer.closeAllSocketListeners();
  }
}

function quit() {
  // Forced: a page must not keep Firefox by asking whether to leave it.
  Services.startup.quit(Ci.nsIAppStartup.eForceQuit);
}
