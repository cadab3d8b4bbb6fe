// The elements of a document that answer a query (contract: *POST /api/find*): what may is judged by
// redacted texts alone.

import { isField, isFrame } from '../dom/elements';
import { isRendered } from '../dom/rendered';
import { frameDocument, type Tree } from '../dom/tree';
import { nameOf } from '../observe/names';
import type { Read } from '../observe/read';
import { CONTROLS, roleOf } from '../observe/roles';
import { searchedTextOf } from '../observe/text';
import { candidatesIn, given, LABELS, tellerOf, TEXTS, type IsTold } from './candidates';
import { offeredBy } from './options';
import type { Query } from './query';
import { scoreOf } from './score';
import { valueOf } from './values';

export type Match = {
  readonly element: Element;
  readonly text: string;
  readonly score: number;
  /** The options of a closed list that match, the best first. */
  readonly options: readonly string[];
};

export type Searched = {
  /** The best first, and of equals the shorter. */
  readonly matches: readonly Match[];
  /** Frames that another script must search. */
  readonly frames: readonly HTMLIFrameElement[];
};

/** More elements than these are not judged: those that promise most are. */
const JUDGED = 5_000;
/** Options of a list that are told. */
const OPTIONS_TOLD = 5;

export function search(read: Read, trees: readonly Tree[], query: Query): Searched {
  const isTold = tellerOf(query);
  const matches = candidatesIn(read, trees, query, isTold, JUDGED)
    .map(element => judged(read, element, query, isTold))
    .filter(match => match !== null);
  matches.sort((a, b) => b.score - a.score || a.text.length - b.text.length);
  return { matches, frames: trees.flatMap(foreignFrames) };
}

/** The frames of other origins in a tree that show something. */
export const foreignFrames = (tree: Tree): HTMLIFrameElement[] =>
  [...tree.querySelectorAll('iframe, frame')]
    .filter(isFrame)
    .filter(frame => frameDocument(frame) === null && isRendered(frame));

function judged(read: Read, element: Element, query: Query, isTold: IsTold): Match | null {
  const role = roleOf(read, element) ?? '';
  const name = nameOf(read, element);
  const text = isField(element) ? '' : searchedTextOf(read, element);
  const value = valueOf(read, element);
  const options = bestOptions(query, offeredBy(read, element, isTold));
  const isControl = CONTROLS.has(role);
  const score = scoreOf(query, {
    role,
    isControl,
    texts: [name, text, value, ...given(read, element, TEXTS), ...options],
    labels: given(read, element, LABELS),
  });
  if (score === 0) return null;
  const shown = isControl ? name || text : text || name;
  return { element, text: shown || value, score, options };
}

function bestOptions(query: Query, offered: readonly string[]): string[] {
  const scored = offered.map(label => ({
    label,
    score: scoreOf(query, { role: 'option', isControl: false, texts: [label], labels: [] }),
  }));
  scored.sort((a, b) => b.score - a.score);
  return scored.slice(0, OPTIONS_TOLD).map(({ label }) => label);
}
