// What must not leave the page (contract: *Sensitive-field redaction*). Text and values are read
// through this file only, so that no reader can forget it.

import { matches, rootNodeOf, styleProperty } from '../dom/ask';
import {
  editingHostOf,
  isDocument,
  isField,
  isForm,
  isInput,
  isShadowRoot,
  isTextArea,
} from '../dom/elements';
import { elementsIn, parentInDocument, shadowRootOf } from '../dom/tree';
import { attributeOf, factsOf } from './facts';
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
    if (sensitive && hasPasswordType(read, element)) read.secrets.add(element);
    return sensitive;
  });

function judge(read: Read, element: Element): boolean {
  if (saysSecret(read, element) || isInSecretHost(read, element)) return true;
  if (isInput(element) && (isAutofilled(element) || isNamedSecret(read, element))) return true;
  if (isTextArea(element) && isAutofilled(element)) return true;
  if (isField(element)) return isMasked(read, element) || isInMaskedEditor(read, element);
  if (editingHostOf(element) !== null) return isInMaskedEditor(read, element);
  return holdsSecretField(read, element);
}

/** Its type or autocomplete says so, as those of a component may too; or they once did. */
function saysSecret(read: Read, element: Element): boolean {
  if (read.secrets.has(element) || hasPasswordType(read, element)) return true;
  return factsOf(read, element).html && !isForm(element) && hasSecretAutocomplete(read, element);
}

const hasPasswordType = (read: Read, element: Element): boolean =>
  factsOf(read, element).html &&
  attributeOf(read, element, 'type')?.toLowerCase() === 'password';

const hasSecretAutocomplete = (read: Read, element: Element): boolean =>
  (attributeOf(read, element, 'autocomplete') ?? '')
    .toLowerCase()
    .split(/\s+/)
    .some(token => SECRET_AUTOCOMPLETE.has(token));

/** A component that says that it holds a secret keeps it in a plain field of its shadow root. */
function isInSecretHost(read: Read, element: Element): boolean {
  for (let host = shadowHostOf(element); host !== null; host = shadowHostOf(host)) {
    if (saysSecret(read, host)) return true;
  }
  return false;
}

function shadowHostOf(element: Element): Element | null {
  const root = rootNodeOf(element, undefined);
  return isShadowRoot(root) ? root.host : null;
}

function isNamedSecret(read: Read, input: HTMLInputElement): boolean {
  const names = ['name', 'id', 'placeholder', 'aria-label']
    .map(key => attributeOf(read, input, key))
    .filter(name => name !== null);
  if (names.some(namesSecret) && NAMED_TYPES.has(input.type)) return true;
  const mode = attributeOf(read, input, 'inputmode')?.toLowerCase();
  return mode === 'numeric' && names.some(namesCodeBox);
}

const isAutofilled = (element: Element): boolean => matches(element, ':autofill');

/** A component whose shadow root holds a secret field or editor. */
function holdsSecretField(read: Read, host: Element): boolean {
  const root = shadowRootOf(host);
  if (root === null) return false;
  return elementsIn(root).some(
    inner =>
      (isField(inner) || inner.hasAttribute('contenteditable') || shadowRootOf(inner) !== null) &&
      isSensitive(read, inner),
  );
}

/** Whether the browser shows the element's own text as dots. */
export const isMasked = (read: Read, element: Element): boolean =>
  (factsOf(read, element).masked ??=
    isMask(maskOf(styleIn(read, element))) || isSecretChoice(read, element));

const CHOICES = new Set(['optgroup', 'option']);

/** What can be chosen in a sensitive list is what it holds. */
function isSecretChoice(read: Read, element: Element): boolean {
  const select = CHOICES.has(factsOf(read, element).tag) ? element.closest('select') : null;
  return select !== null && isSensitive(read, select);
}

const maskOf = styleProperty('webkitTextSecurity', '-webkit-text-security');

const isMask = (mask: string): boolean => mask !== '' && mask !== 'none';

/** Inside a masked editor all text is secret, whatever its own style. */
export function isInMaskedEditor(read: Read, element: Element): boolean {
  let inside: Element | null = element;
  while (inside !== null) {
    const host = editingHostAround(read, inside);
    if (host === null) return false;
    if (isMasked(read, host)) return true;
    inside = parentInDocument(host);
  }
  return false;
}

/** The editing region around an element, which may be a part of it that cannot be edited. */
function editingHostAround(read: Read, element: Element): HTMLElement | null {
  let start: Element | null = element;
  while (start !== null) {
    const nearest: Element | null = mayBeEditable(read, start) ? start.closest(EDITABLE) : null;
    if (nearest === null) {
      start = shadowHostOf(start);
      continue;
    }
    const host = editingHostOf(nearest);
    if (host !== null) return host;
    start = parentInDocument(nearest);
  }
  return null;
}

const EDITABLE = '[contenteditable]';

/** Most trees have no editor, and this is asked of every text in them. */
function mayBeEditable(read: Read, element: Element): boolean {
  const root = rootNodeOf(element, undefined);
  if (!isDocument(root) && !isShadowRoot(root)) return true;
  return once(read.editable, root, () => root.querySelector(EDITABLE) !== null);
}
