// White space and length of what a record says.

import { beginningOf } from '../dom/string';

/** Marks of where a word may break: nobody sees them, and they would keep texts from matching. */
export const BREAK_MARKS = /[\u00ad\u200b\u2060\ufeff]/g;

/** What folding changes: most texts have none of it, and looking is much cheaper. */
const UNFOLDED = /^ | $| {2}|[^\S ]|[\u0000-\u001f\u007f-\u009f\u00ad\u200b\u2060\ufeff]/;

/** Folds white space and control characters to single spaces, so that none ends a field. */
export function fold(text: string): string {
  if (!UNFOLDED.test(text)) return text;
  return text
    .replace(BREAK_MARKS, '')
    .replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .trim();
}

/** Cuts folded text to `length` characters and marks the cut. */
export const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${beginningOf(text, length).trimEnd()}…`;

/** The same for text whose white space counts. */
export const cut = (text: string, length: number): string =>
  text.length <= length ? text : `${beginningOf(text, length)}…`;
