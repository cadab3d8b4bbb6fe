// Native dialogs of pages, as the early scripts report them: which one is open in a tab, which were
// asked for, and what answers the next ones (contract: POST /api/handle-dialog). Kept per tab, also
// over navigations, until the tab closes; nothing of it is stored.

import { DIALOG_TEXT_LENGTH, DIALOGS_KEPT } from '../protocol';
import type { Dialog, DialogHistory, DialogPolicy, DialogRecord } from '../protocol';
import type { Bells } from './bells';

/** What a page asks by a dialog that a person answers. */
export type Asked = Pick<DialogRecord, 'type' | 'message' | 'defaultValue'>;
/** What came of it. */
export type Response = Pick<DialogRecord, 'accepted' | 'text' | 'secret'>;

type Kept = { readonly order: number; readonly frameId: number; record: DialogRecord };

export class Dialogs {
  readonly #kept = new Map<number, Kept[]>();
  readonly #policies = new Map<number, DialogPolicy>();
  #count = 0;

  constructor(private readonly bells: Bells) {}

  /** A native dialog opened. `frame` is the origin of the frame that asked, if it was one. */
  opened(tabId: number, frameId: number, asked: Asked, frame: string | undefined): void {
    const record = { ...asked, timestamp: Date.now(), secret: false, pending: true };
    this.#keep(tabId, frameId, { ...record, ...(frame === undefined ? {} : { frame }) });
    this.bells.ring(tabId);
  }

  /** The person answered it. */
  closed(tabId: number, frameId: number, response: Response): void {
    this.#close(tabId, kept => kept.frameId === frameId, response);
  }

  /** The policy answered these. */
  answered(tabId: number, frameId: number, records: DialogRecord[], frame: string | undefined): void {
    for (const record of records.slice(-DIALOGS_KEPT)) {
      this.#keep(tabId, frameId, { ...record, ...(frame === undefined ? {} : { frame }) });
    }
  }

  /** The frame shows another document: a dialog does not outlive its page. */
  left(tabId: number, frameId: number): void {
    this.#close(tabId, kept => frameId === 0 || kept.frameId === frameId, { secret: false });
  }

  /** The tab is gone. */
  forget(tabId: number): void {
    this.#kept.delete(tabId);
    this.#policies.delete(tabId);
  }

  /** The dialog that is open in the tab. */
  of(tabId: number): Dialog | undefined {
    const open = this.#kept.get(tabId)?.findLast(({ record }) => record.pending)?.record;
    return open && { type: open.type, message: open.message };
  }

  policyOf(tabId: number): DialogPolicy | undefined {
    return this.#policies.get(tabId);
  }

  setPolicy(tabId: number, policy: DialogPolicy | undefined): void {
    if (policy === undefined) this.#policies.delete(tabId);
    else this.#policies.set(tabId, policy);
  }

  history(tabId: number): DialogHistory {
    const policy = this.#policies.get(tabId);
    const dialogs = (this.#kept.get(tabId) ?? []).map(({ record }) => record);
    return { dialogs, ...(policy === undefined ? {} : { policy }) };
  }

  /** Marks this moment. */
  mark(): number {
    return this.#count;
  }

  /** The dialogs that were asked for since the mark and are answered. */
  answeredSince(tabId: number, mark: number): DialogRecord[] {
    return (this.#kept.get(tabId) ?? [])
      .filter(({ order, record }) => order > mark && !record.pending)
      .map(({ record }) => record);
  }

  #keep(tabId: number, frameId: number, record: DialogRecord): void {
    const kept = this.#kept.get(tabId) ?? [];
    const entry = { order: ++this.#count, frameId, record: cut(record) };
    this.#kept.set(tabId, [...kept.slice(1 - DIALOGS_KEPT), entry]);
  }

  #close(tabId: number, isMeant: (kept: Kept) => boolean, response: Response): void {
    const open = (this.#kept.get(tabId) ?? []).filter(kept => kept.record.pending && isMeant(kept));
    for (const kept of open) kept.record = cut({ ...kept.record, ...response, pending: false });
    if (open.length > 0) this.bells.ring(tabId);
  }
}

/** A page may ask with megabytes. */
function cut(record: DialogRecord): DialogRecord {
  const { defaultValue, text } = record;
  return {
    ...record,
    message: clip(record.message),
    ...(typeof defaultValue === 'string' ? { defaultValue: clip(defaultValue) } : {}),
    ...(typeof text === 'string' ? { text: clip(text) } : {}),
  };
}

const clip = (text: string): string => text.slice(0, DIALOG_TEXT_LENGTH);
