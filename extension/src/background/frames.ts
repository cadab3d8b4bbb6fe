// Reads what frames of other origins show (contract: *Frames*). A document lists the frames it holds;
// each is read by a script of its own, which comes into it when a read first reaches it.

import { FRAMES, FRAMES_MS, FRAME_LEVELS, FRAME_SIDE } from '../protocol';
import type { Frame, Observation, Scope } from '../protocol';
import type { ListedFrame } from '../shared/messages';
import type { Answering } from './content-link';
import type { Link } from './link';
import type { Parts } from './parts';
import type { Deadline } from './timing';

type Observed = Pick<Answering<'observe'>, 'observation' | 'frames'>;
type Point = { x: number; y: number };

/** A frame to read, and where its viewport begins in the top one. */
type Spot = ListedFrame & { in: Link; origin: Point };

/** How frames are read. */
export type Manner = {
  readonly scope: Scope;
  /** The frame that an action ran in, and what it showed afterwards, when that is known already. */
  readonly acted?: { readonly frameId: number; readonly observed: Observed | undefined };
};

export type FramesRead = { frames: Frame[]; framesLeftOut: number };

type Read = { frame: Frame; below: Spot[] };

/**
 * Reads the frames that a document lists, and those inside them. The page's own come first, so that
 * many frames inside one do not hide the next one.
 */
export async function readFrames(
  parts: Parts,
  page: Link,
  from: { link: Link; frames: readonly ListedFrame[]; origin: Point },
  manner: Manner,
  deadline: Deadline,
): Promise<FramesRead> {
  const until = deadline.orIn(FRAMES_MS);
  const frames: Frame[] = [];
  let framesLeftOut = 0;
  let room = FRAMES;
  let spots = spotsIn(from.link, from.frames, from.origin);
  for (let level = 0; level < FRAME_LEVELS && spots.length > 0; level++) {
    // The frame that an action ran in is read in any case.
    const acted = spots.filter(spot => isActed(spot, manner));
    const others = spots.filter(spot => !isActed(spot, manner) && isLarge(spot));
    const chosen = others.slice(0, room);
    room -= chosen.length;
    framesLeftOut += others.length - chosen.length;
    const reads = await Promise.all(
      [...acted, ...chosen].map(spot => read(parts, page, spot, manner, until)),
    );
    const answered = reads.filter(answer => answer !== undefined);
    frames.push(...answered.map(({ frame }) => frame));
    spots = answered.flatMap(({ below }) => below);
  }
  return { frames, framesLeftOut };
}

const spotsIn = (link: Link, frames: readonly ListedFrame[], origin: Point): Spot[] =>
  frames.map(frame => ({
    ...frame,
    in: link,
    origin: { x: origin.x + frame.at.x, y: origin.y + frame.at.y },
  }));

const isActed = ({ frameId }: ListedFrame, { acted }: Manner): boolean =>
  frameId === acted?.frameId;

const isLarge = ({ at }: Spot): boolean => at.width >= FRAME_SIDE && at.height >= FRAME_SIDE;

/** `undefined` when the frame does not answer in time. */
async function read(
  parts: Parts,
  page: Link,
  spot: Spot,
  manner: Manner,
  deadline: Deadline,
): Promise<Read | undefined> {
  const { scope, acted } = manner;
  const maxDepth = depthIn(spot, scope);
  if (maxDepth !== undefined && maxDepth < 0) return undefined;
  const link = await parts.content.reachFrame(page, spot.frameId, deadline);
  if (link === undefined) return undefined;
  link.place = { in: spot.in, ref: spot.ref };
  const known = isActed(spot, manner) ? acted?.observed : undefined;
  const observed = known ?? (await observe(parts, link, scope, maxDepth, deadline));
  if (observed === undefined) return undefined;
  // A read of limited depth says nothing of what the frame holds.
  const isAnother = maxDepth === undefined && page.frames.isAnother(link);
  const isShown = !scope.sinceObservation || isAnother || spot.shown || isActed(spot, manner);
  return {
    frame: { under: spot.ref, ...spot.origin, ...shownOf(observed.observation, isShown) },
    below: spotsIn(link, observed.frames, spot.origin),
  };
}

/** What is listed. Where nothing is to compare with, it is all or nothing. */
function shownOf({ records, delta }: Observation, isShownWhole: boolean): Pick<Frame, 'records' | 'delta'> {
  return delta || isShownWhole ? { records, delta } : { records: '', delta: true };
}

/** The part of a limited depth that is left inside the frame. */
function depthIn({ depth }: ListedFrame, { maxDepth }: Scope): number | undefined {
  return typeof maxDepth === 'number' ? maxDepth - depth - 1 : undefined;
}

async function observe(
  { content }: Parts,
  link: Link,
  scope: Scope,
  maxDepth: number | undefined,
  deadline: Deadline,
): Promise<Observed | undefined> {
  const inFrame = { ...scope, root: null, maxDepth: maxDepth ?? null };
  return content.ask(link, { do: 'observe', scope: inFrame }, deadline).catch(() => undefined);
}

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
