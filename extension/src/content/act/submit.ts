// Implicit submission: what Enter does in a text input (contract: *browser_keypress*).
// https://html.spec.whatwg.org/#implicit-submission. Both rules go by form ownership.

import { isButton, isDisabled, isInput } from '../dom/elements';
import { treeOf } from '../dom/tree';

/** Input types whose presence keeps a form without a button from being submitted by Enter. */
const BLOCKING = new Set(
  'date datetime-local email month number password search tel text time url week'.split(' '),
);

/** Whether the form was submitted. */
export function submitImplicitly(input: HTMLInputElement): boolean {
  const { form } = input;
  if (form === null) return false;
  const owned = [...treeOf(input).querySelectorAll('button, input')].filter(
    control => (isButton(control) || isInput(control)) && control.form === form,
  );
  const button = owned.find(isSubmitButton);
  if (button !== undefined) {
    if (isDisabled(button)) return false;
    button.click();
    return true;
  }
  const others = owned.filter(
    control => isInput(control) && control !== input && BLOCKING.has(control.type),
  );
  if (others.length > 0) return false;
  // A control of the form may have the method's name and hide it.
  HTMLFormElement.prototype.requestSubmit.call(form);
  return true;
}

const isSubmitButton = (control: Element): control is HTMLButtonElement | HTMLInputElement =>
  (isButton(control) && control.type === 'submit') ||
  (isInput(control) && (control.type === 'submit' || control.type === 'image'));
