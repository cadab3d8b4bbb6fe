// Looking into a page, from its own process and past its content security policy.

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

/** Collects garbage in the process of a tab's page: what nothing holds any more is gone after it. */
async function collectGarbage(tabId) {
  const context = nativeTab(tabId).linkedBrowser.browsingContext;
  await inPage(context, 'Cu.forceGC(); Cu.forceCC(); Cu.forceGC();');
}

/** Marks a field as filled by the browser's own form filler, or no longer. */
async function markAutofilled(tabId, selector, isAutofilled) {
  const context = nativeTab(tabId).linkedBrowser.browsingContext;
  await inPage(
    context,
    `window.document.querySelector(${JSON.stringify(selector)}).autofillState =
       '${isAutofilled ? 'autofill' : ''}';`,
  );
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
