// Tabs that an action opened, as its answer lists them (contract: Opened tabs).

import type { Tab } from '../protocol';
import type { Call, Parts } from './parts';
import { allTabs, wireTab } from './tabs';
import { sleep } from './timing';

/** A new tab starts on about:blank: longest wait for its URL. */
const URL_MS = 1_000;
const POLL_MS = 50;
/** A page may open hundreds; more than these an answer only counts. */
export const OPENED_LISTED = 20;

/** Tabs that the action opened, each with its URL if that is there in time. */
export async function openedTabs(
  { ownership }: Parts,
  { caller, deadline }: Call,
  tabIds: readonly number[],
): Promise<Tab[]> {
  const wanted = new Set(tabIds.slice(0, OPENED_LISTED));
  if (wanted.size === 0) return [];
  const until = deadline.orIn(URL_MS);
  for (;;) {
    const listed = (await allTabs()).flatMap((tab, index) =>
      wanted.has(tab.id) ? [wireTab(tab, index, ownership.isOwned(tab.id, caller))] : [],
    );
    const isBlank = listed.some(({ url }) => url === '' || url === 'about:blank');
    if (!isBlank || until.left === 0) return inOrder(listed, tabIds);
    await sleep(POLL_MS);
  }
}

/** The order in which they were opened. */
const inOrder = (tabs: Tab[], tabIds: readonly number[]): Tab[] =>
  tabs.sort((a, b) => tabIds.indexOf(a.id) - tabIds.indexOf(b.id));
