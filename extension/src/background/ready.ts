// An action that waits for its target (contract: *Actionability wait*): it is sent again as long as
// the page refuses it before anything was dispatched, and never after.

import { READY_POLL_MS } from '../protocol';
import type { ErrorReply } from '../protocol';
import { failure, Failure } from './failure';
import { repeat } from './repeat';
import { sleep } from './timing';

/** Sends the action until its target is ready, and once only then. */
export async function whenReady<T>(send: () => Promise<T>, timeoutMs: number): Promise<T> {
  const since = performance.now();
  const look = async () => ({ met: true, seen: await send() });
  const ended = await repeat(
    { look, mayPass: isNotReady, pause: sleep },
    // Without time one try is made, as without a wait.
    { timeoutMs, pollMs: READY_POLL_MS },
  );
  if (ended.seen !== undefined) return ended.seen;
  const error = ended.error ?? failure('not_found', 'Element not found').reply;
  const elapsed = Math.round(performance.now() - since);
  throw new Failure({ ...error, state: { ...error.state, timeoutMs, elapsed } });
}

/** A page that is loading lacks the target too. What is not to be repeated may have run. */
function isNotReady({ code, retryable, state }: ErrorReply): boolean {
  if (retryable !== true) return false;
  if (code === 'not_found' || code === 'not_actionable') return true;
  return code === 'navigating' && state?.['cause'] === 'not_found';
}
