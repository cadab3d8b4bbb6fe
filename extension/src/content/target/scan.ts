// Walks through the text of a selector, minding quotes, brackets and regular expressions.

/** The selector is not one of the accepted forms; the message says why. */
export class NotAccepted extends Error {}

/** A text step whose body is neither quoted nor an expression: an apostrophe in it is a letter. */
const LAX_TEXT = /^\s*text=(?!\s*["'])/;

/** A step that is an expression, which may hold what separates steps. */
const PATTERN = /^\s*(?:text|internal:text|internal:label)=\s*\/(?:\\.|[^\\])+?\/[dgimsuvy]*\s*(?=>>|$)/s;

/** The steps of a chain. */
export function splitSteps(selector: string): string[] {
  const steps: string[] = [];
  let rest = selector;
  for (;;) {
    const length = stepLength(rest);
    steps.push(rest.slice(0, length));
    if (length >= rest.length) return steps;
    rest = rest.slice(length + 2);
  }
}

function stepLength(text: string): number {
  const pattern = PATTERN.exec(text);
  if (pattern !== null) return pattern[0].length;
  if (!LAX_TEXT.test(text)) return splitOutside(text, '>>')[0]?.length ?? text.length;
  const end = text.indexOf('>>');
  return end < 0 ? text.length : end;
}

/** Where `separator` stands outside quotes and brackets. */
export function splitOutside(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let index = 0;
  while (index < text.length) {
    if (text.startsWith(separator, index)) {
      parts.push(text.slice(start, index));
      index += separator.length;
      start = index;
    } else {
      index = skip(text, index);
    }
  }
  parts.push(text.slice(start));
  return parts;
}

/** Index after the character, quoted text or bracketed part that begins at `index`. */
export function skip(text: string, index: number): number {
  const character = text.charAt(index);
  if (character === '\\') return index + 2;
  if (character === '"' || character === "'") return skipQuoted(text, index);
  if (character === '[') return skipBracketed(text, index, ']');
  if (character === '(') return skipBracketed(text, index, ')');
  return index + 1;
}

function skipQuoted(text: string, start: number): number {
  const quote = text.charAt(start);
  let index = start + 1;
  while (index < text.length && text.charAt(index) !== quote) {
    index += text.charAt(index) === '\\' ? 2 : 1;
  }
  return index + 1;
}

function skipBracketed(text: string, start: number, end: string): number {
  let index = start + 1;
  while (index < text.length && text.charAt(index) !== end) {
    const isPattern = end === ']' && text.charAt(index) === '/' && text.charAt(index - 1) === '=';
    index = isPattern ? skipPattern(text, index) : skip(text, index);
  }
  return index + 1;
}

/** An expression as the value of an attribute: quotes and brackets in it are letters. */
function skipPattern(text: string, start: number): number {
  const pattern = /^\/(?:\\.|\[(?:\\.|[^\]\\])*\]|[^/\\[])+\//s.exec(text.slice(start));
  return start + (pattern?.[0].length ?? 1);
}

/** The content of quoted text, escapes undone; `null` when it is not one quoted text. */
export function unquote(text: string): string | null {
  const quote = text.charAt(0);
  if ((quote !== '"' && quote !== "'") || skipQuoted(text, 0) !== text.length) return null;
  if (text.length < 2) return null;
  return text.slice(1, -1).replace(/\\(.)/gs, '$1');
}
