// Goes through the frames of other origins that documents list (contract: *Frames*): at most six a
// read, those of one document before those inside them, all within one deadline. What is asked of a
// frame is the caller's.

import { FRAMES, FRAMES_MS, FRAME_LEVELS, FRAME_SIDE } from '../protocol';
import type { ListedFrame } from '../shared/messages';
import type { Link } from './link';
import type { Parts } from './parts';
import type { Deadline } from './timing';

export type Point = { x: number; y: number };

/** Where a document is: its viewport in the top one, and its root below where the read began. */
export type Place = { readonly origin: Point; readonly levels: number };

/** A frame, and where its document is. */
export type Spot = Place & { readonly frame: ListedFrame; readonly in: Link };

type Holding = { readonly frames: readonly ListedFrame[] };

/** What a frame answered. */
export type FrameRead<A> = Spot & { readonly link: Link; readonly answer: A };

export type Walk<A> = {
  /** The document that the read began in. */
  readonly from: Link;
  readonly frames: readonly ListedFrame[];
  readonly place: Place;
  /** Asks a frame; a failure leaves it unread. */
  readonly ask: (link: Link, spot: Spot, deadline: Deadline) => Promise<A>;
  /** A frame beyond the read's depth is not asked. */
  readonly isWanted: (spot: Spot) => boolean;
  /** A frame that is read whatever its size, and counts for nothing. */
  readonly isAlwaysRead?: (spot: Spot) => boolean;
};

/** The frames that answered, outer ones first, and how many the limit left out. */
export async function walkFrames<A extends Holding>(
  parts: Parts,
  page: Link,
  walk: Walk<A>,
  deadline: Deadline,
): Promise<{ reads: FrameRead<A>[]; leftOut: number }> {
  const until = deadline.orIn(FRAMES_MS);
  const isAlways = walk.isAlwaysRead ?? (() => false);
  const reads: FrameRead<A>[] = [];
  let leftOut = 0;
  let room = FRAMES;
  let spots = spotsIn(walk.from, walk.frames, walk.place);
  for (let level = 0; level < FRAME_LEVELS && spots.length > 0; level++) {
    const wanted = spots.filter(walk.isWanted);
    const others = wanted.filter(spot => !isAlways(spot) && isLarge(spot));
    const chosen = others.slice(0, room);
    room -= chosen.length;
    leftOut += others.length - chosen.length;
    const asked = [...wanted.filter(isAlways), ...chosen];
    const answers = await Promise.all(asked.map(spot => readOne(parts, page, walk, spot, until)));
    const answered = answers.filter(answer => answer !== undefined);
    reads.push(...answered);
    spots = answered.flatMap(read => spotsIn(read.link, read.answer.frames, read));
  }
  return { reads, leftOut };
}

const spotsIn = (link: Link, frames: readonly ListedFrame[], { origin, levels }: Place): Spot[] =>
  frames.map(frame => ({
    frame,
    in: link,
    origin: { x: origin.x + frame.at.x, y: origin.y + frame.at.y },
    levels: levels + frame.depth + 1,
  }));

const isLarge = ({ frame: { at } }: Spot): boolean =>
  at.width >= FRAME_SIDE && at.height >= FRAME_SIDE;

/** `undefined` when the frame does not answer in time. */
async function readOne<A extends Holding>(
  parts: Parts,
  page: Link,
  { ask }: Walk<A>,
  spot: Spot,
  deadline: Deadline,
): Promise<FrameRead<A> | undefined> {
  const link = await parts.content.reachFrame(page, spot.frame.frameId, deadline);
  if (link === undefined) return undefined;
  link.place = { in: spot.in, ref: spot.frame.ref };
  const answer = await ask(link, spot, deadline).catch(() => undefined);
  return answer === undefined ? undefined : { ...spot, link, answer };
}
