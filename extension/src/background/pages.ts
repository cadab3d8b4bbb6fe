// Whether a tab holds a page that may be reached at all. Runs before any message to a page.

import type { Dialog } from '../protocol';
import { failure, messageOf } from './failure';
import type { Failure } from './failure';
import type { Parts } from './parts';
import type { Statuses } from './requests';
import { within } from './timing';
import type { Deadline } from './timing';
import { getTab } from './tabs';
import type { BrowserTab } from './tabs';

/** Longest wait for a discarded tab to show its page, and for that page to have loaded. */
const WAKE_MS = 10_000;
const LOADS_MS = 4_000;

/** Schemes whose pages the browser may let an extension script. */
const PAGE_SCHEMES = new Set(['http:', 'https:', 'file:', 'ftp:', 'data:', 'blob:']);

/** https://searchfox.org/mozilla-central/search?q=extensions.webextensions.restrictedDomains */
const RESTRICTED_DOMAINS = new Set([
  'accounts-static.cdn.mozilla.net',
  'accounts.firefox.com',
  'addons.cdn.mozilla.net',
  'addons.mozilla.org',
  'api.accounts.firefox.com',
  'content.cdn.mozilla.net',
  'discovery.addons.mozilla.org',
  'oauth.accounts.firefox.com',
  'profile.accounts.firefox.com',
  'support.mozilla.org',
  'sync.services.mozilla.com',
]);

/** What explains a failure of a page: which tab, where, and whether it loads. */
export function pageState(tab: BrowserTab): Record<string, unknown> {
  return { tabId: tab.id, url: tab.url ?? '', status: tab.status ?? 'complete' };
}

/** Refuses pages of the browser itself; `about:blank` is an ordinary page. */
export function refuseInternalPage(tab: BrowserTab): void {
  const url = tab.url ?? '';
  if (url === '' || isPage(url)) return;
  throw failure('restricted_page', `Cannot access browser internal page: ${url}`, {
    hint: 'No extension may read or change this page. Open a web page in a tab instead.',
    state: { tabId: tab.id, url },
  });
}

export function isPage(url: string): boolean {
  return /^about:(blank|srcdoc)\b/.test(url) || PAGE_SCHEMES.has(schemeOf(url));
}

/** The page for a read; a discarded tab is loaded again in the background. */
export async function pageToRead(
  parts: Parts,
  tabId: number,
  deadline: Deadline,
): Promise<BrowserTab> {
  const tab = await getTab(tabId);
  refuseInternalPage(tab);
  return tab.discarded === true ? wake(parts, tabId, deadline) : tab;
}

/** Loads the page again. What goes on loading is read as far as it is, as in any tab. */
async function wake({ bells, navigations, statuses }: Parts, tabId: number, deadline: Deadline) {
  const mark = navigations.mark();
  const until = deadline.orIn(WAKE_MS);
  statuses.reloaded(tabId);
  await within(browser.tabs.reload(tabId), until);
  const end = () => navigations.endSince(tabId, mark);
  const shows = () => navigations.committedSince(tabId, mark) || end() !== undefined || undefined;
  const isShown = await bells.until(tabId, shows, until);
  if (isShown === true) await bells.until(tabId, end, deadline.orIn(LOADS_MS));
  const tab = await getTab(tabId);
  if (isShown !== true) throw stillLoading(tab);
  return tab;
}

/** The page for a write. */
export function pageToWrite(tab: BrowserTab): BrowserTab {
  refuseInternalPage(tab);
  if (tab.discarded !== true) return tab;
  throw failure('tab_unloaded', `Tab ${tab.id} is unloaded`, {
    hint: 'Take a snapshot of the tab first: a read loads the page again.',
    state: { ...pageState(tab), discarded: true },
  });
}

