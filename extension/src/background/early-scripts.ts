// Puts the early scripts into pages that were open before the extension: the manifest's content
// scripts reach documents that load from now on. The main content script comes on demand only.

import { isPage } from './pages';
import { allTabs } from './tabs';

export async function injectEarlyScripts(): Promise<void> {
  const tabs = (await allTabs()).filter(({ url, discarded }) => !discarded && isPage(url ?? ''));
  await Promise.all(
    tabs.flatMap(({ id: tabId }) => [
      browser.scripting.executeScript({
        target: { tabId, allFrames: true },
        files: ['early.js'],
        injectImmediately: true,
      }),
      browser.scripting.executeScript({
        target: { tabId },
        world: 'MAIN',
        files: ['early-page.js'],
        injectImmediately: true,
      }),
    ].map(injected => injected.catch(() => undefined))),
  );
}
