// The elements that page data is about, and how many of them an answer has room for.

import { elementsIn, shadowRootOf, type Tree } from '../dom/tree';
import { DATA_CHARACTERS, DATA_LISTED } from '../../protocol';

/** What is written besides an item's own JSON. */
const COMMA = 1;

/** The elements of a document in its order; those of a shadow tree come after their host. */
export function* elementsOf(document: Document): Generator<Element> {
  const levels = [iterate(document)];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const next = level.next();
    if (next.done === true) {
      levels.pop();
      continue;
    }
    yield next.value;
    const root = shadowRootOf(next.value);
    if (root !== null) levels.push(iterate(root));
  }
}

const iterate = (tree: Tree): Iterator<Element> => elementsIn(tree).values();

/** The items that fit, and how many there would be. */
export type Fitting<T> = { readonly items: T[]; readonly total: number };

/** Describes elements until the answer is full. */
export function fitting<E, T>(elements: readonly E[], describe: (element: E) => T): Fitting<T> {
  const items: T[] = [];
  let size = 0;
  for (const element of elements.slice(0, DATA_LISTED)) {
    const item = describe(element);
    size += JSON.stringify(item).length + COMMA;
    if (size > DATA_CHARACTERS) break;
    items.push(item);
  }
  return { items, total: elements.length };
}

/** The shadow roots of a document, those of its frames not. */
export function rootsIn(document: Document): ShadowRoot[] {
  return [...elementsOf(document)].map(element => shadowRootOf(element)).filter(root => root !== null);
}
