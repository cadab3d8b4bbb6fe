// The content script: what is on the page, what is secret, how an event is dispatched. It comes
// into a document when a command first reaches it, once, and lives as long as the document.
//
//   background ──port, JSON text──▶ main.ts ─ request.ts (decode) ─▶ handle.ts
//                                                                    │
//        ┌──────────────┬──────────────┬───────────────┬────────────┤
//        ▼              ▼              ▼               ▼            ▼
//   observing.ts    perform.ts      done.ts      condition.ts   measure.ts, reveal.ts
//        │              │              │
//        ▼              ▼              ▼
//    observe/  ◀──── target/ ◀────── act/, wait/         dom/: facts of the DOM for all of them
//
//   observe/  one walk over the rendered tree -> lines; roles, names, redaction, refs
//   target/   target -> one element, or why not
//   act/      dispatches events and edits; builds no text
//   inspect/  markup, values and sizes; borders around elements
//   wait/     watches the page between an action and its effect
//   page.ts   all that is kept between requests
//
// Before it, early.ts runs in every document at its start; see there.

import type { RequestCalls } from './wait/request-calls';
import { errorReply } from './failure';
import { handle } from './handle';
import { MoreRefs } from './observe/refs';
import { comeBack, newPage, type Page } from './page';
import type { ErrorReply } from '../protocol';
import { readRequest } from './request';
import { CONTENT_PORT, type ContentReply, type ContentRequest } from '../shared/messages';

/** The script that answers in this document: the first one that came. Later ones wake it. */
type Presence = {
  kitsuneContent?: { connect: () => void };
  /** Of early.ts. */
  kitsuneEarly?: { requests: RequestCalls };
};

const presence = globalThis as unknown as Presence;
presence.kitsuneContent ??= start();
presence.kitsuneContent.connect();

function start(): { connect: () => void } {
  // Ends with the document, and with the extension that put this script here.
  const ended = new AbortController();
  const requests = presence.kitsuneEarly?.requests;
  requests?.follow();
  const page = newPage(ended.signal, requests);
  let queue: Promise<void> = Promise.resolve();
  let port: browser.runtime.Port | null = null;

  const receive = (from: browser.runtime.Port, message: unknown): void => {
    const read = decoded(message);
    if (read === null) return;
    const { request, files } = read;
    const answer = (): Promise<void> => reply(from, page, request, files);
    // Actions wait for each other. Reads do not: an action may be held up by a native dialog, and
    // a ping must tell a living page from a blocked one.
    if (isAction(request)) queue = queue.then(answer);
    else void answer();
  };

  const connect = (): void => {
    const opened = browser.runtime.connect({ name: CONTENT_PORT });
    port = opened;
    opened.onMessage.addListener(message => receive(opened, message));
    opened.onDisconnect.addListener(() => {
      if (port === opened) port = null;
    });
  };

  // Coming back from the history's cache, the port may have been closed meanwhile.
  window.addEventListener(
    'pageshow',
    event => {
      if (!event.persisted || port !== null) return;
      comeBack(page, 0);
      connect();
    },
    { signal: ended.signal },
  );
  return { connect };
}

const isAction = ({ command }: ContentRequest): boolean =>
  command.do === 'act' || command.do === 'begin';

/** The background is our own; a message that it did not mean for this version is left alone. */
function decoded(message: unknown): ReturnType<typeof readRequest> | null {
  try {
    return readRequest(message);
  } catch (error) {
    console.warn('Kitsune: a request could not be read.', error);
    return null;
  }
}

async function reply(
  port: browser.runtime.Port,
  page: Page,
  request: ContentRequest,
  files: readonly Blob[],
): Promise<void> {
  if (request.returns !== page.returns) comeBack(page, request.returns);
  if (request.command.do !== 'ping') page.refs.lease(request.lease);
  const outcome = await outcomeOf(page, request, files);
  const answer: ContentReply = { id: request.id, next: page.refs.next, outcome };
  try {
    port.postMessage(JSON.stringify(answer));
  } catch {
    // The background is gone; nobody waits for the answer.
  }
  // An action often follows a look. Starting to watch takes a walk: after the answer is on its way.
  if (request.command.do === 'observe' && !page.watch.watching) page.watch.rest();
}

async function outcomeOf(
  page: Page,
  request: ContentRequest,
  files: readonly Blob[],
): Promise<ContentReply['outcome']> {
  try {
    return { kind: 'answer', answer: await handle(page, request.command, files) };
  } catch (error) {
    if (error instanceof MoreRefs) return { kind: 'moreRefs', count: error.count };
    return { kind: 'error', error: { ...errorReply(error), ...visibility(request) } };
  }
}

const ACTS: ReadonlySet<string> = new Set(['act', 'begin', 'goOn']);

/** The result of an action says when its tab is in the background, a failure's too. */
const visibility = (request: ContentRequest): Pick<ErrorReply, 'visibilityState'> =>
  ACTS.has(request.command.do) && document.hidden ? { visibilityState: 'hidden' } : {};
