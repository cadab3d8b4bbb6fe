// Writes CSS that names one element alone in its document or shadow root: by id, else by name
// attribute, else by its place below the nearest element with an id.

import { treeOf, type Tree } from '../dom/tree';
import { testsValueAttribute } from './secrets';

/** A longer selector helps nobody; the element has a ref. */
const LONGEST = 1000;

/** `null` when the selector would be very long. */
export function cssOf(element: Element): string | null {
  const tree = treeOf(element);
  return short(byId(tree, element) ?? byName(tree, element)) ?? short(byPlace(tree, element));
}

const short = (selector: string | null): string | null =>
  selector !== null && selector.length <= LONGEST ? selector : null;

function byId(tree: Tree, element: Element): string | null {
  return element.id === '' ? null : ifAlone(tree, `#${CSS.escape(element.id)}`);
}

/** Without escapes: beside a secret field they are refused, as they may hide a look at values. */
function byName(tree: Tree, element: Element): string | null {
  const name = element.getAttribute('name') ?? '';
  if (name === '' || /["\\\p{Cc}]/u.test(name)) return null;
  return ifAlone(tree, `${CSS.escape(element.localName)}[name="${name}"]`);
}

function ifAlone(tree: Tree, selector: string): string | null {
  if (testsValueAttribute(selector)) return null;
  return tree.querySelectorAll(selector).length === 1 ? selector : null;
}

function byPlace(tree: Tree, element: Element): string | null {
  const steps: string[] = [];
  let length = 0;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const id = at === element ? null : byId(tree, at);
    const step = id ?? stepOf(at);
    steps.unshift(step);
    length += step.length + ' > '.length;
    if (id !== null) break;
    if (length > LONGEST) return null;
  }
  return steps.join(' > ');
}

/** The element's tag, and its number where siblings have the same. */
function stepOf(element: Element): string {
  const tag = CSS.escape(element.localName);
  const before = countSame(element, sibling => sibling.previousElementSibling);
  const after = countSame(element, sibling => sibling.nextElementSibling);
  return before + after === 0 ? tag : `${tag}:nth-of-type(${before + 1})`;
}

function countSame(element: Element, next: (of: Element) => Element | null): number {
  let count = 0;
  for (let sibling = next(element); sibling !== null; sibling = next(sibling)) {
    if (sibling.localName === element.localName) count += 1;
  }
  return count;
}
