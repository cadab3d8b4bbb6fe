// The way to the content scripts of a tab: that of its page, and those of the frames of other
// origins in it. Finds or injects them, asks them, and turns what can go wrong on the way into
// failures.

import { CONTENT_SCRIPT } from '../protocol';
import type { ErrorReply } from '../protocol';
import { CONTENT_PORT } from '../shared/messages';
import type { ContentAnswer, ContentCommand } from '../shared/messages';
import type { Bells } from './bells';
import { isCrashed, ranInNoDocument, ranNowhere } from './crashes';
import { Link, documentId } from './link';
import type { Sender } from './link';
import { Failure, failure } from './failure';
import { crashed, frameLeft, injectionRefused, noAnswer, pageState, stillLoading } from './pages';
import type { RefNumbers } from './refs';
import type { Statuses } from './requests';
import { getTab, tabClosed, tabClosedAfter } from './tabs';
import type { BrowserTab } from './tabs';
import { LATE, within } from './timing';
import type { Deadline } from './timing';

/** A living script of a page at rest answers within milliseconds. */
const PING_MS = 500;
/** Longest wait for a page that is busy: it takes an injection and answers late, a blocked one never. */
const BUSY_MS = 5_000;
/** How often a document may ask for more ref numbers in one request. */
const LEASES = 3;

export type Doing = ContentCommand['do'];
export type Asking<D extends Doing> = Extract<ContentCommand, { do: D }>;
export type Answering<D extends Doing> = Extract<ContentAnswer, { did: D }>;

/** After these the page may have done something. */
const WRITES: ReadonlySet<Doing> = new Set<Doing>(['act', 'begin', 'goOn']);

/** The script that a tab had at one moment, and whether it answers. */
export type Knocked = { link: Link | undefined; alive: Promise<boolean> };

/** Documents of tabs' histories whose scripts are kept for a way back. */
const KEPT = 64;

export class ContentLinks {
  /** The script of the document that each tab shows. */
  readonly #shown = new Map<number, Link>();
  /** Scripts of documents in tabs' histories, by document. Firefox keeps their ports open. */
  readonly #left = new Map<string, Link>();

  constructor(
    private readonly numbers: RefNumbers,
    private readonly statuses: Statuses,
    private readonly bells: Bells,
  ) {}

  /** A content script connects. */
  accept(port: browser.runtime.Port): void {
    const { tab, frameId } = port.sender ?? {};
    if (port.name !== CONTENT_PORT || tab?.id === undefined || frameId === undefined) {
      port.disconnect();
      return;
    }
    const sender = { tabId: tab.id, frameId, documentId: documentId(port.sender) };
    if (frameId === 0) this.#acceptPage(sender, port);
    else this.#acceptFrame(sender, port);
    this.bells.ring(tab.id);
  }

  #acceptPage(sender: Sender, port: browser.runtime.Port): void {
    const link = new Link(sender, port);
    port.onDisconnect.addListener(() => this.#end(link));
    this.#leave(link.tabId, link.documentId);
    this.#shown.set(link.tabId, link);
  }

  #acceptFrame(sender: Sender, port: browser.runtime.Port): void {
    const page = this.#shown.get(sender.tabId);
    // Scripts come into frames only for a page that is read; this one has left meanwhile.
    if (page === undefined) return port.disconnect();
    this.#endFrame(page, page.frames.of(sender.frameId));
    const link = new Link(sender, port, page.frames.refsOf(sender.documentId));
    port.onDisconnect.addListener(() => this.#endFrame(page, link));
    page.frames.add(link);
  }

