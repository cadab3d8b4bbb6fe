// Menus, lists and dialogs that stand over a page: which elements are such, when one is open, and the
// items in it (contract: *Opened popups*). A page in a background tab may have opened one without
// painting it, so being open is not being rendered.

import { isElement, isHtml, isSvg } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { parentInDocument, renderedChildren, type Tree } from '../dom/tree';
import { isHiddenItself } from './hidden';
import { lookOf } from './look';
import type { Read } from './read';
import { roleOf } from './roles';

const BY_ROLE = '[role~="menu" i], [role~="listbox" i], [role~="dialog" i]';
const POPUPS = `${BY_ROLE}, dialog, [popover]`;

/** More popups in one page are not looked at, and no more open ones are told apart. */
const LOOKED_AT_POPUPS = 5_000;
const MOST_OPEN = 200;

/** Open popups; of very many the last ones, since pages add theirs at the end. */
export const openPopupsIn = (trees: Iterable<Tree>): Element[] =>
  [...trees]
    .flatMap(tree => [...tree.querySelectorAll(POPUPS)])
    .slice(-LOOKED_AT_POPUPS)
    .filter(isOpen)
    .slice(-MOST_OPEN);

/** A `<dialog>` or a popover, which the browser itself opens. */
const isNative = (popup: Element): boolean =>
  (isHtml(popup) && popup.localName === 'dialog') || popup.hasAttribute('popover');

export function isOpen(popup: Element): boolean {
  if (popup.hasAttribute('popover')) return popup.matches(':popover-open');
  if (isNative(popup)) return popup.hasAttribute('open');
  return !isHiddenItself(popup) && !saysHidden(popup);
}

/** Reported without further conditions: the browser has opened it, or it can be seen. */
export const isPlain = (popup: Element): boolean => isNative(popup) || isPainted(popup);

/** One that items can be added to. */
export const isContainer = (popup: Element): boolean => popup.matches(`${BY_ROLE}, dialog`);

/** Rendered, with a box. */
export const isPainted = (popup: Element): boolean =>
  isRendered(popup) && popup.getClientRects().length > 0;

/** It, or something around it below the body, says that it is hidden. */
export function saysHidden(popup: Element): boolean {
  return withAround(popup).some(
    element => element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true',
  );
}

/** The element and what is around it, below the body. */
export function withAround(element: Element): Element[] {
  const around: Element[] = [];
  let each: Element | null = element;
  for (; each !== null && each.localName !== 'body'; each = parentInDocument(each)) around.push(each);
  return around;
}

/** What tells that a page has closed or moved a popup: all that hides it or those around it. */
export const signatureOf = (popup: Element): string =>
  JSON.stringify(withAround(popup).map(element => [...WATCHED.map(of(element)), ...inline(element)]));

const WATCHED = ['hidden', 'class', 'aria-hidden', 'open'];

const of = (element: Element) => (name: string) => element.getAttribute(name);

function inline(element: Element): string[] {
  if (!isHtml(element) && !isSvg(element)) return [];
  const { display, visibility } = element.style;
  return [display, visibility];
}

const ITEM_ROLES = new Set(
  'menuitem menuitemcheckbox menuitemradio option button link'.split(' '),
);

/** What may be an item, for seeing that some were added. */
export const ITEMS =
  '[role^="menuitem" i], [role="option" i], [role="button" i], [role="link" i], option, button, a[href]';

/** An item list ends here, however many elements hold nothing. */
const LOOKED_AT = 5_000;

/** The first items of a popup that are not hidden, none inside another. */
export function itemsOf(read: Read, popup: Element, most: number): Element[] {
  const items: Element[] = [];
  let left = LOOKED_AT;
  const look = (parent: Element): void => {
    for (const child of renderedChildren(parent)) {
      if (items.length >= most || left-- <= 0) return;
      if (!isElement(child)) continue;
      const { open, shown } = lookOf(read, child);
      if (!open) continue;
      if (shown && ITEM_ROLES.has(roleOf(read, child) ?? '')) items.push(child);
      else if (child.localName !== 'select') look(child);
    }
  };
  look(popup);
  return items;
}
