// The elements that an action names, before it runs: their items of long runs are listed in what
// the answer compares. What cannot be found is reported by the action itself.

import { deepActiveElement } from './dom/tree';
import { contextOf, type Page } from './page';
import { rowsThatMove } from './perform-scroll';
import type { PageAction, Target } from '../protocol';
import { Refusal } from './target/refusal';
import { resolve, type Context } from './target/resolve';

export function elementsActedOn(page: Page, action: PageAction): Element[] {
  if (action.act === 'scroll') return unlessRefused(() => rowsThatMove(page, action), []);
  const context = contextOf(page);
  return targetsOf(action)
    .map(target => (target === null ? deepActiveElement(document) : found(context, target)))
    .filter(element => element !== null);
}

/** `null` means what has the focus. */
function targetsOf(action: PageAction): (Target | null)[] {
  if (action.act === 'fillForm') return action.fields.map(({ target }) => target);
  if (action.act === 'drag') return [action.from, action.to];
  if (action.act === 'upload' && (action.target ?? null) === null) return [];
  return [action.target ?? null];
}

const found = (context: Context, target: Target): Element | null =>
  unlessRefused(() => resolve(context, target, 'read'), null);

function unlessRefused<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof Refusal) return otherwise;
    throw error;
  }
}
