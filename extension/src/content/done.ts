// What an answer says of the element that was acted on, and what it reads back from it once the
// page has settled. Nothing of a sensitive field, not even what was just typed into it.

import { holderOf } from './act/fill';
import { filesOf, sameFiles } from './act/give-files';
import { holds } from './act/held';
import { valueNow } from './act/step';
import type { Invalid } from './act/refused';
import { lengthLimit } from './act/text-field';
import { editingHostOf, isCheckable, isField, isTextField } from './dom/elements';
import { isRendered } from './dom/rendered';
import { isAttached, parentInDocument } from './dom/tree';
import { clip, cut, fold } from './observe/fold';
import { nameOf } from './observe/names';
import { isSensitive } from './observe/redact';
import { renderedTextOf } from './observe/text';
import { heldBy, rawValue } from './observe/values';
import { readOf, type Page } from './page';
import { scrolledTo } from './perform-scroll';
import type { Performed, ReadBack } from './performed';
import { NAME_LENGTH, type Done, type FieldOutcome, type Warning } from '../protocol';

/** Tag and text, as they are before the action. */
export function describeTarget(page: Page, element: Element): Done {
  const tag = element.localName;
  if (isField(element) || editingHostOf(element) !== null) return { tag };
  const text = clip(renderedTextOf(readOf(page), element), NAME_LENGTH);
  return text === '' ? { tag } : { tag, text };
}

/** A field that keeps the browser from submitting its form, and why. */
export type RefusedField = { name: string; message: string };

/** The first of them. */
export function refusedFields(
  page: Page,
  invalid: readonly Invalid[],
): (RefusedField & { element: Element })[] {
  const read = readOf(page);
  return invalid.slice(0, REASONS).map(({ field, message }) => ({
    element: field,
    name: nameOf(read, field) || field.localName,
    message: isSensitive(read, field) ? 'its value is not accepted.' : fold(message),
  }));
}

export const refusalText = (fields: readonly RefusedField[]): string =>
  [
    'The browser found the form invalid and did not submit it.',
    ...fields.map(({ name, message }) => `${name}: ${message}`),
  ].join(' ');

/** A file chooser that stays closed looks like a click without effect. */
export const chooserNote = ({ note }: Done, asked: boolean): Done =>
  asked && (note ?? null) === null ? { note: CHOOSER } : {};

const CHOOSER =
  'This asks for files. The file picker was kept closed: give them with browser_file_upload.';

/** A form that the browser did not submit looks like a click without effect. */
export function refusedNote(page: Page, invalid: readonly Invalid[]): Done {
  return invalid.length === 0 ? {} : { note: refusalText(refusedFields(page, invalid)) };
}

const REASONS = 3;

/** `done` with what the page holds now. */
export function readBack(page: Page, performed: Performed): Done {
  const { done, fields } = performed;
  if (fields !== null) {
    return {
      ...done,
      fields: fields.map(({ name, performed: of, error }): FieldOutcome => ({
        name,
        done: of === null ? null : readBack(page, of),
        error: error ?? null,
      })),
    };
  }
  const back = performed.readBack;
  if (back === null) return done;
  if (!isAttached(back.element)) {
    return back.read === 'scrolled' || back.read === 'files' ? done : { ...done, note: done.note ?? GONE };
  }
  return { ...done, ...readNow(page, back) };
}

const GONE =
  'The page has removed or replaced the element, so what it holds now was not read: look at the snapshot.';

function readNow(page: Page, back: ReadBack): Done {
  switch (back.read) {
    case 'checked':
      return readChecked(back.element, back.wanted);
    case 'options':
      return readOptions(page, back);
    case 'scrolled':
      return { scrolled: scrolledTo(back.element, back.way, back.name, back.by) };
    case 'value':
      return readValue(page, back);
    case 'stepped':
      return readStepped(back);
    case 'files':
      return readFiles(back);
  }
}

