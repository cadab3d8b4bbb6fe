// Loads of the tabs' top documents, as `webNavigation` and the tabs' status tell them. A command
// marks the moment it acts and asks afterwards what began since.
//
// What Firefox tells (seen in Firefox 153; `idle` is the tab's status becoming complete):
//   a page                 began, committed, completed, idle
//   in another process     began, failed (aborted), began, committed, completed, idle
//   sent on by a script    began, committed, failed (aborted), idle, began, …
//   out of the history     began, committed, completed, idle
//   a download             began, completed, idle
//   an answer of no content began, failed (aborted), idle
//   an error page          began, failed, idle, committed, idle
//   a forbidden port       committed, idle

import type { Bells } from './bells';

/** How a load ended: `kept` means that the tab shows the document that it had. */
export type LoadEnd = 'loaded' | 'kept' | 'failed';

/** A load that ended in another way than a page has this long to go on: see above. */
const GOES_ON_MS = 300;

type Load = {
  readonly order: number;
  /** What was asked for first; the browser does not tell it for every load. */
  readonly url: string | undefined;
  /** The tab shows the new document. */
  committed: boolean;
  completed: boolean;
  failed: boolean;
  /** When the tab was complete. */
  idleAt: number | undefined;
};

type Details = { tabId: number; frameId: number; url?: string };

export class Navigations {
  readonly #loads = new Map<number, Load>();
  readonly #moves = new Map<number, number>();
  #count = 0;

  constructor(private readonly bells: Bells) {}

  began({ tabId, frameId, url }: Details): void {
    if (frameId === 0) this.#begin(tabId, url);
  }

  committed({ tabId, frameId, url }: Details): void {
    if (frameId !== 0) return;
    const load = this.#loads.get(tabId);
    const awaited = load !== undefined && !load.committed && !load.completed && goesOn(load);
    this.#change(tabId, awaited ? load : this.#begin(tabId, url), { committed: true });
  }

  completed({ tabId, frameId }: Details): void {
    if (frameId === 0) this.#change(tabId, this.#loads.get(tabId), { completed: true });
  }

  failed({ tabId, frameId }: Details): void {
    if (frameId === 0) this.#change(tabId, this.#loads.get(tabId), { failed: true });
  }

  /** The tab's status is complete. */
  idle(tabId: number): void {
    const load = this.#loads.get(tabId);
    // One that has only begun is not meant: the status is that of the load before it.
    if (load === undefined || !(load.committed || load.completed || load.failed)) return;
    this.#change(tabId, load, { idleAt: performance.now() });
    // Waiters look again when the load can go on no more.
    setTimeout(() => this.bells.ring(tabId), GOES_ON_MS);
  }

  /** The document stays and has another URL now. */
  movedWithin({ tabId, frameId }: Details): void {
    if (frameId !== 0) return;
    this.#moves.set(tabId, ++this.#count);
    this.bells.ring(tabId);
  }

  forget(tabId: number): void {
    this.#loads.delete(tabId);
    this.#moves.delete(tabId);
    this.bells.ring(tabId);
  }

  /** Marks this moment; what begins later is told from what was before by it. */
  mark(): number {
    return this.#count;
  }

  /** Whether a load began after the mark. */
  begunSince(tabId: number, mark: number): boolean {
    return this.#since(tabId, mark) !== undefined;
  }

  /** Whether the tab has shown another document since the mark. */
  committedSince(tabId: number, mark: number): boolean {
    return this.#since(tabId, mark)?.committed === true;
  }

  /** The address that the newest load after the mark asked for. */
  addressSince(tabId: number, mark: number): string | undefined {
    return this.#since(tabId, mark)?.url;
  }

  /** Whether the tab moved within its document after the mark. */
  movedSince(tabId: number, mark: number): boolean {
    return (this.#moves.get(tabId) ?? 0) > mark;
  }

  /** How the newest load that began after the mark ended; `undefined` while it has not. */
  endSince(tabId: number, mark: number): LoadEnd | undefined {
    const load = this.#since(tabId, mark);
    if (load?.idleAt === undefined) return undefined;
    if (load.completed) return load.committed ? 'loaded' : 'kept';
    if (goesOn(load)) return undefined;
    return load.committed ? 'failed' : 'kept';
  }

  #since(tabId: number, mark: number): Load | undefined {
    const load = this.#loads.get(tabId);
    return load !== undefined && load.order > mark ? load : undefined;
  }

  #begin(tabId: number, url: string | undefined): Load {
    const order = ++this.#count;
    const load = { order, url, committed: false, completed: false, failed: false, idleAt: undefined };
    this.#loads.set(tabId, load);
    this.bells.ring(tabId);
    return load;
  }

  #change(tabId: number, load: Load | undefined, change: Partial<Load>): void {
    if (load === undefined) return;
    Object.assign(load, change);
    this.bells.ring(tabId);
  }
}

/** Whether a load that brought no page may still bring one. */
function goesOn({ idleAt }: Load): boolean {
  return idleAt === undefined || performance.now() - idleAt < GOES_ON_MS;
}
