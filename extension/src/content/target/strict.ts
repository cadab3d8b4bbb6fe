// A write's target must be one element (contract: *Strict selectors*).

import { isDisabled, isInput } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { identify } from '../observe/describe';
import type { Read } from '../observe/read';
import type { Refs } from '../observe/refs';
import { CANDIDATES } from '../../protocol';
import { ambiguous, type Candidate } from './refusal';

/** What the element is wanted for. */
export type Intent =
  /** A read: the first match will do. */
  | 'read'
  /** A write of a value: hidden native inputs count. */
  | 'value'
  /** A pointer action: only what is rendered counts. */
  | 'pointer';

export function isActionable(element: Element, intent: Intent): boolean {
  if (isDisabled(element) || (isInput(element) && element.type === 'hidden')) return false;
  return intent !== 'pointer' || isRendered(element);
}

/** The one match to use, or a refusal that lists the candidates. */
export function theOne(
  matches: readonly Element[],
  intent: Intent,
  first: boolean,
  refusal: (actionable: Element[]) => Error,
): Element | null {
  const [match] = matches;
  if (match === undefined) return null;
  if (matches.length === 1 || first || intent === 'read') return match;
  const actionable = matches.filter(element => isActionable(element, intent));
  if (actionable.length > 1) throw refusal(actionable);
  return match;
}

export function ambiguousTarget(
  read: Read,
  refs: Refs,
  what: { selector: string } | { field: string },
  actionable: readonly Element[],
): Error {
  const listed = actionable.slice(0, CANDIDATES);
  refs.issue(listed);
  const candidates: Candidate[] = listed.map(element => ({
    ref: `e${refs.issueOne(element)}`,
    ...identify(read, element),
  }));
  return ambiguous(what, actionable.length, candidates);
}
