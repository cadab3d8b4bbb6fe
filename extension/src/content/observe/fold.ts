// White space and length of what a record says.

/** Folds white space and control characters to single spaces, so that none ends a field. */
export function fold(text: string): string {
  return text.replace(/[\s\u0000-\u001f\u007f-\u009f]+/g, ' ').trim();
}

/** Cuts folded text to `length` characters and marks the cut. */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  // A cut between the halves of a surrogate pair would leave half a character.
  const end = /[\ud800-\udbff]/.test(text.charAt(length - 1)) ? length - 1 : length;
  return `${text.slice(0, end).trimEnd()}…`;
}
