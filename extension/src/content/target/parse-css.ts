// CSS with the accepted pseudo-classes of Playwright: :has-text(), :text(), :text-is(), :visible.
// Only selectors that use one are taken apart; all others go to the browser as they are.

import { NotAccepted, skip, splitOutside, unquote } from './scan';
import { contains, equals, type TextMatch } from './text-match';

/** One alternative of a list. */
export type CssAlternative =
  | { kind: 'native'; css: string }
  /** Compounds from left to right; each is joined to the one before it by its combinator. */
  | { kind: 'extended'; compounds: Compound[] };

export type CssSelector = CssAlternative[];

export type Combinator = ' ' | '>' | '+' | '~';

export type Compound = { combinator: Combinator; css: string; tests: Test[] };

export type Test =
  { test: 'visible' } | { test: 'has-text' | 'text-is' | 'text'; match: TextMatch };

/** Layout and state pseudo-classes of Playwright that a browser does not know. */
const FOREIGN = /(?<!\\):(near|right-of|left-of|above|below|nth-match|text-matches|light)\b/;

const OURS = /(?<!\\):(has-text|text-is|text|visible)(?![\w-])/;

export function parseCss(source: string): CssSelector {
  const foreign = FOREIGN.exec(withoutStrings(source));
  if (foreign !== null) throw new NotAccepted(`${foreign[0]} is not an accepted pseudo-class`);
  return splitOutside(source, ',').map(part => parseAlternative(part.trim()));
}

function parseAlternative(css: string): CssAlternative {
  if (css === '') throw new NotAccepted('an alternative of the list is empty');
  if (!OURS.test(withoutStrings(css))) return { kind: 'native', css };
  return { kind: 'extended', compounds: splitCompounds(css).map(parseCompound) };
}

const withoutStrings = (css: string): string =>
  css.replace(/"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'/gs, '""');

function splitCompounds(css: string): { combinator: Combinator; css: string }[] {
  const compounds: { combinator: Combinator; css: string }[] = [];
  let combinator: Combinator = ' ';
  let start = 0;
  let index = 0;
  while (index <= css.length) {
    const gap =
      index === css.length ? '' : (/^\s*[>+~]\s*|^\s+/.exec(css.slice(index))?.[0] ?? null);
    if (gap === null) {
      index = skip(css, index);
      continue;
    }
    const compound = css.slice(start, index).trim();
    if (compound === '') throw new NotAccepted('a combinator stands alone');
    compounds.push({ combinator, css: compound });
    combinator = combinatorOf(gap);
    index += Math.max(gap.length, 1);
    start = index;
  }
  return compounds;
}

function combinatorOf(gap: string): Combinator {
  const sign = gap.trim();
  return sign === '>' || sign === '+' || sign === '~' ? sign : ' ';
}

function parseCompound({ combinator, css }: { combinator: Combinator; css: string }): Compound {
  const tests: Test[] = [];
  let native = '';
  let index = 0;
  while (index < css.length) {
    const pseudo = /^:(has-text|text-is|text|visible)(?![\w-])/.exec(css.slice(index));
    const end = skip(css, index);
    if (pseudo === null) {
      native += css.slice(index, end);
      index = end;
      continue;
    }
    const opening = index + pseudo[0].length;
    const isCall = css.charAt(opening) === '(';
    const closing = isCall ? skip(css, opening) : opening;
    tests.push(parseTest(pseudo[1] ?? '', isCall ? css.slice(opening + 1, closing - 1) : null));
    index = closing;
  }
  if (OURS.test(withoutStrings(native))) {
    throw new NotAccepted('these pseudo-classes may not stand inside another one');
  }
  return { combinator, css: native === '' ? '*' : native, tests };
}

function parseTest(name: string, argument: string | null): Test {
  if (name === 'visible') {
    if (argument !== null) throw new NotAccepted(':visible takes no argument');
    return { test: 'visible' };
  }
  const text = argument === null ? null : unquote(argument.trim());
  if (text === null) throw new NotAccepted(`:${name}() takes one quoted text`);
  switch (name) {
    case 'has-text':
      return { test: 'has-text', match: contains(text) };
    case 'text-is':
      return { test: 'text-is', match: equals(text, false) };
    default:
      return { test: 'text', match: contains(text) };
  }
}