/** The browser would not run the script of a command that began then: says why, as far as can be told. */
export async function injectionRefused(
  tab: BrowserTab,
  thrown: unknown,
  statuses: Statuses,
  began: number,
): Promise<Failure> {
  const url = tab.url ?? '';
  if (tab.status === 'loading') return stillLoading(tab);
  if (tab.discarded === true) return unloaded(tab);
  if (RESTRICTED_DOMAINS.has(hostOf(url))) return hostDenied(tab, 'restricted_domain');
  const allowed = await browser.permissions.contains({ origins: [url] }).catch(() => true);
  if (!allowed) return hostDenied(tab, 'not_granted');
  if (!/^https?:/.test(url)) {
    return failure('content_unavailable', `The page cannot be scripted: ${messageOf(thrown)}`, {
      hint: 'Open a web page in the tab, then try again.',
      state: pageState(tab),
    });
  }
  return statuses.isPassing(tab, began) ? stillLoading(tab) : showsError(tab, statuses.of(tab));
}

/** The browser shows a page of its own, because the site sent no document or was not reached. */
export function showsError(tab: BrowserTab, httpStatus: number | undefined): Failure {
  const { url = '', title = '' } = tab;
  return failure('error_page', `The tab shows a page of the browser in place of ${url}`, {
    hint: 'The site sent no document, or could not be reached. Navigate the tab elsewhere.',
    state: { ...pageState(tab), title, ...(httpStatus === undefined ? {} : { httpStatus }) },
  });
}

export function stillLoading(tab: BrowserTab, retryable = true): Failure {
  return failure('navigating', `Tab ${tab.id} is loading another document`, {
    retryable,
    hint: retryable
      ? 'Wait for the page with browser_wait_for, then take a new browser_snapshot.'
      : 'The action may have run. Take a new browser_snapshot before you go on.',
    state: pageState(tab),
  });
}

/** A frame was asked, and went or took another document before it answered. */
export function frameLeft(tab: BrowserTab, retryable: boolean): Failure {
  return failure('navigating', `The frame in tab ${tab.id} is gone or loads another document`, {
    retryable,
    hint: retryable
      ? 'Take a new browser_snapshot.'
      : 'The action may have run. Take a new browser_snapshot before you go on.',
    state: pageState(tab),
  });
}

/** The page's process is gone, and no page came in its place. */
export function crashed(tab: BrowserTab, retryable: boolean): Failure {
  const ran = retryable ? '' : ' What was sent to it may have run before.';
  return failure('content_unavailable', `The page in tab ${tab.id} has crashed or was unloaded`, {
    retryable,
    hint: `Load it again with browser_navigate.${ran}`,
    state: { ...pageState(tab), reason: 'crashed' },
  });
}

/** The page was unloaded while it was being reached: the next read loads it again. */
function unloaded(tab: BrowserTab): Failure {
  return failure('content_unavailable', `The page in tab ${tab.id} was unloaded in this moment`, {
    hint: 'Take a snapshot of the tab: a read loads the page again.',
    state: { ...pageState(tab), discarded: true },
  });
}

/** The script of the page did not answer. `retryable` is false once a write was sent to it. */
export function noAnswer(tab: BrowserTab, retryable: boolean): Failure {
  return failure('content_unavailable', `The page in tab ${tab.id} does not answer`, {
    retryable,
    hint: retryable
      ? 'The page may be busy. Wait a moment and try again.'
      : 'The action may have run. Take a new browser_snapshot before you go on.',
    state: { ...pageState(tab), ...(retryable ? { reason: 'no_receiver' } : {}) },
  });
}

/** The page's scripts do not run while a native dialog is open: nothing would be whole. */
export function behindDialog(tab: BrowserTab, dialog: Dialog): Failure {
  return failure('content_unavailable', `A native ${dialog.type} is open in tab ${tab.id}`, {
    hint: 'Ask the user to answer it, or load another page in the tab.',
    state: { ...pageState(tab), dialog },
  });
}

/** The bridge adds the hint, which the status has too. */
function hostDenied(tab: BrowserTab, reason: 'not_granted' | 'restricted_domain'): Failure {
  return failure('host_permission_denied', 'Firefox does not let Kitsune use this site', {
    state: { ...pageState(tab), reason },
  });
}

function schemeOf(url: string): string {
  return URL.canParse(url) ? new URL(url).protocol : '';
}

function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).hostname : '';
}

