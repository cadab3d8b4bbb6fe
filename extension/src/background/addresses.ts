// Which addresses a tab may be sent to. Checked before the browser is asked for anything.

import { failure } from './failure';
import type { Failure } from './failure';

/** Schemes that run code in the page, name no document, or are the extension's own. */
const REFUSED = new Set(['javascript:', 'data:', 'blob:', 'moz-extension:']);

/** The address as the browser takes it, or `invalid_argument`. */
export function checkedAddress(text: string): string {
  if (!URL.canParse(text)) {
    throw refusedAddress(text, 'it is not an absolute URL; write it with https:// in front');
  }
  const url = new URL(text);
  if (REFUSED.has(url.protocol)) {
    throw refusedAddress(text, `${url.protocol} URLs are not loaded`);
  }
  return url.href;
}

/** The browser or the check above does not take the address. */
export function refusedAddress(text: string, reason: string): Failure {
  return failure('invalid_argument', `Cannot navigate to ${clipped(text)}: ${reason}`, {
    hint: 'Use a full http:// or https:// URL.',
    state: { url: clipped(text) },
  });
}

/** Whether going from one address to the other can stay in the document. */
export function differsInFragmentOnly(from: string, to: string): boolean {
  if (!URL.canParse(from) || !URL.canParse(to) || !to.includes('#')) return false;
  const [before, after] = [new URL(from), new URL(to)];
  before.hash = after.hash = '';
  return before.href === after.href;
}

function clipped(text: string): string {
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
