// How an element is rendered, from the cheap question first: `checkVisibility` costs half of a
// computed style, and most hidden elements need no more.

import { checkVisibility, styleProperty } from '../dom/ask';
import { styleOf } from '../dom/rendered';
import { parentOf } from '../dom/tree';
import { attributeOf, factsOf, hasAttribute } from './facts';
import type { Look, Read } from './read';

const VISIBLE = { visibilityProperty: true };

const INLINE = /^(inline|ruby|contents)/;

const HIDDEN: Look = { shown: false, open: false, inline: false, pointer: false };

/** Asking for a style costs more than reading a few of its values. */
export const styleIn = (read: Read, element: Element): CSSStyleDeclaration =>
  (factsOf(read, element).style ??= styleOf(element));

/** The look of an element whose parent is rendered. */
export const lookOf = (read: Read, element: Element): Look =>
  (factsOf(read, element).look ??= look(read, element));

const displayOf = styleProperty('display', 'display');
const cursorOf = styleProperty('cursor', 'cursor');

function look(read: Read, element: Element): Look {
  if (hasAttribute(read, element, 'hidden')) return HIDDEN;
  if (attributeOf(read, element, 'aria-hidden') === 'true') return HIDDEN;
  const shown = checkVisibility(element, VISIBLE);
  // Hidden by its visibility only, its children may be seen.
  const boxed = shown || checkVisibility(element, undefined);
  const style = styleIn(read, element);
  const display = displayOf(style);
  // `display: contents` has no box; its children are laid out in its parent.
  if (!boxed && display !== 'contents') return HIDDEN;
  return {
    shown: shown || (!boxed && style.visibility === 'visible'),
    open: true,
    inline: INLINE.test(display),
    pointer: cursorOf(style) === 'pointer',
  };
}

/** Whether the element and all around it are rendered; for elements met outside a walk. */
export function isShown(read: Read, element: Element): boolean {
  if (!lookOf(read, element).shown) return false;
  for (let above = parentOf(element); above !== null; above = parentOf(above)) {
    if (!lookOf(read, above).open) return false;
  }
  return true;
}
