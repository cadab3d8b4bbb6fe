// Accessible names, as far as the contract wants them (*Target selectors*, *Images*).
// https://www.w3.org/TR/accname-1.2/, https://www.w3.org/TR/html-aam-1.0/#accessible-name-computations

import {
  isButton,
  isField,
  isFrame,
  isHtml,
  isImage,
  isInput,
  isSvg,
  isTextField,
} from '../dom/elements';
import { treeOf } from '../dom/tree';
import { clip, fold } from './fold';
import { once, type Read } from './read';
import { isMasked } from './redact';
import { NAMED_BY_CONTENT, roleOf } from './roles';
import { contentOf, renderedTextOf, wholeTextOf } from './text';
import { NAME_LENGTH } from '../../protocol';

/** The element's accessible name: redacted, folded and cut. */
export const nameOf = (read: Read, element: Element): string =>
  once(read.names, element, () => clip(fullName(read, element), NAME_LENGTH));

function fullName(read: Read, element: Element): string {
  return authorName(read, element) ?? nativeName(read, element) ?? lastResort(element);
}

/** What `aria-labelledby` or `aria-label` say. */
export function authorName(read: Read, element: Element): string | null {
  return present(labelledByText(read, element)) ?? present(element.getAttribute('aria-label'));
}

export function labelledByText(read: Read, element: Element): string | null {
  const ids = element.getAttribute('aria-labelledby');
  if (ids === null) return null;
  const tree = treeOf(element);
  const parts = ids
    .split(/\s+/)
    .map(id => (id === '' ? null : tree.getElementById(id)))
    .filter(label => label !== null);
  for (const label of parts) read.labelling.add(label);
  return parts.map(label => labelText(read, label)).join(' ');
}

/** The text of an element that names another one; it may be hidden itself. */
function labelText(read: Read, label: Element): string {
  const own = present(label.getAttribute('aria-label'));
  if (own !== null) return own;
  if (isField(label)) return '';
  if (isImage(label)) return label.alt;
  const shown = renderedTextOf(read, label);
  return shown === '' ? wholeTextOf(read, label) : shown;
}

/** What HTML itself names the element by, before its title. */
function nativeName(read: Read, element: Element): string | null {
  if (isInput(element) && BUTTON_TYPES.has(element.type)) return buttonInputName(read, element);
  if (isField(element) || isButton(element)) {
    const labels = present(nativeLabels(read, element));
    if (labels !== null) return labels;
  }
  if (isImage(element) || (isHtml(element) && element.localName === 'area')) {
    return present(element.getAttribute('alt'));
  }
  if (isSvg(element)) return present(svgTitle(element));
  const captionTag = isHtml(element) ? CAPTIONS[element.localName] : undefined;
  if (captionTag !== undefined) {
    const caption = [...element.children].find(child => child.localName === captionTag);
    if (caption !== undefined) read.labelling.add(caption);
    return caption === undefined ? null : present(renderedTextOf(read, caption));
  }
  const role = roleOf(element);
  return role !== null && NAMED_BY_CONTENT.has(role) ? present(renderedTextOf(read, element)) : null;
}

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);

const CAPTIONS: Readonly<Record<string, string>> = {
  fieldset: 'legend',
  figure: 'figcaption',
  table: 'caption',
};

const DEFAULT_BUTTON_NAMES: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

function buttonInputName(read: Read, input: HTMLInputElement): string | null {
  if (isMasked(read, input)) return null;
  if (input.type === 'image') return present(input.alt);
  return (
    present(input.value) ?? present(input.title) ?? DEFAULT_BUTTON_NAMES[input.type] ?? null
  );
}

/** The text of the `<label>` elements of a control. */
export function nativeLabels(read: Read, control: Element): string {
  if (!isField(control) && !isButton(control)) return '';
  const labels = [...(control.labels ?? [])];
  for (const label of labels) read.labelling.add(label);
  return labels.map(label => fold(contentOf(read, label))).join(' ');
}

function svgTitle(graphic: Element): string | null {
  const title = [...graphic.children].find(child => child.localName === 'title');
  return title?.textContent ?? null;
}

function lastResort(element: Element): string {
  if (isImage(element) && element.getAttribute('alt') === '') return '';
  const title = present(element.getAttribute('title'));
  if (title !== null) return title;
  if (isTextField(element)) return present(element.getAttribute('placeholder')) ?? '';
  if (isFrame(element)) return present(element.getAttribute('name')) ?? '';
  return present(element.getAttribute('aria-placeholder')) ?? '';
}

function present(text: string | null): string | null {
  const folded = fold(text ?? '');
  return folded === '' ? null : folded;
}

/** Name of a clickable element without a role (contract: *browser_snapshot*, custom controls). */
export function customName(read: Read, element: Element): string {
  const explicit =
    authorName(read, element) ??
    present(element.getAttribute('title')) ??
    present(element.getAttribute('alt'));
  if (explicit !== null) return clip(explicit, NAME_LENGTH);
  if (!isMasked(read, element)) {
    const direct = fold(directText(element));
    if (direct !== '') return clip(direct, NAME_LENGTH);
  }
  if (element.getElementsByTagName('*').length > CUSTOM_ELEMENTS) return '';
  const content = renderedTextOf(read, element);
  return content.length > CUSTOM_LENGTH ? '' : content;
}

const CUSTOM_LENGTH = 80;
const CUSTOM_ELEMENTS = 5;

function directText(element: Element): string {
  return [...element.childNodes]
    .filter(node => node.nodeType === Node.TEXT_NODE)
    .map(node => node.textContent ?? '')
    .join(' ');
}
