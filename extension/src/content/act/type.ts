// Types text key by key (contract: *browser_type*): at the caret when it is in the target, else at
// the end of it.

import type { TextField } from '../dom/elements';
import { deepActiveElement } from '../dom/tree';
import { fireInput, nextTask, NO_MODIFIERS } from './events';
import { rangeOf } from './caret';
import { fillField, malformed } from './fill';
import { enterEditor } from './fill-editor';
import { moveFocus } from './focus';
import { both, NOTHING, PREVENTED, type Edited, type Hands } from './hands';
import type { Edit } from './held';
import { characterKey } from './keys';
import { pressKey } from './press';
import {
  caretToEnd,
  fireChangeIfTyped,
  isNumber,
  NOT_OF_NUMBERS,
  selectionOf,
  takesKeys,
  textOf,
} from './text-field';

/** What typing did, and what it was to do. */
export type Typed = { edited: Edited; edit: Edit };

/** `prevented` when the page cancelled any of it. */
export async function typeInField(
  field: TextField,
  text: string,
  clear: boolean,
  hands: Hands,
): Promise<Typed> {
  if (isNumber(field) && text.search(NOT_OF_NUMBERS) >= 0) throw malformed(field.type);
  const edit: Edit = { kind: 'replaced', before: field.value };
  if (!takesKeys(field)) {
    // Dates, colours and sliders take whole values only.
    fillField(field, text, hands);
    return { edited: { effect: 'insertText', prevented: false }, edit };
  }
  const hadFocus = deepActiveElement(field.ownerDocument) === field;
  moveFocus(field);
  // Text that the page keeps would be followed by the new one.
  if (clear && !emptyField(field, hands)) return { edited: PREVENTED, edit };
  if (!hadFocus || clear) caretToEnd(field, hands);
  const at = rangeOf(selectionOf(field, hands));
  const inserted = { kind: 'inserted', before: textOf(field, hands), at } as const;
  const edited = await typeKeys(field, text, hands);
  fireChangeIfTyped(field, hands);
  return { edited, edit: clear ? edit : inserted };
}

/** Whether it is empty then. */
function emptyField(field: TextField, hands: Hands): boolean {
  if (field.value === '' && textOf(field, hands) === '') return true;
  field.select();
  if (!fireInput(field, 'beforeinput', 'deleteContentBackward', null)) return field.value === '';
  field.value = '';
  hands.untold.delete(field);
  hands.typed.add(field);
  fireInput(field, 'input', 'deleteContentBackward', null);
  return true;
}

async function typeKeys(element: Element, text: string, hands: Hands): Promise<Edited> {
  let all: Edited = NOTHING;
  for (const character of text.replaceAll('\r\n', '\n')) {
    const chord = { key: characterKey(character), modifiers: NO_MODIFIERS };
    const pressed = pressKey(element, chord, character === '\t' ? '\t' : null, hands);
    all = {
      effect: pressed.effect ?? all.effect,
      prevented: all.prevented || pressed.prevented,
    };
    await nextTask();
  }
  return all;
}

export async function typeInEditor(
  host: HTMLElement,
  target: Element,
  text: string,
  clear: boolean,
  hands: Hands,
): Promise<Edited> {
  const emptied = await enterEditor(host, target, clear, hands);
  return both(emptied, await typeKeys(host, text, hands));
}
