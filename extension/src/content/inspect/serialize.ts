// An element as HTML text, made by a walk over the page as it is (contract: *Sensitive-field
// redaction*): sensitive fields and editors are empty, masked text is dropped, and nothing is
// written whose secrets cannot be told: comments, templates, documents of frames.

import { MARKUP_CHARACTERS } from '../../protocol';
import { editingHostOf, isElement, isField, isHtml, isSlot, isText } from '../dom/elements';
import { shadowRootOf } from '../dom/tree';
import type { Read } from '../observe/read';
import { isInMaskedEditor, isMasked, isSensitive } from '../observe/redact';
import { isWithheld, marked, unmarked } from './safe-attributes';
import { attributeText, Writer } from './writer';

export type Markup = { html: string; truncated: boolean };

/** A page can nest without limit, a call stack cannot. */
export const DEEPEST = 500;

const VOID = new Set(
  'area base br col embed hr img input link meta param source track wbr'.split(' '),
);
/** Their content is text to the browser and markup to a reader. */
const OPAQUE = new Set('iframe noembed noframes noscript template'.split(' '));
const RAW = new Set(['script', 'style']);

type Walk = { read: Read; writer: Writer; leftOut: ReadonlySet<Element> };

/** The element and all in it, as `outerHTML` would say it. `leftOut` is not the page's own. */
export function serialize(
  read: Read,
  root: Element,
  leftOut: ReadonlySet<Element>,
  characters = MARKUP_CHARACTERS,
): Markup {
  const writer = new Writer(characters);
  const isSecret = isInMaskedEditor(read, root) || isInMaskedSlot(read, root);
  writeElement({ read, writer, leftOut }, root, isSecret, 0);
  return { html: writer.html, truncated: writer.truncated };
}

function writeElement(walk: Walk, element: Element, isSecret: boolean, deep: number): void {
  const { read, writer, leftOut } = walk;
  if (writer.isFull || leftOut.has(element)) return;
  if (deep > DEEPEST) {
    writer.truncated = true;
    return;
  }
  const isOfHtml = isHtml(element);
  const name = isOfHtml ? element.localName : element.nodeName;
  writer.add(`<${name}${attributesOf(read, element)}>`);
  if (isOfHtml && VOID.has(name)) return;
  if (!(isOfHtml && OPAQUE.has(name)) && !isHeldSecret(read, element)) {
    writeContent(walk, element, isSecret, deep + 1);
  }
  writer.add(`</${name}>`);
}

function attributesOf(read: Read, element: Element): string {
  let text = '';
  for (const { name, value } of element.attributes) {
    if (isWithheld(read, element, name)) continue;
    text += attributeText(name, marked(element, name, value));
  }
  return text;
}

/** A sensitive field or editor: what is in it is its value. */
export const isHeldSecret = (read: Read, element: Element): boolean =>
  (isField(element) || editingHostOf(element) !== null) && isSensitive(read, element);

function writeContent(walk: Walk, element: Element, isSecret: boolean, deep: number): void {
  const { read, writer } = walk;
  const isRaw = isHtml(element) && RAW.has(element.localName);
  const inMask = maskedBySlot(read, element);
  for (const child of element.childNodes) {
    if (writer.isFull) return;
    if (isElement(child)) writeElement(walk, child, isSecret || inMask.has(child), deep);
    else if (isText(child) && child.data !== '') {
      if (isSecret || inMask.has(child) || isMasked(read, element)) continue;
      if (isRaw) writer.add(unmarked(child.data));
      else writer.addText(child.data);
    }
  }
}

const NONE: ReadonlySet<Node> = new Set();

/** The children of a host that its shadow tree shows as dots, or in a masked editor. */
function maskedBySlot(read: Read, host: Element): ReadonlySet<Node> {
  const root = shadowRootOf(host);
  if (root === null) return NONE;
  const slots = [...root.querySelectorAll('slot')].filter(isSlot);
  const masked = slots.filter(slot => isMasked(read, slot) || isInMaskedEditor(read, slot));
  return new Set(masked.flatMap(slot => slot.assignedNodes({ flatten: true })));
}

/** The same of what is around an element. */
function isInMaskedSlot(read: Read, element: Element): boolean {
  let at = element;
  for (let host = at.parentElement; host !== null; at = host, host = at.parentElement) {
    if (maskedBySlot(read, host).has(at)) return true;
  }
  return false;
}
