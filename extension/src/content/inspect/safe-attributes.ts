// The attributes of an element that may leave the page (contract: *Sensitive-field redaction*).
// Addresses in them are marked: the bridge knows which of their parts are secret.

import { MARK_ABSOLUTE, MARK_ADDRESS } from '../../protocol';
import type { Read } from '../observe/read';
import { isMasked, isSensitive } from '../observe/redact';
import { withoutQuery } from '../observe/states';

/** Attributes that say what a field or range holds. */
const VALUES = new Set(['value', 'aria-valuetext', 'aria-valuenow']);

const OPTIONS = new Set(['optgroup', 'option']);

/** They show a document: nobody has looked what is secret in one that is written in an address. */
const FRAMES = new Set(['embed', 'frame', 'iframe', 'object']);

/** Attributes that are an address. */
const ADDRESSES = new Set(
  'action background cite data formaction href longdesc manifest poster src'.split(' '),
);
/** Attributes that are a list of addresses and other words. */
const ADDRESS_LISTS = new Set(['imagesrcset', 'ping', 'srcset']);

const MARKS = new RegExp(`[${MARK_ADDRESS}${MARK_ABSOLUTE}]`, 'g');

/** Page text without what the bridge would take for a mark. */
export const unmarked = (text: string): string => text.replace(MARKS, '');

/** The name of an attribute without its prefix. */
const localName = (name: string): string => name.toLowerCase().replace(/^.*:/, '');

/** Whether the attribute must not be told of this element. */
export function isWithheld(read: Read, element: Element, name: string): boolean {
  const local = localName(name);
  // The document of a frame, as text: nobody has looked what is secret in it.
  if (local === 'srcdoc') return true;
  if (VALUES.has(local) && isSensitive(read, element)) return true;
  const isOption = OPTIONS.has(element.localName);
  return isOption && (local === 'label' || local === 'value') && isMasked(read, element);
}

/** The attribute's value with its addresses marked; `null` when there is none to tell. */
export function attributeToTell(read: Read, element: Element, name: string): string | null {
  const value = element.getAttribute(name);
  return value === null || isWithheld(read, element, name) ? null : marked(element, name, value);
}

export function marked(element: Element, name: string, value: string): string {
  const text = unmarked(value);
  // Only these can begin what is secret in an address.
  if (/^\s*data:/i.test(text)) return FRAMES.has(element.localName) ? withoutQuery(text) : text;
  if (!/[?#@]/.test(text)) return text;
  const local = localName(name);
  if (ADDRESSES.has(local)) return markedAddress(text, element.baseURI);
  const words = ADDRESS_LISTS.has(local) ? /[^\s,]\S*/g : ABSOLUTE_ADDRESS;
  return text.replace(words, word => markedAddress(word, element.baseURI));
}

const ABSOLUTE_ADDRESS = /\b[a-z][a-z\d+.-]*:\/\/[^\s"'()<>]+/gi;

/** Marks the addresses in the value of a CSS property. */
export const markedStyle = (value: string): string =>
  unmarked(value).replace(ABSOLUTE_ADDRESS, word => markedAddress(word, word));

function markedAddress(address: string, base: string): string {
  const parsed = URL.parse(address, base);
  if (parsed === null) return address;
  return `${MARK_ADDRESS}${address}${MARK_ABSOLUTE}${parsed.href}${MARK_ADDRESS}`;
}

/** An address of the page made absolute, and marked. */
export function absoluteAddress(element: Element, address: string): string {
  const text = unmarked(address);
  const absolute = URL.parse(text, element.baseURI)?.href ?? text;
  return /[?#@]/.test(absolute) ? markedAddress(absolute, absolute) : absolute;
}
