// DOM strings are UTF-16: a cut must not leave half of a character.

/** At most `length` units of the text; a surrogate pair stays whole or is left out. */
export function beginningOf(text: string, length: number): string {
  if (text.length <= length) return text;
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return text.slice(0, end);
}
