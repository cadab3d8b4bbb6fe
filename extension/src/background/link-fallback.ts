// Opens the link of a click whose tab the popup blocker dropped, as a person's click would have
// (contract: *Popup-blocked links*).

import type { NewTabLink } from '../shared/messages';
import type { Call, Parts } from './parts';
import { isRealTab } from './tabs';
import type { BrowserTab } from './tabs';
import type { Watch } from './watch';

/** So long a page has to open the tab itself. */
const OPENS_MS = 500;

/** What became of the link: opened here, or blocked for good. Nothing when the page opened a tab. */
export type Followed = { fallback: number } | { blocked: string } | undefined;

export async function followLink(
  parts: Parts,
  call: Call,
  tab: BrowserTab,
  watch: Watch,
  link: NewTabLink | null,
): Promise<Followed> {
  if (link === null) return undefined;
  const opened = () => watch.openedTabs()[0];
  if ((await parts.bells.until(tab.id, opened, call.deadline.orIn(OPENS_MS))) !== undefined) {
    return undefined;
  }
  // Its page needs `window.opener`, which only the browser can give it.
  if (link.opener) return { blocked: link.url };
  const { windowId, id: openerTabId, cookieStoreId } = tab;
  const place = { windowId, openerTabId, active: false };
  const container = cookieStoreId === undefined ? {} : { cookieStoreId };
  const created = await browser.tabs
    .create({ url: link.url, ...place, ...container })
    .catch(() => undefined);
  if (created === undefined || !isRealTab(created)) return { blocked: link.url };
  await parts.ownership.claim(created.id, call.caller);
  return { fallback: created.id };
}
