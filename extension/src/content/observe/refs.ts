// The refs that this document has given out (contract: *Ref lifetime*). A ref names one attached
// node; the same node keeps it as long as it stays attached. Numbers come from the background, which
// leases a range with each request, so that no number ever names two nodes of the browser.

import { isConnected } from '../dom/ask';
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
  /** Also of elements that were found detached: an observation names them once more, as removed. */
  #numbers = new WeakMap<Element, number>();
  /** The elements that were attached when they were last looked at. */
  readonly #elements = new Map<number, WeakRef<Element>>();
  /** Every number given out, those of removed elements too. */
  #issued: { start: number; end: number }[] = [];
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

  /** The document was left and has come back: what it gave out before names nothing any more. */
  forget(): void {
    this.#numbers = new WeakMap();
    this.#elements.clear();
    this.#issued = [];
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
    this.#prune();
    const unnumbered = new Set(elements.filter(element => !this.#isNumbered(element)));
    // Half as many again: the page will have more the next time.
    if (unnumbered.size > this.#end - this.#next) {
      throw new MoreRefs(Math.ceil(unnumbered.size * 1.5));
    }
    for (const element of unnumbered) this.#number(element);
  }

  issueOne(element: Element): number {
    this.issue([element]);
    return this.#numbers.get(element) ?? this.#next;
  }

  find(number: number): Found {
    const element = this.#elements.get(number)?.deref();
    if (element !== undefined && isAttached(element)) return { kind: 'element', element };
    this.#elements.delete(number);
    const wasIssued = this.#issued.some(({ start, end }) => number >= start && number < end);
    return { kind: wasIssued ? 'removed' : 'unknown' };
  }

  #number(element: Element): void {
    const number = this.#next++;
    this.#numbers.set(element, number);
    this.#elements.set(number, new WeakRef(element));
    const last = this.#issued.at(-1);
    if (last?.end === number) last.end = this.#next;
    else this.#issued.push({ start: number, end: this.#next });
  }

  /** An element that was found detached and is back has lost its number. */
  #isNumbered(element: Element): boolean {
    const number = this.#numbers.get(element);
    return number !== undefined && this.#elements.has(number);
  }

  /** What a frame took with it goes when the browser throws it away. */
  #prune(): void {
    for (const [number, known] of this.#elements) {
      const element = known.deref();
      if (element === undefined || !isConnected(element)) this.#elements.delete(number);
    }
  }
}
