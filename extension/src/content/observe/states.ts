// The states of a record: `key=value` texts, only what is set.

import {
  isCheckable,
  isDetails,
  isDisabled,
  isField,
  isInput,
  isMedia,
  isOption,
  isTextArea,
} from '../dom/elements';
import { clip, fold } from './fold';
import type { Read } from './read';
import { CHECKABLE } from './roles';
import { heldBy, rangeValue } from './values';
import { NAME_LENGTH } from '../../protocol';

type State = string | null;
type StateOf = (element: Element, role: string, read: Read) => State;

/** In the order in which they are shown. */
const STATES: readonly StateOf[] = [
  level,
  checked,
  selected,
  expanded,
  pressed,
  value,
  attribute('aria-current', 'current'),
  flag('aria-invalid', 'invalid'),
  disabled,
  readOnly,
  required,
  mediaSource,
  media('duration'),
  media('currentTime'),
  media('paused'),
  media('muted'),
  media('controls'),
];

export function statesOf(read: Read, element: Element, role: string): string[] {
  const states: string[] = [];
  for (const stateOf of STATES) {
    const state = stateOf(element, role, read);
    if (state !== null) states.push(state);
  }
  return states;
}

/** The level of a heading. */
export function headingLevel(element: Element): string {
  return element.getAttribute('aria-level') ?? /^h([1-6])$/.exec(element.localName)?.[1] ?? '2';
}

function level(element: Element, role: string): State {
  return role === 'heading' ? `level=${fold(headingLevel(element))}` : null;
}

/** Whether a checkbox, radio button or switch is on; `null` when it has no such state. */
export function checkedState(element: Element, role: string): 'true' | 'false' | 'mixed' | null {
  if (isCheckable(element)) {
    if (element.indeterminate) return 'mixed';
    return element.checked ? 'true' : 'false';
  }
  if (!CHECKABLE.has(role)) return null;
  const state = element.getAttribute('aria-checked');
  return state === 'true' || state === 'mixed' ? state : 'false';
}

function checked(element: Element, role: string): State {
  const state = checkedState(element, role);
  return state === null ? null : `checked=${state}`;
}

function selected(element: Element): State {
  if (isOption(element)) return element.selected ? 'selected=true' : null;
  return element.getAttribute('aria-selected') === 'true' ? 'selected=true' : null;
}

function expanded(element: Element): State {
  const state = element.getAttribute('aria-expanded');
  if (state === 'true' || state === 'false') return `expanded=${state}`;
  const details = element.parentElement;
  if (element.localName !== 'summary' || details === null || !isDetails(details)) return null;
  return `expanded=${details.open}`;
}

function pressed(element: Element): State {
  const state = element.getAttribute('aria-pressed');
  return state === 'true' || state === 'false' || state === 'mixed' ? `pressed=${state}` : null;
}

function value(element: Element, role: string, read: Read): State {
  const held = heldBy(read, element);
  if (held?.kind === 'secret') return held.filled ? 'filled' : null;
  const text = fold(held?.text ?? (RANGES.has(role) ? (rangeValue(element) ?? '') : ''));
  return text === '' ? null : `value=${clip(text, NAME_LENGTH)}`;
}

const RANGES = new Set('meter progressbar scrollbar slider spinbutton'.split(' '));

function disabled(element: Element): State {
  const off = isDisabled(element) || element.getAttribute('aria-disabled') === 'true';
  return off ? 'disabled=true' : null;
}

function readOnly(element: Element): State {
  const native = (isInput(element) || isTextArea(element)) && element.readOnly;
  return native || element.getAttribute('aria-readonly') === 'true' ? 'readonly=true' : null;
}

function required(element: Element): State {
  const native = isField(element) && element.required;
  return native || element.getAttribute('aria-required') === 'true' ? 'required=true' : null;
}

function attribute(name: string, key: string): StateOf {
  return element => {
    const text = fold(element.getAttribute(name) ?? '');
    return text === '' || text === 'false' ? null : `${key}=${clip(text, NAME_LENGTH)}`;
  };
}

function flag(name: string, key: string): StateOf {
  return element => {
    const text = element.getAttribute(name);
    return text === null || text === 'false' || text === '' ? null : `${key}=true`;
  };
}

function mediaSource(element: Element): State {
  if (!isMedia(element) || element.currentSrc === '') return null;
  return `src=${clip(withoutQuery(element.currentSrc), NAME_LENGTH)}`;
}

function media(key: 'duration' | 'currentTime' | 'paused' | 'muted' | 'controls'): StateOf {
  return element => {
    if (!isMedia(element)) return null;
    const state = element[key];
    if (typeof state === 'boolean') return `${key}=${state}`;
    return `${key}=${Number.isFinite(state) ? Math.round(state * 100) / 100 : null}`;
  };
}

/** A URL without what may hold a secret. */
export function withoutQuery(url: string): string {
  return url.replace(/[?#].*$/s, '');
}
