// One request -> one answer.

import { Pauses } from './act/pauses';
import { listenForInvalid } from './act/refused';
import { elementsActedOn } from './acted-on';
import { withChoosersClosed } from './chooser';
import { isAttached } from './dom/tree';
import { chooserNote, readBack, refusedNote } from './done';
import { find } from './find/find';
import { openedPopup, popupsBefore } from './popups';
import { answer } from './inspect/answer';
import { look } from './condition';
import { measure } from './measure';
import { observe, observeAll, observeChanges, recordBefore } from './observing';
import {
  contextOf,
  newPatience,
  readOf,
  type Page,
  type Paused,
  type Pending,
} from './page';
import { focusedFrame, foreignFrameId } from './observe/frames';
import { readPageData } from './observe/page-data';
import { perform } from './perform';
import { frameToScroll } from './perform-scroll';
import { targetOf } from './performed';
import { CANDIDATES, POPUP_ITEMS, type DataRead, type Done, type Observation, type PageAction, type PageData, type Show, type Target } from '../protocol';
import { readForms, readTree } from './read-structure';
import { refuseUnready } from './ready';
import { revealElement, revealPage, scrollBack, seenPart } from './reveal';
import {
  CONTENT_VERSION,
  type Acted,
  type ContentAnswer,
  type ContentCommand,
  type Part,
} from '../shared/messages';
import { plainError } from './target/refusal';
import { frameAt } from './target/point';
import { resolve } from './target/resolve';

type Asked<D extends ContentCommand['do']> = Extract<ContentCommand, { do: D }>;

export async function handle(
  page: Page,
  command: ContentCommand,
  files: readonly Blob[] = [],
): Promise<ContentAnswer> {
  switch (command.do) {
    case 'ping':
      return { did: 'ping', version: CONTENT_VERSION };
    case 'observe':
      return { did: 'observe', observation: observe(page, command.scope), frames: page.frames };
    case 'act':
      return { did: 'act', ...(await act(page, command, null, files)) };
    case 'begin':
      return { did: 'begin', ...(await begin(page, command)) };
    case 'goOn':
      return { did: 'goOn', ...(await goOn(page)) };
    case 'stopWaiting':
      page.patience.end();
      return { did: 'stopWaiting' };
    case 'quiet':
      return quiet(page);
    case 'observeAfter':
      return { did: 'observeAfter', ...observeAfter(page, command.show), frames: page.frames };
    case 'readTree':
      return { did: 'readTree', ...readTree(page, command) };
    case 'readForms':
      return { did: 'readForms', ...readForms(page) };
    case 'readData':
      return { did: 'readData', data: readData(page, command.read) };
    case 'inspect':
      return { did: 'inspect', finding: answer(page, command.question) };
    case 'find':
      return { did: 'find', ...find(page, command.query) };
    case 'highlight':
      return highlight(page, command.target);
    case 'look':
      return { did: 'look', ...look(page, command.condition, command) };
    case 'focusedFrame':
      return { did: 'focusedFrame', frameId: focusedFrame(document) };
    case 'frameToScroll':
      return { did: 'frameToScroll', frameId: frameIdToScroll(command.action) };
    case 'frameAt':
      return { did: 'frameAt', frame: frameAt(document, command.at) };
    case 'measure':
      return measured(page, command.target);
    case 'reveal':
      return revealed(page, command.target);
    case 'scrollBack':
      scrollBack(page.scrolled);
      page.scrolled = [];
      return { did: 'scrollBack' };
    case 'handOver':
      handOver(targetOf(page, command.target, 'read'), command.property);
      return { did: 'handOver' };
  }
}

function readData(page: Page, wish: DataRead): PageData {
  const selector = wish.about === 'text' ? (wish.selector ?? null) : null;
  const target = selector === null ? null : ({ by: 'selector', selector, first: true } as const);
  const part = target === null ? null : targetOf(page, target, 'read');
  return readPageData(readOf(page), wish, part);
}

async function act(
  page: Page,
  { action, show, ready }: Pick<Asked<'act'>, 'action' | 'show' | 'ready'>,
  pauses: Pauses | null = null,
  files: readonly Blob[] = [],
): Promise<Acted> {
  if (ready) refuseUnready(page, action);
  page.unnumbered = null;
  page.paused?.pauses.abandon();
  page.paused = null;
  page.patience = newPatience();
  // Once something is dispatched the request must not come again for more refs.
  const opens = OPENS.has(action.act);
  const refs = CANDIDATES * (action.act === 'fillForm' ? action.fields.length + 1 : 2);
  page.refs.ensure(refs + (opens ? POPUP_ITEMS + 2 : 0));
  const actedOn = elementsActedOn(page, action);
  const before = show === 'delta' ? recordBefore(page, actedOn) : null;
  const popups = opens ? actedOn.slice(0, 1).map(popupsBefore) : [];
  page.watch.begin(actedOn.every(element => element.ownerDocument === document));
  try {
    const { result, asked } = await withChoosersClosed(actedOn, () =>
      listenForInvalid(document, () => perform(page, action, { pauses, files })),
    );
    const done = result.result.done;
    const notes = { ...chooserNote(done, asked), ...refusedNote(page, result.invalid) };
    const performed = { ...result.result, done: { ...done, ...notes } };
    page.pending = { before, performed, popups: popups[0] ?? null };
    const { plainField, pageHandledKey, newTab } = performed;
    // Nobody looks again when nothing is to be shown.
    const popup = show === 'nothing' ? popupOf(page, page.pending) : {};
    const told = { ...readBack(page, performed), ...popup };
    return { done: told, hidden: document.hidden, plainField, pageHandledKey, newTab };
  } catch (error) {
    page.watch.rest();
    throw error;
  }
}

