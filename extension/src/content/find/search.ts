// The elements of a document that answer a query (contract: *POST /api/find*). What may match is
// found by cheap looks at text and attributes; what does is judged by redacted texts alone.

import { isDocument, isField, isFrame, isLabel } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { frameDocument, parentOf, type Tree } from '../dom/tree';
import { attributeOf, factsOf } from '../observe/facts';
import { isShown, lookOf } from '../observe/look';
import { nameOf } from '../observe/names';
import type { Read } from '../observe/read';
import { isSensitive } from '../observe/redact';
import { CONTROLS, roleOf } from '../observe/roles';
import { renderedTextOf } from '../observe/text';
import { heldBy } from '../observe/values';
import { offeredBy } from './options';
import { comparable, type Query } from './query';
import { scoreOf } from './score';

export type Match = {
  readonly element: Element;
  readonly text: string;
  readonly score: number;
  /** The options of a closed list that match, the best first. */
  readonly options: readonly string[];
};

export type Searched = {
  /** The best first, and of equals the shorter. */
  readonly matches: readonly Match[];
  /** Frames that another script must search. */
  readonly frames: readonly HTMLIFrameElement[];
};

/** More elements than these are not judged. */
const JUDGED = 5_000;
/** Options of a list that are told. */
const OPTIONS_TOLD = 5;

/** Whether a text has anything of the query. */
type IsTold = (text: string) => boolean;

export function search(read: Read, trees: readonly Tree[], query: Query): Searched {
  const isTold = tellerOf(query);
  const candidates = new Set(trees.flatMap(tree => [...candidatesIn(read, tree, query, isTold)]));
  const matches = firstOf(candidates, JUDGED, element => isShown(read, element))
    .map(element => judged(read, element, query, isTold))
    .filter(match => match !== null);
  matches.sort((a, b) => b.score - a.score || a.text.length - b.text.length);
  return { matches, frames: trees.flatMap(foreignFrames) };
}

/** The first elements that are wanted, `most` at most. */
export function firstOf(
  elements: Iterable<Element>,
  most: number,
  isWanted: (element: Element) => boolean,
): Element[] {
  const wanted: Element[] = [];
  for (const element of elements) {
    if (wanted.length === most) break;
    if (isWanted(element)) wanted.push(element);
  }
  return wanted;
}

/** The frames of other origins in a tree that show something. */
export const foreignFrames = (tree: Tree): HTMLIFrameElement[] =>
  [...tree.querySelectorAll('iframe, frame')]
    .filter(isFrame)
    .filter(frame => frameDocument(frame) === null && isRendered(frame));

function tellerOf({ terms }: Query): IsTold {
  const words = terms.map(({ text }) => text);
  const parts = [...words, ...words.flatMap(word => (word.includes(' ') ? word.split(' ') : []))];
  return text => {
    const told = comparable(text);
    return parts.some(part => told.includes(part));
  };
}

function* candidatesIn(read: Read, tree: Tree, query: Query, isTold: IsTold): Iterable<Element> {
  yield* holdersOfText(read, tree, isTold);
  for (const element of tree.querySelectorAll(WITH_ATTRIBUTES)) {
    if (attributesOf(read, element).some(isTold)) yield element;
    else if (isField(element) && isTold(valueOf(read, element))) yield element;
    else if (offeredBy(read, element, isTold).length > 0) yield element;
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

function* holdersOfText(read: Read, tree: Tree, isTold: IsTold): Iterable<Element> {
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

function judged(read: Read, element: Element, query: Query, isTold: IsTold): Match | null {
  const role = roleOf(read, element) ?? '';
  const name = nameOf(read, element);
  const text = isField(element) ? '' : renderedTextOf(read, element);
  const value = valueOf(read, element);
  const options = bestOptions(query, offeredBy(read, element, isTold));
  const isControl = CONTROLS.has(role);
  const score = scoreOf(query, {
    role,
    isControl,
    texts: [name, text, value, ...given(read, element, TEXTS), ...options],
    labels: given(read, element, LABELS),
  });
  if (score === 0) return null;
  const shown = isControl ? name || text : text || name;
  return { element, text: shown || value, score, options };
}

function bestOptions(query: Query, offered: readonly string[]): string[] {
  const scored = offered.map(label => ({
    label,
    score: scoreOf(query, { role: 'option', isControl: false, texts: [label], labels: [] }),
  }));
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, OPTIONS_TOLD).map(({ label }) => label);
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
