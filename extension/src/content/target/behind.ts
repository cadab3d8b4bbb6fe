// The native field behind an element: itself, its label's control, or the first field in the
// shadow roots of a component (contract: *POST /api/fill*).

import { editingHostOf, isDisabled, isField, isInput, isLabel, type Field } from '../dom/elements';
import { shadowRootOf } from '../dom/tree';
import { notFillable } from './refusal';

/** Shadow roots nested deeper than this are not searched. */
const SHADOW_DEPTH = 8;

export type Writable = { kind: 'field'; field: Field } | { kind: 'editor'; host: HTMLElement };

type Search =
  { kind: 'found'; field: Field } | { kind: 'none'; reason: 'no_field' | 'shadow_depth' };

/** Where a field is looked for: in the shadow roots of a component, or also among what it contains. */
export type Where = 'shadow' | 'anywhere';

/** What a text can be written into; throws `not_fillable` when there is nothing. */
export function writableBehind(element: Element, where: Where): Writable {
  const host = editingHostOf(element);
  if (host !== null) return { kind: 'editor', host };
  const field = fieldBehind(element, where);
  if (field.kind === 'none')
    throw notFillable(element.localName, field.reason, HINTS[field.reason]);
  return { kind: 'field', field: writable(field.field) };
}

const HINTS = {
  no_field:
    'Nothing was written. Use the ref of the input, textarea, select or editor itself, from a new browser_snapshot.',
  shadow_depth:
    'Nothing was written. The field is nested too deep in shadow roots: use its own ref from a new browser_snapshot.',
};

export function fieldBehind(element: Element, where: Where = 'anywhere'): Search {
  if (isField(element)) return { kind: 'found', field: element };
  if (isLabel(element) && element.control !== null && isField(element.control)) {
    return { kind: 'found', field: element.control };
  }
  const inside = searchShadow(element, 1);
  if (inside.kind === 'found' || where === 'shadow') return inside;
  const light = element.querySelector(FIELDS);
  return light !== null && isField(light) ? { kind: 'found', field: light } : inside;
}

const FIELDS = 'input:not([type=hidden]), textarea, select';

function searchShadow(host: Element, depth: number): Search {
  const root = shadowRootOf(host);
  if (root === null) return { kind: 'none', reason: 'no_field' };
  if (depth > SHADOW_DEPTH) return { kind: 'none', reason: 'shadow_depth' };
  const field = root.querySelector(FIELDS);
  if (field !== null && isField(field)) return { kind: 'found', field };
  let reason: 'no_field' | 'shadow_depth' = 'no_field';
  for (const inner of root.querySelectorAll('*')) {
    const search = searchShadow(inner, depth + 1);
    if (search.kind === 'found') return search;
    if (search.reason === 'shadow_depth') reason = search.reason;
  }
  return { kind: 'none', reason };
}

/** A person could not change these either. */
function writable(field: Field): Field {
  if (isDisabled(field)) {
    throw notFillable(field.localName, 'disabled', 'Nothing was written: the field is disabled.');
  }
  const isReadOnly = 'readOnly' in field && field.readOnly;
  if (isReadOnly) {
    throw notFillable(field.localName, 'readonly', 'Nothing was written: the field is read-only.');
  }
  if (isInput(field) && WITHOUT_TEXT.has(field.type)) {
    throw notFillable(field.localName, 'no_field', NOT_TEXT);
  }
  return field;
}

const WITHOUT_TEXT = new Set('button checkbox file hidden image radio reset submit'.split(' '));

const NOT_TEXT =
  'Nothing was written: this input takes no text. Click a button, and check or uncheck a checkbox or radio button.';
