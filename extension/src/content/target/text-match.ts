// How a selector's text is compared (contract: *Target selectors*). Pure.

import { NotAccepted } from './scan';

export type TextMatch =
  /** Contains the text, ignoring case. */
  | { how: 'contains'; text: string }
  /** Is the whole text; `ignoreCase` or not. */
  | { how: 'equals'; text: string; ignoreCase: boolean }
  | { how: 'starts' | 'ends' | 'includes'; text: string; ignoreCase: boolean }
  | { how: 'pattern'; pattern: RegExp };

export function matchesText(text: string, match: TextMatch): boolean {
  if (match.how === 'pattern') return hasPattern(text, match.pattern);
  if (match.how === 'contains') return text.toLowerCase().includes(match.text);
  const compared = match.ignoreCase ? text.toLowerCase() : text;
  switch (match.how) {
    case 'equals':
      return compared === match.text;
    case 'starts':
      return compared.startsWith(match.text);
    case 'ends':
      return compared.endsWith(match.text);
    case 'includes':
      return compared.includes(match.text);
  }
}

/** A pattern whose attempts fill the browser's stack ends with an error. */
function hasPattern(text: string, pattern: RegExp): boolean {
  try {
    return pattern.test(text);
  } catch {
    throw new NotAccepted('its pattern tries too much on a text of this page');
  }
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const contains = (text: string): TextMatch => ({
  how: 'contains',
  text: collapse(text).toLowerCase(),
});

type Part = 'equals' | 'starts' | 'ends' | 'includes';

export const part = (how: Part, text: string, ignoreCase: boolean): TextMatch => ({
  how,
  text: ignoreCase ? collapse(text).toLowerCase() : collapse(text),
  ignoreCase,
});

export const equals = (text: string, ignoreCase: boolean): TextMatch =>
  part('equals', text, ignoreCase);

/** `/pattern/flags`; `null` when it is none. Throws `SyntaxError` when it is a wrong one. */
export function parsePattern(text: string): TextMatch | null {
  const parts = /^\/(.+)\/([dgimsuvy]*)$/s.exec(text);
  if (parts === null) return null;
  const [, source = '', flags = ''] = parts;
  // With these two a test would depend on the test before it.
  return { how: 'pattern', pattern: new RegExp(source, flags.replace(/[gy]/g, '')) };
}

/** `"…"`, `"…"s`, `'…'`, `"…"i`: the text and what follows the quotes; `null` when not quoted. */
export function parseQuoted(text: string): { text: string; suffix: string } | null {
  const parts = /^(["'])((?:\\.|(?!\1)[^\\])*)\1([a-z]?)$/s.exec(text);
  if (parts === null) return null;
  return { text: (parts[2] ?? '').replace(/\\(.)/gs, '$1'), suffix: parts[3] ?? '' };
}
