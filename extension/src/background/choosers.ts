// Which document of each tab asked for files last. The input itself is known there; see
// content/chooser.ts.

type Asked = { frameId: number; documentId: string | undefined };

export class Choosers {
  readonly #asked = new Map<number, Asked>();

  asked(tabId: number, frameId: number, documentId: string | undefined): void {
    this.#asked.set(tabId, { frameId, documentId });
  }

  /** The frame below the tab's page that asked last; `undefined` when it was the page, or none. */
  frameOf(tabId: number): Asked | undefined {
    const asked = this.#asked.get(tabId);
    return asked?.frameId === 0 ? undefined : asked;
  }

  forget(tabId: number): void {
    this.#asked.delete(tabId);
  }
}
