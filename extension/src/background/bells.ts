// Tells waiting commands that something happened in their tab: a navigation, a dialog, a request,
// a closed port. A waiter does not care what it was: it looks at the state again.

import type { Deadline } from './timing';

type Why = 'rung' | 'closed' | 'late';
type Wake = (why: Why) => void;

export class Bells {
  readonly #waiting = new Map<number, Set<Wake>>();

  /** Something happened in the tab. */
  ring(tabId: number): void {
    this.#wake(tabId, 'rung');
  }

  /** The tab closed: nobody waits for it any more. */
  closed(tabId: number): void {
    this.#wake(tabId, 'closed');
  }

  /** Resolves when something happens in the tab, or at the deadline. */
  next(tabId: number, deadline: Deadline): Promise<Why> {
    return new Promise(resolve => {
      const wake = (why: Why): void => {
        clearTimeout(timer);
        this.#forget(tabId, wake);
        resolve(why);
      };
      const timer = setTimeout(() => wake('late'), deadline.left);
      const waiting = this.#waiting.get(tabId) ?? new Set();
      this.#waiting.set(tabId, waiting.add(wake));
    });
  }

  /** The first value that `read` finds; `undefined` at the deadline, and when the tab closes. */
  async until<T>(
    tabId: number,
    read: () => T | undefined,
    deadline: Deadline,
  ): Promise<T | undefined> {
    for (;;) {
      const value = read();
      if (value !== undefined || deadline.left === 0) return value;
      if ((await this.next(tabId, deadline)) === 'closed') return read();
    }
  }

  #wake(tabId: number, why: Why): void {
    const waiting = this.#waiting.get(tabId);
    this.#waiting.delete(tabId);
    waiting?.forEach(wake => wake(why));
  }

  #forget(tabId: number, wake: Wake): void {
    const waiting = this.#waiting.get(tabId);
    waiting?.delete(wake);
    if (waiting?.size === 0) this.#waiting.delete(tabId);
  }
}
