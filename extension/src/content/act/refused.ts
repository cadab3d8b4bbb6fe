// Hears why the browser refuses to submit a form: a click on its button then does nothing else
// that can be seen from outside.

import { isElement, isField } from '../dom/elements';
import { treesWithin } from '../dom/tree';

export type Invalid = { field: Element; message: string };

/** Fields that the browser found invalid while `run` dispatched, in order. */
export async function listenForInvalid<T>(
  document: Document,
  run: () => Promise<T> | T,
): Promise<{ result: T; invalid: Invalid[] }> {
  const invalid: Invalid[] = [];
  const ended = new AbortController();
  const hear = (event: Event): void => {
    const field = event.target as Node | null;
    if (field === null || !isElement(field) || !isField(field)) return;
    invalid.push({ field, message: field.validationMessage });
  };
  for (const tree of treesWithin(document)) {
    tree.addEventListener('invalid', hear, { capture: true, signal: ended.signal });
  }
  try {
    return { result: await run(), invalid };
  } finally {
    ended.abort();
  }
}
