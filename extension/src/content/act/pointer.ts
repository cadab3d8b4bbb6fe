// The mouse's buttons: presses and releases (contract: *POST /api/click*). Every event is
// synthetic; the page can see that.

import { editingHostOf, isDisabled } from '../dom/elements';
import { isAttached } from '../dom/tree';
import type { Modifiers, MouseButton, Point } from '../../protocol';
import { arrive, type Aim, type At } from './approach';
import { fireMouse, firePointer } from './events';
import { focusByPress } from './focus';

/** A press of the mouse. */
export type Press = { button: MouseButton; modifiers: Modifiers; double: boolean };

/**
 * How a click went: `cancelled` by the page, which then does with it what it wants; otherwise what
 * kept the click itself from being dispatched.
 */
export type Clicked = 'clicked' | 'cancelled' | 'disabled' | 'gone';

const BUTTONS: Readonly<Record<MouseButton, { button: number; buttons: number; last: string }>> = {
  left: { button: 0, buttons: 1, last: 'click' },
  middle: { button: 1, buttons: 4, last: 'auxclick' },
  right: { button: 2, buttons: 2, last: 'contextmenu' },
};

/** `hovered` is what the pointer was last left on. */
export function click(aim: Aim, press: Press, hovered: Element | null): Clicked {
  const { element } = aim;
  const at = arrive(aim, press.modifiers, hovered);
  if (!isAttached(element)) return 'gone';
  const first = lift(pressDown(aim, press.button, { ...at, detail: 1 }));
  if (!press.double || !wasDispatched(first)) return first;
  const second = lift(pressDown(aim, press.button, { ...at, detail: 2 }));
  if (wasDispatched(second) && press.button === 'left') {
    fireMouse(element, 'dblclick', { ...at, detail: 2, button: 0, buttons: 0 });
  }
  return second;
}

/** One click whose button is down until `held` has resolved. */
export async function clickAndHold(
  aim: Aim,
  press: Press,
  hovered: Element | null,
  held: () => Promise<void>,
): Promise<Clicked> {
  const at = arrive(aim, press.modifiers, hovered);
  if (!isAttached(aim.element)) return 'gone';
  const down = pressDown(aim, press.button, { ...at, detail: 1 });
  await held();
  return lift(down);
}

export const wasDispatched = (clicked: Clicked): boolean =>
  clicked === 'clicked' || clicked === 'cancelled';

/** A button that is down. */
export type Down = {
  readonly element: Element;
  readonly button: MouseButton;
  readonly at: At;
  /** A page that cancels pointerdown gets no mousedown and mouseup either, as with a real mouse. */
  readonly withMouse: boolean;
};

export function pressDown(aim: Aim, button: MouseButton, at: At): Down {
  const { element } = aim;
  const down = { ...at, button: BUTTONS[button].button, buttons: BUTTONS[button].buttons };
  const withMouse = firePointer(element, 'pointerdown', down);
  const mayFocus = !withMouse || fireMouse(element, 'mousedown', down);
  if (mayFocus && isAttached(element)) focusPressed(element, aim.point === null ? null : at);
  return { element, button, at, withMouse };
}

/** The button goes up, which makes the press a click. */
function lift({ element, button, at, withMouse }: Down): Clicked {
  const up = { ...at, button: BUTTONS[button].button, buttons: 0 };
  if (!isAttached(element)) return 'gone';
  firePointer(element, 'pointerup', up);
  if (withMouse) fireMouse(element, 'mouseup', up);
  if (!isAttached(element)) return 'gone';
  if (isInDisabledControl(element)) return 'disabled';
  return firePointer(element, BUTTONS[button].last, up) ? 'clicked' : 'cancelled';
}

/** In an editor a press puts the caret at the given point, or at the end of what was pressed. */
function focusPressed(element: Element, at: Point | null): void {
  focusByPress(element);
  if (editingHostOf(element) === null) return;
  const { ownerDocument } = element;
  const selection = ownerDocument.getSelection();
  const caret = at === null ? null : ownerDocument.caretPositionFromPoint(at.x, at.y);
  if (caret !== null && element.contains(caret.offsetNode)) {
    selection?.collapse(caret.offsetNode, caret.offset);
    return;
  }
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

function isInDisabledControl(element: Element): boolean {
  const control = element.closest('button, input, select, textarea, option');
  return control !== null && isDisabled(control);
}
