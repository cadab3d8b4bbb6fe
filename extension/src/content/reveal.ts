// Scrolls what a capture shows into view, in everything that scrolls around it, and back again. The
// tab's own page is not scrolled for an element: a capture reaches beyond the viewport.

import { isFrame } from './dom/elements';
import { styleOf } from './dom/rendered';
import { around } from './dom/tree';
import { frameOffset, topBox } from './observe/boxes';
import { common } from '../shared/boxes';
import type { Box } from '../shared/messages';

/** Where something was scrolled to. */
export type Scrolled = { readonly element: Element; readonly left: number; readonly top: number };

/** Scrolls the page to its beginning, where its fixed parts belong on an image of all of it. */
export function revealPage(): Scrolled[] {
  const root: Element | null = document.documentElement;
  return root === null ? [] : scrollTo(scrollerOf(root), { left: 0, top: 0 });
}

export function revealElement(element: Element): Scrolled[] {
  return [...clippers(element)].flatMap(clipper => {
    const view = viewOf(clipper);
    const box = topBox(element);
    const scroller = isRoot(clipper) ? scrollerOf(clipper) : clipper;
    return scrollTo(scroller, {
      left: scroller.scrollLeft + distance(box.x, box.width, view.x, view.width),
      top: scroller.scrollTop + distance(box.y, box.height, view.y, view.height),
    });
  });
}

export function scrollBack(scrolled: readonly Scrolled[]): void {
  for (const { element, left, top } of [...scrolled].reverse()) jump(element, left, top);
}

/** The part of the element that nothing around it cuts off, in this script's viewport. */
export function seenPart(element: Element): Box {
  return [...clippers(element)].map(viewOf).reduce(common, topBox(element));
}

/** How far to scroll until the view shows the box, or its beginning when it is larger. */
export function distance(start: number, size: number, viewStart: number, viewSize: number): number {
  if (start < viewStart || size > viewSize) return start - viewStart;
  return Math.max(0, start + size - (viewStart + viewSize));
}

/** What cuts the element off, from the inside: boxes that do not overflow, and frames' viewports. */
function* clippers(element: Element): Iterable<Element> {
  let { position } = styleOf(element);
  for (let at = around(element); at !== null; at = around(at)) {
    if (isRoot(at)) {
      if (isInFrame(at)) yield at;
      position = 'static';
      continue;
    }
    const style = styleOf(at);
    const isAround =
      style.transform !== 'none' ||
      (position !== 'fixed' && (position !== 'absolute' || style.position !== 'static'));
    if (!isAround) continue;
    if (!isFrame(at) && style.overflowX !== 'visible' && !isViewports(at)) yield at;
    ({ position } = style);
  }
}

const isRoot = (element: Element): boolean => element === element.ownerDocument.documentElement;

const isInFrame = ({ ownerDocument }: Element): boolean => {
  const view = ownerDocument.defaultView;
  return view !== null && view !== view.top;
};

/** The overflow of a body counts for the viewport, unless the root has one of its own. */
const isViewports = (element: Element): boolean =>
  element === element.ownerDocument.body &&
  styleOf(element.ownerDocument.documentElement).overflowX === 'visible';

const scrollerOf = (root: Element): Element => root.ownerDocument.scrollingElement ?? root;

/** What the element shows of its contents, in this script's viewport. */
function viewOf(element: Element): Box {
  const offset = frameOffset(element);
  if (isRoot(element)) {
    const view = element.ownerDocument.defaultView;
    return { ...offset, width: view?.innerWidth ?? 0, height: view?.innerHeight ?? 0 };
  }
  const { x, y } = element.getBoundingClientRect();
  return {
    x: x + offset.x + element.clientLeft,
    y: y + offset.y + element.clientTop,
    width: element.clientWidth,
    height: element.clientHeight,
  };
}

function scrollTo(element: Element, to: { left: number; top: number }): Scrolled[] {
  const { scrollLeft: left, scrollTop: top } = element;
  if (to.left === left && to.top === top) return [];
  jump(element, to.left, to.top);
  return [{ element, left, top }];
}

/** Without the slide that the page may wish for. */
const jump = (element: Element, left: number, top: number): void =>
  element.scrollTo({ left, top, behavior: 'instant' });