  /** The tab shows another document, perhaps one that it has shown before. */
  committed(tabId: number, document: string | undefined): void {
    if (document !== undefined && this.#shown.get(tabId)?.documentId === document) return;
    this.#leave(tabId, document);
    const known = document === undefined ? undefined : this.#left.get(document);
    if (document !== undefined && known !== undefined) {
      this.#left.delete(document);
      known.comeBack();
      this.#shown.set(tabId, known);
    }
    this.bells.ring(tabId);
  }

  /** A frame of the tab holds another document. */
  frameCommitted(tabId: number, frameId: number, document: string | undefined): void {
    const page = this.#shown.get(tabId);
    const link = page?.frames.of(frameId);
    if (page === undefined || link === undefined || link.documentId === document) return;
    this.#endFrame(page, link);
    this.bells.ring(tabId);
  }

  /** The scripts of the documents that tabs show. */
  get pages(): Link[] {
    return [...this.#shown.values()];
  }

  /** The tab is closed. */
  forget(tabId: number): void {
    const links = [...this.#shown.values(), ...this.#left.values()];
    for (const link of links.filter(link => link.tabId === tabId)) this.#end(link);
  }

  /**
   * Asks the script of the tab's document, if it is there, whether it is alive: while that is on its
   * way, the browser can be asked about the tab.
   */
  knock(tabId: number, deadline: Deadline): Knocked {
    const link = this.#shown.get(tabId);
    const alive = link === undefined ? Promise.resolve(false) : this.#answers(link, deadline.orIn(PING_MS));
    return { link, alive };
  }

  /** The script of the tab's document, alive a moment ago; injected when it is not there. */
  async reach(tab: BrowserTab, deadline: Deadline, knocked = this.knock(tab.id, deadline)): Promise<Link> {
    const began = performance.now();
    const known = this.#shown.get(tab.id);
    const { link: asked, alive } = knocked.link === known ? knocked : this.knock(tab.id, deadline);
    if (asked !== undefined && (await alive)) return asked;
    const busy = deadline.orIn(BUSY_MS);
    await this.#inject(tab, began, busy);
    // A script that is there already makes no new connection.
    const link = await this.#connected(tab.id, known, known === undefined ? busy : busy.orIn(PING_MS));
    if (link !== undefined && (await this.#answers(link, busy))) return link;
    throw noAnswer(await getTab(tab.id), true);
  }

  /** The script of a frame of the page, injected when it is not there; `undefined` when it cannot be. */
  async reachFrame(page: Link, frameId: number, deadline: Deadline): Promise<Link | undefined> {
    const known = page.frames.of(frameId);
    if (known !== undefined) return known;
    const injection = browser.scripting.executeScript({
      target: { tabId: page.tabId, frameIds: [frameId] },
      files: [CONTENT_SCRIPT],
      injectImmediately: true,
    });
    const results = await within(injection.catch(() => []), deadline);
    if (results === LATE || ranNowhere(results)) return undefined;
    return this.bells.until(
      page.tabId,
      () => page.frames.of(frameId),
      deadline.orIn(BUSY_MS),
    );
  }

  /** The script of the document that gave out the ref: a frame's, else the page's. */
  async holder(page: Link, ref: number | undefined): Promise<Link> {
    if (ref === undefined || page.refs.issued(ref)) return page;
    const issuer = page.frames.issuer(ref);
    if (issuer !== 'gone') return issuer ?? page;
    throw await this.#explain(page, {
      error: `Ref e${ref} is no longer valid`,
      code: 'stale_ref',
      retryable: true,
      hint: 'Its frame has left the page or shows another document. Take a new browser_snapshot of this tab.',
      state: { ref: `e${ref}`, reason: 'element_removed' },
    });
  }

  /** Asks the script. A failure after a write was sent says that the write may have run. */
  async ask<D extends Doing>(
    link: Link,
    command: Asking<D>,
    deadline: Deadline,
    files: readonly Blob[] = [],
  ): Promise<Answering<D>> {
    for (let lease = 0; lease < LEASES; lease++) {
      await this.numbers.supply(link.refs);
      const outcome = await link.send(command, deadline, files);
      if (outcome === 'closed' || outcome === 'unsent' || outcome === LATE) {
        throw await this.#lost(link, command, outcome);
      }
      if (outcome.kind === 'error') throw await this.#explain(link, outcome.error);
      if (outcome.kind === 'answer') return expected<D>(outcome.answer, command.do);
      await this.numbers.supply(link.refs, outcome.count);
    }
    throw failure('content_unavailable', 'The page asks for ever more refs', {
      state: { tabId: link.tabId },
    });
  }

  /** The link that an injection made; else the one from before, which may answer by now. */
  async #connected(tabId: number, before: Link | undefined, deadline: Deadline) {
    const fresh = () => {
      const shown = this.#shown.get(tabId);
      return shown === before ? undefined : shown;
    };
    return (await this.bells.until(tabId, fresh, deadline)) ?? this.#shown.get(tabId);
  }

  async #answers(link: Link, deadline: Deadline): Promise<boolean> {
    const outcome = await link.send({ do: 'ping' }, deadline);
    return typeof outcome === 'object' && outcome.kind === 'answer';
  }

  async #inject(tab: BrowserTab, began: number, deadline: Deadline): Promise<void> {
    const injection = browser.scripting.executeScript({
      target: { tabId: tab.id, frameIds: [0] },
      files: [CONTENT_SCRIPT],
      injectImmediately: true,
    });
    let results: Awaited<typeof injection> | typeof LATE;
    try {
      results = await within(injection, deadline);
    } catch (error) {
      const now = await getTab(tab.id);
      throw await injectionRefused(now, error, this.statuses, began);
    }
    if (results === LATE) throw noAnswer(await getTab(tab.id), true);
    if (ranNowhere(results)) throw await ranInNoDocument(tab.id);
    const [result] = results;
    if (result?.error !== undefined) {
      console.error('The content script failed to start:', result.error);
    }
  }

