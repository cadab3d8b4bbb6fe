// Chooses options of native lists, and sets checkboxes, radio buttons and switches (contract:
// *browser_select_option*, *browser_form_fill*).

import { checkableBehind, setChecked } from './act/check';
import { chooseOptions } from './act/select';
import { isField, isSelect } from './dom/elements';
import { isRendered } from './dom/rendered';
import { describeTarget } from './done';
import type { Page } from './page';
import { isPlainField, noteField, performed, type Performed } from './performed';
import type { OptionMatch, PageAction } from '../protocol';
import { fieldBehind } from './target/behind';
import { notFillable } from './target/refusal';

type Choice = Pick<Extract<PageAction, { act: 'select' }>, 'values' | 'by'>;

/** Also one field of a form. */
export function performSelect(
  page: Page,
  element: Element,
  { values, by }: Choice,
): Performed {
  const behind = fieldBehind(element);
  if (behind.kind === 'none' || !isSelect(behind.field)) {
    throw notFillable(element.localName, 'no_field', NOT_A_SELECT, element.getAttribute('role'));
  }
  return choose(page, behind.field, values, by);
}

export function choose(
  page: Page,
  select: HTMLSelectElement,
  values: readonly string[],
  by: OptionMatch,
): Performed {
  const described = describeTarget(page, select);
  const wanted = chooseOptions(select, values, by);
  noteField(page, select);
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
  noteField(page, control.element);
  // A hidden control has no line; its label stands for it.
  const target = isRendered(control.element) ? control.element : element;
  return performed(
    target,
    described,
    {
      readBack: { read: 'checked', element: control.element, wanted },
      plainField: isField(control.element) && isPlainField(control.element),
    },
  );
}
