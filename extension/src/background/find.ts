// Finds elements by what people call them, in the page and in its frames of other origins (contract:
// *POST /api/find*; *Frames*, cross-origin frames in other reads).

import { FIND_HITS } from '../protocol';
import type { Answer, Hit } from '../protocol';
import type { Answering } from './content-link';
import { walkFrames, type FrameRead, type Spot } from './frame-walk';
import type { Link } from './link';
import { read } from './observe';
import type { Call, CommandOf, Parts } from './parts';
import type { Deadline } from './timing';

type Found = Answering<'find'>;

export async function find(
  parts: Parts,
  { deadline }: Call,
  { tabId, query }: CommandOf<'find'>,
): Promise<Answer> {
  const command = { do: 'find', query } as const;
  const { page, answer } = await read(parts, tabId, command, deadline);
  const ask = (link: Link, _: Spot, until: Deadline): Promise<Found> =>
    parts.content.ask(link, command, until);
  const place = { origin: { x: 0, y: 0 }, levels: 0 };
  const walk = { from: page, frames: answer.frames, place, ask, isWanted: () => true };
  const { reads, leftOut } = await walkFrames(parts, page, walk, deadline);
  const all = [answer.hits, ...reads.map(inFrame)];
  // Where the query is a selector, what it only says in words elsewhere does not count.
  const bySelector = all.some(hits => hits.bySelector);
  const hits = all.filter(each => each.bySelector === bySelector).flatMap(({ hits }) => hits);
  if (!bySelector) hits.sort(bestFirst);
  const best = hits.slice(0, FIND_HITS);
  return { result: 'hits', hits: { hits: best, bySelector, framesLeftOut: leftOut } };
}

const bestFirst = (a: Hit, b: Hit): number =>
  (b.score ?? 0) - (a.score ?? 0) || a.text.length - b.text.length;

/** A selector would match in the page, so what is in a frame has none. */
function inFrame({ answer: { hits }, origin }: FrameRead<Found>): Found['hits'] {
  const moved = hits.hits.map(hit => ({
    ...hit,
    selector: null,
    bounds: { ...hit.bounds, x: hit.bounds.x + origin.x, y: hit.bounds.y + origin.y },
  }));
  return { ...hits, hits: moved };
}
