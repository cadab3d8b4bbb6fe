// Remembers which elements were password fields: they stay secret when the page reveals them
// (contract: *Sensitive-field redaction*). What a read meets is remembered there, by
// observe/redact.ts; this catches the fields that no read has met, such as one that is not rendered,
// in shadow trees and in frames of the same origin too.

import { isElement, isFrame } from '../dom/elements';
import { frameDocument, treesWithin, type Tree } from '../dom/tree';

const CHANGES: MutationObserverInit = {
  subtree: true,
  childList: true,
  attributes: true,
  attributeFilter: ['type'],
  attributeOldValue: true,
};

export class Passwords {
  /** All that were seen to be one. */
  readonly seen = new WeakSet<Element>();
  readonly #known = new WeakSet<Node>();
  readonly #observer = new MutationObserver(records => this.#note(records));
  #treeCame: (tree: Tree) => void = () => undefined;

  /** Watches the document until `signal` ends it. */
  constructor(
    document: Document,
    private readonly signal: AbortSignal,
  ) {
    this.lookInto(document);
    signal.addEventListener('abort', () => this.#observer.disconnect(), { once: true });
  }

  /** Tells of each shadow tree and frame's document that comes from now on. */
  tellOfTrees(treeCame: (tree: Tree) => void): void {
    this.#treeCame = treeCame;
  }

  /** Watches the trees from here on inwards that are not watched. */
  lookInto(start: Tree | Element): void {
    if (this.#known.has(start)) return;
    for (const tree of treesWithin(start)) {
      // The tree around an element is watched.
      if (!isElement(tree) && !this.#known.has(tree)) this.#watch(tree);
    }
  }

  #watch(tree: Tree): void {
    this.#known.add(tree);
    this.#treeCame(tree);
    for (const field of tree.querySelectorAll('input[type=password i]')) this.seen.add(field);
    this.#observer.observe(tree, CHANGES);
    // The load of a frame does not bubble, and is no change of the document around it.
    const frameLoaded = ({ target }: Event): void => {
      const inner = target instanceof Element && isFrame(target) ? frameDocument(target) : null;
      if (inner !== null) this.lookInto(inner);
    };
    tree.addEventListener('load', frameLoaded, { capture: true, signal: this.signal });
  }

  #note(records: readonly MutationRecord[]): void {
    noteReveals(records, this.seen);
    for (const { addedNodes } of records) {
      for (const node of addedNodes) if (isElement(node)) this.lookInto(node);
    }
  }
}

/** Adds what had the type of a password field until now. */
export function noteReveals(records: readonly MutationRecord[], secrets: WeakSet<Element>): void {
  for (const { target, attributeName, oldValue } of records) {
    const wasPassword = attributeName === 'type' && oldValue?.toLowerCase() === 'password';
    if (wasPassword && isElement(target)) secrets.add(target);
  }
}
