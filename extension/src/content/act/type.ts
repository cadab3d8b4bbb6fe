// Types text key by key (contract: *browser_type*): at the caret when it is in the target, else at
// the end of it.

import { isInput, type TextField } from '../dom/elements';
import { deepActiveElement } from '../dom/tree';
import { fireInput, nextTask, NO_MODIFIERS } from './events';
import { fillField } from './fill';
import { enterEditor } from './fill-editor';
import { moveFocus } from './focus';
import { NOTHING, type Edited, type Hands } from './hands';
import { characterKey } from './keys';
import { pressKey } from './press';
import { caretToEnd, fireChangeIfTyped, takesKeys } from './text-field';

/** `prevented` when the page cancelled any of it. */
export async function typeInField(
  field: TextField,
  text: string,
  clear: boolean,
  hands: Hands,
): Promise<Edited> {
  if (!takesKeys(field)) {
    // Dates, colours and sliders take whole values only.
    fillField(field, text);
    return { effect: 'insertText', prevented: false };
  }
  const hadFocus = deepActiveElement(field.ownerDocument) === field;
  moveFocus(field);
  if (clear) emptyField(field, hands);
  if (!hadFocus || clear) caretToEnd(field);
  const edited =
    isInput(field) && field.type === 'number'
      ? await typeNumber(field, text, hands)
      : await typeKeys(field, text, hands);
  fireChangeIfTyped(field, hands);
  return edited;
}

function emptyField(field: TextField, hands: Hands): void {
  if (field.value === '') return;
  field.select();
  if (!fireInput(field, 'beforeinput', 'deleteContentBackward', null)) return;
  field.value = '';
  hands.typed.add(field);
  fireInput(field, 'input', 'deleteContentBackward', null);
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

/** "-" and "1e" are no numbers yet: the browser drops them, a person's keyboard does not. */
async function typeNumber(input: HTMLInputElement, text: string, hands: Hands): Promise<Edited> {
  const before = input.value;
  const edited = await typeKeys(input, text, hands);
  const whole = before + text;
  if (!edited.prevented && input.value !== whole) {
    input.value = whole;
    fireInput(input, 'input', 'insertText', text);
    hands.typed.add(input);
  }
  return edited;
}

export async function typeInEditor(
  host: HTMLElement,
  target: Element,
  text: string,
  clear: boolean,
  hands: Hands,
): Promise<Edited> {
  await enterEditor(host, target, clear, hands);
  return typeKeys(host, text, hands);
}
