// Text below an element, already safe: masked text and what fields and editors hold is left out.
// Each element's text is put together once per read, so nested names cost linear time.

import { isElement, isHtml, isImage, isSvg, isText } from '../dom/elements';
import { renderedChildren } from '../dom/tree';
import { fold } from './fold';
import { lookOf } from './look';
import { once, type Read } from './read';
import { isMasked } from './redact';

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
export const contentOf = (read: Read, element: Element, deep = 0): string =>
  once(read.contents, element, () => gather(read, element, 'rendered', deep));

/** All text below an element, rendered or not, folded. */
export const wholeTextOf = (read: Read, element: Element): string => fold(textOf(read, element, 0));

const textOf = (read: Read, element: Element, deep: number): string =>
  once(read.texts, element, () => gather(read, element, 'all', deep));

/** The rendered text of an element for people, folded. */
export const renderedTextOf = (read: Read, element: Element): string =>
  fold(contentOf(read, element).slice(0, ENOUGH));

function gather(read: Read, element: Element, which: 'all' | 'rendered', deep: number): string {
  if (deep > DEEPEST || (isHtml(element) && WITHOUT_TEXT.has(element.localName))) return '';
  let text = '';
  for (const child of renderedChildren(element)) {
    if (isText(child)) {
      if (child.data.trim() === '') text += ' ';
      else if (!isMasked(read, element)) text += child.data;
    } else if (isElement(child)) {
      text += which === 'all' ? innerText(read, child, deep) : innerContent(read, child, deep);
    }
  }
  return text;
}

function innerText(read: Read, child: Element, deep: number): string {
  if (isHtml(child) && child.localName === 'br') return ' ';
  return textOf(read, child, deep + 1);
}

function innerContent(read: Read, child: Element, deep: number): string {
  if (isHtml(child) && child.localName === 'br') return ' ';
  const look = lookOf(read, child);
  if (!look.open) return '';
  const label = child.getAttribute('aria-label')?.trim();
  const named = label !== undefined && label !== '' ? label : graphicText(child);
  const text = named ?? contentOf(read, child, deep + 1);
  return look.inline ? text : ` ${text} `;
}

/** The text that stands for an image inside a name. */
function graphicText(element: Element): string | null {
  if (isImage(element)) return element.alt;
  if (!isSvg(element) || element.localName !== 'svg') return null;
  const title = [...element.children].find(child => child.localName === 'title');
  return title?.textContent ?? null;
}
