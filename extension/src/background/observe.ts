// Reads of a page: its lines, and how often texts occur in it. Any tab may be read.

import type { Answer, Observation } from '../protocol';
import type { Answering, Asking } from './content-link';
import { behindDialog, pageToRead } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import type { Deadline } from './timing';

/** Longest wait for a page while a native dialog is open in it. */
const BEHIND_DIALOG_MS = 2_000;

export async function observe(
  parts: Parts,
  { deadline }: Call,
  { tabId, scope }: CommandOf<'observe'>,
): Promise<Answer> {
  const { observation } = await read(parts, tabId, { do: 'observe', scope }, deadline);
  return { result: 'observed', observation };
}

export async function readTree(
  parts: Parts,
  { deadline }: Call,
  { tabId, scope }: CommandOf<'readTree'>,
): Promise<Answer> {
  const { tree } = await read(parts, tabId, { do: 'readTree', scope }, deadline);
  return { result: 'tree', tree };
}

export async function readForms(
  parts: Parts,
  { deadline }: Call,
  { tabId }: CommandOf<'readForms'>,
): Promise<Answer> {
  const { forms } = await read(parts, tabId, { do: 'readForms' }, deadline);
  return { result: 'forms', forms };
}

export async function readText(
  parts: Parts,
  { deadline }: Call,
  { tabId, texts, names }: CommandOf<'readText'>,
): Promise<Answer> {
  const found = await read(parts, tabId, { do: 'readText', texts, names }, deadline);
  return { result: 'text', counts: found.counts, names: found.names };
}

/** The whole page that a navigation loaded. */
export async function observeWhole(
  parts: Parts,
  tabId: number,
  deadline: Deadline,
): Promise<Observation> {
  const scope = { boxes: false, text: true, collapse: true, sinceObservation: false };
  return (await read(parts, tabId, { do: 'observe', scope }, deadline)).observation;
}

/** Asks the tab's page. Behind a native dialog it may not answer before that is closed. */
async function read<D extends 'observe' | 'readForms' | 'readText' | 'readTree'>(
  parts: Parts,
  tabId: number,
  command: Asking<D>,
  deadline: Deadline,
): Promise<Answering<D>> {
  const tab = await pageToRead(parts, tabId, deadline);
  const dialog = parts.dialogs.of(tabId);
  const until = dialog === undefined ? deadline : deadline.orIn(BEHIND_DIALOG_MS);
  const link = await parts.content.reach(tab, until);
  try {
    return await parts.content.ask<D>(link, command, until);
  } catch (error) {
    throw dialog !== undefined && until.left === 0 ? behindDialog(tab, dialog) : error;
  }
}
