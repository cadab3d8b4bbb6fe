// The fields of a page's forms, wherever they are: in shadow trees and same-origin frames too
// (contract: *GET /api/forms*, *Frames*). Reads only; which selector names a field is not said here.

import {
  editingHostOf,
  isCheckable,
  isField,
  isFrame,
  isInput,
  isSelect,
  isTextField,
} from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { elementsIn, shadowRootOf, type Tree } from '../dom/tree';
import { boundsOf } from './dom-nodes';
import { attributeOf, factsOf } from './facts';
import { clip, cut, fold } from './fold';
import { frameContent } from './frames';
import { authorName, nameOf, nativeLabels } from './names';
import type { Read } from './read';
import { isMasked, isSensitive } from './redact';
import { roleOf } from './roles';
import { withoutQuery } from './states';
import { toldOf, type Told } from './told';
import {
  FIELD_OPTIONS,
  FIELD_VALUE_LENGTH,
  NAME_LENGTH,
  type FormField,
  type UnreadFrame,
} from '../../protocol';

export type FieldFound = { readonly element: Element; readonly frame: string | null };

export type UnreadFound = {
  readonly element: Element;
  readonly frame: Omit<UnreadFrame, 'ref'>;
};

export type Found = { readonly fields: FieldFound[]; readonly unread: UnreadFound[] };

/** A tree that is being searched, and the frame that holds it. */
type Level = {
  readonly elements: Iterator<Element>;
  readonly fields: ReadonlySet<Element>;
  readonly frame: string | null;
  readonly frames: number;
};

export const FIELDS = 'input, textarea, select, [contenteditable], [role]';

const ARIA_FIELDS = new Set(
  'textbox searchbox combobox checkbox switch radio slider spinbutton'.split(' '),
);

/** Types of an input that hold nothing that a person fills in. */
const NOT_FILLED = new Set('hidden button submit reset image'.split(' '));

/** The fields in document order; a shadow tree comes in its host's place. */
export function findFields(read: Read, document: Document): Found {
  const found: Found = { fields: [], unread: [] };
  const levels = [levelOf(document, null, 0)];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.elements.next();
    if (next.done === true) {
      levels.pop();
      continue;
    }
    const element = next.value;
    if (level.fields.has(element) && isFillable(read, element)) {
      found.fields.push({ element, frame: level.frame });
    }
    const root = shadowRootOf(element);
    if (root !== null) levels.push(levelOf(root, level.frame, level.frames));
    else if (isFrame(element)) enter(element, level, levels, found);
  }
  return found;
}

const levelOf = (tree: Tree, frame: string | null, frames: number): Level => ({
  elements: elementsIn(tree).values(),
  fields: new Set(tree.querySelectorAll(FIELDS)),
  frame,
  frames,
});

function enter(frame: HTMLIFrameElement, level: Level, levels: Level[], found: Found): void {
  const content = frameContent(frame, level.frames);
  if (content.kind === 'document') {
    levels.push(levelOf(content.document, frameLabel(frame), level.frames + 1));
  } else if (isRendered(frame)) {
    const why = content.states.find(state => state.startsWith('content='));
    const src = frame.src === '' ? {} : { src: clip(withoutQuery(frame.src), NAME_LENGTH) };
    const told = { name: frameLabel(frame), content: why?.slice('content='.length) ?? '', ...src };
    found.unread.push({ element: frame, frame: told });
  }
}

/** What tells a frame from others: its title, name or address. */
function frameLabel(frame: HTMLIFrameElement): string {
  const title = fold(frame.title);
  const name = fold(frame.name);
  return clip(title || name || withoutQuery(frame.src), NAME_LENGTH);
}

function isFillable(read: Read, element: Element): boolean {
  if (isInput(element)) return !NOT_FILLED.has(element.type);
  if (isField(element) || editingHostOf(element) === element) return true;
  return editingHostOf(element) === null && isAriaField(read, element);
}

/** A control made of other elements, unless it only surrounds a native field. */
const isAriaField = (read: Read, element: Element): boolean =>
  ARIA_FIELDS.has(roleOf(read, element) ?? '') &&
  element.querySelector('input:not([type=hidden]), textarea, select, [contenteditable]') === null;

/** What is told of a field. */
export function fieldOf(
  read: Read,
  { element, frame }: FieldFound,
): Omit<FormField, 'ref' | 'selector'> {
  const role = roleOf(read, element) ?? '';
  const told = toldOf(read, element, role);
  const attribute = (name: string): string =>
    clip(attributeOf(read, element, name) ?? '', NAME_LENGTH);
  return {
    tag: factsOf(read, element).tag,
    type: typeOf(element, role),
    name: attribute('name'),
    id: attribute('id'),
    placeholder: clip(placeholderOf(element), NAME_LENGTH),
    ...valueOf(read, element, told),
    label: clip(labelOf(read, element), NAME_LENGTH),
    required: told.states.includes('required'),
    ...(told.hasValue === null && isSelect(element) ? optionsOf(read, element) : {}),
    states: told.states.filter(state => state !== 'required'),
    hidden: !isRendered(element),
    ...(frame === null ? {} : { frame }),
    bounds: boundsOf(element),
  };
}

function typeOf(element: Element, role: string): string {
  if (isField(element)) return element.type;
  return editingHostOf(element) === element ? 'contenteditable' : role;
}

const placeholderOf = (element: Element): string =>
  isTextField(element) ? element.placeholder : (element.getAttribute('aria-placeholder') ?? '');

/** `aria-labelledby`, else `aria-label`, else the labels of a control; other controls have a name. */
const labelOf = (read: Read, element: Element): string =>
  isField(element)
    ? (authorName(read, element) ?? nativeLabels(read, element))
    : nameOf(read, element);

function valueOf(
  read: Read,
  element: Element,
  { value, hasValue }: Told,
): Pick<FormField, 'value' | 'hasValue'> {
  if (hasValue !== null) return { hasValue };
  const text = chosenIn(read, element) ?? value;
  return text === null ? {} : { value: cut(text, FIELD_VALUE_LENGTH) };
}

/** What a checkbox, a radio button or a select with several choices stands for. */
function chosenIn(read: Read, element: Element): string | null {
  if (isCheckable(element)) return isSensitive(read, element) ? null : element.value;
  if (!isSelect(element) || !element.multiple) return null;
  if (isSensitive(read, element) || isMasked(read, element)) return null;
  return [...element.selectedOptions]
    .filter(option => !isMasked(read, option))
    .map(option => fold(option.label))
    .join(', ');
}

function optionsOf(
  read: Read,
  select: HTMLSelectElement,
): Pick<FormField, 'options' | 'optionCount'> {
  if (isSensitive(read, select) || isMasked(read, select)) return {};
  const { length } = select.options;
  const listed = [...select.options].slice(0, FIELD_OPTIONS);
  const options = listed
    .filter(option => !isMasked(read, option))
    .map(option => clip(fold(option.label), NAME_LENGTH));
  return { options, ...(length > FIELD_OPTIONS ? { optionCount: length } : {}) };
}
