// Waiting with bounds. Every wait of the extension runs here, in the background page, because
// the timers of a page in a hidden tab fire about once a second.

/** A moment after which nobody waits any more. */
export class Deadline {
  readonly #at: number;

  private constructor(at: number) {
    this.#at = at;
  }

  static in(milliseconds: number): Deadline {
    return new Deadline(performance.now() + milliseconds);
  }

  /** Milliseconds until then; 0 when it has passed. */
  get left(): number {
    return Math.max(0, this.#at - performance.now());
  }

  /** The earlier of this and the moment in `milliseconds`. */
  orIn(milliseconds: number): Deadline {
    return new Deadline(Math.min(this.#at, performance.now() + milliseconds));
  }
}

export function sleep(milliseconds: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, milliseconds));
}

/** What `within` returns when the promise did not settle in time. */
export const LATE = Symbol('late');

/** The promise's value, or `LATE` when it is not there by the deadline. */
export async function within<T>(promise: Promise<T>, deadline: Deadline): Promise<T | typeof LATE> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<typeof LATE>(resolve => {
    timer = setTimeout(() => resolve(LATE), deadline.left);
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}
