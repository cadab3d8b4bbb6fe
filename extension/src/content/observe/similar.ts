// Runs of similar items (contract: *browser_snapshot*): of eight or more siblings with the same
// structure only the first five are listed. The others are not walked at all, which is what keeps a
// table of thousands of rows cheap.

import {
  attributeValue,
  checkVisibility,
  firstElementOf,
  hasAttributes,
  nextElementOf,
  tagNameOf,
} from '../dom/ask';
import { isElement, isText } from '../dom/elements';
import { lookOf } from './look';
import type { Read } from './read';

/** Items of a run that are listed. */
export const LISTED = 5;

/** The same in a snapshot of their container. */
export const LISTED_IN_SCOPE = 100;

/** New items that a delta lists besides. */
const LISTED_NEW = 20;

/** A marker that hides fewer items would say less than the items. */
const LEAST_HIDDEN = 3;

/** Which items are folded, and what is listed wherever it stands. */
export type Folding = {
  /** Prose is not folded: its text is listed. */
  readonly text: boolean;
  /** These, and what holds them. */
  readonly keep: ReadonlySet<Element>;
  /** Whether the item is new since what a delta compares with. */
  readonly isNew: (item: Element) => boolean;
};

/** What a node's children look like once their runs are folded. */
export type Folded = {
  readonly hidden: ReadonlySet<Node>;
  /** The number of hidden items by the first of them. */
  readonly gaps: ReadonlyMap<Node, Gap>;
  /** All items of its runs. */
  readonly items: readonly Element[];
};

export type Gap = { readonly count: number; readonly first: Element };

/** `null` when nothing is folded. */
export function foldSimilar(
  read: Read,
  nodes: readonly Node[],
  folding: Folding,
  listed: number,
): Folded | null {
  if (nodes.length < listed + LEAST_HIDDEN) return null;
  const hidden = new Set<Node>();
  const gaps = new Map<Node, Gap>();
  const items: Element[] = [];
  for (const run of runsOf(read, nodes, listed + LEAST_HIDDEN)) {
    const [first] = run;
    if (first === undefined || (folding.text && isProse(first))) continue;
    items.push(...run);
    for (const { start, end } of gapsOf(listedOf(run, folding, listed))) {
      const inner = run.slice(start, end);
      const [at] = inner;
      if (at !== undefined) gaps.set(at, { count: inner.length, first });
      for (const item of inner) hidden.add(item);
    }
  }
  return gaps.size === 0 ? null : { hidden, gaps, items };
}

function listedOf(run: readonly Element[], { keep, isNew }: Folding, listed: number): boolean[] {
  let fresh = LISTED_NEW;
  return run.map((item, index) => {
    if (index < listed || keep.has(item)) return true;
    if (fresh === 0 || !isNew(item)) return false;
    fresh -= 1;
    return true;
  });
}

/** The ranges of what is not listed and long enough to be left out. */
export function gapsOf(listed: readonly boolean[]): { start: number; end: number }[] {
  const gaps = [];
  let start = 0;
  for (let end = 0; end <= listed.length; end++) {
    if (end < listed.length && listed[end] === false) continue;
    if (end - start >= LEAST_HIDDEN) gaps.push({ start, end });
    start = end + 1;
  }
  return gaps;
}

/** Consecutive items of one structure; hidden elements do not come between. */
function* runsOf(read: Read, nodes: readonly Node[], least: number): Generator<Element[]> {
  let run: Element[] = [];
  let shape = -1;
  for (const node of nodes) {
    if (isElement(node)) {
      const own = isItem(node) ? shapeOf(read, node, 0) : -1;
      if (own >= 0 && own === shape) {
        if (!isHidden(read, node)) run.push(node);
        continue;
      }
      if (isHidden(read, node)) continue;
      if (run.length >= least) yield run;
      run = own >= 0 ? [node] : [];
      shape = own;
    } else if (isText(node) && /\S/.test(node.data)) {
      if (run.length >= least) yield run;
      run = [];
      shape = -1;
    }
  }
  if (run.length >= least) yield run;
}

/** It holds elements, or is an item of a list. */
const isItem = (element: Element): boolean =>
  firstElementOf(element) !== null ||
  tagNameOf(element) === 'LI' ||
  (hasAttributes(element) && attributeValue(element, 'role') === 'listitem');

const VISIBLE = { visibilityProperty: true };

/** Cheaper than a look, which asks for a style: most items are visible. */
function isHidden(read: Read, element: Element): boolean {
  const isMarked =
    hasAttributes(element) &&
    (attributeValue(element, 'hidden') !== null ||
      attributeValue(element, 'aria-hidden') === 'true');
  return isMarked || (!checkVisibility(element, VISIBLE) && !lookOf(read, element).open);
}

/** What makes up a paragraph or a plain list item. */
const NOT_PROSE =
  ':not(a, abbr, b, bdi, bdo, br, cite, code, data, del, dfn, em, i, ins, kbd, mark, q, rp, rt, ruby,' +
  ' s, samp, small, span, strong, sub, sup, time, u, var, wbr), [role], [onclick], [tabindex]';

const isProse = (item: Element): boolean => item.querySelector(NOT_PROSE) === null;

/** Structures nested deeper count as the same. */
const DEEPEST = 100;

/** Tag, role and input type of an element and all below it, as a number. Graphics are one thing. */
function shapeOf(read: Read, element: Element, deep: number): number {
  const known = read.shapes.get(element);
  if (known !== undefined) return known;
  const tag = tagNameOf(element);
  let text = tag;
  if (hasAttributes(element)) {
    const role = attributeValue(element, 'role');
    if (role !== null) text += ` ${role}`;
    if (tag === 'INPUT') text += ` type=${attributeValue(element, 'type') ?? ''}`;
  }
  if (deep < DEEPEST && tag !== 'svg') {
    let child = firstElementOf(element);
    for (; child !== null; child = nextElementOf(child)) {
      text += `,${shapeOf(read, child, deep + 1)}`;
    }
  }
  let number = read.shapeNumbers.get(text);
  if (number === undefined) {
    number = read.shapeNumbers.size;
    read.shapeNumbers.set(text, number);
  }
  read.shapes.set(element, number);
  return number;
}
