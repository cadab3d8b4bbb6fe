// Whose tab it is (contract: Agent-owned tabs, Tab permissions, Tab owners). Kept in memory and,
// as a session value, on each owned tab, so that it outlives the extension and the browser.

import type { Caller } from '../protocol';
import * as decode from '../shared/decode';
import type { Activity } from './activity';

/** Key of the session value on an owned tab. */
const KEY = 'kitsune.owner';
const VERSION = 2;
/** A tab that a page opens this soon after the person's input is the person's. */
const PERSON_OPENED_MS = 1_000;
/** Callers that name no owner share their tabs. No client can have this name. */
const NO_OWNER = '';

const readRecord = decode.open({ version: decode.integer(1), owner: decode.text });

/** The part of `browser.sessions` that is used. */
export type TabValues = {
  getTabValue(tabId: number, key: string): Promise<unknown>;
  setTabValue(tabId: number, key: string, value: unknown): Promise<void>;
  removeTabValue(tabId: number, key: string): Promise<void>;
};

type Owned = {
  readonly owner: string;
  /** Order of opening; 0 for tabs found at the start. */
  readonly opened: number;
};

export class Ownership {
  readonly #owned = new Map<number, Owned>();
  /** Tabs that a command opened: a session value on them is not a copy. */
  readonly #explicit = new Set<number>();
  /** Tabs that appeared and have not loaded: a copied value may still come. */
  readonly #fresh = new Set<number>();
  #opened = 0;

  constructor(
    private readonly values: TabValues,
    private readonly activity: Activity,
  ) {}

  /** Reads the owners of the tabs that are open at the start. */
  async restore(tabIds: readonly number[]): Promise<void> {
    await Promise.all(
      tabIds.map(async tabId => {
        const owner = await this.#stored(tabId);
        if (owner !== undefined && !this.#owned.has(tabId)) {
          this.#owned.set(tabId, { owner, opened: 0 });
        }
      }),
    );
  }

  /** A command opened the tab for the caller. */
  async claim(tabId: number, caller: Caller): Promise<void> {
    this.#explicit.add(tabId);
    this.#set(tabId, caller.owner ?? NO_OWNER);
    await this.#store(tabId);
  }

  /** A tab appeared. One that a page opened belongs to the owner of that page's tab. */
  async created(tabId: number, opener: number | undefined): Promise<void> {
    const owner = opener === undefined ? undefined : this.#owned.get(opener)?.owner;
    const byPerson = opener !== undefined && this.activity.within(opener, PERSON_OPENED_MS);
    if (owner !== undefined && !byPerson) this.#set(tabId, owner);
    this.#fresh.add(tabId);
    // A tab that the person opened again has its value already.
    if (await this.#isCopied(tabId)) await this.#disown(tabId);
    else if (!this.#explicit.has(tabId)) await this.#store(tabId);
  }

  /** The tab has loaded. Firefox gives a duplicate its original's value only now. */
  async loaded(tabId: number): Promise<void> {
    if (!this.#fresh.delete(tabId) || this.#owned.has(tabId)) return;
    if (await this.#isCopied(tabId)) await this.#disown(tabId);
  }

  removed(tabId: number): void {
    this.#owned.delete(tabId);
    this.#explicit.delete(tabId);
    this.#fresh.delete(tabId);
  }

  isOwned(tabId: number, caller: Caller): boolean {
    return this.#owned.get(tabId)?.owner === (caller.owner ?? NO_OWNER);
  }

  /** Whether any client owns the tab. */
  isAgents(tabId: number): boolean {
    return this.#owned.has(tabId);
  }

  mayWrite(tabId: number, caller: Caller): boolean {
    return caller.userTabs === 'writable' || this.isOwned(tabId, caller);
  }

  /** For sorting: tabs that were opened later have a higher number. */
  openedOrder(tabId: number): number {
    return this.#owned.get(tabId)?.opened ?? 0;
  }

  #set(tabId: number, owner: string): void {
    this.#owned.set(tabId, { owner, opened: ++this.#opened });
  }

  async #store(tabId: number): Promise<void> {
    const owner = this.#owned.get(tabId)?.owner;
    if (owner === undefined) return;
    // The tab may be gone by now; then nothing is left to own.
    await this.values.setTabValue(tabId, KEY, { version: VERSION, owner }).catch(() => undefined);
  }

  async #isCopied(tabId: number): Promise<boolean> {
    const value = await this.values.getTabValue(tabId, KEY).catch(() => undefined);
    return value !== undefined && !this.#explicit.has(tabId);
  }

  async #disown(tabId: number): Promise<void> {
    this.#owned.delete(tabId);
    await this.values.removeTabValue(tabId, KEY).catch(() => undefined);
  }

  async #stored(tabId: number): Promise<string | undefined> {
    const value = await this.values.getTabValue(tabId, KEY).catch(() => undefined);
    try {
      const record = readRecord(value);
      return record.version === VERSION ? record.owner : undefined;
    } catch {
      return undefined;
    }
  }
}
