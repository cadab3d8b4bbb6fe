// One query to the page -> the elements that answer it: those that it matches as CSS, else the best by
// words (contract: *POST /api/find*).

import { treesOf, type Tree } from '../dom/tree';
import { boundsOf } from '../observe/dom-nodes';
import { clip } from '../observe/fold';
import { frameOf } from '../observe/frames';
import { isShown } from '../observe/look';
import { identify } from '../observe/describe';
import { contextOf, type Page } from '../page';
import { FIND_HITS, NAME_LENGTH, type Hit, type Hits } from '../../protocol';
import { refsOf } from '../read-structure';
import type { ListedFrame } from '../../shared/messages';
import { cssInPage, type Steps } from '../target/css-path';
import { parseSelector } from '../target/parse';
import { Refusal } from '../target/refusal';
import { matchSelector } from '../target/resolve';
import { NotAccepted } from '../target/scan';
import { firstOf } from './candidates';
import { parseQuery } from './query';
import { foreignFrames, search, type Searched } from './search';

/** Frames of other origins that are told of. */
const FRAMES_LISTED = 50;

type Found = Searched & { readonly bySelector: boolean };

export function find(page: Page, text: string): { hits: Hits; frames: readonly ListedFrame[] } {
  const trees = treesOf(document);
  const { matches, frames, bySelector } = found(page, trees, text);
  const best = matches.slice(0, FIND_HITS);
  const listed = frames.slice(0, FRAMES_LISTED);
  const refs = refsOf(page, [...best.map(({ element }) => element), ...listed]);
  const steps: Steps = new Map();
  const hits = best.map(({ element, text: shown, score, options }, index): Hit => ({
    ref: refs(index),
    tag: element.localName,
    text: clip(shown, NAME_LENGTH),
    selector: cssInPage(trees, steps, element),
    bounds: boundsOf(element),
    score: bySelector ? null : score,
    options: options.map(option => clip(option, NAME_LENGTH)),
  }));
  return {
    hits: { hits, bySelector },
    frames: listed.flatMap(frame => frameOf(page.refs, null, frame)),
  };
}

function found(page: Page, trees: readonly Tree[], text: string): Found {
  const { read } = contextOf(page);
  const ours = page.highlights.elements;
  const selected = selectedBy(page, text).filter(element => !ours.has(element));
  if (selected.length === 0) {
    const searched = search(read, trees, parseQuery(text));
    const matches = searched.matches.filter(({ element }) => !ours.has(element));
    return { ...searched, matches, bySelector: false };
  }
  const shown = firstOf(selected, FIND_HITS, element => isShown(read, element));
  const matches = (shown.length > 0 ? shown : selected.slice(0, FIND_HITS)).map(element => ({
    element,
    text: identify(read, element).name,
    score: 0,
    options: [],
  }));
  return { matches, frames: trees.flatMap(foreignFrames), bySelector: true };
}

/** Elements that the text matches as CSS; none when it is no CSS, or CSS that could tell a secret. */
function selectedBy(page: Page, text: string): Element[] {
  try {
    const isCss = parseSelector(text).every(({ step }) => step === 'css');
    return isCss ? matchSelector(contextOf(page), text) : [];
  } catch (error) {
    if (error instanceof Refusal || error instanceof NotAccepted) return [];
    throw error;
  }
}