function readFiles({ element, given }: Extract<ReadBack, { read: 'files' }>): Done {
  const held = filesOf(element);
  return sameFiles(held, given.files) ? {} : { given: { ...given, held } };
}

function readStepped({ element, stepped }: Extract<ReadBack, { read: 'stepped' }>): Done {
  const value = valueNow(element);
  if (value === null || value === stepped.value) return { stepped };
  return { stepped: { ...stepped, value }, warning: differs({ value }) };
}

function readChecked(element: Element, wanted: boolean): Done {
  const checked = isCheckable(element)
    ? element.checked
    : element.getAttribute('aria-checked') === 'true';
  return checked === wanted ? { checked } : { checked, warning: differs({ wanted, checked }) };
}

function readOptions(
  page: Page,
  { element: select, wanted }: Extract<ReadBack, { read: 'options' }>,
): Done {
  const values = [...select.selectedOptions].map(option => option.value);
  const holdsWanted = values.join('\n') === wanted.join('\n');
  if (isSensitive(readOf(page), select)) {
    return holdsWanted ? {} : { warning: differs({ redacted: true }) };
  }
  const shown = values.map(value => cut(value, NAME_LENGTH));
  const now = select.multiple ? { values: shown } : { value: shown[0] ?? '' };
  return holdsWanted ? now : { ...now, warning: differs(now) };
}

function readValue(
  page: Page,
  { element, sent, edit }: Extract<ReadBack, { read: 'value' }>,
): Done {
  const value = rawValue(element) ?? '';
  const holder = isTextField(element) ? holderOf(element) : 'editor';
  const holdsSent = holds(holder, value, sent, edit);
  const held = heldBy(readOf(page), element);
  if (held?.kind === 'secret') {
    return holdsSent ? {} : { warning: differs({ redacted: true }) };
  }
  const shown = cut(held?.text ?? '', NAME_LENGTH);
  if (holdsSent) return { value: shown };
  const maxLength = isTextField(element) ? lengthLimit(element) : null;
  const limited = maxLength === null ? {} : { maxLength };
  return {
    value: shown,
    warning: differs({ value: shown, sentLength: sent.length, ...limited }),
  };
}

const differs = (state: Record<string, unknown>): Warning => ({
  code: 'value_differs',
  state,
  hint: 'The page now holds something else than was sent: it changed or refused the input. Check it before going on.',
});

/** A pointer action on something that is not rendered still reaches it, and says so. */
export function hiddenWarning(element: Element): Warning | null {
  if (isRendered(element)) return null;
  const hiddenTab = document.hidden;
  const inPopup = isInPopup(element);
  const isHiddenControl = isField(element) || (!hiddenTab && !inPopup);
  return {
    code: 'hidden_or_covered',
    state: {
      reason: 'not_rendered',
      ...(hiddenTab ? { hiddenTab } : {}),
      ...(inPopup && !isField(element) ? { inPopup } : {}),
    },
    hint: isHiddenControl ? LABEL_HINT : hiddenTab ? HIDDEN_TAB_HINT : POPUP_HINT,
  };
}

const LABEL_HINT =
  'The element is not rendered. Take a new browser_snapshot and prefer its label or visible control.';

const WORKS =
  'Events dispatched to it work normally: if it belongs to the control you meant, act on it and check the effect.';

const HIDDEN_TAB_HINT = `The tab is in the background, and the page may not paint this element until the tab is shown. ${WORKS}`;

const POPUP_HINT = `The popup around this element is open but not painted. ${WORKS}`;

const POPUP = '[role=menu], [role=listbox], [role=dialog], dialog[open], [popover]:popover-open';

function isInPopup(element: Element): boolean {
  for (let around: Element | null = element; around !== null; around = parentInDocument(around)) {
    const isOpen = around.matches('dialog[open], :popover-open') || isRendered(around);
    if (around.matches(POPUP) && isOpen) return true;
  }
  return false;
}
