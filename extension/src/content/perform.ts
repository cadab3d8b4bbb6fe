// Carries out one action: resolves its target, dispatches, and notes what is to be read back once
// the page has settled. What the answer says of the target is in done.ts.

import type { Pauses } from './act/pauses';
import { fillForm } from './fill-form';
import type { Page } from './page';
import { performCheck, performSelect } from './perform-choice';
import { performBlur, performFocus } from './perform-focus';
import { performMedia } from './perform-media';
import { performClick, performDrag, performHover } from './perform-pointer';
import { performPress } from './perform-press';
import { performScroll } from './perform-scroll';
import { performSubmit } from './perform-submit';
import { performEdit, performFill, performType } from './perform-text';
import { performUpload } from './perform-upload';
import { targetOf, type Performed } from './performed';
import type { PageAction } from '../protocol';

/** `pauses` is for actions that take time by themselves, `files` are what an upload gives. */
export function perform(
  page: Page,
  action: PageAction,
  { pauses, files }: { pauses: Pauses | null; files: readonly Blob[] },
): Promise<Performed> | Performed {
  switch (action.act) {
    case 'click':
      return performClick(page, action, pauses);
    case 'hover':
      return performHover(page, action, pauses);
    case 'drag':
      return performDrag(page, action);
    case 'focus':
      return performFocus(page, action.target);
    case 'blur':
      return performBlur(page, action.target ?? null);
    case 'media':
      return performMedia(page, action.target, action.op);
    case 'fill':
      return performFill(page, targetOf(page, action.target, 'value'), action.value);
    case 'type':
      return performType(page, action);
    case 'press':
      return performPress(page, action);
    case 'select':
      return performSelect(page, targetOf(page, action.target, 'value'), action);
    case 'check':
      return performCheck(page, targetOf(page, action.target, 'value'), action.checked);
    case 'scroll':
      return performScroll(page, action);
    case 'fillForm':
      return fillForm(page, action);
    case 'edit':
      return performEdit(page, action);
    case 'submit':
      return performSubmit(page, action);
    case 'upload':
      return performUpload(page, action, files);
  }
}

