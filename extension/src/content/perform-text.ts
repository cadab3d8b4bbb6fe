// Puts text into fields and editors (contract: *browser_type*, *POST /api/fill*), and steps ARIA
// sliders, which take no text.

import { fillField } from './act/fill';
import { editEditor } from './act/fill-editor';
import type { Edited } from './act/hands';
import { stepTo, valueNow } from './act/step';
import { caretToEnd, fireChangeIfTyped, insertText, takesKeys } from './act/text-field';
import { moveFocus } from './act/focus';
import { typeInEditor, typeInField } from './act/type';
import { editingHostOf, isField, isSelect, isTextField, type Field, type TextField } from './dom/elements';
import { describeTarget } from './done';
import type { Page } from './page';
import { isPlainField, noteField, performed, targetOf, type Performed } from './performed';
import { choose } from './perform-choice';
import type { PageAction } from '../protocol';
import { fieldBehind, writableBehind, type Writable } from './target/behind';
import { notFillable, plainError, refuse } from './target/refusal';

type Act<K extends PageAction['act']> = Extract<PageAction, { act: K }>;

/** Also one field of a form. `steps`: an ARIA slider may be set with keys. */
export async function performFill(
  page: Page,
  element: Element,
  value: string,
  steps = true,
): Promise<Performed> {
  const role = stepperRole(element);
  if (role !== null) {
    if (steps && valueNow(element) !== null) return performSteps(page, element, role, value);
    throw notStepped(element, role, steps);
  }
  const writable = writableBehind(element);
  const target = written(writable);
  const described = describeTarget(page, target);
  noteField(page, target);
  if (writable.kind === 'editor') {
    const insertion = { text: value, isHtml: false, clear: true };
    const edited = await editEditor(writable.host, element, insertion, page.hands);
    return afterEdit(target, described, edited, { sent: value, whole: true });
  }
  const { field } = writable;
  if (isSelect(field)) return choose(field, described, [value], 'either');
  fillField(field, value);
  return performed(target, described, {
    readBack: { read: 'value', element: field, sent: value, whole: true },
    plainField: isPlainField(field),
  });
}

export async function performType(page: Page, action: Act<'type'>): Promise<Performed> {
  const element = targetOf(page, action.target, 'value');
  const target = textTarget(element);
  const described = describeTarget(page, target);
  noteField(page, target);
  const { text, clear } = action;
  if (isSelect(target)) return choose(target, described, [text], 'either');
  const edited = isTextField(target)
    ? await typeInField(target, text, clear, page.hands)
    : await typeInEditor(target, element, text, clear, page.hands);
  return afterEdit(target, described, edited, { sent: text, whole: takesWhole(target) });
}

export async function performEdit(page: Page, action: Act<'edit'>): Promise<Performed> {
  const element = targetOf(page, action.target, 'value');
  const target = textTarget(element);
  if (isSelect(target)) {
    throw notFillable(target.localName, 'no_field', 'Nothing was done: choose with browser_select_option.');
  }
  const { value: text, clear } = action;
  const isHtml = action.format === 'html';
  if (isHtml) refuseHtml(target);
  const described = describeTarget(page, target);
  noteField(page, target);
  const edited = isTextField(target)
    ? editField(page, target, text, clear)
    : await editEditor(target, element, { text, isHtml, clear }, page.hands);
  const whole = clear || takesWhole(target);
  return isHtml
    ? performed(target, { ...described, prevented: edited.prevented ? true : null })
    : afterEdit(target, described, edited, { sent: text, whole });
}

/** Scripts in the markup would run in the page. */
function refuseHtml(target: Element): void {
  if (__FLAVOR__ !== 'dev') {
    throw refuse('not_supported', false, 'Inserting HTML needs the developer build of the extension', {
      hint: 'Insert plain text, with format text.',
      state: { devBuildRequired: true },
    });
  }
  if (isField(target)) {
    throw plainError('HTML goes into an editor only; nothing was done', {
      hint: 'Insert plain text, with format text.',
    });
  }
}

/** Appended as one edit, without keys. */
function editField(page: Page, field: TextField, text: string, clear: boolean): Edited {
  if (clear || !takesKeys(field)) {
    fillField(field, text);
    return { effect: 'insertText', prevented: false };
  }
  moveFocus(field);
  caretToEnd(field);
  const edited = insertText(field, text, 'insertText', page.hands);
  fireChangeIfTyped(field, page.hands);
  return edited;
}

function afterEdit(
  target: Element,
  described: ReturnType<typeof describeTarget>,
  { prevented }: Edited,
  { sent, whole }: { sent: string; whole: boolean },
): Performed {
  return performed(
    target,
    { ...described, prevented: prevented ? true : null },
    { readBack: { read: 'value', element: target, sent, whole } },
  );
}

/** Dates, colours and sliders are not typed into; what they held is replaced. */
const takesWhole = (element: Element): boolean => isField(element) && !takesKeys(element);

const written = (writable: Writable): Field | HTMLElement =>
  writable.kind === 'editor' ? writable.host : writable.field;

function textTarget(element: Element): Field | HTMLElement {
  const role = stepperRole(element);
  if (role !== null) throw notStepped(element, role, false);
  return written(writableBehind(element));
}

/** The role of an ARIA slider or spinbutton that no native field stands behind. */
function stepperRole(element: Element): 'slider' | 'spinbutton' | null {
  const role = element.getAttribute('role')?.trim().toLowerCase();
  if (role !== 'slider' && role !== 'spinbutton') return null;
  if (editingHostOf(element) !== null || fieldBehind(element).kind === 'found') return null;
  return role;
}

function notStepped(element: Element, role: string, isFill: boolean): Error {
  const fill =
    !isFill && valueNow(element) !== null ? ' Or pass the number to browser_type without slowly.' : '';
  const hint = `Nothing was written. Click it to focus it, then press arrow keys with browser_press_key repeat.${fill}`;
  return notFillable(element.localName, 'no_field', hint, role);
}

async function performSteps(
  page: Page,
  element: Element,
  role: string,
  value: string,
): Promise<Performed> {
  const target = value.trim() === '' ? Number.NaN : Number(value);
  if (!Number.isFinite(target)) {
    throw refuse('invalid_argument', false, `The value of a ${role} must be a number; nothing was pressed`, {
      hint: 'Pass a number such as 15 or 2.5.',
    });
  }
  const described = describeTarget(page, element);
  noteField(page, element);
  const stepped = await stepTo(element, role, target, page.hands);
  const { tag = null } = described;
  return performed(element, { tag, stepped }, { readBack: { read: 'stepped', element, stepped } });
}
