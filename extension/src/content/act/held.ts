// Whether a field or editor holds what was sent to it (contract: *browser_form_fill*,
// `value_differs`). Pure, so that it can be tested on text.

/** What holds the value: an editor, a textarea, or an input of a type. */
export type Holder = 'editor' | 'textarea' | { input: string };

/** `whole`: what was sent replaced the value; else it was added to it, line breaks as Enter. */
export function holds(holder: Holder, value: string, sent: string, whole: boolean): boolean {
  // Editors break lines in their own way, and a part of one may have been filled.
  if (holder === 'editor') return withoutSpace(value).includes(withoutSpace(sent));
  if (!whole) return value.includes(asHeld(holder, sent));
  const kind = holder === 'textarea' ? holder : holder.input;
  return isSame(kind, value, withLineFeeds(sent));
}

/** The text as a field can hold it: an input has one line. */
export const asHeld = (holder: Exclude<Holder, 'editor'>, text: string): string =>
  holder === 'textarea' ? withLineFeeds(text) : text.replace(/[\r\n]/g, '');

/** Inputs of some types have several spellings of one value. */
export function isSame(type: string, kept: string, value: string): boolean {
  if (type === 'range') return Number(kept) === Number(value);
  return type === 'color' ? kept === value.toLowerCase() : kept === value;
}

const withoutSpace = (text: string): string => text.replace(/\s+/g, '');

const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, '\n');
