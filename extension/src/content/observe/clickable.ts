// Elements without a role that a person can click (contract: *browser_snapshot*): they are listed
// as buttons, unless what is inside them is what one would click.

import { isHtml, isSvg } from '../dom/elements';
import { parentOf } from '../dom/tree';
import { factsOf } from './facts';
import { hasPointer } from './look';
import type { Read } from './read';

const NATIVE = 'a[href], button, input:not([type=hidden]), select, textarea, summary';

/** What a person can operate, as a selector. */
export const INTERACTIVE =
  `${NATIVE}, [onclick], [tabindex]:not([tabindex^="-"]), [contenteditable], [role=button], ` +
  '[role=link], [role=checkbox], [role=radio], [role=switch], [role=tab], [role=option], ' +
  '[role^=menuitem], [role=combobox], [role=textbox], [role=slider], [role=treeitem]';

/** How sure we are: a marked element is listed without a name too, a pointer alone needs one. */
export type Clickable = 'marked' | 'pointer' | null;

const NEVER = new Set(['label', 'body', 'html']);

/** The element says that it can be clicked or focused. */
export function isMarked(read: Read, element: Element): boolean {
  const { tag, html, attributes } = factsOf(read, element);
  if (html && NEVER.has(tag)) return false;
  if (attributes.has('onclick')) return true;
  if (!attributes.has('tabindex')) return false;
  return (isHtml(element) || isSvg(element)) && element.tabIndex >= 0;
}

export function clickableKind(read: Read, element: Element): Clickable {
  const kind = ownKind(read, element);
  return kind === null || isWrapper(element) ? null : kind;
}

function ownKind(read: Read, element: Element): Clickable {
  if (isMarked(read, element)) return 'marked';
  const { tag, html } = factsOf(read, element);
  if (html && NEVER.has(tag)) return null;
  if (!hasPointer(read, element)) return null;
  // The cursor is inherited: only the outermost element that has it is the control.
  const parent = parentOf(element);
  return parent !== null && hasPointer(read, parent) ? null : 'pointer';
}

function isWrapper(element: Element): boolean {
  return (
    element.querySelector(NATIVE) !== null || element.querySelectorAll(INTERACTIVE).length >= 2
  );
}
