// Whether an element hides itself. Being rendered also depends on all around it, which in a background
// tab may not have been painted yet.

import { styleOf } from '../dom/rendered';
import { parentInDocument } from '../dom/tree';

/** Hidden by itself, whatever is around it. */
export function isHiddenItself(element: Element): boolean {
  if (element.hasAttribute('hidden') || element.getAttribute('aria-hidden') === 'true') return true;
  const { display, visibility } = styleOf(element);
  if (display === 'none') return true;
  if (visibility === 'visible') return false;
  const parent = parentInDocument(element);
  return parent === null || styleOf(parent).visibility === 'visible';
}
