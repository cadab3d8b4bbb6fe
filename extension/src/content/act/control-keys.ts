// What keys do to native controls that hold no text: ranges, numbers, lists, radio buttons and
// checkboxes (contract: *browser_keypress*). As Firefox does it for a person's keys.

import { isCheckable, isDisabled, isInput, isOpenList, isSelect } from '../dom/elements';
import { isRendered, styleOf } from '../dom/rendered';
import { treeOf } from '../dom/tree';
import { fireChange, fireInput } from './events';
import { moveFocus } from './focus';
import { NOTHING, type Edited, type Hands } from './hands';
import { inputLike } from './input-copy';
import type { Chord } from './keys';
import { chooseOnly } from './select';

/** A control that is set by keys and holds no text. */
export type Control = HTMLInputElement | HTMLSelectElement;

export const isControl = (element: Element): element is Control =>
  isSelect(element) || isCheckable(element) || isInParts(element) || isRange(element);

const isRange = (element: Element): boolean => isInput(element) && element.type === 'range';

/** Inputs whose parts, such as day and month, take the keys of a person one by one. */
export const isInParts = (element: Element): element is HTMLInputElement =>
  isInput(element) && /^(date|datetime-local|time)$/.test(element.type);

/** Where Enter submits the form. */
export const isSubmittedFrom = (control: Control): control is HTMLInputElement =>
  isCheckable(control) || isInParts(control);

/** While the key is down. */
export function pressInControl(control: Control, chord: Chord): Edited {
  if (isDisabled(control)) return NOTHING;
  const { key } = chord.key;
  if (isSelect(control)) return chooseByKey(control, chord);
  if (isHeld(chord)) return NOTHING;
  if (control.type === 'range') return setRange(control, key);
  return control.type === 'radio' ? checkBeside(control, key) : NOTHING;
}

/** A checkbox or radio button is clicked when Space comes up. */
export const isClickedBy = (control: Control, chord: Chord): control is HTMLInputElement =>
  isCheckable(control) && chord.key.key === ' ' && !isDisabled(control) && !isHeld(chord);

export function clickByKey(control: HTMLInputElement): Edited {
  const before = control.checked;
  control.click();
  return control.checked === before ? NOTHING : toggled(control);
}

const isHeld = ({ modifiers: { alt, ctrl, meta } }: Chord): boolean => alt || ctrl || meta;

const toggled = ({ checked }: HTMLInputElement): Edited => ({
  effect: checked ? 'check' : 'uncheck',
  prevented: false,
});

/** Up and down in a number; `null` for other keys. */
export function stepNumber(input: HTMLInputElement, chord: Chord, hands: Hands): Edited | null {
  const { key } = chord.key;
  const { alt, meta } = chord.modifiers;
  if ((key !== 'ArrowUp' && key !== 'ArrowDown') || alt || meta) return null;
  if (input.readOnly || isDisabled(input)) return NOTHING;
  // A number without steps goes by one, and only for keys.
  const copy = inputLike(input, input.value);
  if (copy.step.toLowerCase() === 'any') copy.step = '1';
  if (key === 'ArrowUp') copy.stepUp();
  else copy.stepDown();
  const edited = setNumber(input, copy.value);
  // The change that it told counts for what was typed before, too.
  if (edited.effect !== null) hands.typed.delete(input);
  return edited;
}

function setRange(range: HTMLInputElement, key: string): Edited {
  const { min, max, step } = limitsOf(range);
  const value = range.valueAsNumber;
  const isRightToLeft = styleOf(range).direction === 'rtl';
  const page = Math.max(step, (max - min) / 10);
  const targets: Readonly<Record<string, number>> = {
    ArrowUp: value + step,
    ArrowDown: value - step,
    ArrowRight: isRightToLeft ? value - step : value + step,
    ArrowLeft: isRightToLeft ? value + step : value - step,
    PageUp: value + page,
    PageDown: value - page,
    Home: min,
    End: max,
  };
  const target = targets[key];
  if (target === undefined || max <= min) return NOTHING;
  // The browser keeps it within the range and on its steps.
  return setNumber(range, inputLike(range, String(target)).value);
}

