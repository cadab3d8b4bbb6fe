// What the early scripts report of popups that the browser refused to pages.

/** How many refused popups of a tab are kept, and how long a URL is (contract: Script-opened popups). */
const REFUSED_KEPT = 20;
const URL_LENGTH = 2_048;

type Refused = { at: number; url: string | null };

/** The popups that the browser refused to pages' scripts. */
export class RefusedPopups {
  readonly #refused = new Map<number, Refused[]>();

  refused(tabId: number, url: string | null): void {
    const kept = this.#refused.get(tabId) ?? [];
    kept.push({ at: performance.now(), url: url?.slice(0, URL_LENGTH) ?? null });
    this.#refused.set(tabId, kept.slice(-REFUSED_KEPT));
  }

  forget(tabId: number): void {
    this.#refused.delete(tabId);
  }

  /** The URLs refused from one moment to another; null where the script gave none. */
  between(tabId: number, from: number, to: number): (string | null)[] {
    return (this.#refused.get(tabId) ?? [])
      .filter(({ at }) => at >= from && at <= to)
      .map(({ url }) => url);
  }
}
