// Whether an element is rendered, as the contract means it (*Action errors*, hidden_or_covered):
// not `hidden`, `display: none` or `visibility: hidden`, and inside nothing that is not displayed.
// Zero size and transparency count as rendered.

import { isDetails } from './elements';
import { around } from './tree';

export function isRendered(element: Element): boolean {
  if (element.checkVisibility({ visibilityProperty: true })) return true;
  const style = styleOf(element);
  if (style.display !== 'contents' || style.visibility !== 'visible') return false;
  // An element without a box of its own is as visible as what is around it.
  const parent = around(element);
  return parent === null || (isRendered(parent) && !skipsContents(parent, element));
}

/** Whether a rendered element does not render a child, which has no box to ask. */
export function skipsContents(parent: Element, child: Element): boolean {
  if (isDetails(parent)) return !parent.open && child.localName !== 'summary';
  if (parent.localName === 'object') return !hasTextBoxes(parent);
  return styleOf(parent).contentVisibility === 'hidden';
}

/** The text in an `object` is seen only when there is nothing better to show. */
export function hasTextBoxes(element: Element): boolean {
  const range = element.ownerDocument.createRange();
  range.selectNodeContents(element);
  return range.getClientRects().length > 0;
}

/** Bound once: in a content script each look at a global asks the page's window. */
const computedStyle = globalThis.getComputedStyle?.bind(globalThis.window);

/** Works for elements of frames too: a style is computed in the element's own document. */
export const styleOf = (element: Element): CSSStyleDeclaration => computedStyle(element);

/** The text that a style sheet puts before or after the content: strings and attributes only. */
export function pseudoContentOf(element: Element, which: '::before' | '::after'): string {
  const style = computedStyle(element, which);
  const { content } = style;
  const mask = style.getPropertyValue('-webkit-text-security');
  // Most elements have none; one that is shown as dots says nothing.
  if (!/["(]/.test(content) || (mask !== '' && mask !== 'none')) return '';
  // What stands after a slash is said in place of what is shown.
  const spoken = /(?:^|\s)\/ *(".*)$/.exec(content)?.[1] ?? content;
  let text = '';
  for (const [, quoted, name] of spoken.matchAll(/"((?:[^"\\]|\\.)*)"|attr\(([\w-]+)\)/g)) {
    const value = name === undefined ? quoted?.replace(/\\(.)/g, '$1') : element.getAttribute(name);
    text += value ?? '';
  }
  return text;
}

/** The box in its own document's viewport: the first line's of an inline element that wraps. */
export function boxOf(element: Element): DOMRect {
  return element.getClientRects()[0] ?? element.getBoundingClientRect();
}
