// How long an action's answer waits for the page's reaction (contract: Waiting for the page).
// The rule only; where its facts come from is behind `Watched`.

import {
  QUIET_MS,
  SETTLE_CAP_MS,
  SETTLE_CAP_PENDING_MS,
  SETTLE_HIDDEN_MS,
  SETTLE_VISIBLE_MS,
} from '../protocol';

/** What the page says of the action it carried out. */
export type Reaction = { hidden: boolean; plainField: boolean; pageHandledKey: boolean };

/** The page while the answer waits for it. */
export type Watched = {
  /** Milliseconds since the action. */
  elapsed(): number;
  /** The page's last change; `undefined` when it does not answer now. */
  quiet(): Promise<{ quietMs: number; changed: boolean } | undefined>;
  /** Whether requests that the action made are running. */
  requesting(): boolean;
  /** When the last of them ended, in milliseconds after the action; `undefined` for none. */
  requestsEnded(): number | undefined;
  /** Whether something else than quiet decides now: a navigation, a dialog, a closed page. */
  interrupted(): boolean;
  /** Waits so long, or shorter when something happens in the tab. */
  pause(milliseconds: number): Promise<void>;
};

/** Resolves when the page has reacted, at a cap, or when something else decides. */
export async function settle(page: Watched, reaction: Reaction): Promise<void> {
  while (!page.interrupted()) {
    const wait = await untilSettled(page, reaction);
    const left = cap(page) - page.elapsed();
    if (wait <= 0 || left <= 0 || page.interrupted()) return;
    await page.pause(Math.min(wait, left));
  }
}

/** The least time until the page can have settled; 0 when it has. */
async function untilSettled(page: Watched, reaction: Reaction): Promise<number> {
  const least = leastWait(reaction) - page.elapsed();
  if (least > 0 && !reaction.pageHandledKey) return least;
  if (page.requesting()) return Infinity;
  const quiet = await page.quiet();
  if (quiet === undefined) return QUIET_MS;
  if (least > 0 && !quiet.changed) return Math.min(least, QUIET_MS);
  const sinceRequest = page.elapsed() - (page.requestsEnded() ?? -Infinity);
  return QUIET_MS - Math.min(quiet.quietMs, sinceRequest);
}

function leastWait({ hidden, plainField }: Reaction): number {
  if (hidden) return SETTLE_HIDDEN_MS;
  return plainField ? 0 : SETTLE_VISIBLE_MS;
}

/** The page may show what a late request brought: it gets its quiet time after it, too. */
function cap(page: Watched): number {
  if (page.requesting()) return SETTLE_CAP_PENDING_MS;
  const shown = (page.requestsEnded() ?? 0) + QUIET_MS;
  return Math.max(SETTLE_CAP_MS, Math.min(shown, SETTLE_CAP_PENDING_MS));
}
