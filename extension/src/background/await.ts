// The commands around waiting: until a condition is met, the moment before an action, and what a tab
// has come to when an outcome did not show (contract: *browser_wait_for*, *Action outcomes*).

import type { Answer, Condition, ErrorReply, Seen, Target } from '../protocol';
import { readerOf } from './condition';
import { errorReply } from './failure';
import { read, refOf } from './observe';
import { openedTabs } from './opened-tabs';
import type { Call, CommandOf, Parts } from './parts';
import { repeat } from './repeat';
import { getTab, listIndex, wireTab } from './tabs';
import { Deadline, sleep } from './timing';

export async function awaitCondition(
  parts: Parts,
  call: Call,
  { tabId, condition, timeoutMs, pollMs }: CommandOf<'await'>,
): Promise<Answer> {
  const { look, mayPass, wakes } = readerOf(parts, call, tabId, condition);
  const pause = (milliseconds: number) =>
    wakes ? parts.bells.next(tabId, Deadline.in(milliseconds)) : sleep(milliseconds);
  const ended = await repeat({ look, mayPass, pause }, { timeoutMs, pollMs });
  const { met, seen, looks, incomplete, error } = ended;
  return {
    result: 'awaited',
    met,
    looks,
    incomplete,
    ...(seen === undefined ? {} : { seen }),
    ...(error === undefined ? {} : { error }),
  };
}

export async function mark(
  parts: Parts,
  call: Call,
  { tabId, look, lookMs }: CommandOf<'mark'>,
): Promise<Answer> {
  const { url = '', discarded = false } = await getTab(tabId);
  const openings = parts.openings.mark();
  const navigations = parts.navigations.mark();
  const objections = parts.leavings.mark();
  const until = { ...call, deadline: call.deadline.orIn(lookMs) };
  // The action is a write, which wakes no tab.
  const isAsleep = discarded && look?.of === 'page';
  const looked =
    look === null || look === undefined || isAsleep ? {} : await lookOnce(parts, until, tabId, look);
  return { result: 'marked', marks: { url, openings, navigations, objections }, ...looked };
}

async function lookOnce(
  parts: Parts,
  call: Call,
  tabId: number,
  condition: Condition,
): Promise<{ seen: Seen } | { error: ErrorReply }> {
  try {
    const reader = readerOf(parts, call, tabId, condition);
    return { seen: (await reader.look(call.deadline, false)).seen };
  } catch (error) {
    return { error: errorReply(error) };
  }
}

export async function aftermath(
  parts: Parts,
  call: Call,
  { tabId, openings, clicked }: CommandOf<'aftermath'>,
): Promise<Answer> {
  const [opened, visible] = await Promise.all([
    openedTabs(parts, call, parts.openings.since(tabId, openings)),
    isShown(parts, call, tabId, clicked ?? null),
  ]);
  const tab = await getTab(tabId).catch(() => undefined);
  if (tab === undefined) return { result: 'aftermath', closed: true, opened, visible };
  const owned = parts.ownership.isOwned(tabId, call.caller);
  const told = wireTab(tab, await listIndex(tabId), owned);
  return { result: 'aftermath', tab: told, closed: false, opened, visible };
}

/** A page that does not say so in time shows nothing as far as is known. */
async function isShown(
  parts: Parts,
  { deadline }: Call,
  tabId: number,
  target: Target | null,
): Promise<boolean> {
  if (target === null) return false;
  const condition = { when: 'shown', target } as const;
  const command = { do: 'look', condition, last: false, moreThan: 0 } as const;
  const shown = read(parts, tabId, command, deadline, refOf(target));
  return shown.then(({ answer }) => answer.met).catch(() => false);
}
