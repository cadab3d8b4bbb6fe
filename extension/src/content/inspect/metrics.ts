// Sizes of the page, and where an element is in it. A page can give a box any size, infinite
// included: what is told is always a number.

import { topBox } from '../observe/boxes';
import type { Bounds, PageMetrics } from '../../protocol';

const LARGEST = 1e9;

export const finite = (length: number): number =>
  Number.isNaN(length) ? 0 : Math.min(Math.max(length, -LARGEST), LARGEST);

export function metricsOf(page: Document): PageMetrics {
  const root: Element | null = page.documentElement;
  const { innerWidth, innerHeight, scrollX, scrollY, devicePixelRatio } = window;
  return {
    viewport: { width: innerWidth, height: innerHeight },
    page: {
      width: Math.max(root?.scrollWidth ?? 0, root?.clientWidth ?? 0),
      height: Math.max(root?.scrollHeight ?? 0, root?.clientHeight ?? 0),
    },
    scrollX,
    scrollY,
    devicePixelRatio,
  };
}

/** In the viewport of this script's document. */
export function boundsOf(element: Element): Bounds {
  const { x, y, width, height } = topBox(element);
  return { x: finite(x), y: finite(y), width: finite(width), height: finite(height) };
}
