// Frames (contract: *Frames*): what the line of one says, and which of those that a line says
// cannot be read from here the background may read with a script of their own.

import { boxOfContent, frameOffset } from './boxes';
import { CROSS_ORIGIN, isUnreadFrame, type Line } from './record';
import { clip, fold } from './fold';
import type { Refs } from './refs';
import { withoutQuery } from './states';
import { isFrame } from '../dom/elements';
import { deepActiveElement, FRAME_DEPTH, frameDocument, parentOf } from '../dom/tree';
import { NAME_LENGTH } from '../../protocol';
import type { ListedFrame } from '../../shared/messages';

export type FrameContent =
  { kind: 'document'; document: Document } | { kind: 'unread'; states: readonly string[] };

export function frameContent(frame: HTMLIFrameElement, depth: number): FrameContent {
  const document = frameDocument(frame);
  if (document === null) {
    const source = frame.src === '' ? [] : [`src=${clip(fold(withoutQuery(frame.src)), NAME_LENGTH)}`];
    return { kind: 'unread', states: [CROSS_ORIGIN, ...source] };
  }
  if (depth >= FRAME_DEPTH) return { kind: 'unread', states: ['content=too_deep'] };
  return { kind: 'document', document };
}

/**
 * The frame of a line, if it is one of another origin. `root` is where the read began; `shown` says
 * that the line is listed for more than what the frame may show.
 */
export function listedFrame(
  refs: Refs,
  root: Element | null,
  line: Line<Element>,
  shown: boolean,
): ListedFrame[] {
  return isUnreadFrame(line) ? frameOf(refs, root, line.node, shown) : [];
}

/** The element, if it is a frame with a ref that a script of its own can read. */
export function frameOf(
  refs: Refs,
  root: Element | null,
  node: Element,
  shown = true,
): ListedFrame[] {
  const ref = refs.numberOf(node);
  if (!isFrame(node) || ref === undefined) return [];
  const frameId = browser.runtime.getFrameId(node);
  if (frameId <= 0) return [];
  const offset = frameOffset(node);
  const { x, y, width, height } = boxOfContent(node);
  const at = { x: x + offset.x, y: y + offset.y, width, height };
  return [{ ref, frameId, at, depth: depthBelow(root, node), shown }];
}

/** The frame of another origin that has the focus, if one has: the browser's number of it. */
export function focusedFrame(document: Document): number | null {
  const active = deepActiveElement(document);
  return active === null || !isFrame(active) ? null : foreignFrameId(active);
}

/** The browser's number of a frame of another origin; `null` for others. */
export function foreignFrameId(frame: HTMLIFrameElement): number | null {
  if (frameDocument(frame) !== null) return null;
  const frameId = browser.runtime.getFrameId(frame);
  return frameId > 0 ? frameId : null;
}

function depthBelow(root: Element | null, element: Element): number {
  let depth = 0;
  for (let at: Element | null = element; at !== null && at !== root; at = parentOf(at)) depth += 1;
  return depth;
}
