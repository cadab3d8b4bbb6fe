// Walks the page and makes an observation of its lines: whole, scoped, or what changed.

import { deltaOf, wholeOf } from './observe/delta';
import { MoreRefs } from './observe/refs';
import { formatRecords, REMOVED, TEXT, type Emitted } from './observe/record';
import { walkFrom } from './observe/walk';
import { contextOf, readOf, type Page, type Recording } from './page';
import type { Observation, Scope } from '../protocol';
import { notFound, Refusal } from './target/refusal';
import { resolve } from './target/resolve';

/** The whole page. A document without a body has no lines. */
export function recordPage(page: Page, boxes = false): Recording {
  const root: Element | null = document.body ?? document.documentElement;
  const options = { read: readOf(page), boxes, maxDepth: Infinity };
  return {
    lines: root === null ? [] : walkFrom(root, options),
    url: document.location.href,
    title: document.title,
  };
}

export function observe(page: Page, scope: Scope): Observation {
  if (scope.sinceObservation && page.last !== null)
    return observeChanges(page, page.last, NO_ACTION);
  const isWhole = (scope.root ?? null) === null && (scope.maxDepth ?? null) === null;
  return isWhole ? observeWhole(page, scope.boxes, NO_ACTION) : observeScope(page, scope);
}

/** Longest time within which a request comes again with more refs. */
const AGAIN_MS = 500;

/** The page now, or as it was when the same request lacked refs a moment ago. */
function readPage(page: Page, boxes: boolean): Recording {
  const kept = page.unnumbered;
  page.unnumbered = null;
  const isAgain = kept !== null && kept.boxes === boxes && performance.now() - kept.at < AGAIN_MS;
  return isAgain ? kept.recording : recordPage(page, boxes);
}

function keepingIfMore(
  page: Page,
  read: { recording: Recording; boxes: boolean },
  observe: () => Observation,
): Observation {
  try {
    return observe();
  } catch (error) {
    if (error instanceof MoreRefs) page.unnumbered = { ...read, at: performance.now() };
    throw error;
  }
}

/** What led to an observation. */
export type Cause = {
  readonly target: Element | null;
  /** The page changed in ways that lines may not show. */
  readonly unseen: boolean;
};

const NO_ACTION: Cause = { target: null, unseen: false };

export function observeWhole(page: Page, boxes: boolean, cause: Cause): Observation {
  const recording = readPage(page, boxes);
  const emitted = wholeOf(recording.lines, cause.target);
  const observation = keepingIfMore(page, { recording, boxes }, () =>
    observationOf(page, emitted, null, cause),
  );
  // With their boxes every line would look changed the next time.
  if (!boxes) page.last = recording;
  return observation;
}

export function observeChanges(page: Page, before: Recording, cause: Cause): Observation {
  const after = readPage(page, false);
  const { lines } = deltaOf(before.lines, after.lines, cause.target);
  const observation = keepingIfMore(page, { recording: after, boxes: false }, () =>
    observationOf(page, lines, before, cause),
  );
  page.last = after;
  return observation;
}

function observeScope(page: Page, scope: Scope): Observation {
  const lines = walkFrom(scopeRoot(page, scope), {
    read: readOf(page),
    boxes: scope.boxes,
    maxDepth: scope.maxDepth ?? Infinity,
  });
  return observationOf(page, wholeOf(lines, null), null, NO_ACTION);
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

/** Gives the emitted lines their refs; throws `MoreRefs` before anything is shown. */
function observationOf(
  page: Page,
  lines: readonly Emitted<Element>[],
  before: Recording | null,
  { target, unseen }: Cause,
): Observation {
  const named = lines.filter(line => line.role !== TEXT && line.role !== REMOVED);
  page.refs.issue([...named.map(line => line.node), ...(target === null ? [] : [target])]);
  return {
    records: formatRecords(lines, node => page.refs.numberOf(node)),
    delta: before !== null,
    url: document.location.href,
    title: document.title,
    readyState: document.readyState,
    hidden: document.hidden,
    target: target === null ? null : (page.refs.numberOf(target) ?? null),
    urlChanged: before !== null && before.url !== document.location.href,
    titleChanged: before !== null && before.title !== document.title,
    unshownChange: unseen,
  };
}
