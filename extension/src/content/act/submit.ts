// Which form an element belongs to, and how forms are submitted: by Enter in an input (contract:
// *browser_keypress*) and as a whole (*browser_submit_form*). Both go by form ownership.
// https://html.spec.whatwg.org/#implicit-submission

import { isButton, isDisabled, isField, isForm, isInput, isLabel } from '../dom/elements';
import { parentInDocument, treeOf } from '../dom/tree';

/** Text inputs: Enter submits a form without a button only if it has one of them, as in Firefox. */
const TEXT_INPUTS = new Set('email month number password search tel text url week'.split(' '));

export type SubmitControl = HTMLButtonElement | HTMLInputElement;

/** Whether the form was submitted. */
export function submitImplicitly(input: HTMLInputElement): boolean {
  const { form } = input;
  if (form === null) return false;
  const owned = ownedControls(form);
  const button = owned.find(isSubmitControl);
  if (button !== undefined) {
    if (isDisabled(button)) return false;
    button.click();
    return true;
  }
  const texts = owned.filter(control => isInput(control) && TEXT_INPUTS.has(control.type));
  if (texts.length !== 1) return false;
  requestSubmit(form);
  return true;
}

/** The first one that the form owns, wherever it is in the document. */
export const submitControlOf = (form: HTMLFormElement): SubmitControl | null =>
  ownedControls(form).find(isSubmitControl) ?? null;

/** A control of the form may have the method's name and hide it. */
export function requestSubmit(form: HTMLFormElement): void {
  HTMLFormElement.prototype.requestSubmit.call(form);
}

function ownedControls(form: HTMLFormElement): SubmitControl[] {
  return [...treeOf(form).querySelectorAll('button, input')].filter(
    control => (isButton(control) || isInput(control)) && control.form === form,
  ) as SubmitControl[];
}

const isSubmitControl = (control: SubmitControl): boolean =>
  control.type === 'submit' || (isInput(control) && control.type === 'image');

/** The form itself, the one that owns the control, or the one around the element. */
export function formOf(element: Element): HTMLFormElement | null {
  if (isForm(element)) return element;
  if (isLabel(element) && element.control !== null) return formOf(element.control);
  if (isField(element) || isButton(element)) {
    // A form attribute that names no form takes the control out of the form around it.
    if (element.form !== null || element.hasAttribute('form')) return element.form;
  }
  const around = parentInDocument(element);
  return around === null ? null : enclosingForm(around);
}

function enclosingForm(element: Element): HTMLFormElement | null {
  for (let each: Element | null = element; each !== null; each = parentInDocument(each)) {
    if (isForm(each)) return each;
  }
  return null;
}
