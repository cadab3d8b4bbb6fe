// Acts on a page and answers with what came of it: admission, dispatch, the page's reaction, and
// then what the page shows. One round trip of the bridge.

import type { Address, Answer, Blocked, Done, FieldOutcome, PageAction, Show } from '../protocol';
import type { Acted } from '../shared/messages';
import { errandsOf, fillEarlier } from './errands';
import type { Errand, Filled } from './errands';
import { messageOf } from './failure';
import { followLoad } from './follow';
import type { Followed } from './follow';
import type { Link } from './link';
import { observeAfter, observeWhole } from './observe';
import type { Acting } from './observe';
import { followLink } from './link-fallback';
import type { Followed as FollowedLink } from './link-fallback';
import { OPENED_LISTED, openedTabs } from './opened-tabs';
import { actInParts, isPaced } from './paced';
import { behindDialog, pageToWrite } from './pages';
import type { Call, CommandOf, Parts } from './parts';
import { whenReady } from './ready';
import { settle } from './settle';
import type { Reaction } from './settle';
import { getTabAfter } from './tabs';
import { LATE, within } from './timing';
import type { Deadline } from './timing';
import { takeFiles } from './upload-files';
import { Watch } from './watch';

type Result = Extract<Answer, { result: 'acted' }>;
type After = Pick<Result, 'done' | 'observation' | 'observationError'> & { followed: Followed };

export function act(parts: Parts, call: Call, command: CommandOf<'act'>): Promise<Answer> {
  return parts.openings.during(command.tabId, () => actOn(parts, call, command));
}

async function actOn(parts: Parts, call: Call, command: CommandOf<'act'>): Promise<Answer> {
  const { tabId, action, show } = command;
  const waitMs = command.waitMs ?? null;
  const knocked = parts.content.knock(tabId, call.deadline);
  const tab = pageToWrite(await admitted(parts, call, tabId, action));
  const dialog = parts.dialogs.of(tabId);
  if (dialog !== undefined) throw behindDialog(tab, dialog);
  const page = await parts.content.reach(tab, call.deadline, knocked);
  const { earlier, last } = await errandsOf(parts, page, action, call.deadline);
  const files = await takeFiles(action, call.deadline);
  parts.admission.stillFree(tab);
  const filled = await fillEarlier(parts, earlier, call.deadline);
  if (action.act === 'scroll' && !tab.active) renderUnseen(tabId);
  let watch = new Watch(parts, page, last.link);
  let link: Promise<FollowedLink> = Promise.resolve(undefined);
  const answered = async (after: After, hidden: boolean) =>
    answer(parts, call, watch, { action, hidden, link: await link }, withEarlier(after, filled));
  if (filled.stopped) return answered(unread({}), !tab.active);

  const how = { show, ready: waitMs !== null, files };
  const send = () => dispatch(parts, watch, last, how, call.deadline);
  const sendAgain = () => {
    parts.admission.stillFree(tab);
    // What happened before this try is not the action's doing.
    watch = new Watch(parts, page, last.link);
    return send();
  };
  const sent = waitMs === null ? await send() : await whenReady(sendAgain, waitMs);
  // Behind a dialog the page cannot say whether it is hidden.
  if (sent === 'dialog') return answered(unread({}), !tab.active);
  link = followLink(parts, call, tab, watch, sent.newTab);
  if (show === 'nothing') return answered(unread(sent.done), sent.hidden);
  const reaction = {
    ...sent,
    plainField: sent.plainField && filled.plain,
    // Its answer shows the whole page, and a page often submits by itself.
    submits: action.act === 'submit',
  };
  const followed = await react(parts, watch, show, reaction, call.deadline);
  const acting = { page, link: last.link };
  const after = await readAfter(parts, watch, acting, show, sent.done, followed, call.deadline);
  return answered(after, sent.hidden);
}

/** Loading more of a list is a read, though one that scrolls. */
function admitted({ admission }: Parts, { caller }: Call, tabId: number, action: PageAction) {
  return action.act === 'scroll' && action.loadMore
    ? admission.toScroll(tabId, caller, actionName(action))
    : admission.toWrite(tabId, caller, actionName(action));
}

/** The outcomes of all fields of a form. */
function withEarlier(after: After, { fields }: Filled): After {
  if (fields.length === 0) return after;
  return { ...after, done: { ...after.done, fields: [...fields, ...(after.done.fields ?? [])] } };
}

/** A page in the background learns of a scroll when it renders, which it then does for a while. */
function renderUnseen(tabId: number): void {
  browser.tabs.warmup(tabId).catch(() => undefined);
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
    case 'scroll':
      return 'scroll';
    case 'edit':
      return 'setEditableContent';
    case 'submit':
      return 'submitForm';
    case 'hover':
      return 'hover';
    case 'drag':
      return 'drag';
    case 'focus':
      return 'focusElement';
    case 'blur':
      return 'blurElement';
    case 'media':
      return 'media';
    case 'upload':
      return 'uploadFile';
  }
}

