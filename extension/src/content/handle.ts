// One request -> one answer.

import { listenForInvalid } from './act/refused';
import { isAttached } from './dom/tree';
import { readBack, refusedNote } from './done';
import { measure } from './measure';
import { observe, observeChanges, observeWhole, recordPage } from './observing';
import { contextOf, type Page, type Pending } from './page';
import { perform } from './perform';
import { targetOf } from './performed';
import { CANDIDATES, type Done, type Observation, type Show, type Target } from '../protocol';
import { countTexts, elementsNamed } from './read-text';
import { CONTENT_VERSION, type ContentAnswer, type ContentCommand } from '../shared/messages';
import { resolve } from './target/resolve';
import { Watch } from './wait/watch';

export async function handle(page: Page, command: ContentCommand): Promise<ContentAnswer> {
  switch (command.do) {
    case 'ping':
      return { did: 'ping', version: CONTENT_VERSION };
    case 'observe':
      return { did: 'observe', observation: observe(page, command.scope) };
    case 'act':
      return act(page, command);
    case 'quiet':
      return quiet(page);
    case 'observeAfter':
      return { did: 'observeAfter', ...observeAfter(page, command.show) };
    case 'readText':
      return {
        did: 'readText',
        counts: countTexts(command.texts),
        names: command.names ? elementsNamed(page, command.texts) : [],
      };
    case 'measure':
      return measured(page, command.target);
    case 'handOver':
      handOver(targetOf(page, command.target, 'read'), command.property);
      return { did: 'handOver' };
  }
}

async function act(
  page: Page,
  { action, show, keepRecord }: Extract<ContentCommand, { do: 'act' }>,
): Promise<ContentAnswer> {
  page.unnumbered = null;
  // Once something is dispatched the request must not come again for more refs.
  page.refs.ensure(CANDIDATES * (action.act === 'fillForm' ? action.fields.length + 1 : 1));
  const earlier = page.pending;
  const keeps = keepRecord && earlier !== null;
  const before = keeps ? earlier.before : recordFor(page, show);
  const watch = keeps ? earlier.watch : new Watch(document, page.secrets, page.signal);
  try {
    const { result, invalid } = await listenForInvalid(document, () => perform(page, action));
    const performed = { ...result, done: { ...result.done, ...refusedNote(page, invalid) } };
    if (!keeps) earlier?.watch.end();
    page.pending = { before, watch, performed };
    const { plainField, pageHandledKey } = performed;
    const done = readBack(page, performed);
    return { did: 'act', done, hidden: document.hidden, plainField, pageHandledKey };
  } catch (error) {
    if (!keeps) watch.end();
    throw error;
  }
}

/** The page before an action, when its answer will show what changed. */
const recordFor = (page: Page, show: Show): Pending['before'] =>
  show === 'delta' ? recordPage(page) : null;

function quiet(page: Page): ContentAnswer {
  const watch = page.pending?.watch;
  return watch === undefined
    ? { did: 'quiet', quietMs: Number.MAX_SAFE_INTEGER, changed: false }
    : { did: 'quiet', quietMs: Math.round(watch.quietMs), changed: watch.changed };
}

function observeAfter(page: Page, show: Show): { observation: Observation | null; done: Done } {
  const pending = page.pending;
  const observation = show === 'nothing' ? null : observeEffect(page, pending, show);
  const done = pending === null ? {} : readBack(page, pending.performed);
  // The watch ends only now: until the refs suffice, the same request comes again.
  pending?.watch.end();
  page.pending = null;
  return { observation, done };
}

function observeEffect(page: Page, pending: Pending | null, show: 'delta' | 'full'): Observation {
  const cause = {
    target: attached(pending?.performed.target ?? null),
    unseen: pending?.watch.changedUnseen ?? false,
  };
  const before = pending?.before ?? page.last;
  return show === 'delta' && before !== null
    ? observeChanges(page, before, cause)
    : observeWhole(page, false, cause);
}

const attached = (element: Element | null): Element | null =>
  element !== null && isAttached(element) ? element : null;

function measured(page: Page, target: Target | null): ContentAnswer {
  const element = target === null ? null : resolve(contextOf(page), target, 'read');
  return {
    did: 'measure',
    measures: measure(element),
    url: document.location.href,
    title: document.title,
  };
}

/** Puts the element where the page's world can take it; the page sees its own object. */
function handOver(element: Element, property: string): void {
  const pageWindow = window.wrappedJSObject;
  if (pageWindow !== undefined) pageWindow[property] = element;
}
