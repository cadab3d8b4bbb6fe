// Boxes in the viewport of this script's document, whatever same-origin frame an element is in.

import { isFrame } from '../dom/elements';
import { styleOf } from '../dom/rendered';
import { parentOf } from '../dom/tree';

export type Point = { x: number; y: number };
export type Box = Point & { width: number; height: number };

/** Where the viewport of the element's document begins in that of this script's. */
export function frameOffset(element: Element): Point {
  const root = element.ownerDocument.documentElement;
  const frame = parentOf(root);
  if (frame === null || !isFrame(frame)) return { x: 0, y: 0 };
  const outer = frameOffset(frame);
  const box = boxOfContent(frame);
  return { x: outer.x + box.x, y: outer.y + box.y };
}

/** The viewport of a frame in that of the document that holds it: without border and padding. */
export function boxOfContent(frame: Element): Box {
  const { x, y } = frame.getBoundingClientRect();
  const { paddingLeft, paddingRight, paddingTop, paddingBottom } = styleOf(frame);
  return {
    x: x + frame.clientLeft + pixels(paddingLeft),
    y: y + frame.clientTop + pixels(paddingTop),
    width: frame.clientWidth - pixels(paddingLeft) - pixels(paddingRight),
    height: frame.clientHeight - pixels(paddingTop) - pixels(paddingBottom),
  };
}

const pixels = (length: string): number => Number.parseFloat(length) || 0;

/** A page can give a box any size, infinite included; what is told and drawn is at most this. */
const LARGEST = 1e9;

const finite = (length: number): number =>
  Number.isNaN(length) ? 0 : Math.min(Math.max(length, -LARGEST), LARGEST);

export function topBox(element: Element): Box {
  const offset = frameOffset(element);
  const { x, y, width, height } = element.getBoundingClientRect();
  return {
    x: finite(x + offset.x),
    y: finite(y + offset.y),
    width: finite(width),
    height: finite(height),
  };
}

export function boxState(element: Element): string {
  const { x, y, width, height } = topBox(element);
  return `box=${[x, y, width, height].map(Math.round).join(',')}`;
}
