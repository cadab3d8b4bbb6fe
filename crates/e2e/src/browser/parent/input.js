// The person's mouse and keyboard: input that pages cannot tell from a real one.

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
  if (key === ' ') return new window.KeyboardEvent('', { key, code: 'Space', keyCode: 32 });
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