  async #lost(
    link: Link,
    command: ContentCommand,
    how: 'closed' | 'unsent' | typeof LATE,
  ): Promise<Failure> {
    const retryable = (how === 'unsent' && isFirst(command)) || !WRITES.has(command.do);
    const { tabId } = link;
    const hasCrashed = how !== LATE && (await isCrashed(tabId));
    const tab = await getTab(tabId).catch(() => undefined);
    if (tab === undefined) return retryable ? tabClosed(tabId) : tabClosedAfter(tabId, 'action');
    if (hasCrashed) return crashed(tab, retryable);
    if (how !== LATE && link.frameId !== 0) return frameLeft(tab, retryable);
    return how === LATE ? noAnswer(tab, retryable) : stillLoading(tab, retryable);
  }

  /** Adds what only the background knows to a page's error. */
  async #explain(link: Link, error: ErrorReply): Promise<Failure> {
    const tab = await getTab(link.tabId).catch(() => undefined);
    const told = this.told(link, error);
    const state = { ...told.state, ...(tab === undefined ? { tabId: link.tabId } : pageState(tab)) };
    const missing = error.code === 'not_found' || error.code === 'stale_ref';
    if (missing && tab?.status === 'loading') {
      return new Failure({
        ...told,
        code: 'navigating',
        hint: 'The tab is loading a new document; wait for it with browser_wait_for, then take a new browser_snapshot.',
        state: { ...state, cause: error.code },
      });
    }
    return new Failure({ ...told, state });
  }

  /** A page knows its own refs only; the counter knows whether another document gave one out. */
  told(link: Link, error: ErrorReply): ErrorReply {
    const ref = error.code === 'stale_ref' ? refNumber(error.state?.['ref']) : undefined;
    if (ref === undefined) return error;
    const living = [...this.#shown.values(), ...this.#left.values()].flatMap(page =>
      [page, ...page.frames.all()].map(({ refs }) => refs),
    );
    const elsewhere =
      error.state?.['reason'] === 'not_in_snapshot' &&
      !link.refs.issued(ref) &&
      this.numbers.wasIssued(ref, living);
    const state = { ...error.state, ref: `e${ref}` };
    if (!elsewhere) return { ...error, state };
    return { ...error, hint: OF_ANOTHER_DOCUMENT, state: { ...state, reason: 'other_document' } };
  }

  /** Puts the tab's script aside unless it is that of the document `next`. */
  #leave(tabId: number, next: string | undefined): void {
    const link = this.#shown.get(tabId);
    if (link === undefined) return;
    this.#shown.delete(tabId);
    if (link.documentId === undefined || link.documentId === next) return this.#end(link);
    link.leave();
    this.#left.set(link.documentId, link);
    const [oldest] = this.#left.values();
    if (this.#left.size > KEPT && oldest !== undefined) this.#end(oldest);
  }

  /** The frame is gone, or holds another document. */
  #endFrame(page: Link, link: Link | undefined): void {
    if (link === undefined) return;
    link.close();
    page.frames.remove(link);
    this.numbers.retire(link.refs);
    this.bells.ring(page.tabId);
  }

  /** The document, or its port, is gone. */
  #end(link: Link): void {
    for (const frame of link.frames.all()) this.#endFrame(link, frame);
    link.close();
    if (this.#shown.get(link.tabId) === link) this.#shown.delete(link.tabId);
    if (link.documentId !== undefined && this.#left.get(link.documentId) === link) {
      this.#left.delete(link.documentId);
    }
    this.numbers.retire(link.refs);
    this.bells.ring(link.tabId);
  }
}

const OF_ANOTHER_DOCUMENT =
  'The ref is of another tab, or of a document that this tab no longer shows. Check tabId, take a new browser_snapshot of the tab you mean and use a ref from it.';

/** Whether nothing of the action was sent before: one that waits for its target is sent again and again. */
const isFirst = (command: ContentCommand): boolean =>
  (command.do === 'act' || command.do === 'begin') && !command.ready;

function expected<D extends Doing>(answer: ContentAnswer, did: D): Answering<D> {
  if (isAnswer(answer, did)) return answer;
  throw failure('content_unavailable', `The page answered ${answer.did} to ${did}`, {
    retryable: false,
  });
}

function isAnswer<D extends Doing>(answer: ContentAnswer, did: D): answer is Answering<D> {
  return answer.did === did;
}

function refNumber(value: unknown): number | undefined {
  const digits = /^e?(\d+)$/.exec(String(value))?.[1];
  return digits === undefined ? undefined : Number(digits);
}
