// Whether the person is using a tab (contract: User activity). Only the kind of an event and its
// time are known, never what was typed.

import type { Failure } from './failure';
import { failure } from './failure';
import type { BrowserTab } from './tabs';

/** For so long after the person's input an agent does not act in the tab. */
export const INPUT_WINDOW_MS = 3_000;

type Input = { type: string; at: number };

export class Activity {
  readonly #inputs = new Map<number, Input>();

  /** The person gave the tab an event of this type, so many milliseconds ago. */
  input(tabId: number, type: string, sinceMs: number): void {
    this.#inputs.set(tabId, { type, at: performance.now() - Math.max(0, sinceMs) });
  }

  forget(tabId: number): void {
    this.#inputs.delete(tabId);
  }

  /** Whether the person's last input in the tab is at most so long ago. */
  within(tabId: number, milliseconds: number): boolean {
    const input = this.#inputs.get(tabId);
    return input !== undefined && performance.now() - input.at <= milliseconds;
  }

  /** Refuses with `user_active` while the person is using the tab. */
  refuseInUse(tab: BrowserTab): void {
    const input = this.#inputs.get(tab.id);
    if (input !== undefined && this.within(tab.id, INPUT_WINDOW_MS)) throw inUse(tab, input);
  }
}

function inUse(tab: BrowserTab, { type, at }: Input): Failure {
  return failure('user_active', `The user is using tab ${tab.id}; nothing was done`, {
    hint: 'Wait a few seconds, then try again. Reads work meanwhile.',
    state: {
      reason: 'input',
      tabId: tab.id,
      url: tab.url ?? '',
      input: type,
      sinceMs: Math.round(performance.now() - at),
      windowMs: INPUT_WINDOW_MS,
    },
  });
}
