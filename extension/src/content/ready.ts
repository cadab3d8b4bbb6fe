// Whether an action that waits for its target can run now (contract: *Actionability wait*): pointer
// actions need one that is rendered, writes of values one that is there. What is thrown here comes
// before anything is dispatched, so the background may try again.

import { isRendered } from './dom/rendered';
import type { Page } from './page';
import { targetOf } from './performed';
import type { PageAction, Target } from '../protocol';
import { refuse } from './target/refusal';
import type { Intent } from './target/strict';

/** Throws unless every target of the action is ready. */
export function refuseUnready(page: Page, action: PageAction): void {
  for (const { target, intent } of awaited(action)) {
    const element = targetOf(page, target, intent);
    if (intent === 'pointer' && !isRendered(element)) {
      throw refuse('not_actionable', true, 'The target is there, but not rendered', {
        hint: 'Nothing was done. Take a new browser_snapshot; prefer a visible control, or show this one first.',
        state: { reason: 'not_rendered' },
      });
    }
  }
}

type Awaited = { target: Target; intent: Intent };

/** What the action waits for; the others act at once. */
function awaited(action: PageAction): Awaited[] {
  switch (action.act) {
    case 'click':
    case 'hover':
      // What is at a point is there now, or something else is.
      return action.target.by === 'point' ? [] : [{ target: action.target, intent: 'pointer' }];
    case 'drag':
      return [action.from, action.to].map(target => ({ target, intent: 'pointer' }));
    case 'check':
    case 'edit':
    case 'fill':
    case 'select':
    case 'type':
      return [{ target: action.target, intent: 'value' }];
    case 'press':
      return action.target === null || action.target === undefined
        ? []
        : [{ target: action.target, intent: 'value' }];
    case 'blur':
    case 'fillForm':
    case 'focus':
    case 'media':
    case 'scroll':
    case 'submit':
    case 'upload':
      return [];
  }
}
