// What a person's key would have done and ours does not (contract: *browser_keypress*, `note`).

import { isButton, isDisabled, isField, isFrame, isInput, isLink, isSelect, isSummary } from '../dom/elements';
import { isInParts } from './control-keys';
import type { Chord } from './keys';
import type { Receiver } from './press';

const SCROLLING = new Set([
  ' ',
  ...'ArrowDown ArrowLeft ArrowRight ArrowUp End Home PageDown PageUp'.split(' '),
]);

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
  if (isField(element) && isDisabled(element)) return 'The field is disabled: keys do nothing in it.';
  if (receiver.kind !== 'none') return null;
  if (isFrame(element)) return UNREAD_FRAME;
  if ((key.key === 'Enter' || key.key === ' ') && isActivatable(element)) {
    return 'Enter and Space do not activate this element; click it.';
  }
  return SCROLLING.has(key.key) ? 'Keys do not scroll the page.' : null;
}

const UNREAD_FRAME =
  'The focus is in a frame that keys do not reach. Take a new browser_snapshot, then press the key on a ref inside the frame.';

const isActivatable = (element: Element): boolean =>
  isButton(element) || isLink(element) || isInput(element) || isSummary(element);
