// Failures as the wire wants them. A command throws a `Failure`; the router turns it into a reply.

import { NOT_RETRYABLE } from '../protocol';
import type { ErrorCode, ErrorReply } from '../protocol';

export class Failure extends Error {
  constructor(readonly reply: ErrorReply) {
    super(reply.error);
  }
}

type Facts = Pick<ErrorReply, 'hint' | 'state' | 'retryable'>;

/** A classified failure. It says that nothing reached a page unless `facts.retryable` is false. */
export function failure(code: ErrorCode, error: string, facts: Facts = {}): Failure {
  return new Failure({ error, code, retryable: !NOT_RETRYABLE.has(code), ...facts });
}

/** A failure that no code classifies. */
export function unclassified(error: string, facts: Facts = {}): Failure {
  return new Failure({ error, ...facts });
}

/** What is sent for anything that a command threw. */
export function errorReply(thrown: unknown): ErrorReply {
  if (thrown instanceof Failure) return thrown.reply;
  return { error: `The extension failed: ${messageOf(thrown)}` };
}

/** The message of anything that was thrown. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
