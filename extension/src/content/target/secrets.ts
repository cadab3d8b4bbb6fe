// What selectors and errors must not tell: a selector could read a secret bit by bit through found
// and not found, an error could list one (contract: *Sensitive-field redaction*, *Target selectors*).

import { isDocument, isShadowRoot, isSlot } from '../dom/elements';
import { elementsIn, treesWithin, type Tree } from '../dom/tree';
import { fold } from '../observe/fold';
import { newRead, type Read } from '../observe/read';
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

/** XPath reads text and attributes as they are, in the documents that it runs in. */
export function refuseUnsafeXPath(
  read: Read,
  documents: ReadonlySet<Document>,
  selector: string,
): void {
  const isUnsafe = [...documents].some(document =>
    anyTree(document, tree => isOf(tree, document) && holdsSecret(read, tree)),
  );
  if (isUnsafe) {
    throw unsupportedSelector(selector, 'XPath is off while the page holds masked or secret text');
  }
}

const anyTree = (document: Document, test: (tree: Tree) => boolean): boolean =>
  treesWithin(document).some(tree => (isDocument(tree) || isShadowRoot(tree)) && test(tree));

/** Frames have documents of their own. */
const isOf = (tree: Tree, document: Document): boolean =>
  tree === document || tree.ownerDocument === document;

const hasSecretAttribute = (read: Read, tree: Tree): boolean =>
  [...tree.querySelectorAll('[value]')].some(element => isSensitive(read, element));

const holdsSecret = (read: Read, tree: Tree): boolean =>
  hasSecretAttribute(read, tree) ||
  elementsIn(tree).some(
    element => isMasked(read, element) && holdsText(element),
  );

/** Text of its own or of what is inside it, which a slot gets from outside. */
const holdsText = (element: Element): boolean =>
  [element, ...(isSlot(element) ? element.assignedNodes({ flatten: true }) : [])].some(
    node => /\S/.test(node.textContent ?? ''),
  );

/** The texts of a list's options without the masked ones; `null` when the list itself is secret. */
export function tellableOptions(select: HTMLSelectElement): string[] | null {
  const read = newRead(new WeakSet());
  if (isSensitive(read, select)) return null;
  return [...select.options]
    .filter(option => !isMasked(read, option))
    .map(option => fold(option.label));
}
