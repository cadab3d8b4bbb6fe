// Selectors that could read a secret bit by bit through found and not found
// (contract: *Sensitive-field redaction*, *Target selectors*).

import { isDocument, isShadowRoot } from '../dom/elements';
import { treesWithin, type Tree } from '../dom/tree';
import type { Read } from '../observe/read';
import { isMasked, isSensitive } from '../observe/redact';
import { plainError, unsupportedSelector } from './refusal';

/** Whether CSS looks at the `value` attribute, or may hide that it does. */
export function testsValueAttribute(css: string): boolean {
  return (
    /\[\s*(?:[^\]|"'\s]*\|)?\s*value/i.test(css) ||
    (css.includes('[') && (css.includes('\\') || css.includes('/*')))
  );
}

export function refuseValueSelector(read: Read, document: Document, css: string): void {
  if (!testsValueAttribute(css) || !anyTree(document, tree => hasSecretAttribute(read, tree)))
    return;
  throw plainError(
    'value-attribute selectors are disabled while a sensitive field has a value attribute',
  );
}

/** XPath reads text and attributes as they are. */
export function refuseUnsafeXPath(read: Read, document: Document, selector: string): void {
  const isUnsafe = anyTree(
    document,
    tree => hasSecretAttribute(read, tree) || hasMaskedText(read, tree),
  );
  if (isUnsafe) {
    throw unsupportedSelector(selector, 'XPath is off while the page holds masked or secret text');
  }
}

const anyTree = (document: Document, test: (tree: Tree) => boolean): boolean =>
  treesWithin(document).some(tree => (isDocument(tree) || isShadowRoot(tree)) && test(tree));

const hasSecretAttribute = (read: Read, tree: Tree): boolean =>
  [...tree.querySelectorAll('[value]')].some(element => isSensitive(read, element));

const hasMaskedText = (read: Read, tree: Tree): boolean =>
  [...tree.querySelectorAll('*')].some(
    element => element.textContent !== '' && isMasked(read, element),
  );
