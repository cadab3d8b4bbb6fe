// Watches the page from an action until its effect is read: when it last changed, and whether it
// changed in ways that its lines may not show (contract: *Post-action snapshots*).

import { isElement, isHtml } from '../dom/elements';
import { isAttached, parentOf, shadowRootOf, treesWithin } from '../dom/tree';
import { noteReveals } from './passwords';

/** Added elements beyond these tell nothing new. */
const ADDED_KEPT = 1000;

/** The same of changed ones. */
const TOUCHED_KEPT = 1000;

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
  #lastChange: number | null = null;
  #editorChanged = false;
  readonly #started = performance.now();

  /**
   * `secrets` collects password fields that the page turns into others meanwhile. `signal` ends the
   * watch; so does `end`.
   */
  constructor(
    document: Document,
    private readonly secrets: WeakSet<Element>,
    signal: AbortSignal,
  ) {
    this.#observer = new MutationObserver(records => this.#note(records));
    for (const tree of treesWithin(document)) this.#observer.observe(tree, EVERYTHING);
    signal.addEventListener('abort', () => this.end(), { once: true });
  }

  /** Whether the page changed since the watch began. */
  get changed(): boolean {
    this.#flush();
    return this.#lastChange !== null;
  }

  /** Milliseconds since the last change, or since the watch began. */
  get quietMs(): number {
    this.#flush();
    return performance.now() - (this.#lastChange ?? this.#started);
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

  /** Whether the element came into the page since the watch began, by itself or within another. */
  wasAdded(element: Element): boolean {
    this.#flush();
    const added = new Set(this.#added.map(known => known.deref()));
    for (let each: Element | null = element; each !== null; each = parentOf(each)) {
      if (added.has(each)) return true;
    }
    return false;
  }

  end(): void {
    this.#observer.disconnect();
  }

  #flush(): void {
    this.#note(this.#observer.takeRecords());
  }

  #note(records: readonly MutationRecord[]): void {
    if (records.length === 0) return;
    this.#lastChange = performance.now();
    noteReveals(records, this.secrets);
    for (const record of records) {
      this.#editorChanged ||= isInEditor(record.target) && record.type !== 'attributes';
      this.#noteTouched(record.target);
      for (const node of record.addedNodes) if (isElement(node)) this.#noteAdded(node);
    }
  }

  #noteTouched(node: Node): void {
    const element = isElement(node) ? node : node.parentElement;
    if (element !== null && this.#touched.size < TOUCHED_KEPT) this.#touched.add(element);
  }

  #noteAdded(element: Element): void {
    if (this.#added.length < ADDED_KEPT) this.#added.push(new WeakRef(element));
    const root = shadowRootOf(element);
    if (root !== null) this.#observer.observe(root, EVERYTHING);
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
