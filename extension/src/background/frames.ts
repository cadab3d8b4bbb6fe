// Reads what frames of other origins show (contract: *Frames*). A document lists the frames it holds;
// each is read by a script of its own, which comes into it when a read first reaches it.

import type { Frame, Observation, Scope } from '../protocol';
import type { ListedFrame } from '../shared/messages';
import type { Answering } from './content-link';
import { walkFrames, type FrameRead, type Point, type Spot } from './frame-walk';
import type { Link } from './link';
import type { Parts } from './parts';
import type { Deadline } from './timing';

type Observed = Pick<Answering<'observe'>, 'observation' | 'frames'>;

/** How frames are read. */
export type Manner = {
  readonly scope: Scope;
  /** The frame that an action ran in, and what it showed afterwards, when that is known already. */
  readonly acted?: { readonly frameId: number; readonly observed: Observed | undefined };
};

export type FramesRead = { frames: Frame[]; framesLeftOut: number };

/** Reads the frames that a document lists, and those inside them. */
export async function readFrames(
  parts: Parts,
  page: Link,
  from: { link: Link; frames: readonly ListedFrame[]; origin: Point },
  manner: Manner,
  deadline: Deadline,
): Promise<FramesRead> {
  const { scope, acted } = manner;
  const isActed = ({ frame }: Spot): boolean => frame.frameId === acted?.frameId;
  const ask = async (link: Link, spot: Spot, until: Deadline): Promise<Observed> => {
    if (isActed(spot) && acted?.observed !== undefined) return acted.observed;
    const inFrame = { ...scope, root: null, maxDepth: depthIn(spot, scope) };
    return parts.content.ask(link, { do: 'observe', scope: inFrame }, until);
  };
  const walk = {
    from: from.link,
    frames: from.frames,
    place: { origin: from.origin, levels: 0 },
    ask,
    isWanted: (spot: Spot) => (depthIn(spot, scope) ?? 0) >= 0,
    // The frame that an action ran in is read in any case.
    isAlwaysRead: isActed,
  };
  const { reads, leftOut } = await walkFrames(parts, page, walk, deadline);
  const frames = reads.map(read => frameOf(page, read, scope, isActed(read)));
  return { frames, framesLeftOut: leftOut };
}

function frameOf(
  page: Link,
  { link, frame, origin, levels, answer }: FrameRead<Observed>,
  scope: Scope,
  isActed: boolean,
): Frame {
  // A read of limited depth says nothing of what the frame holds.
  const isLimited = depthIn({ levels }, scope) !== null;
  const isAnother = !isLimited && page.frames.isAnother(link);
  const isShown = !scope.sinceObservation || isAnother || frame.shown || isActed;
  return { under: frame.ref, ...origin, ...shownOf(answer.observation, isShown) };
}

/** What is listed. Where nothing is to compare with, it is all or nothing. */
function shownOf({ records, delta }: Observation, isShownWhole: boolean): Pick<Frame, 'records' | 'delta'> {
  return delta || isShownWhole ? { records, delta } : { records: '', delta: true };
}

/** The part of a limited depth that is left inside the frame; `null` when there is no limit. */
const depthIn = ({ levels }: Pick<Spot, 'levels'>, { maxDepth }: Scope): number | null =>
  typeof maxDepth === 'number' ? maxDepth - levels : null;

/** Where the viewport of the document begins in the top one. */
export async function originOf(
  { content }: Parts,
  link: Link,
  deadline: Deadline,
): Promise<Point> {
  const origin = { x: 0, y: 0 };
  for (let at = link.place; at !== undefined; at = at.in.place) {
    const target = { by: 'ref', ref: at.ref } as const;
    const { measures } = await content.ask(at.in, { do: 'measure', target }, deadline);
    origin.x += measures.inside?.x ?? 0;
    origin.y += measures.inside?.y ?? 0;
  }
  return origin;
}
