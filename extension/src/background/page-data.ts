// The page-data reads: what the page's own document says; frames have pages of their own
// (contract: *Page Data*).

import type { Answer } from '../protocol';
import { read } from './observe';
import type { Call, CommandOf, Parts } from './parts';

export async function readData(
  parts: Parts,
  { deadline }: Call,
  { tabId, read: wish }: CommandOf<'readData'>,
): Promise<Answer> {
  const { answer } = await read(parts, tabId, { do: 'readData', read: wish }, deadline);
  const { data } = answer;
  if (data.about !== 'info') return { result: 'data', data };
  const dialogs = parts.dialogs.history(tabId);
  return { result: 'data', data: { ...data, info: { ...data.info, dialogs } } };
}
