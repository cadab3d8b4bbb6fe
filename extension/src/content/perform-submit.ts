// Submits a form (contract: *browser_submit_form*), and says so only when the browser did.

import { centerOfElement } from './act/approach';
import { NO_MODIFIERS, viewOf } from './act/events';
import { click, wasDispatched } from './act/pointer';
import { listenForInvalid, type Invalid } from './act/refused';
import { formOf, requestSubmit, submitControlOf, type SubmitControl } from './act/submit';
import { fireChangeIfTyped } from './act/text-field';
import { isDisabled, isForm, isShadowRoot } from './dom/elements';
import { isAttached, treeOf, treesWithin } from './dom/tree';
import { refusalText, refusedFields } from './done';
import { nameOf } from './observe/names';
import { readOf, type Page } from './page';
import { performed, targetOf, type Performed } from './performed';
import { CANDIDATES, type FormFacts, type PageAction } from '../protocol';
import { notFound, plainError, refuse, type Refusal } from './target/refusal';

type Submit = Extract<PageAction, { act: 'submit' }>;

export async function performSubmit(page: Page, { target }: Submit): Promise<Performed> {
  const form =
    target === null || target === undefined
      ? impliedForm(page)
      : formAt(targetOf(page, target, 'value'));
  const facts = formFacts(page, form);
  const button = submitControlOf(form);
  if (button !== null && isDisabled(button)) throw disabled(facts);
  const field = lastField(page);
  if (field !== null && formOf(field) === form) fireChangeIfTyped(field, page.hands);
  const { result, invalid } = await listenForInvalid(document, () => submit(form, button));
  if (invalid.length > 0 && !result.submitted) throw refused(page, facts, invalid);
  return performed(form, {
    tag: form.localName,
    submitted: button === null ? 'requestSubmit' : 'button',
    form: facts,
    note: result.submitted ? null : unsubmitted(button, result),
  });
}

const CANCELLED =
  'The page cancelled the click on the submit control, so the browser did not submit the form; the page may have sent it by itself.';

const NOT_SUBMITTED = 'The submit control was clicked, but the browser did not submit the form.';

const NOT_STARTED = 'The form has no submit control, and the browser did not submit it.';

function unsubmitted(button: SubmitControl | null, { cancelled }: Outcome): string {
  if (button === null) return NOT_STARTED;
  return cancelled ? CANCELLED : NOT_SUBMITTED;
}

type Outcome = { submitted: boolean; cancelled: boolean };

function submit(form: HTMLFormElement, button: SubmitControl | null): Outcome {
  let submitted = false;
  const hear = (event: Event): void => {
    submitted ||= event.target === form;
  };
  // The event of a form in a shadow tree does not leave it; in a document the window hears it first.
  const tree = treeOf(form);
  const place = isShadowRoot(tree) ? tree : viewOf(form);
  place.addEventListener('submit', hear, { capture: true });
  try {
    if (button === null) {
      requestSubmit(form);
      return { submitted, cancelled: false };
    }
    const press = { button: 'left', modifiers: NO_MODIFIERS, double: false } as const;
    const clicked = click(centerOfElement(button), press, null);
    return { submitted, cancelled: clicked === 'cancelled' || !wasDispatched(clicked) };
  } finally {
    place.removeEventListener('submit', hear, { capture: true });
  }
}

function formAt(element: Element): HTMLFormElement {
  const form = formOf(element);
  if (form !== null) return form;
  throw notFound({ tag: element.localName }, 'The target belongs to no form; nothing was submitted');
}

/** The form of the field that was filled or focused last, else the page's only one. */
function impliedForm(page: Page): HTMLFormElement {
  const field = lastField(page);
  const form = field === null ? null : formOf(field);
  if (form !== null) return form;
  const forms = treesWithin(document).flatMap(tree => [...tree.querySelectorAll('form')]);
  const [only] = forms;
  if (only === undefined) {
    throw notFound({ forms: 0 }, 'The page has no form; nothing was submitted');
  }
  if (forms.length > 1) throw several(page, forms.filter(isForm));
  return only;
}

function lastField({ hands }: Page): Element | null {
  const field = hands.lastField?.deref();
  return field !== undefined && isAttached(field) ? field : null;
}

function several(page: Page, forms: readonly HTMLFormElement[]): Refusal {
  const candidates = forms.slice(0, CANDIDATES).map(form => {
    const { ref, ...facts } = formFacts(page, form);
    return { ref: `e${ref}`, ...facts };
  });
  return refuse(
    'ambiguous_target',
    false,
    `${forms.length} forms on the page and no filled field names one; nothing was submitted`,
    {
      hint: 'Pass the ref of the form to submit from state.candidates, or fill one of its fields first.',
      state: { forms: forms.length, candidates },
    },
  );
}

function formFacts(page: Page, form: HTMLFormElement): FormFacts {
  // A control of the form may have the method's name and hide it.
  const attribute = (name: string): string | null =>
    Element.prototype.getAttribute.call(form, name);
  const action = attribute('action');
  const method = attribute('method');
  const button = submitControlOf(form);
  const label = button === null ? '' : nameOf(readOf(page), button);
  return {
    ref: page.refs.issueOne(form),
    ...(action === null ? {} : { action }),
    ...(method === null ? {} : { method }),
    ...(label === '' ? {} : { button: label }),
  };
}

const disabled = ({ ref, ...facts }: FormFacts): Refusal =>
  plainError('The submit control of the form is disabled; nothing was submitted', {
    hint: 'The page enables it when it has what it needs: fill what is missing, then submit again.',
    state: { form: { ref: `e${ref}`, ...facts } },
  });

/** Handlers of the page have run by now. */
function refused(page: Page, { ref, ...facts }: FormFacts, invalid: readonly Invalid[]): Refusal {
  const fields = refusedFields(page, invalid).map(({ element, ...field }) => ({
    ref: `e${page.refs.issueOne(element)}`,
    ...field,
  }));
  return plainError(refusalText(fields), {
    retryable: false,
    hint: 'Correct the fields of state.invalid, then submit again.',
    state: { form: { ref: `e${ref}`, ...facts }, invalid: fields },
  });
}
