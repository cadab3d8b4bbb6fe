// Values of the elements that a selector matches (contract: *Sensitive-field redaction*): what a
// sensitive field holds is never among them, whatever the field is asked for.

import { QUERY_CHARACTERS, QUERY_VALUE_LENGTH } from '../../protocol';
import { isCheckable, isLink, isSelect, isText } from '../dom/elements';
import { topBox } from '../observe/boxes';
import { cut } from '../observe/fold';
import type { Read } from '../observe/read';
import { isSensitive } from '../observe/redact';
import { wholeTextOf } from '../observe/text';
import { heldBy } from '../observe/values';
import { absoluteAddress, attributeToTell, marked, unmarked } from './safe-attributes';
import { serialize } from './serialize';

export type Row = Record<string, unknown>;
type Asked = { read: Read; leftOut: ReadonlySet<Element> };

/** The rows that fit into an answer; one at least. */
export function rowsOf(
  asked: Asked,
  elements: readonly Element[],
  fields: readonly string[],
): Row[] {
  const rows: Row[] = [];
  let room = QUERY_CHARACTERS;
  for (const element of elements) {
    const row = rowOf(asked, element, fields);
    room -= JSON.stringify(row).length;
    if (room < 0 && rows.length > 0) break;
    rows.push(row);
  }
  return rows;
}

function rowOf(asked: Asked, element: Element, fields: readonly string[]): Row {
  const row: Row = {};
  for (const field of fields) Object.assign(row, valueOf(asked, element, field));
  return row;
}

/** What tells nothing is left out. */
function valueOf({ read, leftOut }: Asked, element: Element, field: string): Row {
  switch (field.toLowerCase()) {
    case 'text':
      return some(field, wholeTextOf(read, element));
    case 'tag':
      return { [field]: element.localName };
    case 'value':
      return held(read, element, field);
    case 'href':
      return some(field, addressOf(read, element, field, isLink(element) ? element.href : null));
    case 'src':
      return some(field, addressOf(read, element, field, sourceOf(element)));
    case 'html':
      return { [field]: serialize(read, element, leftOut, QUERY_VALUE_LENGTH).html };
    case 'bounds': {
      const { x, y, width, height } = topBox(element);
      return { [field]: [x, y, width, height].map(side => Math.round(side)) };
    }
    case 'attrs':
      return { [field]: attributesOf(read, element) };
    default:
      return some(field, attributeToTell(read, element, field), true);
  }
}

const some = (field: string, text: string | null, evenEmpty = false): Row =>
  text === null || (text === '' && !evenEmpty)
    ? {}
    : { [field]: cutValue(text) };

/** A value that is cut may end inside a mark; such a one is left out whole. */
function cutValue(text: string): string {
  const short = cut(text, QUERY_VALUE_LENGTH);
  return short === text || !/[\u0001\u0002]/.test(short) ? short : '…';
}

function held(read: Read, element: Element, field: string): Row {
  const value = heldBy(read, element);
  if (value?.kind === 'secret') return { redacted: true, hasValue: value.filled };
  if (isSensitive(read, element)) return { redacted: true, hasValue: isFilled(element) };
  // What a choice is by, not what it is called: with this it can be made again.
  if (isSelect(element) || isCheckable(element)) {
    return some(field, marked(element, 'value', element.value), true);
  }
  if (value?.kind === 'value') return { [field]: cutValue(unmarked(value.text)) };
  return some(field, attributeToTell(read, element, 'value'), true);
}

/** Of a component: whether it has a value that the page can see. */
const isFilled = (element: Element): boolean =>
  (element.getAttribute('value') ?? '') !== '' || [...element.childNodes].some(isFilledText);

const isFilledText = (node: Node): boolean => isText(node) && node.data.trim() !== '';

/** An absolute address; the attribute as it is where the browser knows none. */
const addressOf = (read: Read, element: Element, field: string, address: string | null) =>
  address === null || address === ''
    ? attributeToTell(read, element, field)
    : absoluteAddress(element, address);

const sourceOf = (element: Element): string | null =>
  'src' in element && typeof element.src === 'string' ? element.src : null;

const ATTRIBUTES = 100;

function attributesOf(read: Read, element: Element): Row {
  const told: Row = {};
  for (const { name } of [...element.attributes].slice(0, ATTRIBUTES)) {
    Object.assign(told, some(name, attributeToTell(read, element, name), true));
  }
  return told;
}
