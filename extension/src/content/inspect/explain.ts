// What a selector matches, and what to use in its place (*browser_explain_selector*).

import type { Sample, Suggestion } from '../../protocol';
import { clip } from '../observe/fold';
import { isShown } from '../observe/look';
import { wholeTextOf } from '../observe/text';
import { contextOf, type Page } from '../page';
import { refsOf } from '../read-structure';
import { cssOf } from '../target/css-path';
import { splitOutside } from '../target/scan';
import { matchSelector } from '../target/resolve';

const SAMPLES = 5;
const SUGGESTIONS = 5;
const TEXT = 200;

type Context = ReturnType<typeof contextOf>;

export function explain(
  page: Page,
  selector: string,
  isOurs: (element: Element) => boolean,
): { total: number; samples: Sample[]; suggestions: Suggestion[] } {
  const context = contextOf(page);
  const matches = matchSelector(context, selector).filter(element => !isOurs(element));
  const first = matches.slice(0, SAMPLES);
  const refs = refsOf(page, first);
  const samples = first.map((element, index) => ({
    ref: refs(index),
    tag: element.localName,
    text: clip(wholeTextOf(context.read, element), TEXT),
    visible: isShown(context.read, element),
  }));
  const total = matches.length;
  return { total, samples, suggestions: suggestionsOf(context, selector, matches) };
}

function suggestionsOf(
  context: Context,
  selector: string,
  matches: readonly Element[],
): Suggestion[] {
  if (matches.length === 0) return looser(context, selector);
  return matches.length === 1 ? [] : stricter(context, matches.slice(0, SUGGESTIONS));
}

/** One selector for each of the matches. */
function stricter(context: Context, elements: readonly Element[]): Suggestion[] {
  const steps = new Map<Node, ReadonlyMap<Element, string>>();
  return elements
    .map(element => cssOf(steps, element))
    .filter(selector => selector !== null)
    .map(selector => ({ selector, matches: countOf(context, selector) }))
    .filter(({ matches }) => matches > 0);
}

/** Parts of a selector that match something by themselves, the longest first. */
function looser(context: Context, selector: string): Suggestion[] {
  const separator = selector.includes('>>') ? '>>' : ' ';
  const parts = splitOutside(selector.trim(), separator).slice(0, 20);
  const beginnings = parts.map((_, index) => parts.slice(0, index + 1).join(separator)).slice(0, -1);
  const last = parts.length > 1 ? parts.slice(-1) : [];
  return [...beginnings.reverse(), ...last]
    .map(part => part.trim())
    .filter(part => part !== '' && !/^[>+~]|[>+~]$/.test(part))
    .map(part => ({ selector: part, matches: countOf(context, part) }))
    .filter(({ matches }) => matches > 0)
    .slice(0, SUGGESTIONS);
}

/** 0 of what is not accepted. */
function countOf(context: Context, selector: string): number {
  try {
    return matchSelector(context, selector).length;
  } catch {
    return 0;
  }
}
