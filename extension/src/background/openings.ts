// Tabs that pages open. Firefox shows such a tab; when an agent's page opened it, the person gets
// back what they saw at once (contract: Never taking focus). Nothing else here shows anything.

import type { Bells } from './bells';

/** For so long after it appeared, showing a tab counts as the browser's doing. */
const SHOWN_BY_BROWSER_MS = 2_000;
/** Openings that are remembered. */
const KEPT = 200;

type Opening = { order: number; tabId: number; opener: number; at: number; agents: boolean };

export class Openings {
  #openings: Opening[] = [];
  /** Tabs that an agent acts on right now, its own or, where it may, others'. */
  readonly #acting = new Set<number>();
  #count = 0;

  constructor(private readonly bells: Bells) {}

  /** Runs an action on the tab: what its page opens meanwhile is the agent's doing. */
  async during<T>(tabId: number, action: () => Promise<T>): Promise<T> {
    this.#acting.add(tabId);
    try {
      return await action();
    } finally {
      this.#acting.delete(tabId);
    }
  }

  /** A page in tab `opener` opened the tab. `owned`: it belongs to an agent. */
  opened(tabId: number, opener: number, owned: boolean): void {
    const agents = owned || this.#acting.has(opener);
    const opening = { order: ++this.#count, tabId, opener, at: performance.now(), agents };
    this.#openings = [...this.#openings.slice(1 - KEPT), opening];
    this.bells.ring(opener);
  }

  removed(tabId: number): void {
    this.#openings = this.#openings.filter(opening => opening.tabId !== tabId);
  }

  /** Marks this moment. */
  mark(): number {
    return this.#count;
  }

  /** Tabs that the page in tab `opener` opened after the mark and that are still there. */
  since(opener: number, mark: number): number[] {
    return this.#openings
      .filter(opening => opening.opener === opener && opening.order > mark)
      .map(({ tabId }) => tabId);
  }

  /** Whether the browser shows the tab only because an agent's page has just opened it. */
  isUnasked(tabId: number): boolean {
    const opening = this.#openings.find(opened => opened.tabId === tabId);
    return opening?.agents === true && performance.now() - opening.at <= SHOWN_BY_BROWSER_MS;
  }
}

/** Shows the person's tab again when an agent's page made the browser show another. */
export class View {
  /** The tab that each window showed when nobody had taken the view. */
  readonly #seen = new Map<number, number>();

  constructor(private readonly openings: Openings) {}

  async activated({ tabId, windowId, previousTabId }: Activated): Promise<void> {
    if (!this.openings.isUnasked(tabId)) {
      this.#seen.set(windowId, tabId);
      return;
    }
    // A page may open many at once: the tab before is then one of them too.
    const seen = this.#seen.get(windowId) ?? previousTabId;
    if (seen === undefined || seen === tabId) return;
    await browser.tabs.update(seen, { active: true }).catch(() => undefined);
  }

  windowClosed(windowId: number): void {
    this.#seen.delete(windowId);
  }
}

type Activated = { tabId: number; windowId: number; previousTabId?: number | undefined };

/** Gives the focus back to the person's window when an agent's page opened a popup window. */
export class WindowFocus {
  #last: number | undefined;

  constructor(private readonly openings: Openings) {}

  async changed(windowId: number): Promise<void> {
    const previous = this.#last;
    if (windowId === browser.windows.WINDOW_ID_NONE) return;
    if (previous !== undefined && previous !== windowId && (await this.#isUnasked(windowId))) {
      await browser.windows.update(previous, { focused: true }).catch(() => undefined);
      return;
    }
    this.#last = windowId;
  }

  async #isUnasked(windowId: number): Promise<boolean> {
    const tabs = await browser.tabs.query({ windowId });
    return tabs.length === 1 && tabs.some(({ id }) => id !== undefined && this.openings.isUnasked(id));
  }
}
