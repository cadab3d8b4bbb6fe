// Point of a viewport -> what is there, looked for inside shadow roots and same-origin frames
// (contract: *POST /api/click*, `coords`; *Frames*).

import { isFrame } from '../dom/elements';
import { FRAME_DEPTH, frameDocument, shadowRootOf } from '../dom/tree';
import { boxOfContent } from '../observe/boxes';
import type { Point } from '../../protocol';
import type { FrameThere } from '../../shared/messages';
import { invalidCoordinates } from './refusal';

/** `at` is the point in the viewport of the element's own document. */
export type Pointed = { readonly element: Element; readonly at: Point };

/** What is at a point of the document's viewport. */
export function pointedAt(document: Document, at: Point): Pointed {
  const pointed = isInView(document, at) ? lookAt(document, at, 0) : null;
  if (pointed !== null) return pointed;
  const { innerWidth: width, innerHeight: height } = document.defaultView ?? window;
  throw invalidCoordinates(
    'Nothing of the page is at this point',
    'Pass a point of the viewport, in CSS pixels from its top left corner. Scroll first to what lies outside, or use its ref.',
    { ...at, viewportWidth: width, viewportHeight: height },
  );
}

/** The frame of another origin that is there, if one is. */
export function frameAt(document: Document, at: Point): FrameThere | null {
  const pointed = isInView(document, at) ? lookAt(document, at, 0) : null;
  if (pointed === null) return null;
  const { element, at: inDocument } = pointed;
  if (!isFrame(element) || frameDocument(element) !== null) return null;
  const frameId = browser.runtime.getFrameId(element);
  const { x, y, width, height } = boxOfContent(element);
  const inFrame = { x: inDocument.x - x, y: inDocument.y - y };
  const isInside = inFrame.x >= 0 && inFrame.y >= 0 && inFrame.x < width && inFrame.y < height;
  return frameId > 0 && isInside ? { frameId, at: inFrame } : null;
}

function isInView(document: Document, { x, y }: Point): boolean {
  const view = document.defaultView;
  return view !== null && x >= 0 && y >= 0 && x < view.innerWidth && y < view.innerHeight;
}

function lookAt(document: Document, at: Point, depth: number): Pointed | null {
  const element = inTrees(document, at);
  if (element === null || !isFrame(element) || depth === FRAME_DEPTH) {
    return element === null ? null : { element, at };
  }
  const inner = frameDocument(element);
  if (inner === null) return { element, at };
  const { x, y } = boxOfContent(element);
  // On its border or padding a frame is itself what is there.
  return lookAt(inner, { x: at.x - x, y: at.y - y }, depth + 1) ?? { element, at };
}

function inTrees(document: Document, { x, y }: Point): Element | null {
  let element = document.elementFromPoint(x, y);
  for (;;) {
    const root = element === null ? null : shadowRootOf(element);
    const inner = root?.elementFromPoint(x, y) ?? null;
    // A root names something outside of itself when nothing of its own is there.
    if (inner === null || inner.getRootNode() !== root) return element;
    element = inner;
  }
}
