// The refs that this document has given out (contract: *Ref lifetime*). A ref names one attached
// node; the same node keeps it. Numbers come from the background, which leases a range with each
// request, so that no number ever names two nodes of the browser.

import { isAttached } from '../dom/tree';
import type { RefLease } from '../../shared/messages';

/** The lease does not suffice. Thrown before anything was done or shown. */
export class MoreRefs extends Error {
  constructor(readonly count: number) {
    super(`${count} more refs are needed`);
  }
}

export type Found = { kind: 'element'; element: Element } | { kind: 'removed' | 'unknown' };

export class Refs {
  readonly #numbers = new WeakMap<Element, number>();
  readonly #elements = new Map<number, WeakRef<Element>>();
  #next = 0;
  #end = 0;

  /** The next number that is not used. */
  get next(): number {
    return this.#next;
  }

  /**
   * Starts a request with the numbers it may use. The same lease may come again with an old `next`;
   * another one may lie anywhere.
   */
  lease({ next, end }: RefLease): void {
    const isSameLease = this.#next >= next && this.#next <= end;
    if (!isSameLease) this.#next = next;
    this.#end = end;
  }

  /** Makes sure before an action that what may go wrong in it can be told with refs. */
  ensure(count: number): void {
    if (count > this.#end - this.#next) throw new MoreRefs(count);
  }

  numberOf(element: Element): number | undefined {
    return this.#numbers.get(element);
  }

  /** Gives each element a number, or none of them when the lease does not suffice. */
  issue(elements: readonly Element[]): void {
    const unnumbered = new Set(elements.filter(element => !this.#numbers.has(element)));
    // Half as many again: the page will have more the next time.
    if (unnumbered.size > this.#end - this.#next) {
      throw new MoreRefs(Math.ceil(unnumbered.size * 1.5));
    }
    for (const element of unnumbered) {
      this.#numbers.set(element, this.#next);
      this.#elements.set(this.#next, new WeakRef(element));
      this.#next += 1;
    }
  }

  issueOne(element: Element): number {
    this.issue([element]);
    return this.#numbers.get(element) ?? this.#next;
  }

  find(number: number): Found {
    const known = this.#elements.get(number);
    if (known === undefined) return { kind: 'unknown' };
    const element = known.deref();
    if (element === undefined || !isAttached(element)) return { kind: 'removed' };
    return { kind: 'element', element };
  }
}
