// How large an image of a box is made: within what Firefox can draw, or what a model can take in.

import { PREVIEW_SIDE } from '../protocol';
import type { Box } from '../shared/messages';

/** Longest side and largest area of an image, in its own pixels. */
type Limits = { readonly side: number; readonly area: number };

/** What a canvas of Firefox can hold; a larger one yields no image. */
const BROWSER: Limits = { side: 32_767, area: 200_000_000 };
/** Nothing can be told from a preview of fewer pixels: a long page is cut instead. */
const LEAST_SCALE = 0.25;

/** A part of the page, from its beginning, and the pixels per CSS pixel of its image. */
export type Fitted = { readonly box: Box; readonly scale: number };

/** The part of the box that one image can hold. */
export function fitted(box: Box, scale: number): Fitted {
  return { box: cut(box, scale, BROWSER), scale };
}

/** The same of a preview, which is drawn smaller before anything is cut. */
export function previewed(box: Box, scale: number): Fitted {
  const fits = PREVIEW_SIDE / Math.max(box.width, box.height);
  const smaller = Math.min(scale, Math.max(LEAST_SCALE, fits));
  const limits = { ...BROWSER, side: PREVIEW_SIDE };
  return { box: cut(box, smaller, limits), scale: smaller };
}

function cut(box: Box, scale: number, { side, area }: Limits): Box {
  const longest = Math.floor(side / scale);
  const width = Math.min(box.width, longest);
  const height = Math.min(box.height, longest, Math.floor(area / (scale * scale * width)));
  return { ...box, width, height };
}

/** The box on whole CSS pixels, so that no edge is lost between two. */
export function onPixels({ x, y, width, height }: Box): Box {
  const left = Math.floor(x + ROUNDING);
  const top = Math.floor(y + ROUNDING);
  const right = Math.ceil(x + width - ROUNDING);
  const bottom = Math.ceil(y + height - ROUNDING);
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Boxes are sums of fractions; less than this is none. */
const ROUNDING = 0.01;
