// What one synchronous read of the page needs: caches that are right only until the page runs
// again. Made for one read, passed along, dropped after it.

import type { Facts } from './facts';

/** Fields that were seen as password fields; they stay secret when a page reveals them. */
export type Secrets = WeakSet<Element>;

export type Read = {
  readonly secrets: Secrets;
  readonly facts: Map<Element, Facts>;
  readonly styles: Map<Element, CSSStyleDeclaration>;
  readonly plainTexts: Map<Element, string | null>;
  readonly looks: Map<Element, Look>;
  readonly masks: Map<Element, boolean>;
  readonly sensitive: Map<Element, boolean>;
  readonly names: Map<Element, string>;
  readonly contents: Map<Element, string>;
  readonly texts: Map<Element, string>;
  /** Elements whose text names another one. */
  readonly labelling: Set<Element>;
};

/** How an element is rendered. */
export type Look = {
  /** It is seen itself. */
  readonly shown: boolean;
  /** Something below it may be seen. */
  readonly open: boolean;
  /** It stands inside a line of text. */
  readonly inline: boolean;
  /** The pointer says that it can be clicked. */
  readonly pointer: boolean;
};

export const newRead = (secrets: Secrets): Read => ({
  secrets,
  facts: new Map(),
  styles: new Map(),
  plainTexts: new Map(),
  looks: new Map(),
  masks: new Map(),
  sensitive: new Map(),
  names: new Map(),
  contents: new Map(),
  texts: new Map(),
  labelling: new Set(),
});

/** The cached value, computed at most once per read. */
export function once<T>(cache: Map<Element, T>, element: Element, compute: () => T): T {
  const known = cache.get(element);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(element, value);
  return value;
}
