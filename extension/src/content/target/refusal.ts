// Why a command was not carried out: the errors of *Action errors* that a page can raise.
// All of them come before anything reaches the page, unless the text says otherwise.

import type { ErrorCode, ErrorReply } from '../../protocol';

/** Thrown to end a command; the connection answers its reply. */
export class Refusal extends Error {
  constructor(readonly reply: ErrorReply) {
    super(reply.error);
  }
}

type Facts = { hint?: string; state?: Record<string, unknown>; retryable?: boolean };

export const refuse = (code: ErrorCode, retryable: boolean, error: string, facts: Facts): Refusal =>
  new Refusal({ error, code, retryable, ...facts });

/** An error that the contract gives no code. */
export const plainError = (error: string, facts: Facts = {}): Refusal =>
  new Refusal({ error, ...facts });

export const notFound = (state: Record<string, unknown>, error = 'Element not found'): Refusal =>
  refuse('not_found', true, error, {
    hint: 'Take a new browser_snapshot and use the ref of the element you mean.',
    state,
  });

export const staleRef = (ref: number, reason: 'element_removed' | 'not_in_snapshot'): Refusal =>
  refuse('stale_ref', true, `Ref e${ref} is no longer valid`, {
    hint:
      reason === 'element_removed'
        ? 'The element has left the page. Take a new browser_snapshot of this tab and use the ref of its current element.'
        : 'This page has given out no such ref. Take a new browser_snapshot of this tab and use a ref from it.',
    state: { ref: `e${ref}`, reason },
  });

const ACCEPTED_FORMS =
  'Accepted: a snapshot ref (e12); CSS, also with :has-text("…"), :text("…"), :text-is("…") and :visible; ' +
  'text=…, "…", text=/…/; role=button[name="…"]; internal:text=, internal:role=, internal:label=; ' +
  'xpath=…, //…, ..; nth=N after another step; steps joined by >>.';

export const unsupportedSelector = (selector: string, why: string): Refusal =>
  refuse('unsupported_selector', false, `Unsupported selector: ${why}`, {
    hint: ACCEPTED_FORMS,
    state: { selector },
  });

export type Candidate = { ref: string; role: string; name: string };

export const ambiguous = (
  what: { selector: string } | { field: string },
  matches: number,
  candidates: Candidate[],
): Refusal =>
  refuse('ambiguous_target', false, `${matches} elements match; nothing was done`, {
    hint: 'Pass the ref of the one you mean from state.candidates, a more specific selector, or first: true for the first match.',
    state: { ...what, matches, candidates },
  });

/** A point where nothing can be done. */
export const invalidCoordinates = (
  error: string,
  hint: string,
  state: Record<string, unknown>,
): Refusal => refuse('invalid_coordinates', false, error, { hint: `Nothing was done. ${hint}`, state });

export const notFillable = (
  tag: string,
  reason: string,
  hint: string,
  role: string | null = null,
): Refusal =>
  refuse('not_fillable', true, 'The target is not a field that can be filled', {
    hint,
    state: { tag, reason, ...(role === null ? {} : { role }) },
  });
