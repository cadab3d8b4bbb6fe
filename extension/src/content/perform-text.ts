// Puts text into fields and editors (contract: *browser_type*, *POST /api/fill*), and steps ARIA
// sliders, which take no text.

import { rangeOf } from './act/caret';
import { fillField } from './act/fill';
import { editEditor } from './act/fill-editor';
import type { Edit } from './act/held';
import { stepTo, valueNow } from './act/step';
import {
  caretToEnd,
  fireChangeIfTyped,
  insertText,
  selectionOf,
  takesKeys,
  textOf,
} from './act/text-field';
import { moveFocus } from './act/focus';
import { typeInEditor, typeInField, type Typed } from './act/type';
import { editingHostOf, isField, isSelect, isTextField, type Field, type TextField } from './dom/elements';
import { describeTarget } from './done';
import { rawValue } from './observe/values';
import type { Page } from './page';
import { isPlainField, noteField, performed, targetOf, type Performed } from './performed';
import { choose } from './perform-choice';
import type { Done, PageAction } from '../protocol';
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
  const target = written(writableBehind(element, 'anywhere'));
  if (isSelect(target)) return choose(page, target, [value], 'either');
  const described = describeTarget(page, target);
  if (!isTextField(target)) {
    const edit = editOf(target, element, true);
    const insertion = { text: value, isHtml: false, clear: true };
    const edited = await editEditor(target, element, insertion, page.hands);
    return afterEdit(page, target, described, { edited, edit, sent: value });
  }
  const edit: Edit = { kind: 'replaced', before: target.value };
  fillField(target, value, page.hands);
  noteField(page, target);
  return performed(target, described, {
    readBack: { read: 'value', element: target, sent: value, edit },
    plainField: isPlainField(target),
  });
}

export async function performType(page: Page, action: Act<'type'>): Promise<Performed> {
  const element = targetOf(page, action.target, 'value');
  const target = textTarget(element);
  const described = describeTarget(page, target);
  const { text, clear } = action;
  const typed = isTextField(target)
    ? await typeInField(target, text, clear, page.hands)
    : {
        edit: editOf(target, element, clear),
        edited: await typeInEditor(target, element, text, clear, page.hands),
      };
  return afterEdit(page, target, described, { ...typed, sent: text });
}

export async function performEdit(page: Page, action: Act<'edit'>): Promise<Performed> {
  const element = targetOf(page, action.target, 'value');
  const target = textTarget(element);
  const { value: text, clear } = action;
  const isHtml = action.format === 'html';
  if (isHtml) refuseHtml(target);
  const described = describeTarget(page, target);
  const done = isTextField(target)
    ? editField(page, target, text, clear)
    : {
        edit: editOf(target, element, clear),
        edited: await editEditor(target, element, { text, isHtml, clear }, page.hands),
      };
  const after = afterEdit(page, target, described, { ...done, sent: text });
  // Markup is not what the editor then shows.
  return isHtml ? { ...after, readBack: null } : after;
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
function editField({ hands }: Page, field: TextField, text: string, clear: boolean): Typed {
  if (clear || !takesKeys(field)) {
    const edit: Edit = { kind: 'replaced', before: field.value };
    fillField(field, text, hands);
    return { edited: { effect: 'insertText', prevented: false }, edit };
  }
  moveFocus(field);
  caretToEnd(field, hands);
  const at = rangeOf(selectionOf(field, hands));
  const edit: Edit = { kind: 'inserted', before: textOf(field, hands), at };
  const edited = insertText(field, text, 'insertText', hands);
  fireChangeIfTyped(field, hands);
  return { edited, edit };
}

/** What an edit of an editor, or of a part of it, is to do. */
function editOf(host: HTMLElement, target: Element, clear: boolean): Edit {
  const isPart = target !== host && host.contains(target);
  const before = rawValue(host) ?? '';
  if (!clear) return { kind: 'added', before };
  return isPart ? { kind: 'part' } : { kind: 'replaced', before };
}

function afterEdit(
  page: Page,
  target: Element,
  described: Done,
  { edited, edit, sent }: Typed & { sent: string },
): Performed {
  noteField(page, target);
  return performed(
    target,
    { ...described, prevented: edited.prevented ? true : null },
    { readBack: { read: 'value', element: target, sent, edit } },
  );
}

const written = (writable: Writable): Field | HTMLElement =>
  writable.kind === 'editor' ? writable.host : writable.field;

/** Where text is entered with keys or as one edit: no list, and nothing that stands around a field. */
function textTarget(element: Element): TextField | HTMLElement {
  const role = stepperRole(element);
  if (role !== null) throw notStepped(element, role, false);
  const target = written(writableBehind(element, 'shadow'));
  if (!isSelect(target)) return target;
  throw notFillable(target.localName, 'no_field', 'Nothing was done: choose with browser_select_option.');
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
  const stepped = await stepTo(element, role, target, page.hands);
  noteField(page, element);
  const { tag = null } = described;
  return performed(element, { tag, stepped }, { readBack: { read: 'stepped', element, stepped } });
}
