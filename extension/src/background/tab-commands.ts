// The commands on tabs as such: list, active tab, open, close.

import type { Answer } from '../protocol';
import { checkedAddress, refusedAddress } from './addresses';
import { messageOf, unclassified } from './failure';
import { askToLeave } from './leaving';
import { awaitLoad, failed, loaded } from './load';
import { refuseInternalPage } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { activeTab as findActiveTab, allTabs, currentWindow, isRealTab, listIndex, wireTab } from './tabs';
import type { BrowserTab } from './tabs';
import { Deadline, LATE, within } from './timing';

/** A page that asks whether to leave keeps a tab open for as long as nobody answers. */
const CLOSE_MS = 3_000;
const DISARM_MS = 1_000;
const FORCE_HINT =
  'To close it without saving, call browser_handle_dialog accept=true for the tab, then repeat, or pass force: true over HTTP.';

export async function listTabs(
  { ownership }: Parts,
  { caller }: Call,
  { mine }: CommandOf<'listTabs'>,
): Promise<Answer> {
  const listed = (await allTabs()).map((tab, index) =>
    wireTab(tab, index, ownership.isOwned(tab.id, caller)),
  );
  if (!mine) return { result: 'tabs', tabs: listed };
  const own = listed.filter(({ owned }) => owned);
  own.sort((a, b) => ownership.openedOrder(b.id) - ownership.openedOrder(a.id));
  return { result: 'tabs', tabs: own };
}

export async function activeTab({ ownership }: Parts, { caller }: Call): Promise<Answer> {
  const tab = await findActiveTab();
  const owned = ownership.isOwned(tab.id, caller);
  return { result: 'tab', tab: wireTab(tab, await listIndex(tab.id), owned) };
}

/** Opens a tab in the background of the person's window. */
export async function newTab(
  parts: Parts,
  call: Call,
  { url, wait, timeoutMs, observe }: CommandOf<'newTab'>,
): Promise<Answer> {
  const address = checkedAddress(url);
  const mark = parts.navigations.mark();
  const tab = await created(address, await currentWindow());
  await parts.ownership.claim(tab.id, call.caller);
  if (!wait || address === 'about:blank') {
    return loaded(parts, call, tab.id, { end: 'loaded', observe: false, left: null });
  }
  const end = await awaitLoad(parts, tab.id, mark, call.deadline.orIn(timeoutMs));
  if (end === 'failed') throw await failed(parts, tab.id, null);
  return loaded(parts, call, tab.id, { end, observe, left: null, wanted: address });
}

/** Closes a tab. With `force` its page is not asked. */
export async function closeTab(
  parts: Parts,
  { caller, deadline }: Call,
  { tabId, force }: CommandOf<'closeTab'>,
): Promise<Answer> {
  const tab = await parts.admission.toWrite(tabId, caller, 'closeTab');
  const left = force ? null : await askToLeave(parts, tab, FORCE_HINT);
  if (force) await disarmUnload(tab);
  const closing = await within(browser.tabs.remove(tabId), deadline.orIn(CLOSE_MS));
  const open = closing === LATE && (await browser.tabs.get(tabId).catch(() => undefined));
  if (!open) return { result: 'closed', ...(left === null ? {} : { left }) };
  throw unclassified(`Tab ${tabId} asks the user whether to leave the page, so it is still open`, {
    retryable: false,
    hint: FORCE_HINT,
    state: { tabId, url: tab.url ?? '' },
  });
}

async function created(url: string, windowId: number): Promise<BrowserTab> {
  const tab = await browser.tabs
    .create({ url, active: false, windowId })
    .catch((error: unknown) => {
      throw refusedAddress(url, messageOf(error));
    });
  if (!isRealTab(tab)) throw unclassified('The browser opened no tab');
  return tab;
}

/** Keeps the page's `beforeunload` listeners from running. A page that cannot be scripted has none. */
async function disarmUnload(tab: BrowserTab): Promise<void> {
  try {
    refuseInternalPage(tab);
    const disarmed = browser.scripting.executeScript({
      target: { tabId: tab.id, allFrames: true },
      injectImmediately: true,
      func: () => {
        type Presence = { kitsuneForced?: boolean; kitsuneEarly?: unknown };
        const presence = globalThis as unknown as Presence;
        presence.kitsuneForced = true;
        // Its listener is there before those of the page.
        if (presence.kitsuneEarly !== undefined) return;
        const stop = (event: Event): void => event.stopImmediatePropagation();
        window.addEventListener('beforeunload', stop, { capture: true });
      },
    });
    await within(disarmed, Deadline.in(DISARM_MS));
  } catch {
    // Closing goes on: at worst the page asks.
  }
}
