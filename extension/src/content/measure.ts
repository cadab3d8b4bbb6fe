// Where things are, for a capture. Scrolls nothing.

import { isFrame } from './dom/elements';
import { boxOfContent, frameOffset, topBox } from './observe/boxes';
import type { Box, Measures } from '../shared/messages';

export function measure(target: Element | null): Measures {
  const root = document.documentElement;
  const { scrollX, scrollY } = window;
  const box = target === null ? null : topBox(target);
  return {
    viewport: { x: scrollX, y: scrollY, width: window.innerWidth, height: window.innerHeight },
    page: {
      width: Math.max(root.scrollWidth, root.clientWidth),
      height: Math.max(root.scrollHeight, root.clientHeight),
    },
    inside: target === null || !isFrame(target) ? null : inside(target),
    target: box === null ? null : { ...box, x: box.x + scrollX, y: box.y + scrollY },
    devicePixelRatio: window.devicePixelRatio,
  };
}

/** Where the viewport of a frame is, in that of this document. */
function inside(frame: HTMLIFrameElement): Box {
  const offset = frameOffset(frame);
  const { x, y, width, height } = boxOfContent(frame);
  return { x: x + offset.x, y: y + offset.y, width, height };
}
