// Carries out one action: resolves its target, dispatches, and notes what is to be read back once
// the page has settled. What the answer says of the target is in done.ts.

import { checkableBehind, isChecked, setChecked } from './act/check';
import { fillEditor, fillField } from './act/fill';
import { noteForClick } from './act/click-notes';
import type { Hold } from './act/hold';
import { click, clickAndHold, wasDispatched, type Clicked } from './act/pointer';
import { chooseOptions, pressOption } from './act/select';
import { takesKeys } from './act/text-field';
import { typeInEditor, typeInField } from './act/type';
import { isField, isOption, isSelect, isTextField, type Field } from './dom/elements';
import { isRendered } from './dom/rendered';
import { describeTarget, hiddenWarning } from './done';
import { fillForm } from './fill-form';
import type { Page } from './page';
import { performPress } from './perform-press';
import { performScroll } from './perform-scroll';
import { performed, targetOf, type Performed } from './performed';
import type { Done, OptionMatch, PageAction } from '../protocol';
import { fieldBehind, writableBehind, type Writable } from './target/behind';
import { notFillable } from './target/refusal';

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
  const missing = noteForClick(element, { button, modifiers });
  const press = { button, modifiers, double };
  const { hovered } = page.hands;
  const clicked =
    hold === null
      ? click(element, press, hovered)
      : await clickAndHold(element, press, hovered, () => hold.whileDown(described));
  if (wasDispatched(clicked) && button === 'left' && isOption(element))
    pressOption(element, modifiers);
  return performed(element, {
    ...described,
    note: clicked === 'clicked' ? missing : CLICK_NOTES[clicked],
    held_ms: hold?.heldMs ?? null,
    warning,
  });
}

const CLICK_NOTES: Readonly<Record<Exclude<Clicked, 'clicked'>, string | null>> = {
  cancelled: null,
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
      { readBack: { read: 'value', element: writable.host, sent: value, whole: true } },
    );
  }
  const { field } = writable;
  if (isSelect(field)) return choose(field, described, [value], 'either');
  fillField(field, value);
  return performed(target, described, {
    readBack: { read: 'value', element: field, sent: value, whole: true },
    plainField: isPlainField(field),
  });
}

/** Dates, colours and sliders are not typed into; what they held is replaced. */
const takesWhole = (element: Element): boolean => isField(element) && !takesKeys(element);

const written = (writable: Writable): Field | HTMLElement =>
  writable.kind === 'editor' ? writable.host : writable.field;

async function performType(page: Page, action: Act<'type'>): Promise<Performed> {
  const element = targetOf(page, action.target, 'value');
  const writable = writableBehind(element);
  const target = written(writable);
  const described = describeTarget(page, target);
  const { text, clear } = action;
  if (isSelect(target)) return choose(target, described, [text], 'either');
  const edited = isTextField(target)
    ? await typeInField(target, text, clear, page.hands)
    : await typeInEditor(target, element, text, clear, page.hands);
  return performed(
    target,
    { ...described, prevented: edited.prevented ? true : null },
    { readBack: { read: 'value', element: target, sent: text, whole: takesWhole(target) } },
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
  return choose(behind.field, describeTarget(page, behind.field), values, by);
}

function choose(
  select: HTMLSelectElement,
  described: Done,
  values: readonly string[],
  by: OptionMatch,
): Performed {
  const wanted = chooseOptions(select, values, by);
  return performed(select, described, {
    readBack: { read: 'options', element: select, wanted },
    plainField: isPlainField(select),
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