function limitsOf({ min, max, step }: HTMLInputElement): { min: number; max: number; step: number } {
  const number = (text: string, otherwise: number): number =>
    text.trim() !== '' && Number.isFinite(Number(text)) ? Number(text) : otherwise;
  const steps = number(step, 1);
  const least = number(min, 0);
  return { min: least, max: number(max, Math.max(100, least)), step: steps > 0 ? steps : 1 };
}

function setNumber(input: HTMLInputElement, value: string): Edited {
  if (input.value === value) return NOTHING;
  input.value = value;
  fireInput(input, 'input', 'insertReplacementText', null);
  fireChange(input);
  return { effect: 'stepValue', prevented: false };
}

/** An arrow goes to the next radio button of the group that can be chosen, round its ends. */
function checkBeside(radio: HTMLInputElement, key: string): Edited {
  const step = STEPS[key];
  if (step === undefined || radio.name === '') return NOTHING;
  const group = [...treeOf(radio).querySelectorAll('input[type=radio]')]
    .filter(isInput)
    .filter(({ name, form }) => name === radio.name && form === radio.form)
    .filter(each => each === radio || (!isDisabled(each) && isRendered(each)));
  const next = group.at((group.indexOf(radio) + step) % group.length);
  if (next === undefined) return NOTHING;
  // One without others is clicked itself.
  moveFocus(next);
  return clickByKey(next);
}

const STEPS: Readonly<Record<string, 1 | -1>> = {
  ArrowUp: -1,
  ArrowLeft: -1,
  ArrowDown: 1,
  ArrowRight: 1,
};

/** Rows of an open drop-down list, by which its page keys go. */
const DROPPED_ROWS = 20;

function chooseByKey(list: HTMLSelectElement, { key, modifiers }: Chord): Edited {
  const { alt, ctrl, meta, shift } = modifiers;
  // Alt opens a list; where several can be chosen the others extend the choice or only move.
  if (alt || meta || (list.multiple && (ctrl || shift))) return NOTHING;
  const option = key.text === '' ? optionByKey(list, key.key) : optionByLetter(list, key.text);
  if (option === undefined || (option.selected && list.selectedOptions.length === 1)) return NOTHING;
  chooseOnly(list, option);
  return { effect: 'chooseOption', prevented: false };
}

function optionByKey(list: HTMLSelectElement, key: string): HTMLOptionElement | undefined {
  const { selectedIndex: now, options } = list;
  const page = (isOpenList(list) ? list.size || 4 : DROPPED_ROWS) - 1;
  const step = STEPS[key];
  if (step !== undefined) return choosable(list, now + step, step);
  switch (key) {
    case 'PageUp':
      return choosable(list, now - page, -1);
    case 'PageDown':
      return choosable(list, now + page, 1);
    case 'Home':
      return choosable(list, 0, 1);
    case 'End':
      return choosable(list, options.length - 1, -1);
    default:
      return undefined;
  }
}

/** The nearest option that can be chosen, from a place on and else back. */
function choosable(list: HTMLSelectElement, from: number, way: 1 | -1): HTMLOptionElement | undefined {
  const options = [...list.options];
  const start = Math.min(Math.max(from, 0), options.length - 1);
  const behind = options.slice(0, start);
  const ahead = options.slice(start + 1);
  const at = options.slice(start, start + 1);
  const searched = way > 0 ? [...at, ...ahead, ...behind.reverse()] : [...at, ...behind.reverse(), ...ahead];
  return searched.find(isChoosable);
}

const isChoosable = (option: HTMLOptionElement): boolean =>
  !isDisabled(option) && styleOf(option).display !== 'none';

/** The next one that begins with the letter, round the end. */
function optionByLetter(list: HTMLSelectElement, letter: string): HTMLOptionElement | undefined {
  const after = list.selectedIndex + 1;
  const options = [...list.options];
  const begins = ({ text }: HTMLOptionElement): boolean =>
    text.trim().toLowerCase().startsWith(letter.toLowerCase());
  return [...options.slice(after), ...options.slice(0, after)].filter(isChoosable).find(begins);
}
