// How long an action's answer waits for the page's reaction (contract: Waiting for the page).
// The rule only; where its facts come from is behind `Watched`.

import {
  QUIET_MS,
  SETTLE_CAP_MS,
  SETTLE_CAP_PENDING_MS,
  SETTLE_HIDDEN_MS,
  SETTLE_VISIBLE_MS,
} from '../protocol';

/**
 * The browser tells of a request so much later than the page makes it, at most: of a page's first
 * one, on a busy machine. Of one that never leaves the page, as for a `data:` URL, it tells nothing.
 */
const TOLD_MS = 300;

/** What the page says of the action it carried out. */
export type Reaction = { hidden: boolean; plainField: boolean; pageHandledKey: boolean };

/** Milliseconds since the last change or request, and since the last request after the action. */
export type Quiet = { quietMs: number; changed: boolean; requestMs: number | null };

/** The page while the answer waits for it. */
export type Watched = {
  /** Milliseconds since the action. */
  elapsed(): number;
  /** What the page says of its quiet; `undefined` when it does not answer now. */
  quiet(): Promise<Quiet | undefined>;
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
  const ended = page.requestsEnded();
  if (ended === undefined && (quiet.requestMs ?? Infinity) < TOLD_MS) return QUIET_MS;
  return QUIET_MS - Math.min(quiet.quietMs, page.elapsed() - (ended ?? -Infinity));
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
