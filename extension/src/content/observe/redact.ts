// What must not leave the page (contract: *Sensitive-field redaction*). Text and values are read
// through this file only, so that no reader can forget it.

import { styleProperty } from '../dom/ask';
import { editingHostOf, isField, isHtml, isInput, isSelect, isTextArea } from '../dom/elements';
import { parentInDocument, shadowRootOf } from '../dom/tree';
import { factsOf } from './facts';
import { styleIn } from './look';
import { once, type Read } from './read';
import { namesCodeBox, namesSecret } from './secret-words';

const SECRET_AUTOCOMPLETE = new Set([
  'current-password',
  'new-password',
  'one-time-code',
  'cc-number',
  'cc-csc',
]);

/** Input types whose name can make them secret. */
const NAMED_TYPES = new Set(['text', 'search', 'tel', 'number']);

/** Whether a value must never be returned, nor its length. */
export const isSensitive = (read: Read, element: Element): boolean =>
  once(read.sensitive, element, () => {
    const sensitive = judge(read, element);
    if (sensitive && isInput(element) && element.type === 'password') read.secrets.add(element);
    return sensitive;
  });

function judge(read: Read, element: Element): boolean {
  if (read.secrets.has(element)) return true;
  if (isInput(element)) return isSecretInput(element) || isMasked(read, element);
  if (isTextArea(element)) return isMasked(read, element) || isAutofilled(element);
  if (isSelect(element)) return hasSecretAutocomplete(element);
  if (editingHostOf(element) !== null) return isInMaskedEditor(read, element);
  return isSecretHost(read, element);
}

function isSecretInput(input: HTMLInputElement): boolean {
  if (input.type === 'password' || hasSecretAutocomplete(input) || isAutofilled(input)) return true;
  if (!NAMED_TYPES.has(input.type)) return false;
  const names = ['name', 'id', 'placeholder', 'aria-label'].map(key => input.getAttribute(key));
  return names.some(
    name =>
      name !== null && (namesSecret(name) || (input.inputMode === 'numeric' && namesCodeBox(name))),
  );
}

const hasSecretAutocomplete = (element: Element): boolean =>
  (element.getAttribute('autocomplete') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .some(token => SECRET_AUTOCOMPLETE.has(token));

const isAutofilled = (element: Element): boolean => element.matches(':autofill');

/** A component that stands for a secret field, or holds one in its shadow root. */
function isSecretHost(read: Read, element: Element): boolean {
  const root = shadowRootOf(element);
  const isComponent = isHtml(element) && element.localName.includes('-');
  if (isComponent && element.getAttribute('type')?.toLowerCase() === 'password') return true;
  if (isComponent && hasSecretAutocomplete(element)) return true;
  if (root === null) return false;
  return [...root.querySelectorAll('*')].some(
    inner => (isField(inner) || shadowRootOf(inner) !== null) && isSensitive(read, inner),
  );
}

/** Whether the browser shows the element's own text as dots. */
export const isMasked = (read: Read, element: Element): boolean =>
  (factsOf(read, element).masked ??= isMask(maskOf(styleIn(read, element))));

const maskOf = styleProperty('webkitTextSecurity', '-webkit-text-security');

const isMask = (mask: string): boolean => mask !== '' && mask !== 'none';

/** Inside a masked editor all text is secret, whatever its own style. */
export function isInMaskedEditor(read: Read, element: Element): boolean {
  const host = editingHostAround(element);
  return host !== null && isMasked(read, host);
}

/** The editing region around an element, which may be a part of it that cannot be edited. */
function editingHostAround(element: Element): HTMLElement | null {
  const nearest = element.closest('[contenteditable]');
  if (nearest === null) return null;
  for (let above: Element | null = nearest; above !== null; above = parentInDocument(above)) {
    const host = editingHostOf(above);
    if (host !== null) return host;
  }
  return null;
}
