// Fills several fields one after the other (contract: *browser_form_fill*). Every target is found
// and every kind of value checked before the first field is written.

import { parseChecked, checkableBehind } from './act/check';
import { nextTask } from './act/events';
import { editingHostOf, isCheckable, isLabel, isSelect } from './dom/elements';
import { isAttached } from './dom/tree';
import { errorReply } from './failure';
import { contextOf, type Page } from './page';
import { performCheck, performSelect } from './perform-choice';
import { performFill } from './perform-text';
import { targetOf, type FieldPerformed, type Performed } from './performed';
import type { ErrorReply, FieldFill, PageAction } from '../protocol';
import { fieldBehind } from './target/behind';
import { plainError } from './target/refusal';
import { resolve, type Context } from './target/resolve';

type FillForm = Extract<PageAction, { act: 'fillForm' }>;

/** A field that was found, or why it cannot be filled. */
type Prepared =
  | { ok: true; fill: FieldFill; element: Element }
  | { ok: false; fill: FieldFill; error: ErrorReply };

export async function fillForm(page: Page, action: FillForm): Promise<Performed> {
  const context = contextOf(page);
  const prepared = action.fields.map(fill => prepare(context, fill));
  const refused = prepared.filter(field => !field.ok);
  const outcomes =
    action.stopAtFailure && refused.length > 0
      ? refused.map(failed)
      : await fillAll(page, prepared, action.stopAtFailure);
  const done = outcomes.flatMap(({ performed }) => (performed === null ? [] : [performed]));
  return {
    target: done.at(-1)?.target ?? null,
    done: {},
    readBack: null,
    fields: outcomes,
    plainField: done.length > 0 && done.every(field => field.plainField),
    pageHandledKey: false,
    newTab: null,
  };
}

async function fillAll(
  page: Page,
  prepared: readonly Prepared[],
  stopAtFailure: boolean,
): Promise<FieldPerformed[]> {
  const outcomes: FieldPerformed[] = [];
  for (const field of prepared) {
    const outcome = field.ok ? await fillOne(page, field.fill, field.element) : failed(field);
    outcomes.push(outcome);
    if (outcome.performed === null && stopAtFailure) return outcomes;
    // The page may show or change later fields in answer to this one.
    await nextTask();
  }
  return outcomes;
}

const failed = ({ fill, error }: Extract<Prepared, { ok: false }>): FieldPerformed => ({
  name: fill.name,
  performed: null,
  error,
});

function prepare(context: Context, fill: FieldFill): Prepared {
  try {
    const element = resolve(context, fill.target, 'value');
    checkKind(element, fill);
    return { ok: true, fill, element };
  } catch (error) {
    return { ok: false, fill, error: errorReply(error) };
  }
}

/** Whether the kind of value suits the field. Options may still appear, so they are not looked up. */
function checkKind(element: Element, { value }: FieldFill): void {
  switch (value.kind) {
    case 'checked':
      checkableBehind(element);
      return;
    case 'any':
      if (isToggle(element) && parseChecked(value.value) === null) {
        throw plainError(`Invalid checkbox value: ${value.value}`, {
          hint: 'Pass true or false.',
        });
      }
      return;
    case 'text':
    case 'options':
      return;
  }
}

/** Whether the element, or the field of a component, is set to true or false. */
function isToggle(element: Element): boolean {
  const control = isLabel(element) ? element.control : element;
  if (control === null) return false;
  if (control.matches('[role=checkbox], [role=switch], [role=radio]')) return true;
  const behind = fieldBehind(control);
  return behind.kind === 'found' && isCheckable(behind.field);
}

async function fillOne(page: Page, fill: FieldFill, found: Element): Promise<FieldPerformed> {
  try {
    const element = isAttached(found) ? found : targetOf(page, fill.target, 'value');
    return { name: fill.name, performed: await write(page, element, fill), error: null };
  } catch (error) {
    return { name: fill.name, performed: null, error: errorReply(error) };
  }
}

async function write(page: Page, element: Element, { value }: FieldFill): Promise<Performed> {
  switch (value.kind) {
    case 'checked':
      return performCheck(page, element, value.checked);
    case 'options':
      return writeOptions(page, element, value.values);
    case 'text':
      return performFill(page, element, value.value);
    case 'any':
      return writeAny(page, element, value.value);
  }
}

/** What says that it is a combobox may be a text field that suggests values. */
async function writeOptions(page: Page, element: Element, values: string[]): Promise<Performed> {
  const [only = ''] = values;
  return isTextual(element) && values.length === 1
    ? performFill(page, element, only)
    : performSelect(page, element, { values, by: 'either' });
}

function isTextual(element: Element): boolean {
  const behind = fieldBehind(element);
  return behind.kind === 'found' ? !isSelect(behind.field) : editingHostOf(element) !== null;
}

async function writeAny(page: Page, element: Element, value: string): Promise<Performed> {
  const checked = isToggle(element) ? parseChecked(value) : null;
  if (checked !== null) return performCheck(page, element, checked);
  const behind = fieldBehind(element);
  if (behind.kind === 'found' && isSelect(behind.field)) {
    return performSelect(page, element, { values: [value], by: 'value' });
  }
  return performFill(page, element, value, false);
}
