// What the tests do in Firefox's parent process, with the browser's own rights.
// `Browser` in Rust sends this whole text with every call, so nothing stays behind in between:
// the functions below may keep no state.

const { ExtensionParent } = ChromeUtils.importESModule(
  'resource://gre/modules/ExtensionParent.sys.mjs',
);
const { tabTracker } = ExtensionParent.apiManager.global;

// ---- windows and tabs -------------------------------------------------------------------------

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
  gBrowser.selectedTab = tab;
  // Firefox shows the tab's page once it has been drawn; until then clicks go to the page before.
  const isShown = () =>
    browser.hasLayers && gBrowser.tabpanels.selectedPanel === gBrowser.getPanel(browser);
  await until('the tab to be shown', () => isShown() || tab.closing);
  if (Services.focus.focusedElement !== browser) browser.focus();
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

// ---- inside a page ----------------------------------------------------------------------------

/** The value of a JavaScript expression in a page, past its content security policy. */
async function evaluate(tabId, expression, frame) {
  const context = frame ? frameOf(tabId, frame) : nativeTab(tabId).linkedBrowser.browsingContext;
  const script = `(async () => JSON.stringify({ value: await (${expression}) }))()`;
  // A debugger sees the variables of the page's scripts, as the browser's console does.
  const text = await inPage(
    context,
    `const system = Services.scriptSecurityManager.getSystemPrincipal();
     const own = new Cu.Sandbox(system, { freshCompartment: true });
     ChromeUtils.importESModule('resource://gre/modules/jsdebugger.sys.mjs').addDebuggerToGlobal(own);
     const page = new own.Debugger().makeGlobalObjectReference(window);
     const outcome = page.executeInGlobal(${JSON.stringify(script)});
     if (outcome.throw) throw outcome.throw.unsafeDereference();
     return outcome.return.unsafeDereference();`,
  );
  return JSON.parse(text).value;
}

function frameOf(tabId, part) {
  const root = nativeTab(tabId).linkedBrowser.browsingContext;
  const frames = root.getAllBrowsingContextsInSubtree().filter(context => context !== root);
  const found = frames.find(frame => frame.currentWindowGlobal?.documentURI.spec.includes(part));
  if (!found) throw new Error(`tab ${tabId} has no frame whose address contains ${part}`);
  return found;
}

/** Runs the body of an async function in the page's process; `window` is the page's window. */
function inPage(context, body) {
  const name = `kitsune-e2e:${Services.uuid.generateUUID()}`;
  const script = `(async () => {
    const window = BrowsingContext.get(${context.id}).window;
    ${body}
  })().then(
    value => ({ value }),
    error => ({ error: String(error) }),
  ).then(answer => Services.cpmm.sendAsyncMessage('${name}', answer))`;
  return within('an answer from the page', (done, failed) => {
    Services.ppmm.addMessageListener(name, function answered({ data }) {
      Services.ppmm.removeMessageListener(name, answered);
      if ('error' in data) failed(new Error(data.error));
      else done(data.value);
    });
    processOf(context).loadProcessScript(`data:,${encodeURIComponent(script)}`, false);
  });
}

function processOf(context) {
  const { osPid } = context.currentWindowGlobal;
  for (let index = 0; index < Services.ppmm.childCount; index++) {
    const process = Services.ppmm.getChildAt(index);
    if (process.osPid === osPid) return process;
  }
  throw new Error('the page has no process');
}

// ---- mouse and keyboard -----------------------------------------------------------------------

/** A real click at the centre of an element, which is scrolled into view first. */
async function click(tabId, selector, options) {
  const context = nativeTab(tabId).linkedBrowser.browsingContext;
  const point = await inPage(
    context,
    `const element = window.document.querySelector(${JSON.stringify(selector)});
     if (!element) throw new Error('the page has no element ' + ${JSON.stringify(selector)});
     element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
     const box = element.getBoundingClientRect();
     return { x: box.x + box.width / 2, y: box.y + box.height / 2 };`,
  );
  await clickAt(tabId, point.x, point.y, options);
}

/** What makes an event a person's; by the asynchronous way it also finds frames of other sites. */
const REAL_INPUT = {
  isDOMEventSynthesized: false,
  isWidgetEventSynthesized: false,
  isAsyncEnabled: true,
};

