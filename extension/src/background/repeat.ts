// The one loop of everything that waits for a state: the waits, the outcome of an action, an action
// that waits for its target. Each turn is one look; the time between two passes here, where timers
// are exact (contract: *browser_wait_for*).

import { LAST_LOOK_MS, SINGLE_LOOK_MS } from '../protocol';
import type { ErrorReply } from '../protocol';
import { Failure } from './failure';
import { Deadline } from './timing';

/** A look that found the state, or did not. `hopeless`: no later one can. */
export type Look<T> = { met: boolean; seen: T; hopeless?: boolean };

export type Repeating<T> = {
  /** Looks once; what it waits for ends at the deadline. `last`: no look comes after it. */
  look: (deadline: Deadline, last: boolean) => Promise<Look<T>>;
  /** Whether the error may be another one, or none, a moment later; others end the loop. */
  mayPass: (error: ErrorReply) => boolean;
  /** Passes the time, or less when something happens that makes a look worth while. */
  pause: (milliseconds: number) => Promise<unknown>;
};

export type Ended<T> = {
  met: boolean;
  /** What the last look that ended found. */
  seen: T | undefined;
  /** How many looks ended. */
  looks: number;
  /** A look was under way when the time was over: what it would have found does not count. */
  incomplete: boolean;
  /** Why the last look failed. */
  error: ErrorReply | undefined;
};

/** Looks until the state is there or the time is over; without time, once. */
export async function repeat<T>(
  { look, mayPass, pause }: Repeating<T>,
  { timeoutMs, pollMs }: { timeoutMs: number; pollMs: number },
): Promise<Ended<T>> {
  const deadline = Deadline.in(timeoutMs === 0 ? SINGLE_LOOK_MS : timeoutMs);
  let seen: T | undefined;
  let looks = 0;
  for (;;) {
    const last = timeoutMs === 0 || deadline.left <= LAST_LOOK_MS;
    let error: ErrorReply | undefined;
    try {
      const found = await look(deadline, last);
      seen = found.seen;
      looks++;
      const { met, hopeless = false } = found;
      if (met || hopeless) return { met, seen, looks, incomplete: false, error: undefined };
    } catch (thrown) {
      error = passing(thrown, mayPass);
    }
    const isOver = deadline.left === 0;
    if (last || isOver) return { met: false, seen, looks, incomplete: isOver && error !== undefined, error };
    await pause(Math.min(pollMs, millisecondsToLastLook(deadline)));
  }
}

/** A timer counts whole milliseconds and may fire one early: the look after it must be the last. */
function millisecondsToLastLook(deadline: Deadline): number {
  return Math.max(0, Math.ceil(deadline.left - LAST_LOOK_MS) + 1);
}

function passing(thrown: unknown, mayPass: (error: ErrorReply) => boolean): ErrorReply {
  if (!(thrown instanceof Failure) || !mayPass(thrown.reply)) throw thrown;
  return thrown.reply;
}