/** Sends the action. A native dialog keeps the page from answering: then its report counts. */
async function dispatch(
  parts: Parts,
  watch: Watch,
  { link, action }: Errand,
  { files, ...how }: { show: Show; ready: boolean; files: readonly Blob[] },
  deadline: Deadline,
): Promise<'dialog' | Acted> {
  const asked = isPaced(action)
    ? actInParts(parts, watch, link, { action, ...how }, deadline)
    : actAtOnce(parts, link, { action, ...how }, files, deadline);
  const dialog = parts.bells.until(link.tabId, () => watch.dialog(), deadline);
  const first = await Promise.race([asked, dialog]);
  if (watch.dialog() !== undefined) {
    asked.catch(() => undefined);
    return 'dialog';
  }
  watch.dispatched();
  return first !== undefined && 'done' in first ? first : asked;
}

/** What an action waits for on the page, as for a video to start, it waits for no longer than this. */
const PAGE_WAIT_MS = 2_000;

async function actAtOnce(
  { content }: Parts,
  link: Link,
  what: { action: PageAction; show: Show; ready: boolean },
  files: readonly Blob[],
  deadline: Deadline,
): Promise<Acted> {
  const asked = content.ask(link, { do: 'act', ...what }, deadline, files);
  if ((await within(asked, deadline.orIn(PAGE_WAIT_MS))) === LATE) {
    content.ask(link, { do: 'stopWaiting' }, deadline).catch(() => undefined);
  }
  return asked;
}

/** Waits for the page's reaction, and for the load of another page that it begins. */
async function react(
  parts: Parts,
  watch: Watch,
  show: Show,
  reaction: Reaction & { submits: boolean },
  deadline: Deadline,
): Promise<Followed> {
  if (show === 'delta' || reaction.submits) await settle(watch, reaction);
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
  acting: Acting,
  show: 'delta' | 'full',
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
    return { ...(await observeAfter(parts, acting, { done, show }, deadline)), followed };
  } catch (error) {
    return { done, observationError: messageOf(error), followed };
  }
}

function unread(done: Done): After {
  return { done, followed: 'kept' };
}

type Sent = { action: PageAction; hidden: boolean; link: FollowedLink };

async function answer(
  parts: Parts,
  call: Call,
  watch: Watch,
  { action, hidden, link }: Sent,
  after: After,
): Promise<Result> {
  if (!watch.sameDocument) await getTabAfter(watch.tabId, 'action');
  const dialog = watch.dialog();
  const opened = watch.openedTabs();
  const listed = await openedTabs(parts, call, opened);
  const fields = after.done.fields?.map(field => told(parts, watch, field));
  const scrolled = inPage(watch, after.done.scrolled);
  return {
    result: 'acted',
    done: { ...after.done, ...optional('fields', fields), ...optional('scrolled', scrolled) },
    hidden,
    navigated: after.followed !== 'kept',
    ...optional('address', await addressOf(watch, after)),
    navigationPending: after.followed === 'pending',
    requestPending: watch.requesting(),
    opened: listed,
    openedLeftOut: Math.max(0, opened.length - OPENED_LISTED),
    dialogs: watch.answeredDialogs(),
    ...optional('fallback', link !== undefined && 'fallback' in link ? link.fallback : null),
    ...optional('blocked', listed.length > 0 ? null : blockedBy(action, watch, link)),
    ...optional('observation', after.observation),
    ...optional('observationError', after.observationError),
    ...optional('dialog', dialog),
    // The browser asked nobody.
    ...(after.followed !== 'kept' && watch.objection() === 'nobody' ? { left: 'unsaved' } : {}),
  };
}

/** Where the tab is, or goes, when that page was not read. */
async function addressOf(watch: Watch, { followed, observation }: After): Promise<Address | null> {
  if (followed === 'kept' || observation !== undefined) return null;
  const { url = '', title = '' } = await getTabAfter(watch.tabId, 'action');
  if (!watch.sameDocument) return { url, title };
  // It still shows the page that was acted on.
  const next = watch.loadAddress();
  return next === undefined ? null : { url: next, title: '' };
}

/** What the browser refused to a click that opened nothing (contract: Script-opened popups). */
function blockedBy(action: PageAction, watch: Watch, link: FollowedLink): Blocked | null {
  if (action.act !== 'click' || action.double) return null;
  if (link !== undefined && 'blocked' in link) return { blocked: 'link', url: link.blocked };
  const refused = watch.refusedPopups();
  const urls = refused.flatMap(url => (url === null || url === '' ? [] : [url]));
  return refused.length === 0 ? null : { blocked: 'script', urls };
}

/** The window of a frame of another origin is not the page's. */
function inPage({ link: { place } }: Watch, scrolled: Done['scrolled']): Done['scrolled'] {
  return place !== undefined && scrolled?.target === 'window'
    ? { ...scrolled, target: `e${place.ref}` }
    : scrolled;
}

/** What became of a field of a form; a ref of another document is told as such. */
function told({ content }: Parts, { link }: Watch, field: FieldOutcome): FieldOutcome {
  const { error } = field;
  return error === null || error === undefined
    ? field
    : { ...field, error: content.told(link, error) };
}

function optional<K extends string, V>(key: K, value: V | null | undefined): { [P in K]?: V } {
  const present: { [P in K]?: V } = {};
  if (value !== null && value !== undefined) present[key] = value;
  return present;
}

