// Scrolling as a person does it with a wheel: which element scrolls, how far it can, and the step
// itself. A position says where the content is, whatever end it begins at.

import { isFrame } from '../dom/elements';
import { styleOf } from '../dom/rendered';
import { around, frameDocument, shadowRootOf } from '../dom/tree';
import type { ScrollDirection } from '../../protocol';

export type Axis = 'x' | 'y';

/** Along which axis, to which side, and how far at the most. */
export type Way = { readonly axis: Axis; readonly sign: 1 | -1; readonly length: number };

const WAYS: Readonly<Record<ScrollDirection, readonly [Axis, 1 | -1, boolean]>> = {
  up: ['y', -1, false],
  down: ['y', 1, false],
  left: ['x', -1, false],
  right: ['x', 1, false],
  top: ['y', -1, true],
  bottom: ['y', 1, true],
};

export function wayOf(direction: ScrollDirection, amount: number): Way {
  const [axis, sign, isToEnd] = WAYS[direction];
  return { axis, sign, length: isToEnd ? Infinity : amount };
}

export const positionOf = (scroller: Element, axis: Axis): number =>
  axis === 'y' ? scroller.scrollTop : scroller.scrollLeft;

/** The largest position. In a list that grows to the top it is 0, and all others are less. */
export const mostOf = (scroller: Element, axis: Axis): number =>
  axis === 'y' ? scroller.scrollTopMax : scroller.scrollLeftMax;

/** The smallest one. */
export const leastOf = (scroller: Element, axis: Axis): number =>
  mostOf(scroller, axis) - extentOf(scroller, axis);

/** How far the positions reach. */
const extentOf = (scroller: Element, axis: Axis): number =>
  axis === 'y'
    ? scroller.scrollHeight - scroller.clientHeight
    : scroller.scrollWidth - scroller.clientWidth;

/** Positions are rounded to device pixels: a rest of less than one is none. */
const REST = 1;

/** How much further the content can go. A viewport that hides what overflows goes nowhere. */
function roomIn(scroller: Element, { axis, sign }: Way): number {
  if (isViewport(scroller) && !VIEWPORTS.test(overflowOf(scroller, axis))) return 0;
  const most = mostOf(scroller, axis);
  const position = positionOf(scroller, axis);
  const room = sign > 0 ? most - position : position - leastOf(scroller, axis);
  return room < REST ? 0 : room;
}

export const isAtEnd = (scroller: Element, way: Way): boolean => roomIn(scroller, way) === 0;

/** Scrolls at once, whatever slide the page wishes for, and tells how far. */
export function scrollAlong(scroller: Element, way: Way): number {
  const before = positionOf(scroller, way.axis);
  const step = way.sign * Math.min(way.length, roomIn(scroller, way));
  const by = way.axis === 'y' ? { top: step } : { left: step };
  scroller.scrollBy({ ...by, behavior: 'instant' });
  return positionOf(scroller, way.axis) - before;
}

/** What scrolls a document's viewport. */
export const viewportOf = (document: Document): Element =>
  document.scrollingElement ?? document.documentElement;

export const isViewport = (element: Element): boolean =>
  element === viewportOf(element.ownerDocument);

/** The viewport when it can go that way; else what can around the middle of it; else the viewport. */
export function mainScroller(document: Document, way: Way): Element {
  const viewport = viewportOf(document);
  if (canGo(viewport, way)) return viewport;
  for (let at = elementAtMiddle(document); at !== null; at = around(at)) {
    if (canGo(at, way)) return at;
  }
  return viewport;
}

/** The innermost element at the middle of the viewport, in shadow trees and frames that can be read. */
export function elementAtMiddle(document: Document): Element | null {
  const view = document.defaultView;
  if (view === null) return null;
  return elementAt(document, view.innerWidth / 2, view.innerHeight / 2);
}

function elementAt(tree: Document | ShadowRoot, x: number, y: number): Element | null {
  const found = tree.elementFromPoint(x, y);
  if (found === null) return null;
  const inner = isFrame(found) ? frameDocument(found) : null;
  if (inner !== null) {
    const box = found.getBoundingClientRect();
    const [left, top] = [box.x + found.clientLeft, box.y + found.clientTop];
    return elementAt(inner, x - left, y - top) ?? found;
  }
  const root = shadowRootOf(found);
  const below = root === null ? null : elementAt(root, x, y);
  return below === null || below === found ? found : below;
}

/**
 * What scrolls for an element: itself, or the one in it that fills most of it, or the nearest around
 * it. `null` for a frame that cannot be read.
 */
export function scrollerFor(element: Element, way: Way): Element | null {
  if (isFrame(element)) {
    const inner = frameDocument(element);
    return inner === null ? null : mainScroller(inner, way);
  }
  const document = element.ownerDocument;
  if (element === document.documentElement || element === document.body) {
    return mainScroller(document, way);
  }
  if (isScrollable(element, way.axis, MOVABLE)) return element;
  const filling = fillingScroller(element, way.axis);
  if (filling !== null) return filling;
  for (let at = around(element); at !== null; at = around(at)) {
    if (isScroller(at, way.axis)) return at;
  }
  return viewportOf(document);
}

/** More elements than this are not looked at. */
const LOOKED_AT = 5_000;

function fillingScroller(element: Element, axis: Axis): Element | null {
  const whole = areaOf(element);
  const inner = [...element.querySelectorAll('*')].slice(0, LOOKED_AT);
  return inner.find(each => isScroller(each, axis) && areaOf(each) * 2 >= whole) ?? null;
}

function areaOf(element: Element): number {
  const { width, height } = element.getBoundingClientRect();
  return width * height;
}

const canGo = (element: Element, way: Way): boolean =>
  roomIn(element, way) > 0 && isScroller(element, way.axis);

const isScroller = (element: Element, axis: Axis): boolean =>
  isScrollable(element, axis, isViewport(element) ? VIEWPORTS : BY_WHEEL);

/** With a wheel, what hides its overflow does not scroll; a viewport does unless it hides it. */
const BY_WHEEL = /^(auto|scroll)$/;
const VIEWPORTS = /^(auto|scroll|visible)$/;
/** Scripts can also scroll what hides its overflow, as carousels do: when it is asked for itself. */
const MOVABLE = /^(auto|scroll|hidden)$/;

/** The cheap question first: most elements have nothing that overflows. */
const isScrollable = (element: Element, axis: Axis, overflows: RegExp): boolean =>
  extentOf(element, axis) >= REST && overflows.test(overflowOf(element, axis));

function overflowOf(element: Element, axis: Axis): string {
  const own = ownOverflow(element, axis);
  const { body, documentElement } = element.ownerDocument;
  if (!isViewport(element) || element === body) return own;
  // The overflow of a body counts for the viewport, unless the root has one of its own.
  const isLeftToBody = body !== null && ownOverflow(documentElement, axis) === 'visible';
  return isLeftToBody ? ownOverflow(body, axis) : own;
}

function ownOverflow(element: Element, axis: Axis): string {
  const style = styleOf(element);
  return axis === 'y' ? style.overflowY : style.overflowX;
}
