// Tabs that an action opened, as its answer lists them (contract: Opened tabs).

import type { Tab } from '../protocol';
import type { Call, Parts } from './parts';
import { getTab, listIndex, wireTab } from './tabs';
import type { BrowserTab } from './tabs';
import { sleep } from './timing';
import type { Deadline } from './timing';

/** A new tab starts on about:blank: longest wait for its URL. */
const URL_MS = 1_000;
const POLL_MS = 25;

/** Tabs that the action opened, each with its URL if that is there in time. */
export async function openedTabs(
  { ownership }: Parts,
  { caller, deadline }: Call,
  tabIds: readonly number[],
): Promise<Tab[]> {
  const until = deadline.orIn(URL_MS);
  const read = tabIds.map(async tabId => {
    const tab = await addressed(tabId, until);
    if (tab === undefined) return [];
    return [wireTab(tab, await listIndex(tabId), ownership.isOwned(tabId, caller))];
  });
  return (await Promise.all(read)).flat();
}

async function addressed(tabId: number, until: Deadline): Promise<BrowserTab | undefined> {
  for (;;) {
    const tab = await getTab(tabId).catch(() => undefined);
    const blank = tab !== undefined && (tab.url ?? 'about:blank') === 'about:blank';
    if (!blank || until.left === 0) return tab;
    await sleep(POLL_MS);
  }
}
