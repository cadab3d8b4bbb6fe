// Text below an element, already safe: masked text and what fields and editors hold is left out.
// Each element's text is put together once per read, so nested names cost linear time.

import { firstElementOf, textContentOf } from '../dom/ask';
import { isElement, isImage, isText } from '../dom/elements';
import { renderedChildren, shadowRootOf } from '../dom/tree';
import { attributeOf, factsOf, hasAttribute } from './facts';
import { fold } from './fold';
import { lookOf } from './look';
import { once, type Facts, type Read } from './read';
import { isInMaskedEditor, isMasked, isSensitive } from './redact';

/** Elements whose content is no text of the page, or is a value and not a name. */
const WITHOUT_TEXT = new Set(
  'script style template noscript textarea select input iframe frame object video audio canvas datalist'.split(
    ' ',
  ),
);

/** Text longer than this adds nothing to a name; what is longer is not folded. */
const ENOUGH = 4000;

/** Nesting deeper than this is not read: a page can nest without limit, a call stack cannot. */
const DEEPEST = 500;

/** The rendered text that names an element from its content: with images' names, unfolded. */
export const contentOf = (read: Read, element: Element): string =>
  isInMaskedEditor(read, element) ? '' : gathered(read, element, 'rendered', 0);

/** All text below an element, rendered or not, folded. */
export const wholeTextOf = (read: Read, element: Element): string =>
  isInMaskedEditor(read, element) ? '' : fold(gathered(read, element, 'all', 0));

/** The rendered text of an element for people, folded. */
export const renderedTextOf = (read: Read, element: Element): string =>
  fold(contentOf(read, element).slice(0, ENOUGH));

type Which = 'all' | 'rendered';

const gathered = (read: Read, element: Element, which: Which, deep: number): string =>
  once(which === 'all' ? read.texts : read.contents, element, () =>
    gather(read, element, which, deep),
  );

function gather(read: Read, element: Element, which: Which, deep: number): string {
  if (deep > DEEPEST || holdsNoText(read, element)) return '';
  const plain = plainTextOf(read, element);
  if (plain !== null) return plain;
  let text = '';
  for (const child of renderedChildren(element, factsOf(read, element).tag)) {
    if (isText(child)) {
      const { data } = child;
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
  if (html && WITHOUT_TEXT.has(tag)) return true;
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
  const look = lookOf(read, child);
  if (!look.open) return '';
  const label = attributeOf(read, child, 'aria-label')?.trim();
  const named = label !== undefined && label !== '' ? label : graphicText(child, tag);
  const text = named ?? gathered(read, child, which, deep);
  return look.inline ? text : ` ${text} `;
}

/** The text that stands for an image inside a name. */
function graphicText(element: Element, tag: string): string | null {
  if (tag === 'img') return isImage(element) ? element.alt : null;
  if (tag !== 'svg') return null;
  const title = [...element.children].find(child => child.localName === 'title');
  return title?.textContent ?? null;
}
