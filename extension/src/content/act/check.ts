// Sets a checkbox, radio button or switch by pressing it, as a person would
// (contract: *browser_form_fill*, browser_check).

import { isCheckable, isDisabled, isLabel } from '../dom/elements';
import { fieldBehind } from '../target/behind';
import { notFillable, plainError } from '../target/refusal';
import { centerOfElement } from './approach';
import { NO_MODIFIERS } from './events';
import { click } from './pointer';

/** A native control, which may be hidden behind a styled one, or an ARIA widget. */
export type Checkable =
  { kind: 'native'; element: HTMLInputElement } | { kind: 'aria'; element: Element };

const ARIA =
  '[role=checkbox], [role=switch], [role=radio], [role=menuitemcheckbox], [role=menuitemradio]';

export function checkableBehind(element: Element): Checkable {
  if (isCheckable(element)) return { kind: 'native', element };
  if (isLabel(element) && element.control !== null && isCheckable(element.control)) {
    return { kind: 'native', element: element.control };
  }
  if (element.matches(ARIA)) return { kind: 'aria', element };
  const inner = element.querySelector('input[type=checkbox], input[type=radio]');
  if (inner !== null && isCheckable(inner)) return { kind: 'native', element: inner };
  const behind = fieldBehind(element);
  if (behind.kind === 'found' && isCheckable(behind.field)) {
    return { kind: 'native', element: behind.field };
  }
  throw notFillable(
    element.localName,
    'no_field',
    'Nothing was done: the target is no checkbox, radio button or switch. Take a new browser_snapshot and use the ref of one.',
  );
}

export function isChecked(control: Checkable): boolean {
  if (control.kind === 'native') return control.element.checked && !control.element.indeterminate;
  return control.element.getAttribute('aria-checked') === 'true';
}

/** A radio button that is on goes off only by another one of its group. */
export function refuseUncheck(control: Checkable, checked: boolean): void {
  const isRadio =
    control.kind === 'native'
      ? control.element.type === 'radio'
      : /^(menuitem)?radio$/.test(control.element.getAttribute('role') ?? '');
  if (checked || !isRadio || !isChecked(control)) return;
  throw plainError('A selected radio button cannot be unset; set another one of its group instead');
}

/** A person could not press these either. A native control knows no read-only state. */
function refuseUnusable({ kind, element }: Checkable): void {
  const isAria = kind === 'aria';
  if (isDisabled(element) || (isAria && element.closest('[aria-disabled=true]') !== null)) {
    throw notFillable(element.localName, 'disabled', 'Nothing was done: the control is disabled.');
  }
  if (isAria && element.getAttribute('aria-readonly') === 'true') {
    throw notFillable(element.localName, 'readonly', 'Nothing was done: the control is read-only.');
  }
}

/** Whether it was pressed: one that is in the wanted state already is left alone. */
export function setChecked(control: Checkable, checked: boolean): boolean {
  if (isChecked(control) === checked) return false;
  refuseUnusable(control);
  refuseUncheck(control, checked);
  click(centerOfElement(control.element), { button: 'left', modifiers: NO_MODIFIERS, double: false }, null);
  return true;
}

/** The state that a text names, or `null` (contract: *browser_form_fill*). */
export function parseChecked(text: string): boolean | null {
  const word = text.toLowerCase();
  if (['true', 'on', 'yes', '1'].includes(word)) return true;
  return ['false', 'off', 'no', '0'].includes(word) ? false : null;
}
