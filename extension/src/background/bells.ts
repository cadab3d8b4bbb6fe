// Tells waiting commands that something happened in their tab: a navigation, a dialog, a request,
// a closed port. A waiter does not care what it was: it looks at the state again.

import type { Deadline } from './timing';

export class Bells {
  readonly #waiting = new Map<number, Set<() => void>>();

  /** Something happened in the tab. */
  ring(tabId: number): void {
    const waiting = this.#waiting.get(tabId);
    this.#waiting.delete(tabId);
    waiting?.forEach(wake => wake());
  }

  /** Resolves when something happens in the tab, or at the deadline. */
  next(tabId: number, deadline: Deadline): Promise<void> {
    return new Promise(resolve => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#forget(tabId, wake);
        resolve();
      };
      const timer = setTimeout(wake, deadline.left);
      const waiting = this.#waiting.get(tabId) ?? new Set();
      this.#waiting.set(tabId, waiting.add(wake));
    });
  }

  /** The first value that `read` finds, or `undefined` when there is none by the deadline. */
  async until<T>(
    tabId: number,
    read: () => T | undefined,
    deadline: Deadline,
  ): Promise<T | undefined> {
    for (;;) {
      const value = read();
      if (value !== undefined || deadline.left === 0) return value;
      await this.next(tabId, deadline);
    }
  }

  #forget(tabId: number, wake: () => void): void {
    const waiting = this.#waiting.get(tabId);
    waiting?.delete(wake);
    if (waiting?.size === 0) this.#waiting.delete(tabId);
  }
}
