// The port to the content script of one document, from its injection to the document's end: that of
// a tab's page, or that of a frame of another origin in it.
// A document in a tab's history keeps its port; it is told apart by whether the tab shows it.

import * as decode from '../shared/decode';
import type { ContentCommand, ContentMessage, ContentReply } from '../shared/messages';
import { FrameLinks } from './frame-links';
import { DocumentRefs } from './refs';
import { readContentReply } from './replies';
import { within } from './timing';
import type { Deadline, LATE } from './timing';

const readDocument = decode.open({ documentId: decode.optional(decode.text) });

/** The browser's name of a document; older Firefox gives none. */
export function documentId(details: unknown): string | undefined {
  return readDocument(details).documentId;
}

/** What became of a request. `unsent`: the document had gone before. */
export type Sent = ContentReply['outcome'] | 'closed' | 'unsent' | typeof LATE;

/** What the browser says of a port's other end. */
export type Sender = { tabId: number; frameId: number; documentId: string | undefined };

/** The script of one document. */
export class Link {
  /** Scripts in the frames of other origins below this page, at any depth. */
  readonly frames = new FrameLinks();
  readonly tabId: number;
  /** 0 for the tab's page. */
  readonly frameId: number;
  readonly documentId: string | undefined;
  readonly #pending = new Map<number, (outcome: Sent) => void>();
  #lastId = 0;
  /** Of a frame's document: the document that holds the frame, and the ref of the frame there. */
  place: { in: Link; ref: number } | undefined;
  #shown = true;
  #closedAt: number | undefined;
  /** How often the tab has come back to the document. */
  #returns = 0;

  constructor(
    { tabId, frameId, documentId }: Sender,
    private readonly port: browser.runtime.Port,
    readonly refs = new DocumentRefs(),
  ) {
    this.tabId = tabId;
    this.frameId = frameId;
    this.documentId = documentId;
    port.onMessage.addListener(message => this.#receive(message));
  }

  /** Whether the tab shows the document. */
  get open(): boolean {
    return this.#shown;
  }

  /** When the document went, in milliseconds of this page's clock. */
  get closedAt(): number | undefined {
    return this.#closedAt;
  }

  /** One request; `closed` when the document went before it answered. */
  async send(
    command: ContentCommand,
    deadline: Deadline,
    files: readonly Blob[] = [],
  ): Promise<Sent> {
    if (!this.#shown) return 'unsent';
    const id = ++this.#lastId;
    const outcome = new Promise<Sent>(resolve => this.#pending.set(id, resolve));
    const request = { id, returns: this.#returns, lease: this.refs.lease, command };
    const text = JSON.stringify(request);
    const message: ContentMessage = files.length === 0 ? text : { text, files };
    this.port.postMessage(message);
    const settled = await within(outcome, deadline);
    this.#pending.delete(id);
    return settled;
  }

  /** The document is in the tab's history now; nobody gets an answer from it. */
  leave(): void {
    this.#shown = false;
    for (const resolve of this.#pending.values()) resolve('closed');
    this.#pending.clear();
    for (const frame of this.frames.all()) frame.leave();
  }

  /** The tab shows the document again; the load in between made its refs void. */
  comeBack(): void {
    this.#shown = true;
    this.#returns++;
    this.refs.forget();
    for (const frame of this.frames.all()) frame.comeBack();
  }

  close(): void {
    this.#closedAt ??= performance.now();
    this.leave();
    this.port.disconnect();
  }

  #receive(message: unknown): void {
    let reply: ContentReply;
    try {
      reply = readContentReply(JSON.parse(String(message)));
    } catch (error) {
      console.error('Unreadable message of a content script:', error);
      this.close();
      return;
    }
    // A reply that nobody waits for any more still tells which numbers are taken.
    this.refs.advance(reply.next);
    this.#pending.get(reply.id)?.(reply.outcome);
  }
}
