// Loading another document in a tab: navigate and back, and the answer of every command that loads.

import type { Answer, Left, Observation } from '../protocol';
import { NAVIGATED_MS } from '../protocol';
import { checkedAddress, differsInFragmentOnly, refusedAddress } from './addresses';
import { Failure, messageOf } from './failure';
import { askToLeave } from './leaving';
import type { LoadEnd } from './navigations';
import { observeWhole } from './observe';
import type { Call, CommandOf, Parts } from './parts';
import { showsError } from './pages';
import { getTab, listIndex, wireTab } from './tabs';
import { Deadline, LATE, within } from './timing';

/** Longest wait for a load from the history, or a reload, to begin (contract: POST /api/back). */
const STARTS_MS = 1_000;
/** Longest wait for a move within the document: to the fragment that it has, none is told. */
const MOVE_MS = 250;

/** A page that cannot say so soon where it is is not there. */
const PAGE_ANSWER_MS = 1_000;

type Ended = LoadEnd | 'late';

export async function navigate(
  parts: Parts,
  call: Call,
  { tabId, url, timeoutMs, observe }: CommandOf<'navigate'>,
): Promise<Answer> {
  const address = checkedAddress(url);
  const tab = await parts.admission.toWrite(tabId, call.caller, 'navigate');
  const isMove = differsInFragmentOnly(tab.url ?? '', address);
  const left = isMove ? null : await askToLeave(parts, tab);
  const mark = parts.navigations.mark();
  await browser.tabs.update(tabId, { url: address }).catch((error: unknown) => {
    throw refusedAddress(url, messageOf(error));
  });
  const until = call.deadline.orIn(timeoutMs);
  const end = isMove
    ? await awaitMove(parts, tabId, mark, until)
    : await awaitLoad(parts, tabId, mark, until);
  if (end === 'failed') throw await failed(parts, tabId, left);
  return loaded(parts, call, tabId, { end, observe, wanted: address, left: goneSince(parts, tabId, mark, left) });
}

/** The browser shows a page of its own in place of the one that was wanted. */
export async function failed({ statuses }: Parts, tabId: number, left: Left | null): Promise<Failure> {
  const tab = await getTab(tabId);
  const { reply } = showsError(tab, statuses.of(tab));
  return new Failure(left === null ? reply : { ...reply, state: { ...reply.state, left } });
}

/** What is lost of the page that was there: nothing as long as the tab shows no other document. */
const goneSince = (
  { navigations }: Parts,
  tabId: number,
  mark: number,
  left: Left | null,
): Left | null => (navigations.committedSince(tabId, mark) ? left : null);

export async function goBack(
  parts: Parts,
  call: Call,
  { tabId, observe }: CommandOf<'goBack'>,
): Promise<Answer> {
  const tab = await parts.admission.toWrite(tabId, call.caller, 'goBack');
  const left = await askToLeave(parts, tab);
  const mark = parts.navigations.mark();
  // Without a history the browser refuses or does nothing: the page is answered as it is.
  await browser.tabs.goBack(tabId).catch(() => undefined);
  // Only what is lost is worth the wait for it.
  if (!observe && left === null) return loaded(parts, call, tabId, { end: 'loaded', observe, left });
  const moved = await started(parts, call, tabId, mark);
  if (moved !== 'begun') return loaded(parts, call, tabId, { end: 'loaded', observe, left: null });
  if (!observe) return loaded(parts, call, tabId, { end: 'loaded', observe, left });
  const end = await awaitLoad(parts, tabId, mark, call.deadline.orIn(NAVIGATED_MS));
  return loaded(parts, call, tabId, { end, observe, left: goneSince(parts, tabId, mark, left) });
}

/** Waits until a load or a move within the document begins. */
export function started(
  parts: Parts,
  { deadline }: Call,
  tabId: number,
  mark: number,
): Promise<'begun' | 'moved' | undefined> {
  const until = deadline.orIn(STARTS_MS);
  return parts.bells.until(tabId, () => begunOrMoved(parts, tabId, mark), until);
}

/** Waits for the load that began after the mark. */
export async function awaitLoad(
  { bells, navigations }: Parts,
  tabId: number,
  mark: number,
  deadline: Deadline,
): Promise<Ended> {
  const end = await bells.until(tabId, () => navigations.endSince(tabId, mark), deadline);
  return end ?? 'late';
}

async function awaitMove(
  parts: Parts,
  tabId: number,
  mark: number,
  deadline: Deadline,
): Promise<Ended> {
  const starts = deadline.orIn(MOVE_MS);
  const moved = await parts.bells.until(tabId, () => begunOrMoved(parts, tabId, mark), starts);
  return moved === 'begun' ? awaitLoad(parts, tabId, mark, deadline) : 'loaded';
}

function begunOrMoved(
  { navigations }: Parts,
  tabId: number,
  mark: number,
): 'begun' | 'moved' | undefined {
  if (navigations.begunSince(tabId, mark)) return 'begun';
  return navigations.movedSince(tabId, mark) ? 'moved' : undefined;
}

/** `wanted`: the address of a page that must be there now; `left`: what of the one before is lost. */
export type HowLoaded = { end: Ended; observe: boolean; wanted?: string; left: Left | null };

/** The answer: the tab as it is now and, when asked for and readable, its page. */
export async function loaded(
  parts: Parts,
  { caller, deadline }: Call,
  tabId: number,
  { end, observe, left, wanted = 'about:blank' }: HowLoaded,
): Promise<Answer> {
  const tab = await getTab(tabId);
  const blank = tab.url === 'about:blank' && tab.status === 'complete' && !/^about:/.test(wanted);
  // The browser may go on telling about:blank of a page that is there.
  const address = blank ? await addressInPage(tabId) : undefined;
  const timedOut = end === 'late' && address === undefined;
  const seen = observe && !timedOut ? await observed(parts, tabId, deadline) : {};
  return {
    result: 'loaded',
    tab: wireTab(address === undefined ? tab : { ...tab, url: address }, await listIndex(tabId), parts.ownership.isOwned(tabId, caller)),
    timedOut,
    stalled: timedOut && blank,
    kept: end === 'kept',
    ...(left === null ? {} : { left }),
    ...seen,
  };
}

/** What the tab's page calls itself, once it has loaded. */
async function addressInPage(tabId: number): Promise<string | undefined> {
  const asked = browser.scripting
    .executeScript({
      target: { tabId },
      injectImmediately: true,
      func: () => (document.readyState === 'complete' ? document.URL : ''),
    })
    .catch(() => []);
  const answers = await within(asked, Deadline.in(PAGE_ANSWER_MS));
  const url: unknown = answers === LATE ? undefined : answers[0]?.result;
  return typeof url === 'string' && URL.canParse(url) && url !== 'about:blank' ? url : undefined;
}

type Seen = { observation: Observation } | { observationError: string };

async function observed(parts: Parts, tabId: number, deadline: Deadline): Promise<Seen> {
  try {
    return { observation: await observeWhole(parts, tabId, deadline) };
  } catch (error) {
    return { observationError: messageOf(error) };
  }
}
