// Where the focus is, what is drawn, and what went wrong in the extension.

/** The tab of the browser that has the keyboard focus; null when the focus is elsewhere. */
function focusedTab() {
  const browser = Services.focus.focusedElement;
  const tab = browser?.ownerDocument.defaultView.gBrowser?.getTabForBrowser?.(browser);
  return tab ? tabTracker.getId(tab) : null;
}

/** A PNG of the tab's page, or of the person's whole window, as base64. */
async function screenshot(tabId) {
  const { browsingContext } = tabId ? nativeTab(tabId).linkedBrowser : personWindow();
  const picture = await browsingContext.currentWindowGlobal.drawSnapshot(null, 1, 'white');
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext('2d').drawImage(picture, 0, 0);
  const png = await (await canvas.convertToBlob()).arrayBuffer();
  return new Uint8Array(png).toBase64();
}

/** The operating system's number of the process that a tab's page lives in. */
function pageProcess(tabId) {
  return nativeTab(tabId).linkedBrowser.browsingContext.currentWindowGlobal.osPid;
}

/** Waits until Firefox has noticed that a process of its pages is gone. */
async function processToBeGone(osPid) {
  const processes = () => [...Array(Services.ppmm.childCount).keys()].map(processAt);
  const processAt = index => Services.ppmm.getChildAt(index).osPid;
  await until('the process to be gone', () => !processes().includes(osPid));
}

/** The last errors and warnings of the extension, from all processes. */
function extensionErrors() {
  const base = WebExtensionPolicy.getByID('kitsune@kitsune.browser')?.getURL() ?? 'kitsune@';
  return Services.console
    .getMessageArray()
    .map(String)
    .filter(text => text.includes(base) || text.includes('kitsune@'))
    .slice(-20);
}

/** The address of one of the extension's own pages. */
function extensionPage(path) {
  return WebExtensionPolicy.getByID('kitsune@kitsune.browser').getURL(path);
}

/** Reloads the extension, as about:debugging does. */
async function reloadExtension() {
  const { AddonManager } = ChromeUtils.importESModule('resource://gre/modules/AddonManager.sys.mjs');
  const addon = await AddonManager.getAddonByID('kitsune@kitsune.browser');
  await addon.reload();
}
