// Tells a tab whose page has crashed from one that loads. No event does; but a script that is sent
// to such a tab runs nowhere, which the browser answers with no result at all (seen in Firefox 153).

import type { Failure } from './failure';
import { crashed, stillLoading } from './pages';
import { getTab } from './tabs';
import { Deadline, sleep, within } from './timing';

type Results = browser.scripting.InjectionResult[];

/** A page that is there takes a script within milliseconds. */
const PROBE_MS = 500;
/** Between two documents a tab has none for a moment; a crashed one still has none after this. */
const BETWEEN_MS = 100;

/** Whether the script found no document to run in. */
export function ranNowhere(results: Results): boolean {
  return (results[0] ?? undefined) === undefined;
}

/** Why the script found none. Nothing was done, so it may be sent again. */
export async function ranInNoDocument(tabId: number): Promise<Failure> {
  const hasCrashed = await isCrashed(tabId);
  const tab = await getTab(tabId);
  return hasCrashed ? crashed(tab, true) : stillLoading(tab);
}

/** Whether the tab holds no page that could run a script. */
export async function isCrashed(tabId: number): Promise<boolean> {
  if (!(await probesNothing(tabId))) return false;
  await sleep(BETWEEN_MS);
  return probesNothing(tabId);
}

async function probesNothing(tabId: number): Promise<boolean> {
  const probe = browser.scripting.executeScript({
    target: { tabId, frameIds: [0] },
    injectImmediately: true,
    func: () => true,
  });
  // A tab that refuses the probe is closed, is loading, or shows what no extension may see.
  const results = await within(probe.catch(() => undefined), Deadline.in(PROBE_MS));
  return Array.isArray(results) && ranNowhere(results);
}
