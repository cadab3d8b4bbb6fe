// One look at what a page shows: what waits repeat, and what the outcome of an action is read by
// (contract: *browser_wait_for*, *Action outcomes*). Nothing of a sensitive field: not its value,
// and not whether it is the expected one either.

import { isInput, isSelect } from './dom/elements';
import { isRendered } from './dom/rendered';
import { cut } from './observe/fold';
import type { Read } from './observe/read';
import { isMasked, isSensitive } from './observe/redact';
import { heldBy } from './observe/values';
import { contextOf, readOf, type Page } from './page';
import { VALUE_LENGTH, type PageCondition, type Seen, type Target } from '../protocol';
import { countTexts, elementsNamed } from './read-text';
import type { Looked } from '../shared/messages';
import { matchSelector, resolve } from './target/resolve';

type Texts = Extract<PageCondition, { when: 'text' }>;

/** How a text condition is looked at; the others are always looked at alike. */
export type LookManner = {
  /** The last look of a wait says which elements the text names. */
  readonly last: boolean;
  /** Only more occurrences than these count; `null` never. */
  readonly moreThan: number | null;
};

export function look(page: Page, condition: PageCondition, manner: LookManner): Looked {
  switch (condition.when) {
    case 'shown':
      return shown(page, shownElement(page, condition.target));
    case 'gone': {
      const gone = shownMatch(page, condition.selector) === null;
      return { met: gone, seen: { seen: 'element', visible: !gone } };
    }
    case 'value': {
      const found = valueAt(page, condition.selector);
      return valueSeen(found, value => value === condition.value);
    }
    case 'valueChanged': {
      const found = valueAt(page, condition.selector);
      return valueSeen(found, value => value !== (condition.before ?? null));
    }
    case 'text':
      return textSeen(page, condition, manner);
  }
}

function shown(page: Page, element: Element | null): Looked {
  if (element === null) return { met: false, seen: { seen: 'element', visible: false } };
  page.refs.issue([element]);
  return { met: true, seen: { seen: 'element', visible: true, ref: page.refs.issueOne(element) } };
}

/** A ref that is not there any more ends the wait; a selector may come to match. */
function shownElement(page: Page, target: Target): Element | null {
  if (target.by === 'selector') return shownMatch(page, target.selector);
  const element = resolve(contextOf(page), target, 'read');
  return isRendered(element) ? element : null;
}

const shownMatch = (page: Page, selector: string): Element | null =>
  matchSelector(contextOf(page), selector).find(element => isRendered(element)) ?? null;

/** `null`: there is no such element, or it holds nothing. */
type Value = { kind: 'value'; text: string } | { kind: 'secret' } | null;

function valueAt(page: Page, selector: string): Value {
  const [element] = matchSelector(contextOf(page), selector);
  return element === undefined ? null : valueOf(readOf(page), element);
}

function valueOf(read: Read, element: Element): Value {
  if (isSelect(element)) {
    const isSecret =
      isSensitive(read, element) ||
      [...element.selectedOptions].some(option => isMasked(read, option));
    return isSecret ? { kind: 'secret' } : { kind: 'value', text: element.value };
  }
  const held = heldBy(read, element) ?? ownValue(read, element);
  if (held?.kind === 'secret') return { kind: 'secret' };
  return held === null ? null : { kind: 'value', text: cut(held.text, VALUE_LENGTH) };
}

/** What other elements call their value, such as buttons, checkboxes and meters. */
function ownValue(read: Read, element: Element): Value {
  const value: unknown = 'value' in element ? element.value : undefined;
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  // What a page keeps in hidden inputs is nowhere told.
  const isHidden = isInput(element) && element.type === 'hidden';
  const isSecret = isHidden || isSensitive(read, element) || isMasked(read, element);
  return isSecret ? { kind: 'secret' } : { kind: 'value', text: String(value) };
}

function valueSeen(found: Value, isMet: (value: string | null) => boolean): Looked {
  if (found?.kind === 'secret') return { met: false, seen: { seen: 'value', redacted: true } };
  const value = found?.text ?? null;
  const seen: Seen = { seen: 'value', redacted: false, ...(value === null ? {} : { value }) };
  // An element that has gone has no value to be another.
  return { met: value !== null && isMet(value), seen };
}

function textSeen(page: Page, { text, textGone }: Texts, { last, moreThan }: LookManner): Looked {
  const wanted = text ?? null;
  const unwanted = textGone ?? null;
  const [there = 0, left = 0] = countTexts([wanted ?? '', unwanted ?? '']);
  const isThere = wanted === null || (moreThan !== null && there > moreThan);
  const isGone = unwanted === null || left === 0;
  const met = isThere && isGone;
  const names = last && wanted !== null && there === 0 ? elementsNamed(page, [wanted]) : [];
  return { met, seen: { seen: 'text', text: there, textGone: left, names } };
}
