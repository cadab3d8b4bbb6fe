// Chooses options of a native select (contract: *browser_form_fill*, browser_select_option).

import { isDisabled } from '../dom/elements';
import type { Modifiers, OptionMatch } from '../../protocol';
import { notFillable, plainError, type Refusal } from '../target/refusal';
import { tellableOptions } from '../target/secrets';
import { fireChange, fireInput } from './events';
import { moveFocus } from './focus';

/** How many options an error names. */
const LISTED = 20;

/**
 * Exactly these options are chosen afterwards. Nothing is changed when one does not exist.
 * Returns the values of what was chosen.
 */
export function chooseOptions(
  select: HTMLSelectElement,
  values: readonly string[],
  by: OptionMatch,
): string[] {
  if (isDisabled(select)) {
    throw notFillable(select.localName, 'disabled', 'Nothing was changed: the list is disabled.');
  }
  if (!select.multiple && values.length !== 1) {
    throw plainError('This list takes exactly one option; nothing was changed');
  }
  const chosen = new Set(values.map(value => findOption(select, value, by)));
  const wanted = [...select.options].filter(option => chosen.has(option)).map(each => each.value);
  moveFocus(select);
  for (const option of select.options) option.selected = chosen.has(option);
  fireChosen(select);
  return wanted;
}

/** A press on an option of an open list, which a browser heeds for trusted input only. */
export function pressOption(option: HTMLOptionElement, modifiers: Modifiers): void {
  const list = option.closest('select');
  if (list === null || isDisabled(option) || isDisabled(list)) return;
  if (!list.multiple || !(modifiers.ctrl || modifiers.meta)) {
    chooseOnly(list, option);
    return;
  }
  option.selected = !option.selected;
  fireChosen(list);
}

/** Chooses one option, as a press on it or a key does. */
export function chooseOnly(list: HTMLSelectElement, option: HTMLOptionElement): void {
  for (const other of list.options) other.selected = other === option;
  fireChosen(list);
}

function fireChosen(list: HTMLSelectElement): void {
  fireInput(list, 'input', '', null);
  fireChange(list);
}

function findOption(select: HTMLSelectElement, value: string, by: OptionMatch): HTMLOptionElement {
  const option =
    (by === 'text' ? undefined : [...select.options].find(each => each.value === value)) ??
    (by === 'value' ? undefined : byText(select, value));
  if (option === undefined) {
    throw noOption(select, value);
  }
  if (isDisabled(option)) throw plainError('The option is disabled; nothing was changed');
  return option;
}

function noOption(select: HTMLSelectElement, value: string): Refusal {
  const options = tellableOptions(select);
  // What was to be chosen in a secret list is a secret too.
  if (options === null) return plainError('No matching option; nothing was changed');
  return plainError(`No matching option for value: ${value}`, {
    hint: 'Nothing was changed. Use one of state.options.',
    state: { options: options.slice(0, LISTED) },
  });
}

const plain = (text: string): string => text.replace(/\s+/g, ' ').trim();

function byText(select: HTMLSelectElement, text: string): HTMLOptionElement | undefined {
  const options = [...select.options];
  const wanted = plain(text);
  return (
    options.find(option => plain(option.label) === wanted) ??
    options.find(option => plain(option.text) === wanted) ??
    options.find(option => plain(option.text).toLowerCase() === wanted.toLowerCase())
  );
}
