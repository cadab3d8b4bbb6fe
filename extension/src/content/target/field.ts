// The fields that a form key names: CSS selector, then name attribute, label text, placeholder
// (contract: *browser_form_fill*).

import { editingHostOf, isField, isInput, isTextField } from '../dom/elements';
import type { Tree } from '../dom/tree';
import { fold } from '../observe/fold';
import { treesIn, type Read } from '../observe/read';
import { byCss, labelTexts } from './engines';
import { parseCss } from './parse-css';

export function fieldsNamed(read: Read, document: Document, key: string): Element[] {
  const named = byFieldSelector(read, document, key);
  if (named.length > 0) return named;
  const fields = treesIn(read, document).map(fieldsOfTree);
  for (const matches of [byNameAttribute, byLabelOrPlaceholder]) {
    const found = fields.flatMap(ofTree => matches(read, ofTree, key));
    if (found.length > 0) return [...new Set(found)];
  }
  return [];
}

function byFieldSelector(read: Read, document: Document, key: string): Element[] {
  try {
    return byCss(read, document, parseCss(key));
  } catch {
    return []; // A label such as "Name (optional)" is no selector.
  }
}

const fieldsOfTree = (tree: Tree | Element): Element[] =>
  [...tree.querySelectorAll('input, textarea, select, [contenteditable], [role]')].filter(
    isNamable,
  );

/** Whether a label can name it as something to fill. */
function isNamable(element: Element): boolean {
  if (isInput(element)) return element.type !== 'hidden';
  return isField(element) || editingHostOf(element) === element || element.matches(ARIA_FIELDS);
}

const ARIA_FIELDS =
  '[role=textbox], [role=searchbox], [role=combobox], [role=checkbox], [role=switch], ' +
  '[role=radio], [role=slider], [role=spinbutton]';

const byNameAttribute = (_read: Read, fields: readonly Element[], key: string): Element[] =>
  fields.filter(field => field.getAttribute('name') === key);

/** Labels win over placeholders within a tree, exact ones over those that contain the key. */
function byLabelOrPlaceholder(read: Read, fields: readonly Element[], key: string): Element[] {
  const wanted = plain(key);
  if (wanted === '') return [];
  const labels = fields.map(field => labelTexts(read, field).map(plain));
  const placeholders = fields.map(field =>
    isTextField(field) && field.placeholder !== '' ? [plain(field.placeholder)] : [],
  );
  for (const isMatch of [isSame(wanted), contains(wanted)]) {
    for (const texts of [labels, placeholders]) {
      const found = fields.filter((_, index) => texts[index]?.some(isMatch) === true);
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** Without case, and without the colon or star that a form puts after a label. */
const plain = (text: string): string =>
  fold(text)
    .toLowerCase()
    .replace(/[\s:*：]+$/u, '');

const isSame = (wanted: string) => (text: string) => text === wanted;
const contains = (wanted: string) => (text: string) => text.includes(wanted);
