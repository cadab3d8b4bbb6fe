// Tells kinds of elements apart by tag. `instanceof` cannot: an element of a frame belongs to
// another window's classes.

import { localNameOf, matches, namespaceOf, nodeTypeOf } from './ask';

const HTML = 'http://www.w3.org/1999/xhtml';
const SVG = 'http://www.w3.org/2000/svg';

// `Node.ELEMENT_NODE` and its like: in a content script each look at a global asks the page's window.
const ELEMENT = 1;
const TEXT = 3;
const CDATA = 4;
const DOCUMENT = 9;
const FRAGMENT = 11;

export const isElement = (node: Node): node is Element => nodeTypeOf(node) === ELEMENT;

export function isText(node: Node): node is Text {
  const type = nodeTypeOf(node);
  return type === TEXT || type === CDATA;
}

export const isShadowRoot = (node: Node): node is ShadowRoot =>
  nodeTypeOf(node) === FRAGMENT && 'host' in node;

export const isDocument = (node: Node): node is Document => nodeTypeOf(node) === DOCUMENT;

export const isHtml = (element: Element): element is HTMLElement => namespaceOf(element) === HTML;

export const isSvg = (element: Element): element is SVGElement => element.namespaceURI === SVG;

const hasTag = (element: Element, tag: string): boolean =>
  localNameOf(element) === tag && namespaceOf(element) === HTML;

export const isInput = (element: Element): element is HTMLInputElement => hasTag(element, 'input');

export const isTextArea = (element: Element): element is HTMLTextAreaElement =>
  hasTag(element, 'textarea');

export const isSelect = (element: Element): element is HTMLSelectElement =>
  hasTag(element, 'select');

/** Its options are shown in place of the chosen one. */
export const isOpenList = (select: HTMLSelectElement): boolean => select.multiple || select.size > 1;

export const isOption = (element: Element): element is HTMLOptionElement =>
  hasTag(element, 'option');

export const isButton = (element: Element): element is HTMLButtonElement =>
  hasTag(element, 'button');

export const isLabel = (element: Element): element is HTMLLabelElement => hasTag(element, 'label');

export const isForm = (element: Element): element is HTMLFormElement => hasTag(element, 'form');

export const isSlot = (element: Element): element is HTMLSlotElement => hasTag(element, 'slot');

export const isDetails = (element: Element): element is HTMLDetailsElement =>
  hasTag(element, 'details');

export const isSummary = (element: Element): boolean => hasTag(element, 'summary');

export const isImage = (element: Element): element is HTMLImageElement => hasTag(element, 'img');

export const isMedia = (element: Element): element is HTMLMediaElement =>
  hasTag(element, 'video') || hasTag(element, 'audio');

export const isFrame = (element: Element): element is HTMLIFrameElement =>
  hasTag(element, 'iframe') || hasTag(element, 'frame');

/** Elements that show a value and may have a label. */
export const isGauge = (
  element: Element,
): element is HTMLMeterElement | HTMLOutputElement | HTMLProgressElement =>
  hasTag(element, 'meter') || hasTag(element, 'output') || hasTag(element, 'progress');

export const isAnchor = (element: Element): element is HTMLAnchorElement => hasTag(element, 'a');

export type Link = HTMLAnchorElement | HTMLAreaElement;

export const isLink = (element: Element): element is Link =>
  (hasTag(element, 'a') || hasTag(element, 'area')) && element.hasAttribute('href');

/** A native control that holds a value. */
export type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

export const isField = (element: Element): element is Field =>
  isInput(element) || isTextArea(element) || isSelect(element);

/** An input or textarea: a control that holds one line or more of text or a typed value. */
export type TextField = HTMLInputElement | HTMLTextAreaElement;

export const isTextField = (element: Element): element is TextField =>
  isTextArea(element) || isInput(element);

/** A checkbox or a radio button. */
export const isCheckable = (element: Element): element is HTMLInputElement =>
  isInput(element) && (element.type === 'checkbox' || element.type === 'radio');

export const isFileInput = (element: Element): element is HTMLInputElement =>
  isInput(element) && element.type === 'file';

/** The element that makes this one editable, if any: the outermost `contenteditable`. */
export function editingHostOf(element: Element): HTMLElement | null {
  if (!isHtml(element) || !element.isContentEditable) return null;
  let host: HTMLElement = element;
  for (let above = element.parentElement; above !== null; above = above.parentElement) {
    if (!isHtml(above) || !above.isContentEditable) break;
    host = above;
  }
  return host;
}

/** The element has `contenteditable` itself and no editable parent. */
export const isEditingHost = (element: Element): boolean => editingHostOf(element) === element;

export const isDisabled = (element: Element): boolean => matches(element, ':disabled');
