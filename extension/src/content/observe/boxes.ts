// Boxes in the top document's viewport, whatever frame an element is in.

import { isFrame } from '../dom/elements';
import { parentOf } from '../dom/tree';

export type Point = { x: number; y: number };

/** Where the viewport of the element's document begins in the top viewport. */
export function frameOffset(element: Element): Point {
  const root = element.ownerDocument.documentElement;
  const frame = parentOf(root);
  if (frame === null || !isFrame(frame)) return { x: 0, y: 0 };
  const outer = frameOffset(frame);
  const box = frame.getBoundingClientRect();
  return { x: outer.x + box.x + frame.clientLeft, y: outer.y + box.y + frame.clientTop };
}

export function topBox(element: Element): { x: number; y: number; width: number; height: number } {
  const offset = frameOffset(element);
  const box = element.getBoundingClientRect();
  return { x: box.x + offset.x, y: box.y + offset.y, width: box.width, height: box.height };
}

export function boxState(element: Element): string {
  const { x, y, width, height } = topBox(element);
  return `box=${[x, y, width, height].map(Math.round).join(',')}`;
}
