// What the structural reads tell of an element's value and states: like the states of a record,
// but the value stands by itself, and a sensitive one is replaced by whether there is one
// (contract: *Sensitive-field redaction*).

import { editingHostOf, isSelect } from '../dom/elements';
import type { Read } from './read';
import { isMasked } from './redact';
import { statesOf } from './states';
import { renderedTextOf } from './text';
import { heldBy } from './values';

export type Told = {
  readonly value: string | null;
  /** Of a sensitive field. */
  readonly hasValue: boolean | null;
  readonly states: readonly string[];
};

export function toldOf(read: Read, element: Element, role: string): Told {
  const listed = statesOf(read, element, role);
  const states = listed.filter(state => !/^(value=|filled$)/.test(state));
  const held = heldBy(read, element);
  if (held === null) return { value: rangeOf(listed), hasValue: null, states };
  if (held.kind === 'secret') return { value: null, hasValue: held.filled, states };
  if (isSelect(element) && isMasked(read, element)) {
    return { value: null, hasValue: held.text !== '', states };
  }
  const isSafe = editingHostOf(element) !== element || !holdsMask(read, element);
  return { value: isSafe ? held.text : renderedTextOf(read, element), hasValue: null, states };
}

/** The value of a slider or a bar, which `statesOf` reads. */
function rangeOf(states: readonly string[]): string | null {
  const state = states.find(state => state.startsWith('value='));
  return state === undefined ? null : state.slice('value='.length);
}

/** An editor's text as a whole would show the masked parts of it too. */
const holdsMask = (read: Read, editor: Element): boolean =>
  [...editor.querySelectorAll('*')].some(inner => isMasked(read, inner));
