// Carries out a scroll, and says where it has come to (contract: *POST /api/scroll*).

import {
  elementAtMiddle,
  isAtEnd,
  isViewport,
  mainScroller,
  mostOf,
  positionOf,
  scrollAlong,
  scrollerFor,
  viewportOf,
  wayOf,
  type Way,
} from './act/scroll';
import { isFrame } from './dom/elements';
import { frameDocument, parentOf } from './dom/tree';
import type { Page } from './page';
import { performed, targetOf, type Performed } from './performed';
import type { PageAction, Scrolled } from '../protocol';
import { plainError } from './target/refusal';

type Scroll = Extract<PageAction, { act: 'scroll' }>;

export function performScroll(page: Page, action: Scroll): Performed {
  const way = wayOf(action.direction, action.amount);
  const scroller = chosen(page, action, way);
  const name = nameOf(page, scroller, action);
  const by = scrollAlong(scroller, way);
  return performed(isViewport(scroller) ? null : scroller, { scrolled: scrolledTo(scroller, way, name, by) }, {
    readBack: { read: 'scrolled', element: scroller, way, name, by },
  });
}

export const scrolledTo = (scroller: Element, way: Way, name: string, by: number): Scrolled => ({
  target: name,
  by,
  x: positionOf(scroller, 'x'),
  y: positionOf(scroller, 'y'),
  maxX: mostOf(scroller, 'x'),
  maxY: mostOf(scroller, 'y'),
  atEnd: isAtEnd(scroller, way),
});

function chosen(page: Page, { target }: Scroll, way: Way): Element {
  if (target === null || target === undefined) return mainScroller(document, way);
  const scroller = scrollerFor(targetOf(page, target, 'value'), way);
  if (scroller === null) throw plainError('This frame cannot be scrolled from here', FRAME_FACTS);
  return scroller;
}

const FRAME_FACTS = {
  hint: 'Nothing was done. Take a new browser_snapshot, which reads the frame, then scroll a ref of it or in it.',
};

/** How an answer calls what was scrolled: as it was asked for, else by a ref that can be. */
function nameOf(page: Page, scroller: Element, { target }: Scroll): string {
  if (scroller === viewportOf(document)) return 'window';
  const frame = isViewport(scroller) ? parentOf(scroller.ownerDocument.documentElement) : null;
  const element = frame ?? scroller;
  const isAskedFor = target?.by === 'selector' && targetOf(page, target, 'value') === element;
  return isAskedFor ? target.selector : `e${page.refs.issueOne(element)}`;
}

/** Rows of a list that are looked at, and those of one list. */
const ITEMS = 200;
const ITEMS_OF_LIST = 100;
const LEAST_ITEMS = 8;

/**
 * The rows that the scroll will move. A list that shows other things in the same rows says nothing
 * new of those that a snapshot folds, so they are all listed before and after.
 */
export function rowsThatMove(page: Page, action: Scroll): Element[] {
  const scroller = chosen(page, action, wayOf(action.direction, action.amount));
  const items: Element[] = [];
  for (const list of [scroller, ...scroller.querySelectorAll('*')]) {
    const { childElementCount: count } = list;
    if (count < LEAST_ITEMS || count > ITEMS_OF_LIST) continue;
    items.push(...list.children);
    if (items.length > ITEMS) break;
  }
  return items;
}

/** The frame of another origin that scrolls because the page cannot: at the middle of its viewport. */
export function frameToScroll(action: Scroll): HTMLIFrameElement | null {
  const way = wayOf(action.direction, action.amount);
  if (!isAtEnd(mainScroller(document, way), way)) return null;
  const middle = elementAtMiddle(document);
  return middle !== null && isFrame(middle) && frameDocument(middle) === null ? middle : null;
}
