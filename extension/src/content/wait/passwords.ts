// Remembers which elements were password fields: they stay secret when the page reveals them
// (contract: *Sensitive-field redaction*). What a read meets is remembered there, by
// observe/redact.ts; this catches the fields that no read has met, such as one that is not rendered.

import { isElement } from '../dom/elements';

const TYPE_CHANGES: MutationObserverInit = {
  subtree: true,
  attributes: true,
  attributeFilter: ['type'],
  attributeOldValue: true,
};

/** The password fields of the document, now and until `signal` ends it. */
export function rememberPasswords(document: Document, signal: AbortSignal): WeakSet<Element> {
  const secrets = new WeakSet<Element>();
  for (const field of document.querySelectorAll('input[type=password i]')) secrets.add(field);
  const observer = new MutationObserver(records => noteReveals(records, secrets));
  observer.observe(document, TYPE_CHANGES);
  signal.addEventListener('abort', () => observer.disconnect(), { once: true });
  return secrets;
}

/** Adds what had the type of a password field until now. */
export function noteReveals(records: readonly MutationRecord[], secrets: WeakSet<Element>): void {
  for (const { target, attributeName, oldValue } of records) {
    const wasPassword = attributeName === 'type' && oldValue?.toLowerCase() === 'password';
    if (wasPassword && isElement(target)) secrets.add(target);
  }
}
