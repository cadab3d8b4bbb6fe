// Edits the text of an input or textarea as its keys would. Values are set with the browser's own
// setter: a page may have put another one on the element to track what it knows already.

import { isInput, isTextArea, type TextField } from '../dom/elements';
import { beginningOf } from '../dom/string';
import type { Modifiers } from '../../protocol';
import { deleted, moved, rangeOf, unitOf, type Range, type Selection } from './caret';
import { fireChange, fireInput } from './events';
import { NOTHING, PREVENTED, type Edited, type Hands, type Untold } from './hands';

/** Input types that take text key by key. */
const TEXTUAL = new Set('email number password search tel text url'.split(' '));

/** Whether keys type into it. */
export const takesKeys = (element: Element): element is TextField =>
  isTextArea(element) || (isInput(element) && TEXTUAL.has(element.type));

/** The text that keys edit: the value, or the number that is being entered. */
export const textOf = (field: TextField, hands: Hands): string =>
  untoldOf(field, hands)?.text ?? field.value;

/** Numbers and e-mail addresses tell no selection: theirs is where our keys have left it, else the end. */
export function selectionOf(field: TextField, hands: Hands): Selection {
  const { selectionStart: start, selectionEnd: end, selectionDirection } = field;
  if (start === null || end === null) {
    const length = field.value.length;
    return untoldOf(field, hands)?.selection ?? { anchor: length, focus: length };
  }
  return selectionDirection === 'backward'
    ? { anchor: end, focus: start }
    : { anchor: start, focus: end };
}

function untoldOf(field: TextField, hands: Hands): Untold | undefined {
  const untold = hands.untold.get(field);
  return untold?.value === field.value ? untold : undefined;
}

function select(field: TextField, selection: Selection, hands: Hands, text = textOf(field, hands)): void {
  if (field.selectionStart === null) {
    hands.untold.set(field, { value: field.value, text, selection });
    return;
  }
  const { start, end } = rangeOf(selection);
  field.setSelectionRange(start, end, selection.focus < selection.anchor ? 'backward' : 'forward');
}

/** Puts the caret behind the text. */
export function caretToEnd(field: TextField, hands: Hands): void {
  const end = textOf(field, hands).length;
  select(field, { anchor: end, focus: end }, hands);
}

/** Replaces the selection by text, unless the page cancels it. */
export function insertText(
  field: TextField,
  text: string,
  inputType: string,
  hands: Hands,
): Edited {
  if (field.readOnly || !fireInput(field, 'beforeinput', inputType, text)) {
    return field.readOnly ? NOTHING : PREVENTED;
  }
  const range = rangeOf(selectionOf(field, hands));
  const fitting = fittingIn(field, range, text);
  if (fitting === '') return NOTHING;
  replace(field, range, fitting, inputType, text, hands);
  return { effect: inputType, prevented: false };
}

/** As much of the text as a person could enter there. */
function fittingIn(field: TextField, range: Range, text: string): string {
  if (isNumber(field)) return text.replace(NOT_OF_NUMBERS, '');
  const room = roomFor(field, range);
  return room === null ? text : beginningOf(text, room);
}

export const isNumber = (field: TextField): field is HTMLInputElement =>
  isInput(field) && field.type === 'number';

/** No key for one of these enters anything into a number. */
export const NOT_OF_NUMBERS = /[^-+.eE\d]/g;

function roomFor(field: TextField, { start, end }: Range): number | null {
  const limit = lengthLimit(field);
  return limit === null ? null : Math.max(0, limit - field.value.length + (end - start));
}

/** `maxlength` stops a person's typing; the value setter does not heed it. Numbers have none. */
export const lengthLimit = (field: TextField): number | null =>
  field.maxLength < 0 || !takesKeys(field) || field.type === 'number' ? null : field.maxLength;

export function deleteText(
  field: TextField,
  forward: boolean,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  if (field.readOnly) return NOTHING;
  const unit = unitOf(modifiers, hands.isMac);
  const range = deleted(textOf(field, hands), selectionOf(field, hands), forward, unit);
  if (range.start === range.end) return NOTHING;
  const inputType = deletionType(forward, unit === 'word', unit === 'line');
  if (!fireInput(field, 'beforeinput', inputType, null)) return PREVENTED;
  replace(field, range, '', inputType, null, hands);
  return { effect: inputType, prevented: false };
}

export function deletionType(forward: boolean, word: boolean, line: boolean): string {
  const direction = forward ? 'Forward' : 'Backward';
  if (line) return `deleteSoftLine${direction}`;
  return word ? `deleteWord${direction}` : `deleteContent${direction}`;
}

function replace(
  field: TextField,
  { start, end }: Range,
  text: string,
  inputType: string,
  data: string | null,
  hands: Hands,
): void {
  const before = textOf(field, hands);
  const after = before.slice(0, start) + text + before.slice(end);
  field.value = after;
  // The browser drops a number that is not finished, such as "1.": what is finished of it stays.
  if (isNumber(field) && field.value === '') field.value = FINISHED.exec(after)?.[0] ?? '';
  const caret = start + text.length;
  select(field, { anchor: caret, focus: caret }, hands, after);
  hands.typed.add(field);
  fireInput(field, 'input', inputType, data);
}

const FINISHED = /^-?(\d+(\.\d+)?|\.\d+)(e[-+]?\d+)?/i;

export function moveCaret(
  field: TextField,
  key: string,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  const before = selectionOf(field, hands);
  const after = moved(textOf(field, hands), before, key, modifiers, hands.isMac);
  if (after === null || (after.anchor === before.anchor && after.focus === before.focus)) {
    return NOTHING;
  }
  select(field, after, hands);
  return { effect: modifiers.shift ? 'extendSelection' : 'moveCaret', prevented: false };
}

export function selectAll(field: TextField, hands: Hands): Edited {
  const { length } = textOf(field, hands);
  if (length === 0) return NOTHING;
  field.select();
  if (field.selectionStart === null) select(field, { anchor: 0, focus: length }, hands);
  return { effect: 'selectAll', prevented: false };
}

/** What a field tells when it is left or submitted, after keys were pressed in it. */
export function fireChangeIfTyped(field: Element, hands: Hands): void {
  if (!hands.typed.delete(field)) return;
  fireChange(field);
}
