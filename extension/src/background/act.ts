// Acts on a page and answers with what came of it: admission, dispatch, the page's reaction, and
// then what the page shows. One round trip of the bridge.

import type { Answer, Done, PageAction, Show } from '../protocol';
import type { Link } from './link';
import { messageOf } from './failure';
import { followLoad } from './follow';
import type { Followed } from './follow';
import { observeWhole } from './observe';
import { openedTabs } from './opened-tabs';
import { behindDialog, pageToWrite } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { popupWarning } from './popups';
import { settle } from './settle';
import type { Reaction } from './settle';
import { getTabAfter } from './tabs';
import type { Deadline } from './timing';
import { Watch } from './watch';

type Acted = Extract<Answer, { result: 'acted' }>;
type After = Pick<Acted, 'done' | 'observation' | 'observationError'> & { followed: Followed };

export function act(parts: Parts, call: Call, command: CommandOf<'act'>): Promise<Answer> {
  return parts.openings.during(command.tabId, () => actOn(parts, call, command));
}

async function actOn(parts: Parts, call: Call, command: CommandOf<'act'>): Promise<Answer> {
  const { tabId, action, show } = command;
  const admitted = await parts.admission.toWrite(tabId, call.caller, actionName(action));
  const tab = pageToWrite(admitted);
  const dialog = parts.dialogs.of(tabId);
  if (dialog !== undefined) throw behindDialog(tab, dialog);
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
  if (followed === 'pending' && watch.sameDocument) {
    return { done, observationError: 'The next page has not arrived yet', followed };
  }
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
  if (!watch.sameDocument) await getTabAfter(watch.tabId, 'action');
  const dialog = watch.dialog();
  const opened = await openedTabs(parts, call, watch.openedTabs());
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

function optional<K extends string, V>(key: K, value: V | null | undefined): { [P in K]?: V } {
  const present: { [P in K]?: V } = {};
  if (value !== null && value !== undefined) present[key] = value;
  return present;
}

