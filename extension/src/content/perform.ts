// Carries out one action: resolves its target, dispatches, and notes what is to be read back once
// the page has settled. What the answer says of the target is in done.ts.

import { checkableBehind, isChecked, setChecked } from './act/check';
import { fillEditor, fillField } from './act/fill';
import { click, type Clicked } from './act/pointer';
import { chooseOptions, pressOption } from './act/select';
import { typeText } from './act/type';
import { isField, isOption, isSelect, type Field } from './dom/elements';
import { isRendered } from './dom/rendered';
import { describeTarget, hiddenWarning } from './done';
import { fillForm } from './fill-form';
import type { Page } from './page';
import { performPress } from './perform-press';
import { performed, targetOf, type Performed } from './performed';
import type { PageAction } from '../protocol';
import { fieldBehind, writableBehind, type Writable } from './target/behind';
import { notFillable } from './target/refusal';

type Act<K extends PageAction['act']> = Extract<PageAction, { act: K }>;

export function perform(page: Page, action: PageAction): Promise<Performed> | Performed {
  switch (action.act) {
    case 'click':
      return performClick(page, action);
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
    case 'fillForm':
      return fillForm(page, action);
  }
}

function performClick(page: Page, action: Act<'click'>): Performed {
  const element = targetOf(page, action.target, 'pointer');
  const described = describeTarget(page, element);
  const warning = hiddenWarning(element);
  const { button, modifiers, double } = action;
  const clicked = click(element, { button, modifiers, double }, page.hands.hovered);
  if (clicked === 'clicked' && button === 'left' && isOption(element))
    pressOption(element, modifiers);
  return performed(element, {
    ...described,
    note: CLICK_NOTES[clicked] ?? (isSelect(element) ? NATIVE_LIST : null),
    warning,
  });
}

const NATIVE_LIST =
  'The browser opens a native list for trusted input only; choose with browser_select_option.';

const CLICK_NOTES: Readonly<Record<Clicked, string | null>> = {
  clicked: null,
  disabled: 'The control is disabled, so it got no click.',
  gone: 'The element left the page while it was pressed, so it got no click.',
};

/** Also one field of a form. */
export function performFill(page: Page, element: Element, value: string): Performed {
  const writable = writableBehind(element);
  const target = written(writable);
  const described = describeTarget(page, target);
  if (writable.kind === 'editor') {
    const { prevented } = fillEditor(writable.host, element, value);
    return performed(
      target,
      { ...described, prevented: prevented ? true : null },
      { readBack: { read: 'value', element: writable.host, sent: value } },
    );
  }
  fillField(writable.field, value);
  return performed(target, described, {
    readBack: isSelect(writable.field)
      ? { read: 'options', element: writable.field }
      : { read: 'value', element: writable.field, sent: value },
    plainField: isPlainField(writable.field),
  });
}

const written = (writable: Writable): Element =>
  writable.kind === 'editor' ? writable.host : writable.field;

async function performType(page: Page, action: Act<'type'>): Promise<Performed> {
  const element = targetOf(page, action.target, 'value');
  const writable = writableBehind(element);
  const target = written(writable);
  const described = describeTarget(page, target);
  const edited = await typeText(writable, element, action.text, action.clear, page.hands);
  return performed(
    target,
    { ...described, prevented: edited.prevented ? true : null },
    { readBack: { read: 'value', element: target, sent: action.text } },
  );
}

/** Also one field of a form. */
export function performSelect(
  page: Page,
  element: Element,
  { values, by }: Pick<Act<'select'>, 'values' | 'by'>,
): Performed {
  const behind = fieldBehind(element);
  if (behind.kind === 'none' || !isSelect(behind.field)) {
    throw notFillable(element.localName, 'no_field', NOT_A_SELECT, element.getAttribute('role'));
  }
  const described = describeTarget(page, behind.field);
  chooseOptions(behind.field, values, by);
  return performed(behind.field, described, {
    readBack: { read: 'options', element: behind.field },
    plainField: isPlainField(behind.field),
  });
}

const NOT_A_SELECT =
  'Nothing was done: the target is no native list. Click it to open its options, take the ref of the option you want from the result, and click that.';

/** Also one field of a form. */
export function performCheck(page: Page, element: Element, wanted: boolean): Performed {
  const control = checkableBehind(element);
  const described = describeTarget(page, control.element);
  setChecked(control, wanted);
  // A hidden control has no line; its label stands for it.
  const target = isRendered(control.element) ? control.element : element;
  return performed(
    target,
    { ...described, checked: isChecked(control) },
    {
      readBack: { read: 'checked', element: control.element, wanted },
      plainField: isField(control.element) && isPlainField(control.element),
    },
  );
}

/** A field whose page is not expected to suggest values a moment later. */
const isPlainField = (field: Field): boolean =>
  field.getAttribute('role') !== 'combobox' &&
  !field.hasAttribute('aria-autocomplete') &&
  !field.hasAttribute('list');
