// Reads of a page: its lines. Any tab may be read.

import { FRAMES_MS } from '../protocol';
import type { Answer, Done, Observation, PersonNeeded, Scope, Target } from '../protocol';
import type { Answering, Asking, Doing } from './content-link';
import { originOf, readFrames } from './frames';
import type { Manner } from './frames';
import type { Link } from './link';
import { behindDialog, pageToRead } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { getTab } from './tabs';
import type { Deadline } from './timing';

/** Longest wait for a page while a native dialog is open in it. */
const BEHIND_DIALOG_MS = 2_000;

const WHOLE: Scope = { boxes: false, text: true, collapse: true, sinceObservation: false };
const CHANGES: Scope = { ...WHOLE, sinceObservation: true };

type Observed = Pick<Answering<'observe'>, 'observation' | 'frames'>;

export async function observe(
  parts: Parts,
  { deadline }: Call,
  { tabId, scope }: CommandOf<'observe'>,
): Promise<Answer> {
  return { result: 'observed', observation: await observeScope(parts, tabId, scope, deadline) };
}

/** The whole page that a navigation loaded. */
export function observeWhole(
  parts: Parts,
  tabId: number,
  deadline: Deadline,
): Promise<Observation> {
  return observeScope(parts, tabId, WHOLE, deadline);
}

async function observeScope(
  parts: Parts,
  tabId: number,
  scope: Scope,
  deadline: Deadline,
): Promise<Observation> {
  const command = { do: 'observe', scope } as const;
  const { page, link, answer } = await read(parts, tabId, command, deadline, refOf(scope.root));
  // Compared with nothing, a page is read whole, and its frames with it.
  const isWhole = !answer.observation.delta;
  const manner = { scope: { ...scope, sinceObservation: scope.sinceObservation && !isWhole } };
  return link === page
    ? withFrames(parts, page, answer, manner, deadline)
    : asPartOfPage(parts, page, link, answer, manner, deadline);
}

/** The page with what its frames of other origins show. */
async function withFrames(
  parts: Parts,
  page: Link,
  { observation, frames }: Observed,
  manner: Manner,
  deadline: Deadline,
): Promise<Observation> {
  const from = { link: page, frames, origin: { x: 0, y: 0 } };
  return { ...observation, ...(await readFrames(parts, page, from, manner, deadline)) };
}

/** A part of a frame, as an observation of the tab's page that shows nothing else. */
async function asPartOfPage(
  parts: Parts,
  page: Link,
  link: Link,
  { observation, frames }: Observed,
  manner: Manner,
  deadline: Deadline,
): Promise<Observation> {
  const { url = '', title = '' } = await getTab(page.tabId);
  const origin = manner.scope.boxes ? await originOf(parts, link, deadline) : { x: 0, y: 0 };
  const { records, delta } = observation;
  const below = await readFrames(parts, page, { link, frames, origin }, manner, deadline);
  const needed = await personNeeded(parts, page, deadline);
  return {
    ...observation,
    ...(needed === null ? {} : { personNeeded: needed }),
    url,
    title,
    records: '',
    frames: [{ records, delta, ...origin }, ...below.frames],
    framesLeftOut: below.framesLeftOut,
  };
}

/** What the tab's page, not the frame, needs of the person. */
async function personNeeded(
  { content }: Parts,
  page: Link,
  deadline: Deadline,
): Promise<PersonNeeded | null> {
  const command = { do: 'readData', read: { about: 'personNeeded' } } as const;
  const { data } = await content.ask(page, command, deadline);
  return data.about === 'personNeeded' ? (data.needed ?? null) : null;
}

/** The tab's page, and the document in it that carries out an action: the page or a frame. */
export type Acting = { page: Link; link: Link };

type After = { done: Done; observation: Observation };

/** What the page shows after an action that the document of `link` has carried out. */
export async function observeAfter(
  parts: Parts,
  { page, link }: Acting,
  { done, show }: { done: Done; show: 'delta' | 'full' },
  deadline: Deadline,
): Promise<After> {
  const command = { do: 'observeAfter', show } as const;
  const manner = { scope: show === 'delta' ? CHANGES : WHOLE };
  if (link === page) {
    const after = await parts.content.ask(page, command, deadline);
    const observation = await withFrames(parts, page, seen(after), manner, deadline);
    return { done: after.done, observation };
  }
  return observeFrameAfter(parts, { page, link }, { done, command, manner }, deadline);
}

/** The same of an action in a frame. The page is compared with what was last read of it. */
async function observeFrameAfter(
  parts: Parts,
  { page, link }: Acting,
  { done, command, manner }: { done: Done; command: Asking<'observeAfter'>; manner: Manner },
  deadline: Deadline,
): Promise<After> {
  const until = deadline.orIn(FRAMES_MS);
  const after = await parts.content.ask(link, command, until).catch(() => undefined);
  const around = await observeAround(parts, page, manner.scope, deadline);
  const acted = { frameId: link.frameId, observed: after && seen(after) };
  const observation = await withFrames(parts, page, around, { ...manner, acted }, until);
  const answered = observation.frames?.some(({ under }) => under === link.place?.ref) === true;
  const target = after?.observation?.target;
  return {
    done: after?.done ?? done,
    observation: {
      ...observation,
      ...(target === undefined || target === null ? {} : { target }),
      unshownChange: observation.unshownChange || !answered || after?.observation?.unshownChange === true,
    },
  };
}

async function observeAround(
  { content }: Parts,
  page: Link,
  scope: Scope,
  deadline: Deadline,
): Promise<Observed> {
  const first = await content.ask(page, { do: 'observe', scope }, deadline);
  // Never read before, it is compared with what it is now: that shows its frames and no change.
  const isCompared = !scope.sinceObservation || first.observation.delta;
  return isCompared ? first : content.ask(page, { do: 'observe', scope }, deadline);
}

function seen({ observation, frames }: Answering<'observeAfter'>): Observed {
  if (observation === null) throw new Error('the page was not to be observed');
  return { observation, frames };
}

/** The ref of a target that is one. */
export const refOf = (target: Target | null | undefined): number | undefined =>
  target?.by === 'ref' ? target.ref : undefined;

type Reads = 'find' | 'inspect' | 'look' | 'observe' | 'readData' | 'readForms' | 'readTree';
type Reading<D extends Doing> = { page: Link; link: Link; answer: Answering<D> };

/**
 * Asks the tab's page, or the frame that gave out the ref. Behind a native dialog it may not answer
 * before that is closed.
 */
export async function read<D extends Reads>(
  parts: Parts,
  tabId: number,
  command: Asking<D>,
  deadline: Deadline,
  ref?: number,
): Promise<Reading<D>> {
  const knocked = parts.content.knock(tabId, deadline);
  const tab = await pageToRead(parts, tabId, deadline);
  const dialog = parts.dialogs.of(tabId);
  const until = dialog === undefined ? deadline : deadline.orIn(BEHIND_DIALOG_MS);
  const page = await parts.content.reach(tab, until, knocked);
  const link = await parts.content.holder(page, ref);
  try {
    return { page, link, answer: await parts.content.ask<D>(link, command, until) };
  } catch (error) {
    throw dialog !== undefined && until.left === 0 ? behindDialog(tab, dialog) : error;
  }
}
