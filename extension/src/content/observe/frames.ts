// What the line of a frame says (contract: *Frames*).

import { FRAME_DEPTH, frameDocument } from '../dom/tree';
import { withoutQuery } from './states';

export type FrameContent =
  { kind: 'document'; document: Document } | { kind: 'unread'; states: readonly string[] };

export function frameContent(frame: HTMLIFrameElement, depth: number): FrameContent {
  const document = frameDocument(frame);
  if (document === null) {
    const source = frame.src === '' ? [] : [`src=${withoutQuery(frame.src)}`];
    return { kind: 'unread', states: ['content=cross_origin', ...source] };
  }
  if (depth >= FRAME_DEPTH) return { kind: 'unread', states: ['content=too_deep'] };
  return { kind: 'document', document };
}
