// Accessible names, as far as the contract wants them (*Target selectors*, *Images*).
// https://www.w3.org/TR/accname-1.2/, https://www.w3.org/TR/html-aam-1.0/#accessible-name-computations

import {
  isField,
  isFrame,
  isImage,
  isInput,
  isTextField,
} from '../dom/elements';
import { treeOf, type Tree } from '../dom/tree';
import { attributeOf, factsOf } from './facts';
import { clip, fold } from './fold';
import { once, type LabelsOf, type Read } from './read';
import { isMasked } from './redact';
import { NAMED_BY_CONTENT, roleOf } from './roles';
import { contentOf, renderedTextOf, wholeTextOf } from './text';
import { NAME_LENGTH } from '../../protocol';

/** The element's accessible name: redacted, folded and cut. */
export const nameOf = (read: Read, element: Element): string =>
  once(read.names, element, () => clip(fullName(read, element), NAME_LENGTH));

function fullName(read: Read, element: Element): string {
  return authorName(read, element) ?? nativeName(read, element) ?? lastResort(read, element);
}

/** What `aria-labelledby` or `aria-label` say. */
export function authorName(read: Read, element: Element): string | null {
  return (
    present(labelledByText(read, element)) ?? present(attributeOf(read, element, 'aria-label'))
  );
}

export function labelledByText(read: Read, element: Element): string | null {
  const ids = attributeOf(read, element, 'aria-labelledby');
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
  const { tag, html } = factsOf(read, element);
  if (tag === 'input' && isInput(element) && BUTTON_TYPES.has(element.type))
    return buttonInputName(read, element);
  if (html && LABELABLE.has(tag)) {
    const labels = present(nativeLabels(read, element));
    if (labels !== null) return labels;
  }
  if (html && (tag === 'img' || tag === 'area')) {
    return present(element.getAttribute('alt'));
  }
  if (tag === 'svg') return present(svgTitle(element));
  const captionTag = html ? CAPTIONS.get(tag) : undefined;
  if (captionTag !== undefined) {
    const caption = [...element.children].find(child => child.localName === captionTag);
    if (caption !== undefined) read.labelling.add(caption);
    return caption === undefined ? null : present(renderedTextOf(read, caption));
  }
  const role = roleOf(read, element);
  return role !== null && NAMED_BY_CONTENT.has(role)
    ? present(renderedTextOf(read, element))
    : null;
}

const LABELABLE = new Set('button input meter output progress select textarea'.split(' '));

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);

const CAPTIONS = new Map([
  ['fieldset', 'legend'],
  ['figure', 'figcaption'],
  ['table', 'caption'],
]);

const DEFAULT_BUTTON_NAMES: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

function buttonInputName(read: Read, input: HTMLInputElement): string | null {
  if (isMasked(read, input)) return null;
  if (input.type === 'image') return present(input.alt);
  return present(input.value) ?? present(input.title) ?? DEFAULT_BUTTON_NAMES[input.type] ?? null;
}

/** The text of the `<label>` elements of a control. */
export function nativeLabels(read: Read, control: Element): string {
  const labels = labelsOf(read, control);
  for (const label of labels) read.labelling.add(label);
  return labels.map(label => fold(contentOf(read, label))).join(' ');
}

function labelsOf(read: Read, control: Element): readonly HTMLLabelElement[] {
  const tree = treeOf(control);
  return once(read.labels, tree, () => labelsIn(tree)).get(control) ?? [];
}

/** A control's own list of labels searches the whole page each time. */
function labelsIn(tree: Tree): LabelsOf {
  const labels = new Map<Element, HTMLLabelElement[]>();
  for (const label of tree.querySelectorAll('label')) {
    const control = label.control;
    if (control === null) continue;
    const known = labels.get(control);
    if (known === undefined) labels.set(control, [label]);
    else known.push(label);
  }
  return labels;
}

function svgTitle(graphic: Element): string | null {
  const title = [...graphic.children].find(child => child.localName === 'title');
  return title?.textContent ?? null;
}

function lastResort(read: Read, element: Element): string {
  const { attributes } = factsOf(read, element);
  if (isImage(element) && attributeOf(read, element, 'alt') === '') return '';
  const title = present(attributeOf(read, element, 'title'));
  if (title !== null) return title;
  if (attributes.has('placeholder') && isTextField(element)) return fold(element.placeholder);
  if (attributes.has('name') && isFrame(element)) return fold(element.name);
  return present(attributeOf(read, element, 'aria-placeholder')) ?? '';
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
