// Watches the page from an action until its effect is read: when it last changed, and whether it
// changed in ways that its lines may not show (contract: *Post-action snapshots*).

import { isElement, isHtml } from '../dom/elements';
import { isAttached, shadowRootOf, treesWithin } from '../dom/tree';

/** Added elements beyond these tell nothing new. */
const ADDED_KEPT = 1000;

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

  /** An element was added and is still there, or an editor's content changed. */
  get changedUnseen(): boolean {
    this.#flush();
    return (
      this.#editorChanged ||
      this.#added.some(added => {
        const element = added.deref();
        return element !== undefined && isAttached(element);
      })
    );
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
    for (const record of records) {
      this.#editorChanged ||= isInEditor(record.target) && record.type !== 'attributes';
      this.#noteReveal(record);
      for (const node of record.addedNodes) if (isElement(node)) this.#noteAdded(node);
    }
  }

  #noteReveal({ target, attributeName, oldValue }: MutationRecord): void {
    const wasPassword = attributeName === 'type' && oldValue?.toLowerCase() === 'password';
    if (wasPassword && isElement(target)) this.secrets.add(target);
  }

  #noteAdded(element: Element): void {
    if (this.#added.length < ADDED_KEPT) this.#added.push(new WeakRef(element));
    const root = shadowRootOf(element);
    if (root !== null) this.#observer.observe(root, EVERYTHING);
  }
}

function isInEditor(node: Node): boolean {
  const element = isElement(node) ? node : node.parentElement;
  return element !== null && isHtml(element) && element.isContentEditable;
}
