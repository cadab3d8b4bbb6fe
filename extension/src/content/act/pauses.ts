// Pauses inside an action, as while a button is held or a pointer stays on an element. The background
// says when it goes on: its timers are exact, those of a page in a hidden tab are not.

import type { Done } from '../../protocol';

type Deferred<T> = {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
  readonly reject: (why: Error) => void;
};

export class Pauses {
  #reached = deferred<Done>();
  #going = deferred<void>();

  constructor() {
    // Nobody waits for it before the first pause.
    this.#going.promise.catch(() => undefined);
  }

  /** The next pause, with what is known of the action then. */
  get next(): Promise<Done> {
    return this.#reached.promise;
  }

  /** The action pauses here. Rejects when it never goes on. */
  pause(on: Done): Promise<void> {
    this.#reached.resolve(on);
    return this.#going.promise;
  }

  /** Ends the pause. */
  goOn(): void {
    const { resolve } = this.#going;
    this.#reached = deferred();
    this.#going = deferred();
    this.#going.promise.catch(() => undefined);
    resolve();
  }

  /** The action never goes on here: the page lost it, as to a dialog. */
  abandon(): void {
    this.#going.reject(new Error('The action was given up'));
  }
}

function deferred<T>(): Deferred<T> {
  let resolve: Deferred<T>['resolve'] = () => undefined;
  let reject: Deferred<T>['reject'] = () => undefined;
  const promise = new Promise<T>((fulfill, refuse) => {
    resolve = fulfill;
    reject = refuse;
  });
  return { promise, resolve, reject };
}
