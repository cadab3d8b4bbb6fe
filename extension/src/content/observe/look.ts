// How an element is rendered, from the cheap question first: `checkVisibility` costs half of a
// computed style, and most hidden elements need no more.

import { checkVisibility, styleProperty } from '../dom/ask';
import { isDetails, isFrame } from '../dom/elements';
import { hasTextBoxes, skipsContents, styleOf } from '../dom/rendered';
import { around, parentOf } from '../dom/tree';
import { attributeOf, factsOf, hasAttribute } from './facts';
import { isHiddenItself } from './hidden';
import type { Look, Read } from './read';

const VISIBLE = { visibilityProperty: true };

const INLINE = /^(inline|ruby|contents)/;

const HIDDEN: Look = { shown: false, open: false, inline: false };

/** Asking for a style costs more than reading a few of its values. */
export const styleIn = (read: Read, element: Element): CSSStyleDeclaration =>
  (factsOf(read, element).style ??= styleOf(element));

/** The look of an element whose parent is rendered. */
export const lookOf = (read: Read, element: Element): Look =>
  (factsOf(read, element).look ??= look(read, element));

const displayOf = styleProperty('display', 'display');
const contentVisibilityOf = styleProperty('contentVisibility', 'content-visibility');
const cursorOf = styleProperty('cursor', 'cursor');

function look(read: Read, element: Element): Look {
  if (read.unpainted.size > 0 && isInUnpainted(read, element)) return lookUnpainted(read, element);
  if (hasAttribute(read, element, 'hidden')) return HIDDEN;
  if (attributeOf(read, element, 'aria-hidden') === 'true') return HIDDEN;
  const shown = checkVisibility(element, VISIBLE);
  // Hidden by its visibility only, its children may be seen; those of a frame are not.
  const boxed = shown || (checkVisibility(element, undefined) && !isFrame(element));
  const style = styleIn(read, element);
  const display = displayOf(style);
  // `display: contents` has no box; its children are laid out in its parent.
  if (!boxed && (display !== 'contents' || isSkipped(element))) return HIDDEN;
  if (isUnpainted(read, element)) return HIDDEN;
  return {
    shown: shown || (!boxed && style.visibility === 'visible'),
    open: true,
    inline: standsInLine(read, element, display),
  };
}

/** Its parent is seen, but not what is in it. */
function isSkipped(element: Element): boolean {
  const parent = around(element);
  return parent !== null && skipsContents(parent, element);
}

/** Elements of a drawing that only lend what is in them to others. */
const LENT = new Set(['clipPath', 'defs', 'marker', 'mask', 'pattern', 'symbol']);

/** It has a box all the same. */
function isUnpainted(read: Read, element: Element): boolean {
  const { tag, html } = factsOf(read, element);
  return !html && LENT.has(tag);
}

/** Inside a popup that is open and not painted, only what is hidden itself is hidden. */
function lookUnpainted(read: Read, element: Element): Look {
  if (!read.unpainted.has(element) && isHiddenItself(element)) return HIDDEN;
  return { shown: true, open: true, inline: isInline(read, element) };
}

function isInUnpainted(read: Read, element: Element): boolean {
  for (let each: Element | null = element; each !== null; each = parentOf(each)) {
    if (read.unpainted.has(each)) return true;
  }
  return false;
}

/** The pointer says that the element can be clicked. */
export const hasPointer = (read: Read, element: Element): boolean =>
  lookOf(read, element).open &&
  (factsOf(read, element).pointer ??= cursorOf(styleIn(read, element)) === 'pointer');

/** Stands in a line of text. Each text of a drawing stands alone. */
export const isInline = (read: Read, element: Element): boolean =>
  standsInLine(read, element, displayOf(styleIn(read, element)));

function standsInLine(read: Read, element: Element, display: string): boolean {
  const { tag, html } = factsOf(read, element);
  return INLINE.test(display) && (html || tag !== 'text');
}

/** Whether the text directly in an element is seen; an element that is seen can leave it out. */
export function showsText(read: Read, element: Element): boolean {
  const look = lookOf(read, element);
  if (!look.shown) return false;
  const { tag } = factsOf(read, element);
  if (tag === 'details' && isDetails(element)) return element.open;
  if (tag === 'object') return hasTextBoxes(element);
  return look.inline || contentVisibilityOf(styleIn(read, element)) !== 'hidden';
}

/** Whether the element and all around it are rendered; for elements met outside a walk. */
export function isShown(read: Read, element: Element): boolean {
  if (!lookOf(read, element).shown) return false;
  if (read.unpainted.has(element)) return true;
  for (let above = parentOf(element); above !== null; above = parentOf(above)) {
    if (read.unpainted.has(above)) return true;
    if (!lookOf(read, above).open) return false;
  }
  return true;
}
