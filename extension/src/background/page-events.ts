// What the early scripts report from pages of their own accord: native dialogs and refused popups.

import type { Dialog } from '../protocol';
import type { Bells } from './bells';

/** How many refused popups of a tab are kept, and how long a URL is (contract: Script-opened popups). */
const REFUSED_KEPT = 20;
const URL_LENGTH = 2_048;

/** The native dialog that is open in each tab. */
export class Dialogs {
  readonly #open = new Map<number, Dialog>();

  constructor(private readonly bells: Bells) {}

  opened(tabId: number, dialog: Dialog): void {
    this.#open.set(tabId, dialog);
    this.bells.ring(tabId);
  }

  /** It was answered, or its page is gone. */
  closed(tabId: number): void {
    if (this.#open.delete(tabId)) this.bells.ring(tabId);
  }

  of(tabId: number): Dialog | undefined {
    return this.#open.get(tabId);
  }
}

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
