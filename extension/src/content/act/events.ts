// Makes and dispatches events. They are made with the classes of the element's own window, so
// that a page in a frame gets events of its own kind. All of them cross shadow roots.

import type { Modifiers } from '../../protocol';
import { dispatch } from './dispatch';

type View = Window & typeof globalThis;

export function viewOf(element: Element): View {
  return element.ownerDocument.defaultView ?? window;
}

export const NO_MODIFIERS: Modifiers = { alt: false, ctrl: false, meta: false, shift: false };

const held = ({ alt, ctrl, meta, shift }: Modifiers): EventModifierInit => ({
  altKey: alt,
  ctrlKey: ctrl,
  metaKey: meta,
  shiftKey: shift,
});

const SPREAD = { bubbles: true, composed: true };

/** What a mouse does at a point of the element's viewport. */
export type MouseFacts = {
  x: number;
  y: number;
  /** The button that changes, and those that are down. */
  button: number;
  buttons: number;
  /** Clicks so far. */
  detail: number;
  modifiers: Modifiers;
};

function mouseInit(element: Element, facts: MouseFacts): PointerEventInit {
  const view = viewOf(element);
  return {
    ...SPREAD,
    ...held(facts.modifiers),
    cancelable: true,
    view,
    detail: facts.detail,
    button: facts.button,
    buttons: facts.buttons,
    clientX: facts.x,
    clientY: facts.y,
    screenX: facts.x + view.mozInnerScreenX,
    screenY: facts.y + view.mozInnerScreenY,
  };
}

const POINTER: PointerEventInit = { pointerId: 1, pointerType: 'mouse', isPrimary: true };

/** Enter events are told to one element each and cannot be cancelled. */
const ALONE: PointerEventInit = { bubbles: false, cancelable: false, composed: false };

/** Each of these returns `false` when the page cancelled the event. */
export function firePointer(element: Element, type: string, facts: MouseFacts): boolean {
  const isClick = type === 'click' || type === 'auxclick' || type === 'contextmenu';
  const init = { ...mouseInit(element, facts), ...POINTER };
  const { PointerEvent } = viewOf(element);
  return dispatch(
    element,
    new PointerEvent(type, {
      ...init,
      ...(type === 'pointerenter' ? ALONE : {}),
      // A click is told by `detail`; pointer events proper have none.
      detail: isClick ? facts.detail : 0,
      pressure: facts.buttons === 0 ? 0 : 0.5,
    }),
  );
}

export function fireMouse(element: Element, type: string, facts: MouseFacts): boolean {
  const { MouseEvent } = viewOf(element);
  const init = mouseInit(element, facts);
  return dispatch(
    element,
    new MouseEvent(type, { ...init, ...(type === 'mouseenter' ? ALONE : {}) }),
  );
}

/** One for all events of a drag: pages put their data into it. */
export function newDataTransfer(element: Element): DataTransfer {
  const { DataTransfer } = viewOf(element);
  return new DataTransfer();
}

export function fireDrag(
  element: Element,
  type: 'dragstart' | 'drag' | 'dragenter' | 'dragover' | 'dragleave' | 'drop' | 'dragend',
  facts: MouseFacts,
  dataTransfer: DataTransfer,
): boolean {
  const { DragEvent } = viewOf(element);
  const cancelable = type !== 'dragend' && type !== 'dragleave';
  return element.dispatchEvent(
    new DragEvent(type, { ...mouseInit(element, facts), cancelable, dataTransfer }),
  );
}

export function fireFocus(element: Element, type: string, related: Element | null): void {
  const { FocusEvent } = viewOf(element);
  element.dispatchEvent(
    new FocusEvent(type, {
      bubbles: type === 'focusin' || type === 'focusout',
      composed: true,
      view: viewOf(element),
      relatedTarget: related,
    }),
  );
}

export type KeyFacts = {
  key: string;
  code: string;
  keyCode: number;
  charCode: number;
  modifiers: Modifiers;
};

export function fireKey(element: Element, type: string, facts: KeyFacts, repeat = false): boolean {
  const { KeyboardEvent } = viewOf(element);
  return element.dispatchEvent(
    new KeyboardEvent(type, {
      ...SPREAD,
      ...held(facts.modifiers),
      cancelable: true,
      view: viewOf(element),
      key: facts.key,
      code: facts.code,
      keyCode: facts.keyCode,
      charCode: facts.charCode,
      repeat,
    }),
  );
}

/** `beforeinput` can be cancelled, `input` cannot. */
export function fireInput(
  element: Element,
  type: 'beforeinput' | 'input',
  inputType: string,
  data: string | null,
): boolean {
  const { InputEvent } = viewOf(element);
  return element.dispatchEvent(
    new InputEvent(type, {
      ...SPREAD,
      cancelable: type === 'beforeinput',
      view: viewOf(element),
      inputType,
      data,
      ...(type === 'beforeinput' ? { targetRanges: targetRanges(element) } : {}),
    }),
  );
}

/** Editors that keep their own text ask the event where to put it. */
function targetRanges(element: Element): StaticRange[] {
  const selection = element.ownerDocument.getSelection();
  if (selection === null || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  if (!element.contains(range.startContainer)) return [];
  const { StaticRange } = viewOf(element);
  return [new StaticRange(range)];
}

export function fireChange(element: Element): void {
  const { Event } = viewOf(element);
  element.dispatchEvent(new Event('change', { bubbles: true }));
}

/** Lets the page run what it has scheduled for now. A timer would take a second in a hidden tab. */
export function nextTask(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