/** A real click at a point of the page's viewport, in CSS pixels. */
async function clickAt(tabId, x, y, { button = 0, count = 1 } = {}) {
  const tab = nativeTab(tabId);
  await select(tab);
  const seen = await expectInPage(tab, 'mouseup', count);
  const browser = tab.linkedBrowser.getBoundingClientRect();
  for (let clickCount = 1; clickCount <= count; clickCount++) {
    for (const type of ['mousedown', 'mouseup']) {
      windowOf(tab).synthesizeMouseEvent(
        type,
        browser.x + x,
        browser.y + y,
        { button, clickCount, modifiers: 0 },
        REAL_INPUT,
      );
    }
  }
  await seen();
}

/** Types text into whatever has the focus in the tab. */
async function type(tabId, text) {
  await withKeyboard(tabId, [...text].length, press => {
    for (const character of text) press(character);
  });
}

/** Presses one key by its `KeyboardEvent.key` name, with modifiers before it: `Control+a`. */
async function pressKey(tabId, combination) {
  const modifiers = combination.split('+').slice(0, -1);
  const key = combination.slice(modifiers.join('+').length + (modifiers.length ? 1 : 0));
  await withKeyboard(tabId, modifiers.length + 1, (press, down, up) => {
    modifiers.forEach(down);
    press(key);
    modifiers.reverse().forEach(up);
  });
}

async function withKeyboard(tabId, keys, use) {
  const tab = nativeTab(tabId);
  await select(tab);
  const seen = await expectInPage(tab, 'keyup', keys);
  const window = windowOf(tab);
  const keyboard = Cc['@mozilla.org/text-input-processor;1'].createInstance(
    Ci.nsITextInputProcessor,
  );
  if (!keyboard.beginInputTransactionForTests(window)) {
    throw new Error('another keyboard is in use in this window');
  }
  const down = key => keyboard.keydown(keyEvent(window, key), keyFlags(keyboard, key));
  const up = key => keyboard.keyup(keyEvent(window, key), keyFlags(keyboard, key));
  use(
    key => {
      down(key);
      up(key);
    },
    down,
    up,
  );
  await seen();
}

function keyEvent(window, key) {
  const isLetter = /^[a-z]$/i.test(key);
  const isDigit = /^[0-9]$/.test(key);
  if (isLetter || isDigit) {
    const code = (isLetter ? 'Key' : 'Digit') + key.toUpperCase();
    return new window.KeyboardEvent('', { key, code, keyCode: key.toUpperCase().charCodeAt(0) });
  }
  const isModifier = ['Alt', 'Control', 'Meta', 'Shift'].includes(key);
  const code = isModifier ? `${key}Left` : [...key].length > 1 ? key : '';
  return new window.KeyboardEvent('', { key, code });
}

function keyFlags(keyboard, key) {
  return [...key].length > 1 ? keyboard.KEY_NON_PRINTABLE_KEY : 0;
}

/**
 * Makes the tab's documents, frames included, wait for `count` such events. The result is a
 * function that waits until one of them has had its events.
 */
async function expectInPage(tab, type, count) {
  const root = tab.linkedBrowser.browsingContext;
  const contexts = root.getAllBrowsingContextsInSubtree().filter(it => it.currentWindowGlobal);
  // The page cannot see this property: it belongs to our side of the wrapper around its window.
  const listen = `window.kitsuneSeen = new Promise(done => {
    let rest = ${count};
    window.addEventListener('${type}', function seen() {
      if (--rest > 0) return;
      window.removeEventListener('${type}', seen, { capture: true, mozSystemGroup: true });
      done();
    }, { capture: true, mozSystemGroup: true });
  });`;
  await Promise.all(contexts.map(context => inPage(context, listen)));
  // Where the event has led away from the page there is nothing left to wait for.
  const wait = async context =>
    context.currentWindowGlobal && inPage(context, 'await window.kitsuneSeen');
  return () => Promise.any(contexts.map(wait));
}

// ---- focus and pictures -----------------------------------------------------------------------

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

/** The last errors and warnings of the extension, from all processes. */
function extensionErrors() {
  const base = WebExtensionPolicy.getByID('kitsune@kitsune.browser')?.getURL() ?? 'kitsune@';
  return Services.console
    .getMessageArray()
    .map(String)
    .filter(text => text.includes(base) || text.includes('kitsune@'))
    .slice(-20);
}

// ---- waiting ----------------------------------------------------------------------------------

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
