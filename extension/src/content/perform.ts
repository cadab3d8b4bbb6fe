// Carries out one action: resolves its target, dispatches, and notes what is to be read back once
// the page has settled. What the answer says of the target is in done.ts.

import { noteForClick } from './act/click-notes';
import { newTabLink } from './act/new-tab-link';
import type { Hold } from './act/hold';
import { click, clickAndHold, wasDispatched, type Clicked } from './act/pointer';
import { pressOption } from './act/select';
import { isOption } from './dom/elements';
import { describeTarget, hiddenWarning } from './done';
import { fillForm } from './fill-form';
import type { Page } from './page';
import { performCheck, performSelect } from './perform-choice';
import { performPress } from './perform-press';
import { performScroll } from './perform-scroll';
import { performSubmit } from './perform-submit';
import { performEdit, performFill, performType } from './perform-text';
import { performed, targetOf, type Performed } from './performed';
import type { PageAction } from '../protocol';

type Act<K extends PageAction['act']> = Extract<PageAction, { act: K }>;

/** `hold` keeps the button of a click down. */
export function perform(
  page: Page,
  action: PageAction,
  hold: Hold | null,
): Promise<Performed> | Performed {
  switch (action.act) {
    case 'click':
      return performClick(page, action, hold);
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
  }
}

async function performClick(
  page: Page,
  action: Act<'click'>,
  hold: Hold | null,
): Promise<Performed> {
  const element = targetOf(page, action.target, 'pointer');
  const described = describeTarget(page, element);
  const warning = hiddenWarning(element);
  const { button, modifiers, double } = action;
  // Before the page can change or remove what is clicked.
  const newTab = isPlainClick(action) ? newTabLink(element) : null;
  const missing = newTab === null ? noteForClick(element, { button, modifiers }) : null;
  const press = { button, modifiers, double };
  const { hovered } = page.hands;
  const clicked =
    hold === null
      ? click(element, press, hovered)
      : await clickAndHold(element, press, hovered, () => hold.whileDown(described));
  if (wasDispatched(clicked) && button === 'left' && isOption(element))
    pressOption(element, modifiers);
  const done = {
    ...described,
    note: clicked === 'clicked' ? missing : CLICK_NOTES[clicked],
    held_ms: hold?.heldMs ?? null,
    warning,
  };
  return performed(element, done, { newTab: clicked === 'clicked' ? newTab : null });
}

/** One that follows a link the way its page says. */
const isPlainClick = ({ button, double, modifiers }: Act<'click'>): boolean =>
  button === 'left' && !double && !Object.values(modifiers).includes(true);

const CLICK_NOTES: Readonly<Record<Exclude<Clicked, 'clicked'>, string | null>> = {
  cancelled: null,
  disabled: 'The control is disabled, so it got no click.',
  gone: 'The element left the page while it was pressed, so it got no click.',
};
