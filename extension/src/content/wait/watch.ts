// Watches the page: when it last changed, and from an action until its effect is read whether it
// changed in ways that its lines may not show (contract: *Post-action snapshots*). Between actions
// it rests and keeps the time only: a page that was quiet before an action need not prove it again.

import { isElement, isHtml } from '../dom/elements';
import { isAttached, parentOf, treesWithin, type Tree } from '../dom/tree';
import { noteReveals, type Passwords } from './passwords';
import type { RequestCalls } from './request-calls';

/** Added elements beyond these tell nothing new. */
const ADDED_KEPT = 1000;

/** The same of changed ones. */
const TOUCHED_KEPT = 1000;

/** So long the page is watched after what an agent did last: no answer waits longer. */
const LASTS_MS = 60_000;

const EVERYTHING: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeOldValue: true,
  characterData: true,
};

export class Watch {
  readonly #observer: MutationObserver;
  readonly #added: WeakRef<Element>[] = [];
  readonly #touched = new Set<Element>();
  #editorChanged = false;
  #changed = false;
  #lastChange = -Infinity;
  #begunAt = -Infinity;
  /** Of one that is assumed. */
  #lastRequest = -Infinity;
  #state: 'ended' | 'resting' | 'watching' = 'ended';
  #ends: ReturnType<typeof setTimeout> | undefined;

  /** `requests` is unknown in a document that is older than the extension. `signal` ends the watch. */
  constructor(
    private readonly document: Document,
    private readonly passwords: Passwords,
    private readonly requests: RequestCalls | undefined,
    signal: AbortSignal,
  ) {
    this.#observer = new MutationObserver(records => this.#note(records));
    passwords.tellOfTrees(tree => this.#treeCame(tree));
    signal.addEventListener('abort', () => this.end(), { once: true });
  }

  /**
   * An action begins: what comes now may be its effect. Only `here`, not in a frame inside, is it
   * known what requests that makes; else one is assumed.
   */
  begin(here: boolean): void {
    this.#start('watching');
    this.#begunAt = performance.now();
    this.#lastRequest = here && this.requests?.followed === true ? -Infinity : this.#begunAt;
  }

  /** Nobody waits for effects. After a while without an action the page is left alone. */
  rest(): void {
    this.#start('resting');
  }

  end(): void {
    this.#forget();
    this.#observer.disconnect();
    this.#state = 'ended';
  }

  /** Whether an action's effect is watched. */
  get watching(): boolean {
    return this.#state === 'watching';
  }

  /** Whether the page changed since the action began. */
  get changed(): boolean {
    this.#flush();
    return this.#changed;
  }

  /** Milliseconds since the last change or request that is known, or since the watch began to look. */
  get quietMs(): number {
    this.#flush();
    return performance.now() - Math.max(this.#lastChange, this.#requestAt);
  }

  /** Milliseconds since a script's last request after the action began; `null` for none. */
  get requestMs(): number | null {
    const at = this.#requestAt;
    return at < this.#begunAt ? null : performance.now() - at;
  }

  get #requestAt(): number {
    return Math.max(this.#lastRequest, this.requests?.lastAt ?? -Infinity);
  }

  /**
   * An element was added and is still there, an editor's content changed, or something inside one of
   * `items` that are not listed.
   */
  changedUnseen(items: ReadonlySet<Element>): boolean {
    this.#flush();
    return (
      this.#editorChanged ||
      (items.size > 0 && [...this.#touched].some(element => isWithin(element, items))) ||
      this.#added.some(added => {
        const element = added.deref();
        return element !== undefined && isAttached(element);
      })
    );
  }

  /** Whether the element came into the page since the action began, by itself or within another. */
  wasAdded(element: Element): boolean {
    this.#flush();
    const added = new Set(this.#added.map(known => known.deref()));
    for (let each: Element | null = element; each !== null; each = parentOf(each)) {
      if (added.has(each)) return true;
    }
    return false;
  }

  #start(state: 'resting' | 'watching'): void {
    this.#flush();
    this.#forget();
    if (this.#state === 'ended') {
      this.#lastChange = performance.now();
      // Trees that come later are told.
      for (const tree of treesWithin(this.document)) this.#observer.observe(tree, EVERYTHING);
    }
    this.#state = state;
    this.#ends = setTimeout(() => this.end(), LASTS_MS);
  }

  #forget(): void {
    clearTimeout(this.#ends);
    this.#added.length = 0;
    this.#touched.clear();
    this.#editorChanged = false;
    this.#changed = false;
  }

  #flush(): void {
    this.#note(this.#observer.takeRecords());
  }

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#lastChange = performance.now();
    noteReveals(records, this.passwords.seen);
    this.#changed = true;
    for (const record of records) {
      this.#editorChanged ||= isInEditor(record.target) && record.type !== 'attributes';
      this.#noteTouched(record.target);
      for (const node of record.addedNodes) if (isElement(node)) this.#noteAdded(node);
    }
  }

  #noteTouched(node: Node): void {
    if (!this.watching) return;
    const element = isElement(node) ? node : node.parentElement;
    if (element !== null && this.#touched.size < TOUCHED_KEPT) this.#touched.add(element);
  }

  #noteAdded(element: Element): void {
    if (this.watching && this.#added.length < ADDED_KEPT) this.#added.push(new WeakRef(element));
  }

  /** With a component or a frame that comes, or a frame's next document. */
  #treeCame(tree: Tree): void {
    if (this.#state === 'ended') return;
    this.#observer.observe(tree, EVERYTHING);
    this.#changed = true;
    this.#lastChange = performance.now();
  }
}

function isWithin(element: Element, items: ReadonlySet<Element>): boolean {
  for (let above: Element | null = element; above !== null; above = parentOf(above)) {
    if (items.has(above)) return true;
  }
  return false;
}

function isInEditor(node: Node): boolean {
  const element = isElement(node) ? node : node.parentElement;
  return element !== null && isHtml(element) && element.isContentEditable;
}
