// A mouse button that stays down until the background says that it goes up: its timers are exact,
// those of a page in a hidden tab are not (contract: *POST /api/click*, `holdMs`).

import type { Done } from '../../protocol';

export class Hold {
  /** Resolves when the button is down, with what is known of the element then. */
  readonly down: Promise<Done>;
  readonly #up: Promise<void>;
  #heldMs: number | null = null;
  #press: (on: Done) => void = () => undefined;
  #letGo: () => void = () => undefined;
  #abandon: (why: Error) => void = () => undefined;

  constructor() {
    this.down = new Promise(resolve => {
      this.#press = resolve;
    });
    this.#up = new Promise((resolve, reject) => {
      this.#letGo = resolve;
      this.#abandon = reject;
    });
    // Nobody waits for it before the button is down.
    this.#up.catch(() => undefined);
  }

  /** How long the button was down, in milliseconds; `null` before it goes up. */
  get heldMs(): number | null {
    return this.#heldMs;
  }

  /** The button is down now. Resolves when it goes up. */
  async whileDown(on: Done): Promise<void> {
    const since = performance.now();
    this.#press(on);
    await this.#up;
    this.#heldMs = Math.round(performance.now() - since);
  }

  release(): void {
    this.#letGo();
  }

  /** The button never goes up here: the page lost it, as to a dialog. */
  abandon(): void {
    this.#abandon(new Error('The button was not released'));
  }
}
