// Puts the early scripts into pages that were open before the extension: the manifest's content
// scripts reach documents that load from now on. The main content script comes on demand only.

import { isPage } from './pages';
import { allTabs } from './tabs';

export async function injectEarlyScripts(): Promise<void> {
  const tabs = (await allTabs()).filter(({ url, discarded }) => !discarded && isPage(url ?? ''));
  await Promise.all(tabs.map(({ id }) => injectInto(id)));
}

/** In the manifest's order: the first script leaves the second its way to us. */
async function injectInto(tabId: number): Promise<void> {
  const how = { injectImmediately: true };
  try {
    await browser.scripting.executeScript({
      ...how,
      target: { tabId, allFrames: true },
      files: ['early.js'],
    });
    await browser.scripting.executeScript({
      ...how,
      target: { tabId, allFrames: true },
      world: 'MAIN',
      files: ['early-page.js'],
    });
  } catch {
    // A page that cannot be scripted has nothing to report.
  }
}
