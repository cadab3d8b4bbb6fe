// Ref numbers: one counter for the browser, so that a number never names two nodes.
// Numbers are reserved in storage a block at a time, leased to documents, and taken back unused.

import type { RefLease } from '../shared/messages';

/** Where the reserved end is kept, in decimal: the next start goes on from there. */
const STORAGE_KEY = 'shortRefEnd';
const FIRST = 1;
const BLOCK = 1024;
/** What a document gets first, and at least when it asks for more. */
const LEASE = 64;
/** Unused ranges that are kept for later documents; more are dropped, their numbers wasted. */
const FREE_RANGES = 256;

type Range = { start: number; end: number };

/** The part of `browser.storage.local` that is used. */
export type Storage = {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
};

/** The numbers of one document: those it has given out, and its lease. */
export class DocumentRefs {
  #used: Range[] = [];
  #lease: RefLease = { next: 0, end: 0 };

  get lease(): RefLease {
    return this.#lease;
  }

  /** Whether the document gave out the number. */
  issued(ref: number): boolean {
    return this.#used.some(range => contains(range, ref));
  }

  /** Whether the number is leased to the document but not given out. */
  holdsUnused(ref: number): boolean {
    return ref >= this.#lease.next && ref < this.#lease.end;
  }

  /** The document reports its next unused number. */
  advance(next: number): void {
    const { next: before, end } = this.#lease;
    if (next <= before || next > end) return;
    const last = this.#used.at(-1);
    if (last?.end === before) last.end = next;
    else this.#used.push({ start: before, end: next });
    this.#lease = { next, end };
  }

  /** The document has come back: what it gave out before counts as another document's. */
  forget(): void {
    this.#used = [];
  }

  /** Takes another lease; returns what the earlier one left unused. */
  renew(lease: Range): Range {
    const { next, end } = this.#lease;
    this.#lease = { next: lease.start, end: lease.end };
    return { start: next, end };
  }
}

export class RefNumbers {
  readonly #storage: Storage;
  #free: Range[] = [];
  #first = 0;
  #next = 0;
  #reserved = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #started = false;

  constructor(storage: Storage) {
    this.#storage = storage;
  }

  /** Gives the document a lease of `count` numbers or more, unless it has one. */
  async supply(document: DocumentRefs, count = 1): Promise<void> {
    if (document.lease.end - document.lease.next >= count) return;
    const range = await this.#inTurn(() => this.#take(Math.max(count, LEASE)));
    this.#giveBack(document.renew(range));
  }

  /** The document is gone: its unused numbers may go to another. */
  retire(document: DocumentRefs): void {
    this.#giveBack(document.renew({ start: 0, end: 0 }));
  }

  /** Whether a document of this session gave out the number. `living` are the documents now. */
  wasIssued(ref: number, living: Iterable<DocumentRefs>): boolean {
    if (ref < this.#first || ref >= this.#next) return false;
    if (this.#free.some(range => contains(range, ref))) return false;
    return ![...living].some(document => document.holdsUnused(ref));
  }

  async #take(count: number): Promise<Range> {
    const free = this.#free.findIndex(({ start, end }) => end - start >= count);
    const range = this.#free[free];
    if (range !== undefined) {
      this.#free.splice(free, 1);
      this.#giveBack({ start: range.start + count, end: range.end });
      return { start: range.start, end: range.start + count };
    }
    await this.#reserve(count);
    const start = this.#next;
    this.#next += count;
    return { start, end: this.#next };
  }

  /** Makes sure that `count` numbers are reserved in storage before one of them is used. */
  async #reserve(count: number): Promise<void> {
    if (!this.#started) {
      this.#first = this.#next = this.#reserved = await this.#readEnd();
      this.#started = true;
    }
    if (this.#next + count <= this.#reserved) return;
    const end = this.#next + Math.max(count, BLOCK);
    await this.#storage.set({ [STORAGE_KEY]: String(end) });
    this.#reserved = end;
  }

  /** An unreadable value fails: to start again at the first number would give refs twice. */
  async #readEnd(): Promise<number> {
    const stored = (await this.#storage.get(STORAGE_KEY))[STORAGE_KEY];
    if (stored === undefined) return FIRST;
    const end = typeof stored === 'string' && /^\d+$/.test(stored) ? Number(stored) : NaN;
    if (!Number.isSafeInteger(end)) {
      throw new Error(`the extension's stored value ${STORAGE_KEY} cannot be read`);
    }
    return end;
  }

  #giveBack(range: Range): void {
    if (range.end > range.start && this.#free.length < FREE_RANGES) this.#free.push(range);
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#queue.then(work, work);
    this.#queue = turn.catch(() => undefined);
    return turn;
  }
}

function contains({ start, end }: Range, ref: number): boolean {
  return ref >= start && ref < end;
}
