// What the person does to the browser as such: windows, permissions, preferences.

const { AppConstants } = ChromeUtils.importESModule('resource://gre/modules/AppConstants.sys.mjs');

function processId() {
  return Services.appinfo.processID;
}

/**
 * Closes all windows without ending Firefox, a moment after the answer has gone out: the debugger
 * runs this in one of them.
 */
function closeEveryWindow() {
  Services.startup.enterLastWindowClosingSurvivalArea();
  const { setTimeout } = ChromeUtils.importESModule('resource://gre/modules/Timer.sys.mjs');
  const windows = [...Services.wm.getEnumerator(null)];
  setTimeout(() => windows.forEach(window => window.close()), 100);
}

async function openWindow() {
  const blank = Cc['@mozilla.org/supports-string;1'].createInstance(Ci.nsISupportsString);
  blank.data = 'about:blank';
  const features = 'chrome,all,dialog=no';
  Services.ww.openWindow(null, AppConstants.BROWSER_CHROME_URL, '_blank', features, blank);
  const opened = () => Services.wm.getMostRecentWindow('navigator:browser');
  await until('the window to be ready', () => opened()?.gBrowserInit?.delayedStartupFinished);
  Services.startup.exitLastWindowClosingSurvivalArea();
}

async function unloadTab(tabId) {
  const tab = nativeTab(tabId);
  const { gBrowser } = windowOf(tab);
  await gBrowser.prepareDiscardBrowser(tab);
  if (!gBrowser.discardBrowser(tab, true)) throw new Error(`tab ${tabId} stays loaded`);
}

/** Accepts a certificate in base64 from one host and port until Firefox ends. */
function acceptCertificate(host, port, text) {
  const known = Cc['@mozilla.org/security/x509certdb;1'].getService(Ci.nsIX509CertDB);
  const certificate = known.constructX509FromBase64(text);
  Cc['@mozilla.org/security/certoverride;1']
    .getService(Ci.nsICertOverrideService)
    .rememberValidityOverride(host, port, {}, certificate, true);
}

async function allowAllSites(allowed) {
  const { ExtensionPermissions } = ChromeUtils.importESModule(
    'resource://gre/modules/ExtensionPermissions.sys.mjs',
  );
  const { extension } = WebExtensionPolicy.getByID('kitsune@kitsune.browser');
  const sites = { permissions: [], origins: ['<all_urls>'], data_collection: [] };
  // Only what was granted can be taken away, and what a manifest asks for is not noted as granted.
  await ExtensionPermissions.add(extension.id, structuredClone(sites), extension);
  if (!allowed) await ExtensionPermissions.remove(extension.id, sites, extension);
}

/** Sets a preference of whatever type `value` has; null resets it. */
function setPreference(name, value) {
  switch (typeof value) {
    case 'boolean':
      return Services.prefs.setBoolPref(name, value);
    case 'string':
      return Services.prefs.setStringPref(name, value);
    default:
      return Services.prefs.clearUserPref(name);
  }
}
