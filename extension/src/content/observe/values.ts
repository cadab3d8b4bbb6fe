// The current value of a field, editor or range, safe to show: nothing of a sensitive field.

import { editingHostOf, isHtml, isInput, isOpenList, isSelect, isTextArea } from '../dom/elements';
import { factsOf } from './facts';
import { fold } from './fold';
import { once, type Held, type Read } from './read';
import { isMasked, isSensitive } from './redact';
import { renderedTextOf } from './text';

/** Types whose value is the label or a fixed text and not what a person entered. */
const WITHOUT_VALUE = new Set('button submit reset image checkbox radio hidden'.split(' '));

const FIELD_TAGS = new Set(['input', 'select', 'textarea']);

export const heldBy = (read: Read, element: Element): Held =>
  once(read.held, element, () => hold(read, element));

function hold(read: Read, element: Element): Held {
  const { tag, attributes } = factsOf(read, element);
  if (!FIELD_TAGS.has(tag) && !attributes.has('contenteditable')) return null;
  const isSecret = isSensitive(read, element) || isChoiceMasked(read, element);
  const text = FIELD_TAGS.has(tag) ? rawValue(element) : editedText(read, element);
  if (text === null) return isSecret && isSelect(element) ? chosenSecret(element) : null;
  if (isSecret) {
    return { kind: 'secret', filled: text !== '' };
  }
  return { kind: 'value', text: FIELD_TAGS.has(tag) ? text : unmaskedText(read, element, text) };
}

/** Of editors inside each other, laying out one costs as much as all that are in it. */
const EDITORS_LAID_OUT = 50;

function editedText(read: Read, element: Element): string | null {
  if (editingHostOf(element) !== element) return null;
  read.editors += 1;
  return read.editors > EDITORS_LAID_OUT ? renderedTextOf(read, element) : editorText(element);
}

const chosenSecret = (select: HTMLSelectElement): Held => ({
  kind: 'secret',
  filled: select.selectedOptions.length > 0,
});

const isChoiceMasked = (read: Read, element: Element): boolean =>
  isSelect(element) && [...element.selectedOptions].some(option => isMasked(read, option));

/** What the browser shows in place of each character of masked text. */
const MASK_CHARACTERS = /[\u2022\u25e6\u25a0]/;

/** An editor's text; where a part of it is masked, without that part. */
const unmaskedText = (read: Read, editor: Element, text: string): string =>
  MASK_CHARACTERS.test(text) ? renderedTextOf(read, editor) : text;

/** Unsafe: for comparing inside the page only. */
export function rawValue(element: Element): string | null {
  if (isInput(element)) {
    if (WITHOUT_VALUE.has(element.type)) return null;
    return element.type === 'file' ? fileNames(element) : element.value;
  }
  if (isTextArea(element)) return element.value;
  // The options of an open list have lines of their own.
  if (isSelect(element)) return isOpenList(element) ? null : (chosenTexts(element)[0] ?? '');
  if (editingHostOf(element) === element) return editorText(element);
  return null;
}

export const editorText = (host: Element): string =>
  isHtml(host) ? host.innerText.replace(/\n$/, '') : (host.textContent ?? '');

const fileNames = (input: HTMLInputElement): string =>
  [...(input.files ?? [])].map(file => file.name).join(', ');

const chosenTexts = (select: HTMLSelectElement): string[] =>
  [...select.selectedOptions].map(option => fold(option.label));

/** The value of a progress bar, meter or ARIA range. */
export function rangeValue(element: Element): string | null {
  const text = element.getAttribute('aria-valuetext') ?? element.getAttribute('aria-valuenow');
  if (text !== null) return text;
  const isBar =
    isHtml(element) && (element.localName === 'progress' || element.localName === 'meter');
  return isBar && element.hasAttribute('value') ? element.getAttribute('value') : null;
}
