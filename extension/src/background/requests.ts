// Requests of tabs: which of an action's are still running, and how the page's own one ended.

import type { Bells } from './bells';

/** What a page's reaction may wait for (contract: Waiting for the page). */
export const WATCHED_TYPES: browser.webRequest.ResourceType[] = [
  'xmlhttprequest',
  'script',
  'sub_frame',
];
/** More running requests of one tab are not followed. */
const PER_TAB = 500;

type Started = { requestId: string; tabId: number };

export class Requests {
  /** Tab, then request id to the order in which it began. */
  readonly #running = new Map<number, Map<string, number>>();
  /** The request of each tab that ended last. */
  readonly #ended = new Map<number, { order: number; at: number }>();
  #count = 0;

  constructor(private readonly bells: Bells) {}

  began({ tabId, requestId }: Started): void {
    const running = this.#running.get(tabId) ?? new Map<string, number>();
    if (tabId < 0 || (running.size >= PER_TAB && !running.has(requestId))) return;
    // A redirect begins the same request again: it keeps its place.
    if (!running.has(requestId)) running.set(requestId, ++this.#count);
    this.#running.set(tabId, running);
  }

  ended({ tabId, requestId }: Started): void {
    const order = this.#running.get(tabId)?.get(requestId);
    if (order === undefined) return;
    this.#running.get(tabId)?.delete(requestId);
    this.#ended.set(tabId, { order, at: performance.now() });
    this.bells.ring(tabId);
  }

  forget(tabId: number): void {
    this.#running.delete(tabId);
    this.#ended.delete(tabId);
  }

  /** Marks this moment; requests that begin later are told from earlier ones by it. */
  mark(): number {
    return this.#count;
  }

  /** How many of the tab's requests that began after the mark are running. */
  running(tabId: number, mark: number): number {
    const orders = this.#running.get(tabId)?.values() ?? [];
    return [...orders].filter(order => order > mark).length;
  }

  /** When the tab's last request ended, as `performance.now()`, if it began after the mark. */
  lastEnd(tabId: number, mark: number): number | undefined {
    const last = this.#ended.get(tabId);
    return last !== undefined && last.order > mark ? last.at : undefined;
  }
}

type Answered = { tabId: number; url: string; statusCode: number };
type Answer = Omit<Answered, 'tabId'> & { readonly at: number };

/** What a tab shows so soon after it is loaded again may still be what it showed before. */
const RELOADED_MS = 5_000;

type Shown = { id: number; url?: string | undefined };

/** HTTP status of the last document that each tab requested, and when it was loaded again. */
export class Statuses {
  readonly #answers = new Map<number, Answer>();
  readonly #reloads = new Map<number, number>();

  began(tabId: number): void {
    this.#answers.delete(tabId);
  }

  answered({ tabId, url, statusCode }: Answered): void {
    if (tabId >= 0) this.#answers.set(tabId, { url, statusCode, at: performance.now() });
  }

  /** The tab is loaded again, by a command. */
  reloaded(tabId: number): void {
    this.#reloads.set(tabId, performance.now());
  }

  forget(tabId: number): void {
    this.#answers.delete(tabId);
    this.#reloads.delete(tabId);
  }

  /** The status of what the tab shows. A load that made no request has none, so the URL decides. */
  of(tab: Shown): number | undefined {
    return this.#of(tab)?.statusCode;
  }

  /** Whether a command that began then may have met a document that is about to be replaced. */
  isPassing(tab: Shown, began: number): boolean {
    const { statusCode, at } = this.#of(tab) ?? { statusCode: 0, at: 0 };
    if (statusCode >= 400) return false;
    const reloaded = this.#reloads.get(tab.id) ?? -Infinity;
    const isGood = statusCode >= 200 && statusCode < 300;
    return performance.now() - reloaded < RELOADED_MS || (isGood && at > began);
  }

  #of({ id, url }: Shown): Answer | undefined {
    const answer = this.#answers.get(id);
    const isShown = answer !== undefined && withoutFragment(answer.url) === withoutFragment(url ?? '');
    return isShown ? answer : undefined;
  }
}

function withoutFragment(url: string): string {
  return url.replace(/#.*$/s, '');
}
