// One press of a key (contract: *browser_keypress*): its events, then what the key does by
// default, which a browser does not do for synthetic events.

import { editingHostOf, isInput, type TextField } from '../dom/elements';
import { fireKey, type KeyFacts } from './events';
import { NOTHING, PREVENTED, type Edited, type Hands } from './hands';
import { breakInEditor, deleteInEditor, insertInEditor } from './editor';
import { moveInEditor, selectAllInEditor } from './editor-caret';
import { chordName, type Chord } from './keys';
import { noteFor } from './notes';
import { submitImplicitly } from './submit';
import {
  deleteText,
  fireChangeIfTyped,
  insertText,
  moveCaret,
  selectAll,
  takesKeys,
} from './text-field';

export type Pressed = Edited & { key: string; note: string | null };

/** What receives the key's default edit. */
export type Receiver =
  { kind: 'field'; field: TextField } | { kind: 'editor'; host: HTMLElement } | { kind: 'none' };

export function receiverOf(element: Element): Receiver {
  if (takesKeys(element)) return { kind: 'field', field: element };
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
  const wanted =
    fireKey(element, 'keydown', facts) &&
    (!firesKeypress(chord, typed) ||
      fireKey(element, 'keypress', { ...facts, ...charCodes(chord, typed) }));
  const edited = wanted ? applyDefault(receiverOf(element), chord, typed, hands) : PREVENTED;
  fireKey(element, 'keyup', facts);
  return edited;
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
    case 'none':
      return NOTHING;
  }
}

function editField(field: TextField, chord: Chord, typed: string, hands: Hands): Edited {
  const { key, modifiers } = chord;
  if (isSelectAll(chord)) return selectAll(field);
  if (typed !== '') return insertText(field, typed, 'insertText', hands);
  switch (key.key) {
    case 'Enter':
      if (isInput(field)) return enterInInput(field, hands);
      return isShortcut(chord) ? NOTHING : insertText(field, '\n', 'insertLineBreak', hands);
    case 'Backspace':
    case 'Delete':
      return deleteText(field, key.key === 'Delete', modifiers, hands);
    default:
      return moveCaret(field, key.key, modifiers, hands);
  }
}

function enterInInput(input: HTMLInputElement, hands: Hands): Edited {
  fireChangeIfTyped(input, hands);
  return submitImplicitly(input) ? { effect: 'implicitSubmit', prevented: false } : NOTHING;
}

function editEditor(host: HTMLElement, chord: Chord, typed: string, hands: Hands): Edited {
  const { key, modifiers } = chord;
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
