// A content script's end of the port and a browser with one tab, for tests of the way to pages.

import type { ContentCommand, ContentReply } from '../../src/shared/messages';
import { CONTENT_PORT } from '../../src/shared/messages';

type Outcome = ContentReply['outcome'];
type Request = {
  id: number;
  returns: number;
  lease: { next: number; end: number };
  command: ContentCommand;
};

/** Answers a request; `undefined` leaves it unanswered. */
export type Behaviour = (request: Request) => { outcome: Outcome; next?: number } | undefined;

export const TAB = 7;

export class FakePort {
  readonly name = CONTENT_PORT;
  readonly sender: Record<string, unknown>;
  readonly asked: Request[] = [];
  closed = false;
  readonly #message: ((message: unknown) => void)[] = [];
  readonly #disconnect: (() => void)[] = [];

  constructor(
    document: string | undefined,
    private readonly behaviour: Behaviour,
    frameId = 0,
  ) {
    const named = document === undefined ? {} : { documentId: document };
    this.sender = { tab: { id: TAB }, frameId, ...named };
  }

  readonly onMessage = { addListener: (wake: (message: unknown) => void) => this.#message.push(wake) };
  readonly onDisconnect = { addListener: (wake: () => void) => this.#disconnect.push(wake) };

  postMessage(text: string): void {
    const request = JSON.parse(text) as Request;
    this.asked.push(request);
    const reply =
      request.command.do === 'ping'
        ? { outcome: { kind: 'answer', answer: { did: 'ping', version: 1 } } }
        : this.behaviour(request);
    if (reply === undefined) return;
    const next = 'next' in reply ? reply.next : request.lease.next;
    queueMicrotask(() => this.say(JSON.stringify({ id: request.id, next, outcome: reply.outcome })));
  }

  /** The page sends this text. */
  say(text: string): void {
    this.#message.forEach(wake => wake(text));
  }

  disconnect(): void {
    this.closed = true;
  }

  /** The document is gone. */
  vanish(): void {
    this.#disconnect.forEach(wake => wake());
  }

  /** As the browser hands it over. */
  get port(): browser.runtime.Port {
    return this as unknown as browser.runtime.Port;
  }
}

export type FakeTab = { url?: string; status?: string; closed?: boolean; crashed?: boolean };

/** Puts a browser with one tab in place. `inject` runs for each injection into it. */
export function fakeBrowser(tab: FakeTab, inject: () => void): void {
  const get = () =>
    tab.closed === true
      ? Promise.reject(new Error('no such tab'))
      : Promise.resolve({ id: TAB, windowId: 1, url: 'https://a.test/', status: 'complete', ...tab });
  const executeScript = () =>
    Promise.resolve().then(() => {
      // The browser's answer when there is no document to run in.
      if (tab.crashed === true) return [null];
      inject();
      return [{ frameId: 0 }];
    });
  Object.assign(globalThis, {
    browser: {
      tabs: { get },
      scripting: { executeScript },
      permissions: { contains: () => Promise.resolve(true) },
    },
  });
}
