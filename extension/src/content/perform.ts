// Carries out one action: resolves its target, dispatches, and notes what is to be read back once
// the page has settled. What the answer says of the target is in done.ts.

import { checkableBehind, isChecked, setChecked } from './act/check';
import { nextTask } from './act/events';
import { fillEditor, fillField } from './act/fill';
import { moveFocus, focusableAround } from './act/focus';
import { parseChord } from './act/keys';
import { click, type Clicked } from './act/pointer';
import { pressKey, type Pressed } from './act/press';
import { chooseOptions } from './act/select';
import { typeText } from './act/type';
import { isField, isSelect, type Field } from './dom/elements';
import { isRendered } from './dom/rendered';
import { deepActiveElement } from './dom/tree';
import { describeTarget, hiddenWarning } from './done';
import { fillForm } from './fill-form';
import { contextOf, type Page } from './page';
import type { Done, PageAction, Target } from '../protocol';
import { fieldBehind, writableBehind, type Writable } from './target/behind';
import { notFillable, notFound, plainError } from './target/refusal';
import { resolve } from './target/resolve';
import type { Intent } from './target/strict';

/** What is read from the page once it has settled. */
export type ReadBack =
  | { read: 'value'; element: Element; sent: string }
  | { read: 'options'; element: HTMLSelectElement }
  | { read: 'checked'; element: Element; wanted: boolean };

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
};

export type FieldPerformed = {
  readonly name: string;
  readonly performed: Performed | null;
  readonly error: NonNullable<Done['fields']>[number]['error'];
};

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

export const targetOf = (page: Page, target: Target, intent: Intent): Element =>
  resolve(contextOf(page), target, intent);

const performed = (target: Element | null, done: Done, more: Partial<Performed> = {}): Performed => ({
  target,
  done,
  readBack: null,
  fields: null,
  plainField: false,
  pageHandledKey: false,
  ...more,
});

function performClick(page: Page, action: Act<'click'>): Performed {
  const element = targetOf(page, action.target, 'pointer');
  const described = describeTarget(page, element);
  const warning = hiddenWarning(element);
  const { button, modifiers, double } = action;
  const clicked = click(element, { button, modifiers, double }, page.hands.hovered);
  return performed(element, {
    ...described,
    note: CLICK_NOTES[clicked],
    warning,
  });
}

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

async function performPress(page: Page, action: Act<'press'>): Promise<Performed> {
  const chord = parseChord(action.key, action.modifiers, page.hands.isMac);
  if (chord === null) throw plainError(`Unknown key: ${action.key}`, { hint: KEY_HINT });
  let pressed: Pressed | null = null;
  let element: Element | null = null;
  for (let count = 0; count < action.repeat; count++) {
    if (count > 0) await nextTask();
    element = receivingElement(page, action.target ?? null);
    pressed = pressKey(element, chord, action.text ?? null, page.hands);
  }
  return performed(
    element,
    {
      tag: element?.localName ?? null,
      key: pressed?.key ?? action.key,
      effect: pressed?.effect ?? null,
      prevented: pressed?.prevented === true ? true : null,
      note: pressed?.note ?? null,
      repeat: action.repeat > 1 ? action.repeat : null,
    },
    { pageHandledKey: pressed?.prevented === true },
  );
}

const KEY_HINT =
  'Use a character, or a name such as Enter, Escape, Tab, Space, Backspace, Delete, ArrowDown, Home, End, PageDown, F5, with modifiers as in Control+a.';

function receivingElement(page: Page, target: Target | null): Element {
  if (target === null) {
    const active = deepActiveElement(document) ?? document.body ?? document.documentElement;
    if (active === null) throw notFound({});
    return active;
  }
  const element = targetOf(page, target, 'value');
  const focusable = focusableAround(element);
  if (focusable !== null) moveFocus(focusable);
  return element;
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
  return performed(target, { ...described, checked: isChecked(control) }, {
    readBack: { read: 'checked', element: control.element, wanted },
    plainField: isField(control.element) && isPlainField(control.element),
  });
}

/** A field whose page is not expected to suggest values a moment later. */
const isPlainField = (field: Field): boolean =>
  field.getAttribute('role') !== 'combobox' &&
  !field.hasAttribute('aria-autocomplete') &&
  !field.hasAttribute('list');
