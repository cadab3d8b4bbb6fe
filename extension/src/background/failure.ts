// Failures as the wire wants them. A command throws a `Failure`; the router turns it into a reply.

import type { ErrorCode, ErrorReply } from '../protocol';

/** Codes after which repeating the same command is of no use or not safe. */
const NOT_RETRYABLE: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'ambiguous_target',
  'error_page',
  'invalid_argument',
  'not_supported',
  'screenshot_failed',
  'unsupported_selector',
  'user_tab_read_only',
]);

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
