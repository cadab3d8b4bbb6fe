// What happens in a tab from the moment an action is sent to its page.

import type { Dialog, DialogRecord } from '../protocol';
import type { Objection } from './leavings';
import type { Link } from './link';
import type { LoadEnd } from './navigations';
import type { Parts } from './parts';
import type { Quiet, Watched } from './settle';
import { Deadline } from './timing';

/** A page that does not say within this time whether it is quiet is asked again later. */
const QUIET_ANSWER_MS = 500;
/** A report of the page may come this much later than the answer that it precedes. */
const REPORT_MS = 50;

export class Watch implements Watched {
  readonly #startedAt = performance.now();
  #reactsFrom = this.#startedAt;
  readonly #begun: number;
  readonly #leavings: number;
  #navigations: number;
  readonly #requests: number;
  readonly #openings: number;
  readonly #dialogs: number;
  #dispatchedAt = Infinity;

  constructor(
    private readonly parts: Parts,
    /** The tab's page, and the document in it that carries out the action: the page or a frame. */
    private readonly page: Link,
    readonly link = page,
  ) {
    this.#begun = parts.navigations.mark();
    this.#navigations = this.#begun;
    this.#leavings = parts.leavings.mark();
    this.#requests = parts.requests.mark();
    this.#openings = parts.openings.mark();
    this.#dialogs = parts.dialogs.mark();
  }

  get tabId(): number {
    return this.page.tabId;
  }

  /** Whether the page that was acted on is still there. */
  get sameDocument(): boolean {
    return this.page.open;
  }

  elapsed(): number {
    return performance.now() - this.#reactsFrom;
  }

  /** What came until now was a part of the action; the page gets its time to react from here. */
  reactsFromNow(): void {
    this.#reactsFrom = performance.now();
  }

  /** The dialog that keeps the page from going on; the browser's question whether to leave it too. */
  dialog(): Dialog | undefined {
    return this.parts.dialogs.of(this.tabId) ?? this.#questionToLeave();
  }

  #questionToLeave(): Dialog | undefined {
    const isAsked = this.objection() === 'person' && this.page.open;
    const isOver = this.parts.navigations.committedSince(this.tabId, this.#begun);
    return isAsked && !isOver ? { type: 'beforeunload', message: '' } : undefined;
  }

  /** Whether the page that the action left asked to be kept, and who is asked about that. */
  objection(): Objection | undefined {
    return this.parts.leavings.since(this.tabId, this.#leavings);
  }

  /** The dialogs that the page asked for and that are answered. */
  answeredDialogs(): DialogRecord[] {
    return this.parts.dialogs.answeredSince(this.tabId, this.#dialogs);
  }

  /** Whether a load of another document began. */
  navigating(): boolean {
    return this.parts.navigations.begunSince(this.tabId, this.#navigations);
  }

  /** How that load ended; `undefined` while it has not. */
  loadEnd(): LoadEnd | undefined {
    return this.parts.navigations.endSince(this.tabId, this.#navigations);
  }

  /** Where that load goes. */
  loadAddress(): string | undefined {
    return this.parts.navigations.addressSince(this.tabId, this.#navigations);
  }

  /** What began to load until now does not count any more. */
  forgetLoad(): void {
    this.#navigations = this.parts.navigations.mark();
  }

  openedTabs(): number[] {
    return this.parts.openings.since(this.tabId, this.#openings);
  }

  /** The page says that it has carried out the action. */
  dispatched(): void {
    this.#dispatchedAt = performance.now();
  }

  /** Popups that the browser refused to the page during the dispatch. */
  refusedPopups(): (string | null)[] {
    const end = this.#dispatchedAt + REPORT_MS;
    return this.parts.refusedPopups.between(this.tabId, this.link.frameId, this.#startedAt, end);
  }

  requesting(): boolean {
    return this.parts.requests.running(this.tabId, this.#requests) > 0;
  }

  requestsEnded(): number | undefined {
    const at = this.parts.requests.lastEnd(this.tabId, this.#requests);
    return at === undefined ? undefined : at - this.#reactsFrom;
  }

  interrupted(): boolean {
    return !this.page.open || this.navigating() || this.dialog() !== undefined;
  }

  async quiet(): Promise<Quiet | undefined> {
    const { closedAt } = this.link;
    // A frame that holds another document now has changed when that came.
    if (closedAt !== undefined) {
      return { quietMs: performance.now() - closedAt, changed: true, requestMs: null };
    }
    const deadline = Deadline.in(QUIET_ANSWER_MS);
    return this.parts.content.ask(this.link, { do: 'quiet' }, deadline).catch(() => undefined);
  }

  async pause(milliseconds: number): Promise<void> {
    await this.parts.bells.next(this.tabId, Deadline.in(milliseconds));
  }
}
