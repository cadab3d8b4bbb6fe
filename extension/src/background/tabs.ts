// What the browser knows of tabs, in the wire's terms: the list, the active tab, one tab.

import type { Tab } from '../protocol';
import { failure } from './failure';
import type { Failure } from './failure';

export type BrowserTab = browser.tabs.Tab & { id: number; windowId: number };

/** Tabs of all windows in the order of the list: by window, then by position. */
export async function allTabs(): Promise<BrowserTab[]> {
  const tabs = (await browser.tabs.query({})).filter(isRealTab);
  return tabs.sort((a, b) => a.windowId - b.windowId || a.index - b.index);
}

/** The tab, or `tab_closed`. */
export async function getTab(tabId: number): Promise<BrowserTab> {
  const tab = await browser.tabs.get(tabId).catch(() => undefined);
  if (tab === undefined || !isRealTab(tab)) throw tabClosed(tabId);
  return tab;
}

export function tabClosed(tabId: number): Failure {
  return failure('tab_closed', `Tab ${tabId} is closed`, {
    hint: 'List the open tabs with browser_tabs and use the id of one of them.',
    state: { tabId },
  });
}

/** The tab after something was sent to its page, or a `tab_closed` that says that it was. */
export async function getTabAfter(tabId: number, sent: Sent): Promise<BrowserTab> {
  return getTab(tabId).catch(() => {
    throw tabClosedAfter(tabId, sent);
  });
}

/** What was sent to a page. */
export type Sent = 'action' | 'script';

export function tabClosedAfter(tabId: number, sent: Sent): Failure {
  return failure('tab_closed', `Tab ${tabId} closed after the ${sent} was sent to its page`, {
    retryable: false,
    hint: `The ${sent} may have run, and may have closed the tab. List the open tabs with browser_tabs before you go on.`,
    state: { tabId },
  });
}

/** The tab's position in the list over all windows, from 0. */
export async function listIndex(tabId: number): Promise<number> {
  // A tab that closed in this moment is not in the list; 0 is then as good as any.
  return Math.max(0, (await allTabs()).findIndex(tab => tab.id === tabId));
}

/** The window where a tab without a window of its own belongs: the focused normal one. */
export async function currentWindow(): Promise<number> {
  const focused = await browser.windows.getLastFocused().catch(() => undefined);
  if (focused?.type === 'normal' && focused.id !== undefined) return focused.id;
  const [first] = await browser.windows.getAll({ windowTypes: ['normal'] });
  if (first?.id === undefined) throw noWindow();
  return first.id;
}

/** The tab that a request without a tab means. */
export async function activeTab(): Promise<BrowserTab> {
  const [tab] = await browser.tabs.query({ active: true, windowId: await currentWindow() });
  if (tab === undefined || !isRealTab(tab)) throw noWindow();
  return tab;
}

/** The tab as the bridge gets it. */
export function wireTab(tab: BrowserTab, index: number, owned: boolean): Tab {
  return {
    id: tab.id,
    url: tab.url ?? '',
    title: tab.title ?? '',
    active: tab.active,
    windowId: tab.windowId,
    index,
    status: tab.status ?? 'complete',
    discarded: tab.discarded ?? false,
    owned,
  };
}

/** Leaves out what `tabs.query` lists without an id, such as the tab of a developer window. */
export function isRealTab(tab: browser.tabs.Tab): tab is BrowserTab {
  return tab.id !== undefined && tab.id > 0 && tab.windowId !== undefined;
}

function noWindow(): Failure {
  // The bridge adds the hint, which the status has too.
  return failure('browser_window_unavailable', 'No active tab found', { state: { windows: 0 } });
}
