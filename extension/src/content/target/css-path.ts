// Writes CSS that names one element alone, in the page or in its document or shadow root: by id, else by name
// attribute, else by its place below the nearest element with an id.

import { treeOf, type Tree } from '../dom/tree';
import { testsValueAttribute } from './secrets';

/** A longer selector helps nobody; the element has a ref. */
const LONGEST = 1000;

/** In more trees than these nothing is looked for. */
const TREES_SEARCHED = 50;

/** What is known of the children of each parent met so far; for one read. */
export type Steps = Map<Node, ReadonlyMap<Element, string>>;

/**
 * CSS that names the element alone wherever selectors search: in `trees`, the page's own first. `null`
 * when there is none, or when there are too many trees to tell.
 */
export function cssInPage(trees: readonly Tree[], steps: Steps, element: Element): string | null {
  const selector = cssOf(steps, element);
  if (selector === null || trees.length === 1) return selector;
  // What is in the page's own tree comes before what has the same name in others.
  if (trees.length > TREES_SEARCHED) return treeOf(element) === trees[0] ? selector : null;
  const matches = trees.flatMap(tree => [...tree.querySelectorAll(selector)]);
  return matches.length === 1 ? selector : null;
}

/** The same in its own document or shadow root alone. `null` when the selector would be very long. */
export function cssOf(steps: Steps, element: Element): string | null {
  const tree = treeOf(element);
  const named = short(byId(tree, element) ?? byName(tree, element));
  return named ?? short(byPlace(steps, tree, element));
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

function byPlace(known: Steps, tree: Tree, element: Element): string | null {
  const steps: string[] = [];
  let length = 0;
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const id = at === element ? null : byId(tree, at);
    const step = id ?? stepOf(known, at);
    steps.unshift(step);
    length += step.length + ' > '.length;
    if (id !== null) break;
    if (length > LONGEST) return null;
  }
  return steps.join(' > ');
}

/** The element's tag, and its number where siblings have the same. */
function stepOf(known: Steps, element: Element): string {
  const parent = element.parentNode;
  if (parent === null) return CSS.escape(element.localName);
  let steps = known.get(parent);
  if (steps === undefined) {
    steps = stepsIn(parent);
    known.set(parent, steps);
  }
  return steps.get(element) ?? CSS.escape(element.localName);
}

/** Numbers all children at once: thousands of fields may be siblings. */
function stepsIn(parent: ParentNode): Map<Element, string> {
  const byTag = new Map<string, Element[]>();
  for (const child of parent.children) {
    const tag = child.localName;
    const same = byTag.get(tag);
    if (same === undefined) byTag.set(tag, [child]);
    else same.push(child);
  }
  const steps = new Map<Element, string>();
  for (const [tag, same] of byTag) {
    for (const [index, child] of same.entries()) {
      const number = same.length === 1 ? '' : `:nth-of-type(${index + 1})`;
      steps.set(child, `${CSS.escape(tag)}${number}`);
    }
  }
  return steps;
}
