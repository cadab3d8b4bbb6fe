// The elements of a document that answer a query (contract: *POST /api/find*). What may match is
// found by cheap looks at text and attributes; what does is judged by redacted texts alone.

import { isDocument, isField, isFrame, isLabel, isShadowRoot } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { frameDocument, parentOf, treesWithin, type Tree } from '../dom/tree';
import { attributeOf, factsOf } from '../observe/facts';
import { isShown, lookOf } from '../observe/look';
import { nameOf } from '../observe/names';
import type { Read } from '../observe/read';
import { isSensitive } from '../observe/redact';
import { CONTROLS, roleOf } from '../observe/roles';
import { renderedTextOf } from '../observe/text';
import { heldBy } from '../observe/values';
import { comparable, type Query } from './query';
import { scoreOf } from './score';

export type Match = { readonly element: Element; readonly text: string; readonly score: number };

export type Searched = {
  /** The best first, and of equals the shorter. */
  readonly matches: readonly Match[];
  /** Frames that another script must search. */
  readonly frames: readonly HTMLIFrameElement[];
};

/** More elements than these are not judged. */
const JUDGED = 5_000;

export function search(read: Read, document: Document, query: Query): Searched {
  const trees = treesOf(document);
  const candidates = new Set(trees.flatMap(tree => [...candidatesIn(read, tree, query)]));
  const matches = [...candidates]
    .slice(0, JUDGED)
    .map(element => judged(read, element, query))
    .filter(match => match !== null);
  matches.sort((a, b) => b.score - a.score || a.text.length - b.text.length);
  return { matches, frames: trees.flatMap(foreignFrames) };
}

/** The document, its shadow trees, and the frames that can be read. */
export const treesOf = (document: Document): Tree[] =>
  treesWithin(document).filter(tree => isDocument(tree) || isShadowRoot(tree));

/** The frames of other origins in a tree that show something. */
export const foreignFrames = (tree: Tree): HTMLIFrameElement[] =>
  [...tree.querySelectorAll('iframe, frame')]
    .filter(isFrame)
    .filter(frame => frameDocument(frame) === null && isRendered(frame));

function* candidatesIn(read: Read, tree: Tree, query: Query): Iterable<Element> {
  const words = query.terms.map(({ text }) => text);
  const parts = [...words, ...words.flatMap(word => (word.includes(' ') ? word.split(' ') : []))];
  const isTold = (text: string): boolean => {
    const told = comparable(text);
    return parts.some(part => told.includes(part));
  };
  yield* holdersOfText(read, tree, isTold);
  for (const element of tree.querySelectorAll(WITH_ATTRIBUTES)) {
    if (attributesOf(read, element).some(isTold)) yield element;
    else if (isField(element) && isTold(valueOf(read, element))) yield element;
  }
  const roles = new Set(query.terms.flatMap(({ roles }) => [...(roles ?? [])]));
  if (roles.size === 0) return;
  for (const element of tree.querySelectorAll(WITH_ROLES)) {
    if (roles.has(roleOf(read, element) ?? '')) yield element;
  }
}

const TEXTS = ['aria-label', 'placeholder', 'title', 'alt'];
const LABELS = ['id', 'name'];
const WITH_ATTRIBUTES = `${[...TEXTS, ...LABELS].map(name => `[${name}]`).join(', ')}, input, textarea, select`;
const WITH_ROLES =
  '[role], [contenteditable], a, area, audio, button, canvas, dialog, dl, form, frame, h1, h2, h3, h4, ' +
  'h5, h6, iframe, img, input, li, main, nav, ol, option, select, summary, svg, table, textarea, ul, video';

const SHOW_TEXT = 4;

function* holdersOfText(
  read: Read,
  tree: Tree,
  isTold: (text: string) => boolean,
): Iterable<Element> {
  const document = isDocument(tree) ? tree : tree.ownerDocument;
  // Text right in a shadow root is its host's.
  const host = isDocument(tree) ? null : tree.host;
  const walker = document.createTreeWalker(tree, SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement ?? host;
    if (parent !== null && isTold(node.nodeValue ?? '')) yield* holdersOf(read, parent);
  }
}

/** Elements around a text that are looked at for the control that it is the text of. */
const AROUND = 12;

/** The control that shows a text, else the block that it stands in; and what a label is for. */
function* holdersOf(read: Read, parent: Element): Iterable<Element> {
  let block: Element | null = null;
  let at: Element | null = parent;
  for (let count = 0; at !== null && count < AROUND; count++, at = parentOf(at)) {
    if (isLabel(at) && at.control !== null) yield at.control;
    if (CONTROLS.has(roleOf(read, at) ?? '')) {
      yield at;
      return;
    }
    if (!lookOf(read, at).inline) block ??= at;
  }
  yield block ?? parent;
}

function judged(read: Read, element: Element, query: Query): Match | null {
  const role = roleOf(read, element) ?? '';
  if (!isShown(read, element)) return null;
  const name = nameOf(read, element);
  const text = isField(element) ? '' : renderedTextOf(read, element);
  const score = scoreOf(query, {
    role,
    isControl: CONTROLS.has(role),
    texts: [name, text, valueOf(read, element), ...given(read, element, TEXTS)],
    labels: given(read, element, LABELS),
  });
  return score === 0 ? null : { element, text: CONTROLS.has(role) ? name || text : text || name, score };
}

const attributesOf = (read: Read, element: Element): string[] =>
  given(read, element, [...TEXTS, ...LABELS]);

function given(read: Read, element: Element, names: readonly string[]): string[] {
  if (factsOf(read, element).attributes.size === 0) return [];
  return names.map(name => attributeOf(read, element, name)).filter(text => text !== null);
}

/** Never of a sensitive field. */
function valueOf(read: Read, element: Element): string {
  const held = isSensitive(read, element) ? null : heldBy(read, element);
  return held?.kind === 'value' ? held.text : '';
}
