// Anything thrown -> the error that is answered.

import { MoreRefs } from './observe/refs';
import type { ErrorReply } from '../protocol';
import { Refusal } from './target/refusal';

/** `MoreRefs` is no failure: it is thrown on. */
export function errorReply(error: unknown): ErrorReply {
  if (error instanceof MoreRefs) throw error;
  if (error instanceof Refusal) return error.reply;
  return {
    error: `The page could not be handled: ${error instanceof Error ? error.message : String(error)}`,
    code: 'content_unavailable',
    retryable: false,
    hint: 'Take a new browser_snapshot and check the page before repeating a write.',
  };
}
