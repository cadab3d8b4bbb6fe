// Pages that asked to be kept when the browser left them, as the early scripts report it. A command
// marks the moment it acts and asks afterwards what came since.

import type { Bells } from './bells';

/** Who would be asked about it: the browser asks nobody in a document that no person has used. */
export type Objection = 'person' | 'nobody';

export class Leavings {
  readonly #latest = new Map<number, Record<Objection, number>>();
  #count = 0;

  constructor(private readonly bells: Bells) {}

  /** A document of the tab objected. */
  objected(tabId: number, asks: Objection): void {
    const earlier = this.#latest.get(tabId) ?? { person: 0, nobody: 0 };
    this.#latest.set(tabId, { ...earlier, [asks]: ++this.#count });
    this.bells.ring(tabId);
  }

  forget(tabId: number): void {
    this.#latest.delete(tabId);
  }

  /** Marks this moment. */
  mark(): number {
    return this.#count;
  }

  /** The objection that came after the mark; of several the one about which the person is asked. */
  since(tabId: number, mark: number): Objection | undefined {
    const { person, nobody } = this.#latest.get(tabId) ?? { person: 0, nobody: 0 };
    if (person > mark) return 'person';
    return nobody > mark ? 'nobody' : undefined;
  }
}
