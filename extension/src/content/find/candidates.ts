// What in a document may answer a query, told by cheap looks at text and attributes as they are, and
// which of it is worth a closer look (contract: *POST /api/find*). What is said here stays here: what is
// told of an element is read again, redacted.

import { isDocument, isField, isLabel } from '../dom/elements';
import { parentOf, type Tree } from '../dom/tree';
import { attributeOf, factsOf } from '../observe/facts';
import { isShown, lookOf } from '../observe/look';
import type { Read } from '../observe/read';
import { CONTROLS, roleOf } from '../observe/roles';
import { offeredBy } from './options';
import { comparable, type Query } from './query';
import { scoreOf } from './score';
import { valueOf } from './values';

/** What an element's author calls it for people, and for the page's own scripts. */
export const TEXTS = ['aria-label', 'placeholder', 'title', 'alt'];
export const LABELS = ['id', 'name'];

/** Whether a text has anything of the query. */
export type IsTold = (text: string) => boolean;

/** What of an element is like the query, unredacted. */
type Said = { texts: string; labels: string };
type Candidates = Map<Element, Said>;

export function tellerOf({ terms }: Query): IsTold {
  const words = terms.map(({ text }) => text);
  const parts = [...words, ...words.flatMap(word => (word.includes(' ') ? word.split(' ') : []))];
  return text => {
    const told = comparable(text);
    return parts.some(part => told.includes(part));
  };
}

/** The elements that are shown and may answer, the `most` that promise most. */
export function candidatesIn(
  read: Read,
  trees: readonly Tree[],
  query: Query,
  isTold: IsTold,
  most: number,
): Element[] {
  const candidates: Candidates = new Map();
  for (const tree of trees) {
    collectText(read, tree, isTold, candidates);
    collectAttributes(read, tree, isTold, candidates);
    collectRoles(read, tree, query, candidates);
  }
  const ordered = candidates.size > most ? promising(read, candidates, query) : candidates.keys();
  return firstOf(ordered, most, element => isShown(read, element));
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

/** The best first, and of equals the shorter, by what was said of each. */
function promising(read: Read, candidates: Candidates, query: Query): Element[] {
  const scored = [...candidates].map(([element, { texts, labels }]) => {
    const role = roleOf(read, element) ?? '';
    const isControl = CONTROLS.has(role);
    const score = scoreOf(query, { role, isControl, texts: [texts], labels: [labels] });
    return { element, score, length: texts.length };
  });
  scored.sort((a, b) => b.score - a.score || a.length - b.length);
  return scored.map(({ element }) => element);
}

/** More is not kept of what an element says. */
const ENOUGH = 4_000;

function add(candidates: Candidates, element: Element, texts: string, labels = ''): void {
  const said = candidates.get(element) ?? { texts: '', labels: '' };
  if (said.texts.length < ENOUGH) said.texts += `${texts.slice(0, ENOUGH)} `;
  if (said.labels.length < ENOUGH) said.labels += labels.slice(0, ENOUGH);
  candidates.set(element, said);
}

const WITH_ATTRIBUTES = `${[...TEXTS, ...LABELS].map(name => `[${name}]`).join(', ')}, input, textarea, select`;

function collectAttributes(read: Read, tree: Tree, isTold: IsTold, candidates: Candidates): void {
  for (const element of tree.querySelectorAll(WITH_ATTRIBUTES)) {
    const texts = [
      ...given(read, element, TEXTS),
      ...(isField(element) ? [valueOf(read, element)] : []),
      ...offeredBy(read, element, isTold),
    ];
    const labels = given(read, element, LABELS);
    if (![...texts, ...labels].some(isTold)) continue;
    add(candidates, element, texts.join(' '), labels.join(' '));
  }
}

/** The attributes that the element has. */
export function given(read: Read, element: Element, names: readonly string[]): string[] {
  if (factsOf(read, element).attributes.size === 0) return [];
  return names.map(name => attributeOf(read, element, name)).filter(text => text !== null);
}

const WITH_ROLES =
  '[role], [contenteditable], a, area, audio, button, canvas, dialog, dl, form, frame, h1, h2, h3, h4, ' +
  'h5, h6, iframe, img, input, li, main, nav, ol, option, select, summary, svg, table, textarea, ul, video';

function collectRoles(read: Read, tree: Tree, query: Query, candidates: Candidates): void {
  const roles = new Set(query.terms.flatMap(({ roles }) => [...(roles ?? [])]));
  if (roles.size === 0) return;
  for (const element of tree.querySelectorAll(WITH_ROLES)) {
    if (roles.has(roleOf(read, element) ?? '')) add(candidates, element, '');
  }
}

const SHOW_TEXT = 4;

function collectText(read: Read, tree: Tree, isTold: IsTold, candidates: Candidates): void {
  const document = isDocument(tree) ? tree : tree.ownerDocument;
  // Text right in a shadow root is its host's.
  const host = isDocument(tree) ? null : tree.host;
  const walker = document.createTreeWalker(tree, SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement ?? host;
    const text = node.nodeValue ?? '';
    if (parent === null || !isTold(text)) continue;
    for (const holder of holdersOf(read, parent)) add(candidates, holder, text);
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
