// Replaces the value of one field at once (contract: *POST /api/fill*).

import { isInput, type TextField } from '../dom/elements';
import { beginningOf } from '../dom/string';
import { plainError, type Refusal } from '../target/refusal';
import { fireChange, fireInput } from './events';
import { moveFocus } from './focus';
import type { Hands } from './hands';
import { asHeld, isSame, type Holder } from './held';
import { inputLike } from './input-copy';
import { caretToEnd, lengthLimit, takesKeys } from './text-field';

/** As much of the value as a person could have typed. */
export function fillField(field: TextField, sent: string, hands: Hands): void {
  if (isInput(field)) refuseMalformed(field, sent);
  const limit = lengthLimit(field);
  const value = limit === null ? sent : beginningOf(asHeld(holderOf(field), sent), limit);
  moveFocus(field);
  const isDeletion = value === '';
  field.value = value;
  // As after typing; the browser leaves the caret where it was when the value is the same.
  if (takesKeys(field)) caretToEnd(field, hands);
  fireInput(
    field,
    'input',
    isDeletion ? 'deleteContentBackward' : 'insertText',
    isDeletion ? null : value,
  );
  fireChange(field);
}

/** How the field holds its text. */
export const holderOf = (field: TextField): Exclude<Holder, 'editor'> =>
  isInput(field) ? { input: field.type } : 'textarea';

/** How each type wants its value, for the error. */
const FORMATS: Readonly<Record<string, string>> = {
  color: 'a colour such as #aabbcc',
  date: 'a date such as 2024-12-31',
  'datetime-local': 'a date and time such as 2024-12-31T23:59',
  month: 'a month such as 2024-12',
  number: 'a number such as 12 or 3.5',
  range: 'a number within the range and on its steps',
  time: 'a time such as 23:59',
  week: 'a week such as 2024-W52',
};

/**
 * The browser would turn a malformed value into another one. Asked of a copy, so that nothing has
 * happened when it is refused. The value may be a secret: the error does not repeat it.
 */
function refuseMalformed(input: HTMLInputElement, value: string): void {
  if (FORMATS[input.type] === undefined || value === '') return;
  if (isSame(input.type, inputLike(input, value).value, value)) return;
  throw malformed(input.type);
}

export const malformed = (type: string): Refusal =>
  plainError(`Malformed value for an input of type ${type}; nothing was written`, {
    hint: `Pass ${FORMATS[type] ?? 'another value'}.`,
    state: { type },
  });
