// Walks the page and makes an observation of its lines: whole, scoped, or what changed.

import { deltaOf, wholeOf, type Delta } from './observe/delta';
import { formatRecords, TEXT, type Emitted } from './observe/record';
import { walkFrom } from './observe/walk';
import { contextOf, readOf, type Lines, type Page } from './page';
import type { Observation, Scope } from '../protocol';
import { notFound, Refusal } from './target/refusal';
import { resolve } from './target/resolve';

/** The lines of the whole page. A document without a body has none. */
export function wholeLines(page: Page, boxes = false): Lines {
  const root: Element | null = document.body ?? document.documentElement;
  if (root === null) return [];
  return walkFrom(root, { read: readOf(page), boxes, maxDepth: Infinity });
}

export function observe(page: Page, scope: Scope): Observation {
  const root = scope.root ?? null;
  const maxDepth = scope.maxDepth ?? null;
  if (scope.sinceObservation && page.lastLines !== null) return observeSince(page, page.lastLines);
  if (root === null && maxDepth === null) {
    const lines = wholeLines(page, scope.boxes);
    const observation = observationOf(page, wholeOf(lines, null), null);
    // Boxes would make every line of the next delta look changed.
    if (!scope.boxes) page.lastLines = lines;
    return observation;
  }
  const lines = walkFrom(scopeRoot(page, scope), {
    read: readOf(page),
    boxes: scope.boxes,
    maxDepth: maxDepth ?? Infinity,
  });
  return observationOf(page, wholeOf(lines, null), null);
}

function observeSince(page: Page, before: Lines): Observation {
  const after = wholeLines(page);
  const delta = deltaOf(before, after, null);
  const observation = observationOf(page, delta.lines, { delta, target: null, unseen: false });
  page.lastLines = after;
  return observation;
}

/** Scoped reads say which selector found nothing. */
function scopeRoot(page: Page, { root }: Scope): Element {
  if (root === null || root === undefined) return document.body ?? document.documentElement;
  try {
    return resolve(contextOf(page), root, 'read');
  } catch (error) {
    const isMissing = error instanceof Refusal && error.reply.code === 'not_found';
    if (!isMissing || root.by !== 'selector') throw error;
    throw notFound({ selector: root.selector }, `Selector not found: ${root.selector}`);
  }
}

export type Comparison = {
  readonly delta: Delta<Element> | null;
  readonly target: Element | null;
  /** The page changed in ways that lines may not show. */
  readonly unseen: boolean;
};

/** Gives the emitted lines their refs; throws `MoreRefs` before anything is shown. */
export function observationOf(
  page: Page,
  lines: readonly Emitted<Element>[],
  comparison: Comparison | null,
): Observation {
  const target = comparison?.target ?? null;
  const named = lines.filter(hasRef).map(line => line.node);
  page.refs.issue(target === null ? named : [...named, target]);
  return {
    records: formatRecords(lines, line =>
      line.role === TEXT || isRemovedText(line) ? undefined : page.refs.numberOf(line.node),
    ),
    delta: comparison !== null && comparison.delta !== null,
    url: document.location.href,
    title: document.title,
    readyState: document.readyState,
    hidden: document.hidden,
    target: target === null ? null : (page.refs.numberOf(target) ?? null),
    unshownChange: comparison?.unseen ?? false,
  };
}

/** Texts have no ref, and a line that went has the one the agent knows, if any. */
const hasRef = (line: Emitted<Element>): boolean => line.role !== TEXT && line.role !== 'removed';

const isRemovedText = (line: Emitted<Element>): boolean =>
  line.role === 'removed' && line.states.includes(`role=${TEXT}`);
