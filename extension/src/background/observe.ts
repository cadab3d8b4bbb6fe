// Reads of a page: its lines, and how often texts occur in it. Any tab may be read.

import type { Answer, Observation } from '../protocol';
import { pageToRead } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import type { Deadline } from './timing';

export async function observe(
  parts: Parts,
  { deadline }: Call,
  { tabId, scope }: CommandOf<'observe'>,
): Promise<Answer> {
  const link = await parts.content.reach(await pageToRead(parts, tabId, deadline), deadline);
  const { observation } = await parts.content.ask(link, { do: 'observe', scope }, deadline);
  return { result: 'observed', observation };
}

export async function readText(
  parts: Parts,
  { deadline }: Call,
  { tabId, texts, names }: CommandOf<'readText'>,
): Promise<Answer> {
  const link = await parts.content.reach(await pageToRead(parts, tabId, deadline), deadline);
  const found = await parts.content.ask(link, { do: 'readText', texts, names }, deadline);
  return { result: 'text', counts: found.counts, names: found.names };
}

/** The whole page that a navigation loaded. */
export async function observeWhole(
  parts: Parts,
  tabId: number,
  deadline: Deadline,
): Promise<Observation> {
  const link = await parts.content.reach(await pageToRead(parts, tabId, deadline), deadline);
  const scope = { boxes: false, sinceObservation: false };
  return (await parts.content.ask(link, { do: 'observe', scope }, deadline)).observation;
}
