// The mouse: approaches an element, presses and releases (contract: *POST /api/click*,
// *POST /api/hover*). Every event is synthetic; the page can see that.

import { editingHostOf, isDisabled } from '../dom/elements';
import { boxOf } from '../dom/rendered';
import { isAttached, parentInDocument } from '../dom/tree';
import type { Modifiers, MouseButton } from '../../protocol';
import { fireMouse, firePointer, viewOf, type MouseFacts } from './events';
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

/** `hovered` is what the pointer was last left on; those around it are not entered again. */
export function click(element: Element, press: Press, hovered: Element | null): Clicked {
  const at = arrive(element, press, hovered);
  const first = lift(pressDown(element, press, { ...at, detail: 1 }));
  if (!press.double || !wasDispatched(first)) return first;
  const second = lift(pressDown(element, press, { ...at, detail: 2 }));
  if (wasDispatched(second) && press.button === 'left') {
    fireMouse(element, 'dblclick', { ...at, detail: 2, button: 0, buttons: 0 });
  }
  return second;
}

/** One click whose button is down until `held` has resolved. */
export async function clickAndHold(
  element: Element,
  press: Press,
  hovered: Element | null,
  held: () => Promise<void>,
): Promise<Clicked> {
  const at = arrive(element, press, hovered);
  const down = pressDown(element, press, { ...at, detail: 1 });
  await held();
  return lift(down);
}

export const wasDispatched = (clicked: Clicked): boolean =>
  clicked === 'clicked' || clicked === 'cancelled';

/** Where and how the mouse is, but for its buttons. */
type At = Omit<MouseFacts, 'button' | 'buttons'>;

function arrive(element: Element, { modifiers }: Press, hovered: Element | null): At {
  scrollIntoSight(element);
  const at = { ...centerOf(element), detail: 0, modifiers };
  approach(element, { ...at, button: 0, buttons: 0 }, hovered);
  return at;
}

/** A button that is down. */
type Down = {
  element: Element;
  button: MouseButton;
  at: At;
  /** A page that cancels pointerdown gets no mousedown and mouseup either, as with a real mouse. */
  withMouse: boolean;
};

function pressDown(element: Element, { button }: Press, at: At): Down {
  const down = { ...at, button: BUTTONS[button].button, buttons: BUTTONS[button].buttons };
  const withMouse = firePointer(element, 'pointerdown', down);
  const mayFocus = !withMouse || fireMouse(element, 'mousedown', down);
  if (mayFocus && isAttached(element)) focusPressed(element);
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

/** In an editor a press puts the caret at the end of what was pressed. */
function focusPressed(element: Element): void {
  focusByPress(element);
  if (editingHostOf(element) === null) return;
  const selection = element.ownerDocument.getSelection();
  selection?.selectAllChildren(element);
  selection?.collapseToEnd();
}

function isInDisabledControl(element: Element): boolean {
  const control = element.closest('button, input, select, textarea, option');
  return control !== null && isDisabled(control);
}

/** A pointer that arrives at the element. */
function approach(element: Element, facts: MouseFacts, hovered: Element | null): void {
  const entered = newlyEntered(element, hovered);
  firePointer(element, 'pointerover', facts);
  for (const each of entered) firePointer(each, 'pointerenter', facts);
  fireMouse(element, 'mouseover', facts);
  for (const each of entered) fireMouse(each, 'mouseenter', facts);
  firePointer(element, 'pointermove', facts);
  fireMouse(element, 'mousemove', facts);
}

/** From the outermost to the element, without what the pointer is in already. */
function newlyEntered(element: Element, hovered: Element | null): Element[] {
  const around = hovered === null || hovered === element ? new Set() : new Set(chainOf(hovered));
  return chainOf(element)
    .filter(each => !around.has(each))
    .reverse();
}

function chainOf(element: Element): Element[] {
  const chain: Element[] = [];
  for (let each: Element | null = element; each !== null; each = parentInDocument(each)) {
    chain.push(each);
  }
  return chain;
}

export function scrollIntoSight(element: Element): void {
  const { x, y } = centerOf(element);
  const view = viewOf(element);
  if (x >= 0 && y >= 0 && x <= view.innerWidth && y <= view.innerHeight && isTop(view)) return;
  element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
}

/** A frame may itself be out of sight. */
const isTop = (view: Window): boolean => view === view.top;

function centerOf(element: Element): { x: number; y: number } {
  const box = boxOf(element);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
