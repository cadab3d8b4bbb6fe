// What the tests do in Firefox's parent process, with the browser's own rights: windows and tabs,
// and waiting. `Browser` in Rust sends these files, joined, with every call, so nothing stays behind
// in between: the functions may keep no state.

const { ExtensionParent } = ChromeUtils.importESModule(
  'resource://gre/modules/ExtensionParent.sys.mjs',
);
const { tabTracker } = ExtensionParent.apiManager.global;

/** The person's window: the first one. Windows that an agent opens come after it. */
function personWindow() {
  for (const window of Services.wm.getEnumerator('navigator:browser')) return window;
  throw new Error('no browser window is open');
}

function nativeTab(tabId) {
  const tab = tabTracker.getTab(tabId, null);
  if (!tab) throw new Error(`there is no tab ${tabId}`);
  return tab;
}

function windowOf(tab) {
  return tab.ownerDocument.defaultView;
}

/** Whether the first window can be used. */
function isReady() {
  const window = personWindow();
  return Boolean(window.gBrowserInit?.delayedStartupFinished && tabTracker);
}

function tabs() {
  return [...Services.wm.getEnumerator('navigator:browser')].flatMap(window =>
    window.gBrowser.tabs.map(tab => ({
      id: tabTracker.getId(tab),
      url: tab.linkedBrowser.currentURI.spec,
      title: tab.label,
      selected: tab.selected,
      in_persons_window: window === personWindow(),
    })),
  );
}

function zoomTab(tabId, factor) {
  nativeTab(tabId).linkedBrowser.fullZoom = factor;
}

function selectedTab() {
  return tabTracker.getId(personWindow().gBrowser.selectedTab);
}

async function openTab(url) {
  const { gBrowser } = personWindow();
  const tab = gBrowser.addTrustedTab(url);
  await Promise.all([loaded(tab), select(tab)]);
  return tabTracker.getId(tab);
}

async function navigate(tabId, url) {
  const tab = nativeTab(tabId);
  const arrived = loaded(tab);
  tab.linkedBrowser.fixupAndLoadURIString(url, {
    triggeringPrincipal: Services.scriptSecurityManager.getSystemPrincipal(),
  });
  await arrived;
}

async function selectTab(tabId) {
  await select(nativeTab(tabId));
}

function closeTab(tabId) {
  close(nativeTab(tabId));
}

/** Closes every tab on a host that ends with `host`, in all windows. */
function closeTabsOn(host) {
  for (const window of Services.wm.getEnumerator('navigator:browser')) {
    for (const tab of window.gBrowser.tabs.filter(tab => hostOf(tab).endsWith(host))) close(tab);
  }
}

function hostOf(tab) {
  try {
    return tab.linkedBrowser.currentURI.host;
  } catch {
    return ''; // about: and data: addresses have no host
  }
}

function close(tab) {
  const { gBrowser } = windowOf(tab);
  if (gBrowser.tabs.length === 1) {
    if (windowOf(tab) !== personWindow()) return windowOf(tab).close();
    gBrowser.addTrustedTab('about:blank'); // The window would go with its last tab.
  }
  // Firefox would show a neighbour, which may be a tab that another test wants in the background.
  if (tab.selected) gBrowser.selectedTab = gBrowser.tabs.find(other => other !== tab);
  // A page that asks whether to leave would otherwise keep its tab.
  gBrowser.removeTab(tab, { skipPermitUnload: true, animate: false });
}

async function select(tab) {
  const { gBrowser } = windowOf(tab);
  const browser = tab.linkedBrowser;
  // Firefox shows the tab's page once it has been drawn; until then clicks go to the page before.
  const isShown = () =>
    browser.hasLayers && gBrowser.tabpanels.selectedPanel === gBrowser.getPanel(browser);
  const wasShown = gBrowser.selectedTab === tab && isShown();
  gBrowser.selectedTab = tab;
  await until('the tab to be shown', () => isShown() || tab.closing);
  if (!wasShown && !tab.closing) await drawn(windowOf(tab));
  if (Services.focus.focusedElement !== browser) browser.focus();
}

/**
 * Where a click goes is looked up in the picture that was put together last: a new tab is in it only
 * after the window, with the tab in it, has been drawn once more.
 */
async function drawn(window) {
  for (let frames = 0; frames < 3; frames++) {
    await within('the window to be drawn', done => window.requestAnimationFrame(() => done()));
  }
}

/** Resolves once the tab has finished loading a page. Call it before the load starts. */
function loaded(tab) {
  const { gBrowser } = windowOf(tab);
  const { STATE_STOP, STATE_IS_WINDOW } = Ci.nsIWebProgressListener;
  const aborted = 0x804b0002;
  return within('the page to load', done => {
    const listener = {
      onStateChange(browser, progress, request, flags, status) {
        const isEnd = flags & STATE_STOP && flags & STATE_IS_WINDOW && progress.isTopLevel;
        if (browser !== tab.linkedBrowser || !isEnd || status === aborted) return;
        gBrowser.removeTabsProgressListener(listener);
        done();
      },
    };
    gBrowser.addTabsProgressListener(listener);
  });
}

// ---- waiting

/** A promise for what `start` reports to its arguments, refused after ten seconds. */
function within(what, start) {
  return new Promise((done, failed) => {
    setTimeout(() => failed(new Error(`waited ten seconds for ${what}`)), 10000);
    start(done, failed);
  });
}

/** Waits until `condition` holds, at most ten seconds. For what no event tells. */
async function until(what, condition) {
  for (let looks = 0; !condition(); looks++) {
    if (looks === 1000) throw new Error(`waited ten seconds for ${what}`);
    await new Promise(later => setTimeout(later, 10));
  }
}
