// The elements that an action names, before it runs: their items of long runs are listed in what
// the answer compares. What cannot be found is reported by the action itself.

import { deepActiveElement } from './dom/tree';
import { contextOf, type Page } from './page';
import { rowsThatMove } from './perform-scroll';
import type { PageAction, Target } from '../protocol';
import { Refusal } from './target/refusal';
import { resolve } from './target/resolve';

export const elementsActedOn = (page: Page, action: PageAction): Element[] =>
  action.act === 'scroll'
    ? unlessRefused(() => rowsThatMove(page, action), [])
    : targetsOf(action)
        .map(target => (target === null ? deepActiveElement(document) : found(page, target)))
        .filter(element => element !== null);

/** `null` means what has the focus. */
function targetsOf(action: PageAction): (Target | null)[] {
  if (action.act === 'fillForm') return action.fields.map(({ target }) => target);
  if (action.act === 'drag') return [action.from, action.to];
  if (action.act === 'upload' && (action.target ?? null) === null) return [];
  return [action.target ?? null];
}

const found = (page: Page, target: Target): Element | null =>
  unlessRefused(() => resolve(contextOf(page), target, 'read'), null);

function unlessRefused<T>(find: () => T, otherwise: T): T {
  try {
    return find();
  } catch (error) {
    if (error instanceof Refusal) return otherwise;
    throw error;
  }
}
