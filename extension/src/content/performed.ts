// What carrying out an action leaves behind, and what all actions begin with.

import type { Edit } from './act/held';
import type { Way } from './act/scroll';
import { contextOf, type Page } from './page';
import type { Field } from './dom/elements';
import type { Done, ErrorReply, Given, Stepped, Target } from '../protocol';
import { resolve } from './target/resolve';
import type { NewTabLink } from '../shared/messages';
import type { Intent } from './target/strict';

/** What is read from the page once it has settled. */
export type ReadBack =
  | { read: 'value'; element: Element; sent: string; edit: Edit }
  /** `wanted`: the values of the options that were chosen, in their order. */
  | { read: 'options'; element: HTMLSelectElement; wanted: readonly string[] }
  | { read: 'checked'; element: Element; wanted: boolean }
  /** `name`: how the answer calls the element; `by`: how far it was scrolled. */
  | { read: 'scrolled'; element: Element; way: Way; name: string; by: number }
  /** A file input, and what it was given. */
  | { read: 'files'; element: HTMLInputElement; given: Given }
  /** A slider, and where it stood right after the last key. */
  | { read: 'stepped'; element: Element; stepped: Stepped };

export type Performed = {
  readonly target: Element | null;
  readonly done: Done;
  readonly readBack: ReadBack | null;
  /** Outcomes of a form's fields, with what to read back for each. */
  readonly fields: readonly FieldPerformed[] | null;
  /** A plain field write, which needs no least wait. */
  readonly plainField: boolean;
  /** The page cancelled the key: it handled it itself. */
  readonly pageHandledKey: boolean;
  /** The link that the click followed, if a person's click would open it in a new tab. */
  readonly newTab: NewTabLink | null;
};

export type FieldPerformed = {
  readonly name: string;
  readonly performed: Performed | null;
  readonly error: ErrorReply | null;
};

export const targetOf = (page: Page, target: Target, intent: Intent): Element =>
  resolve(contextOf(page), target, intent);

/** What is filled or focused last names the form to submit; what could not be filled names none. */
export function noteField(page: Page, field: Element): void {
  page.hands.lastField = new WeakRef(field);
}

/** A field whose page is not expected to suggest values a moment later. */
export const isPlainField = (field: Field): boolean =>
  field.getAttribute('role') !== 'combobox' &&
  !field.hasAttribute('aria-autocomplete') &&
  !field.hasAttribute('list');

export const performed = (
  target: Element | null,
  done: Done,
  more: Partial<Performed> = {},
): Performed => ({
  target,
  done,
  readBack: null,
  fields: null,
  plainField: false,
  pageHandledKey: false,
  newTab: null,
  ...more,
});
