// Where things are, for a capture. Scrolls nothing.

import { leastOf, viewportOf } from './act/scroll';
import { isFrame } from './dom/elements';
import { metricsOf } from './inspect/metrics';
import { boxOfContent, frameOffset, topBox } from './observe/boxes';
import type { Box, Measures } from '../shared/messages';

export function measure(target: Element | null): Measures {
  const { viewport, page, scrollX, scrollY, devicePixelRatio } = metricsOf(document);
  const box = target === null ? null : topBox(target);
  return {
    viewport: { x: scrollX, y: scrollY, ...viewport },
    page: { ...beginning(), ...page },
    inside: target === null || !isFrame(target) ? null : inside(target),
    target: box === null ? null : { ...box, x: box.x + scrollX, y: box.y + scrollY },
    devicePixelRatio,
  };
}

/** Where the page begins: before its origin when it is written from the right and is wider than its view. */
function beginning(): { x: number; y: number } {
  const root: Element | null = document.documentElement;
  if (root === null) return { x: 0, y: 0 };
  const view = viewportOf(document);
  return { x: leastOf(view, 'x'), y: leastOf(view, 'y') };
}

/** Where the viewport of a frame is, in that of this document. */
function inside(frame: HTMLIFrameElement): Box {
  const offset = frameOffset(frame);
  const { x, y, width, height } = boxOfContent(frame);
  return { x: x + offset.x, y: y + offset.y, width, height };
}
