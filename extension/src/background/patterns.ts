// An agent's regular expressions, run on addresses and titles that pages choose. In a worker: one
// that takes forever is ended there, and keeps nothing else from running.

import * as decode from '../shared/decode';
import { failure, messageOf, unclassified } from './failure';
import { within } from './timing';
import type { Deadline } from './timing';

/** Longest run of one expression. */
const MATCH_MS = 1_000;

const readTested = decode.open({ id: decode.integer(0), matches: decode.flag });

export class Patterns {
  #worker: Worker | undefined;
  readonly #waiting = new Map<number, (matches: boolean | undefined) => void>();
  #lastId = 0;

  /** Refuses what is no regular expression. */
  check(pattern: string): void {
    try {
      new RegExp(pattern);
    } catch (error) {
      throw unclassified(`Invalid regular expression: ${messageOf(error)}`, {
        retryable: false,
        hint: 'Nothing was done. Pass a JavaScript regular expression, such as /orders/\\d+$ without the slashes around it.',
      });
    }
  }

  async matches(pattern: string, text: string, deadline: Deadline): Promise<boolean> {
    const id = ++this.#lastId;
    const tested = new Promise<boolean | undefined>(resolve => this.#waiting.set(id, resolve));
    this.#running().postMessage({ id, pattern, text });
    const matches = await within(tested, deadline.orIn(MATCH_MS));
    if (typeof matches === 'boolean') return matches;
    this.#stop();
    throw failure('timeout', 'The regular expression took too long', {
      hint: 'Use a simpler pattern, without a repetition inside a repetition.',
    });
  }

  #running(): Worker {
    if (this.#worker !== undefined) return this.#worker;
    const worker = new Worker(browser.runtime.getURL('pattern-worker.js'));
    worker.addEventListener('message', ({ data }) => {
      const { id, matches } = readTested(data);
      this.#waiting.get(id)?.(matches);
      this.#waiting.delete(id);
    });
    this.#worker = worker;
    return worker;
  }

  /** Who else waits for the worker looks again with the next one. */
  #stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    for (const resolve of this.#waiting.values()) resolve(undefined);
    this.#waiting.clear();
  }
}
