// Gives an element the focus, or takes it away (contract: routes /api/focus, /api/blur).

import { dropFocus, moveFocus } from './act/focus';
import { fireChangeIfTyped } from './act/text-field';
import { isField, isHtml, isSvg } from './dom/elements';
import { deepActiveElement, parentInDocument } from './dom/tree';
import type { Page } from './page';
import { noteField, performed, targetOf, type Performed } from './performed';
import type { Target } from '../protocol';
import { plainError } from './target/refusal';

export function performFocus(page: Page, target: Target): Performed {
  const element = targetOf(page, target, 'value');
  const canFocus = isHtml(element) || isSvg(element);
  if (canFocus && moveFocus(element)) {
    if (isField(element)) noteField(page, element);
    return performed(element, {});
  }
  throw plainError(`This ${element.localName} cannot take the focus`, {
    hint: 'It is disabled, not rendered, or of a kind that takes none. Use the ref of a field, a button or a link.',
    state: { tag: element.localName },
  });
}

/** Without a target: whatever has the focus. */
export function performBlur(page: Page, target: Target | null): Performed {
  const named = target === null ? null : targetOf(page, target, 'value');
  const active = deepActiveElement(named?.ownerDocument ?? document);
  const isFocused = active !== null && active !== active.ownerDocument.body;
  if (!isFocused || (named !== null && !holds(named, active))) {
    return performed(named, { note: named === null ? NOTHING_FOCUSED : NOT_FOCUSED });
  }
  // A field tells its change before it is left.
  fireChangeIfTyped(active, page.hands);
  dropFocus(active);
  return performed(active, {});
}

const NOTHING_FOCUSED = 'Nothing had the focus.';
const NOT_FOCUSED = 'The element did not have the focus, so nothing was done.';

/** A component is focused when something inside it is. */
function holds(outer: Element, inner: Element): boolean {
  for (let each: Element | null = inner; each !== null; each = parentInDocument(each)) {
    if (each === outer) return true;
  }
  return false;
}
