// Reckons with boxes, in a page and in the background.

import type { Box } from './messages';

/** What two boxes share; without width or height when that is nothing. */
export function common(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.max(0, Math.min(a.x + a.width, b.x + b.width) - x);
  const height = Math.max(0, Math.min(a.y + a.height, b.y + b.height) - y);
  return { x, y, width, height };
}

export const moved = (box: Box, by: { x: number; y: number }): Box => ({
  ...box,
  x: box.x + by.x,
  y: box.y + by.y,
});
