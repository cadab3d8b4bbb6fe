// One press of a key (contract: *browser_keypress*): its events, then what the key does by
// default, which a browser does not do for synthetic events.

import { editingHostOf, isDisabled, isInput, type TextField } from '../dom/elements';
import {
  clickByKey,
  isClickedBy,
  isControl,
  isSubmittedFrom,
  pressInControl,
  stepNumber,
  type Control,
} from './control-keys';
import { fireKey, type KeyFacts } from './events';
import { listenFor } from './focus';
import { NOTHING, PREVENTED, type Edited, type Hands } from './hands';
import { breakInEditor, deleteInEditor, insertInEditor } from './editor';
import { moveInEditor, placeCaret, selectAllInEditor } from './editor-caret';
import { chordName, type Chord } from './keys';
import { noteFor } from './notes';
import { submitImplicitly } from './submit';
import {
  deleteText,
  fireChangeIfTyped,
  insertText,
  isNumber,
  moveCaret,
  selectAll,
  takesKeys,
} from './text-field';

export type Pressed = Edited & { key: string; note: string | null };

/** What receives the key's default edit. */
export type Receiver =
  | { kind: 'field'; field: TextField }
  | { kind: 'editor'; host: HTMLElement }
  | { kind: 'control'; control: Control }
  | { kind: 'none' };

export function receiverOf(element: Element): Receiver {
  if (takesKeys(element)) {
    return isDisabled(element) ? { kind: 'none' } : { kind: 'field', field: element };
  }
  if (isControl(element)) return { kind: 'control', control: element };
  const host = editingHostOf(element);
  return host === null ? { kind: 'none' } : { kind: 'editor', host };
}

/** `text` is what is inserted when it is not the key's own. */
export function pressKey(
  element: Element,
  chord: Chord,
  text: string | null,
  hands: Hands,
): Pressed {
  const typed = text ?? typedBy(chord);
  const edited = pressAndEdit(element, chord, typed, hands);
  const receiver = receiverOf(element);
  const note =
    edited.prevented || edited.effect !== null ? null : noteFor(chord, receiver, element);
  return { ...edited, key: chordName(chord), note };
}

function pressAndEdit(element: Element, chord: Chord, typed: string, hands: Hands): Edited {
  const facts = keyFacts(chord);
  const isDown = fireKey(element, 'keydown', facts);
  let wanted = isDown;
  // Enter follows a link without our doing: the browser does it for every key event.
  const followed = listenFor(element, 'click', () => {
    if (!isDown || !firesKeypress(chord, typed)) return;
    wanted = fireKey(element, 'keypress', { ...facts, ...charCodes(chord, typed) });
  });
  const receiver = receiverOf(element);
  const edited = wanted ? applyDefault(receiver, chord, typed, hands) : PREVENTED;
  const released = fireKey(element, 'keyup', facts);
  if (followed) return { effect: 'click', prevented: false };
  if (receiver.kind !== 'control' || !isClickedBy(receiver.control, chord)) return edited;
  return isDown && released ? clickByKey(receiver.control) : PREVENTED;
}

/** What the key types. A shortcut types nothing. */
const typedBy = (chord: Chord): string => (isShortcut(chord) ? '' : chord.key.text);

const isShortcut = ({ modifiers: { alt, ctrl, meta } }: Chord): boolean => ctrl || meta || alt;

const keyFacts = ({ key, modifiers }: Chord): KeyFacts => ({
  key: key.key,
  code: key.code,
  keyCode: key.keyCode,
  charCode: 0,
  modifiers,
});

const firesKeypress = ({ key }: Chord, typed: string): boolean =>
  typed !== '' || key.key === 'Enter';

/** In `keypress` both codes are the character's. */
function charCodes({ key }: Chord, typed: string): { charCode: number; keyCode: number } {
  const code = typed === '' ? key.keyCode : (typed.codePointAt(0) ?? 0);
  return { charCode: code, keyCode: code };
}

function applyDefault(receiver: Receiver, chord: Chord, typed: string, hands: Hands): Edited {
  switch (receiver.kind) {
    case 'field':
      return editField(receiver.field, chord, typed, hands);
    case 'editor':
      return editEditor(receiver.host, chord, typed, hands);
    case 'control':
      return useControl(receiver.control, chord, hands);
    case 'none':
      return NOTHING;
  }
}

function editField(field: TextField, chord: Chord, typed: string, hands: Hands): Edited {
  const { key, modifiers } = chord;
  if (isSelectAll(chord)) return selectAll(field, hands);
  if (typed !== '') return insertText(field, typed, 'insertText', hands);
  switch (key.key) {
    case 'Enter':
      if (isInput(field)) return enterInInput(field, hands);
      return isShortcut(chord) ? NOTHING : insertText(field, '\n', 'insertLineBreak', hands);
    case 'Backspace':
    case 'Delete':
      return deleteText(field, key.key === 'Delete', modifiers, hands);
    default:
      return (
        (isNumber(field) ? stepNumber(field, chord, hands) : null) ??
        moveCaret(field, key.key, modifiers, hands)
      );
  }
}

function useControl(control: Control, chord: Chord, hands: Hands): Edited {
  if (chord.key.key !== 'Enter') return pressInControl(control, chord);
  return isSubmittedFrom(control) ? enterInInput(control, hands) : NOTHING;
}

function enterInInput(input: HTMLInputElement, hands: Hands): Edited {
  fireChangeIfTyped(input, hands);
  return submitImplicitly(input) ? { effect: 'implicitSubmit', prevented: false } : NOTHING;
}

function editEditor(host: HTMLElement, chord: Chord, typed: string, hands: Hands): Edited {
  const { key, modifiers } = chord;
  // In a tab in the background the focus brings no caret.
  placeCaret(host, host);
  if (isSelectAll(chord)) return selectAllInEditor(host);
  if (typed !== '') return insertInEditor(host, typed);
  switch (key.key) {
    case 'Enter':
      return isShortcut(chord) ? NOTHING : breakInEditor(host, modifiers.shift);
    case 'Backspace':
    case 'Delete':
      return deleteInEditor(host, key.key === 'Delete', modifiers, hands);
    default:
      return moveInEditor(host, key.key, modifiers, hands);
  }
}

const isSelectAll = ({ key, modifiers }: Chord): boolean =>
  key.key.toLowerCase() === 'a' && (modifiers.ctrl || modifiers.meta) && !modifiers.alt;
