// The tree as it is rendered: shadow roots in place of a host's children, slotted nodes in place
// of their slot, and the documents of same-origin frames. Closed shadow roots are open to us.

import {
  closedRootOf,
  firstChildOf,
  nextNodeOf,
  nextSiblingOf,
  parentNodeOf,
  rootNodeOf,
  tagNameOf,
} from './ask';
import { isDocument, isElement, isFrame, isShadowRoot, isSlot } from './elements';

/** A document or a shadow root: what a CSS selector matches within. */
export type Tree = Document | ShadowRoot;

/** Frames nested deeper are not read (contract: *Frames*). */
export const FRAME_DEPTH = 3;

// https://dom.spec.whatwg.org/#valid-shadow-host-name. Built-in widgets have shadow roots too,
// which belong to the browser: they are left alone.
const NATIVE_HOSTS = new Set(
  'article aside blockquote body div footer h1 h2 h3 h4 h5 h6 header main nav p section span'.split(
    ' ',
  ),
);

export function shadowRootOf(element: Element, name = element.localName): ShadowRoot | null {
  if (!NATIVE_HOSTS.has(name) && !name.includes('-')) return null;
  return closedRootOf(element) ?? null;
}

/** The nodes rendered directly below a node, in order. `roots` collects the shadow roots that are met. */
export function renderedChildren(
  element: Element,
  name = element.localName,
  roots?: Set<ShadowRoot>,
): Node[] {
  if (name === 'slot' && isSlot(element)) {
    const assigned = element.assignedNodes();
    if (assigned.length > 0) return assigned;
  }
  const root = shadowRootOf(element, name);
  if (root === null) return children(element);
  roots?.add(root);
  return children(root);
}

function children(parent: Node): Node[] {
  const nodes: Node[] = [];
  for (let child = firstChildOf(parent); child !== null; child = nextSiblingOf(child)) {
    nodes.push(child);
  }
  return nodes;
}

/** The element above, across shadow roots and frames; `null` at the root of this script's document. */
export function parentOf(element: Element): Element | null {
  const parent = parentNodeOf(element);
  if (parent === null) return null;
  if (isElement(parent)) return parent;
  if (isShadowRoot(parent)) return parent.host;
  return isDocument(parent) ? frameElementOf(parent) : null;
}

/** The same as it is rendered: a slot's place counts, not the host's. */
export const around = (element: Element): Element | null =>
  element.assignedSlot ?? parentOf(element);

/** The element above without leaving the document. */
export function parentInDocument(element: Element): Element | null {
  const parent = parentNodeOf(element);
  if (parent === null) return null;
  if (isElement(parent)) return parent;
  return isShadowRoot(parent) ? parent.host : null;
}

function frameElementOf(document: Document): Element | null {
  try {
    return document.defaultView?.frameElement ?? null;
  } catch {
    return null;
  }
}

/** What shows the document's content: the body, or the root where there is none, as in XML. */
export function contentOf(document: Document): Element | null {
  const body: Element | null = document.body;
  return body ?? document.documentElement;
}

/** The document of a same-origin frame, or `null`. */
export function frameDocument(frame: HTMLIFrameElement): Document | null {
  try {
    return frame.contentDocument;
  } catch {
    return null;
  }
}

/** The tree that holds the element: its shadow root or its document. */
export function treeOf(element: Element): Tree {
  const root = rootNodeOf(element, undefined);
  return isShadowRoot(root) ? root : element.ownerDocument;
}

/** Whether the element is in this script's document now, or attached in a frame that is. */
export function isAttached(element: Element): boolean {
  if (!element.isConnected) return false;
  const view = element.ownerDocument.defaultView;
  if (view === null) return false;
  if (view === view.top) return true;
  const frame = frameElementOf(element.ownerDocument);
  // Of a frame of another origin this script sees no element; it runs in the document itself.
  return frame === null ? element.ownerDocument === document : isAttached(frame);
}

/** The element that has the focus, looked for inside shadow roots and frames. */
export function deepActiveElement(document: Document): Element | null {
  let active = document.activeElement;
  while (active !== null) {
    const inner = isFrame(active)
      ? (frameDocument(active)?.activeElement ?? null)
      : (shadowRootOf(active)?.activeElement ?? null);
    if (inner === null || inner === active) return active;
    active = inner;
  }
  return null;
}

/**
 * The trees at and below a node in the order in which selectors search them: the node's own first,
 * then the shadow trees inside it, then each same-origin frame with its shadow trees.
 */
export function treesWithin(start: Document | ShadowRoot | Element): (Tree | Element)[] {
  const trees: (Tree | Element)[] = [];
  collectTrees(start, FRAME_DEPTH, trees);
  return trees;
}

/** The document, its shadow trees, and the frames that can be read, in the same order. */
export const treesOf = (document: Document): Tree[] =>
  treesWithin(document).filter(tree => isDocument(tree) || isShadowRoot(tree));

function collectTrees(start: Tree | Element, framesLeft: number, trees: (Tree | Element)[]): void {
  const frames: HTMLIFrameElement[] = [];
  const pending: (Tree | Element)[] = [start];
  for (let tree = pending.shift(); tree !== undefined; tree = pending.shift()) {
    trees.push(tree);
    if (isElement(tree)) collectInside(tree, pending, frames);
    for (const element of elementsIn(tree)) collectInside(element, pending, frames);
  }
  if (framesLeft === 0) return;
  for (const frame of frames) {
    const document = frameDocument(frame);
    if (document !== null) collectTrees(document, framesLeft - 1, trees);
  }
}

/** `NodeFilter.SHOW_ELEMENT` */
const ELEMENTS = 1;

/** All elements below, in document order; faster than to go through what a selector matches. */
export function elementsIn(tree: Tree | Element): Element[] {
  const document = isDocument(tree) ? tree : tree.ownerDocument;
  const walker = document.createTreeWalker(tree, ELEMENTS);
  const elements: Element[] = [];
  for (let node = nextNodeOf(walker); node !== null; node = nextNodeOf(walker)) {
    elements.push(node as Element);
  }
  return elements;
}

function collectInside(
  element: Element,
  pending: (Tree | Element)[],
  frames: HTMLIFrameElement[],
): void {
  // Asked of every element of a page: one question tells most of them apart.
  const name = tagNameOf(element).toLowerCase();
  if ((name === 'iframe' || name === 'frame') && isFrame(element)) frames.push(element);
  const root = shadowRootOf(element, name);
  if (root !== null) pending.push(root);
}
