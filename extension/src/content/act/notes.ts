// What a person's key would have done and ours does not (contract: *browser_keypress*, `note`).

import { isButton, isInput, isLink, isSelect } from '../dom/elements';
import { isInParts } from './control-keys';
import type { Chord } from './keys';
import type { Receiver } from './press';

const SCROLLING = new Set(
  'ArrowDown ArrowLeft ArrowRight ArrowUp End Home PageDown PageUp'.split(' '),
);

const CLIPBOARD = new Set(['c', 'v', 'x', 'y', 'z']);

export function noteFor(chord: Chord, receiver: Receiver, element: Element): string | null {
  const { key, modifiers } = chord;
  if (key.key === 'Tab')
    return 'Tab does not move the focus here; name the next element by its ref.';
  if ((modifiers.ctrl || modifiers.meta) && CLIPBOARD.has(key.key.toLowerCase())) {
    return 'Clipboard and undo shortcuts do nothing here.';
  }
  if (isSelect(element) && (key.key === 'Enter' || key.key === ' ' || modifiers.alt)) {
    return 'Keys do not open this list; choose with browser_select_option.';
  }
  if (isInParts(element)) {
    return 'Keys do not change the parts of this value; write the whole with browser_type or browser_fill_form.';
  }
  if (receiver.kind !== 'none') return null;
  if (key.key === 'Enter' || key.key === ' ') return activationNote(element);
  return SCROLLING.has(key.key) ? 'Keys do not scroll the page.' : null;
}

function activationNote(element: Element): string | null {
  const isActivatable = isButton(element) || isLink(element) || isInput(element);
  return isActivatable ? 'Enter and Space do not activate this element; click it.' : null;
}
