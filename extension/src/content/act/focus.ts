// Moves the focus as a press of the mouse or a key would.

import { editingHostOf, isDisabled, isHtml, isSvg } from '../dom/elements';
import { deepActiveElement, parentInDocument, shadowRootOf, treeOf } from '../dom/tree';
import { fireFocus } from './events';

const FOCUSABLE =
  'a[href], area[href], button, input, select, textarea, summary, iframe, [tabindex], ' +
  '[contenteditable], audio[controls], video[controls]';

/** What a press on the element gives the focus to. */
export function focusableAround(element: Element): HTMLElement | null {
  const editor = editingHostOf(element);
  if (editor !== null) return editor;
  for (let around: Element | null = element; around !== null; around = parentInDocument(around)) {
    if (isHtml(around) && takesFocus(around)) return around;
  }
  return null;
}

const takesFocus = (element: Element): boolean =>
  !isDisabled(element) && (element.matches(FOCUSABLE) || delegates(element));

const delegates = (element: Element): boolean => shadowRootOf(element)?.delegatesFocus === true;

/** Focuses what a press on the element would, or takes the focus away from everything. */
export function focusByPress(element: Element): void {
  const target = focusableAround(element);
  if (target !== null) {
    moveFocus(target);
    return;
  }
  const active = deepActiveElement(element.ownerDocument);
  if (active !== null) dropFocus(active);
}

/**
 * Focuses the element, and says whether it took the focus. In a tab in the background the browser
 * moves the focus but tells nobody; pages wait for these events, so they are fired here then.
 */
export function moveFocus(element: HTMLElement | SVGElement): boolean {
  const before = deepActiveElement(element.ownerDocument);
  if (before === element) return true;
  const told = listenFor(element, 'focus', () => element.focus({ preventScroll: true }));
  if (told) return true;
  if (treeOf(element).activeElement !== element) return false;
  if (before !== null && before !== element.ownerDocument.body) {
    fireFocus(before, 'blur', element);
    fireFocus(before, 'focusout', element);
  }
  fireFocus(element, 'focus', before);
  fireFocus(element, 'focusin', before);
  return true;
}

/** Takes the focus from the element, which has it. Its events as above. */
export function dropFocus(element: Element): void {
  if (element === element.ownerDocument.body || !(isHtml(element) || isSvg(element))) return;
  const told = listenFor(element, 'blur', () => element.blur());
  if (told || treeOf(element).activeElement === element) return;
  fireFocus(element, 'blur', null);
  fireFocus(element, 'focusout', null);
}

/** Whether the element gets such an event during the run. */
export function listenFor(element: Element, type: string, run: () => void): boolean {
  let heard = false;
  const hear = (): void => {
    heard = true;
  };
  element.addEventListener(type, hear, { capture: true, once: true });
  run();
  element.removeEventListener(type, hear, { capture: true });
  return heard;
}
