// What one synchronous read of the page needs: caches that are right only until the page runs
// again. Made for one read, passed along, dropped after it.

import { parentOf, treesWithin, type Tree } from '../dom/tree';

/** Fields that were seen as password fields; they stay secret when a page reveals them. */
export type Secrets = WeakSet<Element>;

/** What is known of one element. The later fields are filled when they are first asked for. */
export type Facts = {
  readonly element: Element;
  /** Local name, in lower case for HTML. */
  readonly tag: string;
  readonly html: boolean;
  readonly attributes: ReadonlySet<string>;
  style: CSSStyleDeclaration | undefined;
  look: Look | undefined;
  /** The pointer says that it can be clicked. */
  pointer: boolean | undefined;
  /** The browser shows its text as dots. */
  masked: boolean | undefined;
  /** Its text, or `null` when it holds more than text. */
  plainText: string | null | undefined;
};

/** What the element holds; `null` when it holds nothing by nature, `secret` when it must not be told. */
export type Held = { kind: 'value'; text: string } | { kind: 'secret'; filled: boolean } | null;

export type Read = {
  readonly secrets: Secrets;
  readonly facts: Map<Element, Facts>;
  /** What the last question was about. */
  latest: Facts | null;
  readonly labels: Map<Tree, LabelsOf>;
  /** The trees at and below a node; see dom/tree.ts. */
  readonly trees: Map<Node, readonly (Tree | Element)[]>;
  /** Whether a tree has elements that say how they can be edited. */
  readonly editable: Map<Node, boolean>;
  readonly sensitive: Map<Element, boolean>;
  readonly held: Map<Element, Held>;
  /** How many editors' texts were laid out; see values.ts. */
  editors: number;
  readonly names: Map<Element, string>;
  readonly contents: Map<Element, string>;
  readonly hiddenContents: Map<Element, string>;
  readonly texts: Map<Element, string>;
  /** The structure of each element that was asked for, as a number; see similar.ts. */
  readonly shapes: Map<Element, number>;
  readonly shapeNumbers: Map<string, number>;
  /** Open popups that the page has not painted: they are read as if it had. */
  readonly unpainted: ReadonlySet<Element>;
  /** What is around them. */
  readonly towards: ReadonlySet<Element>;
  /** The shadow roots that were met. */
  readonly roots: Set<ShadowRoot>;
  /** Elements whose text names another one, and that name. */
  readonly labelling: Map<Element, string>;
};

/** The labels of each control of a tree. */
export type LabelsOf = ReadonlyMap<Element, readonly HTMLLabelElement[]>;

/** How an element is rendered. */
export type Look = {
  /** It is seen itself. */
  readonly shown: boolean;
  /** Something below it may be seen. */
  readonly open: boolean;
  /** It stands inside a line of text. */
  readonly inline: boolean;
};

export const newRead = (secrets: Secrets, unpainted: readonly Element[] = []): Read => ({
  unpainted: new Set(unpainted),
  towards: new Set(unpainted.flatMap(around)),
  roots: new Set(),
  secrets,
  facts: new Map(),
  latest: null,
  labels: new Map(),
  trees: new Map(),
  editable: new Map(),
  sensitive: new Map(),
  held: new Map(),
  editors: 0,
  names: new Map(),
  contents: new Map(),
  hiddenContents: new Map(),
  texts: new Map(),
  shapes: new Map(),
  shapeNumbers: new Map(),
  labelling: new Map(),
});

function around(element: Element): Element[] {
  const above: Element[] = [];
  for (let each = parentOf(element); each !== null; each = parentOf(each)) above.push(each);
  return above;
}

/** `treesWithin`, once per read. */
export const treesIn = (read: Read, start: Tree | Element): readonly (Tree | Element)[] =>
  once(read.trees, start, () => treesWithin(start));

/** The cached value, computed at most once per read. */
export function once<K, T>(cache: Map<K, T>, key: K, compute: () => T): T {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const value = compute();
  cache.set(key, value);
  return value;
}
