// The states of a record: `key=value`, or `key` alone where being shown says it; only what is set.

import {
  isButton,
  isCheckable,
  isDetails,
  isDisabled,
  isField,
  isInput,
  isMedia,
  isOption,
  isTextField,
} from '../dom/elements';
import { attributeOf, factsOf } from './facts';
import { clip, fold } from './fold';
import type { Facts, Read } from './read';
import { isMasked, isSensitive } from './redact';
import { CHECKABLE } from './roles';
import { heldBy, rangeValue } from './values';
import { NAME_LENGTH } from '../../protocol';

/** The element that is asked, and what is known of it. */
type Subject = { read: Read; element: Element; role: string; facts: Facts };

type State = string | null;
type StateOf = (subject: Subject) => State;

/** In the order in which they are shown. */
const STATES: readonly StateOf[] = [
  level,
  checked,
  selected,
  multiple,
  expanded,
  pressed,
  value,
  told('aria-current', 'current'),
  set('aria-invalid', 'invalid'),
  disabled,
  readOnly,
  required,
];

/** States of a video or audio. */
const MEDIA_STATES: readonly StateOf[] = [
  mediaSource,
  media('duration'),
  media('currentTime'),
  media('paused'),
  media('muted'),
  media('controls'),
];

export function statesOf(read: Read, element: Element, role: string): string[] {
  const subject = { read, element, role, facts: factsOf(read, element) };
  const isPlaying = role === 'video' || role === 'audio';
  const states = isPlaying ? [...STATES, ...MEDIA_STATES] : STATES;
  return states.map(stateOf => stateOf(subject)).filter(state => state !== null);
}

/** The level of a heading. */
export function headingLevel(read: Read, element: Element): string {
  const { tag } = factsOf(read, element);
  const told = /^\s*(\d{1,3})\s*$/.exec(attributeOf(read, element, 'aria-level') ?? '')?.[1];
  return told ?? /^h([1-6])$/.exec(tag)?.[1] ?? '2';
}

function level({ read, element, role }: Subject): State {
  return role === 'heading' ? `level=${fold(headingLevel(read, element))}` : null;
}

function checked({ read, element, role, facts }: Subject): State {
  if (facts.tag === 'input' && isCheckable(element)) {
    return `checked=${element.indeterminate ? 'mixed' : element.checked}`;
  }
  const state = attributeOf(read, element, 'aria-checked');
  if (!CHECKABLE.has(role) && (state === null || !MAY_BE_CHECKED.has(role))) return null;
  return `checked=${state === 'true' || state === 'mixed' ? state : 'false'}`;
}

/** Roles with a checked state when the page gives one. */
const MAY_BE_CHECKED = new Set(['option', 'treeitem']);

function selected({ read, element, facts }: Subject): State {
  const isSelected =
    facts.tag === 'option' && isOption(element)
      ? element.selected && !isMasked(read, element)
      : attributeOf(read, element, 'aria-selected') === 'true';
  return isSelected ? 'selected' : null;
}

/** More than one of its options can be chosen. */
function multiple({ read, element, facts }: Subject): State {
  const isMultiple =
    (facts.tag === 'select' && facts.attributes.has('multiple')) ||
    attributeOf(read, element, 'aria-multiselectable') === 'true';
  return isMultiple ? 'multiselectable' : null;
}

function expanded({ read, element, role, facts }: Subject): State {
  const state = attributeOf(read, element, 'aria-expanded');
  if (state === 'true' || state === 'false') return `expanded=${state}`;
  if (facts.attributes.has('popovertarget')) return opensPopover(element);
  if (facts.tag !== 'summary' || role !== 'button') return null;
  const details = element.parentElement;
  return details !== null && isDetails(details) ? `expanded=${details.open}` : null;
}

/** A button whose popover is open shows it. */
function opensPopover(element: Element): State {
  const popover = isButton(element) || isInput(element) ? element.popoverTargetElement : null;
  return popover === null ? null : `expanded=${popover.matches(':popover-open')}`;
}

function pressed({ read, element }: Subject): State {
  const state = attributeOf(read, element, 'aria-pressed');
  return state === 'true' || state === 'false' || state === 'mixed' ? `pressed=${state}` : null;
}

const RANGES = new Set('meter progressbar scrollbar slider spinbutton'.split(' '));

function value({ read, element, role }: Subject): State {
  const held = heldBy(read, element);
  if (held?.kind === 'secret') return held.filled ? 'filled' : null;
  const text = fold(held?.text ?? (RANGES.has(role) ? rangeText(read, element) : ''));
  return text === '' ? null : `value=${clip(text, NAME_LENGTH)}`;
}

/** A component that holds a secret may be a range too. */
const rangeText = (read: Read, element: Element): string =>
  isSensitive(read, element) ? '' : (rangeValue(element) ?? '');

const CAN_BE_DISABLED = new Set('button fieldset input optgroup option select textarea'.split(' '));

function disabled({ read, element, facts }: Subject): State {
  const native = (CAN_BE_DISABLED.has(facts.tag) || facts.tag.includes('-')) && isDisabled(element);
  const isOff = native || attributeOf(read, element, 'aria-disabled') === 'true';
  return isOff ? 'disabled' : null;
}

function readOnly({ read, element, facts }: Subject): State {
  const native = facts.attributes.has('readonly') && isTextField(element) && element.readOnly;
  const isOn = native || attributeOf(read, element, 'aria-readonly') === 'true';
  return isOn ? 'readonly' : null;
}

function required({ read, element, facts }: Subject): State {
  const native = facts.attributes.has('required') && isField(element) && element.required;
  const isOn = native || attributeOf(read, element, 'aria-required') === 'true';
  return isOn ? 'required' : null;
}

function told(name: string, key: string): StateOf {
  return ({ read, element }) => {
    const text = fold(attributeOf(read, element, name) ?? '');
    return text === '' || text === 'false' ? null : `${key}=${clip(text, NAME_LENGTH)}`;
  };
}

function set(name: string, key: string): StateOf {
  return ({ read, element }) => {
    const text = attributeOf(read, element, name);
    return text === null || text === 'false' || text === '' ? null : `${key}=true`;
  };
}

function mediaSource({ element }: Subject): State {
  if (!isMedia(element) || element.currentSrc === '') return null;
  return `src=${clip(withoutQuery(element.currentSrc), NAME_LENGTH)}`;
}

function media(key: 'duration' | 'currentTime' | 'paused' | 'muted' | 'controls'): StateOf {
  return ({ element }) => {
    if (!isMedia(element)) return null;
    const state = element[key];
    if (typeof state === 'boolean') return `${key}=${state}`;
    return `${key}=${Number.isFinite(state) ? Math.round(state * 100) / 100 : null}`;
  };
}

/** A URL without what may hold a secret. */
export function withoutQuery(url: string): string {
  // What a `data:` URL holds is a document of its own.
  if (/^data:/i.test(url)) return `${url.split(',', 1)[0] ?? ''},…`;
  return url.replace(/[?#].*$/s, '').replace(/^([\w+.-]+:\/\/)[^/@]*@/, '$1');
}
