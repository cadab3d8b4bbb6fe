// Text below an element, already safe: masked text and what fields and editors hold is left out.
// Each element's text is put together once per read, so nested names cost linear time.

import { dataOf, firstElementOf, textContentOf } from '../dom/ask';
import { isElement, isText } from '../dom/elements';
import { renderedChildren, shadowRootOf, treeOf } from '../dom/tree';
import { attributeOf, factsOf, hasAttribute } from './facts';
import { fold } from './fold';
import { isInline, lookOf } from './look';
import { once, type Facts, type Read } from './read';
import { isInMaskedEditor, isMasked, isSensitive } from './redact';

/** Elements whose content is no text of the page, or is a value and not a name. */
const WITHOUT_TEXT = new Set(
  (
    'script style template noscript textarea select input iframe frame object video audio canvas ' +
    'datalist meter progress'
  ).split(' '),
);

/** The same in a drawing. */
const WITHOUT_TEXT_IN_GRAPHICS = new Set(['desc', 'metadata', 'script', 'style']);

/** Text longer than this adds nothing to a name; what is longer is not folded. */
const ENOUGH = 4000;
/** A text that is longer is searched no further. */
const SEARCHED = 50_000;

/** Nesting deeper than this is not read: a page can nest without limit, a call stack cannot. */
const DEEPEST = 500;

/** The rendered text of an element for people, folded: with the names of images in it. */
export const renderedTextOf = (read: Read, element: Element): string =>
  named(read, element, 'rendered');

/** The same of a hidden element that names another one: whatever is in it, rendered or not. */
export const hiddenTextOf = (read: Read, element: Element): string =>
  named(read, element, 'hidden');

/** The same for searching in it: more of it, though not of a text without end. */
export const searchedTextOf = (read: Read, element: Element): string =>
  named(read, element, 'rendered', SEARCHED);

const named = (read: Read, element: Element, which: Which, most = ENOUGH): string =>
  isInMaskedEditor(read, element)
    ? ''
    : fold(gathered(read, element, which, 0).slice(0, most));

/** All text below an element, rendered or not, folded. */
export const wholeTextOf = (read: Read, element: Element): string =>
  isInMaskedEditor(read, element) ? '' : fold(gathered(read, element, 'all', 0));

/** `all` is the text alone; the others are names: what names a part of it stands for the part. */
type Which = 'all' | 'rendered' | 'hidden';

const CACHES = { all: 'texts', rendered: 'contents', hidden: 'hiddenContents' } as const;

const gathered = (read: Read, element: Element, which: Which, deep: number): string =>
  once(read[CACHES[which]], element, () => gather(read, element, which, deep));

function gather(read: Read, element: Element, which: Which, deep: number): string {
  if (deep > DEEPEST || holdsNoText(read, element)) return '';
  const plain = plainTextOf(read, element);
  if (plain !== null) return plain;
  let text = '';
  for (const child of renderedChildren(element, factsOf(read, element).tag)) {
    if (isText(child)) {
      const data = dataOf(child);
      if (data.trim() === '') text += ' ';
      else if (!isMasked(read, element)) text += data;
    } else if (isElement(child)) {
      text += inner(read, child, which, deep + 1);
    }
  }
  return text;
}

function holdsNoText(read: Read, element: Element): boolean {
  const { tag, html } = factsOf(read, element);
  if ((html ? WITHOUT_TEXT : WITHOUT_TEXT_IN_GRAPHICS).has(tag)) return true;
  return hasAttribute(read, element, 'contenteditable') && isSensitive(read, element);
}

/** The text of an element that holds nothing else, or `null`: by far the most frequent case. */
export function plainTextOf(read: Read, element: Element): string | null {
  const facts = factsOf(read, element);
  if (facts.plainText === undefined) facts.plainText = readPlainText(read, facts);
  return facts.plainText;
}

function readPlainText(read: Read, { element, tag }: Facts): string | null {
  // A slot or shadow root puts something else in the place of the text.
  if (firstElementOf(element) !== null || tag === 'slot') return null;
  if (shadowRootOf(element, tag) !== null) return null;
  const text = textContentOf(element) ?? '';
  return text !== '' && isMasked(read, element) ? '' : text;
}

function inner(read: Read, child: Element, which: Which, deep: number): string {
  const { tag, html } = factsOf(read, child);
  if (html && tag === 'br') return ' ';
  if (which === 'all') return gathered(read, child, which, deep);
  if (which === 'hidden') {
    const text = partName(read, child, which, deep);
    return isInline(read, child) ? text : ` ${text} `;
  }
  const look = lookOf(read, child);
  if (!look.open) return '';
  const text = look.shown ? partName(read, child, which, deep) : shownParts(read, child, deep);
  return look.inline ? text : ` ${text} `;
}

/** What an element inside another adds to its name. */
function partName(read: Read, part: Element, which: Which, deep: number): string {
  const { tag } = factsOf(read, part);
  const given =
    present(referentsOf(read, part)?.map(each => wholeTextOf(read, each)).join(' ')) ??
    present(attributeOf(read, part, 'aria-label'));
  if (given !== null) return given;
  if (tag === 'img' && hasAttribute(read, part, 'alt')) return attributeOf(read, part, 'alt') ?? '';
  const text = (tag === 'svg' ? svgTitleOf(read, part) : null) ?? gathered(read, part, which, deep);
  // Asked only of what says nothing: most elements have text.
  return present(text) === null ? (attributeOf(read, part, 'title') ?? text) : text;
}

const present = (text: string | null | undefined): string | null =>
  text === null || text === undefined || text.trim() === '' ? null : text;

/** The visible elements inside one that has `visibility: hidden`; its own text is not seen. */
function shownParts(read: Read, hidden: Element, deep: number): string {
  let text = '';
  for (const child of renderedChildren(hidden, factsOf(read, hidden).tag)) {
    text += isElement(child) ? inner(read, child, 'rendered', deep + 1) : ' ';
  }
  return text;
}

/** The elements that `aria-labelledby` names, or `null` without the attribute. */
export function referentsOf(read: Read, element: Element): Element[] | null {
  const ids = attributeOf(read, element, 'aria-labelledby');
  if (ids === null) return null;
  const tree = treeOf(element);
  return ids
    .split(/\s+/)
    .map(id => (id === '' ? null : tree.getElementById(id)))
    .filter(label => label !== null);
}

/** What an element of a drawing says of itself. */
export function svgTitleOf(read: Read, graphic: Element): string | null {
  const title = graphic.querySelector(':scope > title');
  return title === null || isMasked(read, title) ? null : title.textContent;
}
