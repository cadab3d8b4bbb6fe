// When each tab's page last requested something: for waits until the network is idle (contract:
// *browser_wait_for*, `network_idle`).

/** A request that has run for longer is taken for a stream, which nobody waits for. */
const STREAM_MS = 3_000;
/** More running requests of one tab are not followed. */
const PER_TAB = 500;

type Started = { requestId: string; tabId: number };

/** `last`: when a request last began or ended. */
type Traffic = { last: number; readonly running: Map<string, number> };

export class Network {
  readonly #tabs = new Map<number, Traffic>();

  began({ tabId, requestId }: Started): void {
    if (tabId < 0) return;
    const traffic = this.#tabs.get(tabId) ?? { last: 0, running: new Map<string, number>() };
    this.#tabs.set(tabId, traffic);
    traffic.last = performance.now();
    if (traffic.running.size < PER_TAB) traffic.running.set(requestId, traffic.last);
  }

  ended({ tabId, requestId }: Started): void {
    const traffic = this.#tabs.get(tabId);
    if (traffic === undefined) return;
    traffic.running.delete(requestId);
    traffic.last = performance.now();
  }

  forget(tabId: number): void {
    this.#tabs.delete(tabId);
  }

  /** For how long nothing has begun or ended, and how many requests are running. */
  of(tabId: number): { idleMs: number; running: number } {
    const traffic = this.#tabs.get(tabId);
    if (traffic === undefined) return { idleMs: Infinity, running: 0 };
    const now = performance.now();
    const awaited = [...traffic.running.values()].some(began => now - began < STREAM_MS);
    return { idleMs: awaited ? 0 : now - traffic.last, running: traffic.running.size };
  }
}
