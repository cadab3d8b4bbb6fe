// Whether a field or editor holds what was sent to it (contract: *browser_form_fill*,
// `value_differs`). Pure, so that it can be tested on text.

import type { Range } from './caret';

/** What holds the value: an editor, a textarea, or an input of a type. */
export type Holder = 'editor' | 'textarea' | { input: string };

/** What an edit was to do with the value `before` it. */
export type Edit =
  | { kind: 'replaced'; before: string }
  /** Only a part of an editor was replaced. */
  | { kind: 'part' }
  /** Into a field, in place of what was selected; line breaks as Enter. */
  | { kind: 'inserted'; before: string; at: Range }
  /** Somewhere in an editor. */
  | { kind: 'added'; before: string };

export function holds(holder: Holder, value: string, sent: string, edit: Edit): boolean {
  if (holder === 'editor') return editorHolds(value, sent, edit);
  if (edit.kind !== 'inserted') {
    const kind = holder === 'textarea' ? holder : holder.input;
    return isSame(kind, value, withLineFeeds(sent));
  }
  const { before, at } = edit;
  return value === before.slice(0, at.start) + asHeld(holder, sent) + before.slice(at.end);
}

/** Editors break lines in their own way, and may add to the text. */
function editorHolds(value: string, sent: string, edit: Edit): boolean {
  const now = withoutSpace(value);
  const wanted = withoutSpace(sent);
  if (edit.kind === 'part') return now.includes(wanted);
  const before = withoutSpace(edit.before);
  if (edit.kind !== 'replaced') return wanted === '' || (now !== before && now.includes(wanted));
  if (now === wanted) return true;
  const isKept = now === before || now.replace(wanted, () => '') === before;
  return wanted !== '' && now.includes(wanted) && !isKept;
}

/** The text as a field can hold it: an input has one line. */
export const asHeld = (holder: Exclude<Holder, 'editor'>, text: string): string =>
  holder === 'textarea' ? withLineFeeds(text) : text.replace(/[\r\n]/g, '');

/** Inputs of some types have several spellings of one value. */
export function isSame(type: string, kept: string, value: string): boolean {
  if (type === 'range') return Number(kept) === Number(value);
  return type === 'color' ? kept === value.toLowerCase() : kept === value;
}

/** Also without the marks of no width by which editors hold a place. */
const withoutSpace = (text: string): string => text.replace(/[\s\u200b]+/g, '');

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
