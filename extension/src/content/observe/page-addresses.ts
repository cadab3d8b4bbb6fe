// Addresses that page data tells: absolute, and short enough to be redacted whole by the bridge.

import { cut } from './fold';
import { withoutQuery } from './states';
import { ADDRESS_LENGTH } from '../../protocol';

/**
 * Of a `data:` address only what kind of data it is. Of one that is too long neither query nor
 * fragment: a part of a credential might not be recognised as one.
 */
export function shortAddress(address: string): string {
  if (address.length <= ADDRESS_LENGTH && !/^data:/i.test(address)) return address;
  return cut(withoutQuery(address), ADDRESS_LENGTH);
}


/** Whether an address is on the page's own site: its scheme, host and port. */
export function isInternal(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host } = new URL(address);
  return protocol === document.location.protocol && host === document.location.host;
}

/** Whether a frame that cannot be read is of the page's origin by its address: a sandbox, say. */
export function isSameOrigin(frame: HTMLIFrameElement): boolean {
  if (frame.hasAttribute('srcdoc') || frame.src === '') return true;
  return /^about:(blank|srcdoc)\b/.test(frame.src) || isInternal(frame.src);
}
