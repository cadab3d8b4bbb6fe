// What the early scripts report of popups that the browser refused to pages.

/** How many refused popups of a tab are kept, and how long a URL is (contract: Script-opened popups). */
const REFUSED_KEPT = 20;
const URL_LENGTH = 2_048;

/** `dispatched`: while events of an action ran in the frame. */
type Refused = { frameId: number; url: string | null; dispatched: boolean };
type Kept = Refused & { at: number };

/** The popups that the browser refused to pages' scripts. */
export class RefusedPopups {
  readonly #refused = new Map<number, Kept[]>();

  refused(tabId: number, { url, ...where }: Refused): void {
    const kept = this.#refused.get(tabId) ?? [];
    kept.push({ ...where, at: performance.now(), url: url?.slice(0, URL_LENGTH) ?? null });
    this.#refused.set(tabId, kept.slice(-REFUSED_KEPT));
  }

  forget(tabId: number): void {
    this.#refused.delete(tabId);
  }

  /**
   * The URLs refused from one moment to another to what an action in the frame `acting` dispatched;
   * null where the script gave none. Of frames of one origin another's script acts: there the time
   * alone tells.
   */
  between(tabId: number, acting: number, from: number, to: number): (string | null)[] {
    return (this.#refused.get(tabId) ?? [])
      .filter(({ at, frameId, dispatched }) => at >= from && at <= to && (dispatched || frameId !== acting))
      .map(({ url }) => url);
  }
}