/** Begins an action that pauses; `goOn` takes it up where it does. */
function begin(page: Page, command: Asked<'begin'>): Promise<Part> {
  const pauses = new Pauses();
  page.paused = { pauses, ended: act(page, command, pauses) };
  return endOfPart(page, page.paused, pauses.next);
}

function goOn(page: Page): Promise<Part> {
  const { paused } = page;
  if (paused === null) throw plainError('No action is under way here');
  paused.pauses.goOn();
  return endOfPart(page, paused, paused.pauses.next);
}

/** The next pause of the action, or its end. */
async function endOfPart(page: Page, paused: Paused, pause: Promise<Done>): Promise<Part> {
  const ended = paused.ended.then(acted => ({ acted, done: acted.done, hidden: acted.hidden }));
  const at = pause.then(done => ({ acted: null, done, hidden: document.hidden }));
  const part = await Promise.race([ended, at]);
  if (part.acted !== null && page.paused === paused) page.paused = null;
  return part;
}

function quiet(page: Page): ContentAnswer {
  const { watch } = page;
  return watch.watching
    ? { did: 'quiet', quietMs: watch.quietMs, changed: watch.changed, requestMs: watch.requestMs }
    : { did: 'quiet', quietMs: Number.MAX_SAFE_INTEGER, changed: false, requestMs: null };
}

function observeAfter(page: Page, show: Show): { observation: Observation | null; done: Done } {
  const pending = page.pending;
  const popup = popupOf(page, pending);
  const observation = show === 'nothing' ? null : observeEffect(page, pending, show);
  const done = { ...(pending === null ? {} : readBack(page, pending.performed)), ...popup };
  // The watch ends only now: until the refs suffice, the same request comes again.
  page.watch.rest();
  page.pending = null;
  return { observation, done };
}

/** Actions that open menus, lists and dialogs. */
const OPENS: ReadonlySet<string> = new Set(['click', 'hover']);

/** What the action opened, as the page is now; before it is observed, which then lists it. */
function popupOf(page: Page, pending: Pending | null): Pick<Done, 'openedPopup'> {
  if (pending === null || pending.popups === null) return {};
  const popup = openedPopup(page, pending.popups, page.watch);
  return popup === null ? {} : { openedPopup: popup };
}

function observeEffect(page: Page, pending: Pending | null, show: 'delta' | 'full'): Observation {
  const before = pending?.before ?? page.last;
  const cause = {
    target: attached(pending?.performed.target ?? null),
    unseen: pending !== null && page.watch.changedUnseen(before?.collapsed ?? NO_ITEMS),
  };
  return show === 'delta' && before !== null
    ? observeChanges(page, before, cause)
    : observeAll(page, cause);
}

const NO_ITEMS: ReadonlySet<Element> = new Set();

const attached = (element: Element | null): Element | null =>
  element !== null && isAttached(element) ? element : null;

function highlight(page: Page, target: Target | null): ContentAnswer {
  if (target === null) page.highlights.clear();
  else page.highlights.show(targetOf(page, target, 'read'));
  return { did: 'highlight' };
}

function frameIdToScroll(action: PageAction): number | null {
  const frame = action.act === 'scroll' ? frameToScroll(action) : null;
  return frame === null ? null : foreignFrameId(frame);
}

function measured(page: Page, target: Target | null): ContentAnswer {
  const element = target === null ? null : resolve(contextOf(page), target, 'read');
  return {
    did: 'measure',
    measures: measure(element),
    url: document.location.href,
    title: document.title,
  };
}

/** Brings the element, or the beginning of the page, into view until `scrollBack`. */
function revealed(page: Page, target: Target | null): ContentAnswer {
  const element = target === null ? null : resolve(contextOf(page), target, 'read');
  const scrolled = element === null ? revealPage() : revealElement(element);
  // What an earlier capture could not scroll back comes last then.
  page.scrolled = [...page.scrolled, ...scrolled];
  return {
    did: 'reveal',
    measures: measure(element),
    seen: element === null ? null : seenPart(element),
    url: document.location.href,
    title: document.title,
  };
}

/** Puts the element where the page's world can take it; the page sees its own object. */
function handOver(element: Element, property: string): void {
  const pageWindow = window.wrappedJSObject;
  if (pageWindow !== undefined) pageWindow[property] = element;
}
