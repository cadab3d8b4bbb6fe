// Where things are, for a capture. Scrolls nothing.

import { topBox } from './observe/boxes';
import type { Measures } from '../shared/messages';

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
    target: box === null ? null : { ...box, x: box.x + scrollX, y: box.y + scrollY },
    devicePixelRatio: window.devicePixelRatio,
  };
}
