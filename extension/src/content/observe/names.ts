// Accessible names, as far as the contract wants them (*Target selectors*, *Images*).
// https://www.w3.org/TR/accname-1.2/, https://www.w3.org/TR/html-aam-1.0/#accessible-name-computations

import { isField, isFrame, isImage, isInput, isText, isTextField } from '../dom/elements';
import { pseudoContentOf } from '../dom/rendered';
import { renderedChildren, treeOf, type Tree } from '../dom/tree';
import { attributeOf, factsOf } from './facts';
import { clip, fold } from './fold';
import { isShown } from './look';
import { once, type LabelsOf, type Read } from './read';
import { isInMaskedEditor, isMasked } from './redact';
import { NAMED_BY_CONTENT, roleOf } from './roles';
import { hiddenTextOf, referentsOf, renderedTextOf, svgTitleOf } from './text';
import { heldBy } from './values';
import { NAME_LENGTH } from '../../protocol';

/** The element's accessible name: redacted, folded and cut. */
export const nameOf = (read: Read, element: Element): string =>
  once(read.names, element, () => clip(fullName(read, element), NAME_LENGTH));

function fullName(read: Read, element: Element): string {
  return (
    authorName(read, element) ??
    hostName(read, element) ??
    contentName(read, element) ??
    lastResort(read, element)
  );
}

/** What `aria-labelledby` or `aria-label` say. */
export function authorName(read: Read, element: Element): string | null {
  return (
    present(labelledByText(read, element)) ?? present(attributeOf(read, element, 'aria-label'))
  );
}

export function labelledByText(read: Read, element: Element): string | null {
  const parts = referentsOf(read, element);
  if (parts === null) return null;
  return naming(read, parts, parts.map(label => labelText(read, label)).join(' '));
}

/** Remembers what these elements say of another one, as far as its line shows it. */
function naming(read: Read, labels: readonly Element[], name: string): string {
  const shown = clip(fold(name), NAME_LENGTH);
  for (const label of labels) read.labelling.set(label, shown);
  return name;
}

/** The text of an element that names another one; it may be hidden itself. */
function labelText(read: Read, label: Element): string {
  return (
    present(attributeOf(read, label, 'aria-label')) ??
    present(valueText(read, label)) ??
    hostName(read, label) ??
    present(seenOrHiddenText(read, label)) ??
    present(attributeOf(read, label, 'title')) ??
    ''
  );
}

/** A field names another element by what it holds, unless that is secret. */
function valueText(read: Read, element: Element): string | null {
  const held = isField(element) ? heldBy(read, element) : null;
  return held?.kind === 'value' ? held.text : null;
}

/** The text that can be seen of a label; all of it when the label itself is hidden. */
const seenOrHiddenText = (read: Read, label: Element): string =>
  isShown(read, label) ? renderedTextOf(read, label) : hiddenTextOf(read, label);

/** What HTML or SVG itself names the element by, before its content and title. */
function hostName(read: Read, element: Element): string | null {
  const { tag, html } = factsOf(read, element);
  if (!html) return present(svgTitleOf(read, element));
  if (tag === 'input' && isInput(element) && BUTTON_TYPES.has(element.type))
    return buttonInputName(read, element);
  if (LABELABLE.has(tag) || tag.includes('-')) return present(nativeLabels(read, element));
  if (tag === 'img' || tag === 'area') return present(attributeOf(read, element, 'alt'));
  if (tag === 'option' || tag === 'optgroup') {
    return isMasked(read, element) ? null : present(attributeOf(read, element, 'label'));
  }
  const captionTag = CAPTIONS.get(tag);
  const caption = captionTag === undefined ? null : firstChildWith(element, captionTag);
  if (caption === null) return null;
  return present(naming(read, [caption], seenOrHiddenText(read, caption)));
}

const LABELABLE = new Set('button input meter output progress select textarea'.split(' '));

const BUTTON_TYPES = new Set(['button', 'submit', 'reset', 'image']);

const CAPTIONS = new Map([
  ['fieldset', 'legend'],
  ['figure', 'figcaption'],
  ['table', 'caption'],
]);

function firstChildWith(element: Element, tag: string): Element | null {
  for (const child of element.children) if (child.localName === tag) return child;
  return null;
}

/** What the browser writes on a button that says nothing itself. */
const DEFAULT_BUTTON_NAMES: Readonly<Record<string, string>> = { submit: 'Submit', reset: 'Reset' };

function buttonInputName(read: Read, input: HTMLInputElement): string | null {
  if (isMasked(read, input)) return null;
  if (input.type === 'image') return present(input.alt) ?? present(input.title) ?? 'Submit Query';
  return present(input.value) ?? DEFAULT_BUTTON_NAMES[input.type] ?? null;
}

/** The text of the `<label>` elements of a control. */
export function nativeLabels(read: Read, control: Element): string {
  const labels = labelsOf(read, control);
  const texts = labels.map(
    label => present(attributeOf(read, label, 'aria-label')) ?? seenOrHiddenText(read, label),
  );
  return naming(read, labels, texts.join(' '));
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

function contentName(read: Read, element: Element): string | null {
  const role = roleOf(read, element);
  return role !== null && NAMED_BY_CONTENT.has(role)
    ? present(renderedTextOf(read, element))
    : null;
}

function lastResort(read: Read, element: Element): string {
  const { attributes } = factsOf(read, element);
  if (isImage(element) && attributeOf(read, element, 'alt') === '') return '';
  const title = present(attributeOf(read, element, 'title'));
  if (title !== null) return title;
  if (attributes.has('placeholder') && isTextField(element)) return fold(element.placeholder);
  if (attributes.has('name') && isFrame(element)) return fold(element.name);
  return (
    present(attributeOf(read, element, 'aria-placeholder')) ?? generatedName(read, element) ?? ''
  );
}

/** Text that only a style sheet gives. It costs two styles, so it is asked for last. */
function generatedName(read: Read, element: Element): string | null {
  const role = roleOf(read, element);
  if (role === null || !NAMED_BY_CONTENT.has(role) || isMasked(read, element)) return null;
  const text = `${pseudoContentOf(element, '::before')} ${pseudoContentOf(element, '::after')}`;
  // Icon fonts use characters that mean nothing outside of them.
  return present(text.replace(/\p{Co}/gu, ''));
}

function present(text: string | null): string | null {
  const folded = fold(text ?? '');
  return folded === '' ? null : folded;
}

/** Name of a clickable element without a role (contract: *browser_snapshot*, custom controls). */
export function customName(read: Read, element: Element): string {
  const explicit =
    authorName(read, element) ??
    present(attributeOf(read, element, 'title')) ??
    present(attributeOf(read, element, 'alt')) ??
    (factsOf(read, element).html ? null : present(svgTitleOf(read, element)));
  if (explicit !== null) return clip(explicit, NAME_LENGTH);
  if (!isMasked(read, element) && !isInMaskedEditor(read, element)) {
    const direct = fold(directText(element));
    if (direct !== '') return clip(direct, NAME_LENGTH);
  }
  if (element.getElementsByTagName('*').length > CUSTOM_ELEMENTS) return '';
  const content = renderedTextOf(read, element);
  return content.length > CUSTOM_LENGTH ? '' : content;
}

const CUSTOM_LENGTH = 80;
const CUSTOM_ELEMENTS = 5;

/** The text right inside it, as it is rendered: a shadow root puts other text in its place. */
function directText(element: Element): string {
  return renderedChildren(element)
    .filter(isText)
    .map(node => node.data)
    .join(' ');
}
