// Acts on a page and answers with what came of it: admission, dispatch, the page's reaction, and
// then what the page shows. One round trip of the bridge.

import type { Answer, Done, PageAction, Show } from '../protocol';
import type { Link } from './link';
import { failure, messageOf } from './failure';
import { followLoad } from './follow';
import type { Followed } from './follow';
import { observeWhole } from './observe';
import { pageState, pageToWrite } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { popupWarning } from './popups';
import { settle } from './settle';
import type { Reaction } from './settle';
import { getTab, listIndex, wireTab } from './tabs';
import type { BrowserTab } from './tabs';
import { sleep } from './timing';
import type { Deadline } from './timing';
import { Watch } from './watch';

/** Longest wait for the URL of a tab that the action opened. */
const OPENED_URL_MS = 1_000;
const OPENED_POLL_MS = 25;

type Acted = Extract<Answer, { result: 'acted' }>;
type After = Pick<Acted, 'done' | 'observation' | 'observationError'> & { followed: Followed };

export async function act(parts: Parts, call: Call, command: CommandOf<'act'>): Promise<Answer> {
  const { tabId, action, show } = command;
  const admitted = await parts.admission.toWrite(tabId, call.caller, actionName(action));
  const tab = pageToWrite(admitted);
  refuseBehindDialog(parts, tab);
  const link = await parts.content.reach(tab, call.deadline);
  parts.admission.stillFree(tab);

  const watch = new Watch(parts, link);
  const sent = await dispatch(parts, watch, link, command, call.deadline);
  if (sent === 'dialog') return answer(parts, call, watch, action, unread({}));
  if (show === 'nothing') return answer(parts, call, watch, action, unread(sent.done));
  const followed = await react(parts, watch, show, sent, call.deadline);
  const after = await readAfter(parts, watch, link, show, sent.done, followed, call.deadline);
  return answer(parts, call, watch, action, after);
}

/** The contract's name of the action. */
export function actionName(action: PageAction): string {
  switch (action.act) {
    case 'click':
      return action.double ? 'doubleClick' : 'click';
    case 'fill':
      return 'fill';
    case 'fillForm':
      return 'formFill';
    case 'type':
      return 'type';
    case 'press':
      return 'keypress';
    case 'select':
      return 'selectOption';
    case 'check':
      return 'checkBox';
  }
}

/** The page's scripts do not run while a native dialog is open: an event would be half handled. */
function refuseBehindDialog({ dialogs }: Parts, tab: BrowserTab): void {
  const dialog = dialogs.of(tab.id);
  if (dialog === undefined) return;
  throw failure('content_unavailable', `A native ${dialog.type} is open in tab ${tab.id}`, {
    hint: 'Ask the user to answer it, or load another page in the tab.',
    state: { ...pageState(tab), dialog },
  });
}

/** Sends the action. A native dialog keeps the page from answering: then its report counts. */
async function dispatch(
  { content, bells }: Parts,
  watch: Watch,
  link: Link,
  { action, show, keepRecord }: CommandOf<'act'>,
  deadline: Deadline,
): Promise<'dialog' | ({ done: Done } & Reaction)> {
  const asked = content.ask(link, { do: 'act', action, show, keepRecord }, deadline);
  const dialog = bells.until(link.tabId, () => watch.dialog(), deadline);
  const first = await Promise.race([asked, dialog]);
  if (watch.dialog() !== undefined) {
    asked.catch(() => undefined);
    return 'dialog';
  }
  watch.dispatched();
  return first !== undefined && 'did' in first ? first : asked;
}

/** Waits for the page's reaction, and for the load of another page that it begins. */
async function react(
  parts: Parts,
  watch: Watch,
  show: Show,
  reaction: Reaction,
  deadline: Deadline,
): Promise<Followed> {
  if (show === 'delta') await settle(watch, reaction);
  const followed = await followLoad(parts, watch, deadline);
  if (followed !== 'kept' || !watch.navigating()) return followed;
  // The request kept the document, which goes on reacting.
  watch.forgetLoad();
  return react(parts, watch, show, reaction, deadline);
}

/** What the page, or the one that the action loaded, shows now. */
async function readAfter(
  parts: Parts,
  watch: Watch,
  link: Link,
  show: Show,
  done: Done,
  followed: Followed,
  deadline: Deadline,
): Promise<After> {
  if (watch.dialog() !== undefined) return unread(done);
  try {
    if (followed !== 'kept') {
      const observation = await observeWhole(parts, watch.tabId, deadline);
      return { done, observation, followed };
    }
    const after = await parts.content.ask(link, { do: 'observeAfter', show }, deadline);
    return { done: after.done, observation: after.observation, followed };
  } catch (error) {
    return { done, observationError: messageOf(error), followed };
  }
}

function unread(done: Done): After {
  return { done, followed: 'kept' };
}

async function answer(
  parts: Parts,
  call: Call,
  watch: Watch,
  action: PageAction,
  after: After,
): Promise<Acted> {
  const dialog = watch.dialog();
  const opened = await openedTabs(parts, call, watch);
  const warning = after.done.warning ?? popupWarning(action, watch.refusedPopups(), opened.length);
  return {
    result: 'acted',
    done: warning === undefined ? after.done : { ...after.done, warning },
    navigated: after.followed !== 'kept',
    navigationPending: after.followed === 'pending',
    requestPending: watch.requesting(),
    opened,
    ...optional('observation', after.observation),
    ...optional('observationError', after.observationError),
    ...optional('dialog', dialog),
  };
}

/** Tabs that the action opened, each with its URL if that is there in time. */
async function openedTabs(parts: Parts, { caller, deadline }: Call, watch: Watch) {
  const until = deadline.orIn(OPENED_URL_MS);
  const read = watch.openedTabs().map(async tabId => {
    const tab = await addressed(tabId, until);
    if (tab === undefined) return [];
    return [wireTab(tab, await listIndex(tabId), parts.ownership.isOwned(tabId, caller))];
  });
  return (await Promise.all(read)).flat();
}

async function addressed(tabId: number, until: Deadline): Promise<BrowserTab | undefined> {
  for (;;) {
    const tab = await getTab(tabId).catch(() => undefined);
    const blank = tab !== undefined && (tab.url ?? 'about:blank') === 'about:blank';
    if (!blank || until.left === 0) return tab;
    await sleep(OPENED_POLL_MS);
  }
}

function optional<K extends string, V>(key: K, value: V | null | undefined): { [P in K]?: V } {
  const present: { [P in K]?: V } = {};
  if (value !== null && value !== undefined) present[key] = value;
  return present;
}

