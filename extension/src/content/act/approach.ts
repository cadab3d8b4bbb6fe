// Brings the pointer to an element, as a mouse that arrives there does (contract: *POST /api/hover*,
// *POST /api/click*). Every event is synthetic; the page can see that.

import { boxOf, styleOf } from '../dom/rendered';
import { parentInDocument, treeOf } from '../dom/tree';
import type { Modifiers, Point } from '../../protocol';
import { fireMouse, firePointer, viewOf, type MouseFacts } from './events';

/** What the pointer goes to: an element's centre, or a point of its viewport or of its box. */
export type Aim = {
  readonly element: Element;
  readonly point: { readonly of: 'viewport' | 'box'; readonly at: Point } | null;
};

export const centerOfElement = (element: Element): Aim => ({ element, point: null });

/** Where and how the mouse is, but for its buttons. */
export type At = Omit<MouseFacts, 'button' | 'buttons'>;

/**
 * Moves the pointer there. `hovered` is what a hover last left it on; those around it are not
 * entered again. `where` says otherwise than the aim where it arrives.
 */
export function arrive(
  aim: Aim,
  modifiers: Modifiers,
  hovered: Element | null,
  where: (aim: Aim) => Point = spotOf,
): At {
  // What is at a point of the viewport is in sight already.
  if (aim.point?.of !== 'viewport') scrollIntoSight(aim.element);
  const at = { ...where(aim), detail: 0, modifiers };
  enter(aim.element, { ...at, button: 0, buttons: 0 }, hovered);
  return at;
}

/** The point, in the viewport of the element's document. */
export function spotOf({ element, point }: Aim): Point {
  if (point?.of === 'viewport') return point.at;
  if (point === null) return centerOf(element);
  const { x, y } = element.getBoundingClientRect();
  return { x: x + point.at.x, y: y + point.at.y };
}

export function centerOf(element: Element): Point {
  const box = boxOf(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

function enter(element: Element, facts: MouseFacts, hovered: Element | null): void {
  const entered = newlyEntered(element, hovered);
  firePointer(element, 'pointerover', facts);
  for (const each of entered) firePointer(each, 'pointerenter', facts);
  fireMouse(element, 'mouseover', facts);
  for (const each of entered) fireMouse(each, 'mouseenter', facts);
  move(element, facts);
}

export function move(element: Element, facts: MouseFacts): void {
  firePointer(element, 'pointermove', facts);
  fireMouse(element, 'mousemove', facts);
}

/** From the outermost to the element, without what the pointer is in already. */
function newlyEntered(element: Element, hovered: Element | null): Element[] {
  const around = hovered === null || hovered === element ? new Set() : new Set(chainOf(hovered));
  return chainOf(element)
    .filter(each => !around.has(each))
    .reverse();
}

function chainOf(element: Element): Element[] {
  const chain: Element[] = [];
  for (let each: Element | null = element; each !== null; each = parentInDocument(each)) {
    chain.push(each);
  }
  return chain;
}

export function scrollIntoSight(element: Element): void {
  if (isInSight(element)) return;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
}

/** A frame may itself be out of sight: what is in one counts as such. */
export function isInSight(element: Element): boolean {
  const center = centerOf(element);
  const { x, y } = center;
  const view = viewOf(element);
  const isTop = view === view.top;
  const isInWindow = isTop && x >= 0 && y >= 0 && x <= view.innerWidth && y <= view.innerHeight;
  if (!isInWindow) return false;
  const hit = treeOf(element).elementFromPoint(x, y);
  if (hit !== null && element.contains(hit)) return true;
  // Something may cover it, which is no reason to scroll.
  return !isClipped(element, center);
}

/** Whether the point is scrolled or cut away by what the element stands in. */
function isClipped(element: Element, { x, y }: Point): boolean {
  for (let box = parentInDocument(element); box !== null; box = parentInDocument(box)) {
    if (box === box.ownerDocument.body || box === box.ownerDocument.documentElement) return false;
    const { overflowX, overflowY } = styleOf(box);
    const { left, right, top, bottom } = box.getBoundingClientRect();
    if (overflowX !== 'visible' && (x < left || x > right)) return true;
    if (overflowY !== 'visible' && (y < top || y > bottom)) return true;
  }
  return false;
}
