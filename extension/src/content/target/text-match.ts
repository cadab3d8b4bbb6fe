// How a selector's text is compared (contract: *Target selectors*). Pure.

export type TextMatch =
  /** Contains the text, ignoring case. */
  | { how: 'contains'; text: string }
  /** Is the whole text; `ignoreCase` or not. */
  | { how: 'equals'; text: string; ignoreCase: boolean }
  | { how: 'starts' | 'ends' | 'includes'; text: string }
  | { how: 'pattern'; pattern: RegExp };

export function matchesText(text: string, match: TextMatch): boolean {
  switch (match.how) {
    case 'contains':
      return text.toLowerCase().includes(match.text);
    case 'equals':
      return match.ignoreCase ? text.toLowerCase() === match.text : text === match.text;
    case 'starts':
      return text.startsWith(match.text);
    case 'ends':
      return text.endsWith(match.text);
    case 'includes':
      return text.includes(match.text);
    case 'pattern':
      return match.pattern.test(text);
  }
}

const collapse = (text: string): string => text.replace(/\s+/g, ' ').trim();

export const contains = (text: string): TextMatch => ({
  how: 'contains',
  text: collapse(text).toLowerCase(),
});

export const equals = (text: string, ignoreCase: boolean): TextMatch => ({
  how: 'equals',
  text: ignoreCase ? collapse(text).toLowerCase() : collapse(text),
  ignoreCase,
});

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
