// What a person's click would have done and ours does not: the browser opens lists and
// tabs for a person's own input only (contract: *browser_click*, `note`). A note names no address;
// it may hold a secret.

import {
  isButton,
  isForm,
  isInput,
  isLink,
  isSelect,
  type Link,
} from '../dom/elements';
import { parentInDocument } from '../dom/tree';
import type { Press } from './pointer';

type Submitter = HTMLButtonElement | HTMLInputElement;

/** What a click on an element is for: the nearest around it that does something by itself. */
type Purpose =
  | { kind: 'list' | 'none' }
  | { kind: 'link'; link: Link }
  | { kind: 'submit'; button: Submitter };

/** What the browser will not do for the click, if the page does not cancel it. */
export function noteForClick(
  element: Element,
  { button, modifiers }: Pick<Press, 'button' | 'modifiers'>,
): string | null {
  const purpose = purposeOf(element);
  const isLeft = button === 'left';
  switch (purpose.kind) {
    case 'none':
      return null;
    case 'list':
      return NATIVE_LIST;
    case 'submit':
      return isLeft && submitsToNewTab(purpose.button) ? FORM_TAB : null;
    case 'link':
      if (button === 'middle') return NOT_FOLLOWED;
      if (!isLeft) return null;
      if (modifiers.ctrl || modifiers.meta || modifiers.shift || modifiers.alt) return NOT_FOLLOWED;
      return opensNewTab(purpose.link, purpose.link.getAttribute('target')) ? LINK_TAB : null;
  }
}

const NATIVE_LIST =
  'The browser opens a native list for trusted input only; choose with browser_select_option.';

const OPEN_IT = 'open the url that browser_snapshot shows for the link with browser_tabs action=new';

const NOT_FOLLOWED = `The browser follows a link in another tab for the person's own input only. To do so, ${OPEN_IT}.`;

const LINK_TAB = `The link opens in a new tab, which the browser blocks without the person's own input. If no tab was opened, ${OPEN_IT}.`;

const FORM_TAB =
  "The form's answer opens in a new tab, which the browser blocks without the person's own input. If no tab was opened, nothing was sent.";

function purposeOf(element: Element): Purpose {
  for (let each: Element | null = element; each !== null; each = parentInDocument(each)) {
    const purpose = ownPurpose(each);
    if (purpose !== null) return purpose;
  }
  return { kind: 'none' };
}

function ownPurpose(element: Element): Purpose | null {
  if (isLink(element)) return { kind: 'link', link: element };
  if (isSelect(element)) return { kind: 'list' };
  if (!isButton(element) && !isInput(element)) return null;
  const submits = element.type === 'submit' || element.type === 'image';
  return submits ? { kind: 'submit', button: element } : { kind: 'none' };
}

function submitsToNewTab(button: Submitter): boolean {
  const { form } = button;
  if (form === null || !isForm(form)) return false;
  const told = (name: string): string | null =>
    // A control of the form may have the method's name and hide it.
    button.getAttribute(`form${name}`) ?? Element.prototype.getAttribute.call(form, name);
  return told('method')?.toLowerCase() !== 'dialog' && opensNewTab(button, told('target'));
}

/** `target` is the element's own; without one the page's `<base>` decides. */
function opensNewTab(element: Element, target: string | null): boolean {
  const { ownerDocument } = element;
  const base = ownerDocument.querySelector('base[target]')?.getAttribute('target') ?? '';
  const name = target ?? base;
  if (SAME_TAB.has(name.toLowerCase())) return false;
  return name.toLowerCase() === '_blank' || !isFrameName(ownerDocument, name);
}

const SAME_TAB = new Set(['', '_self', '_parent', '_top']);

function isFrameName(document: Document, name: string): boolean {
  if (document.defaultView?.name === name) return true;
  const frames = document.querySelectorAll('iframe[name], frame[name], object[name]');
  return [...frames].some(frame => frame.getAttribute('name') === name);
}
