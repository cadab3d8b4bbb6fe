// Edits the text of an input or textarea as its keys would. Values are set with the browser's own
// setter: a page may have put another one on the element to track what it knows already.

import { isInput, isTextArea, type TextField } from '../dom/elements';
import { beginningOf } from '../dom/string';
import type { Modifiers } from '../../protocol';
import { deleted, moved, rangeOf, unitOf, type Range, type Selection } from './caret';
import { fireChange, fireInput } from './events';
import { NOTHING, PREVENTED, type Edited, type Hands } from './hands';

/** Input types that take text key by key. */
const TEXTUAL = new Set('email number password search tel text url'.split(' '));

/** Whether keys type into it. */
export const takesKeys = (element: Element): element is TextField =>
  isTextArea(element) || (isInput(element) && TEXTUAL.has(element.type));

/** The selection; some types tell none, they are edited at their end. */
export function selectionOf(field: TextField): Selection {
  const { selectionStart: start, selectionEnd: end, selectionDirection } = field;
  if (start === null || end === null)
    return { anchor: field.value.length, focus: field.value.length };
  return selectionDirection === 'backward'
    ? { anchor: end, focus: start }
    : { anchor: start, focus: end };
}

export function select(field: TextField, selection: Selection): void {
  if (field.selectionStart === null) return;
  const { start, end } = rangeOf(selection);
  field.setSelectionRange(start, end, selection.focus < selection.anchor ? 'backward' : 'forward');
}

/** Puts the caret behind the text. */
export function caretToEnd(field: TextField): void {
  const end = field.value.length;
  select(field, { anchor: end, focus: end });
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
  const range = rangeOf(selectionOf(field));
  const room = roomFor(field, range);
  const fitting = room === null ? text : beginningOf(text, room);
  if (fitting === '' && range.start === range.end) return NOTHING;
  replace(field, range, fitting, inputType, text, hands);
  return { effect: inputType, prevented: false };
}

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
  const range = deleted(field.value, selectionOf(field), forward, unit);
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
  const value = field.value;
  field.value = value.slice(0, start) + text + value.slice(end);
  const caret = start + text.length;
  select(field, { anchor: caret, focus: caret });
  hands.typed.add(field);
  fireInput(field, 'input', inputType, data);
}

export function moveCaret(
  field: TextField,
  key: string,
  modifiers: Modifiers,
  hands: Hands,
): Edited {
  const before = selectionOf(field);
  const after = moved(field.value, before, key, modifiers, hands.isMac);
  if (after === null || (after.anchor === before.anchor && after.focus === before.focus)) {
    return NOTHING;
  }
  select(field, after);
  return { effect: modifiers.shift ? 'extendSelection' : 'moveCaret', prevented: false };
}

export function selectAll(field: TextField): Edited {
  if (field.value === '') return NOTHING;
  field.select();
  return { effect: 'selectAll', prevented: false };
}

/** What a field tells when it is left or submitted, after keys were pressed in it. */
export function fireChangeIfTyped(field: Element, hands: Hands): void {
  if (!hands.typed.delete(field)) return;
  fireChange(field);
}
