// Presses a key, as often as asked, on the target or on what has the focus
// (contract: *browser_keypress*).

import { nextTask } from './act/events';
import { focusableAround, moveFocus } from './act/focus';
import { parseChord, type Chord } from './act/keys';
import { pressKey, type Pressed } from './act/press';
import { deepActiveElement, parentInDocument, shadowRootOf } from './dom/tree';
import { isSensitive } from './observe/redact';
import { readOf, type Page } from './page';
import { performed, targetOf, type Performed } from './performed';
import type { PageAction, Target } from '../protocol';
import { notFound, plainError, Refusal } from './target/refusal';

type Press = Extract<PageAction, { act: 'press' }>;

export async function performPress(page: Page, action: Press): Promise<Performed> {
  const chord = parseChord(action.key, action.modifiers, page.hands.isMac);
  if (chord === null)
    throw plainError('No key has this name; nothing was pressed', { hint: KEY_HINT });
  let pressed: Pressed | null = null;
  let element: Element | null = null;
  for (let count = 0; count < action.repeat; count++) {
    if (count > 0) await nextTask();
    element = receiving(page, action.target ?? null, count);
    pressed = pressKey(element, chord, action.text ?? null, page.hands);
  }
  return performed(
    element,
    {
      tag: element?.localName ?? null,
      key: isSecretKey(page, element, chord) ? null : (pressed?.key ?? null),
      effect: pressed?.effect ?? null,
      prevented: pressed?.prevented === true ? true : null,
      note: pressed?.note ?? null,
      repeat: action.repeat > 1 ? action.repeat : null,
    },
    { pageHandledKey: pressed?.prevented === true },
  );
}

const KEY_HINT =
  'Use a character, or a name such as Enter, Escape, Tab, Space, Backspace, Delete, ArrowDown, Home, End, PageDown, F5, with modifiers as in Control+a.';

/** What the next press goes to. When it is gone, the error says how many presses there were. */
function receiving(page: Page, target: Target | null, pressed: number): Element {
  try {
    return target === null ? focused() : focusedTarget(targetOf(page, target, 'value'));
  } catch (error) {
    if (pressed === 0 || !(error instanceof Refusal)) throw error;
    const { reply } = error;
    throw new Refusal({ ...reply, retryable: false, pressed });
  }
}

function focused(): Element {
  const active = deepActiveElement(document) ?? document.body ?? document.documentElement;
  if (active === null) throw notFound({});
  return active;
}

/** The target, or what has the focus inside it: the field of a component. */
function focusedTarget(target: Element): Element {
  const focusable = focusableAround(target);
  if (focusable !== null) moveFocus(focusable);
  const active = deepActiveElement(target.ownerDocument);
  const isInside = active !== null && shadowRootOf(target) !== null && holds(target, active);
  return isInside ? active : target;
}

function holds(outer: Element, inner: Element): boolean {
  for (let each: Element | null = inner; each !== null; each = parentInDocument(each)) {
    if (each === outer) return true;
  }
  return false;
}

/** A character that goes into a secret is part of it. */
const isSecretKey = (page: Page, element: Element | null, { key }: Chord): boolean =>
  key.text !== '' && element !== null && isSensitive(readOf(page), element);
