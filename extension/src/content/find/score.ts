// How well an element answers a query (contract: *POST /api/find*). Pure; the texts come redacted.

import { comparable, type Query, type Term } from './query';

export type Described = {
  readonly role: string;
  /** Whether a person can operate it. */
  readonly isControl: boolean;
  /** What it shows or is called. */
  readonly texts: readonly string[];
  /** What its author calls it: id and name. */
  readonly labels: readonly string[];
};

const WORD = 10;
const PART_OF_WORD = 6;
const ROLE = 8;
const LABEL = 4;
const EVERY_TERM = 15;
const PHRASE = 20;
/** Of two that say the same, the one that can be used. */
const CONTROL = 1;

/** 0 of an element that matches nothing. */
export function scoreOf({ terms, phrases }: Query, described: Described): number {
  const texts = described.texts.map(comparable);
  const labels = described.labels.map(comparable);
  const points = terms.map(term => pointsOf(term, described.role, texts, labels));
  const sum = points.reduce((all, each) => all + each, 0);
  if (sum === 0) return 0;
  const hasAll = terms.length > 1 && points.every(each => each > 0);
  const said = phrases.filter(phrase => texts.some(text => text.includes(phrase)));
  return (
    sum +
    (hasAll ? EVERY_TERM : 0) +
    said.length * PHRASE +
    (described.isControl ? CONTROL : 0)
  );
}

function pointsOf(
  { text, roles }: Term,
  role: string,
  texts: readonly string[],
  labels: readonly string[],
): number {
  return Math.max(
    ...texts.map(each => (hasWord(each, text) ? WORD : each.includes(text) ? PART_OF_WORD : 0)),
    roles?.has(role) === true ? ROLE : 0,
    labels.some(each => each.includes(text)) ? LABEL : 0,
  );
}

const LETTER = /[\p{L}\p{N}]/u;

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
    const before = text.charAt(at - 1);
    const after = text.charAt(at + word.length);
    if (!LETTER.test(before) && !LETTER.test(after)) return true;
  }
  return false;
}
